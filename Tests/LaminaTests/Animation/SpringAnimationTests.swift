import Foundation
import Testing

@testable import Lamina

@Suite("Spring animations")
struct SpringAnimationTests {
  private func spring(
    _ mass: CGFloat, _ stiffness: CGFloat, _ damping: CGFloat, _ velocity: CGFloat
  ) -> SpringAnimation {
    let spring = SpringAnimation(keyPath: "opacity")
    spring.mass = mass
    spring.stiffness = stiffness
    spring.damping = damping
    spring.initialVelocity = velocity
    return spring
  }

  private func number(_ spring: SpringAnimation, at time: Double) throws -> Double {
    spring.fromValue = 0
    spring.toValue = 100
    let committed = spring.makeCommittedAnimations(beginTime: 0, defaultDuration: 5)[0]
    return try #require(committed.number(at: time, over: 7))
  }

  // The rows were measured in single precision: right to 1e-5 of 100, and no further.
  @Test(
    "8.1: damping and velocity, from 0 to 100",
    arguments: [
      (10, 0, [10.44054702, 61.04925275, 102.33595371, 111.84459925]),
      (20, 0, [9.02040079, 44.21746135, 71.27025127, 93.89005303]),
      (30, 0, [9.02040079, 44.21746135, 71.27025127, 93.89005303]),
      (10, 5, [29.30780649, 87.32047677, 116.04145765, 107.67215490]),
      (10, -5, [-8.42671320, 34.77803171, 88.63046169, 116.01705551]),
    ] as [(CGFloat, CGFloat, [Double])])
  func rows(damping: CGFloat, velocity: CGFloat, expected: [Double]) throws {
    for (time, value) in zip([0.05, 0.15, 0.25, 0.45], expected) {
      let actual = try number(spring(1, 100, damping, velocity), at: time)
      #expect(abs(actual - value) < 1e-5)
    }
  }

