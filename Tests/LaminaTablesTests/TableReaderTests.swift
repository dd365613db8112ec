import CDeflate
import Foundation
import LaminaTables
import LaminaTestSupport
import Testing

@Suite("A table reader")
struct TableReaderTests {
  @Test("adds the rows that are complete, and the last at the end")
  func rows() throws {
    var reader = TableReader(name: "t.csv")
    func append(_ text: String) throws -> Range<Int> { try reader.append(Array(text.utf8).span) }
    #expect(try append("a,b\n1,") == 0..<0)
    #expect(reader.table == nil)
    #expect(try append("2\n3,4") == 0..<1)
    #expect(reader.table?.numbers("b") == [2])
    #expect(try append("5") == 1..<1)
    #expect(try append("\r") == 1..<1)
    #expect(try append("\n") == 1..<2)
    #expect(try append("6,\"7\"") == 2..<2)
    #expect(try reader.finish() == 2..<3)
    #expect(try reader.finish() == 3..<3)
    #expect(reader.table?.numbers("b") == [2, 45, 7])
  }

  @Test("has a row of numbers when its line is complete, and does not wait for the next")
  func firstRow() throws {
    for text in ["5\n", "1,2\n", "-1.5 2\n"] {
      var reader = TableReader(name: "t.csv")
      #expect(try reader.append(Array(text.utf8).span) == 0..<1)
      #expect(try reader.append(Array(text.utf8).span) == 1..<2)
    }
    for text in ["load\n", "1,x\n", "NA\n"] {
      var reader = TableReader(name: "t.csv")
      #expect(try reader.append(Array(text.utf8).span) == 0..<0)
    }
  }

  @Test("keeps the blank lines of a single column, if it is asked to")
  func blankLines() throws {
    func rows(_ text: String, keeps: Bool = true) throws -> [UInt64] {
      let table = try Table(text) { $0.keepsBlankLines = keeps }
      return bits(table.numbers(table.columns[0].name))
    }
    #expect(try rows("1\n\n3\n\n \n") == bits([1, .nan, 3]))
    #expect(try rows("\n\n1\n") == bits([.nan, .nan, 1]))
    #expect(try rows("load\r\n\r\n1\r\n# x\r\n\r\n2\r\n") == bits([.nan, 1, .nan, 2]))
    #expect(try rows("1,2\n\n3,4\n") == bits([1, 3]))
    #expect(try rows("1\n\n3\n", keeps: false) == bits([1, 3]))
    var options = TableOptions()
    options.keepsBlankLines = true
    var reader = TableReader(name: "t.csv", options: options)
    for byte in Array("1\n\n\n2\n\nx\n".utf8.dropLast(3)) { try reader.append([byte].span) }
    #expect(reader.table.map { bits($0.numbers("column 1")) } == bits([1, .nan, .nan, 2]))
    #expect(reader.table?.columns[0].gapCount == 2)
    let error = #expect(throws: TableError.self) { try reader.append(Array("\nx\n".utf8).span) }
    #expect(error?.description.hasPrefix("t.csv, line 6,") == true)
  }

