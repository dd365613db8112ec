import Foundation

/// A value of JSON. Numbers come back bit by bit: they are written with the fewest digits that tell
/// them apart, and infinity as `1e999`.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// The members in their order.
  case object([Member])

  struct Member: Equatable {
    let key: String
    let value: JSONValue
  }

  static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  static func integer(_ number: Int) -> JSONValue { .number(Double(number)) }

  /// The member with a key, if this is an object that has one.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  // MARK: - Reading

  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// The number, if it is a whole one from 0 to 2^53.
  var count: Int? { number.flatMap { $0 >= 0 && $0 <= 0x1p53 ? Int(exactly: $0) : nil } }

  /// The numbers of a list of nothing else.
  var numbers: [Double]? { list.flatMap { $0.allOf(\.number) } }
  /// The whole numbers of a list of nothing else.
  var counts: [Int]? { list.flatMap { $0.allOf(\.count) } }

  // MARK: - Writing

  /// Appends the value as text.
  func write(to output: inout String) {
    switch self {
    case .null: output += "null"
    case .bool(let flag): output += flag ? "true" : "false"
    case .number(let number): output += Self.text(of: number)
    case .text(let text): Self.write(text, to: &output)
    case .list(let list):
      output += "["
      for (index, value) in list.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        Self.write(member.key, to: &output)
        output += ":"
        member.value.write(to: &output)
      }
      output += "}"
    }
  }

  /// The value in a line of its own, with its line break.
  var line: String {
    var output = ""
    write(to: &output)
    return output + "\n"
  }

  private static func text(of number: Double) -> String {
    if number.isInfinite { return number > 0 ? "1e999" : "-1e999" }
    if number == 0, number.sign == .minus { return "-0.0" }
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return "\(whole)" }
    return "\(number)"
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}

extension Array where Element == JSONValue {
  /// Returns what a function makes of each element, or nil if it makes nothing of one.
  func allOf<Value>(_ body: (JSONValue) -> Value?) -> [Value]? {
    var result: [Value] = []
    result.reserveCapacity(count)
    for element in self {
      guard let value = body(element) else { return nil }
      result.append(value)
    }
    return result
  }
}
