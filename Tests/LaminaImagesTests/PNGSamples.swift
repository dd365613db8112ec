import LaminaTestSupport

/// A PNG picture as samples, which becomes a file of any kind and, by the standard's definitions
/// alone, the pixels that must be read from it.
struct PNGSamples {
  let width: Int
  let height: Int
  /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
  let type: Int
  let depth: Int
  /// For each pixel its samples, in reading order.
  let samples: [[Int]]
  /// For each entry red, green, blue and alpha.
  var palette: [[Int]] = []
  /// The samples that are transparent in a file without alpha.
  var transparent: [Int]?

  /// Every colour type with every depth that it can have.
  static let kinds: [(type: Int, depth: Int)] = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
  ]

  /// A picture of pseudo-random samples.
  init(
    width: Int, height: Int, type: Int, depth: Int, hasTransparency: Bool,
    random: inout SeededGenerator
  ) {
    self.width = width
    self.height = height
    self.type = type
    self.depth = depth
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][type]!
    samples = (0..<(width * height)).map { _ in
      (0..<channels).map { _ in random.below(1 << depth) }
    }
    if type == 3 {
      palette = (0..<(1 << depth)).map { _ in
        (0..<3).map { _ in random.below(256) } + [hasTransparency ? random.below(256) : 255]
      }
    } else if hasTransparency, type == 0 || type == 2 {
      transparent = samples[random.below(samples.count)]
    }
  }

  /// The premultiplied pixels.
  var pixels: [UInt32] {
    samples.map { values in
      let most = Double(1 << depth - 1)
      func level(_ index: Int) -> Int { Int((Double(values[index]) * 255 / most).rounded()) }
      let color: [Int]
      switch type {
      case 0: color = [level(0), level(0), level(0), values == transparent ? 0 : 255]
      case 2: color = [level(0), level(1), level(2), values == transparent ? 0 : 255]
      case 3: color = palette[values[0]]
      case 4: color = [level(0), level(0), level(0), level(1)]
      default: color = [level(0), level(1), level(2), level(3)]
      }
      let alpha = color[3]
      let product = color[..<3].map { Int((Double($0 * alpha) / 255).rounded()) }
      return UInt32(alpha << 24 | product[0] << 16 | product[1] << 8 | product[2])
    }
  }

  /// The file, its rows filtered by what `filter` says of each.
  func file(interlaced: Bool, filter: (_ row: Int) -> Int) -> [UInt8] {
    var chunks: [(String, [UInt8])] = []
    if type == 3 {
      chunks.append(("PLTE", palette.flatMap { $0[..<3].map { UInt8($0) } }))
      let alphas = palette.map { UInt8($0[3]) }
      if alphas.contains(where: { $0 < 255 }) { chunks.append(("tRNS", alphas)) }
    } else if let transparent {
      chunks.append(("tRNS", transparent.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
    }
    return PNGBuilder.file(
      width: width, height: height, depth: UInt8(depth), type: UInt8(type),
      interlace: interlaced ? 1 : 0, chunks: chunks, rows: rows(interlaced, filter))
  }

  private func rows(_ interlaced: Bool, _ filter: (_ row: Int) -> Int) -> [UInt8] {
    // Where the standard's 8 x 8 pattern has each pass.
    let pattern = [
      "16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656",
      "77777777",
    ].map { $0.map { $0.wholeNumberValue! } }
    var output: [UInt8] = []
    var number = 0
    for pass in interlaced ? 1...7 : 0...0 {
      var above: [UInt8]?
      for y in 0..<height {
        let columns = (0..<width).filter { pass == 0 || pattern[y % 8][$0 % 8] == pass }
        if columns.isEmpty { continue }
        let row = packed(columns.flatMap { samples[y * width + $0] })
        output += [UInt8(filter(number))] + filtered(row, above, filter(number))
        above = row
        number += 1
      }
    }
    return output
  }

  /// Samples as bits, high bits first.
  private func packed(_ values: [Int]) -> [UInt8] {
    let bits = values.flatMap { value in
      (0..<depth).reversed().map { UInt8(value >> $0 & 1) }
    }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
    }
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8]?, _ filter: Int) -> [UInt8] {
    let step = max(1, samples[0].count * depth / 8)
    return row.indices.map { index in
      let a = index < step ? 0 : Int(row[index - step])
      let b = above.map { Int($0[index]) } ?? 0
      let c = index < step ? 0 : above.map { Int($0[index - step]) } ?? 0
      let prediction: Int
      switch filter {
      case 0: prediction = 0
      case 1: prediction = a
      case 2: prediction = b
      case 3: prediction = (a + b) / 2
      default:
        let distances = [a, b, c].map { abs(a + b - c - $0) }
        prediction = [a, b, c][distances.firstIndex(of: distances.min()!)!]
      }
      return row[index] &- UInt8(prediction)
    }
  }
}
