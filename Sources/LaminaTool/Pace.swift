import Lamina

/// The number of samples that come, and of frames that are drawn, in a second.
///
/// Sample *i*, counted from 0, comes at *i* / samples seconds; a frame shows the samples that have
/// come by its time, so the first frame shows the first sample. The arithmetic is exact: long runs
/// do not drift.
struct Pace: Equatable {
  let frames: FrameRate
  let samples: FrameRate

  /// Returns the number of samples that have come by a frame; the first frame has index 0.
  func samplesDue(atFrame index: Int) -> Int {
    Int(clamping: Int128(index) * perFrame.numerator / perFrame.denominator + 1)
  }

  /// Returns the first frame that shows a sample.
  func frame(ofSample index: Int) -> Int {
    Int(
      clamping: (Int128(index) * perFrame.denominator + perFrame.numerator - 1) / perFrame.numerator
    )
  }

  /// Returns the number of samples that have come by a time in seconds.
  func samplesDue(at time: Double) -> Int {
    let samples = (time / sampleDuration).rounded(.down)
    return samples < 0 ? 0 : Int(exactly: min(samples, 1e15))! + 1
  }

  /// Returns the time at which a sample comes, in seconds. At that time ``samplesDue(at:)`` counts
  /// it.
  func time(ofSample index: Int) -> Double {
    var time = Double(index) * sampleDuration
    while samplesDue(at: time) <= index { time = time.nextUp }
    return time
  }

  /// The maximum number of frames from one sample to the next: the number of frames it slides.
  var framesPerSample: Int { frame(ofSample: 1) }

  /// Returns the number of frames for a number of samples: up to the time of the next sample or, if
  /// samples slide, until the last is in place.
  func frameCount(samples count: Int, slides: Bool) -> Int {
    let last = frame(ofSample: max(0, count - 1))
    return slides ? last + framesPerSample + 1 : max(last + 1, frame(ofSample: count))
  }

  /// The time from one sample to the next, in seconds.
  var sampleDuration: Double { Double(samples.denominator) / Double(samples.numerator) }

  /// True if there are more frames than samples.
  var hasFramesBetweenSamples: Bool { perFrame.numerator < perFrame.denominator }

  /// The number of samples per frame.
  private var perFrame: (numerator: Int128, denominator: Int128) {
    (
      Int128(samples.numerator) * Int128(frames.denominator),
      Int128(samples.denominator) * Int128(frames.numerator)
    )
  }
}
