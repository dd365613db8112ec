import Lamina

extension AnimatedBitmap {
  /// Reads all frames of a PNG file; without an animation it is one frame.
  ///
  /// Delays, disposal and blending are those of section 11.3.6 of the PNG Specification (Third
  /// Edition). A default image that is no part of the animation is left out. The budget's `pixels`
  /// limits those of all frames together.
  ///
  /// - Throws: ``PictureReadError``.
  /// - Complexity: O(size of the file + *width* × *height* × number of frames).
  public init(
    png bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    try budget.check(bytes: bytes.count)
    let file = try AnimatedPNGFile(bytes, budget: budget)
    if file.frames.isEmpty {
      self.init(still: try Bitmap(png: bytes, budget: budget))
    } else {
      self = try file.decode()
    }
  }
}

/// The frames of an animated PNG file.
struct AnimatedPNGFile {
  struct Frame {
    let rect: PixelRect
    let delay: AnimatedPNGDelays.Fraction
    let disposal: UInt8
    /// True if the frame is drawn over what is below it, instead of replacing it.
    let isBlended: Bool
    let offset: Int
    /// The byte ranges of the compressed data.
    var data: [Range<Int>] = []
  }

  private let bytes: [UInt8]
  private let width: Int
  private let height: Int
  /// The header's bytes after the size.
  private let kind: [UInt8]
  /// The palette and the transparency.
  private var colors: [(type: String, content: Range<Int>)] = []
  /// The number of frames and of plays that the file claims; nil if it has no animation.
  private var control: (frames: Int, plays: Int)?
  private(set) var frames: [Frame] = []
  private var sequence = 0

  init(_ bytes: [UInt8], budget: PictureBudget) throws(PictureReadError) {
    // All that is true of a picture without animation.
    let header = try PNGFile(bytes, budget: budget).header
    self.bytes = bytes
    (width, height) = (header.width, header.height)
    var reader = PNGChunkReader(bytes)
    kind = Array(bytes[try reader.next().content].suffix(5))
    while true {
      let chunk = try reader.next()
      switch chunk.type {
      case "IEND":
        if let control, control.frames != frames.count || frames.contains(where: \.data.isEmpty) {
          throw .invalid(
            "an animation without all of its \(control.frames) frames", offset: chunk.offset)
        }
        return
      case "acTL":
        guard control == nil, frames.isEmpty, chunk.content.count == 8 else {
          throw .invalid("a wrong control of the animation", offset: chunk.offset)
        }
        let start = chunk.content.lowerBound
        control = (number(start, 4), number(start + 4, 4))
      case "PLTE", "tRNS": colors.append((chunk.type, chunk.content))
      case "fcTL" where control != nil: try takeFrame(chunk, budget: budget)
      case "IDAT":
        // Of the animation if a frame's control is before it.
        if !frames.isEmpty { frames[0].data.append(chunk.content) }
      case "fdAT" where control != nil:
        try takeNumber(of: chunk)
        guard !frames.isEmpty else {
          throw .invalid("data without a frame", offset: chunk.offset)
        }
        frames[frames.count - 1].data.append(chunk.content.dropFirst(4))
      default: break
      }
    }
  }

  private mutating func takeFrame(
    _ chunk: PNGChunkReader.Chunk, budget: PictureBudget
  ) throws(PictureReadError) {
    try takeNumber(of: chunk)
    let start = chunk.content.lowerBound
    guard chunk.content.count == 26, bytes[start + 24] <= 2, bytes[start + 25] <= 1,
      frames.last?.data.isEmpty != true
    else { throw .invalid("a wrong control of a frame", offset: chunk.offset) }
    let (x, y) = (number(start + 12, 4), number(start + 16, 4))
    let rect = PixelRect(x: x, y: y, width: number(start + 4, 4), height: number(start + 8, 4))
    guard !rect.isEmpty, rect.maxX <= width, rect.maxY <= height else {
      throw .invalid("a frame that is empty or outside the picture", offset: chunk.offset)
    }
    try budget.check(width: width, height: height, frames: frames.count + 1)
    let denominator = number(start + 22, 2)
    frames.append(
      Frame(
        rect: rect,
        delay: AnimatedPNGDelays.Fraction(
          numerator: number(start + 20, 2), denominator: denominator == 0 ? 100 : denominator),
        // Before the first frame there is nothing but the background.
        disposal: frames.isEmpty ? min(bytes[start + 24], 1) : bytes[start + 24],
        isBlended: bytes[start + 25] == 1, offset: chunk.offset))
  }

