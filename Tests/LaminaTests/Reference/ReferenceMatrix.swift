import Foundation

/// A matrix of four rows for points as rows: rules 6.8 to 6.11 and 16.2.
struct ReferenceMatrix: Equatable {
  var rows: [[Double]]

  static let identity = ReferenceMatrix(rows: [
    [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
  ])

  static func translation(_ x: Double, _ y: Double, _ z: Double) -> ReferenceMatrix {
    var result = identity
    result.rows[3] = [x, y, z, 1]
    return result
  }

  static func scale(_ x: Double, _ y: Double, _ z: Double) -> ReferenceMatrix {
    ReferenceMatrix(rows: [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]])
  }

  /// A turn about one axis: 0 is x, 1 is y, 2 is z.
  static func rotation(_ angle: Double, axis: Int) -> ReferenceMatrix {
    let (c, s) = (cos(angle), sin(angle))
    let a = (axis + 1) % 3
    let b = (axis + 2) % 3
    var result = identity
    result.rows[a][a] = c
    result.rows[a][b] = s
    result.rows[b][a] = -s
    result.rows[b][b] = c
    return result
  }

  /// A turn about any axis of length 1, by Rodrigues' formula.
  static func rotation(_ angle: Double, about n: [Double]) -> ReferenceMatrix {
    let (c, s) = (cos(angle), sin(angle))
    let cross = [[0, n[2], -n[1]], [-n[2], 0, n[0]], [n[1], -n[0], 0]]
    var result = identity
    for i in 0..<3 {
      for j in 0..<3 {
        result.rows[i][j] = (i == j ? c : 0) + (1 - c) * n[i] * n[j] + s * cross[i][j]
      }
    }
    return result
  }

  static func * (a: ReferenceMatrix, b: ReferenceMatrix) -> ReferenceMatrix {
    var result = identity
    for i in 0..<4 {
      for j in 0..<4 {
        var sum = 0.0
        for k in 0..<4 { sum += a.rows[i][k] * b.rows[k][j] }
        result.rows[i][j] = sum
      }
    }
    return result
  }

  var transposed: ReferenceMatrix {
    var result = self
    for i in 0..<4 { for j in 0..<4 { result.rows[i][j] = rows[j][i] } }
    return result
  }

  var determinant: Double {
    func minor(_ omitted: Int) -> Double {
      let c = (0..<4).filter { $0 != omitted }
      func m(_ i: Int, _ j: Int) -> Double { rows[i][c[j]] }
      return m(1, 0) * (m(2, 1) * m(3, 2) - m(2, 2) * m(3, 1))
        - m(1, 1) * (m(2, 0) * m(3, 2) - m(2, 2) * m(3, 0))
        + m(1, 2) * (m(2, 0) * m(3, 1) - m(2, 1) * m(3, 0))
    }
    return (0..<4).reduce(0) { $0 + ($1 % 2 == 0 ? 1 : -1) * rows[0][$1] * minor($1) }
  }

  /// The matrix that undoes this one, by Cramer's rule.
  var inverse: ReferenceMatrix {
    let whole = determinant
    var result = self
    for i in 0..<4 {
      for j in 0..<4 {
        var replaced = self
        replaced.rows[i] = (0..<4).map { $0 == j ? 1 : 0 }
        result.rows[j][i] = replaced.determinant / whole
      }
    }
    return result
  }

