import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// Contents that move in parts of a pixel while edges keep to whole ones.
@Suite("Slow motion")
struct SlowMotionTests {
  /// A disc with soft edges in a transparent margin.
  static let disc = try! Bitmap(width: 16, height: 12) { x, y in
    let distance = ((Double(x) - 8.2) * (Double(x) - 8.2) + (Double(y) - 5.1) * (Double(y) - 5.1))
    return Color.red.withAlpha(max(0, min(1, 4.4 - distance.squareRoot())))
  }

  /// Draws the disc itself.
  final class Drawing: Layer {
    override func draw(in context: DrawingContext) {
      context.fillColor = .red
      context.fill(Path(ellipseIn: CGRect(x: 3.3, y: 2.1, width: 9, height: 7)))
    }
  }

  /// A kind of slow motion: the thing that moves, and its path.
  enum Motion: CaseIterable {
    case position, keyframes, transform, bounds, ancestor, sublayerTransform, property
    case replicator, rasterized, rasterizedBelow, shadow, shadowPath, drawing, group, mask
    case transition
  }

  private static let from = CGPoint(x: 24.3, y: 21.2)
  private static let way = CGSize(width: 2.9, height: 1.7)

  private static func position(_ fraction: Double) -> CGPoint {
    CGPoint(x: from.x + way.width * fraction, y: from.y + way.height * fraction)
  }

  /// A frame for each part of the way, and the pixels that count in it.
  private static func frames(
    _ motion: Motion, scale: CGFloat, _ parts: [Double]
  ) throws -> [Bitmap] {
    let renderer = try Renderer(size: CGSize(width: 60, height: 50), scale: scale)
    let layer: Layer = motion == .drawing ? Drawing() : Layer()
    layer.bounds.size = CGSize(width: 16, height: 12)
    layer.contentsScale = scale
    layer.position = position(0)
    if motion == .drawing { layer.setNeedsDisplay() } else { layer.contents = disc }
    func move(_ layer: Layer, _ keyPath: String, _ from: Any, _ to: Any) {
      let animation = BasicAnimation(keyPath: keyPath)
      animation.fromValue = from
      animation.toValue = to
      animation.duration = 1
      layer.add(animation, forKey: nil)
    }
    let box = Layer()
    box.frame = renderer.layer.bounds
    let shift = Transform3D(translationX: way.width, y: way.height, z: 0)
    switch motion {
    case .position, .drawing: move(layer, "position", position(0), position(1))
    case .shadow, .shadowPath:
      move(layer, "position", position(0), position(1))
      layer.shadowOpacity = 1
      layer.shadowOffset = CGSize(width: 0.4, height: 0.7)
      layer.shadowRadius = 1.3
      if motion == .shadowPath {
        layer.shadowPath = Path(ellipseIn: CGRect(x: 3, y: 3, width: 9, height: 7))
      }
    case .keyframes:
      let animation = KeyframeAnimation(keyPath: "position.x")
      animation.values = [position(0).x, position(1).x]
      animation.duration = 1
      let other = BasicAnimation(keyPath: "position.y")
      other.fromValue = position(0).y
      other.toValue = position(1).y
      let group = AnimationGroup()
      group.animations = [animation, other]
      group.duration = 1
      layer.add(group, forKey: nil)
    case .transform: move(layer, "transform", Transform3D.identity, shift)
    case .bounds:
      move(
        box, "bounds.origin", CGPoint.zero, CGPoint(x: -way.width, y: -way.height))
    case .ancestor, .group, .rasterizedBelow, .mask:
      box.anchorPoint = .zero
      move(box, "position", CGPoint.zero, CGPoint(x: way.width, y: way.height))
      box.position = .zero
      if motion == .group { box.opacity = 0.9 }
      if motion == .rasterizedBelow {
        box.shouldRasterize = true
        box.rasterizationScale = scale
      }
      if motion == .mask {
        box.backgroundColor = .red
        box.mask = layer
      }
    case .sublayerTransform: move(box, "sublayerTransform", Transform3D.identity, shift)
    case .property: layer.alignsContentsToPixels = false
    case .replicator:
      let replicator = ReplicatorLayer()
      replicator.frame = renderer.layer.bounds
      replicator.instanceCount = 2
      replicator.instanceTransform = Transform3D(translationX: 0.3, y: 0.6, z: 0)
      renderer.layer.addSublayer(replicator)
      replicator.addSublayer(layer)
      move(layer, "position", position(0), position(1))
    case .rasterized:
      layer.shouldRasterize = true
      layer.rasterizationScale = scale
      move(layer, "position", position(0), position(1))
    case .transition: break
    }
    if motion == .mask {
      renderer.layer.addSublayer(box)
    } else if layer.superlayer == nil {
      renderer.layer.addSublayer(box)
      box.addSublayer(layer)
    }
    _ = try renderer.render(at: -1)
    if motion == .transition {
      // At the end of its way the new picture comes in from the left; the old one has gone.
      Transaction.run(disableActions: true) {
        box.frame = CGRect(x: 0, y: 0, width: 290, height: 50)
        layer.position = position(1)
      }
      let push = Transition()
      push.type = .push
      push.subtype = .fromLeft
      push.duration = 100
      push.timingFunction = .linear
      box.add(push, forKey: nil)
      _ = try renderer.render(at: -100)
    }
    return try parts.map { part in
      if motion == .property {
        Transaction.run(disableActions: true) { layer.position = position(part) }
      }
      return try renderer.render(at: part - 1).bitmap
    }
  }

