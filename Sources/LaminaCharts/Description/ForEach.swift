/// The marks of each element of a collection.
///
///     ForEach(limits) { limit in RuleMark(y: .value("Limit", limit.value)) }
public struct ForEach: ChartContent, Sendable {
  private let list: MarkList

  /// Creates the marks of each element, in order.
  public init<Data: Sequence>(
    _ data: Data, @ChartContentBuilder content: (Data.Element) -> MarkList
  ) {
    var list = MarkList()
    list.records.reserveCapacity(data.underestimatedCount)
    for element in data { list.records += content(element).records }
    self.list = list
  }

  /// Creates the marks of each element, in order. The identifiers have no effect: the order tells
  /// the elements apart.
  public init<Data: Sequence, ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ChartContentBuilder content: (Data.Element) -> MarkList
  ) {
    self.init(data, content: content)
  }

  public var body: Never { return fatalBody() }
  public func appendMarks(to list: inout MarkList) { list.records += self.list.records }
}
