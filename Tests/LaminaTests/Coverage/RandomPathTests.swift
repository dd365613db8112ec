import Foundation
import LaminaTestSupport
import ReferenceRenderer
import Testing

@testable import Lamina
@testable import LaminaDrawing

/// Random paths against a grid of 16 x 16 points in each pixel.
///
/// How many is up to the environment: `LAMINA_PATHS` paths (2,000 without it; for a night
/// 200,000), the first with the seed `LAMINA_PATH_SEED` (1 without it).
@Suite("Random paths", .slow)
struct RandomPathTests {
  static let width = 32
  static let height = 24
  static let slices = 8

  static let seeds: [Range<Int>] = {
    let count = environmentNumber("LAMINA_PATHS") ?? 2_000
    let first = environmentNumber("LAMINA_PATH_SEED") ?? 1
    return (0..<slices).map { first + count * $0 / slices..<first + count * ($0 + 1) / slices }
  }()

  /// A path, and the points of its subpaths with curves as 64 lines each.
  struct Sample {
    var path = Path()
    var lines: [[CGPoint]] = []
    var isClosed: [Bool] = []
    var style = StrokeStyle()
    var rule = FillRule.nonZero
    var hasCurves = false

    init(_ numbers: inout SeededGenerator, isStroked: Bool) {
      rule = numbers.integer(in: 0...1) == 0 ? .nonZero : .evenOdd
      for _ in 0..<numbers.integer(in: 1...3) { addSubpath(&numbers, isStroked) }
      let join = [LineJoin.miter, .round, .bevel][numbers.integer(in: 0...2)]
      style = StrokeStyle(
        width: numbers.integer(in: 0...3) == 0
          ? numbers.number(in: 4...15) : numbers.number(in: 0.5...4),
        cap: [.butt, .round, .square][numbers.integer(in: 0...2)],
        // Where a curve turns sharply, its lines have joins here and the stroke turns with its pen.
        join: hasCurves ? .round : join, miterLimit: numbers.number(in: 1...12))
      // Dashes are where the length says, and a dot may be in a gap.
      let hasDot = lines.contains { line in line.allSatisfy { $0 == line[0] } }
      if isStroked, !hasCurves, !hasDot, numbers.integer(in: 0...1) == 0 {
        style.dashPattern = (0..<numbers.integer(in: 1...4)).map { _ in
          CGFloat(numbers.number(in: 0.5...9))
        }
        style.dashPhase = numbers.number(in: -20...20)
      }
    }

    private mutating func addSubpath(_ numbers: inout SeededGenerator, _ isStroked: Bool) {
      var current = Self.point(&numbers, isStroked)
      var line = [current]
      path.move(to: current)
      for _ in 0..<numbers.integer(in: 0...6) {
        let kind = numbers.integer(in: 0...9)
        var end = Self.point(&numbers, isStroked)
        if kind == 0 { end = current }
        if kind == 1 { end = line[numbers.integer(in: 0...line.count - 1)] }
        if kind < 8 || max(abs(current.x), abs(current.y)) > 100 {
          path.addLine(to: end)
          line.append(end)
        } else {
          end = numbers.point(32, 24)
          let (b, c) = (numbers.point(32, 24), numbers.point(32, 24))
          path.addCurve(to: end, control1: b, control2: c)
          line += Self.curve(current, b, c, end)
          hasCurves = true
        }
        current = end
      }
      let closes = numbers.integer(in: 0...1) == 0
      if closes { path.closeSubpath() }
      lines.append(line)
      isClosed.append(closes)
    }

    /// Near the picture, some on its grid; a few far away.
    private static func point(_ numbers: inout SeededGenerator, _ isStroked: Bool) -> CGPoint {
      switch numbers.integer(in: 0...19) {
      case 0...3:
        return CGPoint(x: numbers.integer(in: 0...32), y: numbers.integer(in: 0...24))
      case 4...6: return CGPoint(x: numbers.number(in: -50...90), y: numbers.number(in: -40...70))
      case 7:
        let far = isStroked ? 1e4 : 1e7
        return CGPoint(x: numbers.number(in: -far...far), y: numbers.number(in: -far...far))
      default: return numbers.point(32, 24)
      }
    }

    private static func curve(
      _ a: CGPoint, _ b: CGPoint, _ c: CGPoint, _ d: CGPoint
    ) -> [CGPoint] {
      (1...64).map { step in
        // Shorter towards both ends: caps and joins stand across the first and the last.
        let part = Double(step) / 64
        let t = part * part * (3 - 2 * part)
        let u = 1 - t
        let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        return CGPoint(
          x: p * a.x + q * b.x + r * c.x + s * d.x, y: p * a.y + q * b.y + r * c.y + s * d.y)
      }
    }
  }

  /// A line without points that are equal to the one before.
  private static func distinct(_ line: [CGPoint], isClosed: Bool) -> [CGPoint] {
    var result: [CGPoint] = []
    for point in line where point != result.last { result.append(point) }
    if isClosed, result.count > 1, result.first == result.last { result.removeLast() }
    return result
  }

