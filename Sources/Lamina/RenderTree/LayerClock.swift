/// A mapping from the time of a frame to a layer's local time, through the timings of its
/// ancestors, from the root inwards.
///
/// If no layer on the path begins, ends or repeats, it is a single linear ``TimeMapping``.
struct LayerClock: Sendable, Equatable {
  /// A layer on the path whose time begins, ends or repeats.
  private struct Stage: Sendable, Equatable {
    /// The mapping to its superlayer's local time, from that of the previous stage or from the
    /// frame time.
    let mapping: TimeMapping
    let timing: TimingParameters
  }

  /// A linear segment of local time.
  struct Segment: Sendable, Equatable {
    /// The local time, in seconds.
    var time: Double
    /// Local seconds per second of the frame's time.
    var slope: Double
    /// The frame time at which the segment ends; may be infinite.
    var until: Double
  }

  private var stages: [Stage] = []
  /// The mapping from the local time of the last stage, or from the frame time.
  private(set) var mapping = TimeMapping.identity

  /// The clock whose local time is the frame time.
  static let identity = LayerClock()

  /// The linear mapping, if there are no stages.
  var straight: TimeMapping? { stages.isEmpty ? mapping : nil }

  /// Enters a layer with a timing.
  mutating func enter(_ timing: TimingParameters) {
    if timing.isEndlessLayer {
      mapping = mapping.nested(in: timing)
    } else {
      stages.append(Stage(mapping: mapping, timing: timing))
      mapping = .identity
    }
  }

  /// Returns this clock delayed by some seconds, followed by an inner clock.
  func delayed(by delay: Double, then inner: LayerClock) -> LayerClock {
    var result = self
    result.mapping.offset -= delay
    guard let first = inner.stages.first else {
      result.mapping = result.mapping.followed(by: inner.mapping)
      return result
    }
    result.stages.append(
      Stage(mapping: result.mapping.followed(by: first.mapping), timing: first.timing))
    result.stages += inner.stages.dropFirst()
    result.mapping = inner.mapping
    return result
  }

  /// Returns the local time at a frame time.
  func time(at frameTime: Double) -> Double {
    stages.isEmpty ? mapping.layerTime(at: frameTime) : windingTime(at: frameTime)
  }

  @inline(never)
  private func windingTime(at frameTime: Double) -> Double {
    var time = frameTime
    for stage in stages {
      time = stage.timing.layerTime(at: stage.mapping.layerTime(at: time)).time
    }
    return mapping.layerTime(at: time)
  }

  /// Returns true if the last layer on the path that begins or ends is present at a frame time.
  func isPresent(at frameTime: Double) -> Bool {
    var time = frameTime
    var isPresent = true
    for stage in stages {
      let local = stage.timing.layerTime(at: stage.mapping.layerTime(at: time))
      time = local.time
      isPresent = local.isPresent
    }
    return isPresent
  }

  /// Returns the linear segment of local time that contains a frame time.
  func segment(at frameTime: Double) -> Segment {
    var result = Segment(time: frameTime, slope: 1, until: .infinity)
    for stage in stages {
      result.time = stage.mapping.layerTime(at: result.time)
      result.slope *= stage.mapping.scale
      let inner = stage.timing.layerSegment(at: result.time)
      let limit = result.slope > 0 ? inner.high : inner.low
      if result.slope != 0, limit.isFinite {
        let until = frameTime + (limit - result.time) / result.slope
        result.until = min(result.until, max(until, frameTime))
      }
      result.time = inner.time
      result.slope *= inner.slope
    }
    result.time = mapping.layerTime(at: result.time)
    result.slope *= mapping.scale
    return result
  }
}

extension Layer {
  /// The clock from the frame time to this layer's local time, through all superlayers.
  final var clock: LayerClock {
    var timings: [TimingParameters] = []
    var next: Layer? = self
    while let layer = next {
      if let timing = layer.storage.sideTable?.timing, timing != .layerDefaults {
        timings.append(timing)
      }
      next = layer.storage.superlayer?.takeUnretainedValue()
    }
    return Self.clock(through: timings)
  }

  /// Returns the clock from an ancestor's local time to this layer's.
  final func clock(below holder: Layer) -> LayerClock {
    var timings: [TimingParameters] = []
    var next: Layer? = self
    while let layer = next, layer !== holder {
      if let timing = layer.storage.sideTable?.timing, timing != .layerDefaults {
        timings.append(timing)
      }
      next = layer.storage.superlayer?.takeUnretainedValue()
    }
    return Self.clock(through: timings)
  }

  /// The clock from the frame time to this layer's local time, as last published.
  final var publishedClock: LayerClock {
    var timings: [TimingParameters] = []
    var next: Layer? = self
    while let layer = next {
      let timing = layer.publishedTiming
      if timing != .layerDefaults { timings.append(timing) }
      next = layer.publishedSuperlayer
    }
    return Self.clock(through: timings)
  }

  /// Returns a clock through some timings.
  ///
  /// - Parameter timings: the timings from the layer outwards, the root's last.
  private static func clock(through timings: [TimingParameters]) -> LayerClock {
    var clock = LayerClock.identity
    for timing in timings.reversed() { clock.enter(timing) }
    return clock
  }
}
