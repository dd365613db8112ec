import Lamina

/// The header of a deflate block with dynamic Huffman codes: the lengths of the codes,
/// Huffman-coded themselves.
struct PNGBlockHeader {
  /// The maximum size of a header, in bytes.
  static let largestSize = 600

  /// A symbol of the code length alphabet: a length, or the repetition of one.
  private struct Item {
    let symbol: Int
    var extra = 0
    var extraCount = 0
  }

  private let literalCount: Int
  private let distanceCount: Int
  private let items: [Item]

  /// - Parameters:
  ///   - lengths: the code lengths of literals and run lengths.
  ///   - distanceSymbol: the only distance symbol that occurs. Its code has one bit.
  init(lengths: [UInt8], distanceSymbol: Int) {
    literalCount = max(257, 1 + lengths.lastIndex { $0 > 0 }!)
    distanceCount = distanceSymbol + 1
    let distances = [UInt8](repeating: 0, count: distanceSymbol) + [1]
    items = Self.items(Array(lengths[..<literalCount]) + distances)
  }

  /// Returns the run-length encoding of code lengths: runs of zeros and of equal lengths are
  /// repetitions.
  private static func items(_ lengths: [UInt8]) -> [Item] {
    var items: [Item] = []
    var rest = lengths[...]
    while let length = rest.first {
      var count = rest.prefix { $0 == length }.count
      rest = rest.dropFirst(count)
      if length > 0 {
        items.append(Item(symbol: Int(length)))
        count -= 1
      }
      while count >= 3 {
        let part: Int
        if length > 0 {
          part = min(count, 6)
          items.append(Item(symbol: 16, extra: part - 3, extraCount: 2))
        } else if count <= 10 {
          part = count
          items.append(Item(symbol: 17, extra: part - 3, extraCount: 3))
        } else {
          part = min(count, 138)
          items.append(Item(symbol: 18, extra: part - 11, extraCount: 7))
        }
        count -= part
      }
      items += [Item](repeating: Item(symbol: Int(length)), count: count)
    }
    return items
  }

  /// Writes the header. The writer must have room for ``largestSize`` bytes.
  func write(to writer: inout PNGBitWriter, isLast: Bool) {
    var frequencies = [UInt32](repeating: 0, count: 19)
    for item in items { frequencies[item.symbol] += 1 }
    let lengths = PNGHuffman.lengths(of: frequencies, limit: 7)
    let codes = PNGHuffman.codes(of: lengths)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let count = max(4, 1 + order.lastIndex { lengths[$0] > 0 }!)
    writer.put(isLast ? 1 : 0, 1)
    writer.put(2, 2)
    writer.put(UInt64(literalCount - 257), 5)
    writer.put(UInt64(distanceCount - 1), 5)
    writer.put(UInt64(count - 4), 4)
    writer.flush()
    for symbol in order[..<count] {
      writer.put(UInt64(lengths[symbol]), 3)
      writer.flush()
    }
    for item in items {
      writer.put(UInt64(codes[item.symbol]), UInt64(lengths[item.symbol]))
      writer.put(UInt64(item.extra), UInt64(item.extraCount))
      writer.flush()
    }
  }
}