  /// The dashes of a line, walked along length by length.
  private static func dashes(
    _ line: [CGPoint], isClosed: Bool, _ style: StrokeStyle
  ) -> [[CGPoint]] {
    var lengths = style.dashPattern.map { Double($0) }
    if lengths.count % 2 == 1 { lengths += lengths }
    let total = lengths.reduce(0, +)
    var rest = style.dashPhase.truncatingRemainder(dividingBy: total)
    if rest < 0 { rest += total }
    var index = 0
    while rest >= lengths[index] {
      rest -= lengths[index]
      index = (index + 1) % lengths.count
    }
    var left = lengths[index] - rest
    let beginsDrawn = index % 2 == 0
    var result: [[CGPoint]] = []
    var current: [CGPoint] = beginsDrawn ? [line[0]] : []
    for (a, b) in zip(line, isClosed ? line.dropFirst() + [line[0]] : line.dropFirst()) {
      let length = hypot(b.x - a.x, b.y - a.y)
      var done = 0.0
      while length - done > left {
        done += left
        let point = CGPoint(
          x: a.x + (b.x - a.x) * done / length, y: a.y + (b.y - a.y) * done / length)
        if index % 2 == 0 {
          result.append(current + [point])
          current = []
        } else {
          current = [point]
        }
        index = (index + 1) % lengths.count
        left = lengths[index]
      }
      left -= length - done
      if index % 2 == 0 { current.append(b) }
    }
    if isClosed, beginsDrawn, !current.isEmpty, !result.isEmpty {
      result[0] = current.dropLast() + result[0]
    } else if !current.isEmpty {
      result.append(current)
    }
    return result
  }

  private static func stroked(_ sample: Sample) -> SampledCoverage {
    var reference = SampledCoverage(width: width, height: height)
    for (line, isClosed) in zip(sample.lines, sample.isClosed) {
      let points = distinct(line, isClosed: isClosed)
      if points.count == 1 {
        reference.dot(points[0], sample.style)
      } else if sample.style.dashPattern.isEmpty {
        reference.stroke(points, sample.style, isClosed: isClosed)
      } else {
        let dashes = dashes(points, isClosed: isClosed, sample.style)
        // A dash that goes all the way round has no ends.
        let isWhole = isClosed && dashes.count == 1 && dashes[0] == points + [points[0]]
        for dash in dashes {
          let points = distinct(dash, isClosed: isWhole)
          if points.count > 1 { reference.stroke(points, sample.style, isClosed: isWhole) }
        }
      }
    }
    return reference
  }

  private static func mask(_ flat: FlattenedPath, _ rule: FillRule, _ clip: PixelRect) -> Mask {
    PathRasterizer().mask(flat, rule: rule, clip: clip)
  }

  /// Draws an outline whole and in a part of the picture; compares both.
  private static func check(
    _ flat: FlattenedPath, _ rule: FillRule, _ reference: SampledCoverage, _ seed: Int,
    _ numbers: inout SeededGenerator
  ) -> (mean: Double, shareOver16: Double, touched: Int) {
    let whole = mask(flat, rule, PixelRect(x: 0, y: 0, width: width, height: height))
    let clip = PixelRect(
      x: numbers.integer(in: 0...20), y: numbers.integer(in: 0...14),
      width: numbers.integer(in: 1...12), height: numbers.integer(in: 1...10))
    let part = mask(flat, rule, clip)
    for y in clip.minY..<clip.maxY {
      for x in clip.minX..<clip.maxX where part[x, y] != whole[x, y] {
        Issue.record("seed \(seed), clip \(clip): pixel (\(x), \(y)) differs")
        return (0, 0, 0)
      }
    }
    return reference.error(of: (0..<width * height).map { whole[$0 % width, $0 / width] })
  }

  @Test("are filled as 256 points of each pixel say", arguments: seeds)
  func fills(seeds: Range<Int>) {
    var total = (sum: 0.0, touched: 0)
    for seed in seeds where seed % 2 == 0 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let sample = Sample(&numbers, isStroked: false)
      var reference = SampledCoverage(width: Self.width, height: Self.height)
      reference.fill(sample.lines, sample.rule)
      let flat = FlattenedPath(sample.path, transform: .identity)
      let error = Self.check(flat, sample.rule, reference, seed, &numbers)
      Self.judge(error, seed, &total)
    }
    #expect(total.sum <= Double(total.touched))
  }

  /// Each point of a pixel is worth 1, and 16 x 16 of them are off by half a line of them at a
  /// level edge: what touches few pixels is judged together with the rest of the slice.
  ///
  /// - Parameter share: how many of the pixels may be off by more than 16.
  private static func judge(
    _ error: (mean: Double, shareOver16: Double, touched: Int), _ seed: Int,
    _ total: inout (sum: Double, touched: Int), share: Double = 0.02
  ) {
    total.sum += error.mean * Double(error.touched)
    total.touched += error.touched
    if error.touched < 80 { return }
    #expect(error.mean <= 3, "seed \(seed)")
    #expect(error.shareOver16 <= share, "seed \(seed)")
  }

  @Test("are stroked as 256 points of each pixel say", arguments: seeds)
  func strokes(seeds: Range<Int>) {
    var total = (sum: 0.0, touched: 0)
    for seed in seeds where seed % 2 == 1 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let sample = Sample(&numbers, isStroked: true)
      let outline = Stroker.outline(sample.path, style: sample.style, transform: .identity)
      let error = Self.check(outline, .nonZero, Self.stroked(sample), seed, &numbers)
      // Inside a bend narrower than the pen, the first and last line of a curve reach out by half of
      // their length.
      Self.judge(error, seed, &total, share: sample.hasCurves ? 0.04 : 0.02)
    }
    #expect(total.sum <= Double(total.touched))
  }
}
