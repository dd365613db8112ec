import Foundation

/// A basic or spring animation of up to four numbers, prepared for fast evaluation.
///
/// Numbers, points, sizes, rectangles and colours are vectors here, and so are their components:
/// `bounds.size.width` is the third lane of a rectangle. Evaluation allocates nothing.
struct VectorTrack: Sendable {
  /// The kind of value that a vector represents.
  enum VectorKind: Sendable, Hashable {
    case scalar, point, size, rect, color
  }

  /// The end, if any, that is taken from the underlying value.
  private enum UnderlyingEnd: Sendable {
    case fixed, fromValue, toValue, byValue
  }

  /// The kind of value of the property.
  let kind: VectorKind
  private let mode: UnderlyingEnd
  /// The half-open range of lanes that change.
  private let first: Int8
  private let end: Int8
  // In halves: the alignment of SIMD4 would make the structure larger.
  private let lowA: SIMD2<Double>
  private let highA: SIMD2<Double>
  private let lowB: SIMD2<Double>
  private let highB: SIMD2<Double>

  private var a: SIMD4<Double> {
    get { SIMD4(lowHalf: lowA, highHalf: highA) }
  }
  private var b: SIMD4<Double> {
    get { SIMD4(lowHalf: lowB, highHalf: highB) }
  }

  /// Creates a track for the ends of an animation; nil if they are not vectors, or `component` is
  /// not a component of one.
  init?(ends: AnimationEnds, component: KeyPathComponent?) {
    let first: AnimatableValue
    let second: AnimatableValue
    switch ends {
    case .fixed(let a, let b): (mode, first, second) = (.fixed, a, b)
    case .fromValue(let a): (mode, first, second) = (.fromValue, a, a)
    case .toValue(let b): (mode, first, second) = (.toValue, b, b)
    case .byValue(let d): (mode, first, second) = (.byValue, d, d)
    case .nothing, .mismatch: return nil
    }
    guard var (a, kind) = first.vector, case (var b, let otherKind)? = second.vector,
      kind == otherKind
    else { return nil }
    var changing = 0..<4
    if let component {
      guard let lanes = component.lanes, lanes.part == kind else { return nil }
      kind = lanes.whole
      a = Self.spread(a, from: lanes.first)
      b = Self.spread(b, from: lanes.first)
      changing = lanes.first..<lanes.first + lanes.count
    }
    self.kind = kind
    self.first = Int8(changing.lowerBound)
    end = Int8(changing.upperBound)
    (lowA, highA) = (a.lowHalf, a.highHalf)
    (lowB, highB) = (b.lowHalf, b.highHalf)
  }

  private static func spread(_ vector: SIMD4<Double>, from lane: Int) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    for index in 0..<4 - lane { result[lane + index] = vector[index] }
    return result
  }

  /// Returns the vector at progress `f` over the underlying vector, or nil if a number is not
  /// finite and the general path has to be taken.
  @inline(__always)
  func value(
    _ f: Double, cycle: Double, isAdditive: Bool, endProgress: () -> Double,
    over current: SIMD4<Double>
  ) -> SIMD4<Double>? {
    var result = step(f, current)
    if cycle > 0 { result += step(endProgress(), current) * cycle }
    if isAdditive { result += current }
    guard result.sum().isFinite else { return nil }
    if first == 0, end == 4 { return result }
    var value = current
    for lane in Int(first)..<Int(end) { value[lane] = result[lane] }
    return value
  }

  @inline(__always)
  private func step(_ f: Double, _ current: SIMD4<Double>) -> SIMD4<Double> {
    let from: SIMD4<Double>
    let to: SIMD4<Double>
    switch mode {
    case .fixed: (from, to) = (a, b)
    case .fromValue: (from, to) = (a, current)
    case .toValue: (from, to) = (current, b)
    case .byValue: (from, to) = (current, current + a)
    }
    return f == 1 ? to : from + (to - from) * f
  }
}

extension AnimatableValue {
  /// The value as a vector with its kind; nil if it is not up to four numbers.
  var vector: (SIMD4<Double>, VectorTrack.VectorKind)? {
    switch self {
    case .scalar(let a): (SIMD4(a, 0, 0, 0), .scalar)
    case .point(let a): (SIMD4(a), .point)
    case .size(let a): (SIMD4(a), .size)
    case .rect(let a): (SIMD4(a), .rect)
    case .color(let a): (SIMD4(a), .color)
    default: nil
    }
  }

