/// Codes of bits for symbols, shorter ones for frequent symbols.
enum PNGHuffman {
  /// How many bits each symbol's code has; 0 for a symbol that does not occur.
  ///
  /// The codes fill the space that there is for codes, unless only one symbol occurs, which gets
  /// one bit.
  ///
  /// - Parameter limit: the most bits; 2^`limit` must be more than twice the number of symbols.
  /// - Complexity: O(n log n).
  static func lengths(of frequencies: [UInt32], limit: Int) -> [UInt8] {
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    guard symbols.count > 1 else {
      if let only = symbols.first { lengths[only] = 1 }
      return lengths
    }
    var counts = [Int](repeating: 0, count: limit + 1)
    for depth in depths(symbols.map { Int(frequencies[$0]) }) { counts[min(depth, limit)] += 1 }
    shorten(&counts)
    // The rarest symbols have the longest codes.
    var rest = symbols[...]
    for length in stride(from: limit, to: 0, by: -1) {
      for symbol in rest.prefix(counts[length]) { lengths[symbol] = UInt8(length) }
      rest = rest.dropFirst(counts[length])
    }
    return lengths
  }

  /// How deep each leaf lies in Huffman's tree.
  ///
  /// The two lightest nodes are joined again and again. Leaves come sorted, and joined nodes come
  /// about in the order of their weights, so the lightest is at the front of one of two queues.
  private static func depths(_ weights: [Int]) -> [Int] {
    let count = weights.count
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var leaf = 0
    var joined = count
    func lightest() -> Int {
      if leaf < count, joined >= weights.count || weights[leaf] <= weights[joined] {
        leaf += 1
        return leaf - 1
      }
      joined += 1
      return joined - 1
    }
    while weights.count < 2 * count - 1 {
      let first = lightest()
      let second = lightest()
      parents[first] = weights.count
      parents[second] = weights.count
      weights.append(weights[first] + weights[second])
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    for node in (0..<(2 * count - 2)).reversed() { depths[node] = depths[parents[node]] + 1 }
    return Array(depths[..<count])
  }

  /// Makes room for codes that were cut to the longest length, of which there are now more than
  /// fit: each step makes a shorter code one bit longer, which leaves the place beside it for one
  /// of the longest.
  private static func shorten(_ counts: inout [Int]) {
    let limit = counts.count - 1
    var used = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
    while used > 1 << limit {
      let length = (1..<limit).last { counts[$0] > 0 }!
      counts[length] -= 1
      counts[length + 1] += 2
      counts[limit] -= 1
      used -= 1
    }
  }

  /// The codes that go with lengths: of symbols with as many bits, in their order. The bits are
  /// in the order in which deflate writes them, first bit lowest.
  static func codes(of lengths: [UInt8]) -> [UInt32] {
    var codes = [UInt32](repeating: 0, count: lengths.count)
    var next: UInt32 = 0
    for length in 1...16 as ClosedRange<UInt8> {
      next <<= 1
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = reversed(next, count: length)
        next += 1
      }
    }
    return codes
  }

  private static func reversed(_ code: UInt32, count: UInt8) -> UInt32 {
    (0..<UInt32(count)).reduce(0) { $0 << 1 | code >> $1 & 1 }
  }
}

/// Writes bits into memory that grows, the first into the lowest bit of a byte.
struct PNGBitWriter {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  /// The whole bytes that were written.
  private(set) var count = 0
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  /// What was written; the last bits only after ``align()``.
  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  func deallocate() { memory.deallocate() }

  /// Starts again, in the same memory.
  mutating func removeAll() {
    (count, bits, bitCount) = (0, 0, 0)
  }

  /// Makes sure that `byteCount` more bytes can be written.
  mutating func reserve(_ byteCount: Int) {
    // A store writes eight bytes, however few of them are whole.
    let needed = count + byteCount + 16
    if needed <= capacity { return }
    let larger = max(needed, 2 * capacity)
    let copy = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    copy.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    (memory, capacity) = (copy, larger)
  }

  /// Adds bits; at most 56 between two calls of ``flush()``.
  @inline(__always)
  mutating func put(_ value: UInt64, _ length: UInt64) {
    bits |= value &<< bitCount
    bitCount &+= length
  }

  /// Writes the bytes that are whole. There must be room for eight.
  @inline(__always)
  mutating func flush() {
    memory.storeBytes(of: bits.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= Int(truncatingIfNeeded: bitCount &>> 3)
    bits &>>= bitCount & ~7
    bitCount &= 7
  }

  /// Fills the last byte with zeros.
  mutating func align() {
    bitCount = (bitCount + 7) & ~7
    flush()
  }
}
