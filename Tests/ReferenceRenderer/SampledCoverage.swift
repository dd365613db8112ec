import Foundation
import Lamina

/// The expected picture of paths, found by asking a grid of points in every pixel whether they are
/// inside. It shares no code with the rasterizers.
package struct SampledCoverage {
  package let width: Int
  package let height: Int
  /// Points along each side of a pixel, a multiple of 8.
  package let density: Int
  /// One byte for each point, 1 inside.
  private var samples: [UInt8]

  package init(width: Int, height: Int, density: Int = 16) {
    self.width = width
    self.height = height
    self.density = density
    samples = [UInt8](repeating: 0, count: width * height * density * density)
  }

  /// The share of a pixel's points that are inside, times 255.
  package func pixels() -> [Double] {
    let words = density / 8
    return samples.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: UInt64.self)
      var pixels: [Double] = []
      for y in 0..<height {
        for x in 0..<width {
          var count: UInt64 = 0
          var line = (y * density * width + x) * words
          for _ in 0..<density {
            for word in line..<line + words {
              count += (samples[word] &* 0x0101_0101_0101_0101) >> 56
            }
            line += width * words
          }
          pixels.append(Double(count) / Double(density * density) * 255)
        }
      }
      return pixels
    }
  }

  /// Marks the points of one sample row between two places, in pixels.
  private mutating func mark(_ row: Int, _ left: Double, _ right: Double) {
    let scale = Double(density)
    let end = width * density
    let first = max(0, Int((max(-1, min(Double(width), left)) * scale - 0.5).rounded(.up)))
    let last = min(end, Int((max(-1, min(Double(width), right)) * scale - 0.5).rounded(.up)))
    guard first < last else { return }
    samples.withUnsafeMutableBufferPointer {
      ($0.baseAddress! + row * end + first).update(repeating: 1, count: last - first)
    }
  }

  private func rows(_ top: Double, _ bottom: Double) -> Range<Int> {
    let scale = Double(density)
    let limit = height * density
    let first = max(0, min(limit, Int((top * scale - 0.5).rounded(.up))))
    let end = max(first, min(limit, Int((bottom * scale - 0.5).rounded(.up))))
    return first..<end
  }

  private func middle(_ row: Int) -> Double { (Double(row) + 0.5) / Double(density) }

  /// Adds all points inside polygons.
  package mutating func fill(_ polygons: [[CGPoint]], _ rule: FillRule) {
    var crossings = [[(Double, Int)]](repeating: [], count: height * density)
    for polygon in polygons {
      for (index, b) in polygon.enumerated() {
        let a = polygon[index == 0 ? polygon.count - 1 : index - 1]
        for row in rows(min(a.y, b.y), max(a.y, b.y)) {
          let x = a.x + (middle(row) - a.y) * (b.x - a.x) / (b.y - a.y)
          crossings[row].append((x, a.y < b.y ? 1 : -1))
        }
      }
    }
    for row in crossings.indices {
      let line = crossings[row].sorted { $0.0 < $1.0 }
      var winding = 0
      for index in line.indices.dropLast() {
        winding += line[index].1
        if rule == .nonZero ? winding != 0 : winding % 2 != 0 {
          mark(row, line[index].0, line[index + 1].0)
        }
      }
    }
  }

  /// Adds all points inside a convex polygon.
  private mutating func fill(convex polygon: [CGPoint]) {
    let ys = polygon.map(\.y)
    for row in rows(ys.min()!, ys.max()!) {
      let y = middle(row)
      var left = Double.infinity
      var right = -Double.infinity
      var a = polygon[polygon.count - 1]
      for b in polygon {
        if (a.y <= y) != (b.y <= y) {
          let x = a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y)
          left = min(left, x)
          right = max(right, x)
        }
        a = b
      }
      if left < right { mark(row, left, right) }
    }
  }

  private mutating func addDisc(_ center: CGPoint, _ radius: Double) {
    for row in rows(center.y - radius, center.y + radius) {
      let half = max(0, radius * radius - pow(middle(row) - center.y, 2)).squareRoot()
      mark(row, center.x - half, center.x + half)
    }
  }

  /// Adds the half of a disc that lies beyond a line's end.
  ///
  /// - Parameters:
  ///   - normal: across the line, as long as the disc's radius.
  ///   - side: 1 where the line ends there, -1 where it begins.
  private mutating func addHalfDisc(_ center: CGPoint, _ normal: CGPoint, towards side: Double) {
    let radius = hypot(normal.x, normal.y)
    let way = CGPoint(x: -normal.y * side, y: normal.x * side)
    for row in rows(center.y - radius, center.y + radius) {
      let y = middle(row) - center.y
      let half = max(0, radius * radius - y * y).squareRoot()
      var (left, right) = (-half, half)
      if way.x == 0 {
        if y * way.y < 0 { continue }
      } else {
        let edge = -y * way.y / way.x
        if way.x > 0 { left = max(left, edge) } else { right = min(right, edge) }
      }
      mark(row, center.x + left, center.x + right)
    }
  }

  /// Adds the stroke of a polyline: its boxes, joins and caps one by one.
  package mutating func stroke(_ points: [CGPoint], _ style: StrokeStyle, isClosed: Bool = false) {
    let r = style.width / 2
    let corners = isClosed ? points + [points[0]] : points
    var normals: [CGPoint] = []
    for (a, b) in zip(corners, corners.dropFirst()) {
      let length = hypot(b.x - a.x, b.y - a.y)
      let n = CGPoint(x: (b.y - a.y) / length * r, y: -(b.x - a.x) / length * r)
      normals.append(n)
      var (from, to) = (a, b)
      if style.cap == .square, !isClosed {
        if normals.count == 1 { from = CGPoint(x: a.x + n.y, y: a.y - n.x) }
        if normals.count == corners.count - 1 { to = CGPoint(x: b.x - n.y, y: b.y + n.x) }
      }
      let box = [
        CGPoint(x: from.x + n.x, y: from.y + n.y), CGPoint(x: to.x + n.x, y: to.y + n.y),
        CGPoint(x: to.x - n.x, y: to.y - n.y), CGPoint(x: from.x - n.x, y: from.y - n.y),
      ]
      fill(convex: box)
    }
    if !isClosed, style.cap == .round {
      addHalfDisc(points[0], normals[0], towards: -1)
      addHalfDisc(points[points.count - 1], normals[normals.count - 1], towards: 1)
    }
    for index in normals.indices.dropLast(isClosed ? 0 : 1) {
      addJoin(corners[index + 1], normals[index], normals[(index + 1) % normals.count], style)
    }
  }

  /// Adds what a cap makes of a subpath without length.
  package mutating func dot(_ center: CGPoint, _ style: StrokeStyle) {
    let r = style.width / 2
    switch style.cap {
    case .butt: break
    case .round: addDisc(center, r)
    case .square:
      fill(convex: [
        CGPoint(x: center.x - r, y: center.y - r), CGPoint(x: center.x + r, y: center.y - r),
        CGPoint(x: center.x + r, y: center.y + r), CGPoint(x: center.x - r, y: center.y + r),
      ])
    }
  }

  private mutating func addJoin(
    _ p: CGPoint, _ before: CGPoint, _ after: CGPoint, _ style: StrokeStyle
  ) {
    let r = style.width / 2
    // The cosine of the turn, and its direction.
    let cosine = (before.x * after.x + before.y * after.y) / (r * r)
    let sign: Double = before.x * after.y - before.y * after.x > 0 ? 1 : -1
    let a = CGPoint(x: p.x + sign * before.x, y: p.y + sign * before.y)
    let b = CGPoint(x: p.x + sign * after.x, y: p.y + sign * after.y)
    if style.join == .round {
      // The wedge between the two lines' ends, on the outer side.
      let turn: Double = acos(Double(max(-1, min(1, cosine)))) * sign
      let wedge = (0...32).map { step in
        let angle = turn * Double(step) / 32
        return CGPoint(
          x: p.x + (a.x - p.x) * cos(angle) - (a.y - p.y) * sin(angle),
          y: p.y + (a.x - p.x) * sin(angle) + (a.y - p.y) * cos(angle))
      }
      fill(convex: [p] + wedge)
    } else if style.join == .miter, (2 / (1 + cosine)).squareRoot() <= style.miterLimit {
      let tip = CGPoint(
        x: p.x + sign * (before.x + after.x) / (1 + cosine),
        y: p.y + sign * (before.y + after.y) / (1 + cosine))
      fill(convex: [p, a, tip, b])
    } else {
      fill(convex: [p, a, b])
    }
  }

  /// Returns the distance of coverage from this one, over the pixels that either touches.
  package func error(of coverage: [UInt8]) -> (mean: Double, shareOver16: Double, touched: Int) {
    var sum = 0.0
    var over = 0
    var touched = 0
    for (actual, expected) in zip(coverage, pixels()) where actual > 0 || expected > 0 {
      let difference = abs(Double(actual) - expected)
      touched += 1
      sum += difference
      if difference > 16 { over += 1 }
    }
    return (sum / Double(max(1, touched)), Double(over) / Double(max(1, touched)), touched)
  }
}
