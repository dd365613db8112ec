import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("Transform layers")
struct TransformLayerTests {
  private static let red: UInt32 = 0xFFFF_0000
  private static let blue: UInt32 = 0xFF00_00FF
  private static let white: UInt32 = 0xFFFF_FFFF

  private func box(_ rect: CGRect, _ color: Color?) -> Layer {
    let layer = Layer()
    layer.frame = rect
    layer.backgroundColor = color
    return layer
  }

  /// A white picture of 64 x 48 points with a transform layer as large in it.
  private func scene(
    _ container: Layer = TransformLayer(), perspective: CGFloat = 0
  ) throws -> Renderer {
    let renderer = try Renderer(size: CGSize(width: 64, height: 48))
    renderer.layer.backgroundColor = .white
    renderer.layer.sublayerTransform.m34 = perspective
    container.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    renderer.layer.addSublayer(container)
    return renderer
  }

  private func rotation(_ angle: CGFloat) -> Transform3D {
    Transform3D(rotation: angle, x: 0, y: 1, z: 0)
  }

  @Test("15.4: the opacity acts on each sublayer singly")
  func opacity() throws {
    let container = TransformLayer()
    let renderer = try scene(container)
    container.opacity = 0.5
    container.addSublayer(box(CGRect(x: 4, y: 4, width: 20, height: 20), .red))
    container.addSublayer(box(CGRect(x: 14, y: 9, width: 20, height: 20), .blue))
    let picture = try renderer.render(at: 0).bitmap
    #expect(hex(picture[6, 6]) == "FFFF7F7F")
    #expect(hex(picture[30, 20]) == "FF7F7FFF")
    // Blue over red over white: the red shows.
    #expect(hex(picture[18, 15]) == "FF7F3FBF")
  }

  @Test("15.4: draw nothing themselves, and clip, mask and filter nothing")
  func ownAppearance() throws {
    let container = TransformLayer()
    let renderer = try scene(container)
    let plain = try renderer.render(at: 0).bitmap
    Transaction.run(disableActions: true) {
      container.bounds.size = CGSize(width: 10, height: 10)
      container.backgroundColor = .green
      container.contents = TestBitmaps.all[1]
      container.borderWidth = 3
      container.cornerRadius = 4
      container.shadowOpacity = 1
      container.masksToBounds = true
      container.isDoubleSided = false
      container.filters = [.invert]
      container.backgroundFilters = [.gaussianBlur(radius: 3)]
      container.compositingFilter = .multiply
      container.mask = box(CGRect(x: 0, y: 0, width: 2, height: 2), .black)
    }
    #expect(try renderer.render(at: 0).bitmap == plain)
    Transaction.run(disableActions: true) {
      container.addSublayer(box(CGRect(x: 30, y: 20, width: 7, height: 5), .red))
    }
    let picture = try renderer.render(at: 0).bitmap
    // The middle of the container has stayed where it was: (32, 24).
    #expect(picture[57, 39] == Self.red && picture[63, 43] == Self.red)
    #expect(picture[56, 39] == Self.white && picture[57, 44] == Self.white)
    #expect(picture[32, 24] == Self.white)
  }

  @Test("are drawn as nothing but their sublayers where these lie in a plane")
  func flat() throws {
    func picture(_ container: Layer) throws -> Bitmap {
      let renderer = try scene(container)
      container.bounds.origin = CGPoint(x: 3, y: -2)
      container.isGeometryFlipped = true
      let inner = box(CGRect(x: 8.3, y: 4.6, width: 20, height: 17), .red)
      inner.addSublayer(box(CGRect(x: 3, y: 4, width: 9.5, height: 30), .blue))
      container.addSublayer(inner)
      container.addSublayer(box(CGRect(x: 20.5, y: 12, width: 20, height: 20), .green))
      return try renderer.render(at: 0).bitmap
    }
    #expect(try picture(TransformLayer()) == picture(Layer()))
  }

  @Test("15.4: do not flatten: two rotations that undo each other do")
  func turnsCancel() throws {
    func picture(_ container: Layer, angle: CGFloat) throws -> Bitmap {
      let renderer = try scene(container, perspective: -1 / 60)
      container.transform = rotation(angle)
      let side = box(CGRect(x: 12, y: 9, width: 40, height: 30), .blue)
      side.transform = rotation(-angle)
      container.addSublayer(side)
      return try renderer.render(at: 0).bitmap
    }
    let upright = try picture(Layer(), angle: 0)
    #expect(try picture(TransformLayer(), angle: 0.75).largestDifference(from: upright) <= 1)
    #expect(try picture(Layer(), angle: 0.75).largestDifference(from: upright) == 255)
  }

