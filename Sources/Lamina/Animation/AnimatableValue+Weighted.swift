import Foundation

extension AnimatableValue {
  /// Returns the weighted sum of four values, or nil unless all four are of the same numeric kind
  /// and, for arrays, of the same count. A transform is summed element by element.
  static func weighted(
    _ a: (AnimatableValue, Double), _ b: (AnimatableValue, Double),
    _ c: (AnimatableValue, Double), _ d: (AnimatableValue, Double)
  ) -> AnimatableValue? {
    let w = SIMD4(a.1, b.1, c.1, d.1)
    func sum(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double {
      (w * SIMD4(p, q, r, s)).sum()
    }
    func point(_ p: CGPoint, _ q: CGPoint, _ r: CGPoint, _ s: CGPoint) -> CGPoint {
      CGPoint(x: sum(p.x, q.x, r.x, s.x), y: sum(p.y, q.y, r.y, s.y))
    }
    func size(_ p: CGSize, _ q: CGSize, _ r: CGSize, _ s: CGSize) -> CGSize {
      CGSize(
        width: sum(p.width, q.width, r.width, s.width),
        height: sum(p.height, q.height, r.height, s.height))
    }
    func color(_ p: Color, _ q: Color, _ r: Color, _ s: Color) -> Color {
      Color(
        red: sum(p.red, q.red, r.red, s.red), green: sum(p.green, q.green, r.green, s.green),
        blue: sum(p.blue, q.blue, r.blue, s.blue),
        alpha: sum(p.alpha, q.alpha, r.alpha, s.alpha))
    }
    switch (a.0, b.0, c.0, d.0) {
    case (.scalar(let p), .scalar(let q), .scalar(let r), .scalar(let s)):
      return .scalar(sum(p, q, r, s))
    case (.point(let p), .point(let q), .point(let r), .point(let s)):
      return .point(point(p, q, r, s))
    case (.size(let p), .size(let q), .size(let r), .size(let s)):
      return .size(size(p, q, r, s))
    case (.rect(let p), .rect(let q), .rect(let r), .rect(let s)):
      return .rect(
        CGRect(
          origin: point(p.origin, q.origin, r.origin, s.origin),
          size: size(p.size, q.size, r.size, s.size)))
    case (.color(let p), .color(let q), .color(let r), .color(let s)):
      return .color(color(p, q, r, s))
    case (.transform(let a), .transform(let b), .transform(let c), .transform(let d)):
      let (p, q, r, s) = (a.numbers, b.numbers, c.numbers, d.numbers)
      return .transform(Transform3D(numbers: p.indices.map { sum(p[$0], q[$0], r[$0], s[$0]) }))
    case (.numbers(let p), .numbers(let q), .numbers(let r), .numbers(let s)):
      guard p.count == q.count, q.count == r.count, r.count == s.count else { return nil }
      return .numbers(p.indices.map { sum(p[$0], q[$0], r[$0], s[$0]) })
    case (.colors(let p), .colors(let q), .colors(let r), .colors(let s)):
      guard p.count == q.count, q.count == r.count, r.count == s.count else { return nil }
      return .colors(p.indices.map { color(p[$0], q[$0], r[$0], s[$0]) })
    default:
      return nil
    }
  }

  /// Returns the Euclidean distance between two values of the same kind, for pacing keyframes; each
  /// number is an axis. Returns 0 for values without numbers.
  func distance(to other: AnimatableValue) -> Double {
    func length(_ numbers: [Double]) -> Double {
      // Scaled, so that the squares neither overflow nor underflow.
      let largest = numbers.map(\.magnitude).max() ?? 0
      guard largest > 0, largest.isFinite else { return largest.isFinite ? largest : 0 }
      return largest
        * numbers.map { ($0 / largest) * ($0 / largest) }.reduce(0, +).squareRoot()
    }
    func difference(_ a: Color, _ b: Color) -> [Double] {
      [b.red - a.red, b.green - a.green, b.blue - a.blue, b.alpha - a.alpha]
    }
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): return length([b - a])
    case (.point(let a), .point(let b)): return length([b.x - a.x, b.y - a.y])
    case (.size(let a), .size(let b)):
      return length([b.width - a.width, b.height - a.height])
    case (.rect(let a), .rect(let b)):
      return length([
        b.origin.x - a.origin.x, b.origin.y - a.origin.y, b.size.width - a.size.width,
        b.size.height - a.size.height,
      ])
    case (.color(let a), .color(let b)): return length(difference(a, b))
    case (.transform(let a), .transform(let b)):
      return length(zip(a.numbers, b.numbers).map { $1 - $0 })
    case (.numbers(let a), .numbers(let b)): return length(zip(a, b).map { $1 - $0 })
    case (.colors(let a), .colors(let b)): return length(zip(a, b).flatMap(difference))
    default: return 0
    }
  }
}

extension Transform3D {
  /// The sixteen elements in row-major order.
  fileprivate var numbers: [Double] {
    [
      m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44,
    ]
  }

  fileprivate init(numbers n: [Double]) {
    self.init(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
      m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
      m44: n[15])
  }
}
