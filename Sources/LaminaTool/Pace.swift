import Lamina

/// How many samples come and how many frames are drawn in a second.
///
/// Sample number *i*, counted from 0, comes at *i* / samples seconds; a frame shows those that
/// have come by its time, so the first frame shows the first sample. The arithmetic is exact:
/// long runs do not drift.
struct Pace: Equatable {
  let frames: FrameRate
  let samples: FrameRate

  /// How many samples have come by a frame; the first frame has index 0.
  func samplesDue(atFrame index: Int) -> Int {
    Int(clamping: Int128(index) * perFrame.numerator / perFrame.denominator + 1)
  }

  /// The first frame that shows a sample.
  func frame(ofSample index: Int) -> Int {
    Int(
      clamping: (Int128(index) * perFrame.denominator + perFrame.numerator - 1) / perFrame.numerator
    )
  }

  /// How many samples have come by a time in seconds.
  func samplesDue(at time: Double) -> Int {
    let samples = (time / sampleDuration).rounded(.down)
    return samples < 0 ? 0 : Int(exactly: min(samples, 1e15))! + 1
  }

  /// When a sample comes, in seconds; at least its number of samples have come then.
  func time(ofSample index: Int) -> Double {
    var time = Double(index) * sampleDuration
    while samplesDue(at: time) <= index { time = time.nextUp }
    return time
  }

  /// How many frames there are from one sample to the next, at most: how long it slides.
  var framesPerSample: Int { frame(ofSample: 1) }

  /// How many frames so many samples make: until the next sample would come, or, where they
  /// slide, until the last is in its place.
  func frameCount(samples count: Int, slides: Bool) -> Int {
    let last = frame(ofSample: max(0, count - 1))
    return slides ? last + framesPerSample + 1 : max(last + 1, frame(ofSample: count))
  }

  /// From one sample to the next, in seconds.
  var sampleDuration: Double { Double(samples.denominator) / Double(samples.numerator) }

  /// Whether there are more frames than samples.
  var hasFramesBetweenSamples: Bool { perFrame.numerator < perFrame.denominator }

  /// Samples for each frame.
  private var perFrame: (numerator: Int128, denominator: Int128) {
    (
      Int128(samples.numerator) * Int128(frames.denominator),
      Int128(samples.denominator) * Int128(frames.numerator)
    )
  }
}
