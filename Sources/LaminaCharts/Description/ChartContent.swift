import Foundation

/// A part of a chart: a mark, several marks, or a type of your own that is composed of them.
///
///     struct Band: ChartContent {
///       var low, high: Double
///       var body: some ChartContent {
///         RectangleMark(yStart: .value("Low", low), yEnd: .value("High", high))
///       }
///     }
public protocol ChartContent {
  /// The type of the parts.
  associatedtype Body: ChartContent
  /// The parts.
  @ChartContentBuilder var body: Body { get }
  /// Appends the marks to a list. The default appends those of ``body``.
  func appendMarks(to list: inout MarkList)
}

extension ChartContent {
  public func appendMarks(to list: inout MarkList) { body.appendMarks(to: &list) }

  /// The marks, in drawing order.
  package var marks: MarkList {
    var list = MarkList()
    appendMarks(to: &list)
    return list
  }
}

extension Never: ChartContent {
  public var body: Never { return fatalBody() }
}

/// A part of a chart that has no parts of its own.
protocol PrimitiveContent: ChartContent where Body == Never {
  var record: MarkRecord { get }
}

extension PrimitiveContent {
  public var body: Never { return fatalBody() }
  public func appendMarks(to list: inout MarkList) { list.records.append(record) }
}