  /// Returns the centroid of the alpha of a picture, in pixels.
  private static func centroid(_ picture: Bitmap) -> CGPoint {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let alpha = Double(picture[column, row] >> 24)
        sum += alpha
        x += alpha * (Double(column) + 0.5)
        y += alpha * (Double(row) + 0.5)
      }
    }
    return CGPoint(x: x / sum, y: y / sum)
  }

  @Test(
    "follows its path to a fiftieth of a pixel, however it comes about", .slow,
    arguments: Motion.allCases, [1.0, 2.0, 1.5])
  func centroid(motion: Motion, scale: CGFloat) throws {
    let parts = (0..<100).map { Double($0) / 100 }
    let way = CGSize(
      width: Self.way.width * scale, height: motion == .transition ? 0 : Self.way.height * scale)
    let pictures = try Self.frames(motion, scale: scale, parts)
    let centers = zip(pictures.map(Self.centroid), parts).map { center, part in
      CGPoint(x: center.x - way.width * part, y: center.y - way.height * part)
    }
    let middle = CGPoint(
      x: centers.reduce(0) { $0 + $1.x } / 100, y: centers.reduce(0) { $0 + $1.y } / 100)
    let worst = CGSize(
      width: centers.map { abs($0.x - middle.x) }.max()!,
      height: centers.map { abs($0.y - middle.y) }.max()!)
    #expect(worst.width < 0.02 && worst.height < 0.02, "\(worst)")
  }

  // MARK: - Edges

  /// A part of a picture whose columns and rows are all different, for a layer of 20 x 14 points.
  private static func stripes(_ width: Int, _ height: Int, isOpaque: Bool = true) -> Bitmap {
    var numbers = SeededGenerator(seed: UInt64(width))
    let pixels = (0..<width * height).map { _ in
      UInt32(truncatingIfNeeded: numbers.next()) | (isOpaque ? 0xFF00_0000 : 0)
    }
    return try! Bitmap(
      width: width, height: height,
      pixels: pixels.map { pixel in
        // Premultiplied.
        isOpaque ? pixel : Pixel.multiply(pixel | 0xFF00_0000, UInt8(pixel >> 24))
      })
  }

  /// The frame of a picture of 40 x 14 pixels, cut into parts of so many columns, on its way.
  private static func tiles(
    columns: Int, overlap: Int, at part: Double, isRasterized: Bool = false
  ) throws -> Bitmap {
    let whole = stripes(40, 14)
    let renderer = try Renderer(size: CGSize(width: 60, height: 30))
    renderer.layer.backgroundColor = .green
    let box = Layer()
    box.anchorPoint = .zero
    renderer.layer.addSublayer(box)
    for x in stride(from: 0, to: 40, by: columns) {
      let tile = Layer()
      tile.frame = CGRect(x: x, y: 0, width: columns, height: 14)
      let (left, right) = (max(0, x - overlap), min(40, x + columns + overlap))
      tile.contents = try Bitmap(
        width: right - left, height: 14,
        pixels: (0..<14).flatMap { y in (left..<right).map { whole[$0, y] } })
      let width = CGFloat(right - left)
      tile.contentsRect = CGRect(
        x: CGFloat(x - left) / width, y: 0, width: CGFloat(columns) / width, height: 1)
      tile.shouldRasterize = isRasterized
      box.addSublayer(tile)
    }
    let animation = BasicAnimation(keyPath: "position")
    animation.fromValue = CGPoint(x: 5, y: 6)
    animation.toValue = CGPoint(x: 9, y: 8)
    animation.duration = 1
    box.add(animation, forKey: nil)
    _ = renderer.commit(at: 0)
    return try renderer.render(at: part).bitmap
  }

  @Test("shows tiles that overlap as the one picture that they are cut from, at any phase")
  func overlappingTiles() throws {
    for step in 0..<64 {
      let part = Double(step) / 64
      let whole = try Self.tiles(columns: 40, overlap: 0, at: part)
      let tiles = try Self.tiles(columns: 8, overlap: 1, at: part)
      #expect(tiles.difference(from: whole) == nil, "at \(part)")
    }
  }

  @Test("leaves no gap between tiles that do not, nor between pictures of rasterized ones")
  func gaps() throws {
    for step in 0..<64 {
      for isRasterized in [false, true] {
        let part = Double(step) / 64
        let tiles = try Self.tiles(
          columns: 8, overlap: 0, at: part, isRasterized: isRasterized)
        let whole = try Self.tiles(columns: 40, overlap: 0, at: part)
        let x = 5 + 4 * part
        // Only columns at the edges of tiles may differ, and all pixels are the tiles' own.
        for y in 0..<30 {
          for column in 0..<60 where tiles[column, y] != whole[column, y] {
            let edge = ((Double(column) + 0.5 - x) / 8).rounded() * 8 + x
            #expect(abs(Double(column) + 0.5 - edge) <= 1, "column \(column) at \(part)")
          }
        }
        let box = PixelRect(
          minX: PixelSnapping.edge(x), minY: PixelSnapping.edge(6 + 2 * part),
          maxX: PixelSnapping.edge(x + 40), maxY: PixelSnapping.edge(20 + 2 * part))
        for y in 0..<30 {
          for column in 0..<60 {
            let isBackground = tiles[column, y] == 0xFF00_FF00
            #expect(isBackground != box.contains(x: column, y: y), "(\(column), \(y)) at \(part)")
          }
        }
      }
    }
  }

  // MARK: - When

  private static func slider(
    _ prepare: (Layer, BasicAnimation) -> Void = { _, _ in }
  ) throws -> (Renderer, Layer) {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = Layer()
    layer.contents = stripes(13, 9, isOpaque: false)
    layer.bounds.size = CGSize(width: 13, height: 9)
    layer.position = CGPoint(x: 20.3, y: 15.4)
    let animation = BasicAnimation(keyPath: "position")
    animation.fromValue = CGPoint(x: 12.3, y: 10.4)
    animation.toValue = CGPoint(x: 20.3, y: 15.4)
    animation.duration = 1
    prepare(layer, animation)
    layer.add(animation, forKey: nil)
    renderer.layer.addSublayer(layer)
    return (renderer, layer)
  }

  @Test("is over at the animation's end, where the layer is drawn pixel for pixel")
  func rest() throws {
    for fillMode in [FillMode.removed, .both] {
      let (renderer, _) = try Self.slider { _, animation in
        animation.beginTime = 1
        animation.fillMode = fillMode
        animation.isRemovedOnCompletion = fillMode == .removed
      }
      let bitmap = Self.stripes(13, 9, isOpaque: false)
      func showsPixels(at time: Double) throws -> Bool {
        let frame = try renderer.render(at: time).bitmap
        let x = time < 1 && fillMode == .both ? 6 : 14
        let y = time < 1 && fillMode == .both ? 6 : 11
        return (0..<9).allSatisfy { row in
          (0..<13).allSatisfy { frame[x + $0, y + row] == bitmap[$0, row] }
        }
      }
      #expect(try showsPixels(at: 0))
      #expect(try !showsPixels(at: 2.0.nextDown))
      #expect(try showsPixels(at: 2))
      #expect(try showsPixels(at: 3))
    }
  }

  @Test("is what animations of the place make, but none that holds its values")
  func kinds() throws {
    let kinds: [(String, LayerMotion)] = [
      ("position", .layer), ("position.x", .layer), ("transform.rotation.z", .layer),
      ("anchorPoint", .layer), ("bounds.origin", [.layer, .sublayers]),
      ("sublayerTransform", .sublayers), ("instanceTransform", .sublayers), ("zPosition", []),
      ("opacity", []), ("backgroundColor", []), ("contentsRect", []),
    ]
    for (keyPath, motion) in kinds {
      let animation = BasicAnimation(keyPath: keyPath)
      let committedAnimations = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)
      #expect(committedAnimations.map(\.motion) == [motion], "\(keyPath)")
    }
    let steps = KeyframeAnimation(keyPath: "position")
    steps.values = [CGPoint(x: 0.3, y: 0.4), CGPoint(x: 5.3, y: 2.4)]
    #expect(
      steps.makeCommittedAnimations(beginTime: 0, defaultDuration: 1).map(\.motion) == [.layer])
    steps.calculationMode = .discrete
    #expect(steps.makeCommittedAnimations(beginTime: 0, defaultDuration: 1).map(\.motion) == [[]])
  }

  @Test("of a shadow that nothing casts draws nothing")
  func emptyShadow() throws {
    let (renderer, _) = try Self.slider { layer, _ in
      layer.contents = nil
      layer.shadowPath = Path()
      layer.shadowOpacity = 1
    }
    _ = renderer.commit(at: 0)
    #expect(try renderer.render(at: 0.37).bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test("is switched off and on for whole frames, and each is what its option alone draws")
  func options() throws {
    func frame(_ alignment: ContentsAlignment, at time: Double) throws -> Bitmap {
      let (renderer, _) = try Self.slider()
      renderer.options.contentsAlignment = alignment
      _ = renderer.commit(at: 0)
      return try renderer.render(at: time).bitmap
    }
    let (renderer, _) = try Self.slider()
    _ = renderer.commit(at: 0)
    for time in [0.35, 2] {
      for alignment in [ContentsAlignment.always, .never, .automatic] {
        renderer.options.contentsAlignment = alignment
        let seen = try renderer.render(at: time).bitmap
        #expect(try seen == frame(alignment, at: time))
        let same: ContentsAlignment = time < 1 ? .never : .always
        #expect(try (seen == frame(same, at: time)) == [same, .automatic].contains(alignment))
      }
    }
  }

  @Test("does not hide what is behind a translucent picture, and hides what an opaque one covers")
  func occlusion() throws {
    for isOpaque in [false, true] {
      let (renderer, layer) = try Self.slider { layer, animation in
        layer.contents = Self.stripes(200, 150, isOpaque: isOpaque)
        layer.bounds.size = CGSize(width: 200, height: 150)
      }
      let behind = Layer()
      behind.frame = CGRect(x: 3, y: 4, width: 30, height: 20)
      behind.backgroundColor = .white
      renderer.layer.insertSublayer(behind, below: layer)
      _ = renderer.commit(at: 0)
      let frame = try renderer.render(at: 0.5)
      #expect((frame.report.layersCulled > 0) == isOpaque)
      #expect(frame.report.operations.details == 1)
      let seen = frame.bitmap
      renderer.options.cullsHiddenLayers = false
      renderer.invalidate()
      #expect(try renderer.render(at: 0.5).bitmap == seen)
    }
  }
}
