import Lamina

extension Bitmap {
  /// Creates a bitmap from a GIF file; of an animation it is the first frame.
  ///
  /// Pixels that no frame covers are transparent, whatever the file's background colour. See
  /// ``AnimatedBitmap/init(gif:budget:)``.
  ///
  /// - Throws: ``PictureReadError``.
  /// - Complexity: O(size of the file + *width* × *height*).
  public init(
    gif bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    self = try GIFFile(bytes, budget: budget, limit: 1).decode().frames[0].bitmap
  }
}

extension AnimatedBitmap {
  /// Reads all frames of a GIF file.
  ///
  /// Transparency, interlacing and the disposal of frames are those of the GIF89a specification. As
  /// in browsers, what is disposed of to the background becomes transparent, and delays of 0 and 1
  /// hundredths of a second are a tenth of a second. As gif2webp and Chromium take it, a file that
  /// says *n* loops is played *n* + 1 times, and a file that says nothing, once.
  ///
  /// Before memory is allocated, the budget is checked, in which `pixels` counts those of all frames,
  /// and whether there are enough data for each frame.
  ///
  /// - Throws: ``PictureReadError``.
  /// - Complexity: O(size of the file + *width* × *height* × number of frames).
  public init(
    gif bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    self = try GIFFile(bytes, budget: budget, limit: .max).decode()
  }
}

/// The blocks of a GIF file (GIF89a specification, sections 17 to 27).
struct GIFFile {
  /// A part of the picture that is drawn over the others.
  struct Frame {
    let rect: PixelRect
    /// The opaque pixels of the colours.
    let colors: [UInt32]
    let isInterlaced: Bool
    let control: Control
    /// The size of the first codes, less one bit, in bits.
    let codeSize: Int
    /// The compressed data.
    let data: Blocks

    /// The offset of the first compressed byte.
    var offset: Int { data.range.lowerBound + 1 }
  }

  /// A sequence of blocks of data, each of them after a byte that is their count, to an empty one.
  struct Blocks {
    /// The offsets of all of them.
    let range: Range<Int>
    /// The first two.
    let heads: [Range<Int>]
    /// The number of bytes of data.
    let count: Int
  }

  /// The extension that describes the next frame.
  struct Control {
    /// In hundredths of a second.
    var delay = 0
    var transparentIndex: Int?
    var disposal = 0
  }

  private let bytes: [UInt8]
  private var offset = 6
  private(set) var width: Int
  private(set) var height: Int
  private(set) var frames: [Frame] = []
  /// The number of times the animation is played; 0 repeats it forever.
  private(set) var loopCount = 1

