import Foundation
import LaminaCharts
import Testing

/// Scales answer as d3 does, in the answers that `.scripts/record-scales` has recorded.
@Suite("Scales, compared with d3")
struct ReferenceScaleTests {
  /// A recorded answer.
  private struct Answer {
    let line: Substring
    let fields: [Substring]

    init(_ line: Substring) {
      self.line = line
      fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    }

    var domain: (Double, Double) { (number(2), number(3)) }
    var count: Int { Int(number(4)) }
    var tickCount: Int { Int(number(5)) }
    /// The first two ticks and the last, the ends of the round domain, and the place of the middle.
    var numbers: [Double] {
      (tickCount == 0 ? 9..<12 : tickCount == 1 ? 6..<7 : 6..<12).map(number)
    }

    func number(_ index: Int) -> Double { Double(fields[index]) ?? .nan }
  }

  private static func answers(_ kind: String) throws -> [Answer] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "d3.tsv")
    let answers = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix(kind + "\t") }.map(Answer.init)
    try #require(answers.count > 100)
    return answers
  }

  private static func numbers(
    _ ticks: [Double], _ nice: (Double, Double), _ middle: Double
  ) -> [Double] {
    if ticks.count == 1 { return ticks }
    let ticks = ticks.isEmpty ? [] : [ticks[0], ticks[1], ticks[ticks.count - 1]]
    return ticks + [nice.0, nice.1, middle]
  }

  /// Returns true if the numbers are the same but for the last bit, which d3 loses as it multiplies.
  private static func areSame(_ left: [Double], _ right: [Double], places: Double = 1e-9) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).enumerated().allSatisfy { index, pair in
      let tolerance = index == left.count - 1 && index > 0 ? places : 4e-16
      return abs(pair.0 - pair.1) <= tolerance * max(abs(pair.0), abs(pair.1))
    }
  }

  @Test(
    "have the ticks, round domains and places of its scales of numbers",
    arguments: ["linear", "power", "symmetricLog", "log"])
  func numbers(kind: String) throws {
    for answer in try Self.answers(kind) {
      let type: ScaleType =
        switch kind {
        case "linear": .linear
        case "power": .power(exponent: answer.number(1))
        case "symmetricLog": .symmetricLog
        default: .log(base: answer.number(1))
        }
      let scale = try ContinuousScale(type: type, domain: answer.domain, range: (0, 1000))
      let (low, high) = answer.domain
      let ticks = scale.ticks(count: answer.count)
      #expect(ticks.count == answer.tickCount, "\(answer.line)")
      let middle = try #require(scale.position(of: low + (high - low) / 2))
      let numbers = Self.numbers(ticks, scale.nice(count: answer.count).domain, middle)
      #expect(Self.areSame(numbers, answer.numbers), "\(answer.line): \(numbers)")
    }
  }

  @Test("have the ticks, round domains and places of its scales of dates, in three time zones")
  func dates() throws {
    for answer in try Self.answers("date") {
      let zone = try #require(TimeZone(identifier: String(answer.fields[1])))
      // Before 1900 clocks showed the mean time of their town, whose seconds databases round
      // differently.
      if answer.fields[1] != "UTC", answer.domain.0 < -2.2e12 { continue }
      let (start, end) = (
        Date(timeIntervalSince1970: answer.domain.0 / 1000),
        Date(timeIntervalSince1970: answer.domain.1 / 1000)
      )
      let scale = try DateScale(domain: start...end, range: (0, 1000), timeZone: zone)
      func milliseconds(_ date: Date) -> Double { (date.timeIntervalSince1970 * 1000).rounded() }
      let ticks = scale.ticks(count: answer.count).map(milliseconds)
      #expect(ticks.count == answer.tickCount, "\(answer.line)")
      let nice = scale.nice(count: answer.count).domain
      let middle = scale.position(of: start + end.timeIntervalSince(start) / 2)
      let numbers = Self.numbers(
        ticks, (milliseconds(nice.lowerBound), milliseconds(nice.upperBound)), middle)
      // A millisecond has no exact value in seconds.
      #expect(Self.areSame(numbers, answer.numbers, places: 1e-3), "\(answer.line): \(numbers)")
    }
  }

  @Test("divide values into its bins")
  func bins() throws {
    for answer in try Self.answers("bins") {
      let rule: HistogramBins = answer.fields[1] == "sturges" ? .sturges : .freedmanDiaconis
      func list(_ field: Substring) -> [Double] {
        field.split(separator: ",").compactMap { Double($0) }
      }
      let edges = rule.edges(of: list(answer.fields[2]))
      #expect(edges == list(answer.fields[3]), "\(answer.line): \(edges)")
    }
  }
}
