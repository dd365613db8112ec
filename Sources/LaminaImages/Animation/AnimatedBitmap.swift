import Lamina

/// A sequence of bitmaps, each shown for a time: what an animated GIF, WebP or PNG holds.
///
///     let animated = try AnimatedBitmap(contentsOfFile: "wave.gif")
///     layer.contents = animated.frames.last?.bitmap
///     layer.add(animated.makeAnimation(), forKey: "frames")
///
/// The frames are complete pictures of one size: what a file says about parts of them, and about what
/// becomes of them, is done when it is read.
public struct AnimatedBitmap: Sendable, Equatable {
  /// A bitmap and when it is shown.
  public struct Frame: Sendable, Equatable {
    public let bitmap: Bitmap
    /// The time from the start of the animation to the frame, in seconds.
    public let time: Double
    /// The duration in seconds, above 0.
    public let duration: Double
  }

  /// The frames in order of time; at least one.
  public let frames: [Frame]
  /// The number of times the animation is played; 0 repeats it forever.
  public let loopCount: Int
  /// The duration of all frames once, in seconds.
  public let duration: Double

  /// Creates an animation of bitmaps that are shown for equally long.
  ///
  /// - Parameters:
  ///   - bitmaps: the bitmaps.
  ///   - frameRate: the number of bitmaps per second.
  ///   - loopCount: the number of times the animation is played; 0 repeats it forever.
  /// - Precondition: There is at least one bitmap, all are of one size, and `loopCount` is not
  ///   negative.
  public init(bitmaps: [Bitmap], frameRate: FrameRate, loopCount: Int = 0) {
    require(loopCount >= 0, "an animation played \(loopCount) times: use 0 (forever) or more")
    require(!bitmaps.isEmpty, "an animation without bitmaps")
    for bitmap in bitmaps {
      require(
        bitmap.width == bitmaps[0].width && bitmap.height == bitmaps[0].height,
        "a bitmap of \(bitmap.width) x \(bitmap.height) pixels in an animation of "
          + "\(bitmaps[0].width) x \(bitmaps[0].height)")
    }
    self.init(
      bitmaps.map { ($0, frameRate.denominator) }, ticksPerSecond: frameRate.numerator,
      loopCount: loopCount)
  }

  /// Creates an animation from frames whose durations are whole numbers of ticks, so that their times
  /// are exact. A duration of 0 ticks becomes a tenth of a second, as in browsers.
  init(_ frames: [(bitmap: Bitmap, ticks: Int)], ticksPerSecond: Int, loopCount: Int) {
    let rate = Double(ticksPerSecond)
    var tick = 0
    var result: [Frame] = []
    for frame in frames {
      let ticks = frame.ticks == 0 ? max(1, ticksPerSecond / 10) : frame.ticks
      result.append(
        Frame(bitmap: frame.bitmap, time: Double(tick) / rate, duration: Double(ticks) / rate))
      tick += ticks
    }
    self.frames = result
    self.loopCount = loopCount
    duration = Double(tick) / rate
  }

  /// Returns an animation of `contents` that shows each frame from its time on: the one that a layer
  /// has to be given to play the frames.
  ///
  /// It begins when it is added, as any other, and repeats as ``loopCount`` says. After it the layer
  /// shows its own `contents`.
  public func makeAnimation() -> KeyframeAnimation {
    let animation = KeyframeAnimation(keyPath: "contents")
    animation.values = frames.map(\.bitmap)
    animation.keyTimes = frames.map { $0.time / duration } + [1]
    animation.calculationMode = .discrete
    animation.duration = duration
    animation.repeatCount = loopCount == 0 ? .infinity : Float(loopCount)
    return animation
  }
}
