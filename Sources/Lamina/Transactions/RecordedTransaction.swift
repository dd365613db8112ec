/// The identification of a transaction in explanations.
public struct RecordedTransaction: Sendable, Hashable, CustomStringConvertible {
  /// The number of the transaction among those that changed the tree since recording began, from 1.
  public let number: Int
  /// The ``Transaction/label`` at the time the change was recorded.
  public let label: String?
  /// A Boolean value indicating whether the transaction was the implicit one of a thread.
  public let isImplicit: Bool

  /// The key of a ``Transaction`` for the recorded one that it replays, which explanations name instead.
  package static let key = "replayed"

  /// Creates the identification of a transaction.
  package init(number: Int, label: String? = nil, isImplicit: Bool = false) {
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
