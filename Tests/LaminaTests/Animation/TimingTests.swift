import Testing

@testable import Lamina

@Suite("Media timing")
struct TimingTests {
  /// One second, linear, 0 to 1, as the rows of rule 4.4 have it.
  private func second(
    _ change: (inout TimingParameters) -> Void = { _ in }
  ) -> TimingParameters {
    var timing = TimingParameters(duration: 1)
    change(&timing)
    return timing
  }

  private func expect(
    _ timing: TimingParameters, at times: [Double], shows expected: [Double?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (time, value) in zip(times, expected) {
      let actual = timing.sample(at: time)?.fraction
      switch (actual, value) {
      case (let actual?, let value?):
        #expect(abs(actual - value) <= 1e-9, "at \(time)", sourceLocation: sourceLocation)
      default:
        #expect(actual == value, "at \(time)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test("4.1: local time is (parent - begin) * speed + offset, and back")
  func localTime() {
    var timing = TimingParameters()
    timing.speed = 2
    timing.timeOffset = 1
    timing.beginTime = 3
    #expect(timing.localTime(fromParent: 10) == 15)
    #expect(timing.parentTime(fromLocal: 15) == 10)
  }

  @Test("4.2: a stopped object converts to outer time as 0")
  func stoppedHasNoInverse() {
    var timing = TimingParameters()
    timing.speed = 0
    timing.timeOffset = 4
    #expect(timing.parentTime(fromLocal: 10) == 0)
    #expect(timing.localTime(fromParent: 10) == 4)
  }

  private let rowTimes = [0.0, 0.2, 0.5, 0.9, 1.2, 1.5, 1.9, 2.1, 3.0]

  @Test("4.4: a reversed leg runs back")
  func autoreverses() {
    expect(
      second { $0.autoreverses = true }, at: rowTimes,
      shows: [0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.1, nil, nil])
  }

  @Test("4.4: a repeat count may stop part way")
  func repeatCount() {
    expect(
      second { $0.repeatCount = 2.5 }, at: rowTimes,
      shows: [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.9, 0.1, nil])
  }

  @Test("4.4: a repeat duration cuts the cycle off")
  func repeatDuration() {
    expect(
      second { $0.repeatDuration = 1.7 }, at: rowTimes,
      shows: [0, 0.2, 0.5, 0.9, 0.2, 0.5, nil, nil, nil])
  }

  @Test("4.4: twice the speed takes half the time, and the end belongs to it")
  func doubleSpeed() {
    expect(
      second { $0.speed = 2 }, at: rowTimes,
      shows: [0, 0.4, 1, nil, nil, nil, nil, nil, nil])
  }

  @Test("4.4, 4.5: an offset moves the phase and wraps, and does not shorten the run")
  func timeOffset() {
    expect(
      second { $0.timeOffset = 0.3 }, at: rowTimes,
      shows: [0.3, 0.5, 0.8, 0.2, nil, nil, nil, nil, nil])
    expect(second { $0.timeOffset = 0.3 }, at: [0.7, 1], shows: [0, 0.3])
  }

  @Test("4.4, 4.5: a negative speed runs backwards from the end and wraps")
  func negativeSpeed() {
    expect(
      second { $0.speed = -1 }, at: rowTimes,
      shows: [0, 0.8, 0.5, 0.1, nil, nil, nil, nil, nil])
  }

  @Test("a backward run ends at its start, or part way")
  func negativeSpeedEnd() {
    expect(
      second {
        $0.speed = -1
        $0.fillMode = .forwards
      }, at: [1, 7], shows: [0, 0])
    expect(
      second {
        $0.speed = -2
        $0.repeatCount = 2.75
        $0.fillMode = .both
      }, at: [-1, 1.375, 7], shows: [0, 0.25, 0.25])
  }

  @Test(
    "4.6: fill modes",
    arguments: [
      (FillMode.removed, [nil, nil, 0, 0.5, nil] as [Double?]),
      (.forwards, [nil, nil, 0, 0.5, 1]),
      (.backwards, [0, 0, 0, 0.5, nil]),
      (.both, [0, 0, 0, 0.5, 1]),
    ])
  func fillModes(mode: FillMode, expected: [Double?]) {
    let timing = second {
      $0.beginTime = 1
      $0.fillMode = mode
    }
    expect(timing, at: [0, 0.5, 1, 1.5, 2.5], shows: expected)
  }

  @Test("4.7: filling forwards holds the end of the run")
  func forwardsHolds() {
    expect(
      second {
        $0.autoreverses = true
        $0.fillMode = .forwards
      }, at: [2, 5], shows: [0, 0])
    expect(
      second {
        $0.repeatCount = 2.5
        $0.fillMode = .forwards
      }, at: [2.5, 5], shows: [0.5, 0.5])
  }

  @Test("4.8: at an inner boundary the next cycle has begun; at the very end the end shows")
  func boundaries() {
    let timing = second { $0.repeatCount = 3 }
    expect(timing, at: [1, 2, 3], shows: [0, 0, 1])
    #expect(timing.sample(at: 1)?.cycle == 1)
    #expect(timing.sample(at: 3)?.cycle == 2)
  }

  @Test("a cycle's boundary is found in spite of rounding")
  func boundariesAtFrames() {
    var timing = TimingParameters(beginTime: 10.1, duration: 0.1)
    timing.repeatCount = .infinity
    for frame in 1...600 {
      let time = 10.1 + Double(frame) / 60
      let sample = timing.sample(at: time)
      #expect(sample?.cycle == Double(frame / 6))
      #expect(abs(sample!.fraction - Double(frame % 6) / 6) < 1e-9)
    }
    // The last instant before the end is not taken for a beginning.
    #expect(second().sample(at: 1.0.nextDown)?.fraction == 1)
  }

  @Test("4.9: an infinite duration does not wrap")
  func infiniteDuration() {
    let timing = TimingParameters(duration: .infinity)
    #expect(timing.endTime == .infinity)
    #expect(
      timing.sample(at: 1e9) == TimingSample(cycle: 0, fraction: 0, time: 0, phase: .active))
    #expect(timing.nextChange(after: 5) == .infinity)
  }

  @Test("4.10: pausing and resuming continue where the time stood")
  func pausing() {
    var timing = TimingParameters(duration: .infinity)
    timing.timeOffset = timing.localTime(fromParent: 12)
    timing.speed = 0
    #expect(timing.localTime(fromParent: 17) == 12)
    timing.speed = 1
    timing.timeOffset = 0
    timing.beginTime = 8
    #expect(timing.localTime(fromParent: 21) == 13)
  }

  @Test("4.11: half the layer's speed shows half of the animation after its duration")
  func layerSpeed() {
    var layer = TimingParameters(duration: .infinity)
    layer.speed = 0.5
    #expect(second().sample(at: layer.localTime(fromParent: 1))?.fraction == 0.5)
  }

  @Test("4.12: an infinite repeat count never ends, and a repeat duration replaces it")
  func endless() {
    var timing = second { $0.repeatCount = .infinity }
    #expect(timing.endTime == .infinity)
    #expect(timing.sample(at: 1_000_000.25)?.fraction == 0.25)
    timing.repeatDuration = 2
    #expect(timing.endTime == 2)
  }

  @Test("speed 0 stays at the offset and never ends")
  func stopped() {
    var timing = second { $0.speed = 0 }
    timing.timeOffset = 0.25
    timing.beginTime = 3
    expect(timing, at: [2, 3, 1e12], shows: [nil, 0.25, 0.25])
    timing.timeOffset = 1
    expect(timing, at: [3], shows: [1])
    #expect(timing.endTime == .infinity)
    #expect(timing.nextChange(after: 2) == 3)
    #expect(timing.nextChange(after: 3) == .infinity)
  }

  @Test("cycles of a backward or offset run count within the run")
  func wrappedCycles() {
    var timing = second { $0.repeatCount = 3 }
    timing.speed = -1
    #expect(timing.sample(at: 0.25)?.cycle == 2)
    #expect(timing.sample(at: 2.25)?.cycle == 0)
    timing.speed = 1
    timing.timeOffset = 0.5
    #expect(timing.sample(at: 0.75)?.cycle == 1)
    #expect(timing.sample(at: 2.75)?.cycle == 0)
  }

  @Test("the next change is at the begin time, then now, then never")
  func nextChange() {
    var timing = TimingParameters(beginTime: 2, duration: 3)
    #expect(timing.nextChange(after: 1) == 2)
    #expect(timing.nextChange(after: 2) == 2)
    #expect(timing.nextChange(after: 4.5) == 4.5)
    #expect(timing.nextChange(after: 5) == 5)
    #expect(timing.nextChange(after: 5.5) == .infinity)
    timing.fillMode = .forwards
    #expect(timing.nextChange(after: 5) == .infinity)
    timing.duration = 0
    timing.repeatDuration = 4
    #expect(timing.nextChange(after: 3) == 6)
  }

  @Test("no number traps, and a fraction is always from 0 to 1")
  func hostileNumbers() {
    let numbers: [Double] = [
      0, -0.0, 1, -1, 1e-9, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e300, -1e300,
      .greatestFiniteMagnitude, .infinity,
      -.infinity, .nan,
    ]
    let speeds: [Float] = [
      0, 1, -1,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]
    var samples = 0
    for begin in numbers {
      for duration in numbers {
        for speed in speeds {
          for (offset, count) in zip(numbers, numbers.reversed()) {
            for time in numbers {
              var timing = TimingParameters(beginTime: begin, duration: duration, speed: speed)
              timing.timeOffset = offset
              timing.repeatCount = Float(count)
              timing.repeatDuration = count == 1 ? offset : 0
              timing.autoreverses = count < 0
              timing.fillMode = .both
              _ = timing.nextChange(after: time)
              _ = timing.localTime(fromParent: time)
              _ = timing.parentTime(fromLocal: time)
              guard let sample = timing.sample(at: time) else { continue }
              samples += 1
              if !(sample.fraction >= 0 && sample.fraction <= 1 && sample.cycle >= 0
                && sample.cycle.isFinite)
              {
                Issue.record("\(timing) at \(time): \(sample)")
                return
              }
            }
          }
        }
      }
    }
    #expect(samples > 50_000)
  }
}
