import Foundation
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("A scale")
struct ScaleTests {
  private static let types: [ScaleType] = [
    .linear, .log, .log(base: 2), .symmetricLog, .symmetricLog(slopeAtZero: 50), .squareRoot,
    .power(exponent: 3),
  ]

  /// Returns two different numbers; for a logarithmic scale, of the same sign.
  private static func domain(
    _ type: ScaleType, _ random: inout SeededGenerator
  ) -> (Double, Double) {
    func number() -> Double {
      let size = pow(10, Double.random(in: -6...6, using: &random))
      return type.isLogarithmic || Bool.random(using: &random) ? size : -size
    }
    let sign: Double = Bool.random(using: &random) ? 1 : -1
    return (number() * sign, number() * sign)
  }

  @Test("finds the values of its places, has rising ticks in its domain, and is the same mirrored")
  func properties() throws {
    var random = SeededGenerator(seed: 20)
    for type in Self.types {
      for _ in 0..<100 {
        let domain = Self.domain(type, &random)
        let scale = try ContinuousScale(type: type, domain: domain, range: (10, 500))
        for part in [0, 0.1, 0.5, 0.99, 1] {
          let value = scale.value(at: 10 + 490 * part)
          let position = try #require(scale.position(of: value))
          #expect(abs(position - (10 + 490 * part)) < 1e-6)
        }
        let ticks = scale.ticks(count: 8)
        let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
        #expect(ticks.allSatisfy { $0 >= low * (1 - 1e-12) - 1e-300 || $0 >= low })
        #expect(ticks.allSatisfy { low...high ~= $0 })
        let rising = domain.0 < domain.1 ? ticks : ticks.reversed()
        #expect(zip(rising, rising.dropFirst()).allSatisfy(<))
        let mirrored = try ContinuousScale(
          type: type, domain: (-domain.0, -domain.1), range: (10, 500))
        #expect(mirrored.ticks(count: 8) == ticks.map { -$0 })
        let nice = scale.nice(count: 8).domain
        #expect(min(nice.0, nice.1) <= low && max(nice.0, nice.1) >= high)
        let minor = scale.minorTicks(for: ticks)
        #expect(minor.allSatisfy { low...high ~= $0 })
        #expect(Set(TickLabels.numbers(ticks)).count == ticks.count)
      }
    }
  }

  @Test("has no place for what its type cannot show, and clamps if asked to")
  func places() throws {
    let log = try ContinuousScale(type: .log, domain: (1, 100), range: (0, 10))
    #expect(
      log.position(of: 0) == nil && log.position(of: -1) == nil && log.position(of: .nan) == nil)
    #expect(log.position(of: 10) == 5)
    #expect(abs(try #require(log.position(of: 1000)) - 15) < 1e-12)
    let clamped = try ContinuousScale(type: .linear, domain: (0, 1), range: (5, 0), isClamped: true)
    #expect(clamped.position(of: 7) == 0 && clamped.position(of: -.infinity) == 5)
    let linear = try ContinuousScale(type: .linear, domain: (0, 1), range: (5, 0))
    #expect(linear.position(of: .infinity) == -.infinity)
    #expect(linear.position(of: .nan) == nil)
  }

  @Test("refuses a domain that has no scale, with the reason")
  func domains() {
    func reason(_ type: ScaleType, _ low: Double, _ high: Double) -> ScaleError? {
      do {
        _ = try ContinuousScale(type: type, domain: (low, high), range: (0, 1))
        return nil
      } catch { return error }
    }
    #expect(reason(.linear, 1, 1) == .emptyDomain(1))
    #expect(reason(.linear, .nan, 1) == .notFinite)
    #expect(reason(.linear, 0, .infinity) == .notFinite)
    #expect(reason(.linear, -1e308, 1e308) == .notFinite)
    #expect(reason(.log, -1, 1) == .zeroOnLogarithmicScale(-1, 1))
    #expect(reason(.log, 10, 0) == .zeroOnLogarithmicScale(0, 10))
    #expect(reason(.date, 0, 1) == .notNumeric)
    #expect(reason(.symmetricLog, -1, 1) == nil)
    #expect(throws: ScaleError.dateOutOfRange) {
      try DateScale(
        domain: .distantPast...Date(timeIntervalSinceReferenceDate: 1e12), range: (0, 1),
        timeZone: .gmt)
    }
  }

  @Test("of bands divides its range evenly")
  func bands() {
    let scale = BandScale(
      categories: ["a", "b", "c", "b"], range: (0, 100), paddingInner: 0.5, paddingOuter: 0.25)
    #expect(scale.step == 25 && scale.bandwidth == 12.5)
    #expect(scale.position(of: "a") == 6.25 && scale.position(of: "b") == 31.25)
    #expect(scale.position(of: "d") == nil && scale.start(ofCategoryAt: 4) == nil)
    #expect(scale.start(ofCategoryAt: 3) == 81.25)
    let many = BandScale(categories: (0..<1_000_000).map(String.init), range: (0, 1))
    #expect(many.position(of: "999999") == many.start(ofCategoryAt: 999_999))
    #expect(BandScale(categories: [], range: (0, 10)).position(of: "") == nil)
  }

  @Test("of dates goes through both days of a change of clocks, and all years from 1 to 9999")
  func clockChanges() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    // 29 March 2026, when 2:00 is 3:00, and 25 October 2026, when 3:00 is 2:00 again.
    for (start, hours) in [(1_774_738_800.0, 23), (1_792_879_200.0, 25)] {
      let day = Date(timeIntervalSince1970: start)...Date(timeIntervalSince1970: start + 86_400)
      let scale = try DateScale(domain: day, range: (0, 1), timeZone: berlin)
      let nice = scale.nice(count: 1).domain
      #expect(nice.lowerBound == day.lowerBound)
      let ticks = scale.ticks(count: 24).filter { $0 < day.lowerBound + Double(hours) * 3600 }
      #expect(ticks.count == hours)
      let days = scale.ticks(count: 2)
      #expect(zip(days, days.dropFirst()).allSatisfy { $1.timeIntervalSince($0) > 36_000 })
    }
    let years = try DateScale(
      domain: Date(
        timeIntervalSince1970: -62_135_596_800)...Date(
          timeIntervalSince1970: 253_402_300_799), range: (0, 1), timeZone: .gmt)
    let labels = TickLabels.dates(years.ticks(count: 5), timeZone: .gmt)
    #expect(labels.map(\.text) == ["2000", "4000", "6000", "8000"])
  }
}
