import Foundation
import Testing

@testable import Lamina

/// Fills what it may draw into with a colour, and notes where that was.
final class CanvasLayer: Layer {
  var color = Color.blue
  private(set) var clips: [CGRect] = []

  override func draw(in context: DrawingContext) {
    clips.append(context.boundingBoxOfClipPath)
    context.fillColor = color
    context.fill(CGRect.infinite)
  }
}

@Suite("Backing stores")
struct BackingStoreTests {
  private let blue: UInt32 = 0xFF00_00FF
  private let red: UInt32 = 0xFFFF_0000

  private func scene(
    _ bounds: CGRect = CGRect(x: 100, y: 50, width: 40, height: 30), scale: CGFloat = 1,
    _ change: (CanvasLayer) -> Void = { _ in }
  ) throws -> (Renderer, CanvasLayer) {
    let renderer = try Renderer(size: CGSize(width: 90, height: 70))
    let layer = CanvasLayer()
    layer.bounds = bounds
    layer.anchorPoint = .zero
    layer.position = CGPoint(x: 10, y: 20)
    layer.contentsScale = scale
    layer.actions = ["contents": NoAction()]
    change(layer)
    layer.setNeedsDisplay()
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    return (renderer, layer)
  }

  private func paint(_ rect: CGRect, _ color: Color, _ layer: CanvasLayer) {
    layer.color = color
    layer.setNeedsDisplay(rect)
  }

  @Test("of a marked rectangle only that is drawn, and only that part of the frame")
  func dirtyRectangle() throws {
    let (renderer, layer) = try scene()
    #expect(layer.clips == [CGRect(x: 100, y: 50, width: 40, height: 30)])
    paint(CGRect(x: 107, y: 53, width: 5, height: 4), .red, layer)
    let frame = try renderer.render(at: 0)
    #expect(layer.clips.last == CGRect(x: 107, y: 53, width: 5, height: 4))
    #expect(frame.damage.rects == [PixelRect(x: 17, y: 23, width: 5, height: 4)])
    #expect(frame.bitmap[17, 23] == red)
    #expect(frame.bitmap[21, 26] == red)
    #expect(frame.bitmap[22, 26] == blue)
    #expect(frame.bitmap[16, 23] == blue)
  }

  @Test("of several rectangles the one around them is drawn")
  func union() throws {
    let (renderer, layer) = try scene()
    paint(CGRect(x: 110, y: 60, width: 2, height: 3), .red, layer)
    paint(CGRect(x: 120, y: 55, width: 4, height: 1), .red, layer)
    let frame = try renderer.render(at: 0)
    #expect(layer.clips.last == CGRect(x: 110, y: 55, width: 14, height: 8))
    #expect(frame.damage.rects == [PixelRect(x: 20, y: 25, width: 14, height: 8)])
  }

  @Test("at two pixels to a point a rectangle is rounded outwards to whole pixels")
  func scaled() throws {
    let (_, layer) = try scene(scale: 2)
    #expect(layer.contents?.width == 80)
    paint(CGRect(x: 107.25, y: 53.5, width: 0.5, height: 1), .red, layer)
    layer.displayIfNeeded()
    #expect(layer.clips.last == CGRect(x: 107, y: 53.5, width: 1, height: 1))
    #expect(layer.contents?[14, 7] == red)
    #expect(layer.contents?[15, 8] == red)
    #expect(layer.contents?[16, 8] == blue)
  }

