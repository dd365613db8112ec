/// A transaction as explanations name it.
public struct RecordedTransaction: Sendable, Hashable, CustomStringConvertible {
  /// Counts the transactions that changed the tree since its changes are recorded, from 1.
  public let number: Int
  /// What ``Transaction/label`` was when the change was noticed.
  public let label: String?
  /// Whether it was the implicit transaction of a thread.
  public let isImplicit: Bool

  /// Creates a name for a transaction.
  public init(number: Int, label: String? = nil, isImplicit: Bool = false) {
    self.number = number
    self.label = label
    self.isImplicit = isImplicit
  }

  /// The number and the label: `transaction 3 "slide in"`.
  public var description: String {
    let name = "\(isImplicit ? "implicit " : "")transaction \(number)"
    return label.map { "\(name) \($0.debugDescription.escaped)" } ?? name
  }
}
