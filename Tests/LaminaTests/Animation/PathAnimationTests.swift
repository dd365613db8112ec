import Foundation
import Testing

@testable import Lamina

@Suite("Animating paths and along paths")
struct PathAnimationTests {
  /// The path of rule 7.8: a line, then a curve.
  private var way: Path {
    var path = Path()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 100, y: 0))
    path.addCurve(
      to: CGPoint(x: 200, y: 100), control1: CGPoint(x: 150, y: 0),
      control2: CGPoint(x: 200, y: 50))
    return path
  }

  private func along(
    _ path: Path, _ change: (KeyframeAnimation) -> Void = { _ in }
  ) -> [CommittedAnimation] {
    let animation = KeyframeAnimation(keyPath: "position")
    animation.path = path
    animation.duration = 1
    change(animation)
    return animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 0.25)
  }

  private func expect(
    _ committed: CommittedAnimation, at time: Double, _ x: Double, _ y: Double,
    within tolerance: Double = 1e-9, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .point(let point)? = committed.value(at: time, over: .point(.zero)) else {
      Issue.record("no point at \(time)", sourceLocation: sourceLocation)
      return
    }
    #expect(
      abs(point.x - x) <= tolerance && abs(point.y - y) <= tolerance, "\(point)",
      sourceLocation: sourceLocation)
  }

  @Test("6.12: paths of the same structure go point by point")
  func interpolation() throws {
    let animation = BasicAnimation(keyPath: "path")
    animation.fromValue = Path(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    animation.toValue = Path(rect: CGRect(x: 10, y: 0, width: 30, height: 20))
    animation.duration = 1
    let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    guard case .path(let half)? = committed.value(at: 0.5, over: .none) else {
      Issue.record("no path")
      return
    }
    #expect(half.boundingBox == CGRect(x: 5, y: 0, width: 20, height: 15))
    let oval = Path(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 30))
    let larger = Path(ellipseIn: CGRect(x: 4, y: 8, width: 30, height: 10))
    let between = try #require(oval.interpolated(to: larger, 0.25))
    let box = between.boundingBoxOfPath
    #expect(abs(box.minX - 1) < 1e-9 && abs(box.minY - 2) < 1e-9)
    #expect(abs(box.width - 15) < 1e-9 && abs(box.height - 25) < 1e-9)
    var curve = Path()
    curve.move(to: CGPoint(x: 1, y: 2))
    curve.addQuadCurve(to: CGPoint(x: 3, y: 4), control: CGPoint(x: 5, y: 6))
    let twice = curve.applying(Transform2D(scaleX: 3, y: 5))
    #expect(
      curve.interpolated(to: twice, 0.5)?.elements == [
        .move(to: CGPoint(x: 2, y: 6)),
        .quadCurve(to: CGPoint(x: 6, y: 12), control: CGPoint(x: 10, y: 18)),
      ])
  }

  @Test("paths of other structures change at the half, and overshooting stays finite")
  func otherStructures() {
    let square = Path(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    let oval = Path(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10))
    let from = AnimatableValue.path(square)
    #expect(from.interpolated(to: .path(oval), 0.25) == .path(square))
    #expect(from.interpolated(to: .path(oval), 0.75) == .path(oval))
    #expect(from.interpolated(to: .path(way), 0.75) == .path(way))
    let huge = Path(rect: CGRect(x: -1e308, y: 0, width: 1e308, height: 1))
    #expect(square.interpolated(to: huge, 9)?.boundingBox.isNull == false)
  }

  @Test("7.8: linear along a path: the segment's own parameter")
  func linear() {
    let committed = along(way)[0]
    expect(committed, at: 0.1, 20, 0)
    expect(committed, at: 0.5, 100, 0)
    expect(committed, at: 0.6, 129.6, 5.6)
    expect(committed, at: 0.75, 168.75, 31.25)
    expect(committed, at: 0.9, 194.4, 70.4)
    expect(committed, at: 1, 200, 100, within: 0)
    expect(along(way) { $0.calculationMode = .cubic }[0], at: 0.6, 129.6, 5.6)
  }

  @Test("7.8: key times along a path")
  func keyTimes() {
    let committed = along(way) { $0.keyTimes = [0, 0.2, 1] }[0]
    expect(committed, at: 0.1, 50, 0)
    expect(committed, at: 0.5, 153.61, 18.46, within: 5e-3)
    let short = along(way) { $0.keyTimes = [0, 1] }[0]
    expect(short, at: 0.5, 50, 0)
    let eased = along(way) { $0.timingFunctions = [.easeIn] }[0]
    expect(eased, at: 0.25, 31.5356812573, 0, within: 1e-9)
  }

  @Test("7.8: paced along a path: even by length")
  func paced() {
    for mode in [KeyframeAnimation.CalculationMode.paced, .cubicPaced] {
      let committed = along(way) { $0.calculationMode = mode }[0]
      expect(committed, at: 0.1, 25.48867988, 0, within: 1e-6)
      // Measured: (126.87, 4.62) and (177.88, 41.5), where 0.3 is allowed. These are exact.
      expect(committed, at: 0.5, 126.92268595, 4.64123881, within: 1e-6)
      expect(committed, at: 0.75, 177.87206037, 41.49027248, within: 1e-6)
    }
  }

  @Test("7.8: discrete along a path: the start of each segment")
  func discrete() {
    let committed = along(way) { $0.calculationMode = .discrete }[0]
    expect(committed, at: 0, 0, 0)
    expect(committed, at: 0.5.nextDown, 0, 0)
    expect(committed, at: 0.5, 100, 0)
    expect(committed, at: 1, 100, 0)
  }

  @Test("a path replaces values; a path without length changes nothing")
  func degeneratePaths() {
    let committed = along(way) { $0.values = [CGPoint(x: 7, y: 7), CGPoint(x: 8, y: 9)] }[0]
    expect(committed, at: 0.1, 20, 0)
    var point = Path()
    point.move(to: CGPoint(x: 3, y: 4))
    #expect(along(point)[0].value(at: 0.5, over: .point(.zero)) == nil)
    #expect(along(Path())[0].value(at: 0.5, over: .point(.zero)) == nil)
  }

  @Test("a closed subpath returns to its start, and a move jumps")
  func closedAndJumping() {
    var path = Path()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.closeSubpath()
    path.move(to: CGPoint(x: 40, y: 8))
    path.addQuadCurve(to: CGPoint(x: 60, y: 8), control: CGPoint(x: 50, y: 18))
    path.addLine(to: CGPoint(x: 60, y: 0))
    let committed = along(path)[0]
    expect(committed, at: 0.375, 5, 0)
    expect(committed, at: 0.5, 40, 8)
    expect(committed, at: 0.625, 50, 13)
    expect(committed, at: 0.875, 60, 4)
  }

  @Test("7.9: auto turns the layer along the path, autoReverse the other way")
  func rotation() throws {
    let committedAnimations = along(way) { $0.rotationMode = .auto }
    #expect(committedAnimations.map(\.property) == ["position", "transform"])
    let base = AnimatableValue.transform(Transform3D(scaleX: 2, y: 3))
    // On the line it points along x, at the very end down.
    #expect(committedAnimations[1].value(at: 0.25, over: base) == base)
    guard case .transform(let end)? = committedAnimations[1].value(at: 1, over: base) else {
      return
    }
    #expect(abs(end.m11) < 1e-9 && abs(end.m12 - 2) < 1e-9)
    #expect(abs(end.m21 + 3) < 1e-9 && abs(end.m22) < 1e-9)
    let reversed = along(way) { $0.rotationMode = .autoReverse }[1]
    guard case .transform(let start)? = reversed.value(at: 0, over: base) else { return }
    #expect(abs(start.m11 + 2) < 1e-9 && abs(start.m22 + 3) < 1e-9)
    let copy = KeyframeAnimation(keyPath: "position")
    copy.path = way
    copy.rotationMode = .auto
    #expect(copy.copy().path == way)
    #expect(copy.copy().rotationMode == .auto)
  }

  @Test("the direction is known where a curve stands still")
  func cusp() {
    let still = MotionSegment(
      from: .zero, control1: .zero, control2: CGPoint(x: 0, y: 9), to: CGPoint(x: 0, y: 10))
    #expect(abs(still.angle(at: 0) - .pi / 2) < 1e-12)
    let end = MotionSegment(
      from: .zero, control1: CGPoint(x: 3, y: 0), control2: CGPoint(x: 5, y: 0),
      to: CGPoint(x: 5, y: 0))
    #expect(end.angle(at: 1) == 0)
  }

  @Test("the length of the path is that of rule 7.8")
  func length() {
    let total = MotionPath(way).segments.map(\.length).reduce(0, +)
    #expect(abs(total - 254.8867988) < 1e-6)
  }

  @Test("a path for a number is refused with the reason")
  func mismatch() {
    let animation = KeyframeAnimation(keyPath: "opacity")
    animation.path = way
    let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    #expect(
      committed.problem(over: .scalar(1))
        == "the animation gives opacity a point, but it takes a number")
  }
}
