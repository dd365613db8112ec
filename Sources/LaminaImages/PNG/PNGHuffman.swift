import Lamina

/// Canonical, length-limited Huffman codes.
enum PNGHuffman {
  /// Returns the code length of each symbol, in bits; 0 for a symbol that does not occur.
  ///
  /// The code is complete, unless only one symbol occurs, which gets one bit.
  ///
  /// - Parameter limit: the maximum length; 2^`limit` must be more than twice the number of
  ///   symbols.
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

  /// Returns the depth of each leaf in the Huffman tree, for weights in ascending order.
  ///
  /// The two lightest nodes are merged repeatedly. Leaves come sorted, and merged nodes are created
  /// in ascending order of their weights, so the lightest node is at the front of one of two
  /// queues.
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

  /// Restores the Kraft inequality after code lengths were clamped to the limit: each step makes a
  /// shorter code one bit longer, and moves one of the longest codes next to it.
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

  /// Returns the canonical codes for code lengths: among symbols of equal length, codes ascend in
  /// symbol order. The bits are in the order in which deflate writes them, the first bit lowest.
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

/// A bit writer with growing storage that fills each byte from its lowest bit.
struct PNGBitWriter: ~Copyable {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  /// The number of complete bytes written.
  private(set) var count = 0
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  /// The bytes written so far; they include the last bits only after ``align()``.
  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  deinit { memory.deallocate() }

  /// Removes all bits, keeping the storage.
  mutating func removeAll() {
    (count, bits, bitCount) = (0, 0, 0)
  }

  /// Ensures that there is room for `byteCount` more bytes.
  mutating func reserve(_ byteCount: Int) {
    // A store writes eight bytes, however few of them are complete.
    let needed = count + byteCount + 16
    if needed <= capacity { return }
    let larger = max(needed, 2 * capacity)
    let copy = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    copy.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    (memory, capacity) = (copy, larger)
  }

  /// Appends bits; at most 56 between two calls of ``flush()``.
  mutating func put(_ value: UInt64, _ length: UInt64) {
    bits |= value &<< bitCount
    bitCount &+= length
  }

  /// Writes the complete bytes. There must be room for eight.
  mutating func flush() {
    memory.storeBytes(of: bits.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= Int(truncatingIfNeeded: bitCount &>> 3)
    bits &>>= bitCount & ~7
    bitCount &= 7
  }

  /// Pads the last byte with zeros and writes it.
  mutating func align() {
    bitCount = (bitCount + 7) & ~7
    flush()
  }
}
