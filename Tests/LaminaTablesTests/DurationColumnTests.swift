import Foundation
import LaminaTables
import LaminaTestSupport
import Testing

@Suite("Columns of durations")
struct DurationColumnTests {
  /// Returns the seconds of a column of texts, and their form; nil if they are no durations.
  private func durations(
    _ texts: [String], timeFormat: String? = nil, zone: TimeZone = .gmt
  ) throws -> (seconds: [Double], form: DurationColumn.Form)? {
    // A column of ISO 8601 times, so that times of day beside it are categories.
    let iso = timeFormat == nil ? "2024-01-01" : "a"
    let text = "date;took\n" + texts.map { "\(iso);\($0)\n" }.joined()
    var options = TableOptions()
    options.timeFormat = timeFormat
    options.timeZone = zone
    let table = try Table(bytes: [UInt8](text.utf8), name: "test", options: options)
    let column = try #require(table["took"])
    guard let found = DurationColumn(column, zone: zone) else { return nil }
    let read = try #require(table.reading([found])["took"])
    guard case .numbers(let seconds) = read.values else { return nil }
    #expect(read.isDuration && read.gapCount == seconds.count(where: \.isNaN))
    return (seconds, found.form)
  }

  @Test(
    "have seconds, by what is between the colons",
    arguments: [
      (
        ["1:02:03", "36:00:00.5", "-0:00:01"], [3723, 129_600.5, -1], "hours, minutes and seconds"
      ),
      (["7:45", "0:05"], [27_900, 300], "hours and minutes"),
      // More than a day has hours, or a fraction, or another text with three fields.
      (["59:12", "4:05"], [3552, 245], "minutes and seconds"),
      (["4:05.25", "+1:00"], [245.25, 60], "minutes and seconds"),
      (["58:12", "1:02:33"], [3492, 3753], "minutes and seconds"),
      (["0 days 00:31:10.5", "2 days, 1:00:00"], [1870.5, 176_400], "hours, minutes and seconds"),
    ])
  func forms(texts: [String], seconds: [Double], form: String) throws {
    let found = try #require(try durations(texts))
    #expect(found.seconds == seconds && found.form.rawValue == form)
  }

  @Test("of whole and random seconds are these")
  func random() throws {
    var random = SeededGenerator(seed: 1)
    let seconds = (0..<200).map { _ in Int.random(in: -500_000...500_000, using: &random) }
    let texts = seconds.map { second in
      let size = abs(second)
      return (second < 0 ? "-" : "")
        + String(format: "%d:%02d:%02d", size / 3600, size / 60 % 60, size % 60)
    }
    #expect(try durations(texts)?.seconds == seconds.map(Double.init))
  }

  @Test("have gaps where cells are missing")
  func gaps() throws {
    let seconds = try #require(try durations(["1:00:00", "", "0:00:30"])?.seconds)
    #expect(seconds[0] == 3600 && seconds[1].isNaN && seconds[2] == 30)
  }

  @Test(
    "are not other texts",
    arguments: [
      "soon", "1:2", "1:60:00", "1:00:60", "1:00:00:00", ":30", "1:", "1:00.", "1.5:00", "1e1:00",
      "1:00 PM", "x 1:00:00", "days 1:00:00", "1:0٣", "--1:00", "00:1A",
    ])
  func others(text: String) throws {
    #expect(try durations(["1:00:00", text]) == nil)
  }

  @Test("are times of day as well, in the zone of the table")
  func timesOfDay() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let found = try #require(
      try durations(["0:31:10", "1:00:00"], timeFormat: "%H:%M:%S", zone: zone))
    #expect(found.seconds == [1870, 3600] && found.form == .hoursMinutesSeconds)
    #expect(try durations(["4:35"], timeFormat: "%M:%S")?.seconds == [275])
    #expect(try durations(["4:35"], timeFormat: "%H:%M")?.form == .hoursMinutes)
    #expect(try durations(["4:35 PM"], timeFormat: "%I:%M %p") == nil)
  }
}
