import Foundation
import Lamina

/// A matrix for points, of the reference's own: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
struct ReferenceAffine: Equatable {
  package var a = 1.0
  package var b = 0.0
  package var c = 0.0
  package var d = 1.0
  package var tx = 0.0
  package var ty = 0.0

  func callAsFunction(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(a * x + c * y + tx, b * x + d * y + ty)
  }

  /// First this, then another.
  package func then(_ next: ReferenceAffine) -> ReferenceAffine {
    let origin = next(tx, ty)
    return ReferenceAffine(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: origin.x, ty: origin.y)
  }

  package static func moving(_ x: Double, _ y: Double) -> ReferenceAffine {
    ReferenceAffine(tx: x, ty: y)
  }

  var determinant: Double { a * d - b * c }

  /// The point that this takes to a point.
  package func source(of point: SIMD2<Double>) -> SIMD2<Double> {
    let (x, y) = (point.x - tx, point.y - ty)
    return SIMD2((d * x - c * y) / determinant, (a * y - b * x) / determinant)
  }

  /// True if axes stay axes, each in its place.
  var isUpright: Bool { b == 0 && c == 0 }
}

/// The part of each pixel that polygons cover.
///
/// Along x the areas are exact; along y they are sampled in sixteen lines a pixel, which is exact for
/// edges on whole pixels, and off by less than half a 255th elsewhere.
enum ReferenceCoverage {
  private static let lines = 16

  /// The coverage of polygons by the non-zero rule.
  package static func of(_ polygons: [[SIMD2<Double>]], in area: ReferenceArea) -> ReferenceMask {
    var result = ReferenceMask(area)
    var edges: [(from: SIMD2<Double>, to: SIMD2<Double>)] = []
    for polygon in polygons {
      for (index, point) in polygon.enumerated() {
        let next = polygon[(index + 1) % polygon.count]
        if point.y != next.y { edges.append((point, next)) }
      }
    }
    guard let top = edges.map({ min($0.from.y, $0.to.y) }).min(),
      let bottom = edges.map({ max($0.from.y, $0.to.y) }).max()
    else { return result }
    var changes = Array(repeating: 0.0, count: area.width + 2)
    for row in 0..<area.height {
      let y = Double(area.minY + row)
      if y >= bottom || y + 1 <= top { continue }
      for index in changes.indices { changes[index] = 0 }
      let near = edges.filter {
        min($0.from.y, $0.to.y) < y + 1 && max($0.from.y, $0.to.y) > y
      }
      for line in 0..<lines {
        add(near, at: y + (Double(line) + 0.5) / Double(lines), area, &changes)
      }
      var sum = 0.0
      for x in 0..<area.width {
        sum += changes[x]
        result.values[row * area.width + x] = abs(sum) < 1e-9 ? 0 : sum
      }
    }
    return result
  }

  /// Adds what one line covers: by how much each pixel's coverage is more than that of the one before.
  private static func add(
    _ edges: [(from: SIMD2<Double>, to: SIMD2<Double>)], at y: Double, _ area: ReferenceArea,
    _ changes: inout [Double]
  ) {
    var crossings: [(x: Double, turn: Int)] = []
    for edge in edges {
      let (from, to) = edge
      guard (from.y <= y) != (to.y <= y) else { continue }
      let x = from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y))
      crossings.append((x - Double(area.minX), from.y < to.y ? 1 : -1))
    }
    crossings.sort { $0.x < $1.x }
    func step(_ x: Double, _ amount: Double) {
      let place = max(0, min(Double(area.width), x))
      let pixel = Int(place)
      let part = place - Double(pixel)
      changes[pixel] += amount * (1 - part)
      changes[pixel + 1] += amount * part
    }
    var winding = 0
    for crossing in crossings {
      let before = winding
      winding += crossing.turn
      if before == 0 { step(crossing.x, 1 / Double(lines)) }
      if winding == 0 { step(crossing.x, -1 / Double(lines)) }
    }
  }

  /// A rectangle of which some corners are quarters of ellipses, as a polygon.
  package static func roundedRect(
    _ rect: CGRect, radii: SIMD2<Double>, corners: CornerMask
  ) -> [SIMD2<Double>] {
    let (minX, minY) = (Double(rect.minX), Double(rect.minY))
    let (maxX, maxY) = (Double(rect.maxX), Double(rect.maxY))
    let radii = SIMD2(min(radii.x, (maxX - minX) / 2), min(radii.y, (maxY - minY) / 2))
    let places: [(CornerMask, x: Double, y: Double, inX: Double, inY: Double, start: Double)] = [
      (.layerMinXMinYCorner, minX, minY, 1, 1, .pi),
      (.layerMaxXMinYCorner, maxX, minY, -1, 1, 1.5 * .pi),
      (.layerMaxXMaxYCorner, maxX, maxY, -1, -1, 0),
      (.layerMinXMaxYCorner, minX, maxY, 1, -1, 0.5 * .pi),
    ]
    return places.flatMap { place -> [SIMD2<Double>] in
      guard corners.contains(place.0), radii.x > 0, radii.y > 0 else {
        return [SIMD2(place.x, place.y)]
      }
      let pieces = 48
      return (0...pieces).map { piece in
        let angle = place.start + Double(piece) / Double(pieces) * .pi / 2
        return SIMD2(
          place.x + place.inX * radii.x + cos(angle) * radii.x,
          place.y + place.inY * radii.y + sin(angle) * radii.y)
      }
    }
  }

  /// The points of a path, its curves in 32 pieces each.
  package static func polygons(of path: Path) -> [[SIMD2<Double>]] {
    var result: [[SIMD2<Double>]] = []
    func simd(_ point: CGPoint) -> SIMD2<Double> { SIMD2(Double(point.x), Double(point.y)) }
    for element in path.elements {
      switch element {
      case .move(let to): result.append([simd(to)])
      case .line(let to): result[result.count - 1].append(simd(to))
      case .quadCurve(let to, let control):
        let from = result.last!.last!
        for step in 1...32 {
          let t = Double(step) / 32
          let ends = from * ((1 - t) * (1 - t)) + simd(to) * (t * t)
          result[result.count - 1].append(ends + simd(control) * (2 * t * (1 - t)))
        }
      case .curve(let to, let control1, let control2):
        let from = result.last!.last!
        for step in 1...32 {
          let t = Double(step) / 32
          let u = 1 - t
          let ends = from * (u * u * u) + simd(to) * (t * t * t)
          let middle = simd(control1) * (3 * u * u * t) + simd(control2) * (3 * u * t * t)
          result[result.count - 1].append(ends + middle)
        }
      case .closeSubpath: break
      }
    }
    return result
  }
}
