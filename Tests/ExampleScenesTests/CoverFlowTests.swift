import ExampleScenes
import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import Testing

@Suite("The covers")
struct CoverFlowTests {
  private let view: CoverFlowView
  private let host: ViewHost

  init() throws {
    view = try CoverFlowView()
    // Few pixels are drawn in little time.
    host = try ViewHost(rootView: view, size: CoverFlowView.size, scale: 0.125)
    _ = try host.render(at: 0)
  }

  private func touch(_ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat, at time: Double) {
    host.send(
      InputEvent(
        time: time, kind: .touch(id: 0, phase: phase, location: CGPoint(x: x, y: y))))
  }

  /// Lets all that moves come to rest.
  private func settle(from time: Double) throws {
    var time = time
    while host.nextFrameTime(after: time) != .never, time < 1_000 {
      _ = try host.render(at: time)
      time += 1 / 64
    }
    #expect(time < 1_000)
  }

  @Test("are brought to the middle by keys, and there are no more at the ends")
  func keys() throws {
    #expect(view.middle == 3)
    // A key counts from where the last one leads to, however quickly it follows.
    for (index, (key, place)) in [
      (Key.right, 4), (.left, 3), (.left, 2), (.end, 6), (.right, 6), (.home, 0), (.left, 0),
      (.right, 1),
    ].enumerated() {
      #expect(view.keyDown(key, modifiers: []))
      if index < 2 { continue }
      try settle(from: Double(index) * 10)
      #expect(view.middle == CGFloat(place), "\(key)")
    }
    #expect(!view.keyDown(.space, modifiers: []))
  }

  @Test("are brought to the middle by a notch of the wheel each")
  func wheel() throws {
    func turn(_ x: CGFloat, _ y: CGFloat, at time: Double) throws -> CGFloat {
      host.send(
        InputEvent(
          time: time,
          kind: .scroll(
            location: CGPoint(x: 400, y: 200), translation: CGPoint(x: x, y: y))))
      try settle(from: time)
      return view.middle
    }
    #expect(try turn(0, -48, at: 10) == 4)
    #expect(try turn(0, 96, at: 20) == 2)
    #expect(try turn(-30, 0, at: 30) == 2)
    #expect(try turn(-30, 0, at: 40) == 3)
    #expect(try turn(0, 1e9, at: 50) == 0)
  }

  @Test("follow a finger, and come to rest with one of them in the middle", .slow, arguments: 0..<5)
  func drags(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    func random() -> Double { numbers.unit() }
    var time = 1.0
    for _ in 0..<6 {
      var x = 100 + 600 * random()
      touch(.began, x, 200, at: time)
      for _ in 0..<(1 + Int(9 * random())) {
        time += 1 / 64
        x += 90 * random() - 45
        touch(.moved, x, 200, at: time)
        _ = try host.render(at: time)
      }
      touch(random() < 0.8 ? .ended : .cancelled, x, 200, at: time)
      // Some are caught on their way.
      if random() < 0.5 { try settle(from: time + 1 / 64) }
      time += random() < 0.5 ? 0.1 : 20
    }
    try settle(from: time)
    #expect(view.middle == view.middle.rounded() && (0...6).contains(view.middle))
  }

  @Test("are brought to the middle where they are seen and touched")
  func touches() throws {
    for (index, (x, place)) in [
      // Beside the covers there is nothing to be brought.
      (120.0, 1.0), (400, 1), (500, 2), (700, 5), (780, 5), (20, 2),
    ].enumerated() {
      let time = 10 * Double(index + 1)
      touch(.began, x, 180, at: time)
      touch(.ended, x, 180, at: time + 0.1)
      try settle(from: time + 0.1)
      #expect(view.middle == CGFloat(place), "\(x)")
    }
  }
}
