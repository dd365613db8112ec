import Lamina
import CDeflate

/// A fast compressor of filtered rows into a zlib stream: it finds only runs of equal pixels, and
/// computes Huffman codes for each block.
///
/// Rows with the *Up* filter contain little else: flat areas and vertical edges are runs of zeros.
/// A general compressor searches for much more, at each byte, and finds little.
final class PNGRunCoder {
  /// A pixel and its number of repetitions, with a flag for the start of a row.
  ///
  /// | Bits | |
  /// |---|---|
  /// | 0...31 | the pixel, `0xAARRGGBB` |
  /// | 32...47 | the number of pixels equal to it that follow in the same row |
  /// | 48 | 1 if it is the first pixel of a row |
  private typealias Token = UInt64

  private static let tokenCapacity = 1 << 16
  /// The maximum code length, with which the four codes of a pixel fit into the bit writer
  /// together.
  private static let longestCode = 14
  private static let endOfBlock = 256

  private let tokens = UnsafeMutablePointer<Token>.allocate(capacity: tokenCapacity)
  private var tokenCount = 0
  private var writer = PNGBitWriter(capacity: 1 << 16)

  deinit { tokens.deallocate() }

  /// Returns the zlib stream of all rows, valid until the next call; nil if a pixel is translucent,
  /// and the rows have no alpha.
  func compress(_ rows: PNGRows) -> UnsafeRawBufferPointer? {
    writer.removeAll()
    tokenCount = 0
    writer.put(0x0178, 16)
    let runs = PNGRunTable(step: rows.step)
    var checksum = PNGChecksum(hasAlpha: rows.hasAlpha)
    var isComplete = true
    PNGFilter.forEachRow(of: rows) { difference in
      if tokenCount + rows.width > Self.tokenCapacity { writeBlock(runs, isLast: false) }
      let all = findRuns(difference, count: rows.width, &checksum)
      isComplete = rows.hasAlpha || all >> 24 == 0
      return isComplete
    }
    guard isComplete else { return nil }
    writeBlock(runs, isLast: true)
    writer.reserve(8)
    writer.align()
    writer.put(UInt64(checksum.value.byteSwapped), 32)
    writer.flush()
    return writer.written
  }

  // MARK: - Runs

  /// Appends the tokens of a row.
  ///
  /// - Returns: the bits that are set in any difference.
  private func findRuns(
    _ row: RowDifference, count: Int, _ checksum: inout PNGChecksum
  ) -> UInt32 {
    let runs = tokens + tokenCount
    let runCount = row.writeRuns(count: count, to: runs)
    tokenCount += runCount
    var sums = checksum
    var all: UInt32 = 0
    sums.beginRow()
    for index in 0..<runCount {
      let pixel = UInt32(truncatingIfNeeded: runs[index])
      sums.add(pixel, count: UInt32(truncatingIfNeeded: runs[index] >> 32) + 1)
      all |= pixel
    }
    sums.endRow()
    checksum = sums
    runs[0] |= 1 << 48
    return all
  }

  // MARK: - Blocks

  /// Writes the tokens collected since the last block.
  private func writeBlock(_ runs: PNGRunTable, isLast: Bool) {
    let frequencies = frequencies(runs)
    let lengths = PNGHuffman.lengths(of: frequencies, limit: Self.longestCode)
    let codes = PNGHuffman.codes(of: lengths)
    let header = PNGBlockHeader(lengths: lengths, distanceSymbol: runs.distanceSymbol)
    // Each symbol takes its code, up to five extra bits of a length, and the distance's bit.
    let bits = zip(frequencies, lengths).reduce(0) { $0 + Int($1.0) * (Int($1.1) + 6) }
    writer.reserve(bits / 8 + PNGBlockHeader.largestSize)
    header.write(to: &writer, isLast: isLast)
    let table = PNGCodeTable(lengths: lengths, codes: codes, runs: runs)
    Self.write(UnsafeBufferPointer(start: tokens, count: tokenCount), runs, table, to: &writer)
    writer.put(UInt64(codes[Self.endOfBlock]), UInt64(lengths[Self.endOfBlock]))
    writer.flush()
    tokenCount = 0
  }

  private func frequencies(_ runs: PNGRunTable) -> [UInt32] {
    var frequencies = [UInt32](repeating: 0, count: 286)
    frequencies[Self.endOfBlock] = 1
    frequencies.withUnsafeMutableBufferPointer { counts in
      for index in 0..<tokenCount {
        let token = tokens[index]
        let pixel = UInt32(truncatingIfNeeded: token)
        counts[Int(pixel >> 16 & 255)] &+= 1
        counts[Int(pixel >> 8 & 255)] &+= 1
        counts[Int(pixel & 255)] &+= 1
        if runs.step == 4 { counts[Int(pixel >> 24)] &+= 1 }
        if token >> 32 == 0 { continue }
        if token >> 48 != 0 { counts[Int(PNGFilter.number)] &+= 1 }
        var rest = Int(token >> 32 & 0xFFFF)
        while rest > runs.longest {
          counts[runs.symbols[runs.longest]] &+= 1
          rest -= runs.longest
        }
        if rest > 0 { counts[runs.symbols[rest]] &+= 1 }
      }
    }
    return frequencies
  }

