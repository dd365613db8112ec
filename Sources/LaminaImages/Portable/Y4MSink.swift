import Lamina

/// A sink that writes frames as one uncompressed video stream: YUV4MPEG2, 4:4:4.
///
///     program | ffmpeg -i - video.mp4
///
/// The header has the size and the exact frame rate. Chroma is not subsampled. Colours are
/// converted to BT.601 luma and chroma of limited range (luma from 16 to 235, chroma from 16 to
/// 240), which readers assume for files of this kind, in integer arithmetic, so the bytes are the
/// same on every machine:
///
///     Y  = (16829 R + 33039 G +  6416 B + 16 * 65536 + 32768) >> 16
///     Cb = (-9714 R - 19070 G + 28784 B + 128 * 65536 + 32768) >> 16
///     Cr = (28784 R - 24103 G -  4681 B + 128 * 65536 + 32768) >> 16
///
/// A translucent frame is composited over ``matte``.
public final class Y4MSink: FrameSink {
  /// The colour over which translucent frames are composited. Its alpha is taken as 1.
  public let matte: Color
  /// The frame rate that the stream declares.
  public let frameRate: FrameRate
  private let file: OutputFile
  private var size: (width: Int, height: Int)?

  /// Opens the destination.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - frameRate: the frame rate that the header declares.
  ///   - matte: the colour behind translucent pixels.
  ///   - createsFolder: true to create missing parent folders.
  /// - Throws: ``OutputError`` if it cannot be opened.
  public init(
    to destination: OutputDestination, frameRate: FrameRate, matte: Color = .black,
    createsFolder: Bool = false
  ) throws(OutputError) {
    file = try OutputFile(destination, createsFolder: createsFolder)
    self.frameRate = frameRate
    self.matte = matte
  }

  /// Appends a frame; the header is written together with the first one.
  ///
  /// - Throws: ``OutputError``, such as
  ///   ``OutputError/sizeChanged(path:width:height:expectedWidth:expectedHeight:)`` if its size is
  ///   not the first frame's.
  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    var header = "FRAME\n"
    if let size {
      guard size == (bitmap.width, bitmap.height) else {
        throw file.fail(
          .sizeChanged(
            path: file.name, width: bitmap.width, height: bitmap.height,
            expectedWidth: size.width, expectedHeight: size.height))
      }
    } else {
      size = (bitmap.width, bitmap.height)
      header =
        "YUV4MPEG2 W\(bitmap.width) H\(bitmap.height) "
        + "F\(frameRate.numerator):\(frameRate.denominator) Ip A1:1 C444 "
        + "XCOLORRANGE=LIMITED\nFRAME\n"
    }
    do {
      try OutputError.checkMemory(bitmap.width * bitmap.height * 3, for: file.name)
    } catch {
      throw file.fail(error)
    }
    try file.write(encode(bitmap, after: Array(header.utf8)))
  }

  /// Closes the file and gives it its final name.
  ///
  /// - Throws: ``OutputError``, such as ``OutputError/noFrames(path:)`` if there was no frame.
  public func finish() throws(OutputError) {
    if size == nil {
      throw file.fail(.noFrames(path: file.name))
    }
    try file.finish()
  }

  private func encode(_ bitmap: Bitmap, after header: [UInt8]) -> [UInt8] {
    let plane = bitmap.width * bitmap.height
    let count = header.count + 3 * plane
    let mattePixel = matte.withAlpha(1).premultipliedPixel
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer).copyBytes(from: header)
      let luma = buffer.baseAddress! + header.count
      PixelBytes.forEachRow(of: bitmap, over: mattePixel) { y, row in
        let first = luma + y * bitmap.width
        Self.convert(row, luma: first, blue: first + plane, red: first + 2 * plane)
      }
      initialized = count
    }
  }

  private static func convert(
    _ row: UnsafeBufferPointer<UInt32>, luma: UnsafeMutablePointer<UInt8>,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>
  ) {
    let black: Int32 = 16 << 16 + 32768
    let middle: Int32 = 128 << 16 + 32768
    for x in 0..<row.count {
      let r = Int32(truncatingIfNeeded: row[x] >> 16 & 255)
      let g = Int32(truncatingIfNeeded: row[x] >> 8 & 255)
      let b = Int32(truncatingIfNeeded: row[x] & 255)
      let y = 16829 &* r &+ 33039 &* g &+ 6416 &* b &+ black
      let cb = 28784 &* b &- 9714 &* r &- 19070 &* g &+ middle
      let cr = 28784 &* r &- 24103 &* g &- 4681 &* b &+ middle
      luma[x] = UInt8(truncatingIfNeeded: y >> 16)
      blue[x] = UInt8(truncatingIfNeeded: cb >> 16)
      red[x] = UInt8(truncatingIfNeeded: cr >> 16)
    }
  }
}

extension Y4MSink: VideoSink {
  package static var summary: String { "an uncompressed video" }
  package static var isStream: Bool { true }
  package static func check(_ frameRate: FrameRate, path: String) {}

  package static func makeSink(
    to destination: OutputDestination, options: VideoOptions
  ) throws(OutputError) -> sending any FrameSink {
    try Y4MSink(
      to: destination, frameRate: options.frameRate, matte: options.matte,
      createsFolder: options.createsFolder)
  }
}
