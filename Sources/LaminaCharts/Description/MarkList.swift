import Foundation

/// Marks in drawing order: what a ``ChartContentBuilder`` and the modifiers of marks make.
public struct MarkList: ChartContent, Sendable, Equatable {
  package var records: [MarkRecord] = []

  /// Creates an empty list.
  public init() {}
  init(_ records: [MarkRecord]) { self.records = records }

  public var body: Never { return fatalBody() }
  public func appendMarks(to list: inout MarkList) { list.records += records }

  /// Returns the list with each mark changed.
  func changed(_ change: (inout MarkRecord) -> Void) -> MarkList {
    var list = self
    for index in list.records.indices { change(&list.records[index]) }
    return list
  }
}
