import Foundation

/// A rectangle of a plane in space as a viewer sees it: a reference for tests, in `Double`, that
/// shares nothing with the engine.
///
/// Points are rows: `(x, y, 1) · H = (X, Y, W)`, seen at `(X / W, Y / W)` where `W > 0`.
package struct ProjectedRectangle {
  /// The rows of H.
  package var rows: [[Double]]
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(rows: [[Double]], minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.rows = rows
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// From the place of a pixel back to the plane; nil behind the viewer, or where the plane is
  /// seen edge on.
  package func planePoint(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    // (u, v, 1) · (column 0 - x · column 2) = 0, and the same for y.
    let a = rows.map { $0[0] - x * $0[2] }
    let b = rows.map { $0[1] - y * $0[2] }
    let determinant = a[0] * b[1] - a[1] * b[0]
    guard determinant != 0 else { return nil }
    let u = (a[1] * b[2] - a[2] * b[1]) / determinant
    let v = (a[2] * b[0] - a[0] * b[2]) / determinant
    guard u.isFinite, v.isFinite, u * rows[0][2] + v * rows[1][2] + rows[2][2] > 0 else {
      return nil
    }
    return (u, v)
  }

  /// Returns the covered part of each pixel, row by row: the visible area of the rectangle in the pixel's
  /// square.
  package func coverage(width: Int, height: Int) -> [Double] {
    var corners = [(minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY)].map { x, y in
      (0..<3).map { x * rows[0][$0] + y * rows[1][$0] + rows[2][$0] }
    }
    // Inside the edges of the picture, in homogeneous coordinates: that is in front of the viewer.
    for plane in [
      [1, 0, 0], [-1, 0, Double(width)], [0, 1, 0], [0, -1, Double(height)], [0, 0, 1],
    ] {
      corners = Self.clip(corners) { corner in
        corner[0] * plane[0] + corner[1] * plane[1] + corner[2] * plane[2]
      }
    }
    var result = [Double](repeating: 0, count: width * height)
    let polygon = corners.filter { $0[2] > 0 }.map { [$0[0] / $0[2], $0[1] / $0[2]] }
    guard polygon.count > 2 else { return result }
    for y in 0..<height {
      let strip = Self.clip(
        Self.clip(polygon) { $0[1] - Double(y) }, { Double(y + 1) - $0[1] })
      guard strip.count > 2 else { continue }
      let low = strip.map { $0[0] }.min()!
      let high = strip.map { $0[0] }.max()!
      for x in max(0, Int(low))..<min(width, Int(high.rounded(.up))) {
        let part = Self.clip(
          Self.clip(strip) { $0[0] - Double(x) }, { Double(x + 1) - $0[0] })
        result[y * width + x] = Self.area(part)
      }
    }
    return result
  }

  /// The part of a convex polygon where a linear function is not negative.
  private static func clip(
    _ polygon: [[Double]], _ side: ([Double]) -> Double
  ) -> [[Double]] {
    var result: [[Double]] = []
    for (index, corner) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      let (a, b) = (side(corner), side(next))
      if a >= 0 { result.append(corner) }
      if (a < 0 && b > 0) || (a > 0 && b < 0) {
        result.append(zip(corner, next).map { ($0 * b - $1 * a) / (b - a) })
      }
    }
    return result
  }

  private static func area(_ polygon: [[Double]]) -> Double {
    guard polygon.count > 2 else { return 0 }
    var sum = 0.0
    for index in 1..<polygon.count - 1 {
      let (ax, ay) = (polygon[index][0] - polygon[0][0], polygon[index][1] - polygon[0][1])
      let (bx, by) = (polygon[index + 1][0] - polygon[0][0], polygon[index + 1][1] - polygon[0][1])
      sum += ax * by - ay * bx
    }
    return abs(sum) / 2
  }
}

/// 4 x 4 transforms of row vectors for the reference, as rows.
package enum ReferenceSpace {
  package typealias Matrix = [[Double]]

  package static let identity: Matrix = [
    [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
  ]

  package static func shift(_ x: Double, _ y: Double, _ z: Double) -> Matrix {
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [x, y, z, 1]]
  }

  package static func scale(_ x: Double, _ y: Double) -> Matrix {
    [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
  }

  package static func turnAboutX(_ angle: Double) -> Matrix {
    [
      [1, 0, 0, 0], [0, cos(angle), sin(angle), 0], [0, -sin(angle), cos(angle), 0], [0, 0, 0, 1],
    ]
  }

  package static func turnAboutY(_ angle: Double) -> Matrix {
    [
      [cos(angle), 0, -sin(angle), 0], [0, 1, 0, 0], [sin(angle), 0, cos(angle), 0], [0, 0, 0, 1],
    ]
  }

  package static func turnAboutZ(_ angle: Double) -> Matrix {
    [
      [cos(angle), sin(angle), 0, 0], [-sin(angle), cos(angle), 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
    ]
  }

  /// Seen from `distance` in front of the plane.
  package static func perspective(_ distance: Double) -> Matrix {
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, -1 / distance], [0, 0, 0, 1]]
  }

  /// One after the other.
  package static func product(_ factors: [Matrix]) -> Matrix {
    factors.dropFirst().reduce(factors[0]) { left, right in
      left.map { row in
        right[0].indices.map { column in zip(row, right).reduce(0) { $0 + $1.0 * $1.1[column] } }
      }
    }
  }

  /// Returns the image of the plane z = 0 under the transform, projected onto the plane: 3 x 3.
  package static func flattened(_ matrix: Matrix) -> Matrix {
    [0, 1, 3].map { row in [0, 1, 3].map { matrix[row][$0] } }
  }
}