  @Test("8.2: the peak of the default spring")
  func peak() {
    let curve = SpringCurve(
      mass: 1, stiffness: 100, damping: 10, initialVelocity: 0, allowsOverdamping: false)
    let peak = curve.value(at: 0.362759872847)
    #expect(abs(peak - 1.16303353482) < 1e-11)
    for time in [0.36275, 0.36277, 0.3, 1, 2] { #expect(curve.value(at: time) < peak) }
    #expect(curve.value(at: 0) == 0)
  }

  @Test("8.3: a short duration cuts the motion off")
  func cutOff() throws {
    let short = spring(1, 100, 10, 0)
    short.duration = 0.5
    #expect(abs(try number(short, at: 0.1) - 34.02998447) < 1e-5)
    #expect(abs(try number(short, at: 0.49) - 108.34387541) < 1e-5)
    #expect(SpringAnimation(keyPath: "opacity").duration == 0)
  }

  @Test(
    "8.4: settling durations",
    arguments: [
      (1, 100, 10, 0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555275721707),
      (2, 100, 5, 0, 5.658348137358159), (1, 100, 10, 5, 1.3815510557964275),
      (1, 100, 10, -5, 1.5350814063145797), (1, 100, 20, 0, 1.0), (1, 400, 40, 0, 0.5),
      (1, 25, 10, 0, 1.9), (1, 100, 1, 0, 13.91321015404625),
    ] as [(CGFloat, CGFloat, CGFloat, CGFloat, Double)])
  func settling(
    mass: CGFloat, stiffness: CGFloat, damping: CGFloat, velocity: CGFloat, expected: Double
  ) {
    let settled = spring(mass, stiffness, damping, velocity).settlingDuration
    #expect(abs(settled - expected) < 1e-12)
  }

  @Test("8.4: without damping it never settles")
  func undamped() {
    #expect(spring(1, 100, 0, 0).settlingDuration == Double(Float.greatestFiniteMagnitude))
    #expect(spring(1, 1e-300, 5, 0).settlingDuration.isFinite)
  }

  @Test("8.5: impossible masses, stiffnesses and dampings leave the old value")
  func refusals() {
    let spring = SpringAnimation()
    for number in [0, -1, -1e300] as [CGFloat] {
      spring.mass = number
      spring.stiffness = number
    }
    for number in [-1, -.infinity] as [CGFloat] { spring.damping = number }
    #expect(spring.mass == 1)
    #expect(spring.stiffness == 100)
    #expect(spring.damping == 10)
    spring.damping = 0
    #expect(spring.damping == 0)
  }

  @Test("8.6: springs by perceptual duration and bounce")
  func perceptual() {
    let critical = SpringAnimation(perceptualDuration: 0.5, bounce: 0)
    #expect(abs(critical.stiffness - 157.91367041742973) < 1e-10)
    #expect(abs(critical.damping - 25.132741228718345) < 1e-12)
    #expect(critical.duration == 0.8)
    #expect(critical.mass == 1 && critical.initialVelocity == 0)
    #expect(critical.allowsOverdamping)
    let bouncy = SpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(abs(bouncy.damping - 17.59291886010284) < 1e-12)
    #expect(abs(bouncy.duration - 0.8629552831744205) < 1e-12)
    let sluggish = SpringAnimation(perceptualDuration: 0.5, bounce: -0.5)
    #expect(abs(sluggish.damping - 4 * .pi / 0.25) < 1e-12)
    #expect(abs(sluggish.bounce + 0.5) < 1e-12)
  }

  @Test("8.6: a bounce of -1 is damped so much that nothing moves")
  func leastBounce() throws {
    let spring = SpringAnimation(perceptualDuration: 0.5, bounce: -1)
    #expect(spring.damping == .infinity && spring.bounce == -1)
    #expect(spring.duration == Double(Float.greatestFiniteMagnitude))
    spring.keyPath = "opacity"
    let other = SpringAnimation(perceptualDuration: 0.5, bounce: -0.5)
    other.damping = spring.damping
    #expect(other.bounce == -1)
    for time in [0, 0.1, 3, 1e6] { #expect(try number(spring, at: time) == 0) }
    // Where more than critical damping counts as critical, this does too.
    spring.allowsOverdamping = false
    let critical = SpringAnimation(perceptualDuration: 0.5, bounce: 0)
    critical.keyPath = "opacity"
    #expect(try number(spring, at: 0.1) == number(critical, at: 0.1))
  }

  @Test("the defaults of CASpringAnimation")
  func defaults() {
    let spring = SpringAnimation()
    #expect(abs(spring.settlingDuration - 1.4727003346780927) < 1e-12)
    #expect(abs(spring.perceptualDuration - 0.628318530718) < 1e-12)
    #expect(spring.bounce == 0.5)
    #expect(!spring.allowsOverdamping)
  }

  @Test("overdamping slows the motion down only where it is allowed")
  func overdamping() throws {
    let spring = spring(1, 100, 40, 0)
    let critical = try number(spring, at: 0.25)
    spring.allowsOverdamping = true
    let slow = try number(spring, at: 0.25)
    #expect(abs(critical - 71.27025127) < 1e-5)
    // x'' + 40 x' + 100 x = 0: rates 20 ± 10√3.
    let (fast, rate) = (20 + 10 * 3.0.squareRoot(), 20 - 10 * 3.0.squareRoot())
    let a = -fast / (fast - rate)
    let exact = 100 * (1 + a * exp(-rate * 0.25) + (-1 - a) * exp(-fast * 0.25))
    #expect(abs(slow - exact) < 1e-9)
    let start = SpringCurve(
      mass: 1e-300, stiffness: 1e300, damping: 1e300, initialVelocity: 1e300,
      allowsOverdamping: true)
    for time in [0, 1e-300, 1, 1e300] { #expect(start.value(at: time).isFinite) }
    #expect(start.settlingDuration.isFinite)
  }

  @Test("an endless duration plays the motion in real time")
  func endless() throws {
    let spring = spring(1, 100, 10, 0)
    spring.duration = .infinity
    #expect(abs(try number(spring, at: 0.15) - 61.04925275) < 1e-5)
  }
}
