import Lamina
import LaminaImages
import LaminaScenes

/// A renderer that draws the samples of a source as they arrive.
struct GraphDrawing {
  let scene: GraphScene
  let source: any SampleSource
  let pace: Pace
  let slides: Bool
  let interruption: Interruption

  /// The number of samples and frames that were drawn.
  struct Outcome: Equatable {
    var samples = 0
    var frames = 0
    /// The number of newest samples in the picture; nil if it is not of them only.
    var shownSamples: Int?
    /// The number of samples that are NaN or gaps, and of those that are infinite: neither are
    /// drawn.
    var gaps = 0
    var infinite = 0

    /// Counts a new sample.
    mutating func add(_ sample: Double) {
      samples += 1
      if sample.isFinite { return }
      if sample.isNaN { gaps += 1 } else { infinite += 1 }
    }

    /// A warning about input that is probably unintended; nil if there is none.
    var warning: String? {
      let kinds = [
        gaps > 0 ? "\(gaps) NaN or empty" : nil, infinite > 0 ? "\(infinite) infinite" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
      if gaps + infinite == samples { return "none of the samples is a finite number: \(kinds)" }
      return infinite > 0
        ? "\(infinite) of the samples are infinite and are drawn as gaps" : nil
    }
  }

  /// Draws each frame when it is due, with the samples that have arrived by then.
  ///
  /// An interruption ends the samples.
  func drawFrames(into sink: any FrameSink, _ progress: ProgressCounter) throws -> Outcome {
    var result = Outcome()
    // The total number of frames, once the last sample is known.
    var end: Int?
    while result.frames < end ?? .max {
      try interruption.check()
      let time = pace.frames.time(ofFrame: result.frames)
      if end == nil {
        source.wait(forFrameAt: time)
        scene.advance(to: time)
        let due = pace.samplesDue(atFrame: result.frames)
        let new = try take(due - result.samples)
        for sample in new { result.add(sample) }
        if result.samples < due {
          try Self.requireSamples(result, of: source, interruption)
          end = pace.frameCount(samples: result.samples, slides: slides)
        }
        scene.append(new)
        if result.frames >= end ?? .max { break }
      }
      try sink.write(scene.render(at: time))
      result.frames += 1
      progress.advance(to: result.frames)
    }
    return result
  }

  /// Draws a single frame that shows the newest samples, in their final positions.
  func drawLastFrame(into sink: any FrameSink, _ progress: ProgressCounter) throws -> Outcome {
    var result = Outcome()
    while true {
      try interruption.check()
      let new = try take(1)
      if new.isEmpty { break }
      scene.append(new)
      result.add(new[0])
      progress.advance(to: result.samples)
    }
    try Self.requireSamples(result, of: source, interruption)
    try sink.write(scene.render(at: 0))
    result.frames = 1
    return result
  }

  /// Returns the next samples; fewer at the end, or when interrupted.
  private func take(_ count: Int) throws -> [Double] {
    var samples: [Double] = []
    while samples.count < count, !interruption.isRequested, let sample = try source.next() {
      samples.append(sample)
    }
    return samples
  }

  /// Checks, at the end of the input, that there was something to draw.
  static func requireSamples(
    _ result: Outcome, of source: any SampleSource, _ interruption: Interruption
  ) throws {
    guard result.samples == 0 else { return }
    if interruption.isRequested {
      throw Interruption.Stop.beforeFirstSample(signal: interruption.signal)
    }
    throw SampleInputError.empty(name: source.name)
  }
}
