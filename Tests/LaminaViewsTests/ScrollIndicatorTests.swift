import Foundation
import Lamina
import Testing

@testable import LaminaViews

@Suite("Scroll indicators")
struct ScrollIndicatorTests {
  @Test("are as long to their track as what is seen is to all, and shorter beyond the ends")
  func lengths() {
    func bar(_ offset: CGFloat, _ high: CGFloat = 300, track: CGFloat = 94) -> [CGFloat] {
      let bar = ScrollIndicators.bar(track: track, range: 0...high, offset: offset, visible: 100)
      return [bar.start, bar.length]
    }
    // A quarter of the track would be less than the shortest bar.
    #expect(bar(0) == [0, 36] && bar(300) == [58, 36] && bar(150) == [29, 36])
    #expect(bar(0, 100) == [0, 47] && bar(50, 100) == [23.5, 47])
    #expect(bar(-10) == [0, 26] && bar(320) == [78, 16] && bar(-1_000) == [0, 3])
    #expect(bar(0, 0) == [0, 0] && bar(0, track: 0) == [0, 0] && bar(0, track: -5) == [0, 0])
    #expect(bar(5, track: 20) == [0, 20])
  }

  private func bars(_ view: ScrollView) -> [CGRect] {
    (view.layer.sublayers ?? []).filter { !$0.isHidden && $0.opacity > 0 }.map(\.frame)
  }

  @Test("are shown while it scrolls, move with the offset, and fade")
  func showing() throws {
    let scene = try ScrollScene(content: CGSize(width: 400, height: 100))
    let view = scene.scrollView
    view.contentOffset.x = 60
    #expect(view.layer.sublayers == nil, "nobody scrolls")
    scene.touch(.began, 150)
    scene.touch(.moved, 100)
    #expect(view.contentOffset.x == 100)
    #expect(bars(view) == [CGRect(x: 100 + 3 + 48.5, y: 94, width: 97, height: 3)])
    view.contentSize.height = 1_000
    // Both now, with a free corner; the upright one is the shortest possible.
    #expect(
      bars(view) == [
        CGRect(x: 100 + 3 + 47, y: 94, width: 94, height: 3),
        CGRect(x: 100 + 200 - 6, y: 3, width: 3, height: 36),
      ])
    view.showsVerticalScrollIndicator = false
    #expect(bars(view) == [CGRect(x: 151.5, y: 94, width: 97, height: 3)])
    try scene.wait(1)
    scene.touch(.ended, 100, after: 0.2)
    let bar = try #require(view.layer.sublayers?.first)
    try scene.wait(0)
    #expect(bar.opacity == 0)
    try scene.wait(0.3)
    #expect(bar.presentation()?.opacity == 1)
    try scene.wait(0.25)
    #expect(abs((bar.presentation()?.opacity ?? 1) - 0.5) < 1e-6)
    try scene.settle()
    #expect(bars(view) == [] && bar.animationKeys() == nil)
    view.flashScrollIndicators()
    try scene.wait(0.1)
    #expect(bar.presentation()?.opacity == 1)
    scene.touch(.began, 150)
    scene.touch(.moved, 100)
    #expect(bar.opacity == 1 && bar.animationKeys() == nil)
  }

  @Test("are in front of what is scrolled, and the same drawn in part as drawn whole")
  func pictures() throws {
    let scene = try ScrollScene(content: CGSize(width: 400, height: 300), scale: 2)
    let content = View(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    scene.scrollView.addSubview(content)
    scene.scrollView.backgroundColor = .white
    scene.touch(.began, 150)
    scene.touch(.moved, 100, 30)
    let stripe = View(frame: CGRect(x: 0, y: 0, width: 230, height: 140))
    stripe.backgroundColor = .yellow
    scene.scrollView.addSubview(stripe)
    var sizes: Set<Int> = []
    func check() throws {
      let frame = try scene.wait(1.0 / 60)
      let compositor = try Compositor(width: 400, height: 200, scale: 2)
      let tree = scene.host.renderer.commit(at: scene.time)
      #expect(try compositor.render(tree, at: scene.time).bitmap == frame.bitmap)
      sizes.insert(frame.damage.area)
    }
    try check()
    // The lying bar, at the bottom: black with 0.35 on yellow and on white.
    let offset = scene.scrollView.contentOffset
    let frame = try scene.wait(0)
    let y = (100 - 4) * 2 - 1
    let length = (200 - 12) * 200 / 400.0
    let start = 3 + (200 - 12 - length) * offset.x / 200
    #expect(frame.bitmap[Int(start * 2) + 20, y] == 0xFFA6_A600)
    #expect(frame.bitmap[Int((start + length) * 2) + 20, y] != 0xFFA6_A6A6)
    scene.touch(.ended, 100, 30)
    while scene.host.nextFrameTime(after: scene.time) != .never { try check() }
    #expect(sizes.contains { $0 > 0 && $0 < 10_000 }, "the bars alone, while they fade")
  }
}