  /// Creates a value of the given kind from a vector.
  init(_ v: SIMD4<Double>, _ kind: VectorTrack.VectorKind) {
    switch kind {
    case .scalar: self = .scalar(v.x)
    case .point: self = .point(CGPoint(v))
    case .size: self = .size(CGSize(v))
    case .rect: self = .rect(CGRect(v))
    case .color: self = .color(Color(v))
    }
  }
}

extension KeyPathComponent {
  /// The lanes that this component occupies in a vector: the kind of the whole, the first lane, the
  /// count, and the kind of the component; nil for components of transforms.
  fileprivate var lanes:
    (whole: VectorTrack.VectorKind, first: Int, count: Int, part: VectorTrack.VectorKind)?
  {
    switch self {
    case .x: (.point, 0, 1, .scalar)
    case .y: (.point, 1, 1, .scalar)
    case .width: (.size, 0, 1, .scalar)
    case .height: (.size, 1, 1, .scalar)
    case .origin: (.rect, 0, 2, .point)
    case .originX: (.rect, 0, 1, .scalar)
    case .originY: (.rect, 1, 1, .scalar)
    case .size: (.rect, 2, 2, .size)
    case .sizeWidth: (.rect, 2, 1, .scalar)
    case .sizeHeight: (.rect, 3, 1, .scalar)
    default: nil
    }
  }
}

extension SIMD4<Double> {
  fileprivate init(_ a: CGPoint) { self.init(a.x, a.y, 0, 0) }
  fileprivate init(_ a: CGSize) { self.init(a.width, a.height, 0, 0) }
  fileprivate init(_ a: CGRect) {
    self.init(a.origin.x, a.origin.y, a.size.width, a.size.height)
  }
  fileprivate init(_ a: Color) { self.init(a.red, a.green, a.blue, a.alpha) }
}

extension CGPoint {
  fileprivate init(_ v: SIMD4<Double>) { self.init(x: v.x, y: v.y) }
}

extension CGSize {
  fileprivate init(_ v: SIMD4<Double>) { self.init(width: v.x, height: v.y) }
}

extension CGRect {
  fileprivate init(_ v: SIMD4<Double>) { self.init(x: v.x, y: v.y, width: v.z, height: v.w) }
}

extension Color {
  fileprivate init(_ v: SIMD4<Double>) {
    self.init(red: v.x, green: v.y, blue: v.z, alpha: v.w)
  }
}

extension CommittedAnimation {
  /// Returns the value of a scalar property at a local time; nil if the animation has no effect on
  /// it.
  func scalar(at time: Double, over underlying: Double) -> Double? {
    switch vector(at: time, over: SIMD4(underlying, 0, 0, 0), .scalar) {
    case .value(let v): return v.x
    case .noEffect: return nil
    case .general:
      guard case .scalar(let value)? = value(at: time, over: .scalar(underlying)) else {
        return nil
      }
      return value
    }
  }

  /// Returns the value of a point property at a local time; nil if the animation has no effect on
  /// it.
  func point(at time: Double, over underlying: CGPoint) -> CGPoint? {
    switch vector(at: time, over: SIMD4(underlying), .point) {
    case .value(let v): return CGPoint(v)
    case .noEffect: return nil
    case .general:
      guard case .point(let value)? = value(at: time, over: .point(underlying)) else {
        return nil
      }
      return value
    }
  }

  /// Returns the value of a size property at a local time; nil if the animation has no effect on
  /// it.
  func size(at time: Double, over underlying: CGSize) -> CGSize? {
    switch vector(at: time, over: SIMD4(underlying), .size) {
    case .value(let v): return CGSize(v)
    case .noEffect: return nil
    case .general:
      guard case .size(let value)? = value(at: time, over: .size(underlying)) else { return nil }
      return value
    }
  }

  /// Returns the value of a rectangle property at a local time; nil if the animation has no effect
  /// on it.
  func rect(at time: Double, over underlying: CGRect) -> CGRect? {
    switch vector(at: time, over: SIMD4(underlying), .rect) {
    case .value(let v): return CGRect(v)
    case .noEffect: return nil
    case .general:
      guard case .rect(let value)? = value(at: time, over: .rect(underlying)) else { return nil }
      return value
    }
  }

  /// Returns the value of a colour property at a local time; nil if the animation has no effect on
  /// it, or shows no colour.
  func color(at time: Double, over underlying: Color) -> Color? {
    switch vector(at: time, over: SIMD4(underlying), .color) {
    case .value(let v): return Color(v)
    case .noEffect: return nil
    case .general:
      guard case .color(let value)? = value(at: time, over: .color(underlying)) else { return nil }
      return value
    }
  }

  /// The result of fast evaluation.
  enum VectorResult {
    case value(SIMD4<Double>)
    case noEffect
    /// The general path has to be taken.
    case general
  }
}
