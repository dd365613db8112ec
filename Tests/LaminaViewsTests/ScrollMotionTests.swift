import Foundation
import LaminaTestSupport
import Testing

@testable import LaminaViews

@Suite("The motion of a scroll view")
struct ScrollMotionTests {
  static func motion(
    _ place: Double, _ velocity: Double, in range: ClosedRange<Double> = 0...10_000,
    rate: Double = 0.998, bounces: Bool = true
  ) -> ScrollMotion {
    ScrollMotion(
      place: place, velocity: velocity, range: range, rate: rate, bounces: bounces, tolerance: 0.5)
  }

  private func expectNear(
    _ value: Double, _ expected: Double, _ tolerance: Double = 1e-9,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(value - expected) <= tolerance, "\(value), \(expected)", sourceLocation: location)
  }

  @Test("loses a fixed part of its velocity each millisecond, and goes as far as that leads")
  func deceleration() {
    let motion = Self.motion(3_000, -2_000)
    // The integral of 2000 · 0.998^(1000 t).
    expectNear(motion.destination, 3_000 - 2_000 / -(1_000 * log(0.998)))
    expectNear(motion.destination, 3_000 - 998.9996663, 1e-3)
    for milliseconds in [0.0, 1, 17, 250, 1_000] {
      let rest = pow(0.998, milliseconds)
      expectNear(motion.velocity(at: milliseconds / 1_000), -2_000 * rest)
      expectNear(motion.place(at: milliseconds / 1_000), 3_000 - 998.9996663 * (1 - rest), 1e-4)
    }
    // At rest half a point before the end.
    expectNear(motion.duration, log(0.5 / 998.9996663) / (1_000 * log(0.998)), 1e-6)
    expectNear(motion.place(at: motion.duration - 1e-12), motion.destination + 0.5, 1e-6)
    #expect(motion.place(at: motion.duration) == motion.destination)
    #expect(motion.place(at: -5) == 3_000 && motion.place(at: 1e9) == motion.destination)
    let fast = Self.motion(3_000, 1_000, rate: 0.99)
    expectNear(fast.destination, 3_099.4992, 1e-4)
    #expect(Self.motion(40, 0.5).duration == 0 && Self.motion(40, 0).destination == 40)
  }

  @Test("goes past an edge at the velocity it has, and comes back as a damped spring does")
  func bounce() {
    let motion = Self.motion(100, -2_000)
    let decay = 1_000 * log(0.998)
    // Of 998.9996663 points it has gone 100 at the edge.
    let time = log(1 - 100 / 998.9996663) / decay
    let velocity = -2_000 * (1 - 100 / 998.9996663)
    expectNear(motion.place(at: time), 0, 1e-4)
    expectNear(motion.velocity(at: time - 1e-9), velocity, 1e-2)
    expectNear(motion.velocity(at: time + 1e-9), velocity, 1e-2)
    for later in [0.01, 0.1, 0.3, 0.7] {
      expectNear(motion.place(at: time + later), velocity * later * exp(-10 * later), 1e-3)
    }
    // It turns after a tenth of a second, v / (10 e) points beyond.
    expectNear(motion.velocity(at: time + 0.1), 0, 1e-3)
    expectNear(motion.place(at: time + 0.1), velocity / (10 * M_E), 1e-4)
    #expect(motion.destination == 0)
    #expect(abs(motion.place(at: motion.duration - 1e-9)) <= 0.5)
    let stopped = Self.motion(100, -2_000, bounces: false)
    expectNear(stopped.duration, time, 1e-7)
    #expect(stopped.destination == 0 && stopped.place(at: time + 1) == 0)
  }

  @Test("comes back from beyond an edge, and goes on where it was flung inwards")
  func bounceBack() {
    let still = Self.motion(-60, 0)
    for time in [0.0, 0.05, 0.2, 0.5] {
      let place: Double = (-60 - 600 * time) * exp(-10 * time)
      expectNear(still.place(at: time), place)
    }
    #expect(still.destination == 0 && still.duration < 1.5)
    let outwards = Self.motion(10_050, 300)
    let place: Double = 10_000 + (50 + 80) * exp(-1)
    expectNear(outwards.place(at: 0.1), place)
    #expect(outwards.destination == 10_000)
    // -60 points at 2,600 a second: the spring is at the edge after 0.03 s, with 2000 · e^-0.3.
    let inwards = Self.motion(-60, 2_600)
    let velocity = 2_000 * exp(-0.3)
    expectNear(inwards.place(at: 0.03), 0)
    expectNear(inwards.velocity(at: 0.03 - 1e-9), velocity, 1e-3)
    expectNear(inwards.velocity(at: 0.03 + 1e-9), velocity, 1e-3)
    expectNear(inwards.destination, -velocity / (1_000 * log(0.998)))
    // All the way to the other edge and past it.
    let across = Self.motion(-60, 5_000, in: 0...100)
    #expect(across.destination == 100)
    let highest = (0..<200).map { across.place(at: Double($0) / 100) }.max() ?? 0
    #expect(highest > 150)
    #expect(Self.motion(-60, 400, bounces: false).duration == 0)
    #expect(Self.motion(-60, 400, bounces: false).destination == 0)
  }

  @Test(
    "is smooth, ends in the range, and is at rest when it says so",
    arguments: 1...40 as ClosedRange<UInt64>)
  func anyMotion(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let low = numbers.number(in: -1e6...1e6)
      let range = low...(low + numbers.pick([0, 1e-9, 1, 300, 1e7]))
      let place =
        numbers.pick([range.lowerBound, range.upperBound, numbers.number(in: range)])
        + numbers.pick([0, 0, 1e-12, -1e-9, 50, -400])
      let velocity = numbers.pick([-1, 1]) * pow(10, numbers.number(in: -3...6))
      let motion = ScrollMotion(
        place: place, velocity: velocity, range: range, rate: numbers.pick([0.998, 0.99, 0.5]),
        bounces: numbers.chance(70), tolerance: numbers.pick([0.5, 0.25]))
      let note: Comment = "seed \(seed): \(place) at \(velocity) in \(range)"
      #expect(range.contains(motion.destination), note)
      #expect(motion.duration >= 0 && motion.duration < 60, note)
      let end = motion.place(at: motion.duration.nextDown)
      if motion.duration > 0 { #expect(abs(end - motion.destination) < 0.51, note) }
      for _ in 0..<10 {
        let time = numbers.number(in: 0...1) * motion.duration
        let (before, after) = (motion.place(at: time - 1e-7), motion.place(at: time + 1e-7))
        let slope = abs(motion.velocity(at: time)) + abs(velocity) + 1e4
        if time + 1e-7 < motion.duration {
          #expect(abs(after - before) < 4e-7 * slope + 1e-6, note)
        }
      }
    }
  }

  @Test("pulls content past its edge less and less, and can be undone")
  func rubberBand() {
    let range = CGFloat(10)...210
    #expect(RubberBand.apply(10, to: range, length: 100) == 10)
    #expect(RubberBand.apply(211, to: range, length: 0) == 210)
    // (1 - 1 / (100 · 0.55 / 100 + 1)) · 100
    expectNear(RubberBand.apply(310, to: range, length: 100), 210 + 100 * 0.55 / 1.55)
    expectNear(RubberBand.apply(-90, to: range, length: 100), 10 - 100 * 0.55 / 1.55)
    expectNear(RubberBand.apply(10.001, to: range, length: 100), 10.001)
    expectNear(RubberBand.apply(9.999, to: range, length: 100), 9.99945, 1e-7)
    #expect(RubberBand.apply(1e300, to: range, length: 100) == 310)
    for offset in [CGFloat(-70), 9, 10, 55, 210, 211, 300] {
      let back = RubberBand.apply(
        RubberBand.undo(offset, to: range, length: 100), to: range, length: 100)
      expectNear(back, offset)
    }
    #expect(RubberBand.undo(1e9, to: range, length: 100).isFinite)
    #expect(RubberBand.undo(-1e9, to: range, length: 0) == 10)
  }
}
