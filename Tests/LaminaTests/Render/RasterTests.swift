import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// Layers that are drawn into pictures of their own.
@Suite("Rasterized layers")
struct RasterTests {
  /// A layer with all that a picture holds, and all that acts on one.
  private func makeCard() -> Layer {
    let layer = Layer()
    layer.frame = CGRect(x: 11, y: 7, width: 30, height: 22)
    layer.backgroundColor = Color(red: 0.2, green: 0.6, blue: 0.9, alpha: 0.8)
    layer.cornerRadius = 5
    layer.borderWidth = 2
    layer.opacity = 0.7
    layer.shadowOpacity = 0.5
    layer.shadowOffset = CGSize(width: 2, height: 4)
    layer.filters = [.saturation(0.4)]
    layer.backgroundFilters = [.gaussianBlur(radius: 2)]
    layer.compositingFilter = .multiply
    for index in 0..<3 {
      let child = Layer()
      child.frame = CGRect(x: 9 * index - 4, y: 5 * index, width: 11, height: 8)
      child.backgroundColor = [Color.red, .green, .blue][index].withAlpha(0.6)
      child.shadowOpacity = 1
      layer.addSublayer(child)
    }
    let mask = Layer()
    mask.frame = CGRect(x: -20, y: -20, width: 55, height: 60)
    mask.backgroundColor = Color.black.withAlpha(0.9)
    layer.mask = mask
    return layer
  }

  private func makeScene(
    scale: CGFloat = 1, background: Color? = nil, _ layers: Layer...
  ) throws -> Renderer {
    let renderer = try Renderer(size: CGSize(width: 60, height: 50), scale: scale)
    let stripes = Layer()
    stripes.frame = CGRect(x: 0, y: 0, width: 60, height: 50)
    stripes.contents = TestBitmaps.all[4]
    if background == nil { renderer.layer.addSublayer(stripes) }
    renderer.layer.backgroundColor = background
    for layer in layers { renderer.layer.addSublayer(layer) }
    return renderer
  }

  private func picture(
    scale: CGFloat = 1, _ isRasterized: Bool, _ prepare: (Layer) -> Void = { _ in }
  ) throws -> Bitmap {
    let card = makeCard()
    card.shouldRasterize = isRasterized
    card.rasterizationScale = scale
    prepare(card)
    return try makeScene(scale: scale, card).render(at: 0).bitmap
  }

  /// A red square of 8 points, its corner at (10, 20), alone.
  private func square(scale: CGFloat) -> Layer {
    let layer = Layer()
    layer.frame = CGRect(x: 10, y: 20, width: 8, height: 8)
    layer.backgroundColor = .red
    layer.shouldRasterize = true
    layer.rasterizationScale = scale
    return layer
  }

  @Test("14.15: look the same at whole pixels", arguments: [1, 2, 3] as [CGFloat])
  func wholePixels(scale: CGFloat) throws {
    let rasterized = try picture(scale: scale, true)
    #expect(rasterized.difference(from: try picture(scale: scale, false)) == nil)
    #expect(rasterized != (try makeScene(scale: scale).render(at: 0).bitmap))
  }

