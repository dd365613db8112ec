import Foundation
import Testing

@testable import Lamina

/// Remembers the tiles that were drawn, and can hold them up.
private final class TileLog: Sendable {
  private let rects = Locked<[CGRect]>([])
  private let gate = NSCondition()
  private let isOpen = Locked(true)

  var drawn: [CGRect] {
    rects.withLock { $0 }.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }

  func add(_ rect: CGRect) {
    rects.withLock { $0.append(rect) }
    gate.lock()
    while !isOpen.withLock({ $0 }) { gate.wait() }
    gate.unlock()
  }

  func clear() { rects.withLock { $0 = [] } }

  func setOpen(_ value: Bool) {
    gate.lock()
    isOpen.withLock { $0 = value }
    gate.broadcast()
    gate.unlock()
  }
}

/// A picture of any size: each square of 10 points has a colour of its own.
private func squares(_ context: DrawingContext, shift: Int = 0) {
  let rect = context.boundingBoxOfClipPath
  for y in Int((rect.minY / 10).rounded(.down))..<Int((rect.maxY / 10).rounded(.up)) {
    for x in Int((rect.minX / 10).rounded(.down))..<Int((rect.maxX / 10).rounded(.up)) {
      context.fillColor = Color(
        rgb: UInt32((x &* 71 &+ y &* 193 &+ shift &* 37) & 0xFF) &* 0x010203)
      context.fill(CGRect(x: x * 10, y: y * 10, width: 10, height: 10))
    }
  }
}

private final class QuickTiledLayer: TiledLayer {
  override class func fadeDuration() -> TimeInterval { 0 }
}

@Suite("Tiled layers")
struct TiledLayerTests {
  private let log = TileLog()

