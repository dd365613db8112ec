import Foundation
import LaminaTables
import LaminaTestSupport
import Testing

@Suite("Times in tables")
struct TableTimeTests {
  private func time(_ text: String, _ change: (inout TableOptions) -> Void = { _ in }) throws
    -> Double
  {
    try #require(try Table("t\n\"\(text)\"\n\"\(text)\"\n", change).numbers("t").first)
  }

  @Test(
    "are in the forms of ISO 8601",
    arguments: [
      ("2024-05-31", 1_717_113_600.0), ("2024-05", 1_714_521_600), ("2024/05/31", 1_717_113_600),
      ("2024-05-31T13:45", 1_717_163_100), ("2024-05-31 13:45:10", 1_717_163_110),
      ("2024-05-31T13:45:10.125Z", 1_717_163_110.125), ("20240531T134510Z", 1_717_163_110),
      ("2024-05-31T13:45:10,5+02:00", 1_717_155_910.5), ("2024-05-31 13:45:10 UTC", 1_717_163_110),
      ("2024-05-31T13:45:10-0330", 1_717_175_710), ("2024-05-31T13:45:10+02", 1_717_155_910),
      ("2024-02-29T24:00:00Z", 1_709_251_200), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("0001-01-01", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("1969-12-31T23:59:59.75Z", -0.25), ("1900-02-28", -2_203_977_600),
    ])
  func iso8601(_ text: String, _ seconds: Double) throws {
    #expect(try time(text) == seconds)
  }

  @Test(
    "are not what only looks like them",
    arguments: [
      "2023-02-29", "2024-13-01", "2024-00-10", "2024-05-31T25:00", "2024-05-31T13:60",
      "2024-05-31T", "2024-05-31T13", "2024-05-31T13:45:61", "2024-05-31T13:45Zx",
      "2024-05-31T13:45+", "2024-05-31T13:45+19:00", "2024-05-31T24:00:01", "202-05-31",
      "2024-05/31",
    ])
  func notTimes(_ text: String) throws {
    #expect(try Table("t,v\n\(text),1\n\(text),2\n")["t"]?.kind == .categories)
  }

  @Test("equal Foundation's at random")
  func random() throws {
    var random = SeededGenerator(seed: 21)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for _ in 0..<sampledCases(of: 0..<2_000).count {
      // After 1582, when Foundation's calendar is Gregorian.
      let seconds = random.integer(in: -12_000_000_000...200_000_000_000)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      func padded(_ number: Int?, _ width: Int = 2) -> String {
        let digits = String(number ?? 0)
        return String(repeating: "0", count: width - digits.count) + digits
      }
      let text =
        "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
        + "T\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))Z"
      let table = try Table("t\n\(text)\n")
      #expect(table.numbers("t") == [Double(seconds)])
      #expect(table.description.contains("all \(text)"))
    }
  }

  @Test("without a zone are in the one that is given, on both days when clocks change")
  func zones() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    func local(_ text: String) throws -> Double { try time(text) { $0.timeZone = berlin } }
    #expect(try local("2024-01-15T12:00") == 1_705_316_400)
    #expect(try local("2024-07-15T12:00") == 1_721_037_600)
    // Skipped: an hour later. Twice: the first.
    #expect(try local("2024-03-31T01:59:59") == 1_711_846_799)
    #expect(try local("2024-03-31T02:30:00") == 1_711_848_600)
    #expect(try local("2024-03-31T03:00:00") == 1_711_846_800)
    #expect(try local("2024-10-27T01:59:59") == 1_729_987_199)
    #expect(try local("2024-10-27T02:30:00") == 1_729_989_000)
    #expect(try local("2024-10-27T03:00:00") == 1_729_994_400)
    // One that names its zone stays.
    #expect(try local("2024-07-15T12:00Z") == 1_721_044_800)
  }

