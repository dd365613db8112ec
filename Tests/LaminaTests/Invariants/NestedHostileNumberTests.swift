import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Layers inside each other, with numbers of which sums and products overflow, vanish, or lose
/// parts of a pixel in `Double`. What leaves the domain is left out by name; where all terms are
/// moderate, a reference takes every point on its way outwards in exact arithmetic.
@Suite("Hostile numbers inside each other", .slow)
struct NestedHostileNumberTests {
  private static let width = 40
  private static let height = 30

  /// One layer, along one axis.
  private struct Axis {
    var position = 0.0
    var origin = 0.0
    var length = 0.0
    var anchor = 0.5
    var scale = 1.0
    var shift = 0.0
    var sublayerScale = 1.0

    var placed: ExactNumber {
      ExactNumber(origin) + ExactNumber(anchor) * ExactNumber(length)
    }
  }

  private struct Level {
    var x = Axis()
    var y = Axis()
    var zPosition = 0.0
    var anchorPointZ = 0.0
    /// `m34` of the sublayer transform.
    var perspective = 0.0
    var clips = false
    var color: Color
    var isFlipped = false

    func makeLayer() -> Layer {
      let layer = Layer()
      layer.position = CGPoint(x: x.position, y: y.position)
      layer.bounds = CGRect(x: x.origin, y: y.origin, width: x.length, height: y.length)
      layer.anchorPoint = CGPoint(x: x.anchor, y: y.anchor)
      layer.transform = Transform3D(scaleX: x.scale, y: y.scale)
      layer.transform.m41 = x.shift
      layer.transform.m42 = y.shift
      layer.sublayerTransform = Transform3D(scaleX: x.sublayerScale, y: y.sublayerScale)
      layer.sublayerTransform.m34 = perspective
      layer.zPosition = zPosition
      layer.anchorPointZ = anchorPointZ
      layer.masksToBounds = clips
      layer.isGeometryFlipped = isFlipped
      layer.backgroundColor = color
      return layer
    }
  }

  /// Returns the exact position on the screen of a coordinate of the innermost of some levels.
  private func image(_ point: ExactNumber, _ levels: [Axis]) -> ExactNumber {
    var point = point
    for (index, level) in levels.enumerated().reversed() {
      point = (point - level.placed) * ExactNumber(level.scale)
      point = point + ExactNumber(level.shift) + ExactNumber(level.position)
      guard index > 0 else { break }
      let parent = levels[index - 1]
      point = (point - parent.placed) * ExactNumber(parent.sublayerScale) + parent.placed
    }
    return point
  }

  /// The pixels along an axis that the innermost of some levels covers; nil where an edge is so
  /// near the middle of a pixel that rounding may go either way.
  private func pixels(_ levels: [Axis], _ limit: Int) -> Range<Int>? {
    let last = levels[levels.count - 1]
    let edges = [0, last.length].map { offset in
      image(ExactNumber(last.origin) + ExactNumber(offset), levels)
    }
    var result: [Int] = []
    for edge in edges.sorted(by: <) {
      let bounded = max(-1, min(Double(limit) + 1, edge.double))
      let middle = bounded.rounded(.down) + 0.5
      if abs(bounded - middle) < 1e-6 { return nil }
      result.append(max(0, min(limit, Int((bounded + 0.5).rounded(.down)))))
    }
    return result[0]..<result[1]
  }

  /// True if each term of each position on the way outwards is less than a number of pixels.
  private func isExact(_ levels: [Axis], below limit: Double) -> Bool {
    var unit = 1.0
    var terms: [Double] = []
    for level in levels {
      terms += [level.position * unit, level.shift * unit]
      for scale in [level.scale, level.sublayerScale] {
        unit *= scale
        // Past this, a product may have vanished.
        guard abs(unit) > 0x1p-1000 else { return false }
        terms += [level.origin * unit, level.anchor * level.length * unit, level.length * unit]
      }
    }
    return terms.allSatisfy { abs($0) < limit }
  }

  private func render(_ levels: [Level]) throws -> Frame {
    let root = Layer()
    var parent = root
    for level in levels {
      let layer = level.makeLayer()
      parent.addSublayer(layer)
      parent = layer
    }
    return try Renderer(layer: root, width: Self.width, height: Self.height).render(at: 0)
  }

  private static let colors: [Color] = [.red, .green, .blue, .white]

