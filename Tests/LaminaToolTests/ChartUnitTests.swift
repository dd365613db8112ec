import LaminaCharts
import LaminaTables
import Testing

@testable import LaminaTool

@Suite("Units in lamina chart")
struct ChartUnitTests {
  private func titles(_ text: String, _ arguments: String...) throws -> [String] {
    let plan = try ChartPlan(
      table: Table(bytes: [UInt8](text.utf8), name: "data.csv"),
      command: ChartCommand.parse(["data.csv"] + arguments))
    return try ChartLayout(plan.chart, size: .init(width: 600, height: 300)).texts
      .filter { [.xTitle, .yTitle].contains($0.role) }.map(\.string)
  }

  @Test("follow the titles of the axes, unless another is given")
  func axes() throws {
    let text = "month,share,price,cost\nJan,45%,$5,$3\nFeb,50%,$7,$4\n"
    #expect(try titles(text, "-y", "share") == ["share (%)"])
    #expect(try titles(text, "-y", "share", "--unit", "percent") == ["share (percent)"])
    #expect(try titles(text, "-y", "price,cost") == ["$"])
    #expect(try titles(text, "-y", "share,price") == [])
    #expect(try titles(text, "-y", "share", "--y2", "price") == ["share (%)", "price ($)"])
    #expect(
      try titles(text, "-x", "price", "-y", "share", "--kind", "point").sorted()
        == ["price ($)", "share (%)"])
    #expect(try titles(text, "-y", "share", "--kind", "histogram").contains("share (%)"))
  }
}
