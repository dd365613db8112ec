import Foundation
import LaminaTables
import Testing

@Suite("Separated text")
struct SeparatedTextTests {
  @Test("has a header, times, numbers with gaps, and categories")
  func plain() throws {
    let table = try Table(
      """
      time,cpu,host
      2024-01-01T00:00:00Z,1.5,a
      2024-01-01T00:00:01Z,,b
      2024-01-01T00:00:02Z,97.5,a

      """)
    #expect(table.columns.map(\.name) == ["time", "cpu", "host"])
    #expect(table.columns.map(\.kind) == [.times, .numbers, .categories])
    #expect(table.numbers("time") == [1_704_067_200, 1_704_067_201, 1_704_067_202])
    #expect(bits(table.numbers("cpu")) == bits([1.5, .nan, 97.5]))
    #expect(table.strings("host") == ["a", "b", "a"])
    #expect(table["cpu"]?.gapCount == 1)
    #expect(table.rowCount == 3)
    #expect(table.headerLine == 1)
    #expect(
      table.description == """
        3 rows; time: ISO 8601 times from 2024-01-01T00:00:00Z to 2024-01-01T00:00:02Z; \
        cpu: numbers 1.5...97.5, 1 missing; host: 2 categories 'a', 'b'; separator ','; \
        header in line 1
        """)
  }

  @Test(
    "is divided by the separator that it has",
    arguments: [
      ("a,b\n1,2\n3,4\n", TableSeparator.comma), ("a;b\n1;2\n3;4", .semicolon),
      ("a\tb\r\n1\t2\r\n3\t4\r\n", .tab), ("a|b\r1|2\r3|4\r", .bar),
      ("a b\n1   2\n 3 \t 4 \n", .whitespace), ("\u{FEFF}a, b\n1, 2\n3 ,4\n", .comma),
    ])
  func separators(_ text: String, _ separator: TableSeparator) throws {
    let table = try Table(text)
    #expect(table.format == .separated(separator, usesDecimalComma: false))
    #expect(table.numbers("a") == [1, 3])
    #expect(table.numbers("b") == [2, 4])
  }

  @Test("may have one column, with and without a header")
  func oneColumn() throws {
    #expect(try Table("load\n1\n2.5\n").numbers("load") == [1, 2.5])
    let table = try Table("1\n2.5\n")
    #expect(table.numbers("column 1") == [1, 2.5])
    #expect(table.description == "2 rows; column 1: numbers 1...2.5; one column; no header")
  }

  @Test("has decimal commas where cells have them")
  func decimalCommas() throws {
    let table = try Table("t;v\n1,5;2\n-2,25;3e1\n")
    #expect(table.format == .separated(.semicolon, usesDecimalComma: true))
    #expect(table.numbers("t") == [1.5, -2.25])
    #expect(table.numbers("v") == [2, 30])
    #expect(try Table("1,5 2,5\n3,5 4\n").numbers("column 2") == [2.5, 4])
    #expect(try Table("v\n1,5\n2\n") { $0.usesDecimalComma = true }.numbers("v") == [1.5, 2])
  }

  @Test("has decimal commas between commas, where quoted cells have them without a doubt")
  func quotedDecimalCommas() throws {
    func hasCommas(_ text: String) throws -> Bool {
      try Table(text).format == .separated(.comma, usesDecimalComma: true)
    }
    let table = try Table("a,b,c\n\"1,5\",2,x\n\"-2,25\",3e1,\"x, 5\"\n3,4,y\n")
    #expect(table.numbers("a") == [1.5, -2.25, 3] && table.numbers("b") == [2, 30, 4])
    #expect(
      table.description
        == "3 rows; a: numbers -2.25...3; b: numbers 2...30; c: 3 categories 'x', 'x, 5', 'y'; "
        + "separator ',', decimal comma; header in line 1")
    #expect(try Table("a,b\n\"1.234,5 €\",2\n").numbers("a") == [1234.5])
    #expect(try hasCommas("a,b\n\"1,125\",2\n\"2,5\",3\n"))
    for text in [
      // Thousands.
      "a,b\n\"1,234\",2\n\"2,345\",3\n", "a,b\n\"1,234,567\",2\n\"2,5\",3\n",
      // Decimal points, text, and commas that separate cells.
      "a,b\n\"1,5\",2.5\n\"2,5\",3.5\n",
      "a,b,c\n\"1,5\",\"1,25\",2.500\n\"2,5\",\"3,5\",3\n",
      "a,b\n\"1, 5\",2\n\"2, 5\",3\n", "a,b\n1,5\n2,6\n",
    ] {
      #expect(try !hasCommas(text), "\(text)")
    }
  }

  @Test("has quotes as RFC 4180 does")
  func quotes() throws {
    let table = try Table(
      "name,\"value, \"\"x\"\"\"\n\"a\n\"\"b\"\", c\" , \"1.5\"\n\" d \",2\n\"\",\"\"\n")
    #expect(table.strings("name") == ["a\n\"b\", c", " d ", nil])
    #expect(bits(table.numbers("value, \"x\"")) == bits([1.5, 2, .nan]))
    #expect(try Table("h w\n\"a b\" 1\n\"c\td\"\t2\n").strings("h") == ["a b", "c\td"])
    // A quote within a cell is only a quote.
    #expect(try Table("disk,v\n5\" disk,1\n3\",2\n").strings("disk") == ["5\" disk", "3\""])
  }

  @Test("has names that are all different")
  func names() throws {
    let table = try Table(",a,a,a 2,a\n0,1,2,3,4\n5,6,7,8,9\n")
    #expect(table.columns.map(\.name) == ["column 1", "a", "a 3", "a 2", "a 4"])
  }

  @Test("has a header if the first row is text above numbers, or if it is wanted")
  func headers() throws {
    #expect(try Table("1,2\n3,4\n").headerLine == nil)
    #expect(try Table("a,1\nb,2\n").headerLine == nil)
    #expect(try Table("\n\na,v\nb,2\n").headerLine == 3)
    // Years name columns if the numbers below them are not years.
    #expect(try Table("town,2019,2020\nUlm,12,13\nBonn,9,1950\n").headerLine == 1)
    #expect(try Table(",2020,2019,total\nUlm,12,13,25\n").headerLine == 1)
    #expect(try Table("a,2019,2020\nb,2021,2022\n").headerLine == nil)
    #expect(try Table("a,2019,2019\nb,1,2\n").headerLine == nil)
    #expect(try Table("a,2019,5\nb,1,2\n").headerLine == nil)
    #expect(try Table("a,2019\nb,1\n").headerLine == nil)
    #expect(try Table("name,town\nEva,Ulm\nBob,Bonn\n").headerLine == 1)
    #expect(try Table("Eva,Ulm\nBob,Bonn\nEva,Bonn\n").headerLine == nil)
    #expect(
      try Table("2019,2020\n1,2\n3,4") { $0.hasHeader = true }.numbers("2020") == [2, 4])
    #expect(
      try Table("a,b\nc,d\n") { $0.hasHeader = false }.strings("column 1") == ["a", "c"])
  }

  @Test("has comments, which are counted, and may name the columns")
  func comments() throws {
    let table = try Table("# from a probe\n# t v\n1 2\n# pause\n3 4\n")
    #expect(table.columns.map(\.name) == ["t", "v"])
    #expect(table.numbers("v") == [2, 4])
    #expect(table.commentCount == 3)
    #expect(table.headerLine == 2)
    #expect(table.description.hasSuffix("header in line 2; 3 lines of comments"))
  }

  @Test("has blank lines, which are not rows")
  func blankLines() throws {
    #expect(try Table("a,b\n\n1,2\n   \n\r\n3,4\n\n").rowCount == 2)
    #expect(try Table("a\tb\n1\t2\n\t\n3\t4\n").rowCount == 3)
  }

  @Test("may be drawn with bars and hyphens")
  func drawn() throws {
    for text in [
      " city  | n\n-------+----\n Rome  | 12\n Paris | 33\n",
      "+-------+----+\n| city  | n  |\n+-------+----+\n| Rome  | 12 |\n| Paris | 33 |\n+-------+----+\n",
      "| city | n |\n|------|---:|\n| Rome | 12 |\n| Paris | 33 |\n",
      "| city | n |\n| :--- | - |\n| Rome | 12 |\n| Paris | 33 |\n",
      " city  | n\n-------+----\n Rome  | 12\n Paris | 33\n(2 rows)\n\n",
      "+-------+\n| city | n |\n+--+--+\n|Rome|12|\n|Paris|33|\n+----+\n2 rows in set (0.00 sec)\n",
      "city   n \n-----  --\nRome   12\nParis  33\n",
    ] {
      let table = try Table(text)
      #expect(table.numbers("n") == [12, 33], "\(text)")
      #expect(table["city"]?.kind == .categories)
      #expect(table.columns.count == 2)
      // In pieces of any length, the rows are the same.
      for length in [1, 2, 7, 30] {
        var reader = TableReader(name: "t.txt")
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          try reader.append(Array(rest.prefix(length)).span)
          rest = rest.dropFirst(length)
        }
        try reader.finish()
        #expect(
          reader.table?.numbers("n") == [12, 33],
          "\(text) by \(length): \(reader.table?.description ?? "")")
      }
    }
    #expect(try Table(" count \n-------\n    42\n(1 row)\n").numbers("count") == [42])
    #expect(try Table("name\n\"---\"\n\"(1 row)\"\nx\n").rowCount == 3)
    // Gaps at both ends of a row are cells if the table has no bars around it.
    #expect(try Table("a|b|c\n1|2|3\n|5|\n").numbers("b") == [2, 5])
    #expect(try Table("|a|b|\n|1|2|\n||3|\n||4|\n").numbers("b") == [2, 3, 4])
    #expect(
      try Table("|a|b|\n|1|2|\n") { $0.format = .separated(.bar) }.columns.map(\.name)
        == ["column 1", "a", "b", "column 4"])
    #expect(throws: TableError.self) { try Table("a|b\n1|2\n(2 rows) or more\n") }
    #expect(throws: TableError.self) { try Table("a,b\n1,2\n(1 row)\n") }
    // Hyphens are gaps, and elsewhere texts.
    #expect(try Table("a|b\n1|2\n-|-\n3|4\n").rowCount == 3)
    #expect(try Table("a,b\n1,2\n---,3\n---,4\n")["a"]?.kind == .categories)
  }

  @Test("may have a title in front of its header")
  func leadingRows() throws {
    let trends = "Category: All\n\nWeek,a: (World),b: (World)\n2024-01-07,1,2\n2024-01-14,3,4\n"
    let table = try Table(trends)
    #expect(table.columns.map(\.name) == ["Week", "a: (World)", "b: (World)"])
    #expect(table.rowCount == 2)
    #expect(table.headerLine == 3 && table.leadingRowCount == 1)
    #expect(
      table.description.hasSuffix("header in line 3, after 1 row that is left out"),
      "\(table.description)")
    let statistics = "procs ---memory--- cpu\n r b swpd us sy\n 1 0 5 31 7\n 2 0 6 32 8\n"
    #expect(try Table(statistics).numbers("swpd") == [5, 6])
    // Rows that are numbers, and files without a header, keep all rows.
    #expect(throws: TableError.self) { try Table("5\n1,2\n3,4\n5,6\n") }
    #expect(throws: TableError.self) { try Table(trends) { $0.hasHeader = false } }
    #expect(throws: TableError.self) { try Table("a\nb,c\n1,2\n3\n4,5\n6,7\n") }
    // Their number can be given, also of rows like those of the table, and without a header.
    let units = "time,v\nUTC,km\n2024-01-07,1\n2024-01-14,2\n"
    let titled = "x,y\ntime,v\n2024-01-07,1\n2024-01-14,2\n"
    #expect(try Table(titled) { $0.leadingRowCount = 1 }.numbers("v") == [1, 2])
    let rows = try Table(units) { ($0.leadingRowCount, $0.hasHeader) = (2, false) }
    #expect(rows.rowCount == 2 && rows.headerLine == nil && rows.leadingRowCount == 2)
    #expect(throws: TableError.self) { try Table(units) { $0.leadingRowCount = 9 } }
    let long = String(repeating: "title\n", count: 300) + "a,b\n1,2\n"
    #expect(try Table(long) { $0.leadingRowCount = 300 }.numbers("b") == [2])
    // In pieces of any length the same rows are left out.
    for length in 1...trends.utf8.count {
      var options = TableOptions()
      options.leadingRowCount = 1
      var reader = TableReader(name: "t.csv", options: options)
      for _ in 0..<2 {
        var rest = Array(trends.utf8)[...]
        while !rest.isEmpty {
          try reader.append(Array(rest.prefix(length)).span)
          rest = rest.dropFirst(length)
        }
        try reader.beginInput()
      }
      try reader.append(Array(trends.utf8).span)
      try reader.finish()
      #expect(reader.table?.rowCount == 6)
      #expect(reader.table?.badRows.isEmpty == true)
    }
    // A second file has its own title, or none, and never loses a row of the table.
    var reader = TableReader(name: "t.csv", options: TableOptions())
    try reader.append(Array(trends.utf8).span)
    for next in [trends, "Week,a: (World),b: (World)\n2024-01-21,5,6\n", "2024-01-28,7,8\n"] {
      try reader.beginInput()
      try reader.append(Array(next.utf8).span)
    }
    try reader.finish()
    #expect(reader.table?.rowCount == 6)
  }

  @Test("has gaps where cells are missing values, and others if they are named")
  func missing() throws {
    let text = "v\n1\n\"\"\nNA\nn/a\nNaN\nNULL\n-\n2\n"
    let table = try Table(text)
    #expect(bits(table.numbers("v")) == bits([1] + Array(repeating: .nan, count: 6) + [2]))
    #expect(table["v"]?.gapCount == 6)
    let other = try Table("v\n1\n-999\n?\n2\n") { $0.missingValues = ["-999", "?"] }
    #expect(bits(other.numbers("v")) == bits([1, .nan, .nan, 2]))
    let foreign = try Table("v\n1\nНет\nkeine Ä\nKEINE Ä\n2\n") {
      $0.missingValues = ["Нет", "keine Ä"]
    }
    #expect(bits(foreign.numbers("v")) == bits([1, .nan, .nan, .nan, 2]))
    #expect(
      failure(of: "v\n1\n\"\"\n2\n") { $0.missingValues = ["?"] }
        == "t.csv, line 3, column 1 (v): '' is not a number")
  }

  @Test("says where infinite numbers are, and no values")
  func descriptions() throws {
    #expect(
      try Table("a,b\n1,NaN\n-inf,nan\nInfinity,\n").description == """
        3 rows; a: numbers 1, 2 infinite; b: no values, 3 missing; separator ','; header in line 1
        """)
    #expect(
      try Table("a\u{1B}[2J,b\n1,2\n1,3\n").description
        .hasPrefix("2 rows; a\\u{1B}[2J: numbers 1; b: numbers 2...3; "))
  }

  @Test("can be read in part, by names or numbers")
  func chosenColumns() throws {
    let table = try Table("a,b,c\n1,x,2\n3,\"\",4\n5,6,7\n") { $0.columns = ["c", "1"] }
    #expect(table.columns.map(\.name) == ["a", "c"])
    #expect(table.numbers("c") == [2, 4, 7])
    #expect(
      failure(of: "a,b\n1,2\n") { $0.columns = ["d"] }
        == "there is no column d: the columns are a, b")
    #expect(
      failure(of: "a,b\n1,2\n") { $0.columns = ["3"] }
        == "there is no column 3: the columns are a, b")
  }

  @Test("has columns of the kinds that are wanted")
  func kinds() throws {
    let table = try Table("a,b\n1,2\n1,x\n") { $0.kinds = ["a": .categories, "2": .categories] }
    #expect(table.strings("a") == ["1", "1"])
    #expect(table.strings("b") == ["2", "x"])
    #expect(
      failure(of: "a\nx\ny\n") { $0.kinds = ["a": .numbers] }
        == "t.csv, line 2, column 1 (a): 'x' is not a number")
  }

  @Test("has the kinds of all its rows, not of the first alone")
  func lateKinds() throws {
    let numbers = (0..<300).map { "\($0)" }
    let words = (0..<400).map { "w\($0 % 7)" }
    let table = try Table("v\n" + (numbers + words).joined(separator: "\n"))
    #expect(table.strings("v") == numbers + words)
    let reversed = (0..<300).map { _ in "w" } + (0..<301).map { "\($0)" }
    #expect(
      failure(of: "v\n" + reversed.joined(separator: "\n")).hasSuffix(
        "line 2, column 1 (v): 'w' is not a number"))
  }

  @Test("is read from several files with the same columns")
  func files() throws {
    func table(_ texts: String...) throws -> Table {
      try Table(
        inputs: texts.enumerated().map {
          TableInput(name: "\($0.offset).csv", data: Data($0.element.utf8))
        })
    }
    #expect(try table("a,b\n1,2\n", "a,b\n3,4\n", "5,6\n").numbers("a") == [1, 3, 5])
    let twice = [
      TableInput(name: "a", bytes: Array("v\n1\n".utf8)), .init(name: "a", bytes: [0x32]),
    ]
    #expect(try Table(inputs: twice).numbers("v") == [1, 2])
    #expect(
      throws: TableError.otherColumns(name: "1.csv", found: ["b", "a"], expected: ["a", "b"])
    ) {
      try table("a,b\n1,2\n", "b,a\n3,4\n")
    }
    do {
      _ = try table("a,b\n1,2\n3,4\n", "a,b\n3,x\n5,6\n")
      Issue.record("a bad row was read")
    } catch {
      #expect("\(error)" == "1.csv, line 2, column 2 (b): 'x' is not a number")
    }
  }
}
