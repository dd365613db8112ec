import Lamina

/// A sink that writes frames to one animated PNG (APNG), storing only the changed rectangle of
/// each.
///
/// The first frame is stored whole; it is also what readers without support for animation show.
/// Each later one is the bounding box of the pixels that differ from the previous frame, and
/// replaces the pixels there, alpha included. Of a renderer's frame only the bounds of the damage
/// are compared, if it directly follows the one written before; otherwise the whole picture is. A
/// frame without differences is not written: the previous frame is shown longer.
///
/// Times are rounded to the nearest multiple of the frame rate's interval, counted from the first
/// frame, and the duration of a frame is written as an exact fraction of a second. Where it does
/// not fit into one (its terms are at most 65,535), frames of one pixel that change nothing take up
/// the rest. The last frame is shown for the duration given for it, and one frame more. Of several
/// frames with the same time the last is visible.
///
/// Only the last frame's bitmap and one encoded frame are held; frames go to the file as they arrive.
/// The file gets its name only when it is complete (see `OutputFile`). Its number of frames is
/// stored at its start, so it cannot be a pipe.
public final class AnimatedPNGSink: FrameSink {
  /// The frame rate to whose ticks the times of frames are rounded.
  public let frameRate: FrameRate
  /// The number of times the animation is played; 0 repeats it forever.
  public let loopCount: Int

  private let file: OutputFile
  private let delays: AnimatedPNGDelays
  private let workspace: PNGWorkspace
  /// The requested presence of alpha; nil lets the first frame decide.
  private let hasAlpha: Bool?
  private var canvas: AnimatedPNGCanvas?
  /// The changed rectangle and the time of the last frame, which is not written until its duration
  /// is known.
  private var pending = (rect: PixelRect.empty, tick: 0)
  private var startTime = 0.0
  private var last: (time: Double, tick: Int)?
  /// The position of the last frame in its renderer's sequence.
  private var identity: Frame.Identity?
  private var frameCount = 0
  /// The sequence number of the next `fcTL` or `fdAT` chunk.
  private var sequence = 0
  private var isFinished = false

  /// Creates a sink and opens its destination.
  ///
  /// - Parameters:
  ///   - destination: a file; not a pipe or a device.
  ///   - frameRate: the frame rate; its terms must be at most 65,535.
  ///   - loopCount: the number of times the animation is played; 0 repeats it forever.
  ///   - hasAlpha: true if the file can contain translucent frames. Nil lets the first frame
  ///     decide: if that is opaque, all others must be. Files without alpha are smaller.
  ///   - compressionLevel: see ``PNGEncoder/compressionLevel``.
  ///   - createsFolder: true to create missing folders in the path.
  /// - Throws: `OutputError`, among them `OutputError.unsuitableFormat(path:reason:)` for
  ///   anything but a plain file and for a frame rate that does not fit.
  /// - Precondition: `loopCount` is from 0 to 2,147,483,647, `compressionLevel` nil or from 0 to 12.
  public init(
    to destination: OutputDestination, frameRate: FrameRate, loopCount: Int = 0,
    hasAlpha: Bool? = nil, compressionLevel: Int? = nil, createsFolder: Bool = false
  ) throws(OutputError) {
    require(
      (0...Int(Int32.max)).contains(loopCount),
      "an animation played \(loopCount) times: use 0 (forever) to 2147483647")
    PNGEncoder.check(compressionLevel)
    try Self.check(frameRate, path: destination.name)
    file = try OutputFile(destination, createsFolder: createsFolder)
    guard file.canBeRewritten else {
      throw file.fail(
        .unsuitableFormat(
          path: destination.name,
          reason: "an animated PNG says at its start how many frames it has, so it must be a file"))
    }
    self.frameRate = frameRate
    self.loopCount = loopCount
    self.hasAlpha = hasAlpha
    delays = AnimatedPNGDelays(frameRate)
    workspace = PNGWorkspace(compressionLevel: compressionLevel)
  }

  /// Checks that an animated PNG can express the times of a frame rate.
  ///
  /// - Parameters:
  ///   - frameRate: the frame rate to check.
  ///   - path: the file's name in the error.
  /// - Throws: `OutputError.unsuitableFormat(path:reason:)` if one of the rate's terms is above
  ///   65,535.
  package static func check(_ frameRate: FrameRate, path: String) throws(OutputError) {
    guard max(frameRate.numerator, frameRate.denominator) <= AnimatedPNGDelays.largest else {
      throw .unsuitableFormat(
        path: path,
        reason: "an animated PNG stores fractions of a second in numbers up to 65535, and "
          + "\(frameRate) frames per second need larger ones")
    }
  }