  @Test("of a zone are where Foundation's calendar has them")
  func zonesAtRandom() throws {
    var random = SeededGenerator(seed: 5)
    for identifier in ["America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"] {
      let zone = try #require(TimeZone(identifier: identifier))
      var seconds: [Double] = []
      var text = "t\n"
      for _ in 0..<200 {
        let time = Double(random.integer(in: 946_684_800...1_893_456_000))
        let local = time + Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)))
        // An hour that occurs twice is read as the first.
        let hour = Double(
          zone.secondsFromGMT(for: Date(timeIntervalSince1970: time - 3_600))
            - zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)))
        if hour > 0 { continue }
        let date = Date(timeIntervalSince1970: local)
        text += date.formatted(.iso8601).dropLast() + "\n"
        seconds.append(time)
      }
      #expect(try Table(text) { $0.timeZone = zone }.numbers("t") == seconds)
    }
  }

  @Test(
    "are numbers since 1970 in a unit of their size",
    arguments: [
      ("1700000000.5", 1_700_000_000.5, TableColumn.TimeNotation.seconds),
      ("1700000000123", 1_700_000_000.123, .milliseconds),
      ("1700000000123456", 1_700_000_000.123456, .microseconds),
      ("1700000000000000000", 1_700_000_000, .nanoseconds),
    ])
  func epochs(_ text: String, _ seconds: Double, _ notation: TableColumn.TimeNotation) throws {
    let table = try Table("value,timestamp\n5,\(text)\n4,\(text)\n")
    #expect(table.numbers("timestamp") == [seconds, seconds])
    #expect(table["timestamp"]?.timeNotation == notation)
    // The first column needs no such name if it never decreases.
    #expect(try Table("x,y\n\(text),1\n\(text),2\n")["x"]?.kind == .times)
    #expect(try Table("x,y\n1,\(text)\n2,\(text)\n")["y"]?.kind == .numbers)
    #expect(try Table("x,y\n\(text),1\n5,2\n")["x"]?.kind == .numbers)
    // Counts and identifiers are seldom times of this century's first third.
    #expect(try Table("rows,y\n100000000,1\n900000000,2\n")["rows"]?.kind == .numbers)
    #expect(try Table("id,y\n2000000001,1\n2000000002,2\n")["id"]?.kind == .numbers)
    #expect(try Table("time,y\n100000000,1\n900000000,2\n")["time"]?.kind == .times)
    let forced = try Table("x,y\n1,\(text)\n2,\(text)\n") { $0.kinds = ["y": .times] }
    #expect(forced.numbers("y") == [seconds, seconds])
  }

  @Test("that are wanted may not be anything else")
  func wanted() throws {
    #expect(
      failure(of: "t\n1\nx\n") { $0.kinds = ["t": .times] }
        == "t.csv, line 3, column 1 (t): 'x' is not a time")
    #expect(
      failure(of: "t\n1\ninf\n") { $0.kinds = ["t": .times] }
        == "t.csv, line 3, column 1 (t): 'inf' is not a time")
    #expect(try Table("t\n-5\n5\n") { $0.kinds = ["t": .times] }.numbers("t") == [-5, 5])
  }

  @Test(
    "are of the form that is given",
    arguments: [
      ("%d.%m.%Y %H:%M", "31.5.2024  13:45", 1_717_163_100.0),
      ("%Y%m%d", "20240531", 1_717_113_600), ("%D %I:%M %p", "5/31/24 1:45 PM", 1_717_163_100),
      ("%a, %d %b %Y %T %z", "Fri, 31 May 2024 13:45:10 +0200", 1_717_155_910),
      ("%B %d %y", "December 1 69", -2_678_400), ("%Y-%j", "2024-060", 1_709_164_800),
      ("%s", "12.5", 12.5), ("%F%%%R", "2024-05-31%13:45", 1_717_163_100),
      ("%F %T.%f", "2024-05-31 13:45:10.25", 1_717_163_110.25),
      ("%I %p %F", "12 am 1970-01-01", 0),
      ("%Y Q%q", "2024Q2", 1_711_929_600), ("Q%q/%y", "Q4/69", -7_948_800),
      ("%G-W%V", "1970-W01", -259_200), ("%G W%V-%u", "2020W53-7", 1_609_632_000),
    ])
  func patterns(_ format: String, _ text: String, _ seconds: Double) throws {
    let table = try Table("t,v\n\"\(text)\",5.5\n\"\(text)\",5.25\n") { $0.timeFormat = format }
    #expect(table.numbers("t") == [seconds, seconds])
    #expect(table["t"]?.timeNotation == .format(format))
    #expect(table.numbers("v") == [5.5, 5.25])
  }

  @Test("of weeks are the days that Foundation's calendar has", arguments: 0..<200)
  func weeks(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let days = Int.random(in: -20_000...40_000, using: &random)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: Double(days) * 86_400)
    let parts = calendar.dateComponents(
      [.yearForWeekOfYear, .weekOfYear, .weekday], from: date)
    let weekday = (parts.weekday! + 5) % 7 + 1
    let text = "\(parts.yearForWeekOfYear!)-W\(parts.weekOfYear!)-\(weekday)"
    let table = try Table("t,v\n\(text),1\n") { $0.timeFormat = "%G-W%V-%u" }
    #expect(table.numbers("t") == [date.timeIntervalSince1970])
  }

  @Test(
    "of weeks and quarters that do not exist are none",
    arguments: [
      ("%G-W%V", "2024-W53"), ("%G-W%V", "2024-W00"), ("%G-W%V-%u", "2024-W01-8"),
      ("%Y Q%q", "2024 Q5"), ("%Y Q%q", "2024 Q0"),
    ])
  func missingWeeks(_ format: String, _ text: String) {
    let failure = failure(of: "t\n\(text)\n") { $0.timeFormat = format }
    #expect(failure.contains("'\(text)'"))
  }

  @Test("of weeks need a year of weeks", arguments: ["%Y-W%V", "%G", "%V"])
  func halfWeeks(_ format: String) {
    #expect(
      failure(of: "t\n1\n") { $0.timeFormat = format }.contains("a week needs both %G and %V"))
  }

  @Test("of a form that is given may not be of another")
  func patternMistakes() {
    #expect(
      failure(of: "t\n1.2.2024\n30.2.2024\n2.2.2024\n") { $0.timeFormat = "%d.%m.%Y" }
        == "t.csv, line 3, column 1 (t): '30.2.2024' is not a time")
    #expect(
      failure(of: "t\n1\n") { $0.timeFormat = "%Q" }
        == "'%Q' is not a form of times: %Q is not a conversion it knows")
    #expect(
      failure(of: "t\n1\n") { $0.timeFormat = "%" }
        == "'%' is not a form of times: nothing follows its last %")
    #expect(
      failure(of: "t\n1\n") { $0.timeFormat = "now" }
        == "'now' is not a form of times: it has no conversion, such as %Y")
  }

  @Test("of a form that is given are in some column")
  func absentPattern() throws {
    func message(_ text: String) -> String? {
      failure(of: text) { $0.timeFormat = "%d.%m.%Y" }
    }
    let absent = "t.csv: no column has times of the form '%d.%m.%Y': "
    #expect(message("a,t\nx,2024-05-31\n") == absent + "'2024-05-31' in line 2 is not one")
    #expect(message("v,host\n1,a\n2,b\n") == absent + "'a' in line 2 is not one")
    #expect(message("1\n2\n") == absent + "'1' in line 1 is not one")
    #expect(message("{\"t\":\"5/31/2024\"}\n") == absent + "'5/31/2024' in line 1 is not one")
    // Most cells have another form.
    #expect(
      message("t\n1.2.2024\n5/31/2024\n6/2/2024\n") == absent + "'5/31/2024' in line 3 is not one")
    // They may come later, or be in a column that is not read.
    var reader = TableReader(name: "t.csv", options: options(columns: nil))
    try reader.append([UInt8]("t,v\n,1\n".utf8).span)
    #expect(reader.rowCount == 1)
    _ = try Table(
      bytes: [UInt8]("t,v\n1.2.2024,1\n".utf8), name: "t.csv", options: options(columns: ["v"]))
  }

  private func options(columns: [String]?) -> TableOptions {
    var options = TableOptions()
    options.timeFormat = "%d.%m.%Y"
    options.columns = columns
    return options
  }
}
