import ExampleScenes
import Foundation
import Lamina
import LaminaGraphs
import LaminaViews
import Testing

@Suite("A graph that grows, and many layers")
struct MovingSceneTests {
  private func click(_ host: ViewHost, at time: Double) {
    for phase in [Touch.Phase.began, .ended] {
      host.send(
        InputEvent(
          time: time, kind: .touch(id: 0, phase: phase, location: CGPoint(x: 20, y: 30))))
    }
  }

  @Test("show the samples that have come, whatever frames were drawn and whatever the size was")
  func growing() throws {
    func picture(_ times: [Double], sizes: [CGSize] = []) throws -> Bitmap {
      let host = try ViewHost(rootView: WaveView(), size: WaveView.size)
      for (index, time) in times.enumerated() {
        if index < sizes.count { try host.resize(to: sizes[index], scale: 1) }
        _ = try host.render(at: time)
      }
      return try host.render(at: times.last!).bitmap
    }
    let rate = WaveView.rate
    let each = try picture((0...90).map { rate.time(ofFrame: $0) })
    #expect(try picture([0, 1.5]) == each)
    #expect(try picture([40, 40.7, 40.2, 41.5]) == each)
    let sizes = [CGSize(width: 90, height: 50), CGSize(width: 700, height: 300), WaveView.size]
    #expect(try picture([0, 0.5, 1.5], sizes: sizes) == each)
    #expect(try picture([0, 91 / 60]) != each)
    // After a long time without a frame only what can be seen is worked out.
    _ = try picture([0, 1e12])
  }

  @Test("are halted by a click or space, ask for no frame then, and go on from there")
  func halted() throws {
    let view = WaveView()
    let host = try ViewHost(rootView: view, size: WaveView.size)
    _ = try host.render(at: 0)
    let first = try host.render(at: 1).bitmap
    #expect(host.nextFrameTime(after: 1) == .now)
    click(host, at: 1)
    #expect(try host.render(at: 1).bitmap == first)
    #expect(host.nextFrameTime(after: 1) == .never)
    #expect(try host.render(at: 7).bitmap == first)
    #expect(view.keyDown(.space, modifiers: []))
    _ = try host.render(at: 10)
    let later = try host.render(at: 10.5).bitmap
    #expect(later != first && host.nextFrameTime(after: 10.5) == .now)
    // 61 samples until it was halted, and 31 since.
    let other = try ViewHost(rootView: WaveView(), size: WaveView.size)
    _ = try other.render(at: 0)
    #expect(try other.render(at: 91 / 60).bitmap == later)
  }

  @Test("keep away from a finger, come back behind it, and are turned by keys")
  func pushed() throws {
    let view = SunflowerView(count: 3_000)
    let host = try ViewHost(rootView: view, size: Sunflower.size, scale: 0.5)
    let rest = try host.render(at: 0).bitmap
    #expect(host.nextFrameTime(after: 0) == .never)
    func touch(_ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat, at time: Double) {
      host.send(
        InputEvent(
          time: time, kind: .touch(id: 0, phase: phase, location: CGPoint(x: x, y: y))))
    }
    func check(_ bitmap: Bitmap) throws {
      host.renderer.invalidate()
      #expect(try host.renderer.render(at: try #require(host.time)).bitmap == bitmap)
    }
    let background = Sunflower.background.premultipliedPixel
    touch(.began, 620, 390, at: 1)
    let one = try host.render(at: 1).bitmap
    #expect(rest[310, 195] != background && one[310, 195] == background)
    #expect(host.nextFrameTime(after: 1) == .never)
    touch(.moved, 700, 420, at: 2)
    _ = try host.render(at: 2)
    let between = try host.render(at: 2.25).bitmap
    try check(between)
    let two = try host.render(at: 3).bitmap
    #expect(two[350, 210] == background && two[310, 195] == rest[310, 195])
    #expect(between != two && host.nextFrameTime(after: 3) == .never)
    touch(.ended, 700, 420, at: 4)
    _ = try host.render(at: 4)
    #expect(try host.render(at: 5).bitmap == rest)
    #expect(view.keyDown(.right, modifiers: []))
    let turned = try host.render(at: 6).bitmap
    #expect(turned != rest && host.nextFrameTime(after: 6) == .never)
    try check(turned)
    #expect(view.keyDown(.left, modifiers: []) && !view.keyDown(.space, modifiers: []))
    #expect(try host.render(at: 7).bitmap == rest)
  }
}
