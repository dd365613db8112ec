/// From the time of a frame to a layer's local time: `local = time · scale + offset`, in seconds.
struct TimeMapping: Sendable, Equatable {
  var scale = 1.0
  var offset = 0.0

  /// Local time is the time of the frame.
  static let identity = TimeMapping()

  /// The local time at a frame's time.
  func layerTime(at time: Double) -> Double { time * scale + offset }

  /// This mapping followed by another.
  func followed(by next: TimeMapping) -> TimeMapping {
    TimeMapping(scale: scale * next.scale, offset: offset * next.scale + next.offset)
  }

  /// This mapping followed by the timing of a layer one level down.
  func nested(in timing: TimingParameters) -> TimeMapping {
    let speed = Double(timing.speed)
    return TimeMapping(
      scale: scale * speed, offset: (offset - timing.beginTime) * speed + timing.timeOffset)
  }

  /// The frame's time from which on the local time is past `local`, or nil where it never is.
  /// Rounding is allowed for: at the time given the local time really is past it.
  func time(past local: Double) -> Double? { time(near: local) { $0 > local } }

  /// The frame's time at which the local time comes to `local`, or nil where it never does.
  /// Rounding is allowed for: at the time given the local time is not before it.
  func time(reaching local: Double) -> Double? { time(near: local) { $0 >= local } }

  private func time(near local: Double, where isReached: (Double) -> Bool) -> Double? {
    guard scale > 0, local.isFinite else { return nil }
    var time = (local - offset) / scale
    var step = max(time.ulp, local.ulp / scale)
    while !isReached(layerTime(at: time)) {
      time += step
      step *= 2
      guard time.isFinite else { return nil }
    }
    return time
  }
}
