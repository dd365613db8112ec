/// Finds the rows within an object of other values, as the answers of services have them:
/// `{"status": "ok", "data": {"items": [{"t": 1, "v": 2}, …]}}`.
extension JSONRows {
  /// A member of an object, or of an object in it, that has rows.
  struct Member {
    /// Its key, behind those of the objects around it: `data.items`.
    var key: String
    /// The offset of its value in the bytes.
    var position: Int
    var line: Int
    var rowCount: Int
    /// False for an object of arrays, which are columns.
    var isArray: Bool
  }

  /// Returns the member that has the most rows, the first one of several: an array of objects, of arrays, or
  /// of two numbers or more; or an object of arrays. Returns nil if there is none.
  ///
  /// - Parameter key: the only key that may be returned; nil for any.
  mutating func largestMember(
    _ bytes: Span<UInt8>, key: String?
  ) throws(RowError) -> Member? {
    var largest: Member?
    try findMembers(bytes, path: "", key, &largest)
    return largest
  }

  /// Finds the largest member of the object at the position, and moves behind it.
  ///
  /// - Parameter path: the keys of the object and those around it, each with a point behind it.
  private mutating func findMembers(
    _ bytes: Span<UInt8>, path: String, _ wanted: String?, _ largest: inout Member?
  ) throws(RowError) {
    func offer(_ member: Member) {
      guard wanted == nil || member.key == wanted, member.rowCount > 0 else { return }
      if let largest,
        (-largest.rowCount, largest.position) < (-member.rowCount, member.position)
      {
        return
      }
      largest = member
    }
    let (start, startLine) = (position, line)
    var arrays: [Member] = []
    // The largest number of elements of arrays that are columns; nil if the object has other members.
    var columnLength: Int? = 0
    var isFirst = true
    position += 1
    skipSpace(bytes)
    while byte(bytes) != UInt8(ascii: "}") {
      if !isFirst { try expect(",", bytes) }
      isFirst = false
      skipSpace(bytes)
      let key = try readString(bytes)
      var text = Array(path.utf8)
      append(key, bytes, to: &text)
      let name = String(decoding: text, as: UTF8.self)
      skipSpace(bytes)
      try expect(":", bytes)
      skipSpace(bytes)
      let (valueStart, valueLine) = (position, line)
      guard let first = byte(bytes) else { throw .incomplete(line: line) }
      switch form(first) {
      case .object:
        columnLength = nil
        try findMembers(bytes, path: name + ".", wanted, &largest)
      case .array:
        let (count, first) = try skipArray(bytes)
        let isScalar = first.map { form($0) == .scalar } ?? false
        if !isScalar || count > 1 && isNumber(first) {
          arrays.append(
            Member(
              key: name, position: valueStart, line: valueLine, rowCount: count, isArray: true))
        }
        if isScalar { columnLength = columnLength.map { max($0, count) } }
      case .scalar:
        columnLength = nil
        try skipValue(bytes, isLast: true)
      }
      skipSpace(bytes)
    }
    position += 1
    if let columnLength, columnLength > 0, !path.isEmpty {
      offer(
        Member(
          key: String(path.dropLast()), position: start, line: startLine, rowCount: columnLength,
          isArray: false))
    } else {
      arrays.forEach(offer)
    }
  }

  private func isNumber(_ first: UInt8?) -> Bool {
    first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first ?? 0)
  }

  /// Skips an array.
  ///
  /// - Returns: the number of its elements, and the first byte of the first; nil if there is none.
  mutating func skipArray(
    _ bytes: Span<UInt8>
  ) throws(RowError) -> (count: Int, first: UInt8?) {
    var count = 0
    var first: UInt8?
    position += 1
    skipSpace(bytes)
    while byte(bytes) != UInt8(ascii: "]") {
      if count > 0 { try expect(",", bytes) }
      skipSpace(bytes)
      if count == 0 { first = byte(bytes) }
      try skipValue(bytes, isLast: true)
      count += 1
      skipSpace(bytes)
    }
    position += 1
    return (count, first)
  }

  /// Returns the form of the value that begins with a byte.
  func form(_ first: UInt8) -> RowForm {
    switch first {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    default: .scalar
    }
  }
}
