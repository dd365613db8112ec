import Foundation
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("A scale")
struct ScaleTests {
  private static let types: [ScaleType] = [
    .linear, .log, .log(base: 2), .log(base: 7), .log(base: 1.5), .symmetricLog,
    .symmetricLog(slopeAtZero: 50), .squareRoot, .power(exponent: 3), .duration,
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

  @Test("finds the values of its places, and is the same reversed", arguments: types)
  func places(type: ScaleType) throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<200 {
      let domain = Self.domain(type, &random)
      let scale = try ContinuousScale(type: type, domain: domain, range: (10, 500))
      let reversed = try ContinuousScale(
        type: type, domain: (domain.1, domain.0), range: (500, 10))
      let turned = try ContinuousScale(type: type, domain: domain, range: (500, 10))
      for part in [0, 0.1, 0.5, 0.99, 1] {
        let place = 10 + 490 * part
        let value = scale.value(at: place)
        #expect(abs(try #require(scale.position(of: value)) - place) < 1e-6)
        #expect(abs(try #require(reversed.position(of: value)) - place) < 1e-6)
        #expect(abs(try #require(turned.position(of: value)) - (510 - place)) < 1e-6)
      }
      #expect(scale.value(at: 10) == domain.0 && scale.value(at: 500) == domain.1)
    }
  }

