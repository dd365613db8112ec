import Foundation
import Lamina
import LaminaViews

/// An empty scroll view of 200 x 100 points in a host, and what its delegate is told.
final class ScrollScene: ScrollViewDelegate {
  let scrollView = ScrollView()
  let host: ViewHost
  private(set) var log: [String] = []
  private(set) var scrollCount = 0
  var time = 0.0
  var onScroll: (() -> Void)?

  init(
    content: CGSize = CGSize(width: 1_000_000, height: 100),
    size: CGSize = CGSize(width: 200, height: 100), scale: CGFloat = 1
  ) throws {
    host = try ViewHost(rootView: scrollView, size: size, scale: scale)
    scrollView.contentSize = content
    scrollView.delegate = self
    _ = try host.render(at: 0)
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func scrollViewDidScroll(_ scrollView: ScrollView) {
    scrollCount += 1
    onScroll?()
  }
  func scrollViewWillBeginDragging(_ scrollView: ScrollView) { log.append("will drag") }
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
    log.append("dragged, \(willDecelerate ? "and on" : "at rest")")
  }
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { log.append("will decelerate") }
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { log.append("decelerated") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { log.append("animated") }

  // MARK: - Input

  func touch(
    _ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat = 50, id: Int = 0,
    after seconds: Double = 0.01
  ) {
    time += seconds
    host.send(
      InputEvent(
        time: time, kind: .touch(id: id, phase: phase, location: CGPoint(x: x, y: y))))
  }

  /// Drags from one x to another in ten steps of a hundredth of a second, and lifts the finger.
  func drag(from start: CGFloat, to end: CGFloat, rest: Double = 0.01) {
    touch(.began, start)
    for step in 1...10 { touch(.moved, start + (end - start) * CGFloat(step) / 10) }
    touch(.ended, end, after: rest)
  }

  func wheel(_ dx: CGFloat, _ dy: CGFloat) {
    time += 0.01
    host.send(
      InputEvent(
        time: time,
        kind: .scroll(location: CGPoint(x: 50, y: 50), translation: CGPoint(x: dx, y: dy))))
  }

  func press(_ key: Key, _ modifiers: KeyModifiers = []) {
    time += 0.01
    host.send(InputEvent(time: time, kind: .key(key, isDown: true, modifiers: modifiers)))
  }

  @discardableResult
  func wait(_ seconds: Double) throws -> Frame {
    time += seconds
    return try host.render(at: time)
  }

  /// Frames at a rate until nothing moves any more.
  func settle(rate: Double = 60) throws {
    while host.nextFrameTime(after: time) != .never, time < 1e6 { try wait(1 / rate) }
  }

  var x: CGFloat { scrollView.contentOffset.x }
}
