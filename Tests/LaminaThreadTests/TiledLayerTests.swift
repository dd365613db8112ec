import Foundation
import Testing

@testable import Lamina

/// The tiles of a layer, their levels, and their places.
@Suite("Tiled layers")
struct TiledLayerTests {
  private let scenes = TileScenes()

  @Test("have Core Animation's default values")
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
    let (renderer, layer) = try scenes.scene()
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.count == 4 * 3)
    #expect(scenes.log.drawn.first == CGRect(x: 0, y: 0, width: 32, height: 32))
    #expect(scenes.log.drawn.last == CGRect(x: 96, y: 64, width: 32, height: 32))
    #expect(try renderer.render(at: 0).bitmap == scenes.expected(renderer))
    #expect(layer.tileCount == 12)
    #expect(layer.backingStoreByteCount == 12 * 32 * 32 * 4)
    // Somewhere in the middle; what is far away now is let go of.
    scenes.log.clear()
    layer.position = CGPoint(x: -400_000, y: -600_000.0)
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.count == 4 * 3)
    #expect(layer.tileCount == 12)
    #expect(
      try renderer.render(at: 0).bitmap
        == scenes.expected(renderer, offset: CGPoint(x: -400_000, y: -600_000)))
    layer.position = CGPoint(x: 5_000, y: 0)
    renderer.finishTiles(at: 0)
    #expect(layer.tileCount == 0)
    #expect(try renderer.render(at: 0).bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test("keep what they have while they scroll, and draw only what is new")
  func scrolling() throws {
    let (renderer, layer) = try scenes.scene()
    for step in 0..<40 {
      layer.position = CGPoint(x: -step * 9, y: -step * 4)
      renderer.finishTiles(at: 0)
      let frame = try renderer.render(at: 0)
      #expect(
        try frame.bitmap == scenes.expected(renderer, offset: CGPoint(x: -step * 9, y: -step * 4)))
      #expect(layer.tileCount <= 7 * 6)
    }
    #expect(Set(scenes.log.drawn.map { "\($0)" }).count == scenes.log.drawn.count)
    // A step back is there already.
    scenes.log.clear()
    layer.position.x += 9
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.isEmpty)
  }

  @Test("cut the last tiles off at the bounds, and draw them again when the bounds grow")
  func edges() throws {
    let (renderer, layer) = try scenes.scene {
      $0.bounds = CGRect(x: -7, y: 3, width: 50, height: 40)
    }
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.first == CGRect(x: -7, y: 3, width: 7, height: 29))
    #expect(scenes.log.drawn.last == CGRect(x: 32, y: 32, width: 11, height: 11))
    let small = try renderer.render(at: 0).bitmap
    let picture = try scenes.expected(renderer)
    #expect(small[49, 39] == picture[42, 42])
    #expect(small[50, 39] == 0)
    #expect(small[49, 40] == 0)
    scenes.log.clear()
    layer.bounds.size.width = 60
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.map(\.maxX) == [53, 53])
    #expect(try renderer.render(at: 0).bitmap[59, 39] == picture[52, 42])
  }

  @Test("15.5: zoom to other levels, and show the old one until the new one is there")
  func zooming() throws {
    let (renderer, layer) = try scenes.scene {
      $0.levelsOfDetail = 4
      $0.levelsOfDetailBias = 2
    }
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.first?.width == 32)
    for (zoom, side) in [(2, 16), (4, 8), (0.5, 64), (1, 32)] as [(CGFloat, CGFloat)] {
      scenes.log.clear()
      layer.transform = Transform3D(scaleX: zoom, y: zoom)
      renderer.finishTiles(at: 0)
      #expect(scenes.log.drawn.first?.width == side)
      #expect(try renderer.render(at: 0).bitmap == scenes.expected(renderer, zoom: zoom))
      #expect(layer.tileCount == 12)
    }
    scenes.log.setOpen(false)
    layer.transform = Transform3D(scaleX: 2, y: 2)
    let frame = try renderer.render(at: 0)
    #expect(frame.bitmap.pixels.allSatisfy { $0 >> 24 == 255 })
    #expect(layer.pendingTileCount == 12)
    #expect(layer.tileCount == 4)
    scenes.log.setOpen(true)
    layer.finishTiles()
    #expect(try renderer.render(at: 0).bitmap == scenes.expected(renderer, zoom: 2))
    #expect(layer.tileCount == 12)
  }

  @Test("are as seen as the layers above let them be: hidden, clipped, turned, scaled")
  func ancestors() throws {
    let (renderer, layer) = try scenes.scene()
    let window = Layer()
    window.frame = CGRect(x: 20, y: 10, width: 30, height: 20)
    window.masksToBounds = true
    renderer.layer.addSublayer(window)
    window.addSublayer(layer)
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.count == 1)
    window.isHidden = true
    layer.bounds.origin.x = 5_000
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.count == 1)
    window.isHidden = false
    renderer.finishTiles(at: 0)
    #expect(scenes.log.drawn.map(\.minX) == [0, 5_000, 5_024])
    layer.removeFromSuperlayer()
    renderer.commit(at: 0)
    #expect(layer.tileCount == 0)
    #expect(layer.values.rareValues.tiled.shown == nil)
  }

  @Test("shine through nowhere between them when they are turned")
  func seams() throws {
    let (renderer, _) = try scenes.scene {
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

  @Test("with hostile numbers neither hang nor trap")
  func hostile() throws {
    let (renderer, layer) = try scenes.scene {
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
