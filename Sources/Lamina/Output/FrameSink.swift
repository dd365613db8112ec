/// Takes frames, in the order of their times.
///
/// A sink belongs to one isolation at a time. After ``write(_:at:)`` has thrown, what the sink
/// was writing is abandoned, and every later call throws.
public protocol FrameSink: AnyObject {
  /// Takes the next frame, drawn for `time`, in seconds.
  ///
  /// The formats with a fixed frame rate do not look at the time: whoever draws gives one
  /// frame for each 1 / rate seconds.
  func write(_ bitmap: Bitmap, at time: Double) throws

  /// Takes the next frame of a renderer: its bitmap, its time, and what it says about them.
  ///
  /// A sink has this only if it makes use of the damage. Others get the bitmap and the time.
  func write(_ frame: Frame) throws

  /// Says that no more frames follow. Only after this do files have their final names.
  func finish() throws
}

/// Makes the bytes of one picture file.
public protocol PictureEncoder: Sendable {
  /// The picture's bytes. The same pixels always give the same bytes.
  func encode(_ bitmap: Bitmap) -> [UInt8]

  /// How many bytes of memory encoding takes at once, at least: sinks ask whether the system has
  /// them. 0 by default.
  func leastMemory(for bitmap: Bitmap) -> Int
}

extension PictureEncoder {
  public func leastMemory(for bitmap: Bitmap) -> Int { 0 }

  /// The picture's bytes.
  ///
  /// - Parameter path: what the error calls the file that they are for.
  /// - Throws: ``OutputError/outOfMemory(path:byteCount:)``.
  package func encode(_ bitmap: Bitmap, for path: String) throws(OutputError) -> [UInt8] {
    try OutputError.checkMemory(leastMemory(for: bitmap), for: path)
    return encode(bitmap)
  }
}

extension FrameSink {
  /// Takes a frame of a renderer: its bitmap and its time.
  ///
  /// A sink that keeps the bitmap for later, as ``ConcurrentSink`` does, makes the renderer copy
  /// its pixels at the next change.
  public func write(_ frame: Frame) throws {
    try write(frame.bitmap, at: frame.time)
  }
}
