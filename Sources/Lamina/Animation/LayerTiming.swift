// The timing of a layer. Core Animation's header has two stages for layers and animations alike:
// from the parent's time to active local time (rule 4.1), and from that to basic local time, in
// which cycles repeat and reverse. Outside its active time a layer is absent, unless its fill mode
// holds the nearer end. Before the active time the local time runs on by rule 4.1, or stands still
// if the fill mode fills backwards; after it the local time stands still at the end.

/// A layer's local time at some time of its superlayer.
struct LayerTime: Sendable, Equatable {
  /// The local time, in seconds.
  var time: Double
  /// True if the layer is present: in its active time, or held by its fill mode.
  var isPresent: Bool
}

/// An interval of the superlayer's time over which a layer's local time is linear.
struct LayerTimeSegment: Sendable, Equatable {
  /// The local time, in seconds.
  var time: Double
  /// The local seconds per second of the superlayer.
  var slope: Double
  /// The ends of the interval in the superlayer's time; infinite if it is unbounded.
  var low: Double
  var high: Double
}

extension TimingParameters {
  /// True if a layer with this timing is always present and its local time runs on for ever.
  ///
  /// A begin time of 0 counts as none: frames may be at negative times.
  var isEndlessLayer: Bool { beginTime == 0 && !hasLayerCycles && !(repeatDuration > 0) }

  /// True if the local time of a layer has cycles of a finite length: a duration of 0 or less is
  /// endless for a layer.
  private var hasLayerCycles: Bool { duration > 0 && duration < .infinity }

  /// The parameters for a layer, in which a missing duration is endless.
  private var asLayer: TimingParameters {
    var timing = self
    if !(duration > 0) { timing.duration = .infinity }
    return timing
  }

  /// Returns a layer's local time at a time of its superlayer.
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

  /// Returns the linear segment of a layer's local time around a time of its superlayer.
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
