import Lamina

/// A destination for frames, which it receives in the order of their times.
///
/// A sink belongs to one isolation domain at a time. After ``write(_:at:)`` has thrown, the sink's
/// output is abandoned, and every later call throws.
public protocol FrameSink: AnyObject {
  /// Writes the next frame, drawn for `time`, in seconds.
  ///
  /// Formats with a fixed frame rate ignore the time: the caller supplies one frame per 1 / rate
  /// seconds.
  ///
  /// - Throws: an error of the sink's own; the sinks of this module throw ``OutputError``.
  func write(_ bitmap: Bitmap, at time: Double) throws

  /// Writes the next frame of a renderer: its bitmap, its time and its damage.
  ///
  /// A sink implements this only if it uses the damage. For others, the default implementation
  /// passes on the bitmap and the time.
  func write(_ frame: Frame) throws

  /// Ends the output. Only after this do files have their final names.
  func finish() throws
}

/// A sink that writes all frames to one file in a format of its own.
package protocol VideoSink: FrameSink {
  /// A description of the format, for the help of a command.
  static var summary: String { get }
  /// True if the format can be written to a pipe.
  static var isStream: Bool { get }
  /// True if the format stores the number of times that it is played. False by default.
  static var usesLoopCount: Bool { get }
  /// True if the format stores chroma in a choice of resolutions. False by default.
  static var usesChroma: Bool { get }
  /// Throws an error if the format cannot store a frame rate.
  ///
  /// - Parameter path: the name of the file in the error.
  static func check(_ frameRate: FrameRate, path: String) throws(OutputError)

  /// Creates a sink and opens its destination.
  static func makeSink(
    to destination: OutputDestination, options: VideoOptions
  ) throws(OutputError) -> sending any FrameSink
}

extension VideoSink {
  package static var usesLoopCount: Bool { false }
  package static var usesChroma: Bool { false }
}

/// The options of a ``VideoSink``, which uses those that its format has.
package struct VideoOptions: Sendable {
  package let format: FrameFormat
  package let frameRate: FrameRate
  /// The number of times an animation is played; 0 repeats it forever.
  package let loopCount: Int
  /// The resolution of the colours of a video.
  package let chroma: ChromaSubsampling
  /// The colour that translucent frames are composited over.
  package let matte: Color
  package let createsFolder: Bool

  package init(
    format: FrameFormat, frameRate: FrameRate, loopCount: Int, chroma: ChromaSubsampling,
    matte: Color, createsFolder: Bool
  ) {
    self.format = format
    self.frameRate = frameRate
    self.loopCount = loopCount
    self.chroma = chroma
    self.matte = matte
    self.createsFolder = createsFolder
  }
}

/// An encoder of one picture file.
public protocol PictureEncoder: Sendable {
  /// Returns the picture's bytes. The same pixels always give the same bytes.
  ///
  /// Sinks throw ``OutputError/encodingFailed(path:reason:)`` in place of any other error.
  func encode(_ bitmap: Bitmap) throws -> [UInt8]
}

/// An encoder of this package, which says how much memory it needs.
package protocol MeasuredPictureEncoder: PictureEncoder {
  /// Returns the least number of bytes of memory that encoding allocates at once; sinks check that
  /// the system has them.
  func leastMemory(for bitmap: Bitmap) -> Int
}

extension PictureEncoder {
  /// Returns the picture's bytes.
  ///
  /// - Parameter path: the name of the file in the error.
  /// - Throws: ``OutputError/outOfMemory(path:byteCount:)`` and
  ///   ``OutputError/encodingFailed(path:reason:)``.
  package func encode(_ bitmap: Bitmap, for path: String) throws(OutputError) -> [UInt8] {
    if let measured = self as? any MeasuredPictureEncoder {
      try OutputError.checkMemory(measured.leastMemory(for: bitmap), for: path)
    }
    do {
      return try encode(bitmap)
    } catch {
      throw .encodingFailed(path: path, reason: "\(error)")
    }
  }
}

extension FrameSink {
  /// Writes a frame of a renderer: its bitmap and its time.
  ///
  /// A sink that keeps the bitmap, as ``ConcurrentSink`` does, makes the renderer copy its pixels
  /// at the next change.
  ///
  /// - Throws: as ``write(_:at:)`` does.
  public func write(_ frame: Frame) throws {
    try write(frame.bitmap, at: frame.time)
  }
}
