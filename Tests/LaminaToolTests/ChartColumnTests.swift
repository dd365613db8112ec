import ArgumentParser
import LaminaCharts
import LaminaTables
import Testing

@testable import LaminaTool

extension ChartPlan {
  /// Creates the plan for a file of some text.
  init(ofFile text: String, _ arguments: [String] = []) throws {
    let command = try ChartCommand.parse(["data.csv"] + arguments)
    let table = try Table(
      bytes: [UInt8](text.utf8), name: "data.csv", options: command.tableOptions)
    try self.init(table: table, command: command)
  }
}

@Suite("The columns of lamina chart")
struct ChartColumnTests {
  private func plan(_ text: String, _ arguments: [String] = []) throws -> ChartPlan {
    try ChartPlan(ofFile: text, arguments)
  }

  @Test("chooses the columns")
  func columns() throws {
    #expect(try plan(ChartCommandTests.load).summary == "line of cpu, memory along time")
    #expect(
      try plan(ChartCommandTests.long).summary == "line of cpu along time, a colour for each host")
    #expect(
      try plan(ChartCommandTests.load, ["-y", "cpu", "--kind", "area"]).summary
        == "area of cpu along time")
    #expect(
      try plan(ChartCommandTests.load, ["-x", "memory", "-y", "2"]).summary
        == "line of cpu along memory")
    #expect(try plan("fruit,count\napple,3\npear,4\n").summary == "bar of count along fruit")
    #expect(try plan("n,square\n1,1\n2,4\n3,9\n").summary == "line of square along n")
    #expect(try plan("a,b\n3,1\n2,4\n").summary == "line of a, b along the rows")
    #expect(
      try plan("a,b\n3,1\n2,4\n", ["--kind", "point"]).summary == "point of b along a")
    #expect(try plan("a,b\n1,3\n1,4\n2,5\n").summary == "line of b along a")
    #expect(try plan("a,b\n1,3\n1,4\n").summary == "line of a, b along the rows")
    #expect(
      try plan("month,rain,temp\nJan,1,2\nFeb,3,4\n", ["--y2", "temp"]).summary
        == "bar of rain along month; line of temp on the second y axis")
    #expect(
      try plan(ChartCommandTests.load, ["--y2", "memory", "--kind", "point", "--resample", "5m"])
        .summary
        == "point of cpu along time, summarized in intervals of 5m; "
        + "point of memory on the second y axis")
    // Names that all rows have.
    #expect(
      try plan("state,country,v\n,Peru,1\n,Mali,2\nHubei,China,3\n").summary
        == "bar of v along country")
    #expect(try plan("a,b,v\n,p,1\nx,,2\n").summary == "bar of v along a")
    #expect(try plan("1\n2\n4\n").summary == "line of column 1 along the rows")
    #expect(
      try plan("ms\n1\n2\n4\n", ["--kind", "histogram"]).summary == "histogram of ms")
  }

  @Test(
    "finds the numbers along which there is a line for each category", .slow,
    arguments: [
      "model,step,loss\na,1,9\na,2,8\nb,1,7\nb,2,6\n",
      "step,model,loss\n1,a,9\n1,b,8\n2,a,7\n2,b,6\n",
      "step,model,loss\n1,a,9\n2,a,8\n1,b,7\n2,b,6\n",
      "step,loss,model\n1,9,a\n2,8,a\n1,7,b\n2,6,b\n",
    ])
  func dividedNumbers(text: String) throws {
    let lines = "line of loss along step, a colour for each model"
    #expect(try plan(text).summary == lines)
    #expect(try plan(text, ["--group", "model"]).summary == lines)
    #expect(
      try plan(text, ["-y", "loss", "--kind", "point"]).summary == "point" + lines.dropFirst(4))
    #expect(
      try plan(text, ["--kind", "bar", "-x", "model"]).summary == "bar of step, loss along model")
  }

  @Test("draws a line for each of many categories in which the numbers begin anew")
  func manySeries() throws {
    func table(_ count: Int, _ place: (Int) -> String) -> String {
      "country,code,place,life\n"
        + (0..<count).map { country in
          (0..<3).map { "land \(country),L\(country),\(place($0)),\($0)\n" }.joined()
        }.joined()
    }
    let lines = "line of life along place, a colour for each country"
    for places: (Int) -> String in [{ "\(1990 + $0)" }, { "2026-01-0\($0 + 1)" }] {
      let few = try plan(table(12, places))
      #expect(few.summary == lines && few.warnings.isEmpty)
      let many = try plan(table(200, places))
      #expect(many.summary == lines)
      #expect(many.warnings.first?.hasPrefix("each of the 200 categories of country") == true)
      #expect(many.chart.records.count == 200)
    }
    let years = table(200) { "\(1990 + $0)" }
    #expect(try plan(years, ["--group", "country", "-x", "place"]).warnings.isEmpty)
    #expect(try plan(years, ["--kind", "bar", "-x", "country", "-y", "life"]).group == nil)
    // Numbers that rise throughout do not begin anew.
    #expect(
      try plan("name,n,v\n" + (0..<60).map { "n\($0 / 2),\($0),1\n" }.joined()).summary
        != "line of v along n, a colour for each name")
  }

  @Test("joins a column of dates and one of times of day beside it")
  func datesAndTimes() throws {
    let text = "date,time,v\n2026-03-28,10:00,1\n2026-03-28,11:30,3\n2026-03-29,10:00,2\n"
    let berlin = ["--timezone", "Europe/Berlin"]
    for arguments in [[], ["-x", "date,time"], ["-x", "2,1"]] {
      let plan = try plan(text, arguments + berlin)
      #expect(plan.summary == "line of v along date time")
      guard case .times(let times)? = plan.x?.values else { return #expect(Bool(false)) }
      // Clocks are set forward between the days.
      #expect(times.map { $0 - times[0] } == [0, 5400, 23 * 3600])
      #expect(TableTime.seconds("2026-03-28T09:00:00Z", likeThoseOf: plan.x!, in: .gmt) == times[0])
    }
    let german = "time;date;v\n10:00;31.05.2024;1\n11:00;31.05.2024;2\n10:00;01.06.2024;3\n"
    #expect(try plan(german).summary == "line of v along date time")
    let gap = try plan(text + "2026-03-29,,7\n")
    #expect(gap.warnings == ["1 row has no date time and is not drawn"])
    // Each column is there if an option names it, and elsewhere if they are not together.
    #expect(
      try plan(text + "2026-03-30,11:30,4\n", ["-x", "date"]).summary
        == "line of v along date, a colour for each time")
    #expect(throws: ValidationError.self) { try plan(text, ["-x", "date,v"]) }
    let apart = "date,v,time\n2026-03-28,1,10:00\n2026-03-29,3,11:30\n"
    #expect(try plan(apart).summary == "line of v along date")
    #expect(try plan(apart, ["-x", "date,time"]).summary == "line of v along date time")
    let moments = "start,time,v\n2026-03-28T01:00,10:00,1\n2026-03-29T02:00,11:30,3\n"
    #expect(try plan(moments).summary == "line of v along start")
  }

  @Test("shows a single JSON object of numbers as bars or a pie")
  func oneRow() throws {
    let object = #"{"used": 30, "free": 60, "cache": 10}"#
    let bars = try plan(object)
    #expect(bars.summary == "bar of value along column")
    #expect(
      bars.chart.records.map { $0.x.value } == ["used", "free", "cache"].map { .category($0) })
    #expect(bars.chart.records.map { $0.y.value?.scalar } == [30, 60, 10])
    #expect(
      try plan(object, ["--kind", "pie"]).chart.records.map { $0.angle?.scalar } == [30, 60, 10])
    #expect(
      try plan(object, ["-y", "free,used"]).chart.records.map { $0.y.value?.scalar } == [60, 30])
    #expect(try plan(object, ["-x", "used", "-y", "free"]).summary == "line of free along used")
    #expect(try plan("a,b\n1,2\n").summary == "line of b along a")
    #expect(try plan(object + "\n" + object).summary == "line of used, free, cache along the rows")
    #expect(throws: ValidationError.self) { try plan(object, ["--range-x", "0..2"]) }
  }

  @Test("divides several columns by one, with the columns that follow from it")
  func dividedColumns() throws {
    #expect(
      try plan("model,step,loss,acc\na,1,9,1\na,2,8,2\nb,1,7,3\nb,2,6,4\n").summary
        == "line of loss, acc along step, a colour for each model")
    #expect(
      try plan(
        "time,host,cpu,mem\n2026-01-01,a,1,2\n2026-01-01,b,3,4\n2026-01-02,a,1,2\n"
          + "2026-01-02,b,3,4\n"
      ).summary
        == "line of cpu, mem along time, a colour for each host")
    let life = "Entity,Code,Year,Life\nBrazil,BRA,1950,40\nBrazil,BRA,1951,41\nWorld,,1950,45\n"
    #expect(
      try plan(life + "World,,1951,46\n").summary
        == "line of Life along Year, a colour for each Entity")
    #expect(
      try plan("|city|n|\n|---|---:|\n|Rome|12|\n|Paris|33|\n").summary == "bar of n along city")
    // A time of the whole table and an empty column are not shown.
    #expect(
      try plan("start,time,empty,v\n2026-01-01,2026-01-01,,1\n2026-01-01,2026-01-02,,2\n").summary
        == "line of v along time")
  }

  @Test("takes categories for the x axis where they do not divide rising numbers")
  func undividedNumbers() throws {
    // One row for each category.
    #expect(
      try plan("fruit,price,count\na,1,3\nb,2,4\n").summary == "bar of price, count along fruit")
    // Numbers that fall within a category.
    #expect(
      try plan("model,step,loss\na,2,9\na,1,8\nb,1,7\nb,2,6\n", ["--group", "model"]).summary
        == "line of step, loss along the rows, a colour for each model")
    #expect(
      try plan("model,step,loss\na,2,9\na,1,8\nb,1,7\nb,2,6\n").summary
        == "bar of step, loss along model")
  }

  @Test("gives a group the same colour whichever rows are shown")
  func groupColors() throws {
    let text = "t,host,v\n1,web,1\n1,db,2\n2,app,3\n2,db,4\n"
    let table = try Table(bytes: [UInt8](text.utf8), name: "data.csv")
    let plan = try plan(text, ["-x", "t", "--group", "host"])
    for rows in [0..<4, 1..<4, 2..<4] {
      let colors = try PreparedChart(plan.showing(table.rows(rows)).chart).colors
      #expect(colors.categories == ["web", "db", "app"])
    }
  }
}
