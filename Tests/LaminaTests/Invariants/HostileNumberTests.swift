import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Whatever finite numbers a layer is given, it is drawn where a reference in `Double` says, or left
/// out by name; what is not finite is refused.
@Suite("Hostile numbers", .slow)
struct HostileNumberTests {
  private static let width = 40
  private static let height = 30

  /// A box in the superlayer's space: the edges that (position, anchor, size, scale) give, with
  /// nothing subtracted from itself.
  private struct Reference {
    /// The largest number that is drawn with.
    static let limit = 1e15

    var position: CGPoint
    var anchor: CGPoint
    var size: CGSize
    var scale: CGSize

    /// True if the layer is left out because a number of it is too large.
    var leavesDomain: Bool {
      func leaves(
        _ position: CGFloat, _ anchor: CGFloat, _ length: CGFloat, _ scale: CGFloat
      ) -> Bool {
        let (a, b) = (position - anchor * length * scale, position + (1 - anchor) * length * scale)
        return ![a, b, length, scale].allSatisfy { abs($0) <= Self.limit }
      }
      return leaves(position.x, anchor.x, size.width, scale.width)
        || leaves(position.y, anchor.y, size.height, scale.height)
    }

    /// True if numbers so large cancel out that the edges depend on the order of the arithmetic.
    var isIllConditioned: Bool {
      max(abs(position.x), abs(position.y)) > 0x1p52
    }

    func covers(x: Int, y: Int) -> Bool {
      func isInside(
        _ pixel: Int, _ position: CGFloat, _ anchor: CGFloat, _ length: CGFloat,
        _ scale: CGFloat
      ) -> Bool {
        let a = Double(position - anchor * length * scale)
        let b = Double(position + (1 - anchor) * length * scale)
        // Round half up of both edges; past 2^53 there is no half.
        func edge(_ value: Double) -> Double {
          abs(value) < 0x1p52 ? (value + 0.5).rounded(.down) : value
        }
        return edge(min(a, b)) <= Double(pixel) && Double(pixel) < edge(max(a, b))
      }
      return isInside(x, position.x, anchor.x, size.width, scale.width)
        && isInside(y, position.y, anchor.y, size.height, scale.height)
    }
  }

  private func expect(
    _ layer: Layer, _ reference: Reference, leavesDomain: Bool? = nil,
    _ comment: @autoclosure () -> String
  ) throws {
    let root = Layer()
    root.addSublayer(layer)
    let renderer = try Renderer(layer: root, width: Self.width, height: Self.height)
    let frame = try renderer.render(at: 0)
    let picture = frame.bitmap
    let isOmitted = leavesDomain ?? reference.leavesDomain
    let isNamed = isOmitted && reference.size.width > 0 && reference.size.height > 0
    if frame.report.omissions.map(\.id) != (isNamed ? [ObjectIdentifier(layer)] : []) {
      Issue.record("\(comment()): left out: \(frame.report.omissions)")
    }
    if isOmitted {
      #expect(picture.pixels.allSatisfy { $0 == 0 }, "\(comment())")
      return
    }
    if reference.isIllConditioned { return }
    for y in 0..<Self.height {
      for x in 0..<Self.width where (picture[x, y] != 0) != reference.covers(x: x, y: y) {
        Issue.record("\(comment()): pixel (\(x), \(y)) is \(hex(picture[x, y]))")
        return
      }
    }
  }

  private static let pairs = HostileNumbers.finite + [7, 20.5, -3.25]

  @Test(
    "place a box as the reference does: position with size, anchor and scale; or leave it out"
  )
  func boxes() throws {
    for position in Self.pairs {
      for length in Self.pairs {
        for anchor: CGFloat in [0, 0.5, 1, -1e300] {
          for scale: CGFloat in [1, -1, 2, 1e9, 1e-9, 1e300, -.leastNonzeroMagnitude] {
            let layer = Layer()
            layer.backgroundColor = .red
            layer.anchorPoint = CGPoint(x: anchor, y: 0)
            layer.bounds = CGRect(x: 0, y: 0, width: length, height: 11)
            layer.position = CGPoint(x: position, y: 6)
            if scale != 1 { layer.transform = Transform3D(scaleX: scale, y: 1) }
            let reference = Reference(
              position: layer.position, anchor: layer.anchorPoint,
              size: CGSize(width: abs(length), height: 11), scale: CGSize(width: scale, height: 1)
            )
            // A negative length is standardised, which moves nothing but the origin.
            try expect(
              layer, reference,
              "position.x \(position), bounds.size.width \(length), anchorPoint.x \(anchor), "
                + "transform.m11 \(scale)")
          }
        }
      }
    }
  }

