import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The engine against an evaluator that was written from the rules alone.
///
/// How much is up to the environment: `LAMINA_SAMPLES` samples (50,000 without it, 13,000 in a
/// debug build; nightly 1,000,000), the first with the seed `LAMINA_SAMPLE_SEED` (1 without it).
@Suite("The engine and the reference evaluator", .slow)
struct ReferenceTests {
  /// Samples for each seed: 50 scenes of 20 frames.
  private static let samplesPerSeed = 1_000

  static var seeds: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LAMINA_SAMPLE_SEED"].flatMap(UInt64.init) ?? 1
    guard let samples = environment["LAMINA_SAMPLES"].flatMap(Int.init) else {
      return sampledCases(of: first..<first + 50)
    }
    return Array(first..<first + UInt64(max(samples / samplesPerSeed, 1)))
  }

  @Test("agree on random layers, animations and times", arguments: seeds)
  func samples(seed: UInt64) throws {
    for number in 0..<UInt64(50) {
      let sample = SampleMaker.sample(seed: seed << 8 | number)
      guard let difference = try SampleCheck.run(sample) else { continue }
      let short = try sample.shrunk { try SampleCheck.run($0) != nil }
      let last = try SampleCheck.run(short) ?? difference
      Issue.record(
        "seed \(seed), scene \(number): \(difference)\nshort form, \(last):\n\(short.listing)")
      return
    }
  }
}

/// The reference evaluator itself, held against measured numbers of the rules.
@Suite("The reference evaluator")
struct ReferenceRuleTests {
  private func scene(
    _ model: Double = 0.5, _ animations: [ReferenceAnimation]
  ) -> ReferenceScene {
    var scene = ReferenceScene(
      layers: [.layer], values: ["zPosition": ReferenceValue(.number, [model])],
      animations: animations)
    // Before everything, so that no begin time of 0 is moved.
    scene.begin(at: 0)
    return scene
  }

  private func basic(
    from: Double? = nil, to: Double? = nil, by: Double? = nil,
    _ change: (inout ReferenceAnimation) -> Void = { _ in }
  ) -> ReferenceAnimation {
    func value(_ number: Double?) -> ReferenceValue? {
      number.map { ReferenceValue(.number, [$0]) }
    }
    var animation = ReferenceAnimation(
      kind: .basic(.init(from: value(from), to: value(to), by: value(by))))
    animation.keyPath = ReferenceKeyPath(property: "zPosition", part: nil)
    animation.timing.duration = 1
    change(&animation)
    return animation
  }

