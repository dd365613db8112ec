/// The rows with cells that could not be read and became gaps.
public struct BadRows: Sendable, Equatable {
  /// The number of such rows.
  public internal(set) var count = 0
  /// The first of what could not be read in them, at most ``limit``.
  public internal(set) var first: [BadRow] = []

  /// The number of places that are kept.
  public static let limit = 5

  /// True if all rows could be read.
  public var isEmpty: Bool { count == 0 }
}

extension BadRows: CustomStringConvertible {
  /// A sentence with the number and the first places; empty if there are none.
  public var description: String {
    guard count > 0 else { return "" }
    let places = first.map(\.description).joined(separator: "; ")
    let rows = count == 1 ? "1 bad row has" : "\(TextExcerpt.grouped(count)) bad rows have"
    return "\(rows) gaps instead: \(places)" + (count > first.count ? "; and others" : "")
  }
}
