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
