/// A parser of one line of JSON.
struct JSONParser {
  /// The error of a line that is no JSON.
  struct Failure: Error {
    let reason: String
  }

  /// The nesting of lists and objects at which a line is refused.
  static let maximumDepth = 256

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  /// Returns the value that some bytes are the text of.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    let value = try parser.value(depth: 0)
    parser.skipSpaces()
    guard parser.offset == bytes.count else {
      throw Failure(reason: "something follows the object")
    }
    return value
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D { offset += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    for index in 0..<count where bytes[offset + index] != word.utf8Start[index] { return false }
    offset += count
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.maximumDepth else { throw Failure(reason: "the nesting is too deep") }
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t") where take("true"): return .bool(true)
    case UInt8(ascii: "f") where take("false"): return .bool(false)
    case UInt8(ascii: "n") where take("null"): return .null
    case let byte? where byte == UInt8(ascii: "-") || (48...57).contains(byte):
      return .number(try number())
    case nil: throw Failure(reason: "the line is cut off")
    default: throw Failure(reason: "it is no JSON at byte \(offset + 1)")
    }
  }

  private mutating func list(depth: Int) throws(Failure) -> JSONValue {
    offset += 1
    var elements: [JSONValue] = []
    skipSpaces()
    if take(UInt8(ascii: "]")) { return .list([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpaces()
      if take(UInt8(ascii: "]")) { return .list(elements) }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    offset += 1
    var members: [JSONValue.Member] = []
    skipSpaces()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try text()
      skipSpaces()
      guard take(UInt8(ascii: ":")) else { throw unexpected() }
      members.append(JSONValue.Member(key: key, value: try value(depth: depth + 1)))
      skipSpaces()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  private func unexpected() -> Failure {
    Failure(
      reason: next == nil ? "the line is cut off" : "it is no JSON at byte \(offset + 1)")
  }

  private mutating func number() throws(Failure) -> Double {
    let start = offset
    while let byte = next {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        offset += 1
        continue
      default: break
      }
      break
    }
    let digits = UnsafeBufferPointer(rebasing: bytes[start..<offset])
    guard let number = Double(String(decoding: digits, as: UTF8.self)) else {
      throw Failure(reason: "it is no number at byte \(start + 1)")
    }
    return number
  }

  private mutating func text() throws(Failure) -> String {
    offset += 1
    let start = offset
    // Most texts have no escapes.
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
    var units = Array(bytes[start..<offset])
    while let byte = next {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else {
          throw Failure(reason: "a text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
      default: units.append(byte)
      }
    }
    throw Failure(reason: "the line is cut off")
  }

  private mutating func escape() throws(Failure) -> Character {
    guard let byte = next else { throw Failure(reason: "the line is cut off") }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Character(UnicodeScalar(byte))
    case UInt8(ascii: "u"):
      let end = min(offset + 4, bytes.count)
      let digits = String(
        decoding: UnsafeBufferPointer(rebasing: bytes[offset..<end]), as: UTF8.self)
      guard digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
        let scalar = UnicodeScalar(code)
      else { throw Failure(reason: "an escape is no character at byte \(offset + 1)") }
      offset = end
      return Character(scalar)
    default: throw Failure(reason: "an escape is unknown at byte \(offset)")
    }
  }
}
