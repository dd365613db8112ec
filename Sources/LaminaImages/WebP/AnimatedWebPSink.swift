import Lamina

#if WebP
  import CWebP
#endif

/// A sink that writes frames to one lossless WebP: an animation, or of one frame, a still picture.
///
/// libwebpmux stores the changed rectangle of each frame. Times are rounded to milliseconds, counted
/// from the first frame; the last frame is shown for one frame of the frame rate. Of several frames
/// with the same time the last is visible.
///
/// The encoded frames are held in memory until ``finish()``, which writes the file. It gets its name
/// only when it is complete (see `OutputFile`).
public final class AnimatedWebPSink: FrameSink {
  /// The frame rate, which gives the duration of the last frame.
  public let frameRate: FrameRate
  /// The number of times the animation is played; 0 repeats it forever.
  public let loopCount: Int

  private let file: OutputFile
  private let encoder: WebPEncoder
  private var startTime = 0.0
  /// The last frame and its time, which is not encoded until the next one comes.
  private var pending: (bitmap: Bitmap, time: Double, milliseconds: Int)?
  private var isFinished = false
  #if WebP
    /// libwebp's encoder of the animation, from the second frame on.
    private var animation: OpaquePointer?
  #endif

  /// The longest animation, in milliseconds.
  private static let longest = Int(Int32.max)

  /// Creates a sink and opens its destination.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - frameRate: the frame rate, at most 1,000 frames per second.
  ///   - loopCount: the number of times the animation is played; 0 repeats it forever.
  ///   - compressionLevel: see ``WebPEncoder/compressionLevel``.
  ///   - createsFolder: true to create missing folders in the path.
  /// - Throws: ``OutputError``, among them ``OutputError/unsuitableFormat(path:reason:)`` for a higher
  ///   frame rate, and if the package's trait `WebP` is off.
  /// - Precondition: `loopCount` is from 0 to 65,535, `compressionLevel` from 0 to 9.
  public init(
    to destination: OutputDestination, frameRate: FrameRate, loopCount: Int = 0,
    compressionLevel: Int = 1, createsFolder: Bool = false
  ) throws(OutputError) {
    require(
      (0...65_535).contains(loopCount),
      "an animation played \(loopCount) times: use 0 (forever) to 65535")
    encoder = WebPEncoder(compressionLevel: compressionLevel)
    self.frameRate = frameRate
    self.loopCount = loopCount
    try Self.check(frameRate, path: destination.name)
    file = try OutputFile(destination, createsFolder: createsFolder)
  }

  deinit {
    #if WebP
      WebPAnimEncoderDelete(animation)
    #endif
  }

  /// Checks that WebP can be written, and that it can express the times of a frame rate.
  ///
  /// - Parameters:
  ///   - frameRate: the frame rate to check.
  ///   - path: the file's name in the error.
  /// - Throws: ``OutputError/unsuitableFormat(path:reason:)``.
  package static func check(_ frameRate: FrameRate, path: String) throws(OutputError) {
    #if WebP
      guard frameRate.numerator <= 1000 * frameRate.denominator else {
        throw .unsuitableFormat(
          path: path,
          reason: "an animated WebP stores milliseconds, and \(frameRate) frames per second are "
            + "shorter")
      }
    #else
      throw .unsuitableFormat(path: path, reason: WebPError.disabledTrait.description)
    #endif
  }

