/// The eight properties of ``MediaTiming`` as a value.
///
/// Every function here is pure: the same time gives the same answer, in any order. No number traps;
/// NaN counts as before every time.
struct TimingParameters: Sendable, Hashable {
  /// The begin time, in seconds of parent time.
  var beginTime: Double = 0
  /// The length of one leg of a cycle, in seconds of local time.
  var duration: Double = 0
  /// Local seconds per parent second.
  var speed: Float = 1
  /// The offset added to local time, in seconds.
  var timeOffset: Double = 0
  /// The number of cycles; 0 or less means 1.
  var repeatCount: Float = 0
  /// The repeat duration in seconds of local time; if greater than 0, it replaces ``repeatCount``.
  var repeatDuration: Double = 0
  /// True if a cycle runs back after it has run forwards.
  var autoreverses = false
  /// The values that are shown outside the active time.
  var fillMode = FillMode.removed

  /// Returns the timing of an implicit animation.
  static func implicit(duration: Double) -> TimingParameters {
    TimingParameters(duration: duration, fillMode: .backwards)
  }

  /// Returns the local time at a parent time, in seconds.
  func localTime(fromParent time: Double) -> Double {
    (time - beginTime) * Double(speed) + timeOffset
  }

  /// Returns the parent time at a local time, in seconds; 0 if ``speed`` is 0, which has no
  /// inverse.
  func parentTime(fromLocal time: Double) -> Double {
    speed == 0 ? 0 : (time - timeOffset) / Double(speed) + beginTime
  }

  /// The length of one cycle, including the reversed leg, in seconds of local time; at least 0.
  var cycleDuration: Double {
    duration > 0 ? (autoreverses ? duration * 2 : duration) : 0
  }

  /// The length of the whole run, in seconds of local time; may be infinite.
  var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = cycleDuration
    // An endless repetition of nothing is nothing, not NaN.
    return cycle > 0 && repeatCount > 0 ? cycle * Double(repeatCount) : cycle
  }

  /// The parent time at which the run ends; infinity if it never does.
  var endTime: Double {
    guard speed != 0 else { return .infinity }
    let span = activeDuration / Double(speed.magnitude)
    let end = beginTime + (span.isNaN ? 0 : span)
    return end.isNaN ? .infinity : end
  }
}

/// The position of an object in its cycles at some time.
struct TimingSample: Sendable, Hashable {
  /// The position of a time relative to the active time.
  enum Phase: Sendable, Hashable {
    /// Before the begin time, filled backwards.
    case before
    /// In the active time, ends included.
    case active
    /// After the end, filled forwards.
    case after
  }

  /// The number of completed cycles: a whole number, at least 0.
  var cycle: Double
  /// The fraction of the leg that is done, from 0 to 1, mirrored on the way back; before any timing
  /// function.
  var fraction: Double
  /// The time into the leg in seconds, from 0 to the duration, mirrored on the way back.
  var time: Double
  /// The position of the time relative to the active time.
  var phase: Phase
}

extension TimingParameters {
  /// The distance from a cycle's boundary within which a time counts as being on it, in cycles.
  ///
  /// Subtracting a begin time rounds; without this tolerance a frame that is meant to show the
  /// start of a cycle would show the end of the previous one.
  private static let boundaryTolerance = 1e-9

  /// Returns the position at a parent time, or nil if the object has no effect.
  func sample(at time: Double) -> TimingSample? {
    guard time >= beginTime else {
      return fillMode.fillsBackwards ? position(local: timeOffset, phase: .before) : nil
    }
    let end = endTime
    if time < end {
      if speed == 0, timeOffset == activeDuration { return finalPosition(phase: .active) }
      let elapsed = (time - beginTime) * Double(speed)
      let local = elapsed + timeOffset
      let left = activeDuration - elapsed
      if speed > 0, left < .infinity, left <= cycleDuration * Self.boundaryTolerance {
        return finalPosition(phase: .active)
      }
      return position(local: local, phase: .active)
    }
    if time == end { return finalPosition(phase: .active) }
    return fillMode.fillsForwards ? finalPosition(phase: .after) : nil
  }

  /// Returns the position at a local time inside the run: at a boundary the next cycle has begun.
  private func position(local: Double, phase: TimingSample.Phase) -> TimingSample {
    let length = cycleDuration
    guard length > 0 else { return wholeRun(phase: phase) }
    let cycles = local / length
    guard cycles.isFinite else { return sample(cycle: 0, inside: 0, phase: phase) }
    if let boundary = Self.boundary(at: cycles) {
      return sample(cycle: boundary, inside: 0, phase: phase)
    }
    // The remainder is exact, however many cycles have passed.
    let inside = local.truncatingRemainder(dividingBy: length)
    return sample(
      cycle: cycles.rounded(.down), inside: inside < 0 ? inside + length : inside, phase: phase)
  }

  /// Returns the position at the very end of the run: at a boundary the last cycle is complete.
  private func finalPosition(phase: TimingSample.Phase) -> TimingSample {
    let length = cycleDuration
    guard length > 0 else { return wholeRun(phase: phase) }
    let active = activeDuration
    if speed < 0 { return position(local: timeOffset - active, phase: phase) }
    // At speed 0 the offset alone determines the local time.
    let local = speed == 0 ? active : active + timeOffset
    if let boundary = Self.boundary(at: local / length) {
      return sample(cycle: boundary - 1, inside: length, phase: phase)
    }
    return position(local: local, phase: phase)
  }

  /// Returns the only position of a run whose cycle takes no time: its end.
  private func wholeRun(phase: TimingSample.Phase) -> TimingSample {
    TimingSample(cycle: 0, fraction: autoreverses ? 0 : 1, time: 0, phase: phase)
  }

  /// Returns a position with the reversed leg mirrored and the number of cycles wrapped into the
  /// run.
  ///
  /// - Parameter inside: seconds since the cycle began, up to its length.
  private func sample(
    cycle: Double, inside: Double, phase: TimingSample.Phase
  ) -> TimingSample {
    var index = max(cycle, 0)
    let total = (activeDuration / cycleDuration).rounded(.up)
    if total.isFinite, total >= 1, cycle < 0 || cycle >= total {
      index = cycle - (cycle / total).rounded(.down) * total
    }
    let time = autoreverses && inside > duration ? duration - (inside - duration) : inside
    let fraction = time / duration
    return TimingSample(
      cycle: index.isFinite ? index : 0, fraction: min(max(fraction, 0), 1), time: time,
      phase: phase)
  }

  /// Returns the boundary that a number of cycles is at, or nearly at; nil inside a cycle.
  private static func boundary(at cycles: Double) -> Double? {
    let nearest = cycles.rounded()
    return (cycles - nearest).magnitude < boundaryTolerance ? nearest : nil
  }

  /// Returns the time of the next change, in parent time: `time` itself while the effect is
  /// changing, the time at which it will begin or end, or infinity if nothing ever changes again.
  func nextChange(after time: Double) -> Double {
    guard time >= beginTime else { return time.isNaN ? .infinity : beginTime }
    guard speed != 0 else { return .infinity }
    let end = endTime
    if time < end {
      let length = cycleDuration
      return length > 0 && length < .infinity ? time : end
    }
    return time == end && !fillMode.fillsForwards ? time : .infinity
  }
}
