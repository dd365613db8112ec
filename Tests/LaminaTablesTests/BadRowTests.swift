import LaminaTables
import Testing

@Suite("A bad row")
struct BadRowTests {
  @Test(
    "is named with its file, line, column and text",
    arguments: [
      ("a,b\n1,2\n3,oops\n5,6\n", "t.csv, line 3, column 2 (b): 'oops' is not a number"),
      (
        "a,b\n\"1\n2\",2\nx,3\n4,4\n5,5\n6,y\n",
        "t.csv, line 2, column 1 (a): '1\\n2' is not a number"
      ),
      (
        "t,v\n2024-01-01,1\n2024-02-30,2\n2024-03-01,3\n",
        "t.csv, line 3, column 1 (t): '2024-02-30' is not a time"
      ),
      ("v\n1\n1e999\n2\n", "t.csv, line 3, column 1 (v): '1e999' is too large a number"),
      ("v\n1\n\u{1B}[2J\n2\n", "t.csv, line 3, column 1 (v): '\\u{1B}[2J' is not a number"),
      ("a,b\n1,2\n3\n5,6\n", "t.csv, line 3: 1 cell where 2 are expected: '3'"),
      ("a,b\n1,2\n5,6,7\n", "t.csv, line 3: 3 cells where 2 are expected: '5,6,7'"),
      ("a,b\n1,2\n\"x\"y,3\n4,5\n", "t.csv, line 3: text follows the quoted cell '\"x\"'"),
    ])
  func places(_ text: String, _ message: String) {
    #expect(failure(of: text) == message)
  }

  @Test("is quoted in part if it is long")
  func longText() {
    let message = failure(of: "v\n1\n2\n" + String(repeating: "x", count: 5_000) + "\n3\n")
    #expect(
      message == "t.csv, line 4, column 1 (v): '" + String(repeating: "x", count: 60)
        + "…' is not a number")
  }

  @Test("becomes gaps that are counted, and the first are named")
  func skipped() throws {
    let table = try Table("a,b\n1,2\nx,y\n3\n4,5\n6,z\n7,8\n9,10\n11,12\n") {
      $0.skipsBadRows = true
    }
    #expect(table.rowCount == 8)
    #expect(bits(table.numbers("a")) == bits([1, .nan, .nan, 4, 6, 7, 9, 11]))
    #expect(bits(table.numbers("b")) == bits([2, .nan, .nan, 5, .nan, 8, 10, 12]))
    #expect(table.badRows.count == 3)
    #expect(table.badRows.first.map(\.line) == [3, 3, 4, 6])
    #expect(
      table.badRows.description == """
        3 bad rows have gaps instead: t.csv, line 3, column 1 (a): 'x' is not a number; \
        t.csv, line 3, column 2 (b): 'y' is not a number; \
        t.csv, line 4: 1 cell where 2 are expected: '3'; \
        t.csv, line 6, column 2 (b): 'z' is not a number
        """)
    #expect(table.description.hasSuffix(table.badRows.description))
  }

  @Test("is one whose text is not UTF-8")
  func encoding() throws {
    let bytes = Array("a,b\nx,1\n".utf8) + [0x5A, 0xFC, 0x72, 0x2C, 0x32, 0x0A]
    do {
      _ = try Table(bytes: bytes, name: "t.csv")
      Issue.record("text in Latin 1 was read")
    } catch {
      #expect(error.description == "t.csv, line 3, column 1 (a): 'Z\u{FFFD}r' is not text in UTF-8")
    }
    #expect(throws: TableError.invalidHeader(name: "t.csv", line: 1)) {
      try Table(bytes: [0xFC, 0x0A, 0x31, 0x0A], name: "t.csv")
    }
  }

  @Test(
    "is not needed to refuse what is no table",
    arguments: [
      ("", "t.csv has no rows"), ("\n \n# x\n", "t.csv has no rows"),
      ("a,b\n", "t.csv has a header and no rows"),
      ("a,b\n1,\0\n", "t.csv, line 2: a table cannot contain a NUL byte"),
      ("1\0002\n", "t.csv, line 1: a table cannot contain a NUL byte"),
      ("a,b\n1,\"\n2,3\n", "t.csv, line 2: a quote that is opened here is never closed"),
      ("[1,2", "t.csv, line 1: not JSON: it ends within a value"),
      ("{\"a\":1]", "t.csv, line 1: not JSON: ']' closes what was not opened"),
    ])
  func refusals(_ text: String, _ message: String) {
    #expect(failure(of: text) == message)
  }

  @Test("is not needed to refuse UTF-16")
  func utf16() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x31, 0], [0xFE, 0xFF, 0, 0x31], [0x31, 0, 0x0A, 0]] {
      #expect(throws: TableError.utf16(name: "t.csv")) {
        try Table(bytes: bytes, name: "t.csv")
      }
    }
    #expect(
      TableError.utf16(name: "t.csv").description
        == "t.csv is text in UTF-16: a table must be in UTF-8 (iconv -f UTF-16 converts it)")
  }

  @Test("is not needed to refuse UTF-32")
  func utf32() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0, 0x0A, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31],
      [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF],
    ] {
      #expect(throws: TableError.utf32(name: "t.csv")) { try Table(bytes: bytes, name: "t.csv") }
      // In pieces, too.
      var reader = TableReader(name: "t.csv")
      #expect(throws: TableError.utf32(name: "t.csv")) {
        for byte in bytes { try reader.append([byte].span) }
        try reader.finish()
      }
    }
    #expect(
      TableError.utf32(name: "t.csv").description
        == "t.csv is text in UTF-32: a table must be in UTF-8 (iconv -f UTF-32 converts it)")
  }
}