  /// Returns the picture of the reference; nil if it cannot tell.
  private func expected(_ levels: [Level]) -> [UInt32]? {
    var pixels = [UInt32](repeating: 0, count: Self.width * Self.height)
    var clip = (x: 0..<Self.width, y: 0..<Self.height)
    for count in 1...levels.count {
      let outer = levels[..<count]
      guard let columns = self.pixels(outer.map(\.x), Self.width),
        let rows = self.pixels(outer.map(\.y), Self.height)
      else { return nil }
      let level = levels[count - 1]
      let inside = (x: columns.clamped(to: clip.x), y: rows.clamped(to: clip.y))
      for y in inside.y {
        for x in inside.x { pixels[y * Self.width + x] = level.color.premultipliedPixel }
      }
      if level.clips { clip = inside }
    }
    return pixels
  }

  // MARK: - Upright

  /// Levels along one axis whose scales, as a rule, make up for each other.
  private func randomAxes(_ count: Int, _ numbers: inout SeededGenerator) -> [Axis] {
    func any() -> Double {
      numbers.chance(55)
        ? numbers.pick([0, 1, 2, 3.25, 7, 12, 20, 31, -2, -5])
        : numbers.pick(HostileNumbers.finite + [1e-300, 0x1p900, -0x1p-900, 1e150])
    }
    // For each level its own scale, and that of its sublayers.
    var scales: [Double] = []
    while scales.count < 2 * count - 2, numbers.chance(75) {
      let scale = numbers.pick([0x1p1000, 0x1p10, -0x1p-900, -1, 0x1p-8, 4])
      scales += [scale, 1 / scale]
    }
    scales = Array(scales.prefix(2 * count - 1))
    while scales.count < 2 * count - 1 { scales.append(1) }
    if numbers.chance(15) { scales[0] = numbers.pick([1e300, 1e-300, 1e9, -1e-9]) }
    var unit = 1.0
    var axes: [Axis] = []
    for _ in 0..<count {
      var axis = Axis()
      let own = scales.remove(at: numbers.below(scales.count))
      axis.scale = own
      axis.sublayerScale = scales.isEmpty ? 1 : scales.remove(at: numbers.below(scales.count))
      axis.origin = numbers.chance(60) ? 0 : any()
      axis.anchor = numbers.pick([0, 0.5, 1, 0.25, -1e9, 1e300, 0, 0.5, 1])
      /// Some pixels, in the unit that is in force.
      func seen(_ pixels: Double) -> Double {
        let length = pixels / unit
        return length.isFinite ? length : any()
      }
      axis.position = numbers.chance(25) ? any() : seen(numbers.pick([0, 3, 8, 11.25]))
      if let outer = axes.last, outer.origin != 0 { axis.position = outer.origin }
      unit *= own
      axis.length = numbers.chance(25) ? abs(any()) : abs(seen(numbers.pick([10, 17.5, 24, 40])))
      unit *= axis.sublayerScale
      axis.shift = numbers.chance(90) ? 0 : any()
      axes.append(axis)
    }
    return axes
  }

  @Test("place upright boxes, up to four deep, as the exact reference does, or leave them out")
  func upright() throws {
    var numbers = SeededGenerator(seed: 11)
    var seen = 0
    var omitted = 0
    for trial in 0..<3_500 {
      let count = numbers.integer(in: 2...4)
      let columns = randomAxes(count, &numbers)
      let rows =
        numbers.chance(60)
        ? Array(repeating: Axis(length: 30, anchor: 0), count: count)
        : randomAxes(count, &numbers)
      let levels = (0..<count).map { index in
        Level(
          x: columns[index], y: rows[index], clips: numbers.chance(15), color: Self.colors[index])
      }
      let frame = try render(levels)
      if !frame.report.omissions.isEmpty { omitted += 1 }
      guard frame.report.omissions.isEmpty, isExact(columns, below: 0x1p24),
        isExact(rows, below: 0x1p24), let expected = expected(levels)
      else { continue }
      let picture = frame.bitmap
      if Set(expected).count > 2 { seen += 1 }
      for y in 0..<Self.height {
        for x in 0..<Self.width where picture[x, y] != expected[y * Self.width + x] {
          Issue.record(
            """
            trial \(trial): pixel (\(x), \(y)) is \(hex(picture[x, y])), not \
            \(hex(expected[y * Self.width + x])), for \(levels)
            """)
          return
        }
      }
    }
    #expect(seen > 100)
    #expect(omitted > 100)
  }

  // MARK: - In perspective