  @Test("in the vertical direction do the same")
  func verticalBoxes() throws {
    for position in Self.pairs {
      for length in Self.pairs {
        for scale: CGFloat in [1, -2, 1e300] {
          let layer = Layer()
          layer.backgroundColor = .red
          layer.anchorPoint = CGPoint(x: 0, y: 0.25)
          layer.bounds = CGRect(x: 0, y: 0, width: 13, height: length)
          layer.position = CGPoint(x: 6, y: position)
          if scale != 1 { layer.transform = Transform3D(scaleX: 1, y: scale) }
          let reference = Reference(
            position: layer.position, anchor: layer.anchorPoint,
            size: CGSize(width: 13, height: abs(length)), scale: CGSize(width: 1, height: scale))
          try expect(
            layer, reference,
            "position.y \(position), bounds.size.height \(length), transform.m22 \(scale)")
        }
      }
    }
  }

  @Test(
    "as an origin of the bounds move no box: only what stands in it", arguments: [false, true])
  func boundsOrigin(isFlipped: Bool) throws {
    for origin in HostileNumbers.finite {
      let layer = Layer()
      layer.backgroundColor = .red
      layer.isGeometryFlipped = isFlipped
      layer.bounds = CGRect(x: origin, y: -origin, width: 10, height: 6)
      layer.position = CGPoint(x: 12, y: 9)
      let reference = Reference(
        position: layer.position, anchor: layer.anchorPoint, size: layer.bounds.size,
        scale: CGSize(width: 1, height: 1))
      try expect(
        layer, reference, leavesDomain: isFlipped && abs(origin) > Reference.limit,
        "bounds.origin (\(origin), \(-origin))")
    }
  }

