import CDeflate
import Lamina

extension Bitmap {
  /// Creates a bitmap from a PNG file, with support for every colour type and bit depth, palettes,
  /// transparent colours and interlacing. For an animated PNG it reads the default image.
  ///
  /// 16-bit samples are rounded to the nearest 8-bit value, and colours are then premultiplied.
  /// Colours are taken as sRGB-encoded: gamma, colour profiles and other metadata are ignored, as
  /// are bytes after the end mark.
  ///
  /// Before memory is allocated, the budget is checked, and whether there are enough compressed
  /// data for the size that the file claims. Checksums are verified.
  ///
  /// - Throws: `PictureReadError`.
  /// - Complexity: O(size of the file + *width* × *height*).
  public init(
    png bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    try budget.check(bytes: bytes.count)
    let file = try PNGFile(bytes, budget: budget)
    let filtered = try file.inflated()
    defer { filtered.deallocate() }
    try self.init(
      width: file.header.width, height: file.header.height
    ) { pixels throws(PictureReadError) in
      try file.decode(filtered, to: pixels)
    }
  }
}

/// The contents of the `IHDR` chunk.
struct PNGHeader {
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6
  }

  let width: Int
  let height: Int
  let bitDepth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  var channels: Int {
    switch colorType {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The distance from one pixel to the next that filters use, in bytes; at least 1.
  var filterStep: Int { max(1, channels * bitDepth / 8) }

  /// Returns the size of a row of `width` pixels in bytes, without its filter byte.
  func rowBytes(width: Int) -> Int { (width * channels * bitDepth + 7) / 8 }

  /// The passes of the image data, in order: one, or Adam7's seven without the empty ones.
  var passes: [PNGPass] {
    guard isInterlaced else {
      return [PNGPass(x: 0, y: 0, stepX: 1, stepY: 1, width: width, height: height)]
    }
    let grid = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return grid.compactMap { x, y, stepX, stepY in
      guard width > x, height > y else { return nil }
      return PNGPass(
        x: x, y: y, stepX: stepX, stepY: stepY, width: (width - x + stepX - 1) / stepX,
        height: (height - y + stepY - 1) / stepY)
    }
  }

  /// The size of the data before compression, in bytes: every row of every pass with its filter
  /// byte.
  var filteredSize: Int {
    passes.reduce(0) { $0 + $1.height * (1 + rowBytes(width: $1.width)) }
  }

  init(_ content: ArraySlice<UInt8>, budget: PictureBudget) throws(PictureReadError) {
    let offset = content.startIndex
    guard content.count == 13 else {
      throw .invalid("a header of \(content.count) bytes, not 13", offset: offset)
    }
    width = bigEndian(content.prefix(4))
    height = bigEndian(content.dropFirst(4).prefix(4))
    try budget.check(width: width, height: height)
    let rest = Array(content.suffix(5))
    bitDepth = Int(rest[0])
    guard let colorType = ColorType(rawValue: rest[1]) else {
      throw .invalid("an unknown colour type, \(rest[1])", offset: offset + 9)
    }
    self.colorType = colorType
    let depths =
      switch colorType {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    guard depths.contains(bitDepth) else {
      throw .invalid(
        "\(bitDepth) bits per sample, which colour type \(colorType.rawValue) does not allow",
        offset: offset + 8)
    }
    guard rest[2] == 0, rest[3] == 0, rest[4] <= 1 else {
      throw .invalid("an unknown compression, filter or interlace method", offset: offset + 10)
    }
    isInterlaced = rest[4] == 1
  }
}

/// One pass of an interlaced file: every `stepX`-th pixel from `x` of every `stepY`-th row from
/// `y`.
struct PNGPass {
  let x: Int
  let y: Int
  let stepX: Int
  let stepY: Int
  let width: Int
  let height: Int
}

func bigEndian(_ bytes: some Sequence<UInt8>) -> Int {
  bytes.reduce(0) { $0 << 8 | Int($1) }
}

/// The parts of a PNG file that its picture is decoded from, validated against each other.
struct PNGFile {
  let header: PNGHeader
  /// The pixels of the palette's entries, premultiplied.
  private(set) var palette: [UInt32] = []
  /// The sample values that denote transparency, at the file's bit depth: one for grey, three for
  /// RGB.
  private(set) var transparentSamples: [Int]?
  /// The byte ranges of the compressed data.
  private var data: [Range<Int>] = []
  private let bytes: [UInt8]

  /// The offset of the compressed data: the most precise location known for an error inside them.
  var dataOffset: Int { data.first?.lowerBound ?? bytes.count }

  init(_ bytes: [UInt8], budget: PictureBudget) throws(PictureReadError) {
    self.bytes = bytes
    guard bytes.starts(with: PNGChunk.signature) else { throw .unknownFormat }
    var reader = PNGChunkReader(bytes)
    let first = try reader.next()
    guard first.type == "IHDR" else {
      throw .invalid("the first chunk is not the header", offset: first.offset)
    }
    header = try PNGHeader(bytes[first.content], budget: budget)

    var previous = "IHDR"
    while true {
      let chunk = try reader.next()
      if chunk.type == "IEND" { break }
      try take(chunk, after: previous)
      previous = chunk.type
    }
    if header.colorType == .palette, palette.isEmpty {
      throw .invalid("the palette is missing", offset: reader.offset)
    }
    // Deflate expands one byte to at most 1,032. A file that claims more than its data can contain
    // is rejected here, before memory is allocated for the claim.
    let compressed = data.reduce(0) { $0 + $1.count }
    guard compressed * 1_032 >= header.filteredSize else {
      throw .truncated(offset: reader.offset)
    }
  }

  private mutating func take(
    _ chunk: PNGChunkReader.Chunk, after previous: String
  ) throws(PictureReadError) {
    switch chunk.type {
    case "PLTE":
      guard palette.isEmpty, transparentSamples == nil, data.isEmpty else {
        throw .invalid("the palette is not where it belongs", offset: chunk.offset)
      }
      try takePalette(chunk)
    case "tRNS":
      guard data.isEmpty, transparentSamples == nil else {
        throw .invalid("transparency is not where it belongs", offset: chunk.offset)
      }
      try takeTransparency(chunk)
    case "IDAT":
      guard data.isEmpty || previous == "IDAT" else {
        throw .invalid("the data are interrupted by another chunk", offset: chunk.offset)
      }
      data.append(chunk.content)
    case "IHDR":
      throw .invalid("a second header", offset: chunk.offset)
    default:
      guard chunk.isAncillary else {
        throw .invalid("an unknown critical chunk, \(chunk.type)", offset: chunk.offset)
      }
    }
  }

  private mutating func takePalette(_ chunk: PNGChunkReader.Chunk) throws(PictureReadError) {
    let content = bytes[chunk.content]
    guard header.colorType != .gray, header.colorType != .grayAlpha else {
      throw .invalid("a grey picture has a palette", offset: chunk.offset)
    }
    // For RGB a palette is only a suggestion for displays with few colours.
    let most = header.colorType == .palette ? 1 << header.bitDepth : 256
    guard content.count % 3 == 0, (1...most).contains(content.count / 3) else {
      throw .invalid(
        "a palette of \(content.count) bytes, not of 1 to \(most) entries", offset: chunk.offset)
    }
    guard header.colorType == .palette else { return }
    palette = stride(from: content.startIndex, to: content.endIndex, by: 3).map {
      0xFF00_0000 | UInt32(content[$0]) << 16 | UInt32(content[$0 + 1]) << 8
        | UInt32(content[$0 + 2])
    }
  }

  private mutating func takeTransparency(_ chunk: PNGChunkReader.Chunk) throws(PictureReadError) {
    let content = bytes[chunk.content]
    let expected =
      switch header.colorType {
      case .gray: 2...2
      case .rgb: 6...6
      case .palette: 1...max(1, palette.count)
      case .grayAlpha, .rgba: 0...0
      }
    guard expected.contains(content.count), header.colorType != .palette || !palette.isEmpty else {
      throw .invalid(
        "transparency of \(content.count) bytes does not fit the picture", offset: chunk.offset)
    }
    switch header.colorType {
    case .palette:
      for (index, alpha) in content.enumerated() {
        let color = palette[index]
        palette[index] = PixelBytes.premultiplied(
          red: color >> 16 & 255, green: color >> 8 & 255, blue: color & 255,
          alpha: UInt32(alpha))
      }
      transparentSamples = []
    case .gray, .rgb:
      let mask = 1 << header.bitDepth - 1
      transparentSamples = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        (Int(content[$0]) << 8 | Int(content[$0 + 1])) & mask
      }
    case .grayAlpha, .rgba:
      throw .invalid("a picture with alpha has a transparent colour", offset: chunk.offset)
    }
  }

  /// Returns the rows of all passes, each after its filter byte. The caller deallocates them.
  func inflated() throws(PictureReadError) -> UnsafeMutableRawBufferPointer {
    guard let first = data.first, let last = data.last else {
      throw .invalid("the data are missing", offset: bytes.count)
    }
    let compressed = data.count == 1 ? bytes[first] : ArraySlice(data.flatMap { bytes[$0] })
    let output = UnsafeMutableRawBufferPointer.allocate(
      byteCount: header.filteredSize, alignment: 16)
    let decompressor = libdeflate_alloc_decompressor()
    require(decompressor != nil, "no memory to decompress a picture")
    defer { libdeflate_free_decompressor(decompressor) }
    let result = compressed.withUnsafeBytes {
      libdeflate_zlib_decompress(
        decompressor, $0.baseAddress, $0.count, output.baseAddress, output.count, nil)
    }
    if result == LIBDEFLATE_SUCCESS { return output }
    output.deallocate()
    switch result {
    case LIBDEFLATE_SHORT_OUTPUT: throw .truncated(offset: last.upperBound)
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      throw .invalid("more data than the picture has pixels", offset: first.lowerBound)
    default: throw .invalid("the compressed data are damaged", offset: first.lowerBound)
    }
  }
}

/// A reader that iterates over PNG chunks and validates their framing.
struct PNGChunkReader {
  struct Chunk {
    let type: String
    /// The offset of the chunk's start.
    let offset: Int
    let content: Range<Int>
    /// True if the picture can be decoded without the chunk.
    let isAncillary: Bool
  }

  private let bytes: [UInt8]
  /// The offset after the last chunk that was read.
  private(set) var offset: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = PNGChunk.signature.count
  }

  mutating func next() throws(PictureReadError) -> Chunk {
    let start = offset
    guard bytes.count - start >= PNGChunk.frame else { throw .truncated(offset: bytes.count) }
    let length = bigEndian(bytes[start..<(start + 4)])
    guard length < 1 << 31 else {
      throw .invalid("a chunk of \(length) bytes", offset: start)
    }
    guard bytes.count - start - PNGChunk.frame >= length else {
      throw .truncated(offset: bytes.count)
    }
    let letters = bytes[(start + 4)..<(start + 8)]
    guard letters.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
      throw .invalid("a chunk whose type is not four letters", offset: start)
    }
    let type = String(decoding: letters, as: UTF8.self)
    let content = (start + 8)..<(start + 8 + length)
    let actual = bytes.withUnsafeBytes {
      libdeflate_crc32(0, $0.baseAddress! + start + 4, 4 + length)
    }
    guard Int(actual) == bigEndian(bytes[content.upperBound..<(content.upperBound + 4)]) else {
      throw .wrongChecksum(part: type, offset: start)
    }
    offset = content.upperBound + 4
    return Chunk(
      type: type, offset: start, content: content, isAncillary: letters.first! & 0x20 != 0)
  }
}
