import Foundation
import LaminaTables
import LaminaTestSupport
import Testing

@Suite("Times that are not written as in ISO 8601")
struct CommonTimeFormatTests {
  private func table(
    _ times: [String], _ change: (inout TableOptions) -> Void = { _ in }
  ) throws -> Table {
    try Table("t;v\n" + times.map { "\($0);1\n" }.joined(), change)
  }

  @Test("are days without separators, if a name or their order says so")
  func days() throws {
    func kind(_ text: String) throws -> TableColumnKind? { try Table(text).columns.first?.kind }
    let day = 1_717_113_600.0
    #expect(try Table("v,date\n1,20240531\n2,20240601\n").numbers("date") == [day, day + 86_400])
    #expect(try Table("x,v\n20240531,1\n20240601,2\n").numbers("x") == [day, day + 86_400])
    #expect(try kind("x,v\n20240601,1\n20240531,2\n") == .numbers)
    #expect(try kind("x,v\n20240531,1\n20240532,2\n") == .numbers)
    #expect(try kind("date,v\n20240531,1\n21240531,2\n") == .numbers)
    #expect(try kind("x,time\n20240531,2024-05-31\n20240601,2024-06-01\n") == .numbers)
    #expect(try Table("date,v\n20240531,1\n,2\n20240101,3\n")["date"]?.kind == .times)
  }

  @Test(
    "are recognized in common forms",
    arguments: [
      ("05/31/2024", "%m/%d/%Y", 1_717_113_600.0), ("31/5/2024", "%d/%m/%Y", 1_717_113_600),
      ("31.05.2024", "%d.%m.%Y", 1_717_113_600), ("31-05-2024", "%d-%m-%Y", 1_717_113_600),
      ("2024.05.31", "%Y.%m.%d", 1_717_113_600), ("2024-5-31", "%Y-%m-%d", 1_717_113_600),
      ("2024/5/31 13:45", "%Y/%m/%d %H:%M", 1_717_163_100),
      ("31 May 2024", "%d %b %Y", 1_717_113_600),
      ("31-May-2024", "%d-%b-%Y", 1_717_113_600), ("May 31, 2024", "%b %d, %Y", 1_717_113_600),
      ("May 2024", "%b %Y", 1_714_521_600),
      ("5/31/2024 1:45 PM", "%m/%d/%Y %I:%M %p", 1_717_163_100),
      ("31.05.2024 13:45:10", "%d.%m.%Y %H:%M:%S", 1_717_163_110),
      ("31.05.2024, 13:45", "%d.%m.%Y, %H:%M", 1_717_163_100),
      ("31.05.2024 13:45:10.25", "%d.%m.%Y %H:%M:%S.%f", 1_717_163_110.25),
      ("31/May/2024:13:45:10 +0200", "%d/%b/%Y:%H:%M:%S %z", 1_717_155_910),
      ("Fri May 31 13:45:10 2024", "%a %b %d %H:%M:%S %Y", 1_717_163_110),
      ("Fri May 31 13:45:10 UTC 2024", "%a %b %d %H:%M:%S %z %Y", 1_717_163_110),
      ("Fri, 31 May 2024 13:45:10 +0200", "%a, %d %b %Y %H:%M:%S %z", 1_717_155_910),
      ("13:45", "%H:%M", 49_500), ("13:45:10", "%H:%M:%S", 49_510),
      ("13:45:10.5", "%H:%M:%S.%f", 49_510.5), ("01:45:10 PM", "%I:%M:%S %p", 49_510),
    ])
  func forms(_ text: String, _ format: String, _ seconds: Double) throws {
    let table = try table([text, text])
    #expect(table.numbers("t") == [seconds, seconds])
    #expect(table["t"]?.timeNotation == .format(format))
    #expect(table["t"]?.isTimeOfDay == !format.contains("Y"))
    #expect(table.numbers("v") == [1, 1])
  }

  @Test("have the day or the month first, as more of them can, or as they are in order")
  func order() throws {
    let dayFirst = try table(["01/02/2024", "20/02/2024", "03/02/2024"])
    #expect(dayFirst["t"]?.timeNotation == .format("%d/%m/%Y"))
    // Both can be, but only in one order the times rise, or fall.
    let rising = ["01/05/2024", "02/03/2024", "03/04/2024"]
    for times in [rising, rising.reversed()] {
      #expect(try table(times)["t"]?.timeNotation == .format("%m/%d/%Y"))
    }
    let unknown = try table(["01/02/2024", "02/02/2024", "03/02/2024"])
    #expect(unknown["t"]?.kind == .categories)
  }

  @Test(
    "are not what only looks like them",
    arguments: ["16:9", "3:1", "1/2/3", "25:30", "1.2.3", "31/02/2024", "31.05.24", "May", "10.12"])
  func others(_ text: String) throws {
    #expect(try table([text, text])["t"]?.timeNotation == nil)
  }

  @Test("are looked for where the options allow it, and no column has times already")
  func options() throws {
    let text = "a,b,v\n31.05.2024,2024-05-31,1\n1.06.2024,2024-06-01,2\n"
    #expect(try Table(text)["a"]?.kind == .categories)
    #expect(try Table(text)["b"]?.timeNotation == .iso8601)
    let two = "a,b,v\n31.05.2024,05/31/2024,1\n1.06.2024,06/01/2024,2\n"
    #expect(try Table(two)["a"]?.timeNotation == .format("%d.%m.%Y"))
    #expect(try Table(two) { $0.kinds = ["b": .times] }["b"]?.timeNotation == .format("%m/%d/%Y"))
    #expect(try Table(two) { $0.kinds = ["a": .categories] }["a"]?.kind == .categories)
    // A number since 1970 is not read in the form of another column.
    let epoch = "a,b\n1700000000,31.05.2024\n1700000060,1.06.2024\n"
    #expect(
      try Table(epoch) { $0.kinds = ["a": .times] }.numbers("a") == [1_700_000_000, 1_700_000_060])
  }

  @Test("may be missing; another cell is a bad row")
  func badRows() throws {
    #expect(
      try bits(table(["31.05.2024", "", "NA", "1.06.2024"]).numbers("t"))
        == bits([1_717_113_600, .nan, .nan, 1_717_200_000]))
    #expect(
      failure(of: "t;v\n31.05.2024;1\n30.02.2024;1\n31.05.2024;2\n")
        == "t.csv, line 3, column 1 (t): '30.02.2024' is not a time")
  }

  @Test("equal Foundation's at random")
  func random() throws {
    var random = SeededGenerator(seed: 27)
    let forms = [
      ("MM/dd/yyyy HH:mm:ss", "%m/%d/%Y %H:%M:%S"), ("dd.MM.yyyy, HH:mm", "%d.%m.%Y, %H:%M"),
      ("d MMM yyyy h:mm a", "%d %b %Y %I:%M %p"), ("MMM d, yyyy", "%b %d, %Y"),
    ]
    for index in 0..<sampledCases(of: 0..<400).count {
      let (pattern, format) = forms[index % forms.count]
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = .gmt
      formatter.dateFormat = pattern
      let first = Double(random.integer(in: -12_000_000_000...200_000_000_000))
      let texts = [first, first + 86_400 * 13, first + 86_400 * 40].map {
        formatter.string(from: Date(timeIntervalSince1970: $0))
      }
      let table = try table(texts)
      #expect(table["t"]?.timeNotation == .format(format), "\(texts)")
      #expect(
        table.numbers("t") == texts.map { formatter.date(from: $0)?.timeIntervalSince1970 },
        "\(texts)")
    }
  }
}