  /// Takes the number in the sequence that each part of the animation begins with.
  private mutating func takeNumber(of chunk: PNGChunkReader.Chunk) throws(PictureReadError) {
    guard chunk.content.count >= 4, number(chunk.content.lowerBound, 4) == sequence else {
      throw .invalid("a part of the animation is out of sequence", offset: chunk.offset)
    }
    sequence += 1
  }

  private func number(_ offset: Int, _ count: Int) -> Int {
    bigEndian(bytes[offset..<(offset + count)])
  }
}

extension AnimatedPNGFile {
  /// Draws the frames, one over the other.
  func decode() throws(PictureReadError) -> AnimatedBitmap {
    let ticksPerSecond = ticksPerSecond
    var canvas = [UInt32](repeating: 0, count: width * height)
    var result: [(bitmap: Bitmap, ticks: Int)] = []
    for frame in frames {
      let isLast = result.count + 1 == frames.count
      let before = frame.disposal == 2 && !isLast ? canvas : nil
      let part = try picture(of: frame)
      for y in 0..<frame.rect.height {
        let start = (frame.rect.minY + y) * width + frame.rect.minX
        part.withRow(y) { row in
          for x in 0..<row.count {
            canvas[start + x] =
              frame.isBlended ? Self.compose(row[x], over: canvas[start + x]) : row[x]
          }
        }
      }
      let bitmap = Bitmap(width: width, height: height) { _ = $0.update(fromContentsOf: canvas) }
      let scaled = frame.delay.numerator * ticksPerSecond
      result.append((bitmap, (scaled + frame.delay.denominator / 2) / frame.delay.denominator))
      if let before { canvas = before }
      if frame.disposal == 1 {
        for y in frame.rect.minY..<frame.rect.maxY {
          for x in frame.rect.minX..<frame.rect.maxX { canvas[y * width + x] = 0 }
        }
      }
    }
    return AnimatedBitmap(
      result, ticksPerSecond: ticksPerSecond, loopCount: control?.plays ?? 0)
  }

  /// One premultiplied pixel over another.
  private static func compose(_ pixel: UInt32, over below: UInt32) -> UInt32 {
    let rest = 255 - pixel >> 24
    func channel(_ shift: UInt32) -> UInt32 {
      let product = (below >> shift & 255) * rest + 0x80
      return ((pixel >> shift & 255) + (product + product >> 8) >> 8) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// The least common multiple of the delays' denominators and 10; a million if it is above 2^24.
  private var ticksPerSecond: Int {
    var multiple = 10
    for frame in frames {
      var (divisor, rest) = (multiple, frame.delay.denominator)
      while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
      multiple = multiple / divisor * frame.delay.denominator
      if multiple > 1 << 24 { return 1_000_000 }
    }
    return multiple
  }

  /// Decodes a frame, as the picture of a file of its own.
  private func picture(of frame: Frame) throws(PictureReadError) -> Bitmap {
    var writer = PNGChunkWriter()
    writer.writeSignature()
    let size = PNGChunkWriter.number(frame.rect.width) + PNGChunkWriter.number(frame.rect.height)
    writer.writeChunk("IHDR", size + kind)
    for (type, content) in colors { writer.writeChunk(type, Array(bytes[content])) }
    for data in frame.data { writer.writeChunk("IDAT", Array(bytes[data])) }
    writer.writeChunk("IEND", [])
    do throws(PictureReadError) {
      return try Bitmap(png: writer.bytes)
    } catch {
      throw .invalid("a frame's picture: \(error)", offset: frame.offset)
    }
  }
}
