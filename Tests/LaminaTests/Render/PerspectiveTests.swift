import Foundation
import Lamina
import LaminaTestSupport
import ReferenceRenderer
import Testing

/// Layers turned in space and seen in perspective, against ``ProjectedRectangle``.
@Suite("Layers in perspective")
struct PerspectiveTests {
  private static let width = 56
  private static let height = 44

  /// A layer somewhere in space, and how the reference sees it.
  private struct Scene {
    var root = Layer()
    var layer = Layer()
    var reference: ProjectedRectangle
    /// True if the viewer's plane cuts the rectangle.
    var isCut: Bool
  }

  private func transform(_ matrix: ReferenceSpace.Matrix) -> Transform3D {
    let m = matrix
    return Transform3D(
      m11: m[0][0], m12: m[0][1], m13: m[0][2], m14: m[0][3],
      m21: m[1][0], m22: m[1][1], m23: m[1][2], m24: m[1][3],
      m31: m[2][0], m32: m[2][1], m33: m[2][2], m34: m[2][3],
      m41: m[3][0], m42: m[3][1], m43: m[3][2], m44: m[3][3])
  }

  /// A random scene of one to three layers inside each other.
  private func makeScene(_ numbers: inout SeededGenerator) -> Scene {
    let root = Layer()
    var parent = root
    var parentSize = (0.0, 0.0)
    var parentAnchor = (0.5, 0.5)
    var toDevice: ReferenceSpace.Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    var sublayers = ReferenceSpace.identity
    let depth = numbers.pick([1, 1, 2, 3])
    var layer = root
    var size = (0.0, 0.0)
    for level in 0..<depth {
      layer = Layer()
      // Small ones, and such as reach past the viewer.
      let reach = numbers.pick([30.0, 60, 200])
      size = (numbers.number(in: 4...reach), numbers.number(in: 4...reach))
      let anchor = (numbers.pick([0.5, 0.5, 0, 1, 0.3]), numbers.pick([0.5, 0.5, 0, 1, 0.8]))
      let position =
        level == 0
        ? (numbers.number(in: 5...50), numbers.number(in: 5...40))
        : (parentSize.0 * numbers.unit(), parentSize.1 * numbers.unit())
      let turn = ReferenceSpace.product([
        ReferenceSpace.turnAboutX(numbers.number(in: -1.5...1.5)),
        ReferenceSpace.turnAboutY(numbers.number(in: -1.5...1.5)),
        ReferenceSpace.turnAboutZ(numbers.number(in: -3...3)),
        numbers.chance(60)
          ? ReferenceSpace.perspective(numbers.number(in: 25...300)) : ReferenceSpace.identity,
      ])
      let z = numbers.chance(40) ? numbers.number(in: -60...60) : 0
      let anchorZ = numbers.chance(20) ? numbers.number(in: -30...30) : 0
      layer.bounds = CGRect(x: 0, y: 0, width: size.0, height: size.1)
      layer.anchorPoint = CGPoint(x: anchor.0, y: anchor.1)
      layer.position = CGPoint(x: position.0, y: position.1)
      layer.zPosition = z
      layer.anchorPointZ = anchorZ
      layer.transform = transform(turn)
      let (ax, ay) = (parentAnchor.0 * parentSize.0, parentAnchor.1 * parentSize.1)
      let toParent = ReferenceSpace.product([
        ReferenceSpace.shift(-anchor.0 * size.0, -anchor.1 * size.1, -anchorZ), turn,
        ReferenceSpace.shift(position.0, position.1, z),
        ReferenceSpace.shift(-ax, -ay, -Double(parent.anchorPointZ)), sublayers,
        ReferenceSpace.shift(ax, ay, Double(parent.anchorPointZ)),
      ])
      toDevice = ReferenceSpace.product([ReferenceSpace.flattened(toParent), toDevice])
      parent.addSublayer(layer)
      sublayers =
        numbers.chance(50)
        ? ReferenceSpace.perspective(numbers.number(in: 40...300)) : ReferenceSpace.identity
      if level + 1 < depth { layer.sublayerTransform = transform(sublayers) }
      (parent, parentSize, parentAnchor) = (layer, size, anchor)
    }
    let reference = ProjectedRectangle(
      rows: toDevice, minX: 0, minY: 0, maxX: size.0, maxY: size.1)
    let divisors = [(0.0, 0.0), (size.0, 0), (0, size.1), size].map { x, y in
      x * toDevice[0][2] + y * toDevice[1][2] + toDevice[2][2]
    }
    return Scene(
      root: root, layer: layer, reference: reference,
      isCut: divisors.contains { $0 > 0 } && divisors.contains { $0 < 0 })
  }

  private func render(_ scene: Scene) throws -> Bitmap {
    try Renderer(layer: scene.root, width: Self.width, height: Self.height).render(at: 0).bitmap
  }

