import Lamina

/// Writes frames as one animated PNG (APNG), which holds of each only the rectangle that is new.
///
/// The first frame is whole; it is also what readers show that know no animation. Each later one
/// is the smallest rectangle around the pixels that differ from the frame before, and replaces
/// what is there, alpha included. Of a renderer's frame only the bounds of the damage are looked
/// at, if it comes right after the one that was written before; else the whole picture is
/// compared. A frame in which nothing differs is not written: the frame before is shown longer.
///
/// Times are taken to the nearest of the frame rate's, counted from the first frame, and how long
/// a frame is shown is written as an exact fraction of a second. Where it does not fit into one
/// (its numbers go to 65,535), a frame of one pixel that changes nothing takes over the rest. The
/// last frame is shown for as long as it was given, and one frame more. Of several frames at one
/// time the last is seen.
///
/// Memory for one picture, and for one encoded frame, is all that is kept; frames go to the file
/// as they come. The file has its name only when it is whole (see ``OutputFile``). It says at its
/// start how many frames follow, so it cannot be a pipe.
public final class AnimatedPNGSink: FrameSink {
  /// The rate whose times frames are shown at.
  public let frameRate: FrameRate
  /// How often it is played; 0 is for ever.
  public let loops: Int

  private let file: OutputFile
  private let delays: AnimatedPNGDelays
  private let workspace: PNGWorkspace
  /// What the file is to have; nil is what the first frame has.
  private let hasAlpha: Bool?
  private var canvas: AnimatedPNGCanvas?
  /// What was given last and is not written yet: for how long it is shown is not known.
  private var pending = (rect: PixelRect.empty, tick: 0)
  private var startTime = 0.0
  private var last: (time: Double, tick: Int)?
  /// Where the last frame stands among its renderer's.
  private var place: Frame.Place?
  private var frameCount = 0
  /// The number of the next chunk that has one.
  private var sequence = 0
  private var isFinished = false

  /// Opens the destination.
  ///
  /// - Parameters:
  ///   - destination: a file; not a pipe or a device.
  ///   - frameRate: its numbers must not be above 65,535.
  ///   - loops: how often it is played; 0 is for ever.
  ///   - hasAlpha: whether the file can hold translucent frames. Nil lets the first frame decide:
  ///     if that is opaque, all must be. Without alpha files are smaller.
  ///   - compression: see ``PNGEncoder/compression``.
  ///   - createsFolder: whether missing folders on the way to a file are made.
  /// - Throws: ``OutputError``, among them ``OutputError/unsuitableFormat(path:reason:)`` for
  ///   anything but a plain file and for a frame rate that does not fit.
  /// - Precondition: `loops` is from 0 to 2,147,483,647, `compression` nil or from 0 to 12.
  public init(
    to destination: OutputDestination, frameRate: FrameRate, loops: Int = 0,
    hasAlpha: Bool? = nil, compression: Int? = nil, createsFolder: Bool = false
  ) throws(OutputError) {
    require(
      (0...Int(Int32.max)).contains(loops),
      "an animation played \(loops) times: use 0, for ever, to 2147483647")
    PNGEncoder.check(compression)
    try Self.check(frameRate, path: destination.name)
    file = try OutputFile(destination, createsFolder: createsFolder)
    guard file.canBeRewritten else {
      throw file.fail(
        .unsuitableFormat(
          path: destination.name,
          reason: "an animated PNG says at its start how many frames it has, so it must be a file"))
    }
    self.frameRate = frameRate
    self.loops = loops
    self.hasAlpha = hasAlpha
    delays = AnimatedPNGDelays(frameRate)
    workspace = PNGWorkspace(compression: compression)
  }

  /// Sees that a frame rate's times can be said in an animated PNG.
  ///
  /// - Parameter path: what the error calls the file.
  /// - Throws: ``OutputError/unsuitableFormat(path:reason:)`` if one of the rate's numbers is above
  ///   65,535.
  public static func check(_ frameRate: FrameRate, path: String) throws(OutputError) {
    guard max(frameRate.numerator, frameRate.denominator) <= AnimatedPNGDelays.largest else {
      throw .unsuitableFormat(
        path: path,
        reason: "an animated PNG has fractions of a second with numbers up to 65535, and "
          + "\(frameRate) frames a second need larger ones")
    }
  }