  /// Writes the next frame, comparing all of it with the previous one.
  ///
  /// - Parameters:
  ///   - bitmap: the frame, of the size of the first one.
  ///   - time: the time in seconds; finite, and not before the previous frame's.
  /// - Throws: `OutputError`, among them `OutputError.sizeChanged` if its size is not the first
  ///   frame's, `OutputError.invalidTime(path:time:previous:)`, and
  ///   `OutputError.unsuitableFormat(path:reason:)` if it is translucent and the file has no
  ///   alpha.
  /// - Complexity: O(*width* × *height*).
  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    identity = nil
    try take(bitmap, at: time, damage: nil)
  }

  /// Writes the next frame, comparing it with the previous one within its damage.
  ///
  /// - Throws: the errors of ``write(_:at:)``.
  /// - Complexity: O(size of the damage's bounds) if it is the next frame of the same renderer,
  ///   otherwise O(*width* × *height*).
  public func write(_ frame: Frame) throws(OutputError) {
    try take(frame.bitmap, at: frame.time, damage: frame.damage(since: identity)?.bounds)
    identity = frame.identity
  }

  /// Writes the last frame, closes the file and gives it its name. Further calls do nothing.
  ///
  /// - Throws: `OutputError`, including `OutputError.noFrames(path:)` if there was no frame.
  public func finish() throws(OutputError) {
    if isFinished { return }
    guard let canvas, let last else { throw file.fail(.noFrames(path: file.name)) }
    try writePending(of: canvas, ticks: last.tick + 1 - pending.tick)
    var end = PNGChunkWriter()
    end.writeChunk("IEND", [])
    try file.write(end.bytes)
    try file.rewrite(control(frames: frameCount), at: Self.controlOffset)
    try file.finish()
    isFinished = true
  }

  // MARK: - Frames

  private func take(
    _ bitmap: Bitmap, at time: Double, damage: PixelRect?
  ) throws(OutputError) {
    if isFinished { throw .finished(path: file.name) }
    guard let canvas else { return try begin(with: bitmap, at: time) }
    let (width, height) = (canvas.bitmap.width, canvas.bitmap.height)
    guard width == bitmap.width, height == bitmap.height else {
      throw file.fail(
        .sizeChanged(
          path: file.name, width: bitmap.width, height: bitmap.height,
          expectedWidth: width, expectedHeight: height))
    }
    let tick = try tick(at: time)
    last = (time, tick)
    let changed = canvas.difference(from: bitmap, in: damage ?? canvas.bounds)
    self.canvas?.bitmap = bitmap
    if changed.isEmpty { return }
    guard canvas.hasAlpha || bitmap.hasOnlyOpaquePixels(in: changed) else { throw refuseAlpha() }
    if tick > pending.tick {
      try writePending(of: canvas, ticks: tick - pending.tick)
      pending = (changed, tick)
    } else {
      pending.rect = pending.rect.union(changed)
    }
  }

  private func begin(with bitmap: Bitmap, at time: Double) throws(OutputError) {
    guard time.isFinite else {
      throw file.fail(.invalidTime(path: file.name, time: time, previous: nil))
    }
    let isOpaque = bitmap.hasOnlyOpaquePixels
    let canvas = AnimatedPNGCanvas(bitmap: bitmap, hasAlpha: hasAlpha ?? !isOpaque)
    guard canvas.hasAlpha || isOpaque else { throw refuseAlpha() }
    var start = PNGChunkWriter()
    start.writeSignature()
    start.writeHeader(width: bitmap.width, height: bitmap.height, hasAlpha: canvas.hasAlpha)
    try file.write(start.bytes + control(frames: 0))
    startTime = time
    last = (time, 0)
    pending = (canvas.bounds, 0)
    self.canvas = canvas
  }

  /// Returns the number of the frame rate's tick that is nearest to a time.
  private func tick(at time: Double) throws(OutputError) -> Int {
    let seconds = time - startTime
    guard let last, time >= last.time, seconds <= Double(Int32.max) else {
      throw file.fail(.invalidTime(path: file.name, time: time, previous: last?.time))
    }
    return Int(
      (seconds * Double(frameRate.numerator) / Double(frameRate.denominator)).rounded())
  }

  private func refuseAlpha() -> OutputError {
    file.fail(
      .unsuitableFormat(
        path: file.name,
        reason: "a frame is translucent, but the file was begun without alpha: set hasAlpha"))
  }

  // MARK: - Chunks

  /// The offset of the `acTL` chunk: after the signature and the header.
  private static let controlOffset = 8 + 25

  /// Returns the `acTL` chunk, which stores the number of frames.
  private func control(frames: Int) -> [UInt8] {
    var writer = PNGChunkWriter()
    writer.writeChunk("acTL", PNGChunkWriter.number(frames) + PNGChunkWriter.number(loopCount))
    return writer.bytes
  }

  private func compress(
    _ rect: PixelRect, of canvas: AnimatedPNGCanvas
  ) throws(OutputError) -> UnsafeRawBufferPointer {
    guard let data = canvas.withRows(of: rect, workspace.compress) else { throw refuseAlpha() }
    return data
  }

  /// Writes the pending frame with a duration of `ticks` frames of the frame rate.
  private func writePending(of canvas: AnimatedPNGCanvas, ticks: Int) throws(OutputError) {
    var rect = pending.rect
    var data = try compress(rect, of: canvas)
    for (index, delay) in delays.parts(ticks: ticks).enumerated() {
      if index == 1 {
        rect = PixelRect(x: rect.minX, y: rect.minY, width: 1, height: 1)
        data = try compress(rect, of: canvas)
      }
      var writer = PNGChunkWriter(reserving: data.count + 100)
      let numbers = [sequence, rect.width, rect.height, rect.minX, rect.minY]
      sequence += 1
      let fraction = [delay.numerator, delay.denominator].flatMap {
        [UInt8($0 >> 8), UInt8($0 & 255)]
      }
      // Disposal `none` and blending `source`: the frame stays, and replaces the pixels below it.
      writer.writeChunk("fcTL", numbers.flatMap(PNGChunkWriter.number) + fraction + [0, 0])
      if frameCount == 0 {
        writer.writeData(data)
      } else {
        writer.writeFrameData(data, sequence: &sequence)
      }
      try file.write(writer.bytes)
      frameCount += 1
    }
  }
}

extension AnimatedPNGSink: VideoSink {
  package static var summary: String {
    "an animated PNG that stores only the changes of each frame"
  }
  package static var isStream: Bool { false }
  package static var usesLoopCount: Bool { true }

  package static func makeSink(
    to destination: OutputDestination, options: VideoOptions
  ) throws(OutputError) -> sending any FrameSink {
    try AnimatedPNGSink(
      to: destination, frameRate: options.frameRate, loopCount: options.loopCount,
      createsFolder: options.createsFolder)
  }
}