  @Test(
    "has rising ticks in its domain, which are the same reversed and mirrored", arguments: types)
  func ticks(type: ScaleType) throws {
    var random = SeededGenerator(seed: 21)
    for index in 0..<200 {
      let count = [1, 2, 5, 8, 30][index % 5]
      let domain = Self.domain(type, &random)
      let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
      let scale = try ContinuousScale(type: type, domain: domain, range: (10, 500))
      let ticks = scale.ticks(count: count)
      #expect(ticks.allSatisfy { low...high ~= $0 })
      let rising = domain.0 < domain.1 ? ticks : ticks.reversed()
      #expect(zip(rising, rising.dropFirst()).allSatisfy(<))
      let reversed = try ContinuousScale(
        type: type, domain: (domain.1, domain.0), range: (10, 500))
      #expect(reversed.ticks(count: count) == ticks.reversed())
      let mirrored = try ContinuousScale(
        type: type, domain: (-domain.0, -domain.1), range: (10, 500))
      #expect(mirrored.ticks(count: count) == ticks.map { -$0 })
      if count == 8 { #expect(ticks.count >= 2 && ticks.count < 250) }

      let minor = scale.minorTicks(for: ticks)
      #expect(minor.allSatisfy { low...high ~= $0 })
      #expect(zip(minor, minor.dropFirst()).allSatisfy(<))
      #expect(Set(minor).isDisjoint(with: ticks))
    }
  }

  @Test("has a round domain around its own, which stays as it is", arguments: types)
  func niceDomains(type: ScaleType) throws {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<200 {
      let domain = Self.domain(type, &random)
      let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
      let scale = try ContinuousScale(type: type, domain: domain, range: (10, 500))
      let nice = scale.nice(count: 10)
      let ends = (min(nice.domain.0, nice.domain.1), max(nice.domain.0, nice.domain.1))
      #expect(ends.0 <= low && ends.1 >= high)
      #expect((nice.domain.0 < nice.domain.1) == (domain.0 < domain.1))
      // d3 rounds twice; a third time may find a wider step.
      let ticks = nice.ticks(count: 10)
      let endsAtTicks = Set([ends.0, ends.1]).isSubset(of: ticks)
      if endsAtTicks || type.isLogarithmic { #expect(nice.nice(count: 10) == nice) }
    }
  }

  @Test("has minor ticks that divide the distances of its ticks")
  func minorTicks() throws {
    func minor(_ type: ScaleType, _ low: Double, _ high: Double, _ ticks: [Double]) throws
      -> [Double]
    {
      try ContinuousScale(type: type, domain: (low, high), range: (0, 1)).minorTicks(for: ticks)
    }
    #expect(try minor(.linear, 0, 2, [0, 1, 2]) == [0.2, 0.4, 0.6, 0.8, 1.2, 1.4, 1.6, 1.8])
    #expect(try minor(.linear, -0.5, 2.5, [0, 2]) == [-0.5, 0.5, 1, 1.5, 2.5])
    #expect(try minor(.log, 1, 100, [1, 10, 100]).count == 16)
    #expect(try minor(.log, 0.1, 20, [0.1, 1, 10]).prefix(3) == [0.2, 0.3, 0.4])
    #expect(try minor(.log, -100, -1, [-100, -10, -1]).first == -90)
    #expect(try minor(.log, 1, 1e6, [1, 100, 1e4, 1e6]) == [10, 1000, 100_000])
    #expect(try minor(.log, 1, 4, [1, 2, 3, 4]).isEmpty)
    #expect(try minor(.duration, 0, 3600, [0, 1800, 3600]) == [600, 1200, 2400, 3000])
    #expect(try minor(.duration, 0, 86_400, [0, 43_200]).count == 6)
    #expect(try minor(.linear, 0, 1, [0]).isEmpty && minor(.linear, 0, 1, []).isEmpty)
  }

  @Test(
    "that is logarithmic has fewer multiples of two powers of ten than d3, if there is little room")
  func sparseMultiples() throws {
    func ticks(_ low: Double, _ high: Double, _ count: Int) throws -> [Double]? {
      try ContinuousScale(type: .log, domain: (low, high), range: (0, 1))
        .sparseMultiples(count: count)
    }
    #expect(try ticks(100, 3900, 5) == [100, 200, 500, 1000, 2000])
    #expect(try ticks(100, 3900, 4) == [100, 300, 1000, 3000])
    #expect(try ticks(3900, 100, 3) == [1000, 100])
    #expect(try ticks(-3900, -100, 2) == [-1000, -100])
    #expect(try ticks(0.02, 0.5, 5) == [0.02, 0.05, 0.1, 0.2, 0.5])
    #expect(try ticks(100, 3900, 1) == nil)
    // All multiples have room, or powers are enough.
    #expect(try ticks(100, 3900, 6) == nil)
    #expect(try ticks(1, 1e5, 5) == nil)
    let scale = try ContinuousScale(type: .log, domain: (100, 3900), range: (0, 1))
    #expect(
      scale.minorTicks(for: [100, 300, 1000, 3000]) == [200, 400, 500, 600, 700, 800, 900, 2000])
  }

  @Test("of durations has ticks at the steps of clocks")
  func durations() throws {
    func ticks(_ low: Double, _ high: Double) throws -> [Double] {
      try ContinuousScale(type: .duration, domain: (low, high), range: (0, 1)).ticks(count: 5)
    }
    #expect(try ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(try ticks(0, 70) == [0, 15, 30, 45, 60])
    #expect(try ticks(-100, 200) == [-60, 0, 60, 120, 180])
    #expect(try ticks(0, 5 * 3600) == [0, 3600, 7200, 10_800, 14_400, 18_000])
    #expect(try ticks(0, 50 * 86_400) == [0, 10, 20, 30, 40, 50].map { $0 * 86_400 })
    let scale = try ContinuousScale(type: .duration, domain: (50, 290), range: (0, 1))
    #expect(scale.nice(count: 5).domain == (0, 300))
  }

  @Test("has no place for what its type cannot show, and clamps if asked to")
  func limits() throws {
    let log = try ContinuousScale(type: .log, domain: (1, 100), range: (0, 10))
    #expect(
      log.position(of: 0) == nil && log.position(of: -1) == nil && log.position(of: .nan) == nil)
    #expect(try abs(#require(log.position(of: 10)) - 5) < 1e-12)
    #expect(try abs(#require(log.position(of: 1000)) - 15) < 1e-12)
    let clamped = try ContinuousScale(type: .linear, domain: (0, 1), range: (5, 0), isClamped: true)
    #expect(clamped.position(of: 7) == 0 && clamped.position(of: -.infinity) == 5)
    #expect(clamped.value(at: -3) == 1 && clamped.value(at: 9) == 0)
    let linear = try ContinuousScale(type: .linear, domain: (0, 1), range: (5, 0))
    #expect(linear.position(of: .infinity) == -.infinity)
    #expect(linear.position(of: .nan) == nil)
    let point = try ContinuousScale(type: .linear, domain: (0, 1), range: (5, 5))
    #expect(point.position(of: .infinity) == 5 && point.value(at: 5) == 0)
    #expect(linear.ticks(count: 0).isEmpty && linear.ticks(count: -1).isEmpty)
    #expect(linear.ticks(count: .max).count <= 10_001)
    #expect(linear.nice(count: 0) == linear)
  }