  @Test("cover each pixel by the area of what is seen of them, to two 255ths", .slow)
  func coverage() throws {
    var numbers = SeededGenerator(seed: 77)
    var seen = 0
    var cut = 0
    var sum = 0.0
    var touched = 0
    for trial in 0..<600 {
      let scene = makeScene(&numbers)
      var coverage = scene.reference.coverage(width: Self.width, height: Self.height)
      if numbers.chance(70) {
        scene.layer.backgroundColor = .red
      } else {
        // The layer cuts what is larger than it in its plane; what is left is a product.
        let frame = scene.layer.bounds.insetBy(dx: -numbers.number(in: 5...80), dy: -9)
        let content = Layer()
        content.frame = frame
        content.backgroundColor = .red
        scene.layer.masksToBounds = true
        scene.layer.addSublayer(content)
        var uncut = scene.reference
        (uncut.minX, uncut.minY) = (frame.minX, frame.minY)
        (uncut.maxX, uncut.maxY) = (frame.maxX, frame.maxY)
        let contents = uncut.coverage(width: Self.width, height: Self.height)
        coverage = zip(coverage, contents).map(*)
      }
      let picture = try render(scene)
      let before = touched
      for (index, area) in coverage.enumerated() {
        let actual = Double(picture[index % Self.width, index / Self.width] >> 24)
        let error = abs(actual - area * 255)
        if area > 0 || actual > 0 {
          touched += 1
          sum += error
        }
        // Half a 255th for bytes, the rest for points rounded to 1/256 pixel.
        guard error > 2 else { continue }
        Issue.record(
          """
          trial \(trial): pixel (\(index % Self.width), \(index / Self.width)) is covered by \
          \(actual) / 255, not \(area * 255); \(scene.reference)
          """)
        break
      }
      if touched > before {
        seen += 1
        if scene.isCut { cut += 1 }
      }
    }
    #expect(sum / Double(touched) <= 0.2)
    #expect(seen > 400)
    #expect(cut > 30)
  }

  // MARK: - Contents

  /// A bitmap of noise.
  private func makeNoise(_ numbers: inout SeededGenerator, isOpaque: Bool) throws -> Bitmap {
    let width = numbers.integer(in: 1...40)
    let height = numbers.integer(in: 1...30)
    return try Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in
        let color = Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF)
        return color.withAlpha(isOpaque ? 1 : numbers.unit()).premultipliedPixel
      })
  }

  /// Shows noise in random scenes, and calls `check` with each pixel that is covered whole, and
  /// the place in the bitmap that its middle shows, in the bitmap's pixels.
  private func forEachPixel(
    seed: UInt64, _ filter: ContentsFilter,
    _ check: (_ actual: UInt32, _ bitmap: Bitmap, _ x: Double, _ y: Double) -> Void
  ) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let scene = makeScene(&numbers)
      let bitmap = try makeNoise(&numbers, isOpaque: numbers.chance(50))
      scene.layer.contents = bitmap
      scene.layer.magnificationFilter = filter
      scene.layer.minificationFilter = filter
      let picture = try render(scene)
      let reference = scene.reference
      let coverage = reference.coverage(width: Self.width, height: Self.height)
      for (index, area) in coverage.enumerated() where area > 1 - 1e-9 {
        let (x, y) = (index % Self.width, index / Self.width)
        guard let place = reference.planePoint(Double(x) + 0.5, Double(y) + 0.5) else {
          Issue.record("the middle of a pixel that is covered whole is not in front")
          continue
        }
        check(
          picture[x, y], bitmap, place.x / reference.maxX * Double(bitmap.width),
          place.y / reference.maxY * Double(bitmap.height))
      }
    }
  }

  @Test("show with the nearest filter the very pixel that lies under a pixel's middle", .slow)
  func nearest() throws {
    var count = 0
    var mistakes = 0
    try forEachPixel(seed: 5, .nearest) { actual, bitmap, x, y in
      // Not where one pixel of the bitmap meets the next.
      guard abs(x - x.rounded()) > 1e-6, abs(y - y.rounded()) > 1e-6 else { return }
      count += 1
      let expected = bitmap[
        max(0, min(bitmap.width - 1, Int(x.rounded(.down)))),
        max(0, min(bitmap.height - 1, Int(y.rounded(.down))))]
      if actual != expected { mistakes += 1 }
    }
    #expect(count > 40_000)
    #expect(mistakes == 0)
  }

  @Test("show with the linear filter the mean of four pixels, to three 255ths at most", .slow)
  func linear() throws {
    var count = 0
    var worst = 0.0
    var sum = 0.0
    try forEachPixel(seed: 9, .linear) { actual, bitmap, x, y in
      count += 1
      func taps(_ place: Double, _ length: Int) -> (Int, Int, Double) {
        let place = max(0, min(Double(length - 1), place - 0.5))
        let first = Int(place)
        return (first, min(first + 1, length - 1), place - Double(first))
      }
      let (x0, x1, weightX) = taps(x, bitmap.width)
      let (y0, y1, weightY) = taps(y, bitmap.height)
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        func component(_ x: Int, _ y: Int) -> Double { Double(bitmap[x, y] >> shift & 255) }
        let upper = component(x0, y0) * (1 - weightX) + component(x1, y0) * weightX
        let lower = component(x0, y1) * (1 - weightX) + component(x1, y1) * weightX
        let expected = upper * (1 - weightY) + lower * weightY
        let error = abs(Double(actual >> shift & 255) - expected)
        worst = max(worst, error)
        sum += error
      }
    }
    #expect(count > 40_000)
    #expect(worst <= 3)
    #expect(sum / Double(4 * count) <= 0.5)
  }

  @Test("cover their edges alike with contents, whatever is to be read there", .slow)
  func edges() throws {
    var numbers = SeededGenerator(seed: 41)
    var worst = 0.0
    for _ in 0..<200 {
      let scene = makeScene(&numbers)
      scene.layer.contents = try makeNoise(&numbers, isOpaque: true)
      let picture = try render(scene)
      let coverage = scene.reference.coverage(width: Self.width, height: Self.height)
      for (index, area) in coverage.enumerated() {
        let alpha = Double(picture[index % Self.width, index / Self.width] >> 24)
        worst = max(worst, abs(alpha - area * 255))
      }
    }
    #expect(worst <= 2)
  }
}