  @Test("of layers that are scaled, mirrored or turned a part is damaged as they show it")
  func transformed() throws {
    let transforms = [
      Transform3D(scaleX: 0.5, y: 0.7), Transform3D(scaleX: 1.3, y: -0.8),
      Transform3D(scaleX: -1, y: 1), Transform3D(rotation: 0.4, x: 0, y: 0, z: 1),
    ]
    for transform in transforms {
      for filter in [ContentsFilter.nearest, .linear] {
        let (renderer, layer) = try scene {
          $0.anchorPoint = CGPoint(x: 0.5, y: 0.5)
          $0.position = CGPoint(x: 45, y: 35)
          $0.transform = transform
          $0.magnificationFilter = filter
          $0.minificationFilter = filter
        }
        paint(CGRect(x: 130, y: 55, width: 3, height: 4), .red, layer)
        let frame = try renderer.render(at: 0)
        let area = frame.damage.rects.reduce(0) { $0 + $1.area }
        #expect(area > 0 && area < 150, "\(transform) damages \(area) pixels")
        renderer.invalidate()
        #expect(try renderer.render(at: 0).bitmap == frame.bitmap)
      }
    }
  }

  @Test("of nine-part contents and cuts of them the damage loses nothing")
  func parts() throws {
    for (rect, center) in [
      (CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25), CGRect(x: 0, y: 0, width: 1, height: 1)),
      (CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0.2, y: 0.3, width: 0.5, height: 0.3)),
      (CGRect(x: -0.5, y: 0.2, width: 2, height: 1.1), CGRect(x: 0, y: 0, width: 1, height: 1)),
    ] {
      let (renderer, layer) = try scene {
        $0.contentsRect = rect
        $0.contentsCenter = center
      }
      for step in 0..<12 {
        let x = 100 + CGFloat(step * 7 % 38)
        let y = 50 + CGFloat(step * 11 % 27)
        paint(CGRect(x: x, y: y, width: 2, height: 3), step % 2 == 0 ? .red : .green, layer)
        let frame = try renderer.render(at: 0)
        renderer.invalidate()
        #expect(try renderer.render(at: 0).bitmap == frame.bitmap)
      }
    }
  }

  @Test("are drawn into in turn: from the third part on no pixels are made")
  func turns() throws {
    let (renderer, layer) = try scene()
    var stores: [ObjectIdentifier] = []
    for step in 0..<6 {
      paint(CGRect(x: 101 + step * 3, y: 52 + step, width: 2, height: 5), .red, layer)
      _ = try renderer.render(at: 0)
      stores.append(ObjectIdentifier(layer.values.contents!.storage))
    }
    #expect(Set(stores).count == 2)
    #expect(stores[2] == stores[0] && stores[5] == stores[1])
    for step in 0..<6 {
      #expect(layer.contents?[1 + step * 3, 2 + step] == red)
      #expect(layer.contents?[3 + step * 3, 6 + step] == blue)
    }
  }

  @Test("of 128 KB and more are drawn into in turn where all is drawn, too", arguments: [255, 256])
  func wholeTurns(width: Int) throws {
    let (renderer, layer) = try scene(CGRect(x: 100, y: 50, width: width, height: 128))
    let bytes = width * 128 * 4
    var stores: [ObjectIdentifier] = []
    for step in 0..<6 {
      layer.color = step % 2 == 0 ? .red.withAlpha(0.5) : .blue
      layer.setNeedsDisplay()
      _ = try renderer.render(at: 0)
      let contents = try #require(layer.contents)
      #expect(contents.isOpaque == (step % 2 == 1))
      #expect(Set(contents.pixels) == [step % 2 == 0 ? 0x8080_0000 : blue])
      stores.append(ObjectIdentifier(contents.storage))
      #expect(layer.backingStoreByteCount == (width == 256 ? 2 : 1) * bytes)
    }
    if width < 256 { return }
    #expect(Set(stores).count == 2)
    // A part of it next: what was in the second store counts for nothing.
    paint(CGRect(x: 110, y: 60, width: 1, height: 1), .red, layer)
    _ = try renderer.render(at: 0)
    let contents = try #require(layer.contents)
    #expect(ObjectIdentifier(contents.storage) == stores[4])
    #expect(contents.pixels.filter { $0 != blue } == [red] && contents[10, 10] == red)
  }

  @Test("go along to another tree, which gives the second one back")
  func moved() throws {
    let (first, layer) = try scene()
    let second = try Renderer(size: CGSize(width: 90, height: 70))
    for renderer in [second, first, second] {
      paint(CGRect(x: 110, y: 60, width: 1, height: 1), .red, layer)
      layer.displayIfNeeded()
      #expect(layer.backingStoreByteCount == 2 * 40 * 30 * 4)
      renderer.layer.addSublayer(layer)
      #expect(layer.backingStoreByteCount == 40 * 30 * 4)
      paint(CGRect(x: 112, y: 60, width: 1, height: 1), .red, layer)
      renderer.commit(at: 0)
      #expect(layer.backingStoreByteCount == 2 * 40 * 30 * 4)
      for _ in 0..<Layer.spareStoreLife { renderer.commit(at: 0) }
      #expect(layer.backingStoreByteCount == 40 * 30 * 4)
      #expect(first.layerTree.sparingLayers.isEmpty && second.layerTree.sparingLayers.isEmpty)
    }
  }

  @Test("that somebody holds are not drawn over")
  func kept() throws {
    let (renderer, layer) = try scene()
    var trees: [(RenderTree, Bitmap)] = []
    var contents: [(Bitmap, [UInt32])] = []
    for step in 0..<5 {
      paint(CGRect(x: 103 + step * 2, y: 52, width: 9, height: 9), step == 2 ? .green : .red, layer)
      let frame = try renderer.render(at: 0)
      trees.append((renderer.commit(at: 0), frame.bitmap))
      let shown = try #require(layer.contents)
      contents.append((shown, shown.pixels))
    }
    let other = try Compositor(width: 90, height: 70)
    for (tree, picture) in trees.reversed() + trees {
      #expect(try other.render(tree, at: 0).bitmap == picture)
    }
    for (bitmap, pixels) in contents { #expect(bitmap.pixels == pixels) }
  }

  @Test("of frames that were left out, too, only what changed is damaged")
  func leftOut() throws {
    let (renderer, layer) = try scene()
    let other = try Compositor(width: 90, height: 70)
    _ = try other.render(renderer.commit(at: 0), at: 0)
    for step in 0..<3 {
      paint(CGRect(x: 103 + step * 4, y: 52 + step, width: 2, height: 2), .red, layer)
      renderer.commit(at: 0)
    }
    #expect(
      try renderer.render(at: 0).damage.rects == [PixelRect(x: 13, y: 22, width: 10, height: 4)])
    #expect(
      try other.render(renderer.commit(at: 0), at: 0).damage.rects
        == [PixelRect(x: 13, y: 22, width: 10, height: 4)])
    // Past what is remembered all counts as changed.
    for step in 0..<9 {
      paint(CGRect(x: 103 + step, y: 52, width: 1, height: 1), .green, layer)
      renderer.commit(at: 0)
    }
    let frame = try renderer.render(at: 0)
    #expect(frame.damage.rects == [PixelRect(x: 10, y: 20, width: 40, height: 30)])
    renderer.invalidate()
    #expect(try renderer.render(at: 0).bitmap == frame.bitmap)
  }

  @Test("take up width x height x scale squared x 4 bytes, and nothing where nothing draws")
  func sizes() throws {
    let (renderer, layer) = try scene(scale: 2)
    #expect(layer.backingStoreByteCount == 80 * 60 * 4)
    #expect(renderer.layer.backingStoreByteCount == 0)
    paint(CGRect(x: 110, y: 60, width: 1, height: 1), .red, layer)
    renderer.commit(at: 0)
    #expect(layer.backingStoreByteCount == 2 * 80 * 60 * 4)
    for _ in 0..<Layer.spareStoreLife { renderer.commit(at: 0) }
    #expect(layer.backingStoreByteCount == 80 * 60 * 4)
    paint(CGRect(x: 110, y: 60, width: 1, height: 1), .blue, layer)
    renderer.commit(at: 0)
    layer.setNeedsDisplay()
    renderer.commit(at: 0)
    #expect(layer.backingStoreByteCount == 80 * 60 * 4)
    layer.contents = try Bitmap(width: 3, height: 2) { _, _ in .red }
    #expect(layer.backingStoreByteCount == 0)
  }

  @Test("at rest let frames be free")
  func rest() throws {
    let (renderer, layer) = try scene()
    paint(CGRect(x: 110, y: 60, width: 1, height: 1), .red, layer)
    let tree = renderer.commit(at: 0)
    for _ in 0...Layer.spareStoreLife {
      #expect(renderer.commit(at: 0).storage === tree.storage)
    }
    let isIdle = renderer.layerTree.isIdle
    #expect(isIdle)
  }

  // Each in a process of its own, as the count is of all pixels there are.

  @Test("13: a layer that draws holds one store, and no other layer holds any pixel")
  func memoryOfDrawing() async {
    await #expect(processExitsWith: .success) {
      let renderer = try Renderer(size: CGSize(width: 40, height: 30))
      let before = PixelStorage.bytesInUse
      for index in 0..<100 {
        let layer = Layer()
        layer.frame = CGRect(x: index, y: 0, width: 500, height: 400)
        layer.backgroundColor = .red
        renderer.layer.addSublayer(layer)
      }
      _ = try renderer.render(at: 0)
      precondition(PixelStorage.bytesInUse == before)
      let layer = CanvasLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 200, height: 150.25)
      layer.contentsScale = 2
      renderer.layer.addSublayer(layer)
      layer.setNeedsDisplay()
      _ = try renderer.render(at: 0)
      precondition(PixelStorage.bytesInUse - before == 400 * 301 * 4)
      // Drawn again as a whole, and then in parts.
      Transaction.disableActions = true
      layer.setNeedsDisplay()
      for frame in 0..<40 {
        _ = try renderer.render(at: 0)
        precondition(PixelStorage.bytesInUse - before <= 2 * 400 * 301 * 4)
        if frame < 5 {
          Transaction.disableActions = true
          layer.setNeedsDisplay(CGRect(x: frame, y: 0, width: 5, height: 5))
        }
      }
      precondition(PixelStorage.bytesInUse - before == 400 * 301 * 4)
      layer.removeFromSuperlayer()
      withExtendedLifetime(layer) {}
    }
  }

  @Test("13: a bitmap that many layers show is there once")
  func memoryOfSharing() async {
    await #expect(processExitsWith: .success) {
      let renderer = try Renderer(size: CGSize(width: 40, height: 30))
      let before = PixelStorage.bytesInUse
      let bitmap = try Bitmap(width: 64, height: 48) { x, _ in x < 9 ? .red : .blue }
      for index in 0..<100 {
        let layer = Layer()
        layer.frame = CGRect(x: index % 7, y: 0, width: index, height: 20)
        layer.contents = bitmap
        renderer.layer.addSublayer(layer)
      }
      _ = try renderer.render(at: 0)
      precondition(PixelStorage.bytesInUse - before == 64 * 48 * 4)
    }
  }

  @Test("13: contents that change a thousand times leave nothing behind")
  func memoryOfChanges() async {
    await #expect(processExitsWith: .success) {
      let renderer = try Renderer(size: CGSize(width: 40, height: 30))
      let layer = CanvasLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
      // Turned, so that it is drawn in the general way.
      layer.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1)
      layer.actions = ["contents": NoAction()]
      renderer.layer.addSublayer(layer)
      layer.setNeedsDisplay()
      _ = try renderer.render(at: 0)
      let before = PixelStorage.bytesInUse
      for step in 0..<1_000 {
        if step % 3 == 0 {
          layer.setNeedsDisplay()
        } else {
          layer.setNeedsDisplay(CGRect(x: step % 30, y: 0, width: 3, height: 3))
        }
        _ = try renderer.render(at: 0)
        precondition(PixelStorage.bytesInUse - before <= 2 * 30 * 20 * 4)
      }
    }
  }
}
