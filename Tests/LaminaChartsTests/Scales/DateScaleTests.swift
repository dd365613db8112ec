import Foundation
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("A scale of dates")
struct DateScaleTests {
  private static func zone(_ identifier: String) throws -> TimeZone {
    try #require(TimeZone(identifier: identifier))
  }

  private static func scale(
    _ start: Double, _ end: Double, _ zone: TimeZone = .gmt
  ) throws -> DateScale {
    try DateScale(
      domain: Date(timeIntervalSince1970: start)...Date(timeIntervalSince1970: end),
      range: (0, 100), timeZone: zone)
  }

  @Test("has rising ticks in its domain, minor ones between them, and a round domain around it")
  func properties() throws {
    var random = SeededGenerator(seed: 24)
    let zones = try ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Apia", "Africa/Cairo"].map(
      Self.zone)
    for index in 0..<400 {
      // The years 1 to 9999.
      let start = Double.random(in: -62_135_596_800...253_402_300_000, using: &random)
      let length = pow(10, Double.random(in: -1...11, using: &random))
      let end = min(253_402_300_799, start + length)
      let scale = try Self.scale(start, end, zones[index % zones.count])
      let count = random.integer(in: 1...20)
      let ticks = scale.ticks(count: count)
      #expect(ticks.allSatisfy { scale.domain.contains($0) })
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy(<))
      let minor = scale.minorTicks(count: count)
      #expect(minor.allSatisfy { scale.domain.contains($0) })
      #expect(zip(minor, minor.dropFirst()).allSatisfy(<) && Set(minor).isDisjoint(with: ticks))
      let nice = scale.nice(count: count).domain
      #expect(nice.lowerBound <= scale.domain.lowerBound)
      #expect(nice.upperBound >= scale.domain.upperBound)
      let labels = TickLabels.dates(ticks, timeZone: scale.timeZone)
      var larger = ""
      let read = labels.map { label in
        larger = label.larger ?? larger
        return label.text + " " + larger
      }
      #expect(Set(read).count == ticks.count, "\(scale.timeZone.identifier) \(read)")
      let part = random.unit()
      let date = scale.date(at: 100 * part)
      #expect(abs(scale.position(of: date) - 100 * part) < 0.1)
    }
  }

  @Test("has ticks at a step of the calendar")
  func steps() throws {
    func days(_ unit: CalendarInterval.Unit, _ count: Int, _ length: Double) throws -> [Int]? {
      // From Thursday, 1 January 1970, on.
      try Self.scale(0, length * 86_400).ticks(at: CalendarInterval(unit: unit, count: count))?.map
      {
        Int($0.timeIntervalSince1970 / 86_400)
      }
    }
    #expect(try days(.week, 1, 20) == [3, 10, 17])
    #expect(try days(.week, 2, 40) == [3, 17, 31])
    #expect(try days(.month, 3, 365) == [0, 90, 181, 273, 365])
    #expect(try days(.year, 5, 3_653) == [0, 1_826, 3_652])
    #expect(try days(.day, 10, 61) == [0, 10, 20, 30, 31, 41, 51, 59])
    #expect(try days(.day, 1, 1_000)?.count == 1_001)
    #expect(try days(.day, 1, 1_001) == nil)
    // All steps that do not divide the larger unit begin with it anew.
    #expect(try days(.hour, 100, 2) == [0, 1, 2])
    #expect(try days(.month, 10_000, 800) == [0, 365, 730])
  }

  @Test("goes through both days of a change of clocks")
  func clockChanges() throws {
    let berlin = try Self.zone("Europe/Berlin")
    // 29 March 2026, when 2:00 is 3:00, and 25 October 2026, when 3:00 is 2:00 again.
    for (start, hours) in [(1_774_738_800.0, 23), (1_792_879_200.0, 25)] {
      let end = start + Double(hours) * 3600
      let scale = try Self.scale(start, end, berlin)
      #expect(scale.ticks(count: hours).count == hours + 1)
      #expect(scale.nice(count: 1).domain == scale.domain)
      // Every third hour of the clock, from midnight to midnight.
      #expect(scale.ticks(count: 8).count == 9)
    }
    let night = try Self.scale(1_792_879_200 + 3600, 1_792_879_200 + 4 * 3600, berlin)
    let labels = TickLabels.dates(night.ticks(count: 3), timeZone: berlin)
    #expect(labels.map(\.text) == ["01:00", "02:00", "02:00+01", "03:00"])
    #expect(labels.map(\.larger) == ["25 Oct 2026", nil, nil, nil])
    let quarters = TickLabels.dates(night.ticks(count: 12), timeZone: berlin).map(\.text)
    #expect(quarters.contains("02:15") && quarters.contains("02:45+01"))
    #expect(quarters.count == 13 && Set(quarters).count == 13)
  }

  @Test("begins days at the first hour that they have")
  func daysWithoutMidnight() throws {
    // On 4 November 2018 clocks in São Paulo went from 0:00 to 1:00.
    let zone = try Self.zone("America/Sao_Paulo")
    let scale = try Self.scale(1_541_214_000, 1_541_214_000 + 3 * 86_400, zone)
    let ticks = scale.ticks(count: 3)
    #expect(ticks.map(\.timeIntervalSince1970).contains(1_541_300_400))
    #expect(
      TickLabels.dates(ticks, timeZone: zone).map(\.text) == ["3", "4", "5", "6"])
  }

  @Test("has no tick outside its domain where clocks go back over midnight")
  func repeatedMidnight() throws {
    // On 7 November 2010, clocks in St John's went from 0:01 back to 23:01.
    let zone = try Self.zone("America/St_Johns")
    let change = 1_289_097_060.0
    for (length, count) in [(3600.0, 4), (86_400, 3), (3 * 86_400, 3), (90 * 86_400, 3)] {
      for start in stride(from: change - 3600, through: change + 3600, by: 600) {
        let scale = try Self.scale(start, start + length, zone)
        let ticks = scale.ticks(count: count)
        #expect(ticks.allSatisfy { scale.domain.contains($0) })
        #expect(!ticks.isEmpty && zip(ticks, ticks.dropFirst()).allSatisfy(<))
        let nice = scale.nice(count: count).domain
        #expect(nice.contains(scale.domain.lowerBound) && nice.contains(scale.domain.upperBound))
      }
    }
  }

  @Test("goes through the years 1 to 9999, and no further")
  func years() throws {
    let scale = try Self.scale(-62_135_596_800, 253_402_300_799)
    let labels = TickLabels.dates(scale.ticks(count: 5), timeZone: .gmt)
    #expect(labels.map(\.text) == ["2000", "4000", "6000", "8000"])
    #expect(scale.nice(count: 5) == scale)
    let first = try Self.scale(-62_135_596_800, -62_135_596_800 + 86_400 * 366)
    #expect(
      TickLabels.dates(first.ticks(count: 4), timeZone: .gmt)
        == [("Jan", "1"), ("Apr", nil), ("Jul", nil), ("Oct", nil), ("Jan", "2")].map {
          DateLabel(text: $0.0, larger: $0.1)
        })
    #expect(throws: ScaleError.dateOutOfRange) { try Self.scale(0, 1e12) }
    #expect(throws: ScaleError.dateOutOfRange) { try Self.scale(-1e12, 0) }
    let epoch = Date(timeIntervalSince1970: 0)
    #expect(throws: ScaleError.emptyDates(epoch)) { try Self.scale(0, 0) }
    #expect(
      "\(ScaleError.emptyDates(epoch))" == "both ends of the domain are 1970-01-01T00:00:00Z")
  }

  @Test("has minor ticks at the next smaller steps of the calendar")
  func minorTicks() throws {
    let day = try Self.scale(0, 86_400)
    #expect(day.ticks(count: 4).count == 5)
    #expect(day.minorTicks(count: 4).count == 20)
    let year = try Self.scale(0, 365 * 86_400)
    #expect(year.ticks(count: 12).count == 13 && year.minorTicks(count: 12).isEmpty)
    #expect(year.ticks(count: 4).count == 5 && year.minorTicks(count: 4).count == 8)
    let decades = try Self.scale(0, 50 * 365.25 * 86_400)
    #expect(decades.ticks(count: 5).count == 6 && decades.minorTicks(count: 5).count == 20)
    #expect(day.ticks(count: 0).isEmpty && day.minorTicks(count: 0).isEmpty)
  }

  @Test("places dates outside its domain at its ends if it is clamped")
  func clamped() throws {
    let domain = Date(timeIntervalSince1970: 0)...Date(timeIntervalSince1970: 10)
    let scale = try DateScale(
      domain: domain, range: (100, 0), timeZone: .gmt, isClamped: true)
    #expect(scale.position(of: Date(timeIntervalSince1970: 20)) == 0)
    #expect(scale.position(of: Date(timeIntervalSince1970: -20)) == 100)
    #expect(scale.date(at: 200) == domain.lowerBound)
    #expect(scale.position(of: Date(timeIntervalSince1970: .nan)).isNaN)
    let free = try DateScale(domain: domain, range: (100, 0), timeZone: .gmt)
    #expect(free.position(of: Date(timeIntervalSince1970: 20)) == -100)
    #expect(free.position(of: Date(timeIntervalSince1970: .infinity)) == -.infinity)
  }
}