  /// Writes the next frame.
  ///
  /// - Parameters:
  ///   - bitmap: the frame, of the size of the first one.
  ///   - time: the time in seconds; finite, and not before the previous frame's.
  /// - Throws: ``OutputError``, among them ``OutputError/sizeChanged(path:width:height:expectedWidth:expectedHeight:)``,
  ///   ``OutputError/invalidTime(path:time:previous:)`` and
  ///   ``OutputError/encodingFailed(path:reason:)``.
  /// - Complexity: O(*width* × *height*).
  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    if isFinished { throw .finished(path: file.name) }
    guard let pending else {
      guard time.isFinite else {
        throw file.fail(.invalidTime(path: file.name, time: time, previous: nil))
      }
      startTime = time
      self.pending = (bitmap, time, 0)
      return
    }
    guard bitmap.width == pending.bitmap.width, bitmap.height == pending.bitmap.height else {
      throw file.fail(
        .sizeChanged(
          path: file.name, width: bitmap.width, height: bitmap.height,
          expectedWidth: pending.bitmap.width, expectedHeight: pending.bitmap.height))
    }
    let seconds = time - startTime
    guard time >= pending.time, seconds * 1000 < Double(Self.longest) - lastDuration else {
      throw file.fail(.invalidTime(path: file.name, time: time, previous: pending.time))
    }
    let milliseconds = Int((seconds * 1000).rounded())
    if milliseconds > pending.milliseconds { try encodePending() }
    self.pending = (bitmap, time, milliseconds)
  }

  /// The duration of the last frame, in milliseconds.
  private var lastDuration: Double {
    max(1, (1000 * Double(frameRate.denominator) / Double(frameRate.numerator)).rounded())
  }

  /// Writes the file and gives it its name. Further calls do nothing.
  ///
  /// - Throws: ``OutputError``, including ``OutputError/noFrames(path:)`` if there was no frame.
  public func finish() throws(OutputError) {
    if isFinished { return }
    guard let pending else { throw file.fail(.noFrames(path: file.name)) }
    #if WebP
      if animation != nil {
        try encodePending()
        try writeAnimation(end: pending.milliseconds + Int(lastDuration))
      } else {
        let bytes: [UInt8]
        do {
          bytes = try encoder.encode(pending.bitmap, for: file.name)
        } catch {
          throw file.fail(error)
        }
        try file.write(bytes)
      }
    #endif
    try file.finish()
    self.pending = nil
    isFinished = true
  }

  private func encodePending() throws(OutputError) {
    #if WebP
      guard let pending else { return }
      let leastMemory = encoder.leastMemory(for: pending.bitmap)
      guard Memory.isAvailable(leastMemory) else {
        throw file.fail(.outOfMemory(path: file.name, byteCount: leastMemory))
      }
      let isAdded: Bool
      do throws(WebPError) {
        isAdded = try encoder.withPicture(of: pending.bitmap) { picture, config in
          if animation == nil { animation = makeAnimation(picture.width, picture.height) }
          return animation != nil
            && WebPAnimEncoderAdd(animation, &picture, Int32(pending.milliseconds), &config) != 0
        }
      } catch {
        throw file.fail(.encodingFailed(path: file.name, reason: error.description))
      }
      if !isAdded { throw file.fail(animationError) }
    #endif
  }

  #if WebP
    private func makeAnimation(_ width: Int32, _ height: Int32) -> OpaquePointer? {
      var options = WebPAnimEncoderOptions()
      require(WebPAnimEncoderOptionsInit(&options) != 0, "libwebpmux is older than its headers")
      options.anim_params.loop_count = Int32(loopCount)
      // Every frame but the first stores its changes alone.
      options.kmax = 0
      return WebPAnimEncoderNew(width, height, &options)
    }

    private func writeAnimation(end: Int) throws(OutputError) {
      var data = WebPData()
      WebPDataInit(&data)
      defer { WebPDataClear(&data) }
      guard WebPAnimEncoderAdd(animation, nil, Int32(end), nil) != 0,
        WebPAnimEncoderAssemble(animation, &data) != 0
      else { throw file.fail(animationError) }
      try file.write(UnsafeRawBufferPointer(start: data.bytes, count: data.size))
    }

    private var animationError: OutputError {
      let reason = animation.flatMap { WebPAnimEncoderGetError($0) }.map { String(cString: $0) }
      return .encodingFailed(path: file.name, reason: reason ?? "no memory for an animation")
    }
  #endif
}

extension AnimatedWebPSink: VideoSink {
  package static var summary: String { "a lossless WebP, animated if there are several frames" }
  package static var isStream: Bool { true }
  package static var usesLoopCount: Bool { true }

  package static func makeSink(
    to destination: OutputDestination, options: VideoOptions
  ) throws(OutputError) -> sending any FrameSink {
    guard options.loopCount <= 65_535 else {
      throw .unsuitableFormat(
        path: destination.name,
        reason: "an animated WebP is played at most 65535 times, not \(options.loopCount)")
    }
    return try AnimatedWebPSink(
      to: destination, frameRate: options.frameRate, loopCount: options.loopCount,
      createsFolder: options.createsFolder)
  }
}