  /// Takes the next frame and compares all of it with the one before.
  ///
  /// - Parameter time: seconds; finite, and not before the frame before.
  /// - Throws: ``OutputError``, among them ``OutputError/sizeChanged`` if its size is not the first
  ///   frame's, ``OutputError/invalidTime(path:time:previous:)``, and
  ///   ``OutputError/unsuitableFormat(path:reason:)`` if it is translucent and the file has no
  ///   alpha.
  /// - Complexity: O(*width* × *height*).
  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    place = nil
    try take(bitmap, at: time, damage: nil)
  }

  /// Takes the next frame and compares it with the one before where its damage is.
  ///
  /// - Throws: as ``write(_:at:)`` does.
  /// - Complexity: O(size of the damage's bounds) if it is the next frame of the same renderer,
  ///   else O(*width* × *height*).
  public func write(_ frame: Frame) throws(OutputError) {
    try take(frame.bitmap, at: frame.time, damage: frame.damage(since: place)?.bounds)
    place = frame.place
  }

  /// Writes the last frame, closes the file and gives it its name. Calling it again does nothing.
  ///
  /// - Throws: ``OutputError``, among them ``OutputError/noFrames(path:)`` if there was none.
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
    guard canvas.width == bitmap.width, canvas.height == bitmap.height else {
      throw file.fail(
        .sizeChanged(
          path: file.name, width: bitmap.width, height: bitmap.height,
          expectedWidth: canvas.width, expectedHeight: canvas.height))
    }
    let tick = try tick(at: time)
    last = (time, tick)
    let changed = canvas.difference(from: bitmap, in: damage ?? canvas.bounds)
    if changed.isEmpty { return }
    if tick > pending.tick {
      try writePending(of: canvas, ticks: tick - pending.tick)
      pending = (changed, tick)
    } else {
      pending.rect = pending.rect.union(changed)
    }
    canvas.copy(changed, from: bitmap)
    try checkOpacity(of: changed, in: canvas)
  }

  private func begin(with bitmap: Bitmap, at time: Double) throws(OutputError) {
    guard time.isFinite else {
      throw file.fail(.invalidTime(path: file.name, time: time, previous: nil))
    }
    let canvas = AnimatedPNGCanvas(
      width: bitmap.width, height: bitmap.height, hasAlpha: hasAlpha ?? !bitmap.hasOnlyOpaquePixels)
    canvas.copy(canvas.bounds, from: bitmap)
    try checkOpacity(of: canvas.bounds, in: canvas)
    var start = PNGChunkWriter()
    start.writeSignature()
    start.writeHeader(width: canvas.width, height: canvas.height, hasAlpha: canvas.hasAlpha)
    try file.write(start.bytes + control(frames: 0))
    startTime = time
    last = (time, 0)
    pending = (canvas.bounds, 0)
    self.canvas = canvas
  }

  /// The number of the frame rate's time that is nearest to a time.
  private func tick(at time: Double) throws(OutputError) -> Int {
    let seconds = time - startTime
    guard let last, time >= last.time, seconds <= Double(Int32.max) else {
      throw file.fail(.invalidTime(path: file.name, time: time, previous: last?.time))
    }
    return Int(
      (seconds * Double(frameRate.numerator) / Double(frameRate.denominator)).rounded())
  }

  private func checkOpacity(
    of rect: PixelRect, in canvas: AnimatedPNGCanvas
  ) throws(OutputError) {
    if canvas.hasAlpha || canvas.isOpaque(rect) { return }
    throw file.fail(
      .unsuitableFormat(
        path: file.name,
        reason: "a frame is translucent, and the file was begun without alpha: say hasAlpha"))
  }

  // MARK: - Chunks

  /// Behind the signature and the header.
  private static let controlOffset = 8 + 25

  /// The chunk that says how many frames there are.
  private func control(frames: Int) -> [UInt8] {
    var writer = PNGChunkWriter()
    writer.writeChunk("acTL", PNGChunkWriter.number(frames) + PNGChunkWriter.number(loops))
    return writer.bytes
  }

  /// Writes what was given last, which is shown for so many of the frame rate's times.
  private func writePending(of canvas: AnimatedPNGCanvas, ticks: Int) throws(OutputError) {
    var rect = pending.rect
    var data = workspace.compress(canvas.rows(of: rect))
    for (index, delay) in delays.parts(ticks: ticks).enumerated() {
      if index == 1 {
        rect = PixelRect(x: rect.minX, y: rect.minY, width: 1, height: 1)
        data = workspace.compress(canvas.rows(of: rect))
      }
      var writer = PNGChunkWriter(reserving: data.count + 100)
      let numbers = [sequence, rect.width, rect.height, rect.minX, rect.minY]
      sequence += 1
      let fraction = [delay.numerator, delay.denominator].flatMap {
        [UInt8($0 >> 8), UInt8($0 & 255)]
      }
      // It stays when the next frame comes, and replaces what is there.
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
