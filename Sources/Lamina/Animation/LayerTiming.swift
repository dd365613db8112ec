// What the timing of a layer does. Core Animation's header has two stages for layers and
// animations alike: from the parent's time to active local time (rule 4.1), and from that to
// basic local time, where cycles repeat and turn back. Outside the active time the layer is not there,
// unless the fill mode holds the nearer end. Before it the local time runs on by rule 4.1, but stands
// where the fill mode fills backwards; after it the local time stands at the end.

/// A layer's local time at some time of its superlayer.
struct LayerTime: Sendable, Equatable {
  /// In seconds.
  var time: Double
  /// Whether the layer is there: in its active time, or held by its fill mode.
  var isPresent: Bool
}

/// A stretch of the superlayer's time over which a layer's local time runs evenly.
struct LayerTimeSegment: Sendable, Equatable {
  /// The local time, in seconds.
  var time: Double
  /// Local seconds per second of the superlayer.
  var slope: Double
  /// Where the stretch begins and ends, in the superlayer's time; infinite where it does not.
  var low: Double
  var high: Double
}

extension TimingParameters {
  /// Whether a layer of this timing is there at all times, and its local time runs on for ever.
  ///
  /// A begin time of 0 is none: frames may well be at times below 0.
  var isEndlessLayer: Bool { beginTime == 0 && !hasLayerCycles && !(repeatDuration > 0) }

  /// Whether the local time of a layer comes to an end of its cycle: a duration of 0 or less is
  /// endless for a layer.
  private var hasLayerCycles: Bool { duration > 0 && duration < .infinity }

  /// The same, where a layer without a duration has an endless one.
  private var asLayer: TimingParameters {
    var timing = self
    if !(duration > 0) { timing.duration = .infinity }
    return timing
  }

  /// A layer's local time at a time of its superlayer.
  func layerTime(at parent: Double) -> LayerTime {
    if isEndlessLayer {
      return LayerTime(time: localTime(fromParent: parent), isPresent: true)
    }
    var timing = asLayer
    timing.fillMode = .both
    guard let sample = timing.sample(at: parent) else {
      return LayerTime(time: timeOffset, isPresent: false)
    }
    if sample.phase == .before, !fillMode.fillsBackwards {
      return LayerTime(time: localTime(fromParent: parent), isPresent: false)
    }
    let isPresent =
      switch sample.phase {
      case .before: true
      case .active: true
      case .after: fillMode.fillsForwards
      }
    if hasLayerCycles {
      return LayerTime(time: sample.time, isPresent: isPresent)
    }
    let clamped =
      switch sample.phase {
      case .before: beginTime
      case .active: parent
      case .after: timing.endTime
      }
    return LayerTime(time: localTime(fromParent: clamped), isPresent: isPresent)
  }

  /// The even stretch of a layer's local time around a time of its superlayer.
  func layerSegment(at parent: Double) -> LayerTimeSegment {
    let time = layerTime(at: parent).time
    if isEndlessLayer {
      return LayerTimeSegment(
        time: time, slope: Double(speed), low: -.infinity, high: .infinity)
    }
    let end = asLayer.endTime
    guard parent >= beginTime else {
      let slope = fillMode.fillsBackwards ? 0 : Double(speed)
      return LayerTimeSegment(time: time, slope: slope, low: -.infinity, high: beginTime)
    }
    if parent > end {
      return LayerTimeSegment(time: time, slope: 0, low: end, high: .infinity)
    }
    let rate = Double(speed)
    guard hasLayerCycles, rate != 0 else {
      return LayerTimeSegment(time: time, slope: rate, low: beginTime, high: end)
    }
    let leg = (localTime(fromParent: parent) / duration).rounded(.down)
    let first = parentTime(fromLocal: leg * duration)
    let last = parentTime(fromLocal: (leg + 1) * duration)
    let isReversed = autoreverses && leg.truncatingRemainder(dividingBy: 2) != 0
    return LayerTimeSegment(
      time: time, slope: isReversed ? -rate : rate,
      low: max(min(first, last), beginTime), high: min(max(first, last), end))
  }
}
