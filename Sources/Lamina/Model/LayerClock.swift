/// From the time of a frame to a layer's local time, through the timings of all layers that
/// hold it, the root's first.
///
/// Where no layer on the way begins, ends or repeats, it is one straight ``TimeMapping``.
struct LayerClock: Sendable, Equatable {
  /// A layer on the way whose time begins, ends or repeats.
  private struct Stage: Sendable, Equatable {
    /// To the local time of its superlayer, from that of the stage before or from the frame's.
    let mapping: TimeMapping
    let timing: TimingParameters
  }

  /// An even stretch of local time.
  struct Segment: Sendable, Equatable {
    /// The local time, in seconds.
    var time: Double
    /// Local seconds per second of the frame's time.
    var slope: Double
    /// The time of the frame up to which it goes on like this; may be infinite.
    var until: Double
  }

  private var stages: [Stage] = []
  /// From the local time of the last stage, or from the frame's time.
  private(set) var mapping = TimeMapping.identity

  /// Local time is the time of the frame.
  static let identity = LayerClock()

  /// The mapping, where that is all there is.
  var straight: TimeMapping? { stages.isEmpty ? mapping : nil }

  /// Goes one level down, into a layer of a timing.
  mutating func enter(_ timing: TimingParameters) {
    if timing.isEndlessLayer {
      mapping = mapping.nested(in: timing)
    } else {
      stages.append(Stage(mapping: mapping, timing: timing))
      mapping = .identity
    }
  }

  /// This clock, some seconds behind, and then one that begins where it ends.
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

  /// The local time at a frame's time.
  @inline(__always)
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

  /// Whether the last layer on the way that begins or ends is there at a frame's time.
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

  /// The even stretch of local time that a frame's time is in.
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
  /// From the time of a frame to this layer's local time, through all superlayers.
  final var clock: LayerClock {
    var timings: [TimingParameters] = []
    var next: Layer? = self
    while let layer = next {
      if let timing = layer.core.pointee.attachments?.timing, timing != .layerDefaults {
        timings.append(timing)
      }
      next = layer.core.pointee.superlayer?.takeUnretainedValue()
    }
    return Self.clock(through: timings)
  }

  /// From the local time of a layer that holds this one to its own.
  final func clock(below holder: Layer) -> LayerClock {
    var timings: [TimingParameters] = []
    var next: Layer? = self
    while let layer = next, layer !== holder {
      if let timing = layer.core.pointee.attachments?.timing, timing != .layerDefaults {
        timings.append(timing)
      }
      next = layer.core.pointee.superlayer?.takeUnretainedValue()
    }
    return Self.clock(through: timings)
  }

  /// The same as it was published.
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

  /// - Parameter timings: the root's last.
  private static func clock(through timings: [TimingParameters]) -> LayerClock {
    var clock = LayerClock.identity
    for timing in timings.reversed() { clock.enter(timing) }
    return clock
  }
}
