import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// The arrival of tiles, their redrawing, and the threads that draw them.
@Suite("Updates of a tiled layer")
struct TiledLayerUpdateTests {
  private let scenes = TileScenes()

  @Test("fade in by the time of the frames, from the commit at which they came")
  func fading() throws {
    let (renderer, layer) = try scenes.scene(fades: true, width: 32, height: 32) {
      $0.drawTile = {
        $0.fillColor = .white
        $0.fill(CGRect.infinite)
      }
    }
    #expect(try renderer.render(at: 3).bitmap[5, 9] == 0)
    #expect(renderer.nextFrameTime(after: 3) == .now)
    layer.finishTiles()
    let tree = renderer.commit(at: 10)
    let compositor = try Compositor(width: 32, height: 32)
    for (time, alpha) in [
      (10, 0), (10.0625, 64), (10.125, 128), (10.25, 255), (99, 255), (10.1, 102),
    ]
      as [(Double, UInt32)]
    {
      #expect(try compositor.render(tree, at: time).bitmap[5, 9] >> 24 == alpha, "\(time)")
      if time > 10 { #expect(try renderer.render(at: time).bitmap[5, 9] >> 24 == alpha) }
      if time == 10.125 { #expect(renderer.nextFrameTime(after: time) == .now) }
      if time == 99 { #expect(renderer.nextFrameTime(after: time) == .never) }
      if time == 99 { break }
    }
    let isIdle = renderer.layerTree.isIdle
    #expect(isIdle)
  }

  @Test("of a marked rectangle are drawn again, and damage no more than themselves")
  func invalidation() throws {
    let (renderer, layer) = try scenes.scene()
    renderer.finishTiles(at: 0)
    _ = try renderer.render(at: 0)
    scenes.log.clear()
    layer.drawTile = nil
    scenes.log.clear()
    layer.drawTile = { [log = scenes.log] in
      tileSquares($0, shift: 5)
      log.add($0.boundingBoxOfClipPath)
    }
    renderer.finishTiles(at: 0)
    _ = try renderer.render(at: 0)
    scenes.log.clear()
    layer.setNeedsDisplay(CGRect(x: 40, y: 33, width: 30, height: 5))
    // The old ones stay meanwhile.
    scenes.log.setOpen(false)
    #expect(try renderer.render(at: 0).damage.isEmpty)
    #expect(layer.pendingTileCount == 2)
    scenes.log.setOpen(true)
    layer.finishTiles()
    let frame = try renderer.render(at: 0)
    #expect(
      scenes.log.drawn == [
        CGRect(x: 32, y: 32, width: 32, height: 32), CGRect(x: 64, y: 32, width: 32, height: 32),
      ])
    #expect(frame.damage.rects == [PixelRect(x: 32, y: 32, width: 64, height: 32)])
    layer.setNeedsDisplay()
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.count == 2 + 12)
  }

  @Test("that are finished for an old state never show")
  func oldState() throws {
    let (renderer, layer) = try scenes.scene(width: 32, height: 32)
    scenes.log.setOpen(false)
    renderer.commit(at: 0)
    let old = layer.tiles.work
    #expect(old.count == 1)
    // Begun in the background, it draws squares; from now on nothing but white is right.
    let started = old.map { work in
      let thread = Thread { work.finish() }
      thread.start()
      return thread
    }
    layer.drawTile = {
      $0.fillColor = .white
      $0.fill(CGRect.infinite)
    }
    renderer.commit(at: 0)
    scenes.log.setOpen(true)
    for work in old { work.finish() }
    layer.finishTiles()
    #expect(try renderer.render(at: 0).bitmap.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(started.count == 1)
    #expect(layer.tileCount == 1)
  }

  @Test("are drawn with a copy of the layer as it was when they were asked for")
  func copies() throws {
    final class Painted: TiledLayer {
      var color = Color.red
      override class func fadeDuration() -> TimeInterval { 0 }

      override init() { super.init() }

      required init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? Painted { color = layer.color }
      }

      override func draw(in context: DrawingContext) {
        context.fillColor = color
        context.fill(bounds)
      }
    }
    let renderer = try Renderer(size: CGSize(width: 32, height: 32))
    let layer = Painted()
    layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
    renderer.layer.addSublayer(layer)
    renderer.commit(at: 0)
    layer.color = .blue
    renderer.finishTiles(at: 0)
    #expect(try renderer.render(at: 0).bitmap[3, 4] == 0xFFFF_0000)
    layer.setNeedsDisplay()
    renderer.finishTiles(at: 0)
    #expect(try renderer.render(at: 0).bitmap[3, 4] == 0xFF00_00FF)
  }

  @Test("drawn by a delegate, on whichever thread")
  func delegate() throws {
    final class Painter: LayerDelegate {
      func draw(_ layer: Layer, in context: DrawingContext) -> Bool {
        context.fillColor = .green
        context.fill(CGRect.infinite)
        return true
      }
    }
    let painter = Painter()
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = QuickTiledLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
    renderer.layer.addSublayer(layer)
    renderer.finishTiles(at: 0)
    #expect(try renderer.render(at: 0).bitmap[39, 29] == 0)
    layer.delegate = painter
    layer.setNeedsDisplay()
    renderer.finishTiles(at: 0)
    #expect(try renderer.render(at: 0).bitmap[39, 29] >> 24 == 255)
  }

  @Test("at random places, zooms and states are what is drawn at once, in part as whole")
  func walk() throws {
    var numbers = SeededGenerator(seed: 11)
    let (renderer, layer) = try scenes.scene {
      $0.levelsOfDetail = 6
      $0.levelsOfDetailBias = 3
    }
    for step in 0..<120 {
      let zoom = numbers.pick([1, 1, 1, 2, 4, 8, 0.5, 0.25])
      let origin = CGPoint(x: 4 * numbers.below(225), y: 4 * numbers.below(225))
      layer.transform = Transform3D(scaleX: zoom, y: zoom)
      layer.bounds.origin = origin
      if numbers.chance(30) {
        layer.setNeedsDisplay(CGRect(x: origin.x + 5, y: origin.y, width: 40, height: 9))
      }
      // Most of the time a frame is drawn before the tiles are there.
      if numbers.chance(70) {
        let frame = try renderer.render(at: 0)
        let tree = try #require(renderer.publishedTree)
        let full = try Compositor(width: 100, height: 70).render(tree, at: 0)
        #expect(frame.bitmap == full.bitmap, "step \(step)")
      }
      if numbers.chance(50) {
        renderer.finishTiles(at: 0)
        let frame = try renderer.render(at: 0)
        let offset = CGPoint(x: -origin.x * zoom, y: -origin.y * zoom)
        #expect(
          try frame.bitmap == scenes.expected(renderer, offset: offset, zoom: zoom), "step \(step)")
        let full = try Compositor(width: 100, height: 70).render(renderer.commit(at: 0), at: 0)
        #expect(frame.bitmap == full.bitmap)
      }
      #expect(layer.tileCount < 200)
    }
  }
}
