import Foundation

/// A box plot: where the middle half of some numbers is, their median, whiskers and outliers.
///
///     Chart(species) { species in
///       BoxPlotMark(
///         x: .value("Species", species.name), y: .values("Length", species.lengths))
///     }
///
/// ``BoxPlotSummary`` tells what is where. `position(by:)` places the boxes of several groups side by
/// side. Without numbers nothing is drawn.
public struct BoxPlotMark: ChartContent, Sendable {
  private let list: MarkList

  /// Creates a vertical box.
  ///
  /// - Parameters:
  ///   - x: the place: a category, a number or a date.
  ///   - y: the numbers to summarize.
  ///   - rule: the rule for quartiles.
  ///   - width: the width of the box.
  public init<X: Plottable>(
    x: PlottableValue<X>, y: PlottableValues, rule: QuantileRule = .linear,
    width: MarkDimension = .ratio(0.8)
  ) {
    func value(_ number: Double) -> PlottableValue<Double> { .value(y.label, number) }
    list = Self.parts(y, rule) { part in
      switch part {
      case .whisker(let from, let to):
        RuleMark(x: x, yStart: value(from), yEnd: value(to)).record
      case .box(let from, let to):
        BarMark(x: x, yStart: value(from), yEnd: value(to), width: width).record
      case .line(let at, let thickness, let isWhole):
        RectangleMark(
          x: x, y: value(at), width: isWhole ? width : .ratio(0.25),
          height: .fixed(thickness)
        ).record
      case .outlier(let at): PointMark(x: x, y: value(at)).record
      }
    }
  }

  /// Creates a horizontal box.
  ///
  /// - Parameters:
  ///   - x: the numbers to summarize.
  ///   - y: the place: a category, a number or a date.
  ///   - rule: the rule for quartiles.
  ///   - height: the height of the box.
  public init<Y: Plottable>(
    x: PlottableValues, y: PlottableValue<Y>, rule: QuantileRule = .linear,
    height: MarkDimension = .ratio(0.8)
  ) {
    func value(_ number: Double) -> PlottableValue<Double> { .value(x.label, number) }
    list = Self.parts(x, rule) { part in
      switch part {
      case .whisker(let from, let to):
        RuleMark(xStart: value(from), xEnd: value(to), y: y).record
      case .box(let from, let to):
        BarMark(xStart: value(from), xEnd: value(to), y: y, height: height).record
      case .line(let at, let thickness, let isWhole):
        RectangleMark(
          x: value(at), y: y, width: .fixed(thickness),
          height: isWhole ? height : .ratio(0.25)
        ).record
      case .outlier(let at): PointMark(x: value(at), y: y).record
      }
    }
  }

  public var body: some ChartContent { list }

  /// The parts of a box plot, at numbers along its direction.
  private enum Part {
    case whisker(Double, Double)
    case box(Double, Double)
    /// A line across, as long as the box or as the end of a whisker.
    case line(Double, thickness: CGFloat, isWhole: Bool)
    case outlier(Double)
  }

  private static func parts(
    _ values: PlottableValues, _ rule: QuantileRule, _ record: (Part) -> MarkRecord
  ) -> MarkList {
    guard let box = BoxPlotSummary(values.values, rule: rule) else { return MarkList() }
    var records: [MarkRecord] = []
    func add(_ part: Part, opacity: Double = 1) {
      var mark = record(part)
      mark.baseColor = .palette(0)
      mark.isPart = !records.isEmpty
      if opacity < 1 {
        mark.style.opacity = opacity
        mark.style.hidesGrid = true
      }
      records.append(mark)
    }
    // The box comes first, so that an annotation that is added to all is at it.
    add(.box(box.lowerQuartile, box.upperQuartile), opacity: 0.35)
    records[0].details = [
      .init(name: "median", values: [box.median]),
      .init(name: "quartiles", values: [box.lowerQuartile, box.upperQuartile]),
      .init(name: "whiskers", values: [box.lowerWhisker, box.upperWhisker]),
      .init(name: "outliers:", values: [Double(box.outliers.count)]),
    ]
    for (from, to) in [
      (box.lowerQuartile, box.lowerWhisker), (box.upperQuartile, box.upperWhisker),
    ] where from != to {
      add(.whisker(from, to))
      add(.line(to, thickness: 1, isWhole: false))
    }
    add(.line(box.median, thickness: 2, isWhole: true))
    for outlier in box.outliers {
      add(.outlier(outlier))
      records[records.count - 1].style.symbolSize = 16
    }
    return MarkList(records)
  }
}
