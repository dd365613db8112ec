import Foundation
import LaminaCharts
import Testing

@Suite("Scales, compared with d3")
struct ReferenceScaleTests {
  private static func number(_ field: Substring) -> Double { Double(field) ?? .nan }

  private static func list(_ field: Substring) -> [Double] {
    field.split(separator: ",").map(number)
  }

  private static func areClose(_ left: Double, _ right: Double, to tolerance: Double) -> Bool {
    abs(left - right) <= tolerance * max(abs(left), abs(right))
  }

  @Test(
    "have exactly the ticks, round domains and places of its scales of numbers",
    arguments: ["linear", "power", "symmetricLog", "log"])
  func numbers(kind: String) throws {
    for group in try RecordedAnswers.read(kind) {
      let parameter = Double(group.parameter) ?? 0
      let type: ScaleType =
        switch kind {
        case "linear": .linear
        case "power": .power(exponent: parameter)
        case "symmetricLog": .symmetricLog(slopeAtZero: parameter)
        default: .log(base: parameter)
        }
      #expect(group.answers.count == 1000)
      for fields in group.answers {
        let (low, high) = (Self.number(fields[0]), Self.number(fields[1]))
        let count = try #require(Int(fields[2]))
        let scale = try ContinuousScale(type: type, domain: (low, high), range: (0, 1000))
        var ticks = scale.ticks(count: count)
        let nice = scale.nice(count: count).domain
        let expected = (Self.number(fields[5]), Self.number(fields[6]))
        if kind == "log" {
          // Rounds to 41 bits, as the recording does (Veltkamp's splitting).
          ticks = ticks.map { $0 * 4097 - ($0 * 4097 - $0) }
          #expect(Self.areClose(nice.0, expected.0, to: 1e-15), "\(fields): \(nice)")
          #expect(Self.areClose(nice.1, expected.1, to: 1e-15), "\(fields): \(nice)")
        } else {
          #expect(nice == expected, "\(kind) \(fields): \(nice)")
        }
        #expect(ticks.count == Int(fields[3]), "\(kind) \(fields): \(ticks)")
        #expect(RecordedAnswers.hash(ticks) == fields[4], "\(kind) \(fields): \(ticks)")
        let position = try #require(scale.position(of: low + (high - low) / 3))
        // The places of a narrow domain have what its ends differ by.
        let precision = 1e-14 * max(abs(low), abs(high)) / abs(high - low)
        #expect(
          Self.areClose(position, Self.number(fields[7]), to: 1e-9 + precision),
          "\(kind) \(fields): \(position)")
      }
    }
  }

  @Test(
    "have exactly the ticks, round domains and places of its scales of dates, in four time zones")
  func dates() throws {
    func date(_ milliseconds: Double) -> Date { Date(timeIntervalSince1970: milliseconds / 1000) }
    func milliseconds(_ date: Date) -> Double { (date.timeIntervalSince1970 * 1000).rounded() }
    let groups = try RecordedAnswers.read("date")
    #expect(groups.count == 4)
    for group in groups {
      let zone = try #require(TimeZone(identifier: group.parameter))
      for fields in group.answers {
        let (start, end) = (Self.number(fields[0]), Self.number(fields[1]))
        let count = try #require(Int(fields[2]))
        let scale = try DateScale(
          domain: date(start)...date(end), range: (0, 1000), timeZone: zone)
        let ticks = scale.ticks(count: count).map(milliseconds)
        #expect(ticks.count == Int(fields[3]), "\(zone.identifier) \(fields): \(ticks)")
        #expect(
          RecordedAnswers.hash(ticks) == fields[4], "\(zone.identifier) \(fields): \(ticks)")
        let nice = scale.nice(count: count).domain
        #expect(
          milliseconds(nice.lowerBound) == start - Self.number(fields[5])
            && milliseconds(nice.upperBound) == end + Self.number(fields[6]),
          "\(zone.identifier) \(fields): \(nice)")
        let position = scale.position(of: date(start + ((end - start) / 3).rounded(.down)))
        // A date is a number of seconds: its last bit is worth this many milliseconds.
        let precision = 8 * max(abs(start), abs(end), 1e12).ulp / (end - start)
        #expect(
          Self.areClose(position, Self.number(fields[7]), to: 1e-9 + precision),
          "\(zone.identifier) \(fields): \(position)")
      }
    }
  }

  @Test("have the places of its bands")
  func bands() throws {
    for fields in try RecordedAnswers.read("band")[0].answers {
      let numbers = fields.map(Self.number)
      let scale = BandScale(
        categories: (0..<Int(numbers[0])).map(String.init), range: (numbers[5], numbers[6]),
        paddingInner: numbers[1], paddingOuter: numbers[2], align: numbers[3],
        isRounded: numbers[4] == 1)
      let last = scale.categories.count - 1
      let answers = [
        scale.step, scale.bandwidth, scale.start(ofCategoryAt: 0), scale.position(of: "\(last)"),
      ]
      for (answer, expected) in zip(answers, numbers[7...]) {
        let answer = try #require(answer)
        #expect(abs(answer - expected) < 1e-8, "\(fields): \(answers)")
      }
    }
  }

  @Test("divide values into its bins")
  func bins() throws {
    for fields in try RecordedAnswers.read("bins")[0].answers {
      let rule: HistogramBins =
        switch fields[0] {
        case "sturges": .sturges
        case "freedmanDiaconis": .freedmanDiaconis
        default: .count(try #require(Int(fields[0])))
        }
      let values = Self.list(fields[1])
      let edges = rule.edges(of: values)
      #expect(edges == Self.list(fields[2]), "\(fields): \(edges)")
      let counts = HistogramBins.counts(of: values, edges: edges)
      #expect(counts == fields[3].split(separator: ",").map { Int($0) }, "\(fields): \(counts)")
    }
  }
}