  private func scene(
    fades: Bool = false, width: CGFloat = 100, height: CGFloat = 70,
    _ change: (TiledLayer) -> Void = { _ in }
  ) throws -> (Renderer, TiledLayer) {
    let renderer = try Renderer(width: width, height: height)
    let layer = fades ? TiledLayer() : QuickTiledLayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000)
    layer.tileSize = CGSize(width: 32, height: 32)
    layer.drawTile = { [log] in
      squares($0)
      log.add($0.boundingBoxOfClipPath)
    }
    change(layer)
    layer.actions = ["bounds": NoAction(), "position": NoAction(), "transform": NoAction()]
    renderer.layer.addSublayer(layer)
    return (renderer, layer)
  }

  /// What the frame shows if all of `squares` is drawn at once, `offset` points from the corner.
  private func expected(_ renderer: Renderer, offset: CGPoint = .zero, zoom: CGFloat = 1) throws
    -> Bitmap
  {
    let context = try DrawingContext(
      width: renderer.width, height: renderer.height, scale: renderer.scale)
    context.translateBy(x: offset.x, y: offset.y)
    context.scaleBy(x: zoom, y: zoom)
    squares(context)
    return context.makeBitmap()
  }

  @Test("have the values of features 2.4")
  func defaults() {
    let layer = TiledLayer()
    #expect(layer.tileSize == CGSize(width: 256, height: 256))
    #expect(layer.levelsOfDetail == 1)
    #expect(layer.levelsOfDetailBias == 0)
    #expect(TiledLayer.fadeDuration() == 0.25)
    #expect(layer.contents == nil)
    #expect(layer.tileCount == 0)
  }

  @Test("15.5: levels go from 2 to the bias down, each half as fine as the one before")
  func levels() {
    func scales(_ count: Int, _ bias: Int, side: CGFloat = 1_000) -> [CGFloat] {
      let grid = TileGrid(
        contentsScale: 1, tileSize: CGSize(width: 256, height: 256), levelsOfDetail: count,
        bias: bias, isOpaque: false)
      return grid.levels(for: CGSize(width: side, height: side)).reversed().map(grid.scale)
    }
    #expect(scales(4, 1) == [2, 1, 0.5, 0.25])
    #expect(scales(8, 5) == [32, 16, 8, 4, 2, 1, 0.5, 0.25])
    #expect(scales(1, 0) == [1])
    #expect(scales(-3, 0) == [1])
    #expect(scales(20, 0, side: 9) == [1, 0.5, 0.25, 0.125])
    #expect(scales(20, 0, side: 0) == [1])
    #expect(scales(.max, .max).count == 60)
  }

  @Test("15.5: 1024 x 512 points in tiles of 256 pixels are eight tiles, at twice the scale 32")
  func tiles() {
    for (scale, count) in [(1, 8), (2, 32), (0.5, 2), (0.75, 6)] as [(CGFloat, Int)] {
      let grid = TileGrid(
        contentsScale: scale, tileSize: CGSize(width: 256, height: 256), levelsOfDetail: 1,
        bias: 0, isOpaque: false)
      let range = grid.tiles(0, in: CGRect(x: 0, y: 0, width: 1_024, height: 512))
      #expect(range?.count == count)
      #expect(grid.rect(TileKey(level: 0, row: 0, column: 1)).minX == 256 / scale)
    }
  }

  @Test("15.5: take the coarsest level that is fine enough")
  func level() {
    let grid = TileGrid(
      contentsScale: 2, tileSize: CGSize(width: 64, height: 64), levelsOfDetail: 5, bias: 2,
      isOpaque: false)
    let size = CGSize(width: 1_000, height: 1_000)
    for (device, level) in [(2.0, 0), (2.1, 1), (4, 1), (8, 2), (100, 2), (1, -1), (0.9, -1)] {
      #expect(grid.level(for: device, size: size) == level, "\(device)")
    }
    #expect(grid.level(for: 0.001, size: size) == -2)
    #expect(grid.level(for: 0, size: size) == -2)
    #expect(grid.level(for: .infinity, size: size) == 2)
  }

  @Test("draw just what is seen, each tile once and clipped to it, of a million points")
  func visible() throws {
    let (renderer, layer) = try scene()
    renderer.finishTiles(at: 0)
    #expect(log.drawn.count == 4 * 3)
    #expect(log.drawn.first == CGRect(x: 0, y: 0, width: 32, height: 32))
    #expect(log.drawn.last == CGRect(x: 96, y: 64, width: 32, height: 32))
    #expect(try renderer.render(at: 0).bitmap == expected(renderer))
    #expect(layer.tileCount == 12)
    #expect(layer.backingStoreByteCount == 12 * 32 * 32 * 4)
    // Somewhere in the middle; what is far away now is let go of.
    log.clear()
    layer.position = CGPoint(x: -400_000, y: -600_000.0)
    renderer.finishTiles(at: 0)
    #expect(log.drawn.count == 4 * 3)
    #expect(layer.tileCount == 12)
    #expect(
      try renderer.render(at: 0).bitmap
        == expected(renderer, offset: CGPoint(x: -400_000, y: -600_000)))
    layer.position = CGPoint(x: 5_000, y: 0)
    renderer.finishTiles(at: 0)
    #expect(layer.tileCount == 0)
    #expect(try renderer.render(at: 0).bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test("keep what they have while they scroll, and draw only what is new")
  func scrolling() throws {
    let (renderer, layer) = try scene()
    for step in 0..<40 {
      layer.position = CGPoint(x: -step * 9, y: -step * 4)
      renderer.finishTiles(at: 0)
      let frame = try renderer.render(at: 0)
      #expect(
        try frame.bitmap == expected(renderer, offset: CGPoint(x: -step * 9, y: -step * 4)))
      #expect(layer.tileCount <= 7 * 6)
    }
    #expect(Set(log.drawn.map { "\($0)" }).count == log.drawn.count)
    // A step back is there already.
    log.clear()
    layer.position.x += 9
    renderer.finishTiles(at: 0)
    #expect(log.drawn.isEmpty)
  }

  @Test("cut the last tiles off at the bounds, and draw them again when the bounds grow")
  func edges() throws {
    let (renderer, layer) = try scene() {
      $0.bounds = CGRect(x: -7, y: 3, width: 50, height: 40)
    }
    renderer.finishTiles(at: 0)
    #expect(log.drawn.first == CGRect(x: -7, y: 3, width: 7, height: 29))
    #expect(log.drawn.last == CGRect(x: 32, y: 32, width: 11, height: 11))
    let small = try renderer.render(at: 0).bitmap
    let picture = try expected(renderer)
    #expect(small[49, 39] == picture[42, 42])
    #expect(small[50, 39] == 0)
    #expect(small[49, 40] == 0)
    log.clear()
    layer.bounds.size.width = 60
    renderer.finishTiles(at: 0)
    #expect(log.drawn.map(\.maxX) == [53, 53])
    #expect(try renderer.render(at: 0).bitmap[59, 39] == picture[52, 42])
  }

  @Test("15.5: zoom to other levels, and show the old one until the new one is there")
  func zooming() throws {
    let (renderer, layer) = try scene() {
      $0.levelsOfDetail = 4
      $0.levelsOfDetailBias = 2
    }
    renderer.finishTiles(at: 0)
    #expect(log.drawn.first?.width == 32)
    for (zoom, side) in [(2, 16), (4, 8), (0.5, 64), (1, 32)] as [(CGFloat, CGFloat)] {
      log.clear()
      layer.transform = Transform3D(scaleX: zoom, y: zoom)
      renderer.finishTiles(at: 0)
      #expect(log.drawn.first?.width == side)
      #expect(try renderer.render(at: 0).bitmap == expected(renderer, zoom: zoom))
      #expect(layer.tileCount == 12)
    }
    log.setOpen(false)
    layer.transform = Transform3D(scaleX: 2, y: 2)
    let frame = try renderer.render(at: 0)
    #expect(frame.bitmap.pixels.allSatisfy { $0 >> 24 == 255 })
    #expect(layer.pendingTileCount == 12)
    #expect(layer.tileCount == 4)
    log.setOpen(true)
    layer.waitForTiles()
    #expect(try renderer.render(at: 0).bitmap == expected(renderer, zoom: 2))
    #expect(layer.tileCount == 12)
  }

  @Test("fade in by the time of the frames, from the commit at which they came")
  func fading() throws {
    let (renderer, layer) = try scene(fades: true, width: 32, height: 32) {
      $0.drawTile = {
        $0.fillColor = .white
        $0.fill(CGRect.infinite)
      }
    }
    #expect(try renderer.render(at: 3).bitmap[5, 9] == 0)
    #expect(renderer.nextFrameTime(after: 3) == .now)
    layer.waitForTiles()
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
    #expect(renderer.host.state.pointee.isIdle)
  }

  @Test("of a marked rectangle are drawn again, and damage no more than themselves")
  func invalidation() throws {
    let (renderer, layer) = try scene()
    renderer.finishTiles(at: 0)
    _ = try renderer.render(at: 0)
    log.clear()
    layer.drawTile = nil
    log.clear()
    layer.drawTile = { [log] in
      squares($0, shift: 5)
      log.add($0.boundingBoxOfClipPath)
    }
    renderer.finishTiles(at: 0)
    _ = try renderer.render(at: 0)
    log.clear()
    layer.setNeedsDisplay(CGRect(x: 40, y: 33, width: 30, height: 5))
    // The old ones stay meanwhile.
    log.setOpen(false)
    #expect(try renderer.render(at: 0).damage.isEmpty)
    #expect(layer.pendingTileCount == 2)
    log.setOpen(true)
    layer.waitForTiles()
    let frame = try renderer.render(at: 0)
    #expect(
      log.drawn == [
        CGRect(x: 32, y: 32, width: 32, height: 32), CGRect(x: 64, y: 32, width: 32, height: 32),
      ])
    #expect(frame.damage.rects == [PixelRect(x: 32, y: 32, width: 64, height: 32)])
    layer.setNeedsDisplay()
    renderer.finishTiles(at: 0)
    #expect(log.drawn.count == 2 + 12)
  }

  @Test("that are finished for an old state never show")
  func oldState() throws {
    let (renderer, layer) = try scene(width: 32, height: 32)
    log.setOpen(false)
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
    log.setOpen(true)
    for work in old { work.finish() }
    layer.waitForTiles()
    #expect(try renderer.render(at: 0).bitmap.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    #expect(started.count == 1)
    #expect(layer.tileCount == 1)
  }

  @Test("are as seen as the layers above let them be: hidden, clipped, turned, scaled")
  func ancestors() throws {
    let (renderer, layer) = try scene()
    let window = Layer()
    window.frame = CGRect(x: 20, y: 10, width: 30, height: 20)
    window.masksToBounds = true
    renderer.layer.addSublayer(window)
    window.addSublayer(layer)
    renderer.finishTiles(at: 0)
    #expect(log.drawn.count == 1)
    window.isHidden = true
    layer.bounds.origin.x = 5_000
    renderer.finishTiles(at: 0)
    #expect(log.drawn.count == 1)
    window.isHidden = false
    renderer.finishTiles(at: 0)
    #expect(log.drawn.map(\.minX) == [0, 5_000, 5_024])
    layer.removeFromSuperlayer()
    renderer.commit(at: 0)
    #expect(layer.tileCount == 0)
    #expect(layer.values.rareValues.tiled.shown == nil)
  }

  @Test("shine through nowhere between them when they are turned")
  func seams() throws {
    let (renderer, _) = try scene() {
      $0.drawTile = {
        $0.fillColor = .red
        $0.fill(CGRect.infinite)
      }
      $0.bounds = CGRect(x: 0, y: 0, width: 300, height: 300)
      $0.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      $0.position = CGPoint(x: 50, y: 35)
      $0.transform = Transform3D(rotation: 0.37, x: 0, y: 0, z: 1)
    }
    renderer.layer.backgroundColor = .blue
    renderer.finishTiles(at: 0)
    #expect(try renderer.render(at: 0).bitmap.pixels.allSatisfy { $0 == 0xFFFF_0000 })
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
    let renderer = try Renderer(width: 32, height: 32)
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
    let renderer = try Renderer(width: 40, height: 30)
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
    let (renderer, layer) = try scene() {
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
          try frame.bitmap == expected(renderer, offset: offset, zoom: zoom), "step \(step)")
        let full = try Compositor(width: 100, height: 70).render(renderer.commit(at: 0), at: 0)
        #expect(frame.bitmap == full.bitmap)
      }
      #expect(layer.tileCount < 200)
    }
  }

  @Test("with hostile numbers neither hang nor trap")
  func hostile() throws {
    let (renderer, layer) = try scene {
      $0.drawTile = {
        $0.fillColor = .red
        $0.fill(CGRect.infinite)
      }
    }
    for bounds in [
      CGRect(x: 0, y: 0, width: 1e300, height: 1e-300),
      CGRect(x: -1e308, y: 0, width: 1, height: 1),
      CGRect(x: 0, y: 0, width: 0, height: 5), CGRect(x: 1e17, y: 1e17, width: 1e18, height: 1e18),
    ] {
      for zoom in [1, 1e-9, 1e9, 0] {
        layer.bounds = bounds
        layer.transform = Transform3D(scaleX: zoom, y: zoom)
        renderer.finishTiles(at: 0)
        _ = try renderer.render(at: 0)
        #expect(layer.tileCount <= 2 * TileGrid.tileLimit)
      }
    }
    layer.bounds = CGRect(x: 0, y: 0, width: 1_000, height: 1_000)
    layer.transform = .identity
    layer.tileSize = CGSize(width: -5, height: 1e300)
    layer.levelsOfDetail = .min
    layer.levelsOfDetailBias = .min
    renderer.finishTiles(at: 0)
    _ = try renderer.render(at: 0)
  }
}