  var isPlane: Bool {
    var plane = self
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1), (3, 0), (3, 1)] { plane.rows[i][j] = 0 }
    return plane.rows == [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
  }

  /// The matrix a part of the way to another.
  func toward(_ other: ReferenceMatrix, _ f: Double) -> ReferenceMatrix {
    if self == other { return self }
    return isPlane && other.isPlane ? planeToward(other, f) : spaceToward(other, f)
  }

  // MARK: - In the plane

  private struct PlaneParts {
    var shift: [Double]
    var scale: [Double]
    /// In degrees.
    var angle: Double
    var rest: [[Double]]
  }

  /// As CSS Transforms takes a matrix of the plane apart.
  private var planeParts: PlaneParts {
    var first = [rows[0][0], rows[0][1]]
    var second = [rows[1][0], rows[1][1]]
    var scale = [hypot(first[0], first[1]), hypot(second[0], second[1])]
    if first[0] * second[1] - first[1] * second[0] < 0 {
      let axis = first[0] < second[1] ? 0 : 1
      scale[axis] = -scale[axis]
    }
    first = first.map { $0 / scale[0] }
    second = second.map { $0 / scale[1] }
    let (c, s) = (first[0], first[1])
    let rest = [
      [c * first[0] - s * second[0], c * first[1] - s * second[1]],
      [s * first[0] + c * second[0], s * first[1] + c * second[1]],
    ]
    return PlaneParts(
      shift: [rows[3][0], rows[3][1]], scale: scale, angle: atan2(s, c) * 180 / .pi, rest: rest)
  }

  private func planeToward(_ other: ReferenceMatrix, _ f: Double) -> ReferenceMatrix {
    var a = planeParts
    var b = other.planeParts
    if (a.scale[0] < 0 && b.scale[1] < 0) || (a.scale[1] < 0 && b.scale[0] < 0) {
      a.scale = a.scale.map { -$0 }
      a.angle += a.angle < 0 ? 180 : -180
    }
    if a.angle == 0 { a.angle = 360 }
    if b.angle == 0 { b.angle = 360 }
    if abs(a.angle - b.angle) > 180 {
      if a.angle > b.angle { a.angle -= 360 } else { b.angle -= 360 }
    }
    func mix(_ p: Double, _ q: Double) -> Double { p + (q - p) * f }
    let angle = mix(a.angle, b.angle) * .pi / 180
    var rest = ReferenceMatrix.identity
    for i in 0..<2 { for j in 0..<2 { rest.rows[i][j] = mix(a.rest[i][j], b.rest[i][j]) } }
    let linear =
      ReferenceMatrix.scale(mix(a.scale[0], b.scale[0]), mix(a.scale[1], b.scale[1]), 1)
      * .rotation(angle, axis: 2) * rest
    return linear * .translation(mix(a.shift[0], b.shift[0]), mix(a.shift[1], b.shift[1]), 0)
  }

  // MARK: - In space

  private struct SpaceParts {
    var scale: [Double]
    /// Of y along x, z along x, z along y.
    var skew: [Double]
    var rotation: ReferenceMatrix
    var shift: [Double]
    var perspective: [Double]
  }

  /// Scale, skew, rotation, translation and perspective, in the order in which they act.
  private var spaceParts: SpaceParts {
    var whole = self
    for i in 0..<4 { for j in 0..<4 { whole.rows[i][j] /= rows[3][3] } }
    // whole = affine · perspective, where perspective has only a last column.
    var affine = whole
    for i in 0..<4 { affine.rows[i][3] = i == 3 ? 1 : 0 }
    let column = (affine.inverse * whole).rows.map { $0[3] }
    var axes = (0..<3).map { Array(affine.rows[$0][0..<3]) }
    func dot(_ p: [Double], _ q: [Double]) -> Double { zip(p, q).reduce(0) { $0 + $1.0 * $1.1 } }
    func minus(_ p: [Double], _ k: Double, _ q: [Double]) -> [Double] {
      zip(p, q).map { $0 - k * $1 }
    }
    var scale = [dot(axes[0], axes[0]).squareRoot(), 0, 0]
    axes[0] = axes[0].map { $0 / scale[0] }
    var skew = [dot(axes[0], axes[1]), 0, 0]
    axes[1] = minus(axes[1], skew[0], axes[0])
    scale[1] = dot(axes[1], axes[1]).squareRoot()
    axes[1] = axes[1].map { $0 / scale[1] }
    skew[0] /= scale[1]
    skew[1] = dot(axes[0], axes[2])
    skew[2] = dot(axes[1], axes[2])
    axes[2] = minus(minus(axes[2], skew[1], axes[0]), skew[2], axes[1])
    scale[2] = dot(axes[2], axes[2]).squareRoot()
    axes[2] = axes[2].map { $0 / scale[2] }
    skew[1] /= scale[2]
    skew[2] /= scale[2]
    var rotation = ReferenceMatrix.identity
    for i in 0..<3 { for j in 0..<3 { rotation.rows[i][j] = axes[i][j] } }
    return SpaceParts(
      scale: scale, skew: skew, rotation: rotation, shift: Array(affine.rows[3][0..<3]),
      perspective: column)
  }

  private func spaceToward(_ other: ReferenceMatrix, _ f: Double) -> ReferenceMatrix {
    let a = spaceParts
    let b = other.spaceParts
    func mix(_ p: [Double], _ q: [Double]) -> [Double] { zip(p, q).map { $0 + ($1 - $0) * f } }
    let scale = mix(a.scale, b.scale)
    let skew = mix(a.skew, b.skew)
    let shift = mix(a.shift, b.shift)
    var skewing = ReferenceMatrix.identity
    skewing.rows[1][0] = skew[0]
    skewing.rows[2][0] = skew[1]
    skewing.rows[2][1] = skew[2]
    var perspective = ReferenceMatrix.identity
    for (i, value) in mix(a.perspective, b.perspective).enumerated() {
      perspective.rows[i][3] = value
    }
    return .scale(scale[0], scale[1], scale[2]) * skewing
      * Self.turn(a.rotation, b.rotation, f) * .translation(shift[0], shift[1], shift[2])
      * perspective
  }

  /// The rotation a part of the shorter way: the turn that leads from one to the other, done in
  /// part.
  private static func turn(
    _ a: ReferenceMatrix, _ b: ReferenceMatrix, _ f: Double
  ) -> ReferenceMatrix {
    let between = a.transposed * b
    let r = between.rows
    let axis = [r[1][2] - r[2][1], r[2][0] - r[0][2], r[0][1] - r[1][0]]
    let twiceSine = axis.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let angle = atan2(twiceSine, r[0][0] + r[1][1] + r[2][2] - 1)
    if twiceSine == 0 { return a }
    return a * rotation(f * angle, about: axis.map { $0 / twiceSine })
  }

  // MARK: - Parts by name

  /// Angles about x, then y, then z, of a matrix made of a scale, such turns and a shift.
  var angles: [Double] {
    let scale = lengths
    let r = (0..<3).map { row in rows[row].map { $0 / scale[row] } }
    return [
      atan2(r[1][2], r[2][2]), atan2(-r[0][2], hypot(r[0][0], r[0][1])), atan2(r[0][1], r[0][0]),
    ]
  }

  /// The lengths of the axes.
  var lengths: [Double] {
    (0..<3).map { row in
      rows[row][0..<3].reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
  }

  /// Rule 16.2: scale, then rotations about x, y and z, then translation.
  init(scale: [Double], angles: [Double], shift: [Double]) {
    self =
      .scale(scale[0], scale[1], scale[2]) * .rotation(angles[0], axis: 0)
      * .rotation(angles[1], axis: 1) * .rotation(angles[2], axis: 2)
      * .translation(shift[0], shift[1], shift[2])
  }

  init(rows: [[Double]]) { self.rows = rows }
}
