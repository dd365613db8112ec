import ArgumentParser
import Foundation
import LaminaCharts
import LaminaTables
import Testing

@testable import LaminaTool

@Suite("lamina chart sums up")
struct ChartSummaryTests {
  private func plan(_ text: String, _ arguments: String...) throws -> ChartPlan {
    try plan(text, arguments)
  }

  private func plan(_ text: String, _ arguments: [String]) throws -> ChartPlan {
    try ChartPlan(ofFile: text, arguments)
  }

  /// The names and sizes of the sectors of a pie.
  private func sectors(_ text: String) throws -> [String] {
    try plan(text, "--kind", "pie").chart.records.map { record in
      guard case .category(let name)? = record.style.colorEncoding?.value else { return "" }
      return "\(name) \(record.angle?.scalar ?? .nan)"
    }
  }

  @Test("the rows of each category in a pie, and the smallest of more than eight categories")
  func pie() throws {
    #expect(
      try sectors("name,v\na,10\nb,5\n,2\na,10\nc,0\nb,NA\n") == [
        "a 20.0", "b 5.0", "(none) 2.0",
      ])
    let eight = (1...8).map { "c\($0),\($0)\n" }.joined()
    #expect(try sectors("name,v\n" + eight) == (1...8).map { "c\($0) \($0).0" })
    #expect(
      try sectors("name,v\n" + eight + "c9,9\n")
        == (3...9).reversed().map { "c\($0) \($0).0" } + ["2 others 3.0"])
    let texts = try plan("name,v\na,1\nb,3\n", "--kind", "pie").chart.records
      .flatMap(\.style.annotations).map(\.text)
    #expect(texts.map { $0.filter(\.isNumber) } == ["25", "75"])
    let error = #expect(throws: ChartPlan.UnsuitableTable.self) {
      try plan("name,v\na,10\nb,-5\n", "--kind", "pie")
    }
    #expect(error?.description.hasPrefix("a pie has no part for -5.0") == true)
  }

  /// The edges of the bins of a histogram.
  private func edges(_ chart: Chart) -> [Double] {
    let ends = chart.records.flatMap { [$0.x.start?.scalar, $0.x.end?.scalar] }
    return Set(ends.compactMap { $0 }).sorted()
  }

  @Test("whole numbers in the middle of the bins of a histogram")
  func wholeNumbers() throws {
    let throwsOfDice = (0..<600).map { "\($0 % 6 + 1)\n" }.joined()
    let chart = try plan("n\n" + throwsOfDice, "--kind", "histogram").chart
    #expect(edges(chart) == (0...6).map { Double($0) + 0.5 })
    let labels = try ChartLayout(chart, size: CGSize(width: 300, height: 200)).texts
      .filter { $0.role == .xLabel }.map(\.string)
    #expect(labels == ["2", "4", "6"])
    #expect(chart.records.compactMap(\.y.value?.scalar).reduce(0, +) == 600)
    // Wide bins are as they were.
    let wide = (0..<1000).map { "\($0)\n" }.joined()
    #expect(try edges(plan("n\n" + wide, "--kind", "histogram").chart).first == 0)
  }

  @Test("bins for the values within --range-x, and a warning where a few others make the axis long")
  func outliers() throws {
    let values = "ms\n" + (0..<1000).map { "\(Double($0 % 100) + 0.25)\n" }.joined()
    func warnings(_ outlier: String, _ arguments: String...) throws -> [String] {
      try plan(values + outlier, ["--kind", "histogram"] + arguments).warnings
    }
    #expect(try warnings("").isEmpty)
    #expect(try warnings("900\n").isEmpty)
    #expect(
      try warnings("1000000\n") == [
        "99% of the values of ms are in less than 1/20 of the x axis; --range-x 0..100 shows them"
      ])
    #expect(try warnings("-1000000\n").first?.contains("--range-x 0..100 shows") == true)
    #expect(try warnings("1000000\n", "--log", "x").isEmpty)
    #expect(try warnings("1000000\n", "--range-x", "0..100").isEmpty)
    let shown = try plan(values + "1000000\n", "--kind", "histogram", "--range-x", "0..100").chart
    #expect(edges(shown) == stride(from: 0, through: 100, by: 10).map { $0 })
    #expect(shown.records.compactMap(\.y.value?.scalar) == Array(repeating: 100, count: 10))
    let none = try plan(values, "--kind", "histogram", "--range-x", "500..600")
    #expect(none.chart.records.isEmpty && none.warnings == ["no value is within --range-x"])
  }

  @Test("logarithms in bins that are equally wide on their axis")
  func logarithms() throws {
    let numbers = (0..<300).map { "\(pow(10, Double($0) / 100))\n" }.joined()
    let edges = try edges(plan("n\n" + numbers, "--kind", "histogram", "--log", "x").chart)
    let ratios = zip(edges, edges.dropFirst()).map { $1 / $0 }
    #expect(ratios.count > 3)
    #expect(ratios.allSatisfy { abs($0 / ratios[0] - 1) < 1e-9 })
  }

  @Test(
    "numbers of any size in bins that rise",
    arguments: [
      ["9007199254740992", "9007199254740994", "9007199254740996"], ["1e308", "1.7e308"],
      ["5e-324", "1e308"], ["1", "1.0000000000000002", "1.0000000000000004"], ["1e300", "2"],
    ])
  func hugeNumbers(texts: [String]) throws {
    let text = "n\n" + (texts + texts + texts).joined(separator: "\n") + "\n"
    for arguments in [[], ["--log", "x"]] {
      let command = try ChartCommand.parse(["data.csv", "--kind", "histogram"] + arguments)
      let table = try Table(bytes: [UInt8](text.utf8), name: "data.csv")
      let chart = try ChartPlan(table: table, command: command).chart
      #expect(chart.records.compactMap(\.y.value?.scalar).reduce(0, +) == Double(3 * texts.count))
    }
  }

  @Test("the histograms of several columns in front of each other, or stacked")
  func histograms() throws {
    let text = "a,b\n" + (0..<50).map { "\($0),\($0 / 2)\n" }.joined()
    let records = try plan(text, "--kind", "histogram").chart.records
    #expect(records.allSatisfy { $0.stacking == .unstacked && $0.style.opacity == 0.6 })
    let stacked = try plan(text, "--kind", "histogram", "--stack").chart.records
    #expect(stacked.allSatisfy { $0.stacking == .standard && $0.style.opacity != 0.6 })
  }

  @Test("thousands of bars in plots of columns, like stacked areas")
  func plots() throws {
    let long = "x,a,b\n" + (0..<4001).map { "\($0),1,2\n" }.joined()
    for arguments in [["--kind", "bar"], ["--kind", "bar", "--stack"]] {
      let command = try ChartCommand.parse(["data.csv"] + arguments)
      let table = try Table(bytes: [UInt8](long.utf8), name: "data.csv")
      let records = try ChartPlan(table: table, command: command).chart.records
      #expect(records.map { $0.columns?.count } == [4001, 4001])
      #expect((records[0].style.positionEncoding != nil) == (arguments.count == 2))
    }
    let short = "x,a,b\n1,1,2\n2,3,4\n"
    #expect(try plan(short, "--kind", "bar").chart.records.count == 4)
    let areas = try plan(short, "--kind", "area", "--stack").chart.records
    #expect(areas.map { $0.columns?.count } == [2, 2])
    #expect(areas.allSatisfy { $0.stacking == .standard })
  }

  @Test("in warnings what is not drawn or may mislead")
  func warnings() throws {
    #expect(try plan("x,y\n1,2\n2,3\n").warnings.isEmpty)
    let close = "t,y\n2026-01-01T00:00:00.0001,2\n2026-01-01T00:00:00.0004,3\n"
    #expect(try plan(close).warnings.first?.contains("within two milliseconds") == true)
    #expect(
      try plan("x,y\n1,2\n2,-3\n3,0\n", "--log", "y").warnings == [
        "2 of the values of y are not above zero, and have no place on a logarithmic axis"
      ])
    #expect(
      try plan("x,y\n0,2\n1,3\n", "--log", "x").warnings == [
        "1 of the values of x are not above zero, and have no place on a logarithmic axis"
      ])
    #expect(
      try plan("n\n0\n1\n2\n", "--kind", "histogram", "--log", "x").warnings.first?
        .hasPrefix("1 of the values of n") == true)
    #expect(
      try plan("x,y\n1,2\n2,-3\n", "--kind", "area", "--stack").warnings.count == 1)
    #expect(
      try plan("x,y\n1,2\n2,3\n", "--threshold", "80", "--range-y", "0..10").warnings == [
        "the threshold 80.0 is outside --range-y"
      ])
    #expect(
      try plan("kind,v\na,1\na,2\n").warnings == [
        "some values of kind have several rows, whose values are added up"
      ])
    #expect(try plan("kind,v\na,1\nb,2\n,3\n").warnings == ["1 row has no kind and is not drawn"])
    #expect(
      try plan("x,y\n1,1\n1,2\n2,3\n").warnings == [
        "some values of x have several rows, which one line joins"
      ])
    #expect(
      try plan("k,g,v\na,x,1\na,y,2\nb,x,3\na,x,4\n", "-x", "k", "--group", "g").warnings == [
        "some values of k have several rows of one colour, whose values are added up"
      ])
    #expect(
      try plan("k,g,v\na,x,1\na,y,2\nb,x,3\n", "-x", "k", "--group", "g").warnings.isEmpty)
    #expect(
      try plan("x,y\n1,1\n3,2\n2,3\n", "-x", "x").warnings == [
        "x falls at 1 of the rows and rises at 1, so that the line leads back; sort the rows if that "
          + "is not meant"
      ])
    #expect(try plan("x,y\n3,1\n2,2\n1,3\n", "-x", "x").warnings.isEmpty)
    #expect(
      try plan("x,mem\n1,12 MB\n2,9 MB\n").warnings == [
        "mem has texts such as '12 MB', not numbers, and is not shown"
      ])
    #expect(
      try plan("day,v\n03/04/2024,1\n05/04/2024,2\n04/04/2024,2\n").warnings == [
        "the dates of day may begin with the day or the month, and are names: --time-format "
          + "'%d/%m/%Y' or '%m/%d/%Y' makes them times"
      ])
    #expect(try plan("x,from,y\n1,10.0.0.1,1\n2,10.0.0.2,2\n").warnings.isEmpty)
    #expect(
      try plan("x,y\n1,1\n2,2\n", "--range-x", "5..6").warnings == [
        "no value of x is within --range-x"
      ])
    #expect(
      try plan("x,y\n1,1\n2,2\n", "--range-y", "5..6").warnings == [
        "no value is within --range-y"
      ])
    #expect(try plan("x,y\n1,1\n2,9\n", "--range-y", "5..6").warnings.isEmpty)
    #expect(
      try plan("x,y\n1,1\n", "--kind", "area").warnings == ["an area needs two rows to be seen"])
    #expect(
      try plan("k,v\na,0\nb,0\n", "--kind", "pie").warnings == [
        "none of the values of v is above zero, so the pie is empty"
      ])
    #expect(try plan("x,y\n1,-2\n2,-3\n", "--kind", "area", "--stack").warnings.isEmpty)
    let prices = "day,open,volume\n2026-01-01,5,90000\n2026-01-02,6,80000\n"
    #expect(
      try plan(prices).warnings == [
        "the values of volume are more than 1,000 times those of the other columns, which are flat "
          + "beside them; --y2 volume gives them an axis of their own"
      ])
    #expect(try plan(prices, "--y2", "volume").warnings.isEmpty)
    let hosts = (0..<40).map { "\($0 / 20),h\($0 % 20),\($0)\n" }.joined()
    #expect(
      try plan("t,host,ms\n" + hosts, "-x", "t").warnings == [
        "some values of t have several rows, which one line joins; --group host draws one for each "
          + "host"
      ])
  }

  @Test("one column in a legend that is asked for")
  func legend() throws {
    #expect(
      try plan("x,y\n1,2\n2,3\n", "--legend").chart.records.allSatisfy {
        $0.style.colorEncoding?.value == .category("y")
      })
    #expect(try plan("x,y\n1,2\n2,3\n").chart.records[0].style.colorEncoding == nil)
  }

  @Test("nothing outside the range of x in the ends of y, unless these are given")
  func fittedValues() throws {
    let text = "x,y\n0,1000\n1,2\n2,4\n3,3\n4,-1000\n"
    func ends(_ arguments: String...) throws -> [Double?] {
      let command = try ChartCommand.parse(["data.csv"] + arguments)
      let table = try Table(bytes: [UInt8](text.utf8), name: "data.csv")
      let axis = try PreparedChart(ChartPlan(table: table, command: command).chart).y
      return [axis.fixed?.start ?? axis.low, axis.fixed?.end ?? axis.high]
    }
    #expect(try ends() == [-1000, 1000])
    #expect(try ends("--range-x", "1..3") == [2, 4])
    #expect(try ends("--range-x", "1..3", "--range-y", "0..9") == [0, 9])
  }

  @Test("intervals by their mean, least and greatest value, with gaps")
  func resampling() throws {
    let text = """
      time,load
      2026-11-25T10:00:00Z,1
      2026-11-25T10:20:00Z,6
      2026-11-25T10:59:59Z,2
      2026-11-25T11:00:00Z,5
      2026-11-25T14:30:00Z,9
      """
    let records = try plan(text, ["--resample", "1h"]).chart.records
    let lines = records.filter { $0.kind == .line }
    #expect(
      lines.map(\.y.value) == [.number(3), .number(5), .missing, .number(9)])
    func time(_ hour: Int) -> PlottedValue {
      .date(Date(timeIntervalSince1970: 1_795_600_800 + Double(hour - 10) * 3600 + 1800))
    }
    #expect(lines.map(\.x.value) == [time(10), time(11), time(13), time(14)])
    let bands = records.filter { $0.kind == .area }
    #expect(bands.map(\.y.start) == [.number(1), .number(5), .missing, .number(9)])
    #expect(bands.map(\.y.end) == [.number(6), .number(5), .missing, .number(9)])
    // Days begin at midnight in the time zone.
    let days = try plan(text, ["--resample", "1d", "--timezone", "Pacific/Auckland"]).chart.records
    #expect(days.filter { $0.kind == .line }.map(\.y.value) == [.number(3), .number(7)])
    let numbers = try plan(
      "n,v\n0.5,1\n1.5,3\n2.5,8\n", ["--resample", "2", "--kind", "bar"]
    ).chart.records
    #expect(numbers.map(\.y.value) == [.number(2), .number(8)])
    #expect(numbers.map(\.x.value) == [.number(1), .number(3)])
    #expect(throws: (any Error).self) { try plan(text, ["--resample", "60"]) }
    #expect(throws: (any Error).self) { try plan("n,v\n1,1\n2,2\n", ["--resample", "1h"]) }
  }

  @Test("the intervals of groups in the order of the file, stacked if they are to be")
  func resampledGroups() throws {
    let text = "n,host,v\n0,web,4\n0,app,1\n1,web,2\n5,app,3\n"
    let lines = try plan(text, ["--resample", "2"]).chart
    let prepared = try PreparedChart(lines)
    #expect(prepared.colors.categories == ["web", "app"])
    #expect(prepared.symbolizedKinds.hasLines)
    // Bands are behind all lines.
    let kinds = lines.records.map(\.kind)
    #expect(kinds == kinds.filter { $0 == .area } + kinds.filter { $0 == .line })
    let bars = try plan(text, ["--resample", "2", "--kind", "bar", "--stack"]).chart
    #expect(bars.records.allSatisfy { $0.style.positionEncoding == nil })
    #expect(
      try PreparedChart(bars).marks.map(\.y) == [.interval(0, 3), .interval(3, 4), .interval(0, 3)])
    let beside = try plan(text, ["--resample", "2", "--kind", "bar"]).chart.records
    #expect(beside.allSatisfy { $0.style.positionEncoding != nil })
  }

  @Test("numbers along the axis of boxes, in their order")
  func numberedBoxes() throws {
    let chart = try plan("size,ms\n10,3\n2,1\n10,5\n2.5,7\n", ["--kind", "box", "-x", "size"]).chart
    #expect(try PreparedChart(chart).x.categories == ["2", "2.5", "10"])
    #expect(chart.records.filter { !$0.isPart }.map { $0.details[0].values } == [[4], [1], [7]])
    #expect(throws: ValidationError.self) {
      try plan("time,ms\n2026-01-01,3\n2026-01-02,1\n", ["--kind", "box", "-x", "time"])
    }
    // Boxes and bars of the categories of the axis are not moved aside for others.
    let text = "host,ms\na,3\na,1\nb,4\n"
    for kind in ["box", "bar"] {
      let records = try plan(text, ["--kind", kind, "-x", "host", "--group", "host"]).chart.records
      #expect(records.allSatisfy { $0.style.positionEncoding == nil })
    }
  }

  @Test("categories and groups in boxes, and in cells of means")
  func boxesAndCells() throws {
    let text = "host,kind,ms\na,r,1\na,r,3\na,w,9\nb,r,4\nb,w,\n"
    let boxes = try plan(text, ["--kind", "box", "-x", "host", "--group", "kind"]).chart.records
    #expect(boxes.filter { !$0.isPart }.map { $0.details[0].values } == [[2], [9], [4]])
    let cells = try plan(text, ["--kind", "heatmap", "-x", "host", "--group", "kind"]).chart.records
    #expect(cells.map(\.style.colorEncoding?.value) == [.number(2), .number(9), .number(4)])
    #expect(cells.map(\.x.value) == [.category("a"), .category("a"), .category("b")])
    // 2026-11-25 was a Wednesday.
    let week = try plan(
      "time,v\n2026-11-25T10:00:00Z,1\n2026-11-25T10:30:00Z,2\n2026-11-28T23:00:00Z,7\n",
      ["--kind", "heatmap"]
    ).chart.records
    #expect(week.map(\.x.value) == [.category("10"), .category("23")])
    #expect(week.map(\.y.value) == [.category("Wed"), .category("Sat")])
    #expect(week.map(\.style.colorEncoding?.value) == [.number(1.5), .number(7)])
  }

  @Test("intervals that a clock divides hours into in the columns of a heat map")
  func cellsOfTimes() throws {
    let rows = (0..<100).map {
      let time = Date(timeIntervalSince1970: 1_795_600_800 + Double($0) * 60)
      return "\(time.formatted(.iso8601)),\($0 % 2 == 0 ? "a" : "b"),\($0)\n"
    }
    let cells = try plan("time,host,v\n" + rows.joined(), ["--kind", "heatmap"]).chart.records
    #expect(Set(cells.map(\.x.start)).count == 20)
    let first = try #require(cells.first { $0.y.value == .category("a") })
    let start = Date(timeIntervalSince1970: 1_795_600_800)
    #expect(first.x.start == .date(start) && first.x.end == .date(start + 300))
  }

  @Test("days in the columns of a heat map, however many hours they have")
  func cellsOfDays() throws {
    // The clocks of Berlin are put back on 2026-10-25 and forward on 2027-03-28.
    for (month, hours) in [("2026-10-2", [24, 25, 24]), ("2027-03-2", [24, 23, 24])] {
      let days = month.hasPrefix("2026") ? [24, 25, 26] : [27, 28, 29]
      let rows = days.flatMap { day in
        (0..<24).map { "\(month.dropLast())\(day)T\($0 < 10 ? "0" : "")\($0):30:00Z,a,1\n" }
      }
      let chart = try plan(
        "time,host,v\n" + rows.joined(),
        ["--kind", "heatmap", "--group", "host", "--timezone", "Europe/Berlin", "--resample", "1d"]
      ).chart
      let lengths = chart.records.compactMap { record -> Double? in
        guard case .date(let start)? = record.x.start, case .date(let end)? = record.x.end else {
          return nil
        }
        return end.timeIntervalSince(start) / 3600
      }
      #expect(lengths.starts(with: hours.map(Double.init)))
    }
  }

  @Test("times and numbers in the columns of a heat map, with gaps where there are none")
  func cellsOfValues() throws {
    let months = ["01", "02", "03", "06"].map { "2026-\($0)-01,a,1\n" }.joined()
    let cells = try plan(
      "time,host,v\n" + months, ["--kind", "heatmap", "--group", "host"]
    ).chart.records
    let days = cells.compactMap { record -> Double? in
      guard case .date(let start)? = record.x.start, case .date(let end)? = record.x.end else {
        return nil
      }
      return end.timeIntervalSince(start) / 86_400
    }
    #expect(days == [31, 28, 28, 28])
    let numbers = (0..<90).map { "\($0),a,\($0)\n" }.joined()
    let chart = try plan(
      "n,host,v\n" + numbers, ["--kind", "heatmap", "-x", "n", "--group", "host"]
    ).chart
    #expect(chart.records[0].x.start == .number(0) && chart.records[0].x.end == .number(2))
    #expect(chart.options.x.domain == .interval(.number(0), .number(90)))
  }
}
