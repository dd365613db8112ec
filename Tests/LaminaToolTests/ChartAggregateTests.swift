import ArgumentParser
import Foundation
import LaminaCharts
import LaminaTables
import LaminaTestSupport
import Testing

@testable import LaminaTool

@Suite("lamina chart combines rows")
struct ChartAggregateTests {
  private func plan(_ text: String, _ arguments: String...) throws -> ChartPlan {
    try ChartPlan(ofFile: text, arguments)
  }

  private static let access = """
    status,host,ms
    404,a,1
    200,a,2
    200,b,4
    200,a,9
    404,b,NA

    """

  /// The place and the value of each bar.
  private func bars(_ plan: ChartPlan) -> [String] {
    plan.chart.records.map { record in
      let (place, value) =
        plan.command.horizontal
        ? (record.y.value, record.x.value) : (record.x.value, record.y.value)
      let name = if case .category(let name)? = place { name } else { "?" }
      return "\(name) " + (value?.scalar.map { "\($0)" } ?? "gap")
    }
  }

  @Test("the aggregate of numbers", arguments: Aggregate.allCases)
  func aggregates(_ aggregate: Aggregate) {
    var random = SeededGenerator(seed: 7)
    for count in 1...20 {
      let numbers = (0..<count).map { _ in Double(random.below(1000)) / 8 }
      var values = AggregatedValues(aggregate)
      #expect(values.result == nil)
      for number in numbers {
        values.add(number)
        values.add(.nan)
        values.add(.infinity)
      }
      let sorted = numbers.sorted()
      let expected =
        switch aggregate {
        case .sum: numbers.reduce(0, +)
        case .mean: numbers.reduce(0, +) / Double(count)
        case .median: (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        case .min: sorted[0]
        case .max: sorted[count - 1]
        case .count: Double(count)
        }
      #expect(values.result == expected)
    }
  }

  @Test("of each x value into one bar, with numbers in their order")
  func barsOfNumbers() throws {
    let medians = try plan(Self.access, "-x", "status", "-y", "ms", "--aggregate", "median")
    #expect(bars(medians) == ["404 1.0", "200 4.0"])
    #expect(medians.summary == "bar of median of ms along status")
    let labels = try ChartLayout(medians.chart, size: CGSize(width: 300, height: 200)).texts
      .filter { $0.role == .xLabel }.sorted { $0.box.minX < $1.box.minX }.map(\.string)
    #expect(labels == ["200", "404"])
    let grouped = try plan(
      Self.access, "-x", "status", "-y", "ms", "--aggregate", "sum", "--group", "host")
    #expect(bars(grouped) == ["404 1.0", "200 11.0", "200 4.0", "404 gap"])
  }

  @Test("by counting rows, whether the file has numbers or not")
  func counts() throws {
    let all = try plan(Self.access, "-x", "status", "--aggregate", "count")
    #expect(bars(all) == ["404 2.0", "200 3.0"])
    // Of a column, the values are counted.
    let values = try plan(Self.access, "-x", "status", "-y", "ms", "--aggregate", "count")
    #expect(bars(values) == ["404 1.0", "200 3.0"])
    let texts = try plan("colour\nred\nblue\nred\n", "--aggregate", "count")
    #expect(bars(texts) == ["red 2.0", "blue 1.0"])
    #expect(texts.warnings.isEmpty)
    let pie = try plan("colour\nred\nblue\nred\n", "--aggregate", "count", "--kind", "pie")
    #expect(pie.chart.records.map { $0.angle?.scalar } == [2, 1])
    #expect(
      throws: ChartPlan.UnsuitableTable.self, performing: { try plan("colour\nred\nblue\n") })
  }