  private func expect(
    _ scene: ReferenceScene, at times: [Double], shows expected: [Double],
    within tolerance: Double = 1e-9, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (time, value) in zip(times, expected) {
      let actual = scene.values(at: time)["zPosition"]!.numbers[0]
      #expect(
        abs(actual - value) <= tolerance, "\(actual) at \(time)", sourceLocation: sourceLocation)
    }
  }

  @Test("4.4: has the table of media timing")
  func timingRows() {
    let times = [0, 0.2, 0.5, 0.9, 1.2, 1.5, 1.9, 2.1, 3.0]
    let dash = 0.5
    let rows: [((inout ReferenceTiming) -> Void, [Double])] = [
      ({ $0.autoreverses = true }, [0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.1, dash, dash]),
      ({ $0.repeatCount = 2.5 }, [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.9, 0.1, dash]),
      ({ $0.repeatDuration = 1.7 }, [0, 0.2, 0.5, 0.9, 0.2, 0.5, dash, dash, dash]),
      ({ $0.speed = 2 }, [0, 0.4, 1, dash, dash, dash, dash, dash, dash]),
      ({ $0.timeOffset = 0.3 }, [0.3, 0.5, 0.8, 0.2, dash, dash, dash, dash, dash]),
      ({ $0.speed = -1 }, [0, 0.8, 0.5, 0.1, dash, dash, dash, dash, dash]),
    ]
    for (change, expected) in rows {
      expect(scene(0.5, [basic(from: 0, to: 1) { change(&$0.timing) }]), at: times, shows: expected)
    }
  }

  @Test("4.6, 4.7, 4.8: has the fill modes and the boundaries")
  func fillRows() {
    for (start, end, expected) in [
      (false, false, [0.5, 0.5, 0, 0.5, 0.5]), (false, true, [0.5, 0.5, 0, 0.5, 1]),
      (true, false, [0, 0, 0, 0.5, 0.5]), (true, true, [0, 0, 0, 0.5, 1]),
    ] {
      let animation = basic(from: 0, to: 1) {
        ($0.timing.beginTime, $0.timing.holdsStart, $0.timing.holdsEnd) = (1, start, end)
      }
      expect(scene(0.5, [animation]), at: [0, 0.5, 1, 1.5, 2.5], shows: expected)
    }
    let held = basic(from: 0, to: 1) {
      ($0.timing.repeatCount, $0.timing.holdsEnd) = (2.5, true)
    }
    expect(scene(0.5, [held]), at: [1, 5], shows: [0, 0.5])
    expect(scene(0.5, [basic(from: 0, to: 1) { $0.timing.repeatCount = 3 }]), at: [3], shows: [1])
  }

  @Test("5.1: has the named curves")
  func curves() {
    let rows = [
      [0.1, 0.25, 0.5, 0.75, 0.9],
      [0.0170266096516, 0.0934646507188, 0.315356812573, 0.621861869175, 0.839427845762],
      [0.160572154238, 0.378138130825, 0.684643187427, 0.906535349281, 0.982973390348],
      [0.0197224535483, 0.129161931047, 0.5, 0.870838068953, 0.980277546452],
      [0.094796305716, 0.408510591355, 0.802403387585, 0.960458978349, 0.994316477485],
    ]
    for ((_, curve), row) in zip(ReferenceCurve.named, rows) {
      for (input, output) in zip([0.1, 0.25, 0.5, 0.75, 0.9], row) {
        #expect(abs(curve.value(input) - output) < 1e-9)
      }
    }
  }

  @Test("6.1, 6.3, 6.4: has basic, additive and cumulative animations")
  func ends() {
    let halves: [(ReferenceAnimation, Double)] = [
      (basic(from: 0.2, to: 0.8), 0.5), (basic(from: 0.2, by: 0.3), 0.35),
      (basic(to: 0.9, by: 0.3), 0.75), (basic(from: 0.2), 0.35), (basic(to: 0.8), 0.65),
      (basic(by: 0.3), 0.65), (basic(), 0.5),
    ]
    for (animation, half) in halves {
      expect(scene(0.5, [animation]), at: [0.5], shows: [half])
    }
    let added = [0.2, 0.1].map { to in basic(from: 0, to: to) { $0.isAdditive = true } }
    expect(scene(0.5, added), at: [0.5], shows: [0.65])
    let counted = basic(by: 10) { ($0.timing.repeatCount, $0.isCumulative) = (3, true) }
    expect(scene(100, [counted]), at: [0.5, 1.5, 2.5], shows: [105, 215, 325])
  }

  @Test("6.8, 6.9: decomposes transforms")
  func matrices() {
    func turn(_ degrees: Double) -> ReferenceMatrix {
      .rotation(degrees * .pi / 180, axis: 2)
    }
    var shear = ReferenceMatrix.identity
    shear.rows[1][0] = 0.5
    let rows: [(ReferenceMatrix, ReferenceMatrix, Double, [Double])] = [
      (.identity, turn(170), 0.25, [0.737277, 0.675590, -0.675590, 0.737277]),
      (.identity, turn(270), 0.25, [0.923880, -0.382683, 0.382683, 0.923880]),
      (.identity, .scale(-1, 1, 1), 0.25, [0.5, 0, 0, 1]),
      (.identity, .scale(-1, -1, 1), 0.25, [0.707107, -0.707107, 0.707107, 0.707107]),
      (.identity, shear, 0.5, [1, 0, 0.236803, 1.003115]),
      (.scale(-1, 1, 1), .scale(1, -1, 1), 0.5, [0, -1, -1, 0]),
      (
        .scale(2, 1, 1), .rotation(1, axis: 2) * .translation(40, 0, 0), 0.25,
        [1.695597, 0.432957, -0.247404, 0.968912]
      ),
    ]
    for (from, to, f, expected) in rows {
      let m = from.toward(to, f).rows
      for (actual, value) in zip([m[0][0], m[0][1], m[1][0], m[1][1]], expected) {
        #expect(abs(actual - value) < 1e-6)
      }
    }
    let quarter = ReferenceMatrix.identity.toward(.rotation(1.2, axis: 1), 0.25).rows
    #expect(abs(quarter[0][0] - 0.955336) < 1e-6)
    #expect(abs(quarter[0][2] + 0.295520) < 1e-6)
  }

  @Test("7.1, 7.3: has the table of keyframes")
  func keyframes() {
    let rows: [(ReferenceKeyframes.Mode, [Double]?, [Double])] = [
      (.linear, nil, [0.15, 0.6, 0.9, 0.9, 0.75, 0.52, 0.58, 0.64]),
      (.linear, [0, 0.1, 0.6, 1], [0.5, 0.9, 0.8, 0.7, 0.6, 0.55, 0.6, 0.65]),
      (.discrete, nil, [0, 0, 1, 1, 0.5, 0.5, 0.7, 0.7]),
      (.discrete, [0, 0.1, 0.6, 1], [0, 1, 1, 1, 1, 0.5, 0.5, 0.5]),
      (.paced, nil, [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
      (.cubic, nil, [0.164344, 0.708, 0.96075, 0.9848, 0.8, 0.49165, 0.5296, 0.61795]),
      (
        .cubic, [0, 0.1, 0.6, 1],
        [0.614583, 1.006667, 0.9, 0.74, 0.586667, 0.503125, 0.558333, 0.634375]
      ),
    ]
    for (mode, keyTimes, expected) in rows {
      let frames = ReferenceKeyframes(
        values: [0, 1, 0.5, 0.7].map { ReferenceValue(.number, [$0]) }, keyTimes: keyTimes,
        curves: [], mode: mode, shapes: [])
      for (time, value) in zip([0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9], expected) {
        #expect(abs(frames.value(time).numbers[0] - value) < 1e-6, "\(mode) at \(time)")
      }
    }
  }

  @Test("7.8: has the points of a path")
  func path() {
    let rows: [(ReferenceKeyframes.Mode, [Double]?, Double, [Double], Double)] = [
      (.linear, nil, 0.1, [20, 0], 1e-9), (.linear, nil, 0.75, [168.75, 31.25], 1e-9),
      (.linear, [0, 0.2, 1], 0.5, [153.61, 18.46], 0.01), (.paced, nil, 0.5, [126.87, 4.62], 0.3),
      (.discrete, nil, 0.5, [100, 0], 1e-9),
    ]
    for (mode, keyTimes, time, expected, tolerance) in rows {
      let path = ReferencePath(
        steps: [.move([0, 0]), .line([100, 0]), .curve([200, 100], [150, 0], [200, 50])],
        keyTimes: keyTimes, curves: [], mode: mode)
      let point = path.point(time)
      #expect(abs(point[0] - expected[0]) < tolerance && abs(point[1] - expected[1]) < tolerance)
    }
  }

  @Test("8.1: has the table of springs")
  func springs() {
    let rows: [(Double, Double, [Double])] = [
      (10, 0, [10.44054702, 61.04925275, 102.33595371, 111.84459925]),
      (20, 0, [9.02040079, 44.21746135, 71.27025127, 93.89005303]),
      (30, 0, [9.02040079, 44.21746135, 71.27025127, 93.89005303]),
      (10, 5, [29.30780649, 87.32047677, 116.04145765, 107.67215490]),
      (10, -5, [-8.42671320, 34.77803171, 88.63046169, 116.01705551]),
    ]
    for (damping, velocity, expected) in rows {
      let spring = ReferenceSpring(damping: damping, velocity: velocity)
      for (time, value) in zip([0.05, 0.15, 0.25, 0.45], expected) {
        #expect(abs(spring.value(time) * 100 - value) < 1e-5)
      }
    }
  }

  @Test("9.1: has a group's children in its time")
  func groups() {
    var group = ReferenceAnimation(
      kind: .group([basic(from: 0, to: 1) { $0.timing.beginTime = 0.5 }]))
    group.timing.duration = 2
    expect(scene(0.5, [group]), at: [0.25, 0.5, 1, 1.4, 1.6], shows: [0.5, 0, 0.5, 0.9, 0.5])
  }
}