  @Test(
    "show all that they hold, also what comes after instances in space", arguments: [false, true])
  func instancesInSpace(preservesDepth: Bool) throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let holder = square(scale: 1)
    renderer.layer.addSublayer(holder)
    let replicator = ReplicatorLayer()
    replicator.preservesDepth = preservesDepth
    replicator.instanceCount = 2
    holder.addSublayer(replicator)
    let group = Layer()
    group.opacity = 0.5
    group.addSublayer(TransformLayer())
    replicator.addSublayer(group)
    let last = Layer()
    last.frame = CGRect(x: 1, y: -3, width: 20, height: 9)
    last.backgroundColor = .blue
    holder.addSublayer(last)
    #expect(hex(try renderer.render(at: 0).bitmap[15, 21]) == "FF0000FF")
  }

  @Test("14.15: look the same flipped, and rotated by a quarter turn")
  func turnedByQuarters() throws {
    for transform in [
      Transform3D(scaleX: -1, y: 1), Transform3D(scaleX: 1, y: -1),
      Transform3D(rotation: .pi / 2, x: 0, y: 0, z: 1),
    ] {
      func turn(_ layer: Layer) {
        // What is turned has no effects of a direction or a place in the frame.
        layer.shadowOpacity = 0
        layer.backgroundFilters = []
        layer.cornerRadius = 0
        layer.mask = nil
        for child in layer.sublayers ?? [] { child.shadowOpacity = 0 }
        layer.transform = transform
      }
      #expect(try picture(true, turn).difference(from: try picture(false, turn)) == nil)
    }
  }

  @Test("14.15: a flipped layer's own space is flipped inside its picture")
  func flipped() throws {
    func flip(_ layer: Layer) {
      layer.isGeometryFlipped = true
      layer.bounds.origin = CGPoint(x: 3, y: -4)
    }
    #expect(try picture(true, flip).difference(from: try picture(false, flip)) == nil)
    #expect(try picture(true, flip) != picture(true))
  }

  @Test("at half the scale show each pixel twice, and blend their edges with transparency")
  func coarse() throws {
    let bitmap = try makeScene(background: .clear, square(scale: 0.5)).render(at: 0).bitmap
    // A pixel's middle lies a quarter or three quarters of the way between two of the picture's.
    let row = (8..<20).map { bitmap[$0, 23] >> 24 }
    #expect(row == [0, 64, 191, 255, 255, 255, 255, 255, 255, 191, 64, 0])
    #expect(bitmap[10, 20] == 0x8F8F_0000 && bitmap[9, 19] == 0x1010_0000)
  }

  @Test("at one pixel to the point, axis-aligned, lie on whole pixels")
  func snapping() throws {
    let layer = square(scale: 1)
    layer.position.x += 0.4
    layer.position.y += 0.5
    let bitmap = try makeScene(background: .clear, layer).render(at: 0).bitmap
    #expect(bitmap[9, 25] == 0 && bitmap[10, 25] == 0xFFFF_0000 && bitmap[17, 28] == 0xFFFF_0000)
    #expect(bitmap[18, 25] == 0 && bitmap[12, 20] == 0 && bitmap[12, 29] == 0)
  }

  @Test("are drawn directly at a scale that makes no picture", arguments: [0, -1] as [CGFloat])
  func noScale(scale: CGFloat) throws {
    let straight = try picture(false)
    let rasterized = try picture(true) { $0.rasterizationScale = scale }
    #expect(rasterized.difference(from: straight) == nil)
  }

  @Test("are limited to a picture of bounded size at a huge scale")
  func hugeScale() throws {
    for scale in [1e6, 1e300] as [CGFloat] {
      let bitmap = try makeScene(background: .clear, square(scale: scale)).render(at: 0).bitmap
      #expect(bitmap[12, 22] == 0xFFFF_0000 && bitmap[9, 22] == 0 && bitmap[18, 22] == 0)
    }
    let wide = square(scale: 1)
    wide.bounds.size = CGSize(width: 1e7, height: 1e7)
    let bitmap = try makeScene(background: .clear, wide).render(at: 0).bitmap
    #expect(bitmap[5, 5] == 0xFFFF_0000)
  }

  @Test("are composed before their opacity, also without group opacity")
  func opacity() throws {
    let parent = square(scale: 1)
    parent.allowsGroupOpacity = false
    parent.opacity = 0.5
    let child = Layer()
    child.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    child.backgroundColor = .blue
    parent.addSublayer(child)
    let bitmap = try makeScene(background: .clear, parent).render(at: 0).bitmap
    #expect(bitmap[11, 21] == 0x8000_0080 && bitmap[16, 26] == 0x8080_0000)
  }

  @Test("include sublayers that reach past the bounds")
  func overflow() throws {
    let layer = square(scale: 1)
    let child = Layer()
    child.frame = CGRect(x: -6, y: 9, width: 5, height: 12)
    child.backgroundColor = .green
    layer.addSublayer(child)
    let bitmap = try makeScene(background: .clear, layer).render(at: 0).bitmap
    #expect(bitmap[4, 29] == 0xFF00_FF00 && bitmap[8, 40] == 0xFF00_FF00 && bitmap[9, 29] == 0)
  }

  @Test("are drawn once, and copied while nothing in them changes")
  func keptPicture() throws {
    let layer = square(scale: 1)
    let children = (0..<6).map { index in
      let child = Layer()
      child.frame = CGRect(x: index, y: index, width: 3, height: 2)
      child.backgroundColor = Color(rgb: UInt32(index * 40))
      layer.addSublayer(child)
      return child
    }
    let renderer = try makeScene(background: .white, layer)
    #expect(try renderer.render(at: 0).report.operations.details == 7)
    let changes: [() -> Void] = [
      { layer.position.x += 5 }, { layer.opacity = 0.5 },
      { layer.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1) },
    ]
    for (time, change) in changes.enumerated() {
      Transaction.run(disableActions: true) { change() }
      let operations = try renderer.render(at: Double(1 + time)).report.operations
      #expect(operations.details == 0 && operations.groups > 0)
    }
    Transaction.run(disableActions: true) { children[3].backgroundColor = .green }
    #expect(try renderer.render(at: 9).report.operations.details == 7)
    Transaction.run(disableActions: true) { children[3].backgroundColor = Color(rgb: 120) }
    #expect(try renderer.render(at: 10).report.operations.details == 0)
    renderer.options.usesCaches = false
    Transaction.run(disableActions: true) { layer.position.x += 5 }
    #expect(try renderer.render(at: 11).report.operations.details > 0)
  }

  @Test("are the same cached or not where their contents are taller than a picture can be")
  func tall() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = Layer()
    layer.frame = CGRect(x: 5, y: 4, width: 20, height: 10)
    layer.shouldRasterize = true
    layer.filters = [.gaussianBlur(radius: 3)]
    let tower = Layer()
    tower.frame = CGRect(x: 2, y: -26_000, width: 9, height: 52_600)
    tower.backgroundColor = .orange
    layer.addSublayer(tower)
    renderer.layer.addSublayer(layer)
    let kept = try renderer.render(at: 0).bitmap
    renderer.options.usesCaches = false
    renderer.options.redrawsEverything = true
    #expect(try renderer.render(at: 1).bitmap == kept)
    #expect(kept[12, 15] >> 24 > 0)
  }

  @Test("keep two pictures of a layer that changes all the time, and 64 MB of all layers")
  func keptCount() {
    let cache = RasterCache()
    func picture(_ pixel: UInt32, side: Int, owner: Int32) -> RasterCacheEntry? {
      let bounds = PixelRect(x: 0, y: 0, width: side, height: side)
      var plan = Plan()
      plan.operations = [CompositeOperation(.fill, bounds, paint: pixel)]
      return cache.picture(plan, bounds, owner: owner)
    }
    let first = picture(1, side: 8, owner: 3)
    #expect(picture(1, side: 8, owner: 4) === first && cache.count == 1)
    for pixel in 2..<9 { _ = picture(UInt32(pixel), side: 8, owner: 3) }
    #expect(cache.count == 2)
    #expect(picture(8, side: 8, owner: 3) != nil && cache.count == 2)
    for owner in 10..<20 { _ = picture(UInt32(owner), side: 2048, owner: Int32(owner)) }
    #expect(cache.count == 4)
    #expect(picture(1, side: 2049, owner: 3) == nil)
  }

  @Test("are drawn only as far as they are visible where they are much larger than the frame")
  func largerThanFrame() throws {
    for rasterizes in [false, true] {
      let layer = Layer()
      layer.frame = CGRect(x: -100, y: -100, width: 700, height: 700)
      layer.backgroundColor = .blue
      layer.shouldRasterize = rasterizes
      layer.shadowOpacity = 0.5
      layer.shadowRadius = 2
      layer.opacity = 0.5
      let renderer = try Renderer(size: CGSize(width: 20, height: 20))
      renderer.layer.addSublayer(layer)
      let report = try renderer.render(at: 0).report
      #expect(report.operations.pixels < 20_000 && report.operations.blurredPixels < 20_000)
    }
  }

  @Test("cost what the centres of pixels see, however near the horizon is", arguments: [0, 10])
  func horizon(x: Int) throws {
    let renderer = try Renderer(size: CGSize(width: 20, height: 15), scale: 2)
    let viewer = Layer()
    // The plane ends within a hundredth of the first pixel to the right.
    viewer.position = CGPoint(x: x, y: 7)
    viewer.sublayerTransform.m14 = 238
    let layer = Layer()
    layer.shouldRasterize = true
    let wide = Layer()
    wide.frame = CGRect(x: -9e6, y: -9e6, width: 18e6, height: 18e6)
    wide.backgroundColor = .red
    layer.addSublayer(wide)
    viewer.addSublayer(layer)
    renderer.layer.addSublayer(viewer)
    for time in [0.0, 1] {
      let frame = try renderer.render(at: time)
      #expect((0..<40).allSatisfy { frame.bitmap[$0, 3] == ($0 < 2 * x ? 0xFFFF_0000 : 0) })
      // The background, if more is seen the picture in its place, and of it a few pixels.
      #expect(frame.report.operations.pixels <= (x == 0 ? 1 : 3) * 40 * 30 + 36)
      let whole = try Compositor(width: 40, height: 30, scale: 2)
      #expect(try whole.render(renderer.commit(at: time), at: time).bitmap == frame.bitmap)
      viewer.zPosition += 1
    }
  }

  @Test("cost the pixels of their own pictures, which may be more than the frame's")
  func ownPixels() throws {
    // Eight pixels for one that is seen, along each side.
    let renderer = try Renderer(size: CGSize(width: 24, height: 18))
    renderer.layer.shouldRasterize = true
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 4, width: 26, height: 14)
    layer.backgroundColor = .red
    layer.shouldRasterize = true
    layer.rasterizationScale = 837_841
    layer.filters = [.gaussianBlur(radius: 1)]
    renderer.layer.addSublayer(layer)
    let fine = try renderer.render(at: 0)
    // Of the 24 pixels in reach of the blur two stay transparent.
    #expect(renderer.drawnExtent.width == 26 * 8 + 2 * 22)
    #expect(renderer.drawnExtent.height == 14 * 8 + 2 * 22)
    #expect(fine.report.operations.blurredPixels == 26 * 8 * 14 * 8 + (26 * 8 + 48) * (14 * 8 + 48))
    // A shear of 163 pixels for one, and the shadow of all between those that are seen.
    let tall = try Renderer(size: CGSize(width: 64, height: 15))
    tall.layer.shouldRasterize = true
    tall.layer.transform.m12 = 163
    tall.layer.shadowOpacity = 1
    let tower = Layer()
    tower.bounds = CGRect(x: 0, y: 0, width: 57, height: 23_544)
    tower.backgroundColor = .blue
    tall.layer.addSublayer(tower)
    let sheared = try tall.render(at: 0)
    #expect(tall.drawnExtent.height > 50 * 163)
    for (renderer, frame) in [(renderer, fine), (tall, sheared)] {
      #expect(FrameCost(extent: renderer.drawnExtent).excess(in: frame.report, rects: 1) == nil)
    }
  }

  @Test("damage where they were and are, and inside what a change there reaches")
  func damage() throws {
    let layer = square(scale: 1)
    let child = Layer()
    child.frame = CGRect(x: 2, y: 3, width: 3, height: 2)
    child.backgroundColor = .blue
    layer.addSublayer(child)
    let renderer = try makeScene(background: .white, layer)
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { layer.position.x += 20 }
    #expect(
      try renderer.render(at: 1).damage.rects == [
        PixelRect(x: 10, y: 20, width: 8, height: 8), PixelRect(x: 30, y: 20, width: 8, height: 8),
      ])
    Transaction.run(disableActions: true) { child.backgroundColor = .green }
    #expect(
      try renderer.render(at: 2).damage.rects == [PixelRect(x: 32, y: 23, width: 3, height: 2)])
  }

  @Test("damage all that they may cover where they pass the viewer")
  func pastViewer() throws {
    let layer = Layer()
    layer.shouldRasterize = true
    let renderer = try Renderer(layer: layer, width: 40, height: 30, scale: 2)
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 15)
    let wide = Layer()
    wide.transform = Transform3D(scaleX: 20_994_920, y: 1)
    layer.addSublayer(wide)
    _ = try renderer.render(at: 0)
    let box = Layer()
    box.frame = CGRect(x: -1, y: 10, width: 15, height: 3)
    box.backgroundColor = .green
    Transaction.run(disableActions: true) {
      // A step along x leads past the viewer: the frame shows a millionth of a point.
      layer.transform = Transform3D(
        m11: -0.8911501739493486, m12: 0.37823003478986966, m13: -0.2505861294104276,
        m14: -978160.8110954998, m21: 0.37823003478986966, m22: 0.9243539930420258,
        m23: 0.050117225882085524, m24: -0.00017369031693252224, m31: 0.2505861294104276,
        m32: -0.050117225882085524, m33: -0.9667961809073226, m34: 0.003350607143859679, m41: 0,
        m42: 0, m43: 0, m44: 1)
      layer.bounds = CGRect(x: 437_075, y: 8, width: 0, height: 4)
      wide.sublayers = [box]
    }
    let frame = try renderer.render(at: 1)
    let full = try Compositor(width: 40, height: 30, scale: 2).render(renderer.commit(at: 1), at: 1)
    #expect(frame.bitmap == full.bitmap)
    #expect(full.bitmap.pixels.contains { $0 != 0 })
  }
}