  @Test("refuses a domain that has no scale, with the reason")
  func refusals() {
    func reason(_ type: ScaleType, _ low: Double, _ high: Double) -> ScaleError? {
      do {
        _ = try ContinuousScale(type: type, domain: (low, high), range: (0, 1))
        return nil
      } catch { return error }
    }
    #expect(reason(.linear, 1, 1) == .emptyDomain(1))
    #expect(reason(.linear, .nan, 1) == .notFinite)
    #expect(reason(.linear, 0, .infinity) == .notFinite)
    #expect(reason(.linear, -1e308, 1e308) == .tooWide(-1e308, 1e308))
    #expect(reason(.power(exponent: 3), 0, 1e200) == .tooWide(0, 1e200))
    #expect(reason(.symmetricLog(slopeAtZero: 1e10), 0, 1e300) == .tooWide(0, 1e300))
    #expect(reason(.squareRoot, 1, 1.nextUp) == .tooNarrow(1, 1.nextUp))
    #expect(reason(.log, -1, 1) == .zeroOnLogarithmicScale(-1, 1))
    #expect(reason(.log, 10, 0) == .zeroOnLogarithmicScale(0, 10))
    #expect(reason(.date, 0, 1) == .notNumeric)
    #expect(reason(.symmetricLog, -1, 1) == nil)
    #expect(throws: ScaleError.rangeNotFinite) {
      try ContinuousScale(type: .linear, domain: (0, 1), range: (0, .infinity))
    }
    #expect("\(ScaleError.tooWide(0, 1e300))" == "the domain 0.0...1e+300 is too wide")
  }

  @Test("has ticks in the narrowest and the widest domains")
  func extremes() throws {
    var random = SeededGenerator(seed: 23)
    for type in Self.types {
      for _ in 0..<300 {
        let low = pow(10, Double.random(in: -300...300, using: &random))
        let high =
          Bool.random(using: &random)
          ? low + low.ulp * Double.random(in: 1...20, using: &random)
          : pow(10, Double.random(in: -300...300, using: &random))
        guard
          let scale = try? ContinuousScale(type: type, domain: (low, high), range: (0, 100))
        else { continue }
        let ends = min(low, high)...max(low, high)
        let ticks = scale.ticks(count: 5)
        let rising = low < high ? ticks : ticks.reversed()
        #expect(ticks.allSatisfy { ends ~= $0 } && zip(rising, rising.dropFirst()).allSatisfy(<))
        let nice = scale.nice(count: 5).domain
        #expect(min(nice.0, nice.1) <= ends.lowerBound && max(nice.0, nice.1) >= ends.upperBound)
        _ = scale.minorTicks(for: ticks)
        let labels = TickLabels.numbers(ticks)
        #expect(Set(labels).count == ticks.count, "\(type) \(low) \(high) \(labels)")
      }
    }
  }

  @Test("of bands divides its range evenly")
  func bands() {
    let scale = BandScale(
      categories: ["a", "b", "c", "b"], range: (0, 100), paddingInner: 0.5, paddingOuter: 0.25)
    #expect(scale.categories == ["a", "b", "c"])
    #expect(abs(scale.step - 100.0 / 3) < 1e-12 && abs(scale.bandwidth - 100.0 / 6) < 1e-12)
    #expect(scale.position(of: "b") == scale.start(ofCategoryAt: 1))
    #expect(scale.position(of: "d") == nil && scale.start(ofCategoryAt: 3) == nil)
    #expect(scale.start(ofCategoryAt: -1) == nil)
    let reversed = BandScale(
      categories: ["a", "b", "c"], range: (100, 0), paddingInner: 0.5, paddingOuter: 0.25)
    #expect(reversed.position(of: "a") == scale.position(of: "c"))
    #expect(reversed.index(at: 0) == 2 && scale.index(at: 0) == 0 && scale.index(at: 1e9) == 2)
    #expect(scale.index(at: 50) == 1 && scale.index(at: .nan) == nil)
    let empty = BandScale(categories: [], range: (0, 10))
    #expect(empty.position(of: "") == nil && empty.index(at: 5) == nil)
    let none = BandScale(categories: ["a", "b"], range: (7, 7))
    #expect(none.bandwidth == 0 && none.position(of: "b") == 7 && none.index(at: 7) == 0)
  }

  @Test("of bands shows a part of its bands between the ends of its range")
  func shownBands() {
    let names = ["a", "b", "c", "d"]
    func scale(_ shown: ClosedRange<Double>?) -> BandScale {
      BandScale(
        categories: names, range: (10, 90), shown: shown, paddingInner: 0.3, paddingOuter: 0.15)
    }
    #expect(scale(0...4).step == scale(nil).step)
    let part = scale(1.5...3.5)
    #expect(part.step == 40 && abs(part.bandwidth - 28) < 1e-12)
    #expect(abs((part.position(of: "c") ?? 0) - (10 + 20 + 6)) < 1e-12)
    for place in [10, 35.5, 90] {
      #expect(abs(part.position(ofBands: part.bands(at: place)) - place) < 1e-12)
    }
    #expect(abs(part.bands(at: 10) - 1.5) < 1e-12 && abs(part.bands(at: 90) - 3.5) < 1e-12)
  }

  @Test("of bands has room for a million categories")
  func manyBands() {
    let many = BandScale(categories: (0..<1_000_000).map(String.init), range: (0, 1000))
    #expect(many.position(of: "999999") == many.start(ofCategoryAt: 999_999))
    #expect(many.index(at: 500.0004) == 500_000)
  }
}
