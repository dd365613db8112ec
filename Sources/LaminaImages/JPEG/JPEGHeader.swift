import Lamina

/// The segments of a JPEG file before its first scan (ITU-T T.81, annex B).
struct JPEGHeader {
  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// The size of the stored picture, before it is oriented.
  private(set) var width = 0
  private(set) var height = 0
  /// The number of components: 1 is grey, 3 are colours, 4 are inks.
  private(set) var componentCount = 0
  /// True if Adobe's marker is there, with which inks are stored inverted.
  private(set) var isAdobe = false
  private(set) var orientation = ImageOrientation.up

  private let bytes: [UInt8]

  /// Reads the segments, and checks that the size is within the budget and that the file is long
  /// enough for it.
  init(_ bytes: [UInt8], budget: PictureBudget) throws(PictureReadError) {
    self.bytes = bytes
    guard bytes.starts(with: Self.signature) else { throw .unknownFormat }
    var offset = 2
    var hasExif = false
    while true {
      guard offset + 4 <= bytes.count else { throw .truncated(offset: bytes.count) }
      guard bytes[offset] == 0xFF else { throw .invalid("a segment is missing", offset: offset) }
      let marker = bytes[offset + 1]
      if marker == 0xFF {
        offset += 1
        continue
      }
      let length = bigEndian(bytes[(offset + 2)..<(offset + 4)])
      guard marker >= 0xC0, !(0xD0...0xD9).contains(marker), length >= 2 else {
        throw .invalid("a segment of an unknown kind, \(marker)", offset: offset)
      }
      let content = (offset + 4)..<(offset + 2 + length)
      guard content.upperBound <= bytes.count else { throw .truncated(offset: bytes.count) }
      switch marker {
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF: try takeFrame(marker, content, budget: budget)
      case 0xDA:
        guard componentCount > 0 else {
          throw .invalid("the size of the picture is missing", offset: offset)
        }
        return
      case 0xE1 where !hasExif && bytes[content].starts(with: "Exif\0\0".utf8):
        hasExif = true
        orientation = ImageOrientation(exif: bytes[content].dropFirst(6)) ?? .up
      case 0xEE where bytes[content].starts(with: "Adobe".utf8): isAdobe = true
      default: break
      }
      offset = content.upperBound
    }
  }

  private mutating func takeFrame(
    _ marker: UInt8, _ content: Range<Int>, budget: PictureBudget
  ) throws(PictureReadError) {
    let start = content.lowerBound
    guard componentCount == 0 else { throw .invalid("a second size", offset: start) }
    guard marker <= 0xC2 else {
      let process = marker >= 0xC9 ? "arithmetic coding" : "lossless or hierarchical coding"
      throw .unsupported("JPEG with \(process)", offset: start)
    }
    guard content.count >= 6, content.count == 6 + 3 * Int(bytes[start + 5]) else {
      throw .invalid("a frame header of \(content.count) bytes", offset: start)
    }
    guard bytes[start] == 8 else {
      throw .unsupported("JPEG with \(bytes[start]) bits per sample", offset: start)
    }
    height = bigEndian(bytes[(start + 1)..<(start + 3)])
    width = bigEndian(bytes[(start + 3)..<(start + 5)])
    componentCount = Int(bytes[start + 5])
    guard [1, 3, 4].contains(componentCount) else {
      throw .unsupported("JPEG with \(componentCount) components", offset: start)
    }
    try budget.check(width: width, height: height)
    try checkLength(sampling: (0..<componentCount).map { bytes[start + 7 + 3 * $0] }, start)
  }

  /// Checks that the file has at least the bits that its blocks of 8 x 8 samples need. Each of them
  /// has at least one code, and the shortest is a bit.
  private func checkLength(sampling: [UInt8], _ start: Int) throws(PictureReadError) {
    let factors = sampling.map { (x: Int($0 >> 4), y: Int($0 & 15)) }
    guard factors.allSatisfy({ (1...4).contains($0.x) && (1...4).contains($0.y) }) else {
      throw .invalid("sampling factors outside 1...4", offset: start)
    }
    func blocks(_ side: Int, _ factor: Int, _ largest: Int) -> Int {
      (side * factor + 8 * largest - 1) / (8 * largest)
    }
    let (most, tallest) = (factors.map(\.x).max() ?? 1, factors.map(\.y).max() ?? 1)
    let bits = factors.reduce(0) {
      $0 + blocks(width, $1.x, most) * blocks(height, $1.y, tallest)
    }
    guard 8 * (bytes.count - start) >= bits else { throw .truncated(offset: bytes.count) }
  }
}
