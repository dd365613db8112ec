import Lamina

/// A sink that writes frames as one uncompressed video stream, YUV4MPEG2.
///
///     program | ffmpeg -colorspace bt709 -color_primaries bt709 -color_trc bt709 -i - video.mp4
///
/// The header has the size and the exact frame rate, and the chroma subsampling: `C420mpeg2`, or
/// `C444`. Colours are converted to luma and chroma of BT.709 (ITU-R BT.709-6, section 3) and of
/// limited range: luma is from 16 to 235, chroma from 16 to 240. YUV4MPEG2 has no field for the
/// matrix, so tell the reader, as above; players assume BT.709 for the sizes of high definition.
/// The arithmetic is that of integers, so the bytes are the same on every machine.
///
/// Of a renderer's frame only the damage is converted, if it directly follows the one written
/// before; the rest stays converted, and moves with pixels that only moved. A translucent frame is
/// composited over ``matte``.
public final class Y4MSink: FrameSink {
  /// The colour over which translucent frames are composited. Its alpha is taken as 1.
  public let matte: Color
  /// The frame rate that the stream declares.
  public let frameRate: FrameRate
  /// The resolution of the colours.
  public let chroma: ChromaSubsampling
  private let file: OutputFile
  private var planes: Y4MPlanes?
  /// The planes of an earlier frame, and the difference from it to the last.
  private var earlier: (planes: Y4MPlanes, change: FrameChange)?
  /// The position of the last frame in its renderer's sequence.
  private var identity: Frame.Identity?

  /// Opens the destination of a 4:2:0 video.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - frameRate: the frame rate that the header declares.
  ///   - matte: the colour behind translucent pixels.
  ///   - createsFolder: true to create missing parent folders.
  /// - Throws: ``OutputError`` if it cannot be opened.
  public convenience init(
    to destination: OutputDestination, frameRate: FrameRate, matte: Color = .black,
    createsFolder: Bool = false
  ) throws(OutputError) {
    try self.init(
      to: destination, frameRate: frameRate, chroma: .yuv420, matte: matte,
      createsFolder: createsFolder)
  }

  /// Opens the destination of a video.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - frameRate: the frame rate that the header declares.
  ///   - chroma: the resolution of the colours.
  ///   - matte: the colour behind translucent pixels.
  ///   - createsFolder: true to create missing parent folders.
  /// - Throws: ``OutputError`` if it cannot be opened.
  public init(
    to destination: OutputDestination, frameRate: FrameRate, chroma: ChromaSubsampling,
    matte: Color = .black, createsFolder: Bool = false
  ) throws(OutputError) {
    file = try OutputFile(destination, createsFolder: createsFolder)
    self.frameRate = frameRate
    self.chroma = chroma
    self.matte = matte
  }

  /// Appends a frame, converting all of it; the header is written before the first one.
  ///
  /// - Throws: ``OutputError``, such as
  ///   ``OutputError/sizeChanged(path:width:height:expectedWidth:expectedHeight:)`` if its size is
  ///   not the first frame's.
  /// - Complexity: O(*width* × *height*).
  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    identity = nil
    try write(bitmap, change: nil)
  }

  /// Appends a frame, converting its damage.
  ///
  /// - Throws: the errors of ``write(_:at:)``.
  /// - Complexity: O(size of the damage) for the conversion if it is the next frame of the same
  ///   renderer, otherwise O(*width* × *height*).
  public func write(_ frame: Frame) throws(OutputError) {
    try write(frame.bitmap, change: frame.change(since: identity))
    identity = frame.identity
  }

  /// Closes the file and gives it its final name.
  ///
  /// - Throws: ``OutputError``, such as ``OutputError/noFrames(path:)`` if there was no frame.
  public func finish() throws(OutputError) {
    if planes == nil {
      throw file.fail(.noFrames(path: file.name))
    }
    try file.finish()
  }

  private func write(_ bitmap: Bitmap, change: FrameChange?) throws(OutputError) {
    guard let planes else { return try begin(with: bitmap) }
    guard planes.width == bitmap.width, planes.height == bitmap.height else {
      throw file.fail(
        .sizeChanged(
          path: file.name, width: bitmap.width, height: bitmap.height,
          expectedWidth: planes.width, expectedHeight: planes.height))
    }
    try append(bitmap, change, to: planes)
  }

  /// Appends a frame after the one that some planes show.
  ///
  /// In 4:2:0, pixels that moved by one column have the chroma of other pairs, but after two such frames
  /// that of the frame before the last, whose planes are kept for it.
  private func append(
    _ bitmap: Bitmap, _ change: FrameChange?, to planes: Y4MPlanes
  ) throws(OutputError) {
    let everything = FrameChange(
      region: Region(PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)))
    let change = change ?? everything
    let changeSinceEarlier = earlier.map { $0.change.followed(by: change) } ?? everything
    if planes.canMake(change) {
      planes.update(to: bitmap, change)
      earlier?.change = changeSinceEarlier
      return try file.write(planes.bytes)
    }
    let next = if let earlier { earlier.planes } else { try makePlanes(of: bitmap) }
    next.update(to: bitmap, next.canMake(changeSinceEarlier) ? changeSinceEarlier : everything)
    earlier = (planes, change)
    self.planes = next
    try file.write(next.bytes)
  }

  /// Returns planes for pictures of the size of a bitmap, with undefined contents.
  private func makePlanes(of bitmap: Bitmap) throws(OutputError) -> Y4MPlanes {
    do {
      try OutputError.checkMemory(
        Y4MPlanes.byteCount(width: bitmap.width, height: bitmap.height, chroma: chroma),
        for: file.name)
    } catch {
      throw file.fail(error)
    }
    return Y4MPlanes(width: bitmap.width, height: bitmap.height, chroma: chroma, matte: matte)
  }

  private func begin(with bitmap: Bitmap) throws(OutputError) {
    let planes = try makePlanes(of: bitmap)
    planes.convert(PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height), of: bitmap)
    let sampling = chroma == .yuv420 ? "420mpeg2" : "444"
    try file.write(
      Array(
        ("YUV4MPEG2 W\(bitmap.width) H\(bitmap.height) "
          + "F\(frameRate.numerator):\(frameRate.denominator) Ip A1:1 C\(sampling) "
          + "XCOLORRANGE=LIMITED\n").utf8))
    try file.write(planes.bytes)
    self.planes = planes
  }
}

extension Y4MSink: VideoSink {
  package static var summary: String { "an uncompressed video" }
  package static var isStream: Bool { true }
  package static var usesChroma: Bool { true }
  package static func check(_ frameRate: FrameRate, path: String) {}

  package static func makeSink(
    to destination: OutputDestination, options: VideoOptions
  ) throws(OutputError) -> sending any FrameSink {
    try Y4MSink(
      to: destination, frameRate: options.frameRate, chroma: options.chroma, matte: options.matte,
      createsFolder: options.createsFolder)
  }
}