  @Test("keeps the rows before a bad one, and stays at it")
  func badRows() throws {
    var reader = TableReader(name: "t.csv")
    try reader.append(Array("a,b\n1,2\n".utf8).span)
    let error = try #require(throws: TableError.self) {
      try reader.append(Array("3,4\n5,x\n7,8\n".utf8).span)
    }
    #expect(error.description == "t.csv, line 4, column 2 (b): 'x' is not a number")
    #expect(reader.table?.numbers("a") == [1, 3])
    #expect(throws: error) { try reader.append(Array("9,9\n".utf8).span) }
    #expect(throws: error) { try reader.finish() }
    #expect(reader.table?.numbers("b") == [2, 4])
    #expect(reader.table?.badRows.isEmpty == true)
  }

  @Test("has the kinds of the first part, and gaps for what does not fit later")
  func fixedKinds() throws {
    var options = TableOptions()
    options.skipsBadRows = true
    var reader = TableReader(name: "t.csv", options: options)
    try reader.append(Array("a,b\n1,x\n2,y\n".utf8).span)
    try reader.append(Array("3,z\nq,4\n5\n".utf8).span)
    let table = try #require(reader.table)
    #expect(bits(table.numbers("a")) == bits([1, 2, 3, .nan, .nan]))
    #expect(table.strings("b") == ["x", "y", "z", "4", nil])
    #expect(table.badRows.count == 2)
    #expect(table.badRows.first.map(\.row) == [4, 5])
  }

  @Test("removes the oldest rows, and counts on")
  func removal() throws {
    var reader = TableReader(name: "t.csv")
    try reader.append(Array("a,b\n1,x\n,y\n3,x\n".utf8).span)
    reader.removeFirst(2)
    #expect(reader.rowCount == 1)
    #expect(reader.table?["a"]?.gapCount == 0)
    #expect(reader.table?.strings("b") == ["x"])
    let error = #expect(throws: TableError.self) { try reader.append(Array("q,1\n".utf8).span) }
    guard case .badRow(let row)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(row.row == 4)
    #expect(row.line == 5)
  }

  @Test("goes on with another input of the same columns, with a header or without")
  func inputs() throws {
    for header in ["a,b\n", "\u{FEFF}a,b\n", "# next\na,b\n", ""] {
      var reader = TableReader(name: "t.csv")
      #expect(try reader.append(Array("a,b\n1,2\n3,4".utf8).span) == 0..<1)
      #expect(try reader.beginInput() == 1..<2)
      let rest = Array((header + "5,6\n").utf8)
      for byte in rest { try reader.append([byte].span) }
      #expect(reader.table?.numbers("b") == [2, 4, 6], "\(header)")
      let error = #expect(throws: TableError.self) { try reader.append(Array("x,1\n".utf8).span) }
      #expect("\(try #require(error))".contains("line \(header.count { $0 == "\n" } + 2)"))
    }
    var other = TableReader(name: "t.csv")
    try other.append(Array("a,b\n1,2\n".utf8).span)
    try other.beginInput()
    #expect(throws: TableError.self) { try other.append(Array("a,c\n5,6\n".utf8).span) }
    // Before there is a row, an input may be empty.
    var empty = TableReader(name: "t.csv")
    try empty.append(Array("a,b\n".utf8).span)
    #expect(try empty.beginInput() == 0..<0)
    #expect(try empty.append(Array("a,b\n1,2\n".utf8).span) == 0..<1)
    #expect(try empty.finish() == 1..<1)
  }

  @Test("has tables of some of its rows")
  func someRows() throws {
    let table = try Table(bytes: Array("a,b\n1,x\n,y\n3,\n".utf8), name: "t.csv")
    let rows = table.rows(1..<3)
    #expect(rows.rowCount == 2)
    #expect(rows["a"]?.gapCount == 1 && rows["b"]?.gapCount == 1)
    #expect(rows.strings("b") == ["y", nil])
    #expect(table.rows(3..<3).rowCount == 0)
    #expect(table.rows(0..<3).strings("b") == table.strings("b"))
  }

  @Test("leaves out keys of JSON lines that come later, if it is to")
  func ignoredKeys() throws {
    var options = TableOptions()
    options.ignoresNewKeys = true
    var reader = TableReader(name: "t.json", options: options)
    func append(_ text: String) throws { try reader.append(Array(text.utf8).span) }
    try append("{\"a\":1}\n{\"a\":2,\"n\":{\"x\":0}}\n")
    #expect(reader.ignoredKeys == [])
    try append("{\"b\":3,\"a\":4}\n{\"n\":{\"x\":5,\"y\":{\"z\":6}},\"b\":7}\n")
    #expect(reader.ignoredKeys == ["b", "n.y.z"])
    try reader.beginInput()
    try append("{\"c\":8,\"a\":9}\n")
    #expect(reader.ignoredKeys == ["b", "n.y.z", "c"])
    #expect(reader.table?.columns.map(\.name) == ["a", "n.x"])
    #expect(bits(reader.table?.numbers("a") ?? []) == bits([1, 2, 4, .nan, 9]))
    #expect(bits(reader.table?.numbers("n.x") ?? []) == bits([.nan, 0, .nan, 5, .nan]))
  }

  @Test("reads JSON lines as they come, and one value at the end")
  func json() throws {
    var lines = TableReader(name: "t.json")
    #expect(try lines.append(Array("{\"a\":1}\n{\"a\"".utf8).span) == 0..<1)
    #expect(try lines.append(Array(":2}\n".utf8).span) == 1..<2)
    let error = #expect(throws: TableError.self) {
      try lines.append(Array("{\"b\":2}\n".utf8).span)
    }
    #expect(error?.description == "t.json, line 3, row 3: no row before had the key 'b'")
    #expect(lines.table?.numbers("a") == [1, 2])

    var arrays = TableReader(name: "t.json")
    #expect(try arrays.append(Array("[1,2]\n".utf8).span) == 0..<0)
    #expect(try arrays.append(Array("[3,4]\n".utf8).span) == 0..<2)

    var columns = TableReader(name: "t.json")
    #expect(try columns.append(Array("{\"a\":[1,2],\"b\":[3,4]}\n".utf8).span) == 0..<0)
    #expect(try columns.finish() == 0..<2)
    #expect(columns.table?.numbers("b") == [3, 4])

    var value = TableReader(name: "t.json")
    #expect(try value.append(Array("[\n{\"a\":1},\n".utf8).span) == 0..<0)
    #expect(try value.append(Array("{\"a\":2}\n]\n".utf8).span) == 0..<0)
    #expect(try value.finish() == 0..<2)
    #expect(value.table?.numbers("a") == [1, 2])
  }

  @Test("says what is missing at the end")
  func endings() {
    func end(_ text: String) throws {
      var reader = TableReader(name: "t.csv")
      try reader.append(Array(text.utf8).span)
      try reader.finish()
    }
    #expect(throws: TableError.empty(name: "t.csv")) { try end("") }
    #expect(throws: TableError.empty(name: "t.csv")) { try end("#\n") }
    #expect(throws: TableError.noRows(name: "t.csv")) { try end("a,b\n") }
    #expect(throws: TableError.unclosedQuote(name: "t.csv", line: 3)) { try end("a\n1\n\"2\n3\n") }
    #expect(throws: TableError.nulByte(name: "t.csv", line: 2)) { try end("a\n\0\n") }
    #expect(throws: TableError.utf16(name: "t.csv")) { try end("a\0\n\0") }
    var gzip = TableReader(name: "t.gz")
    #expect(throws: TableError.damagedGzip(name: "t.gz")) {
      try gzip.append([0x1F].span)
      try gzip.append([0x8B].span)
      try gzip.finish()
    }
  }

  @Test("gives in pieces what a table gives at once", arguments: 0..<60)
  func pieces(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = RandomTable(&random)
    let whole = try Table(sample.text, { $0 = sample.options })
    for limit in [1, 7, 60, 2_000] {
      var reader = TableReader(name: "t.csv", options: sample.options)
      try read(Array(sample.text.utf8), into: &reader, pieces: limit, &random)
      let table = try #require(reader.table)
      #expect(table.content == whole.content, "pieces of at most \(limit) bytes of \(sample.text)")
    }
  }

  @Test("gives back what was written, with any separator and quotes", arguments: 100..<200)
  func written(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = RandomTable(&random)
    let table = try Table(sample.text, { $0 = sample.options })
    #expect(table.columns.map(\.name) == sample.names)
    for (name, values) in zip(sample.names, sample.columns) {
      switch values {
      case .numbers(let numbers):
        #expect(bits(table.numbers(name)) == bits(numbers), "\(name) in \(sample.text)")
      case .strings(let strings):
        #expect(table.strings(name) == strings, "\(name) in \(sample.text)")
      }
    }
  }

  @Test("finds the separator and the kinds of tables that were written", arguments: 200..<260)
  func found(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = RandomTable(&random, isPlain: true)
    let table = try Table(sample.text)
    #expect(table.format == sample.format, "\(sample.text)")
    #expect(table.columns.map(\.name) == sample.names)
    #expect(table.content == (try Table(sample.text, { $0 = sample.options }).content))
  }

  @Test("reads gzip of one member and of several")
  func gzip() throws {
    let text = "a,b\n" + (0..<5_000).map { "\($0),\($0 % 7)\n" }.joined()
    let bytes = Array(text.utf8)
    let plain = try Table(text)
    let one = try Table(bytes: compressed(bytes), name: "t.csv.gz")
    #expect(one.content == plain.content)
    let two = compressed(Array(bytes[..<20_001])) + compressed(Array(bytes[20_001...]))
    #expect(try Table(bytes: two, name: "t.csv.gz").content == plain.content)
    var random = SeededGenerator(seed: 9)
    var reader = TableReader(name: "t.csv.gz")
    try read(two, into: &reader, pieces: 500, &random)
    #expect(reader.table?.content == plain.content)

    let json = try Table(bytes: compressed(Array("[1,2,3]".utf8)), name: "t.json.gz")
    #expect(json.numbers("value") == [1, 2, 3])
    #expect(throws: TableError.damagedGzip(name: "t")) {
      try Table(bytes: Array(compressed(bytes).dropLast(9)), name: "t")
    }
    var options = TableOptions()
    options.decompressedLimit = 10_000
    #expect(throws: TableError.tooLarge(name: "t", limit: 10_000)) {
      try Table(bytes: compressed(bytes), name: "t", options: options)
    }
  }

  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    return [UInt8](
      unsafeUninitializedCapacity: libdeflate_gzip_compress_bound(compressor, bytes.count)
    ) { buffer, count in
      count = libdeflate_gzip_compress(
        compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
    }
  }
}
