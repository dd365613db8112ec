import Foundation

/// Turns polygons in device pixels into 8-bit coverage.
///
/// Keeps its memory between uses. The coverage of a pixel is the same for every clip rectangle
/// that holds the pixel.
struct PathRasterizer {
  /// A line that crosses at least one sample row, going down.
  private struct Edge {
    /// The first sample row it crosses, and one past the last.
    var first: Int
    var last: Int
    /// Where it crosses sample row `first`, and how far it moves per sample row.
    var x: Double
    var step: Double
    /// +1 if the path goes down here, -1 if up.
    var direction: Int
  }

  private struct Crossing {
    var x: Double
    var direction: Int
  }

  /// Sample rows in a row of pixels.
  private static let samples = 16

  private var edges: [Edge] = []
  private var crossings: [Crossing] = []
  private var cover: [Float] = []

  /// The coverage of `path` inside `clip`.
  mutating func mask(
    _ path: Path, transform: Transform2D, rule: FillRule, clip: PixelRect
  ) -> Mask {
    mask(FlatPath(path, transform: transform), rule: rule, clip: clip)
  }

  /// The coverage of polygons inside `clip`; each subpath is closed by a line.
  mutating func mask(_ flat: FlatPath, rule: FillRule, clip: PixelRect) -> Mask {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    for point in flat.points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    guard low.x <= high.x else { return Mask(bounds: .empty) }
    let box = PixelRect(
      minX: PixelSnapping.floor(low.x), minY: PixelSnapping.floor(low.y),
      maxX: PixelSnapping.ceil(high.x), maxY: PixelSnapping.ceil(high.y))
    var mask = Mask(bounds: box.intersection(clip))
    if mask.bounds.isEmpty { return mask }
    addEdges(flat, mask.bounds)
    edges.sort { $0.first < $1.first }
    fill(&mask, rule)
    return mask
  }

  /// The coverage of a convex polygon inside `clip`.
  mutating func mask(convex points: [CGPoint], clip: PixelRect) -> Mask {
    let moved = points.map { FlatPath.map($0, .identity) }
    return mask(FlatPath(points: moved, isClosed: true), rule: .nonZero, clip: clip)
  }

  private mutating func addEdges(_ flat: FlatPath, _ bounds: PixelRect) {
    edges.removeAll(keepingCapacity: true)
    let top = bounds.minY * Self.samples
    let bottom = bounds.maxY * Self.samples
    let scale = Double(Self.samples)
    for subpath in flat.subpaths {
      var from = flat.points[subpath.end - 1]
      for to in flat.points[subpath.start..<subpath.end] {
        defer { from = to }
        guard from.y != to.y else { continue }
        let (upper, lower, direction) = from.y < to.y ? (from, to, 1) : (to, from, -1)
        // Sample row k is at (k + 0.5) / samples.
        let limit = Double(1 << 40)
        let first = Int(max(-limit, min(limit, (upper.y * scale - 0.5).rounded(.up))))
        let last = Int(max(-limit, min(limit, (lower.y * scale - 0.5).rounded(.up))))
        guard max(first, top) < min(last, bottom) else { continue }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        let y = (Double(first) + 0.5) / scale
        edges.append(
          Edge(
            first: first, last: last, x: upper.x + (y - upper.y) * slope, step: slope / scale,
            direction: direction))
      }
    }
  }

  private mutating func fill(_ mask: inout Mask, _ rule: FillRule) {
    let bounds = mask.bounds
    cover = [Float](repeating: 0, count: bounds.width + 2)
    var next = 0
    var active: [Edge] = []
    for y in bounds.minY..<bounds.maxY {
      let firstSample = y * Self.samples
      while next < edges.count, edges[next].first < firstSample + Self.samples {
        active.append(edges[next])
        next += 1
      }
      active.removeAll { $0.last <= firstSample }
      if active.isEmpty { continue }
      for sample in firstSample..<firstSample + Self.samples {
        crossings.removeAll(keepingCapacity: true)
        for edge in active where edge.first <= sample && sample < edge.last {
          let x = edge.x + Double(sample - edge.first) * edge.step
          crossings.append(Crossing(x: x, direction: edge.direction))
        }
        crossings.sort { $0.x < $1.x }
        addSpans(bounds, rule)
      }
      var sum: Float = 0
      let row = (y - bounds.minY) * mask.stride
      for x in 0..<bounds.width {
        sum += cover[x]
        mask.bytes[row + x] = UInt8(max(0, min(255, sum * (255 / Float(Self.samples)) + 0.5)))
        cover[x] = 0
      }
      cover[bounds.width] = 0
      cover[bounds.width + 1] = 0
    }
  }

  /// Adds what lies inside along one sample row.
  private mutating func addSpans(_ bounds: PixelRect, _ rule: FillRule) {
    var winding = 0
    var start = 0.0
    for crossing in crossings {
      let wasInside = rule == .nonZero ? winding != 0 : winding & 1 != 0
      winding += crossing.direction
      let isInside = rule == .nonZero ? winding != 0 : winding & 1 != 0
      if !wasInside && isInside { start = crossing.x }
      if wasInside && !isInside {
        addStep(at: start, 1, bounds)
        addStep(at: crossing.x, -1, bounds)
      }
    }
  }

  /// Everything right of `x` gains `amount`, the pixel that holds `x` its part of it.
  private mutating func addStep(at x: Double, _ amount: Float, _ bounds: PixelRect) {
    let local = max(0, min(Double(bounds.width), x - Double(bounds.minX)))
    let pixel = Int(local)
    let part = Float(local - Double(pixel)) * amount
    cover[pixel] += amount - part
    cover[pixel + 1] += part
  }
}