  @Test("15.4: rotate as one when nested")
  func nested() throws {
    let angles: [CGFloat] = [0.2, 0.35, -1.3, 0.9]
    func picture(_ angles: [CGFloat], inner: CGFloat) throws -> Bitmap {
      let outer = TransformLayer()
      let renderer = try scene(outer, perspective: -1 / 80)
      var last = outer
      for angle in angles {
        let next = TransformLayer()
        next.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
        next.transform = rotation(angle)
        last.addSublayer(next)
        last = next
      }
      let side = box(CGRect(x: 12, y: 9, width: 40, height: 30), .blue)
      side.transform = rotation(inner)
      last.addSublayer(side)
      return try renderer.render(at: 0).bitmap
    }
    let one = try picture([], inner: angles.reduce(0.4, +))
    #expect(try picture(angles, inner: 0.4).largestDifference(from: one) <= 1)
  }

  @Test("15.4: depth adds up, and is seen in the perspective of the layer around")
  func depth() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 100)
    container.zPosition = 20
    let inner = TransformLayer()
    inner.zPosition = 10
    inner.sublayerTransform = Transform3D(translationX: 0, y: 0, z: 20)
    container.addSublayer(inner)
    let near = box(CGRect(x: 34, y: 26, width: 6, height: 4), .red)
    inner.addSublayer(near)
    // 50 points nearer than the plane: twice as large, about (32, 24).
    let picture = try renderer.render(at: 0).bitmap
    #expect(picture[36, 28] == Self.red && picture[47, 35] == Self.red)
    #expect(picture[35, 28] == Self.white && picture[48, 35] == Self.white)
    #expect(picture[36, 27] == Self.white && picture[36, 36] == Self.white)
  }

  @Test("show what is in front, whichever layer comes last")
  func order() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 200)
    let front = box(CGRect(x: 12, y: 8, width: 40, height: 32), .red)
    front.zPosition = 10
    let back = box(CGRect(x: 12, y: 8, width: 40, height: 32), .blue)
    let inner = TransformLayer()
    inner.frame = container.bounds
    inner.zPosition = -10
    inner.addSublayer(back)
    container.sublayers = [front, inner]
    #expect(try renderer.render(at: 0).bitmap[32, 24] == Self.red)
    #expect(renderer.layer.hitTest(CGPoint(x: 32, y: 24)) === front)
    Transaction.run(disableActions: true) { container.transform = rotation(.pi) }
    #expect(try renderer.render(at: 1).bitmap[32, 24] == Self.blue)
    #expect(renderer.layer.hitTest(CGPoint(x: 32, y: 24)) === back)
    // Half way back, from the side, nothing is seen.
    Transaction.run(disableActions: true) { container.transform = rotation(.pi / 2) }
    #expect(renderer.layer.hitTest(CGPoint(x: 32, y: 40)) === renderer.layer)
  }

  @Test("draw layers in one plane in the order of the tree")
  func coplanar() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 90)
    container.transform = Transform3D(rotation: 0.7, x: 0.3, y: 1, z: 0.2)
    // The second one lies further back with its middle, and is over the first one all the same.
    let first = box(CGRect(x: 20, y: 12, width: 24, height: 24), .red)
    let second = box(CGRect(x: 30, y: 8, width: 30, height: 32), .blue)
    container.sublayers = [first, second]
    #expect(try renderer.render(at: 0).bitmap[35, 24] == Self.blue)
    Transaction.run(disableActions: true) { container.sublayers = [second, first] }
    #expect(try renderer.render(at: 0).bitmap[35, 24] == Self.red)
    #expect(renderer.layer.hitTest(CGPoint(x: 35, y: 24)) === first)
  }

  @Test("draw layers that overlap in a cycle in some order, the same each time")
  func circle() throws {
    // Three bars, each over the next at one end.
    var planes: [ProjectedPolygon?] = []
    for number in 0..<3 {
      let angle = CGFloat(number) * 2 * .pi / 3
      let transform = Transform3D(rotation: 0.3, x: 1, y: 0, z: 0)
        .concatenating(Transform3D(translationX: 10, y: 0, z: 0))
        .concatenating(Transform3D(rotation: angle, x: 0, y: 0, z: 1))
      planes.append(ProjectedPolygon(CGRect(x: -4, y: -40, width: 8, height: 80), transform))
    }
    #expect(PainterSort.order(planes) == [0, 2, 1])
    #expect(PainterSort.order(planes) == [0, 2, 1])
    #expect(PainterSort.order([nil, planes[0], nil]) == [0, 1, 2])
    #expect(PainterSort.order([]) == [])
  }

  @Test("sort any number of layers")
  func many() {
    let planes = (0..<300).map { number in
      ProjectedPolygon(
        CGRect(x: 0, y: 0, width: 5, height: 5),
        Transform3D(translationX: 0, y: 0, z: CGFloat(number * 7 % 300)))
    }
    let order = PainterSort.order(planes)
    #expect(order.map { $0 * 7 % 300 } == Array(0..<300))
  }

  @Test("12.7: are never hit; their sublayers are found from outside")
  func hitTesting() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 100)
    container.zPosition = 50
    let near = box(CGRect(x: 34, y: 26, width: 6, height: 4), .red)
    container.addSublayer(near)
    #expect(renderer.layer.hitTest(CGPoint(x: 36.5, y: 28.5)) === near)
    #expect(renderer.layer.hitTest(CGPoint(x: 35.5, y: 28.5)) === renderer.layer)
    #expect(container.hitTest(CGPoint(x: 36.5, y: 28.5)) == nil)
    near.isHidden = true
    #expect(renderer.layer.hitTest(CGPoint(x: 36.5, y: 28.5)) === renderer.layer)
    near.isHidden = false
    container.opacity = 0
    #expect(renderer.layer.hitTest(CGPoint(x: 36.5, y: 28.5)) === renderer.layer)
  }

  @Test("points are converted through them as they are seen")
  func conversion() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 100)
    container.zPosition = 50
    let near = box(CGRect(x: 34, y: 26, width: 6, height: 4), .red)
    container.addSublayer(near)
    #expect(near.convert(CGPoint(x: 3, y: 2), to: renderer.layer) == CGPoint(x: 42, y: 32))
    #expect(near.convert(CGPoint(x: 42, y: 32), from: renderer.layer) == CGPoint(x: 3, y: 2))
    #expect(
      renderer.layer.convert(near.bounds, from: near)
        == CGRect(x: 36, y: 28, width: 12, height: 8))
  }

  @Test("hide a single-sided sublayer that faces away after all rotations")
  func singleSided() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 100)
    let side = box(CGRect(x: 12, y: 8, width: 40, height: 32), .red)
    side.isDoubleSided = false
    container.addSublayer(side)
    for (outer, inner, isSeen) in [
      (0, 0, true), (CGFloat.pi, 0, false), (.pi, .pi, true), (0, .pi, false),
    ] {
      Transaction.run(disableActions: true) {
        container.transform = rotation(outer)
        side.transform = rotation(inner)
      }
      #expect((try renderer.render(at: 0).bitmap[32, 24] == Self.red) == isSeen)
    }
  }

  @Test("damage what has moved and what has come to the front, and nothing else")
  func damage() throws {
    let container = TransformLayer()
    let renderer = try scene(container)
    let first = box(CGRect(x: 4, y: 5, width: 10, height: 12), .red)
    let second = box(CGRect(x: 8, y: 9, width: 10, height: 12), .blue)
    container.sublayers = [first, second]
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) { second.zPosition = -1 }
    let frame = try renderer.render(at: 0)
    #expect(frame.bitmap[10, 12] == Self.red)
    #expect(frame.damage.bounds == PixelRect(x: 4, y: 5, width: 14, height: 16))
    let again = try renderer.render(at: 1)
    #expect(again.damage.isEmpty && again.report == FrameReport())
  }

  @Test("follow an animation of their rotation, and are sorted at each frame")
  func animation() throws {
    let container = TransformLayer()
    let renderer = try scene(container, perspective: -1 / 200)
    let front = box(CGRect(x: 12, y: 8, width: 40, height: 32), .red)
    front.zPosition = 10
    let back = box(CGRect(x: 12, y: 8, width: 40, height: 32), .blue)
    back.zPosition = -10
    container.sublayers = [front, back]
    _ = try renderer.render(at: 0)
    let spin = BasicAnimation(keyPath: "transform.rotation.y")
    spin.fromValue = 0
    spin.toValue = CGFloat.pi
    spin.duration = 2
    container.add(spin, forKey: "spin")
    for (time, color) in [(0.0, Self.red), (0.5, Self.red), (1.5, Self.blue), (1.9, Self.blue)] {
      #expect(try renderer.render(at: time).bitmap[32, 24] == color, "at \(time)")
    }
  }

  @Test("where numbers leave the domain are left out by name, and do not fail")
  func hostile() throws {
    for number in [1e300, 1e-300, -1e200, 1e18] as [CGFloat] {
      let container = TransformLayer()
      let renderer = try scene(container, perspective: -1 / 100)
      container.transform = Transform3D(scaleX: number, y: number, z: number)
      container.sublayerTransform = Transform3D(scaleX: number, y: 1, z: number)
      let inner = TransformLayer()
      inner.zPosition = number
      inner.transform = Transform3D(rotation: 1, x: 1, y: 0, z: 0)
      inner.addSublayer(box(CGRect(x: 1, y: 2, width: number, height: 9), .red))
      container.addSublayer(inner)
      container.addSublayer(box(CGRect(x: -1, y: -2, width: 9, height: abs(number)), .blue))
      let frame = try renderer.render(at: 0)
      #expect(frame.bitmap[0, 0] >> 24 == 255)
      #expect(
        frame.report.omissions.map(\.id) == (abs(number) > 1 ? [ObjectIdentifier(container)] : []))
      _ = renderer.layer.hitTest(CGPoint(x: 32, y: 24))
    }
  }
}
