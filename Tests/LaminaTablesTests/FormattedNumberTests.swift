import Testing

@testable import LaminaTables

@Suite("Formatted numbers")
struct FormattedNumberTests {
  @Test(
    "are read with their separators of thousands, signs and units",
    arguments: [
      ("1,234", 1234, nil), ("1,234,567.891", 1_234_567.891, nil), ("12,345.", 12345, nil),
      ("-1,234", -1234, nil), ("+1,234", 1234, nil), ("\u{2212}5", -5, nil),
      ("1'000", 1000, nil), ("1’000’000", 1_000_000, nil), ("12 345.5", 12345.5, nil),
      ("12\u{A0}345", 12345, nil), ("1\u{202F}234\u{2009}567", 1_234_567, nil),
      ("12,34,567", 1_234_567, nil), ("1,23,456", 123_456, nil),
      ("45%", 45, "%"), ("-0.5 %", -0.5, "%"), (".5%", 0.5, "%"), ("1,234%", 1234, "%"),
      ("$1,234.50", 1234.5, "$"), ("$ 5", 5, "$"), ("-$5", -5, "$"), ("$-5", -5, "$"),
      ("5$", 5, "$"), ("1,234 €", 1234, "€"), ("£12", 12, "£"), ("¥1,000", 1000, "¥"),
      ("₹12,34,567", 1_234_567, "₹"), ("₿0.01", 0.01, "₿"),
      ("(1,234)", -1234, nil), ("(5.00)", -5, nil), ("+$5", 5, "$"), ("($5)", -5, "$"),
      ("(45%)", -45, "%"),
      ("1,234,567,890,123,456,789", 1_234_567_890_123_456_768, nil),
    ] as [(String, Double, Unicode.Scalar?)])
  func reads(_ text: String, value: Double, unit: Unicode.Scalar?) throws {
    let number = try #require(FormattedNumber(text, usesDecimalComma: false))
    #expect(number.value == value)
    #expect(number.unit == unit)
  }

  @Test("are read with decimal commas")
  func decimalComma() {
    func value(_ text: String) -> Double? { FormattedNumber(text, usesDecimalComma: true)?.value }
    #expect(value("1.234,56") == 1234.56)
    #expect(value("1.234.567") == 1_234_567)
    #expect(value("1 234,5") == 1234.5)
    #expect(value("12,5 %") == 12.5)
    #expect(value("12,50 €") == 12.5)
    #expect(value("1,234.5") == nil)
    #expect(value("31.05.2024") == nil)
  }

  @Test(
    "are not what only looks like them",
    arguments: [
      "", "-", "%", "$", "$%", "a", "1,23", "1,2345", "1234,567", "0,123", "01,234", ",123",
      "1,,234",
      "1,234,", "1,234'567", "12,34", "1,23,45", "123,45,678", "1 2", "1 234 ", "--5%", "-$-5",
      "$5%", "$5€", "%5", "5%%", "5 x", "(5)", "(1,234", "1,234)", "()", "1.2.3", "192.168.1.1",
      "2024-05-31", "12:30", "5e3%", "12,345,678,901,234,567,890", "+-5%", "+$-5",
      "(-5.0)", "(+5.0)", "($-5)", "-(5.0)", "$ - 5x", "1,234 5",
    ])
  func rejects(_ text: String) {
    #expect(FormattedNumber(text, usesDecimalComma: false) == nil)
    let bytes = Array(text.utf8)
    #expect(FormattedNumber(bytes.span, 0, bytes.count, usesDecimalComma: false) == nil)
  }

  private func table(_ text: String, skipsBadRows: Bool = false) throws -> Table {
    var options = TableOptions()
    options.skipsBadRows = skipsBadRows
    return try Table(bytes: Array(text.utf8), name: "a.csv", options: options)
  }

  @Test("make columns of numbers with a unit")
  func columns() throws {
    let table = try table(
      """
      day,share,price,people
      1,45%,"$1,234.50","12,345,678"
      2,0,$20,901
      3,-,-$5.00,"1,000"
      """)
    #expect(
      table.columns.map(\.description) == [
        "day: numbers 1...3", "share: numbers 0...45 in %, 1 missing",
        "price: numbers -5...1234.5 in $",
        "people: numbers 901...12345678",
      ])
    #expect(table.columns.map(\.unit) == [nil, "%", "$", nil])
    guard case .numbers(let prices) = table.columns[2].values else {
      Issue.record("prices are no numbers")
      return
    }
    #expect(prices == [1234.5, 20, -5])
  }

  @Test("are less likely than decimal commas, and take other separators")
  func ambiguous() throws {
    let comma = try table("a;b\n1,234;5,678\n2,345;6,789\n")
    #expect(
      comma.columns.map(\.description) == ["a: numbers 1.234...2.345", "b: numbers 5.678...6.789"])
    let both = try table("a;b\n1.234,5;12 %\n2.345,5;13,5 %\n")
    #expect(
      both.columns.map(\.description) == [
        "a: numbers 1234.5...2345.5", "b: numbers 12...13.5 in %",
      ])
    let tab = try table("a\tb\n1,234\t1\n12,345,678\t2\n")
    #expect(tab.columns[0].description == "a: numbers 1234...12345678")
  }

  @Test("with different units are bad")
  func units() throws {
    func reason(_ cells: String...) -> BadRow.Reason? {
      let text = "x,y\n" + cells.enumerated().map { "\($0),\($1)\n" }.joined()
      do {
        _ = try table(text)
        return nil
      } catch TableError.badRow(let row) {
        return row.reason
      } catch {
        Issue.record(error)
        return nil
      }
    }
    #expect(reason("1%", "2%", "0", "0%") == nil)
    #expect(reason("0", "1%", "2%") == nil)
    #expect(reason("1%", "2%", "3") == .otherUnit)
    #expect(reason("1", "2%", "3%") == .otherUnit)
    #expect(reason("$1", "2", "$3") == nil)
    #expect(reason("1", "$2") == nil)
    #expect(reason("$1", "$2", "€3") == .otherUnit)
    #expect(reason("$1", "$2", "3%") == .otherUnit)
    let skipped = try table("x,y\n1,5%\n2,6%\n3,7\n", skipsBadRows: true)
    #expect(skipped.badRows.count == 1)
    #expect(
      skipped.badRows.first.first?.description
        == "a.csv, line 4, column 2 (y): '7' has another unit than the numbers before it")
  }
}
