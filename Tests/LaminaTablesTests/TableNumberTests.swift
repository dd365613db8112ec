import LaminaTables
import LaminaTestSupport
import Testing

@Suite("Numbers in tables")
struct TableNumberTests {
  /// The numbers of a column of these texts.
  private func read(_ texts: [String]) throws -> [Double] {
    try Table("v\n" + texts.joined(separator: "\n") + "\n") {
      $0.kinds = ["v": .numbers]
      $0.hasHeader = true
      $0.format = .separated(.newline)
    }.numbers("v")
  }

  /// Expects the same numbers as Swift's own, to the last bit.
  private func expectExact(_ texts: [String]) throws {
    let expected = try texts.map { try #require(Double($0), "\($0)") }
    let found = try read(texts)
    #expect(found.count == expected.count)
    for (index, text) in texts.enumerated()
    where found[index].bitPattern != expected[index].bitPattern {
      Issue.record("\(text) was read as \(found[index])")
    }
  }

  @Test("are Swift's for doubles of all sizes, written in full")
  func allBits() throws {
    var random = SeededGenerator(seed: 1)
    var texts: [String] = []
    for _ in 0..<sampledCases(of: 0..<100_000).count {
      let bits: UInt64 = random.next()
      let number = Double(bitPattern: bits)
      if number.isFinite { texts.append("\(number)") }
    }
    try expectExact(texts)
  }

  @Test("are Swift's for digits and powers of any number")
  func digits() throws {
    var random = SeededGenerator(seed: 2)
    var texts: [String] = []
    for _ in 0..<sampledCases(of: 0..<100_000).count {
      var text = random.pick(["", "-", "+"])
      let count = random.pick([1, 3, 8, 15, 16, 17, 18, 19, 20, 25])
      let point = random.below(count + 1)
      for digit in 0..<count {
        if digit == point { text += "." }
        text += "\(random.below(10))"
      }
      if random.chance(60) {
        text +=
          random.pick(["e", "E"]) + random.pick(["", "-", "+"])
          + "\(random.below(random.pick([10, 30, 60, 320])))"
      }
      guard let number = Double(text), number.isFinite else { continue }
      texts.append(text)
    }
    try expectExact(texts)
  }

  @Test("are Swift's halfway between two doubles, and next to that")
  func halfway() throws {
    var random = SeededGenerator(seed: 3)
    var texts: [String] = []
    for _ in 0..<sampledCases(of: 0..<20_000).count {
      // 2^53 to 2^63: whole numbers of at most 19 digits, whose doubles are some apart.
      let shift = random.integer(in: 1...10)
      let mantissa: UInt64 = 1 << 52 | random.next() >> 12
      let middle = mantissa << UInt64(shift) + 1 << UInt64(shift - 1)
      for number in [middle - 1, middle, middle + 1] {
        texts.append("\(number)")
        for power in [-30, -4, -1, 1, 7, 23] { texts.append("\(number)e\(power)") }
      }
    }
    try expectExact(texts)
  }

  @Test("are Swift's at the ends of the range, and in unusual forms")
  func extremes() throws {
    try expectExact([
      "0", "-0", "0.0", "-0e5", "5.", ".5", "+.5e1", "1e22", "1e23", "1e-22", "1e-23",
      "9007199254740992", "9007199254740993", "9007199254740995", "18446744073709551615",
      "9999999999999999999", "99999999999999999999", "1.7976931348623157e308", "4.9e-324",
      "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1e-400",
      "1e-9999999999", "0e9999999999", "000000000000000000000000001.5", "0.00000000000000000000015",
      "8.988465674311580e307", "1e55", "1e56", "1e-54", "1e-55", "123456789012345678e-54",
    ])
  }

  @Test(
    "are not what only looks like them",
    arguments: [
      "1e", "e1", ".", "-", "+", "--1", "1-", "1.2.3", "1,5", "0x10", "1e+", "1e5.5", "1 2",
      "1_000",
      "١", "inf1", "infinit", "1f", "nan(1)",
    ])
  func notNumbers(_ text: String) {
    #expect(
      failure(of: "v\n1\n\(text)\n2\n") {
        $0.missingValues = []
        $0.format = .separated(.newline)
        $0.usesDecimalComma = false
      }.hasSuffix("'\(text)' is not a number"))
  }

  @Test("may be infinite if they are written so")
  func infinities() throws {
    #expect(try read(["inf", "-INF", "+Infinity", "1"]) == [.infinity, -.infinity, .infinity, 1])
  }
}
