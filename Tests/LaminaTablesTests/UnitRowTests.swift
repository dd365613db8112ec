import LaminaTables
import LaminaTestSupport
import Testing

@Suite("Rows of units")
struct UnitRowTests {
  private let text = """
    time,temperature,pressure
    [s],(°C),hPa
    0,20.5,1013
    1,20.75,1012
    2,,1011

    """

  @Test("are units of the columns of numbers, and no rows")
  func units() throws {
    let table = try Table(text)
    #expect(table.rowCount == 3 && table.columns.map(\.unit) == ["s", "°C", "hPa"])
    #expect(table.numbers("pressure") == [1013, 1012, 1011])
    #expect(
      table.description
        == "3 rows; time: numbers 0...2 in s; temperature: numbers 20.5...20.75 in °C, 1 missing; "
        + "pressure: numbers 1011...1013 in hPa; separator ','; header in line 1, units below it")
    #expect(table.rows(1..<2).description.contains("units below it"))
  }

  @Test(
    "are found in streams of any pieces, and in each of several files", arguments: [1, 7, 40, 500])
  func pieces(size: Int) throws {
    let bytes = Array(text.utf8)
    var reader = TableReader(name: "t.csv")
    for file in 0..<2 {
      if file > 0 { try reader.beginInput() }
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.append(Array(bytes[start..<min(start + size, bytes.count)]).span)
      }
    }
    try reader.finish()
    let table = try #require(reader.table)
    #expect(table.rowCount == 6 && table.columns.map(\.unit) == ["s", "°C", "hPa"])
    let inputs = ["a.csv", "b.csv"].map { TableInput(name: $0, bytes: bytes) }
    #expect(try Table(inputs: inputs).content == table.content)
  }

  @Test("may have empty cells, also above columns of texts and times")
  func empty() throws {
    let table = try Table(
      """
      when;host;load;"time in use"
      ;;%;ms
      2024-05-31;a;5;12
      2024-06-01;b;6;13
      """)
    #expect(table.columns.map(\.unit) == [nil, nil, "%", "ms"])
    #expect(table.rowCount == 2 && table.columns[0].kind == .times)
    #expect(try Table("a,b\n1/min,y\n1,2\n3,4\n").columns.map(\.unit) == ["1/min", "y"])
    #expect(try Table("a,b\nx,y\n1,2\n").columns.map(\.unit) == [nil, nil])
    // A unit that the numbers have themselves is that of the column.
    #expect(try Table("a,b\nEUR,x\n$1,2\n$3,4\n").columns.map(\.unit) == ["$", "x"])
  }

  @Test(
    "are not rows with names, single cells that cannot be read, or rows without a header",
    arguments: [
      "name,v,w\nfoo,x,y\nbar,1,2\nbaz,3,4\n", "v\nx\n1\n2\n3\n", "a,b\nx,1\n2,3\n4,5\n6,7\n",
      "a,b\n7x,y\n1,2\n3,4\n5,6\n", "1,2\nx,y\n3,4\n5,6\n7,8\n",
    ])
  func others(text: String) throws {
    #expect(throws: TableError.self) { try Table(text) }
    #expect(try Table(text) { $0.skipsBadRows = true }.columns.allSatisfy { $0.unit == nil })
  }

  @Test("are rows if there is no header")
  func withoutHeader() throws {
    let table = try Table(text) { ($0.hasHeader, $0.skipsBadRows) = (false, true) }
    #expect(table.rowCount == 5 && table.badRows.count == 2)
  }
}