  private static func write(
    _ tokens: UnsafeBufferPointer<Token>, _ runs: PNGRunTable, _ table: PNGCodeTable,
    to writer: inout PNGBitWriter
  ) {
    table.literals.withUnsafeBufferPointer { literals in
      table.runs.withUnsafeBufferPointer { codes in
        for token in tokens {
          if token >> 48 != 0 {
            writer.put(literals[Int(PNGFilter.number)])
            writer.flush()
          }
          let pixel = UInt32(truncatingIfNeeded: token)
          writer.put(literals[Int(pixel >> 16 & 255)])
          writer.put(literals[Int(pixel >> 8 & 255)])
          writer.put(literals[Int(pixel & 255)])
          if runs.step == 4 { writer.put(literals[Int(pixel >> 24)]) }
          writer.flush()
          var rest = Int(token >> 32 & 0xFFFF)
          while rest > runs.longest {
            writer.put(codes[runs.longest])
            writer.flush()
            rest -= runs.longest
          }
          if rest > 0 {
            writer.put(codes[rest])
            writer.flush()
          }
        }
      }
    }
  }
}

/// The Adler-32 checksum of filtered rows (RFC 1950, section 8.2), of whole runs at once.
struct PNGChecksum {
  /// The sum of the bytes, and the sum of that after each byte.
  private var sum: UInt64 = 1
  private var sumOfSums: UInt64 = 0
  private let hasAlpha: Bool

  init(hasAlpha: Bool) {
    self.hasAlpha = hasAlpha
  }

  var value: UInt32 { UInt32(sumOfSums << 16 | sum) }

  /// Adds the number of the filter.
  mutating func beginRow() {
    sum += UInt64(PNGFilter.number)
    sumOfSums += sum
  }

  /// Adds a run of equal pixels, `0xAARRGGBB`: the bytes R, G, B, and A if there is alpha.
  @inline(__always)
  mutating func add(_ pixel: UInt32, count: UInt32) {
    let count = UInt64(count)
    let red = UInt64(pixel >> 16 & 255)
    let green = UInt64(pixel >> 8 & 255)
    let blue = UInt64(pixel & 255)
    let alpha = hasAlpha ? UInt64(pixel >> 24) : 0
    let step: UInt64 = hasAlpha ? 4 : 3
    let whole = red &+ green &+ blue &+ alpha
    // Red counts `step` times in the sums after its pixel's bytes, and so on; each earlier pixel
    // counts whole in every byte of a later one.
    let once = step &* red &+ (step &- 1) &* green &+ (step &- 2) &* blue &+ alpha
    let pairs = count &* (count &- 1) / 2
    sumOfSums &+= step &* (count &* sum &+ pairs &* whole) &+ count &* once
    sum &+= count &* whole
  }

  /// Keeps the sums small. A row of 32,767 pixels adds less than 2^45.
  mutating func endRow() {
    sum %= 65_521
    sumOfSums %= 65_521
  }
}

/// The encoding of pixel runs in deflate, as matches at a distance of one pixel.
struct PNGRunTable {
  /// The size of a pixel in bytes, which is the distance.
  let step: Int
  /// The maximum number of pixels in one match.
  let longest: Int
  /// The length symbol for each number of pixels; 0 for none.
  let symbols: [Int]
  /// The extra bits that select a length within its symbol, and their number, for each number of
  /// pixels.
  let extras: [(value: Int, count: Int)]

  /// The symbol of the distance. Distances up to 4 have one each.
  var distanceSymbol: Int { step - 1 }

  init(step: Int) {
    self.step = step
    longest = 258 / step
    let entries = (0...longest).map { Self.entry(length: $0 * step) }
    symbols = entries.map(\.symbol)
    extras = entries.map { ($0.value, $0.count) }
  }

  /// Returns the symbol and extra bits of a match length. Lengths of 3 to 10 have a symbol each;
  /// from there on, four symbols share each number of extra bits. 258 has a symbol of its own.
  private static func entry(length: Int) -> (symbol: Int, value: Int, count: Int) {
    if length == 0 { return (0, 0, 0) }
    if length == 258 { return (285, 0, 0) }
    var count = 0
    var first = 3
    var symbol = 257
    while true {
      let width = 1 << count
      let group = count == 0 ? 8 : 4
      if length < first + group * width {
        let offset = length - first
        return (symbol + offset / width, offset % width, count)
      }
      first += group * width
      symbol += group
      count += 1
    }
  }
}

/// A sequence of bits that are written together, the first lowest.
private struct PNGCode {
  let bits: UInt32
  let count: UInt32
}

extension PNGBitWriter {
  fileprivate mutating func put(_ code: PNGCode) {
    put(UInt64(code.bits), UInt64(code.count))
  }
}

/// The codes of each literal byte and of each run length.
private struct PNGCodeTable {
  let literals: [PNGCode]
  let runs: [PNGCode]

  init(lengths: [UInt8], codes: [UInt32], runs table: PNGRunTable) {
    literals = (0..<256).map { PNGCode(bits: codes[$0], count: UInt32(lengths[$0])) }
    runs = table.symbols.indices.map { index in
      let symbol = table.symbols[index]
      let extra = table.extras[index]
      // The only distance has a code of one bit, which is 0.
      return PNGCode(
        bits: codes[symbol] | UInt32(extra.value) << UInt32(lengths[symbol]),
        count: UInt32(lengths[symbol]) + UInt32(extra.count) + 1)
    }
  }
}
