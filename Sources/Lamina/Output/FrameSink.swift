/// A destination for frames, which it receives in the order of their times.
///
/// A sink belongs to one isolation domain at a time. After ``write(_:at:)`` has thrown, the sink's
/// output is abandoned, and every later call throws.
public protocol FrameSink: AnyObject {
  /// Writes the next frame, drawn for `time`, in seconds.
  ///
  /// Formats with a fixed frame rate ignore the time: the caller supplies one frame per 1 / rate
  /// seconds.
  func write(_ bitmap: Bitmap, at time: Double) throws

  /// Writes the next frame of a renderer: its bitmap, its time and its damage.
  ///
  /// A sink implements this only if it uses the damage. For others, the default implementation
  /// passes on the bitmap and the time.
  func write(_ frame: Frame) throws

  /// Ends the output. Only after this do files have their final names.
  func finish() throws
}

/// An encoder of one picture file.
public protocol PictureEncoder: Sendable {
  /// Returns the picture's bytes. The same pixels always give the same bytes.
  func encode(_ bitmap: Bitmap) -> [UInt8]

  /// Returns the least number of bytes of memory that encoding allocates at once; sinks check that
  /// the system has them. 0 by default.
  func leastMemory(for bitmap: Bitmap) -> Int
}

extension PictureEncoder {
  public func leastMemory(for bitmap: Bitmap) -> Int { 0 }

  /// Returns the picture's bytes.
  ///
  /// - Parameter path: the name of the file in the error.
  /// - Throws: ``OutputError/outOfMemory(path:byteCount:)``.
  package func encode(_ bitmap: Bitmap, for path: String) throws(OutputError) -> [UInt8] {
    try OutputError.checkMemory(leastMemory(for: bitmap), for: path)
    return encode(bitmap)
  }
}

extension FrameSink {
  /// Writes a frame of a renderer: its bitmap and its time.
  ///
  /// A sink that keeps the bitmap, as ``ConcurrentSink`` does, makes the renderer copy its pixels
  /// at the next change.
  public func write(_ frame: Frame) throws {
    try write(frame.bitmap, at: frame.time)
  }
}
