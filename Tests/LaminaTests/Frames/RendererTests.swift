import Foundation
import Testing

@testable import Lamina

@Suite("A renderer")
struct RendererTests {
  @Test("has a size in points, rounded up to whole pixels")
  func sizeInPoints() throws {
    let renderer = try Renderer(size: CGSize(width: 10.25, height: 4), scale: 2)
    #expect(renderer.width == 21 && renderer.height == 8 && renderer.scale == 2)
    #expect(renderer.layer.frame == CGRect(x: 0, y: 0, width: 10.25, height: 4))

    let layer = Layer()
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    let other = try Renderer(layer: layer, size: CGSize(width: 10.25, height: 4), scale: 2)
    #expect(other.width == 21 && other.height == 8 && other.layer === layer)
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    for side in [0, -1, .nan, .infinity, 1e300] as [CGFloat] {
      #expect(throws: RenderError.self) { try Renderer(size: CGSize(width: side, height: 4)) }
    }
  }

  @Test("says when to draw the next frame if that cannot be before a time")
  func earliestTime() {
    #expect(NextFrameTime.now.time(notBefore: 3) == 3)
    #expect(NextFrameTime.at(2).time(notBefore: 3) == 3)
    #expect(NextFrameTime.at(4).time(notBefore: 3) == 4)
    #expect(NextFrameTime.never.time(notBefore: 3) == nil)
  }

  @Test("draws a box of one colour on the pixels of its frame, and nothing elsewhere")
  func box() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let box = Layer()
    box.frame = CGRect(x: 5, y: 7, width: 11, height: 13)
    box.backgroundColor = .red
    renderer.layer.addSublayer(box)
    let frame = try renderer.render(at: 0)
    for y in 0..<30 {
      for x in 0..<40 {
        let inside = (5..<16).contains(x) && (7..<20).contains(y)
        #expect(frame.bitmap[x, y] == (inside ? 0xFFFF_0000 : 0))
      }
    }
  }

  @Test("draws nothing where nothing changed")
  func idle() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    renderer.layer.backgroundColor = .blue
    _ = try renderer.render(at: 0)
    let frame = try renderer.render(at: 1)
    #expect(frame.damage.isEmpty)
    #expect(frame.report == FrameReport())
  }

  @Test("damages what a moved layer left and where it came")
  func move() throws {
    let renderer = try Renderer(size: CGSize(width: 400, height: 300))
    let box = Layer()
    box.frame = CGRect(x: 5, y: 7, width: 11, height: 13)
    box.backgroundColor = .red
    renderer.layer.addSublayer(box)
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { box.position.x += 200 }
    let frame = try renderer.render(at: 1)
    #expect(
      frame.damage.rects == [
        PixelRect(x: 5, y: 7, width: 11, height: 13),
        PixelRect(x: 205, y: 7, width: 11, height: 13),
      ])
    #expect(frame.bitmap[5, 7] == 0)
    #expect(frame.bitmap[205, 7] == 0xFFFF_0000)
  }

  @Test("composes a translucent group once")
  func group() throws {
    // Rule 14.3: white page, parent red at 0.5, blue opaque child.
    let renderer = try Renderer(size: CGSize(width: 20, height: 20))
    renderer.layer.backgroundColor = .white
    let parent = Layer()
    parent.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    parent.backgroundColor = .red
    parent.opacity = 0.5
    let child = Layer()
    child.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
    child.backgroundColor = .blue
    parent.addSublayer(child)
    renderer.layer.addSublayer(parent)
    let frame = try renderer.render(at: 0)
    #expect(frame.bitmap[7, 7] == 0xFF7F_7FFF)
    #expect(frame.bitmap[1, 1] == 0xFFFF_7F7F)
    let apart = try Renderer(size: CGSize(width: 20, height: 20))
    parent.removeFromSuperlayer()
    parent.allowsGroupOpacity = false
    apart.layer.backgroundColor = .white
    apart.layer.addSublayer(parent)
    let second = try apart.render(at: 0)
    #expect(second.bitmap[7, 7] == 0xFF7F_3FBF)
  }

  @Test("is given another size and scale while the tree lives on")
  func resizing() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 20))
    renderer.options.bands = 3
    let dot = Layer()
    dot.frame = CGRect(x: 0, y: 0, width: 4, height: 2)
    dot.backgroundColor = .red
    renderer.layer.addSublayer(dot)
    _ = try renderer.render(at: 0)
    Transaction.run(duration: 2, timingFunction: .linear) { dot.position.x = 22 }
    let before = try renderer.render(at: 0)
    #expect(throws: RenderError.invalidSize(width: 0, height: 8)) {
      try renderer.resize(width: 0, height: 8, scale: 1)
    }
    #expect(renderer.width == 40)
    try renderer.resize(width: 60, height: 50, scale: 2)
    #expect(renderer.nextFrameTime(after: 9) == .now)
    let frame = try renderer.render(at: 1)
    #expect((frame.bitmap.width, frame.bitmap.height) == (60, 50))
    #expect(frame.damage == Region(PixelRect(x: 0, y: 0, width: 60, height: 50)))
    #expect(frame.bitmap[19, 3] == 0 && frame.bitmap[20, 3] == 0xFFFF_0000)
    #expect(frame.bitmap[27, 3] == 0xFFFF_0000 && frame.bitmap[28, 3] == 0)
    #expect(renderer.options.bands == 3 && renderer.scale == 2)
    #expect(before.bitmap.width == 40 && before.bitmap[3, 1] == 0xFFFF_0000)
    _ = try renderer.render(at: 3)
    #expect(renderer.nextFrameTime(after: 3) == .never)
  }

  @Test("leaves frames and compositors of others as they are when it is resized")
  func resizeKeepsFrames() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    renderer.layer.backgroundColor = .red
    renderer.layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let kept = try renderer.render(at: 0).bitmap
    try renderer.resize(width: 39, height: 30, scale: 1)
    renderer.layer.backgroundColor = .blue
    // This one is let go, and its memory may be used for the next.
    #expect(try renderer.render(at: 1).bitmap[38, 29] != 0)
    for (width, height) in [(38, 29), (40, 30), (20, 14), (39, 30), (80, 90)] {
      try renderer.resize(width: width, height: height, scale: 1)
      let bitmap = try renderer.render(at: 9).bitmap
      #expect(bitmap.width == width && bitmap.height == height)
      for place in [(0, 0), (width - 1, height - 1)] {
        #expect(bitmap[place.0, place.1] == 0xFF00_00FF)
      }
    }
    for y in 0..<30 { for x in 0..<40 { #expect(kept[x, y] == 0xFFFF_0000) } }

    let compositor = try Compositor(width: 10, height: 10)
    let other = Renderer(layer: Layer(), compositor: compositor)
    other.layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    other.layer.backgroundColor = .red
    let tree = other.commit(at: 0)
    _ = try other.render(at: 0)
    try other.resize(width: 8, height: 8, scale: 1)
    _ = try other.render(at: 0)
    #expect(try compositor.render(tree, at: 0).bitmap[9, 9] == 0xFFFF_0000)
  }
}
