/// Different strings, numbered from 0 in the order in which they first occur.
///
/// The strings are kept as UTF-8 in one array. A table of their hashes, with a seed of the process
/// (`Hasher`), finds them.
struct StringIndex {
  private var text: [UInt8] = []
  /// The end of each string in `text`.
  private var ends: [Int] = []
  private var hashes: [Int] = []
  /// Numbers of strings by their hashes, with linear probing; -1 is empty. At most half of it is used.
  private var slots: [Int32] = Array(repeating: -1, count: 16)

  /// The number of different strings.
  var count: Int { ends.count }

  /// The string with a number.
  subscript(number: Int) -> String {
    String(decoding: text[range(number)], as: UTF8.self)
  }

  /// Returns the number of a string; nil if it is not there.
  func find(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    let number = slots[slot(bytes, start, end, hash(bytes, start, end))]
    return number < 0 ? nil : Int(number)
  }

  /// Adds a string that is not there, and returns its number.
  mutating func add(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    if (ends.count + 1) * 2 > slots.count { grow() }
    let hash = hash(bytes, start, end)
    slots[slot(bytes, start, end, hash)] = Int32(ends.count)
    for index in start..<end { text.append(bytes[index]) }
    ends.append(text.count)
    hashes.append(hash)
    return ends.count - 1
  }

  /// Returns true if the string with a number is equal to some bytes.
  func isString(_ number: Int, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let range = range(number)
    guard range.count == end - start else { return false }
    for offset in 0..<range.count where text[range.lowerBound + offset] != bytes[start + offset] {
      return false
    }
    return true
  }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  private func hash(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var hasher = Hasher()
    bytes.extracting(start..<end).bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// The slot of a string, or the empty one in which it would be.
  private func slot(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ hash: Int) -> Int {
    var slot = hash & (slots.count - 1)
    while true {
      let number = Int(slots[slot])
      if number < 0 || hashes[number] == hash && isString(number, bytes, start, end) {
        return slot
      }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