  @Test("of intervals and cells")
  func intervals() throws {
    let text = "t,v\n0,1\n1,2\n2,6\n10,5\n"
    let sums = try plan(text, "--resample", "5", "--aggregate", "sum").chart.records
    #expect(sums.map { $0.y.value?.scalar } == [9, nil, 5])
    let medians = try plan(text, "--resample", "5", "--aggregate", "median").chart.records
    // A median has a band, as a mean has.
    #expect(medians.filter { $0.kind == .line }.map { $0.y.value?.scalar } == [2, nil, 5])
    #expect(medians.contains { $0.kind == .area })
    let cells = try plan(
      "x,v\na,1\na,5\nb,2\n", "--kind", "heatmap", "--aggregate", "max"
    ).chart.records
    #expect(cells.map { $0.style.colorEncoding?.value.scalar } == [5, 2])
  }

  @Test("into horizontal bars and boxes, in the order of the rows from top to bottom")
  func horizontal() throws {
    let text = "name,v\nlong name,3\nb,1\n"
    let plan = try plan(
      text, "--horizontal", "--y-label", "values", "--range-y", "0..10", "--threshold", "2=red:two")
    let bars = plan.chart.records.filter { $0.kind == .bar }
    #expect(bars.map { $0.x.value?.scalar } == [3, 1])
    let layout = try ChartLayout(plan.chart, size: CGSize(width: 400, height: 200))
    let names = layout.texts.filter { $0.role == .yLabel }.sorted { $0.box.minY < $1.box.minY }
    #expect(names.map(\.string) == ["long name", "b"])
    #expect(layout.texts.contains { $0.string == "values" && $0.role == .xTitle })
    #expect(layout.texts.contains { $0.string == "two" })
    #expect(layout.texts.last { $0.role == .xLabel }?.string == "10")
    let boxes = try self.plan("g,v\na,1\na,2\na,3\n", "--kind", "box", "--horizontal").chart
    #expect(boxes.records.contains { $0.kind == .bar && $0.x.start?.scalar == 1.5 })
  }

  @Test("of a histogram as the options say")
  func bins() throws {
    let text = "v\n" + (0..<100).map { "\($0)\n" }.joined()
    func edges(_ arguments: String...) throws -> [Double] {
      let records = try ChartPlan(ofFile: text, ["--kind", "histogram"] + arguments).chart.records
      return records.compactMap { $0.x.start?.scalar }
    }
    #expect(try edges("--bins", "5") == [0, 20, 40, 60, 80])
    #expect(try edges("--bins", "sturges") == (0..<10).map { Double($0) * 10 })
    #expect(try edges("--bin-width", "30") == [0, 30, 60, 90])
    #expect(try edges("--bin-width", "0.5").count == 198)
    let narrow = try plan(text, "--kind", "histogram", "--bin-width", "1e-3")
    #expect(
      narrow.warnings == [
        "bins of --bin-width 0.001 would be more than 10,000, and are wider"
      ])
  }

  @Test(
    "and refuses what has no effect",
    arguments: [
      ["--aggregate", "sum"], ["--kind", "histogram", "--aggregate", "sum"],
      ["--kind", "box", "--aggregate", "sum"], ["--kind", "line", "--aggregate", "sum"],
      ["--kind", "pie", "-x", "host", "-y", "ms", "--aggregate", "mean"],
      ["--horizontal"], ["--kind", "bar", "-x", "ms", "-y", "status", "--horizontal"],
      ["-x", "host", "-y", "ms", "--horizontal", "--y2", "status"],
      ["-x", "host", "--bins", "5"], ["--kind", "histogram", "--bins", "0"],
      ["--kind", "histogram", "--bins", "20000"], ["--kind", "histogram", "--bin-width", "0"],
      ["--kind", "histogram", "--bin-width", "nan"],
      ["--kind", "histogram", "--bins", "5", "--bin-width", "1"],
      ["--kind", "histogram", "--bin-width", "1", "--log", "x"],
      ["-x", "status", "-y", "ms", "--aggregate", "sum", "--range-x", "0..500"],
      ["-x", "status", "-y", "ms", "--aggregate", "sum", "--log", "x"],
      ["-x", "status", "-y", "ms", "--kind", "box", "--range-x", "0..500"],
    ])
  func refusals(arguments: [String]) {
    #expect(throws: (any Error).self) { try ChartPlan(ofFile: Self.access, arguments) }
  }
}