  @Test("place turned boxes with the coverage that a supersampled reference finds")
  func turnedBoxes() throws {
    let angle = 0.5
    for position: CGFloat in [12.25, 32_768, 1e9, -1e300] {
      for length: CGFloat in [9.5, 32_767, 1e9, 0x1p31, 1e300, 1e-9] {
        for anchor: CGFloat in [0, 0.5, 1] {
          for scale: CGFloat in [1, 1e9, 1e300] {
            let layer = Layer()
            layer.backgroundColor = .red
            layer.anchorPoint = CGPoint(x: anchor, y: 0.5)
            layer.bounds = CGRect(x: 0, y: 0, width: length, height: 12)
            layer.position = CGPoint(x: position, y: 14)
            layer.transform = Transform3D(rotation: angle, x: 0, y: 0, z: 1)
              .scaledBy(x: scale, y: 1)
            let root = Layer()
            root.addSublayer(layer)
            let renderer = try Renderer(layer: root, width: Self.width, height: Self.height)
            let frame = try renderer.render(at: 0)
            let picture = frame.bitmap
            if !frame.report.omissions.isEmpty {
              #expect(max(abs(position), length, scale, length * scale) > 1e14)
              #expect(picture.pixels.allSatisfy { $0 == 0 })
              continue
            }
            let samples = 8
            var worst = 0.0
            for y in 0..<Self.height {
              for x in 0..<Self.width {
                var hits = 0
                for sample in 0..<samples * samples {
                  let dx = Double(x) + (Double(sample % samples) + 0.5) / Double(samples)
                  let dy = Double(y) + (Double(sample / samples) + 0.5) / Double(samples)
                  let (u, v) = (dx - Double(position), dy - 14)
                  let along = (u * cos(angle) + v * sin(angle)) / Double(scale)
                  let across = -u * sin(angle) + v * cos(angle)
                  if along >= -Double(anchor * length), along < Double((1 - anchor) * length),
                    abs(across) < 6
                  {
                    hits += 1
                  }
                }
                let expected = Double(hits) / Double(samples * samples)
                worst = max(worst, abs(expected - Double(picture[x, y] >> 24) / 255))
              }
            }
            #expect(
              worst < 0.13,
              "off by \(worst): position.x \(position), width \(length), anchor \(anchor), scale \(scale)"
            )
          }
        }
      }
    }
  }

  @Test("stretch contents as the part of them that is seen")
  func vastContents() throws {
    // Four columns; the frame's edge is at the border between the second and the third.
    let columns: [UInt32] = [0xFF11_0000, 0xFF22_0000, 0xFF33_0000, 0xFF44_0000]
    let bitmap = try Bitmap(width: 4, height: 1, pixels: columns)
    for length: CGFloat in [80, 1e5, 1e9, 1e12] {
      for angle: CGFloat in [0, 1e-13] {
        let layer = Layer()
        layer.contents = bitmap
        layer.magnificationFilter = .nearest
        layer.bounds = CGRect(x: 0, y: 0, width: length, height: 30)
        layer.position = CGPoint(x: 20, y: 15)
        if angle != 0 { layer.transform = Transform3D(rotation: angle, x: 0, y: 0, z: 1) }
        let root = Layer()
        root.addSublayer(layer)
        let renderer = try Renderer(layer: root, width: Self.width, height: Self.height)
        let picture = try renderer.render(at: 0).bitmap
        // A turn of so vast a layer moves its ends out of sight; the middle stays.
        guard angle == 0 || length < 1e9 else { continue }
        #expect(picture[19, 15] == columns[1], "width \(length), turned \(angle)")
        #expect(picture[20, 15] == columns[2], "width \(length), turned \(angle)")
      }
    }
  }

  @Test(
    "in any property of any layer neither trap nor leave an inconsistent picture",
    arguments: HostileNumbers.finite)
  func everyProperty(value: Double) throws {
    for (name, change) in sampledCases(of: HostileSetters.all)
    where HostileSetters.accepts(name, value) {
      for kind in 0..<6 {
        let (root, layer) = Self.scene(kind)
        let renderer = try Renderer(layer: root, width: Self.width, height: Self.height)
        _ = try renderer.render(at: 0)
        Transaction.run(disableActions: true) { change(layer, value) }
        let frame = try renderer.render(at: 1)
        let compositor = try Compositor(width: Self.width, height: Self.height)
        let full = try compositor.render(renderer.commit(at: 1), at: 1)
        let difference = frame.bitmap.difference(from: full.bitmap)
        #expect(difference == nil, "\(name) = \(value) in scene \(kind)")
      }
    }
  }

  private static func gradient() -> Layer {
    let layer = GradientLayer()
    layer.colors = [.green, Color.blue.withAlpha(0.5)]
    layer.endPoint = CGPoint(x: 0.75, y: 0.875)
    return layer
  }

  private static func shape() -> Layer {
    let layer = ShapeLayer()
    var path = Path(ellipseIn: CGRect(x: -2, y: 1, width: 15, height: 9))
    path.addLines(between: [CGPoint(x: 1, y: 2), CGPoint(x: 30, y: 6), CGPoint(x: 4, y: 9)])
    layer.path = path
    layer.strokeColor = .green
    layer.lineWidth = 2.5
    layer.lineDashPattern = [6, 3]
    return layer
  }

  /// A layer with contents and a sublayer, plain, turned, in perspective, or in a clipped group.
  private static func scene(_ kind: Int) -> (root: Layer, layer: Layer) {
    let root = Layer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.position = CGPoint(x: width / 2, y: height / 2)
    let layer =
      switch kind {
      case 0: Layer()
      case 4, 5: gradient()
      default: shape()
      }
    layer.frame = CGRect(x: 8, y: 5, width: 17, height: 12)
    layer.backgroundColor = .red
    if !(layer is GradientLayer) { layer.contents = TestBitmaps.all[3] }
    let child = Layer()
    child.frame = CGRect(x: 3, y: 2, width: 9, height: 4)
    child.backgroundColor = .blue
    child.contents = TestBitmaps.all[1]
    layer.addSublayer(child)
    root.addSublayer(layer)
    switch kind {
    case 5:
      root.sublayerTransform.m34 = -1.0 / 60
      layer.transform = Transform3D(rotation: 1, x: 1, y: 1, z: 0)
    case 1: layer.transform = Transform3D(rotation: 0.4, x: 0, y: 0, z: 1)
    case 2:
      root.sublayerTransform.m34 = -1.0 / 90
      layer.transform = Transform3D(rotation: 0.7, x: 0, y: 1, z: 0)
      layer.isDoubleSided = false
    case 3:
      layer.masksToBounds = true
      layer.opacity = 0.5
      layer.contentsGravity = .resizeAspectFill
      layer.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    default: break
    }
    return (root, layer)
  }
}
