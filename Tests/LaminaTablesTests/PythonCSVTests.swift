import Foundation
import LaminaTables
import Testing

/// The cells that Python's `csv` module finds in random text; `PythonCSV/record` writes the samples.
@Suite("Separated text has the cells")
struct PythonCSVTests {
  private struct Sample: Decodable {
    var text: String
    var separator: String
    var rows: [[String]]
  }

  @Test("that Python finds in it")
  func samples() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "PythonCSV/samples.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 400)
    for line in lines {
      let sample = try JSONDecoder().decode(Sample.self, from: Data(line.utf8))
      let separators: [String: TableSeparator] = [
        ",": .comma, ";": .semicolon, "\t": .tab, "|": .bar,
      ]
      let separator = try #require(separators[sample.separator])
      let table = try Table(sample.text) {
        $0.format = .separated(separator)
        $0.hasHeader = false
        $0.missingValues = []
        for column in 1...sample.rows[0].count { $0.kinds["\(column)"] = .categories }
      }
      let found = (0..<table.rowCount).map { row in
        table.columns.map { table.strings($0.name)[row] }
      }
      #expect(found == sample.rows, "\(sample.text)")
    }
  }
}