  /// An edge on the screen, as a fraction: (numerator, denominator).
  private func fraction(
    _ point: ExactNumber, _ levels: [Level], _ axis: (Level) -> Axis
  ) -> (ExactNumber, ExactNumber) {
    var (over, under) = (point, ExactNumber(1))
    for (index, level) in levels.enumerated().reversed() {
      let own = axis(level)
      over = (over - own.placed * under) * ExactNumber(own.scale)
      over = over + (ExactNumber(own.shift) + ExactNumber(own.position)) * under
      guard index > 0 else { break }
      let parent = levels[index - 1]
      let placed = axis(parent).placed
      let depth =
        ExactNumber(level.zPosition) - ExactNumber(level.anchorPointZ)
        - ExactNumber(parent.anchorPointZ)
      let w = ExactNumber(1) + depth * ExactNumber(parent.perspective)
      over = (over - placed * under) * ExactNumber(axis(parent).sublayerScale)
      over = over + placed * under * w
      under = under * w
    }
    return (over, under)
  }

  /// Returns the covered part of each pixel along an axis, for the innermost level; nil if it is behind
  /// the viewer.
  private func coverage(_ levels: [Level], _ limit: Int, _ axis: (Level) -> Axis) -> [Double]? {
    let last = axis(levels[levels.count - 1])
    let ends = [0, last.length].map { offset in
      fraction(ExactNumber(last.origin) + ExactNumber(offset), levels, axis)
    }
    guard ends[0].1.sign > 0 else { return nil }
    var edges = ends.map { over, under in over.isZero ? 0 : over.divided(by: under) }.sorted()
    if ends[0].1.double == 1 {
      edges = edges.map { abs($0) < 1e9 ? ($0 + 0.5).rounded(.down) : $0 }
    }
    return (0..<limit).map { pixel in
      max(0, min(edges[1], Double(pixel + 1)) - max(edges[0], Double(pixel)))
    }
  }

  /// True if each layer is seen at a moderate distance.
  private func isModerate(_ levels: [Level]) -> Bool {
    zip(levels, levels.dropFirst()).allSatisfy { parent, level in
      let depths = [level.zPosition, -level.anchorPointZ, -parent.anchorPointZ]
      let w = depths.map { $0 * parent.perspective }.reduce(1, +)
      return depths.allSatisfy { abs($0 * parent.perspective) < 0x1p16 }
        && abs(w) > 0x1p-4 && abs(w) < 0x1p4
    }
  }

  @Test("see layers at any depth, up to four deep, as the exact reference does, or leave them out")
  func perspective() throws {
    var numbers = SeededGenerator(seed: 23)
    var seen = 0
    var omitted = 0
    var worst = 0.0
    for trial in 0..<2_500 {
      func depth() -> Double {
        numbers.pick(
          HostileNumbers.finite + [0, 0, 0, 100, -100, 250, -1e3, -1e9, 1e-300, -1e300])
      }
      var levels: [Level] = []
      let count = numbers.integer(in: 2...4)
      let columns = randomAxes(count, &numbers)
      let isPlain = numbers.chance(60)
      for index in 0..<count {
        var level = Level(color: Self.colors[index])
        level.x = isPlain ? Axis(position: 12, length: 18) : columns[index]
        level.y = Axis(position: 9, length: 14)
        level.zPosition = depth()
        if numbers.chance(20) { level.anchorPointZ = depth() }
        level.perspective = numbers.pick([0, -1 / 500.0, -1 / 64.0, -3e-300, -1e9, 3e-9, -1e300])
        levels.append(level)
      }
      for index in levels.indices.dropLast() { levels[index].color.alpha = 0 }
      let frame = try render(levels)
      if !frame.report.omissions.isEmpty { omitted += 1 }
      guard frame.report.omissions.isEmpty, isModerate(levels),
        isExact(levels.map(\.x), below: 0x1p16)
      else { continue }
      let picture = frame.bitmap
      let inColumns = coverage(levels, Self.width, \.x)
      let inRows = coverage(levels, Self.height, \.y)
      var area = 0.0
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let expected = (inColumns?[x] ?? 0) * (inRows?[y] ?? 0)
          let error = abs(expected - Double(picture[x, y] >> 24) / 255)
          area += expected
          worst = max(worst, error)
          guard error > 1 / 255.0 else { continue }
          Issue.record(
            """
            trial \(trial): pixel (\(x), \(y)) is \(hex(picture[x, y])), not \
            \(expected * 255) / 255, for \(levels)
            """)
          return
        }
      }
      if area > 0 { seen += 1 }
    }
    #expect(seen > 100)
    #expect(omitted > 100)
    #expect(worst <= 0.8 / 255)
  }
}
