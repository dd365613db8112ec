import LaminaTables
import LaminaTestSupport
import Testing

@Suite("The memory of a table")
struct TableMemoryTests {
  @Test("is not for more columns than the limit")
  func columns() throws {
    func text(_ count: Int) -> String {
      let row = Array(repeating: "1", count: count).joined(separator: ",")
      return row + "\n" + row + "\n"
    }
    #expect(try Table(text(16_384)).columns.count == 16_384)
    #expect(failure(of: text(16_385)) == "t.csv has more than 16,384 columns")
    #expect(failure(of: text(20_000)) == "t.csv has more than 16,384 columns")
    #expect(
      failure(of: "a,b\n1,2\n" + "3,4\n5,6\n" + text(20_000)).hasPrefix(
        "t.csv, line 5: more than 16,384 cells where 2 are expected: '1,1,1"))
  }

  @Test("is not for gaps that are not in the text", .slow)
  func gaps() {
    // Each row has a key of its own.
    let lines = (0..<5_000).map { "{\"k\($0)\":1}\n" }.joined()
    #expect(
      failure(of: lines, name: "t.json").hasPrefix("t.json has too many gaps: hardly any of "))
    // Each row is bad, and would become 10,000 gaps.
    let header = (0..<10_000).map { "n\($0)" }.joined(separator: ",")
    let values = Array(repeating: "1", count: 10_000).joined(separator: ",")
    let bad = String(repeating: "x\n", count: 1_000)
    #expect(
      failure(of: header + "\n" + values + "\n" + bad) {
        $0.skipsBadRows = true
        $0.format = .separated(.comma)
      }
      .hasSuffix("values in more than a few of 10,000 columns"))
  }
}