  /// Returns true if the bytes begin as a GIF file does.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
  }

  /// Reads all blocks, and keeps the first frames; these are within the budget.
  init(_ bytes: [UInt8], budget: PictureBudget, limit: Int) throws(PictureReadError) {
    try budget.check(bytes: bytes.count)
    guard Self.isBeginning(of: bytes) else { throw .unknownFormat }
    self.bytes = bytes
    (width, height) = (0, 0)
    let screen = try take(7)
    (width, height) = (number(screen.lowerBound), number(screen.lowerBound + 2))
    let colors = try takeColors(bytes[screen.lowerBound + 4])
    var control = Control()
    while true {
      let start = offset
      switch try takeByte() {
      case 0x21:
        let label = try takeByte()
        let blocks = try takeBlocks()
        switch label {
        case 0xF9: control = try self.control(blocks, at: start)
        case 0xFF: takeApplication(blocks)
        // A text, which is not drawn, has a control of its own.
        case 0x01: control = Control()
        default: break
        }
      case 0x2C:
        try takeFrame(control, colors: colors, budget: budget, limit: limit)
        control = Control()
      case 0x3B:
        guard !frames.isEmpty else { throw .invalid("the picture is missing", offset: start) }
        return
      case let kind: throw .invalid("a block of an unknown kind, \(kind)", offset: start)
      }
    }
  }

  private mutating func takeFrame(
    _ control: Control, colors: [UInt32]?, budget: PictureBudget, limit: Int
  ) throws(PictureReadError) {
    let place = try take(9)
    let start = place.lowerBound
    let rect = PixelRect(
      x: number(start), y: number(start + 2), width: number(start + 4), height: number(start + 6))
    let flags = bytes[start + 8]
    guard !rect.isEmpty else { throw .invalid("a frame without pixels", offset: start) }
    guard let colors = try takeColors(flags) ?? colors else {
      throw .invalid("the colours are missing", offset: start)
    }
    if frames.isEmpty { (width, height) = (max(width, rect.maxX), max(height, rect.maxY)) }
    // A later frame may extend beyond the picture, which shows the part inside; all is decoded.
    try budget.check(width: rect.width, height: rect.height)
    let codeSize = Int(try takeByte())
    guard (1...8).contains(codeSize) else {
      throw .invalid("codes of \(codeSize) bits", offset: offset - 1)
    }
    let data = try takeBlocks()
    // A code of at most 12 bits stands for at most 4,095 pixels, which takes one of 12.
    guard data.count * 2_731 >= rect.width * rect.height else {
      throw .truncated(offset: offset)
    }
    guard frames.count < limit else { return }
    try budget.check(width: width, height: height, frames: frames.count + 1)
    frames.append(
      Frame(
        rect: rect, colors: colors, isInterlaced: flags & 0x40 != 0, control: control,
        codeSize: codeSize, data: data))
  }

  private func control(
    _ blocks: Blocks, at offset: Int
  ) throws(PictureReadError) -> Control {
    guard let block = blocks.heads.first, block.count >= 4 else {
      throw .invalid("the control of a frame is too short", offset: offset)
    }
    let start = block.lowerBound
    return Control(
      delay: number(start + 1),
      transparentIndex: bytes[start] & 1 == 1 ? Int(bytes[start + 3]) : nil,
      disposal: Int(bytes[start] >> 2 & 7))
  }

  /// Takes the number of loops that Netscape's extension says.
  private mutating func takeApplication(_ blocks: Blocks) {
    let blocks = blocks.heads
    guard blocks.count >= 2, blocks[1].count >= 3, bytes[blocks[1].lowerBound] == 1,
      bytes[blocks[0]].elementsEqual("NETSCAPE2.0".utf8)
        || bytes[blocks[0]].elementsEqual("ANIMEXTS1.0".utf8)
    else { return }
    let loops = number(blocks[1].lowerBound + 1)
    loopCount = loops == 0 ? 0 : loops + 1
  }

  /// Takes a table of colours, if the flags say that there is one.
  private mutating func takeColors(_ flags: UInt8) throws(PictureReadError) -> [UInt32]? {
    guard flags & 0x80 != 0 else { return nil }
    let table = try take(3 << (Int(flags & 7) + 1))
    return stride(from: table.lowerBound, to: table.upperBound, by: 3).map {
      0xFF00_0000 | UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
    }
  }

  /// Takes blocks until an empty one.
  private mutating func takeBlocks() throws(PictureReadError) -> Blocks {
    let start = offset
    var heads: [Range<Int>] = []
    var count = 0
    while true {
      let block = try take(Int(try takeByte()))
      if block.isEmpty { return Blocks(range: start..<offset, heads: heads, count: count) }
      if heads.count < 2 { heads.append(block) }
      count += block.count
    }
  }

  /// The data of blocks, joined.
  private func joined(_ blocks: Blocks) -> [UInt8] {
    var data: [UInt8] = []
    data.reserveCapacity(blocks.count)
    var place = blocks.range.lowerBound
    while data.count < blocks.count {
      let next = place + 1 + Int(bytes[place])
      data += bytes[(place + 1)..<next]
      place = next
    }
    return data
  }

  private mutating func takeByte() throws(PictureReadError) -> UInt8 {
    bytes[try take(1).lowerBound]
  }

  private mutating func take(_ count: Int) throws(PictureReadError) -> Range<Int> {
    guard bytes.count - offset >= count else { throw .truncated(offset: bytes.count) }
    offset += count
    return (offset - count)..<offset
  }

  /// The number of 16 bits at an offset.
  private func number(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
}

extension GIFFile {
  /// Draws the frames, one over the other.
  func decode() throws(PictureReadError) -> AnimatedBitmap {
    var canvas = [UInt32](repeating: 0, count: width * height)
    var result: [(bitmap: Bitmap, ticks: Int)] = []
    for frame in frames {
      let isLast = result.count + 1 == frames.count
      let before = frame.control.disposal == 3 && !isLast ? canvas : nil
      try draw(frame, over: &canvas)
      let bitmap = Bitmap(width: width, height: height) { _ = $0.update(fromContentsOf: canvas) }
      result.append((bitmap, frame.control.delay <= 1 ? 10 : frame.control.delay))
      if let before { canvas = before }
      if frame.control.disposal == 2 { clear(frame.rect, of: &canvas) }
    }
    return AnimatedBitmap(result, ticksPerSecond: 100, loopCount: loopCount)
  }

  private func clear(_ rect: PixelRect, of canvas: inout [UInt32]) {
    let rect = rect.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    for y in rect.minY..<max(rect.minY, rect.maxY) {
      for x in rect.minX..<rect.maxX { canvas[y * width + x] = 0 }
    }
  }

  private func draw(_ frame: Frame, over canvas: inout [UInt32]) throws(PictureReadError) {
    let rect = frame.rect
    let indices = try GIFDecoder.decode(
      data: joined(frame.data), codeSize: frame.codeSize,
      count: rect.width * rect.height, offset: frame.offset)
    // Colours by index: nil is none, and 0 leaves what is below.
    var colors = frame.colors.map { Optional($0) }
    colors += Array(repeating: nil, count: 256 - colors.count)
    if let index = frame.control.transparentIndex { colors[index] = 0 }

    let passes = frame.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    var first = 0
    for (start, step) in passes {
      for y in stride(from: start, to: rect.height, by: step) {
        let row = rect.minY + y
        for x in 0..<rect.width {
          let index = indices[first + x]
          guard let color = colors[Int(index)] else {
            throw .invalid(
              "colour \(index) of a table with \(frame.colors.count)", offset: frame.offset)
          }
          if color != 0, row < height, rect.minX + x < width {
            canvas[row * width + rect.minX + x] = color
          }
        }
        first += rect.width
      }
    }
  }
}
