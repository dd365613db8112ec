import Foundation
import Lamina
import Testing

/// The tables of sections 4 to 9 on a live layer: what its presentation shows.
@Suite("The tables of the rules, on a live layer")
struct AnimatedLayerRowsTests {
  /// Expects numbers of the presentation while the animation runs.
  private func expect(
    _ animation: Animation, at times: [Double], _ expected: [Double], within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation, _ value: (Layer) -> Double
  ) throws {
    let shown = try shownValues([animation], at: times, value)
    for ((time, actual), number) in zip(zip(times, shown), expected) {
      #expect(
        abs(actual - number) <= tolerance, "\(actual) at \(time)", sourceLocation: sourceLocation)
    }
  }

  private func basic(_ keyPath: String, from: Any?, to: Any?) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = 1
    return animation
  }

  private func keyframes(_ keyPath: String, _ values: [Any]) -> KeyframeAnimation {
    let animation = KeyframeAnimation(keyPath: keyPath)
    animation.values = values
    animation.duration = 1
    return animation
  }

  private func x(_ layer: Layer) -> Double { Double(layer.position.x) }
  private func y(_ layer: Layer) -> Double { Double(layer.position.y) }

  @Test("4.12: an infinite repeat count never ends, and a repeat duration replaces it")
  func endless() throws {
    let scene = try LiveScene()
    let animation = opacityAnimation(from: 0, to: 1, duration: 1)
    animation.repeatCount = .infinity
    scene.layer.add(animation, forKey: "a")
    animation.repeatDuration = 2.5
    scene.layer.add(animation, forKey: "b")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 2.5)
    #expect(scene.layer.animationKeys() == ["a", "b"])
    scene.renderer.commit(at: 1_000_000.25)
    #expect(scene.layer.animationKeys() == ["a"])
    #expect(scene.layer.presentation()?.opacity == 0.25)
  }

  @Test(
    "5.1: the named curves, over 0 to 1 of position.x",
    arguments: [
      (nil, [0.1, 0.25, 0.5, 0.75, 0.9]), (.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
      (
        .easeIn,
        [0.0170266096516, 0.0934646507188, 0.315356812573, 0.621861869175, 0.839427845762]
      ),
      (
        .easeOut,
        [0.160572154238, 0.378138130825, 0.684643187427, 0.906535349281, 0.982973390348]
      ),
      (
        .easeInEaseOut,
        [0.0197224535483, 0.129161931047, 0.5, 0.870838068953, 0.980277546452]
      ),
      (
        .default,
        [0.094796305716, 0.408510591355, 0.802403387585, 0.960458978349, 0.994316477485]
      ),
    ] as [(TimingFunction.Name?, [Double])])
  func namedCurves(name: TimingFunction.Name?, expected: [Double]) throws {
    let animation = basic("position.x", from: 0, to: 1)
    animation.timingFunction = name.map { TimingFunction(name: $0) }
    try expect(animation, at: [0.1, 0.25, 0.5, 0.75, 0.9], expected, within: 1e-9, x)
  }

  @Test("5.2, 5.3: a curve may overshoot, and any four numbers make one")
  func customCurves() throws {
    let animation = basic("position.x", from: 0, to: 1)
    animation.timingFunction = TimingFunction(controlPoints: 0.5, 1.8, 0.5, -0.8)
    try expect(animation, at: [0.2, 0.5, 0.8], [0.552312916, 0.5, 0.447687084], within: 1e-9, x)
    animation.timingFunction = TimingFunction(controlPoints: 0.1, 1, 1, 0.2)
    try expect(animation, at: [0.67], [0.589448846], within: 1e-9, x)
  }

  @Test(
    "6.8: transforms of the plane, from and to and at a part of the time",
    arguments: [
      (.identity, rotation(17 * .pi / 18), 0.25, [0.737277, 0.675590, -0.675590, 0.737277]),
      (.identity, rotation(1.5 * .pi), 0.25, [0.923880, -0.382683, 0.382683, 0.923880]),
      (.identity, rotation(.pi), 0.5, [0, -1, 1, 0]),
      (.identity, Transform3D(scaleX: -1, y: 1), 0.25, [0.5, 0, 0, 1]),
      (
        .identity, Transform3D(scaleX: -1, y: -1), 0.25,
        [0.707107, -0.707107, 0.707107, 0.707107]
      ),
      (
        .identity, Transform3D(Transform2D(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)), 0.5,
        [1, 0, 0.236803, 1.003115]
      ),
      (Transform3D(scaleX: -1, y: 1), Transform3D(scaleX: 1, y: -1), 0.5, [0, -1, -1, 0]),
      (
        Transform3D(scaleX: 2, y: 1),
        rotation(1).concatenating(Transform3D(translationX: 40, y: 0)), 0.25,
        [1.695597, 0.432957, -0.247404, 0.968912]
      ),
    ] as [(Transform3D, Transform3D, Double, [Double])])
  func planeTransforms(
    from: Transform3D, to: Transform3D, time: Double, expected: [Double]
  ) throws {
    let animation = basic("transform", from: from, to: to)
    let parts: [(Transform3D) -> CGFloat] = [{ $0.m11 }, { $0.m12 }, { $0.m21 }, { $0.m22 }]
    for (part, number) in zip(parts, expected) {
      try expect(animation, at: [time], [number], within: 1e-6) { Double(part($0.transform)) }
    }
    try expect(animation, at: [time], [to.m41 * time], within: 1e-12) { Double($0.transform.m41) }
  }

  @Test("6.9: a transform in space turns by the shorter way")
  func spaceTransform() throws {
    let animation = basic(
      "transform", from: Transform3D.identity, to: Transform3D(rotation: 1.2, x: 0, y: 1, z: 0))
    try expect(animation, at: [0.25], [0.955336], within: 1e-6) { Double($0.transform.m11) }
    try expect(animation, at: [0.25], [-0.295520], within: 1e-6) { Double($0.transform.m13) }
    try expect(animation, at: [0.25], [0.295520], within: 1e-6) { Double($0.transform.m31) }
    try expect(animation, at: [0.25], [0.955336], within: 1e-6) { Double($0.transform.m33) }
  }

  @Test("6.11, 7.10: value functions make transforms of numbers, between keyframes too")
  func valueFunctions() throws {
    let scale = basic("transform", from: [1, 1, 1], to: [3, 5, 7])
    scale.valueFunction = ValueFunction(name: .scale)
    try expect(scale, at: [0.5], [2], within: 0) { Double($0.transform.m11) }
    try expect(scale, at: [0.5], [3], within: 0) { Double($0.transform.m22) }
    try expect(scale, at: [0.5], [4], within: 0) { Double($0.transform.m33) }
    let translate = basic("transform", from: [0, 0, 0], to: [10, 20, 0])
    translate.valueFunction = ValueFunction(name: .translate)
    try expect(translate, at: [0.5], [5], within: 0) { Double($0.transform.m41) }
    try expect(translate, at: [0.5], [10], within: 0) { Double($0.transform.m42) }
    let count = basic("transform", from: 0, to: 1)
    count.valueFunction = ValueFunction(name: .translateX)
    count.isCumulative = true
    count.repeatCount = 3
    try expect(count, at: [2.5], [2.5], within: 0) { Double($0.transform.m41) }
    let turn = keyframes("transform", [0, 1, 3])
    turn.valueFunction = ValueFunction(name: .rotateZ)
    try expect(turn, at: [0.75], [-0.416146836547], within: 1e-9) { Double($0.transform.m11) }
  }

  @Test(
    "7.1, 7.2, 7.3: the values 0, 1, 0.5, 0.7 in each mode",
    arguments: [
      (.linear, nil, [0.15, 0.6, 0.9, 0.9, 0.75, 0.52, 0.58, 0.64]),
      (.linear, [0, 0.1, 0.6, 1], [0.5, 0.9, 0.8, 0.7, 0.6, 0.55, 0.6, 0.65]),
      (.discrete, nil, [0, 0, 1, 1, 0.5, 0.5, 0.7, 0.7]),
      (.discrete, [0, 0.1, 0.6, 1], [0, 1, 1, 1, 1, 0.5, 0.5, 0.5]),
      (.paced, nil, [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
      (.paced, [0, 0.1, 0.6, 1], [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
      (.cubic, nil, [0.164344, 0.708, 0.96075, 0.9848, 0.8, 0.49165, 0.5296, 0.61795]),
      (
        .cubic, [0, 0.1, 0.6, 1],
        [0.614583, 1.006667, 0.9, 0.74, 0.586667, 0.503125, 0.558333, 0.634375]
      ),
    ] as [(KeyframeAnimation.CalculationMode, [Double]?, [Double])])
  func keyframeModes(
    mode: KeyframeAnimation.CalculationMode, keyTimes: [Double]?, expected: [Double]
  ) throws {
    let animation = keyframes("position.x", [0, 1, 0.5, 0.7])
    animation.calculationMode = mode
    animation.keyTimes = keyTimes
    try expect(
      animation, at: [0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9], expected, within: 1e-6, x)
  }

  @Test("7.5, 7.7: counts that differ pair up, and functions shape segments or the whole")
  func keyframeCounts() throws {
    let short = keyframes("position.x", [0, 1, 0.5, 0.7])
    short.keyTimes = [0, 0.5, 1]
    try expect(
      short, at: [0.1, 0.25, 0.4, 0.6, 0.75, 0.9], [0.2, 0.5, 0.8, 0.9, 0.75, 0.6], within: 1e-9, x)
    let discrete = keyframes("position.x", [0, 1, 0.3])
    discrete.keyTimes = [0, 0.3, 0.6, 1]
    discrete.calculationMode = .discrete
    try expect(discrete, at: [0.1, 0.35, 0.65, 0.95], [0, 1, 0.3, 0.3], within: 0, x)
    let shaped = keyframes("position.x", [0, 10, 20])
    shaped.timingFunctions = [.easeIn, .linear]
    try expect(shaped, at: [0.25, 0.75], [3.15356812573, 15], within: 1e-9, x)
    shaped.timingFunctions = nil
    shaped.timingFunction = .default
    try expect(shaped, at: [0.5], [16.0480677517], within: 1e-9, x)
  }

  @Test("7.8, 7.9: the layer runs along a path, and turns with it")
  func path() throws {
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 100, y: 0))
    path.addCurve(
      to: CGPoint(x: 200, y: 100), control1: CGPoint(x: 150, y: 0),
      control2: CGPoint(x: 200, y: 50))
    let run = KeyframeAnimation(keyPath: "position")
    run.path = path
    run.duration = 1
    run.rotationMode = .auto
    let times = [0.1, 0.5, 0.6, 0.75, 0.9]
    try expect(run, at: times, [20, 100, 129.6, 168.75, 194.4], within: 1e-9, x)
    try expect(run, at: times, [0, 0, 5.6, 31.25, 70.4], within: 1e-9, y)
    // At 0.75 the curve's direction is (75, 75); before 0.5 it is (1, 0), at the end (0, 1).
    try expect(run, at: [0.25, 0.75, 1], [0, 0.5.squareRoot(), 1], within: 1e-9) {
      Double($0.transform.m12)
    }
    run.rotationMode = .autoReverse
    try expect(run, at: [0.25, 0.75, 1], [0, -0.5.squareRoot(), -1], within: 1e-9) {
      Double($0.transform.m12)
    }
    run.rotationMode = nil
    run.keyTimes = [0, 0.2, 1]
    try expect(run, at: [0.1, 0.5], [50, 153.61], within: 5e-3, x)
    try expect(run, at: [0.1, 0.5], [0, 18.46], within: 5e-3, y)
    run.calculationMode = .discrete
    run.keyTimes = nil
    try expect(run, at: [0.49, 0.5, 1], [0, 100, 100], within: 0, x)
    run.calculationMode = .paced
    try expect(run, at: [0.1, 0.5, 0.75], [25.49, 126.87, 177.88], within: 0.1, x)
    try expect(run, at: [0.1, 0.5, 0.75], [0, 4.62, 41.5], within: 0.1, y)
  }

  @Test(
    "8.1: springs from 0 to 100, by damping and velocity",
    arguments: [
      (10, 0, [10.44054702, 61.04925275, 102.33595371, 111.84459925]),
      (20, 0, [9.02040079, 44.21746135, 71.27025127, 93.89005303]),
      (30, 0, [9.02040079, 44.21746135, 71.27025127, 93.89005303]),
      (10, 5, [29.30780649, 87.32047677, 116.04145765, 107.67215490]),
      (10, -5, [-8.42671320, 34.77803171, 88.63046169, 116.01705551]),
    ] as [(CGFloat, CGFloat, [Double])])
  func springs(damping: CGFloat, velocity: CGFloat, expected: [Double]) throws {
    let spring = SpringAnimation(keyPath: "position.x")
    spring.fromValue = 0
    spring.toValue = 100
    spring.duration = 2
    spring.damping = damping
    spring.initialVelocity = velocity
    // The rows were measured in single precision.
    try expect(spring, at: [0.05, 0.15, 0.25, 0.45], expected, within: 1e-5, x)
  }

  @Test("9.3, 9.4: a group's begin, repetition, speed, reversal and curve act on its children")
  func groups() throws {
    let child = basic("position.x", from: 0, to: 8)
    let group = AnimationGroup()
    group.animations = [child]
    group.duration = 1
    group.repeatCount = 2
    group.autoreverses = true
    group.speed = 0.5
    // A cycle of 2 s there and 2 s back.
    try expect(group, at: [1, 2, 3, 5, 7.5, 8.1], [4, 8, 4, 4, 2, 0], within: 1e-9, x)
    let late = basic("position.x", from: 0, to: 8)
    late.beginTime = 0.5
    late.duration = 0.5
    let eased = AnimationGroup()
    eased.animations = [late]
    eased.duration = 1
    try expect(eased, at: [0.25, 0.5, 0.75, 1], [0, 0, 4, 8], within: 1e-9, x)
    late.beginTime = 0
    late.duration = 1
    eased.timingFunction = .easeIn
    try expect(eased, at: [0.5], [8 * 0.315356812573], within: 1e-9, x)
  }
}
