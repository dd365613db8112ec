import Foundation

// The path of a layer to the screen beyond the range of `Double`: numbers so large or so small, in
// one layer or in several nested ones, that their sums and products overflow, vanish, or lose parts
// of a pixel.

/// The coordinate space of a layer's sublayers, in numbers of any size.
struct WideSpace: Equatable {
  /// The transform from the layer's plane, measured from its placed point, to device pixels,
  /// without the layer's sublayer transform.
  let plane: WidePlane
  /// The terms whose sum is the placed point.
  private let origin: CGPoint
  private let anchorX: WideNumber
  private let anchorY: WideNumber
  private let anchorPointZ: CGFloat
  private let sublayerTransform: Transform3D

  init(plane: WidePlane, values: LayerValues) {
    self.plane = plane
    origin = values.bounds.origin
    anchorX = values.wideAnchor.x
    anchorY = values.wideAnchor.y
    anchorPointZ = values.rareValues.anchorPointZ
    sublayerTransform = values.rareValues.sublayerTransform
  }

  /// Creates a space that `Double` can represent.
  init(_ transform: ProjectiveTransform) {
    plane = WidePlane(transform)
    origin = .zero
    anchorX = .zero
    anchorY = .zero
    anchorPointZ = 0
    sublayerTransform = .identity
  }

  /// Creates a space that `Double` can represent, with a sublayer transform.
  init(_ transform: ProjectiveTransform, values: LayerValues) {
    let plane = WidePlane(transform)
    let placed = values.placedPoint
    self.init(
      plane: WidePlane(
        right: plane.right, down: plane.down,
        origin: plane.apply(x: WideNumber(placed.x), y: WideNumber(placed.y))),
      values: values)
  }

  /// Returns the transform from the plane of a sublayer, measured from its placed point, to device
  /// pixels.
  func plane(of values: LayerValues) -> WidePlane {
    let rare = values.rareValues
    // Relative to this layer's placed point. What is subtracted may be about as large.
    let x = WideNumber(values.position.x) - WideNumber(origin.x) - anchorX
    let y = WideNumber(values.position.y) - WideNumber(origin.y) - anchorY
    let z = WideNumber(rare.zPosition) - WideNumber(anchorPointZ)
    func image(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> WidePoint {
      let point = WidePoint(
        x: WideNumber(x), y: WideNumber(y), z: WideNumber(z), w: WideNumber(w))
      return plane.apply(
        point.transformed(by: rare.transform).moved(x: dx, y: dy, z: dz)
          .transformed(by: sublayerTransform))
    }
    let (dx, dy, dz) = (x, y, z)
    return WidePlane(
      right: image(1, 0, 0, 0),
      down: image(0, values.flags.contains(.geometryFlipped) ? -1 : 1, 0, 0),
      origin: image(0, 0, -Double(rare.anchorPointZ), 1))
  }
}

/// The placement of a layer on the screen, computed in numbers of any size and then expressed in
/// `Double`: coordinates along the layer's sides, in units about as long as a pixel and counted
/// from a visible point if there is one, and a transform from these to device pixels.
struct WidePlacement {
  private let x: WideAxis
  private let y: WideAxis
  /// The transform from the new coordinates to device pixels.
  let toDevice: ProjectiveTransform

  /// - Parameter plane: the transform from the layer's plane, measured from its placed point.
  init(_ plane: WidePlane, of values: LayerValues) {
    let anchor = values.wideAnchor
    // The edges, relative to the placed point.
    let left = -anchor.x
    let right = WideNumber(values.bounds.size.width) - anchor.x
    let top = -anchor.y
    let bottom = WideNumber(values.bounds.size.height) - anchor.y
    if plane.isUpright {
      let alongX = Self.upright(plane.right.x, plane.origin.x, left, right)
      let alongY = Self.upright(plane.down.y, plane.origin.y, top, bottom)
      x = WideAxis(factor: plane.right.x.magnitude, origin: alongX.origin - left)
      y = WideAxis(factor: plane.down.y.magnitude, origin: alongY.origin - top)
      toDevice = ProjectiveTransform(
        m11: plane.right.x.sign, m12: 0, m13: 0, m21: 0, m22: plane.down.y.sign, m23: 0,
        m31: alongX.image, m32: alongY.image, m33: 1)
      return
    }
    var corners: [(x: WideNumber, y: WideNumber)] = []
    for x in [left, right] { for y in [top, bottom] { corners.append((x, y)) } }
    var origin = Self.nearest(corners + [(.zero, .zero)], plane)
    var image = plane.apply(x: origin.x, y: origin.y)
    if !Self.isNear(image), let zero = plane.pointAtZero {
      origin = zero
      image = plane.apply(x: origin.x, y: origin.y)
    }
    // In perspective, the divisor is scaled to between 2 and 4. It must not become 1: what is
    // axis-aligned by chance must not be put on whole pixels.
    let power = plane.isAffine ? 0 : 1 - (image.w.sign > 0 ? image.w.exponent! : image.exponent)
    let powerX = plane.right.exponent + power
    let powerY = plane.down.exponent + power
    // A visible edge must be an exact origin.
    origin.x = Self.settle(origin.x, [left, right], powerX)
    origin.y = Self.settle(origin.y, [top, bottom], powerY)
    image = plane.apply(x: origin.x, y: origin.y)
    x = WideAxis(factor: WideNumber(powerOfTwo: powerX), origin: origin.x - left)
    y = WideAxis(factor: WideNumber(powerOfTwo: powerY), origin: origin.y - top)
    toDevice = ProjectiveTransform(
      m11: plane.right.x.double(timesTwoTo: power - powerX),
      m12: plane.right.y.double(timesTwoTo: power - powerX),
      m13: plane.right.w.double(timesTwoTo: power - powerX),
      m21: plane.down.x.double(timesTwoTo: power - powerY),
      m22: plane.down.y.double(timesTwoTo: power - powerY),
      m23: plane.down.w.double(timesTwoTo: power - powerY),
      m31: image.x.double(timesTwoTo: power), m32: image.y.double(timesTwoTo: power),
      m33: image.w.double(timesTwoTo: power))
  }

  /// Returns a rectangle, measured from the origin of the bounds, in the new coordinates.
  func rect(_ rect: CGRect) -> CGRect {
    let (left, right) = x.interval(from: rect.minX, to: rect.maxX)
    let (top, bottom) = y.interval(from: rect.minY, to: rect.maxY)
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the transform from the layer's own coordinates to device pixels, as closely as
  /// `Double` can represent it; not finite if it cannot.
  ///
  /// - Parameter origin: the origin of the bounds.
  func transform(from origin: CGPoint) -> ProjectiveTransform {
    func shift(_ axis: WideAxis, _ origin: CGFloat) -> Double {
      ((-axis.origin - WideNumber(origin)) * axis.factor).unboundedDouble
    }
    return ProjectiveTransform(
      m11: x.factor.unboundedDouble, m12: 0, m13: 0, m21: 0, m22: y.factor.unboundedDouble, m23: 0,
      m31: shift(x, origin.x), m32: shift(y, origin.y), m33: 1
    ).concatenating(toDevice)
  }

  /// The power of 2, in pixels, below which a place counts as near the screen: up to there, a
  /// `Double` resolves less than a millionth of a pixel.
  private static let nearPower = 24

  private static func isNear(_ number: WideNumber) -> Bool {
    (number.exponent ?? 0) < nearPower
  }

  private static func isNear(_ image: WidePoint) -> Bool {
    image.w.sign > 0
      && isNear(image.x.divided(by: image.w)) && isNear(image.y.divided(by: image.w))
  }

  /// Returns the origin to count from along one axis of an axis-aligned plane, and its place on the
  /// screen: the edge nearer to 0, or the point that lies at 0 if both edges are far away on
  /// opposite sides.
  private static func upright(
    _ factor: WideNumber, _ offset: WideNumber, _ low: WideNumber, _ high: WideNumber
  ) -> (origin: WideNumber, image: Double) {
    let lowImage = low * factor + offset
    let highImage = high * factor + offset
    let isLow = lowImage.magnitude < highImage.magnitude
    let (edge, image) = isLow ? (low, lowImage) : (high, highImage)
    if image.exponent ?? 0 > WideNumber.largestExponent / 2, lowImage.sign != highImage.sign {
      return ((-offset).divided(by: factor), 0)
    }
    return (edge, image.double())
  }

  /// Returns the point whose image is nearest to the origin of the screen.
  private static func nearest(
    _ points: [(x: WideNumber, y: WideNumber)], _ plane: WidePlane
  ) -> (x: WideNumber, y: WideNumber) {
    var best = points[0]
    var leastDistance: WideNumber?
    for point in points {
      let image = plane.apply(x: point.x, y: point.y)
      guard image.w.sign > 0 else { continue }
      let x = image.x.divided(by: image.w).magnitude
      let y = image.y.divided(by: image.w).magnitude
      let distance = x < y ? y : x
      if let leastDistance, !(distance < leastDistance) { continue }
      best = point
      leastDistance = distance
    }
    return best
  }

  /// Returns the nearest of the edges if it is near, and the origin otherwise.
  private static func settle(
    _ origin: WideNumber, _ edges: [WideNumber], _ power: Int
  ) -> WideNumber {
    let scale = WideNumber(powerOfTwo: power)
    let distances = edges.map { ($0 - origin).magnitude * scale }
    let index = distances[1] < distances[0] ? 1 : 0
    return isNear(distances[index]) ? edges[index] : origin
  }
}

/// A map from a coordinate, in points from the origin of the bounds, to one in a more convenient
/// unit.
private struct WideAxis {
  let factor: WideNumber
  let origin: WideNumber

  /// Returns the images of two coordinates. If they are so far apart that a `Double` cannot
  /// represent both and what is between them, the farther one is moved nearer; what lies far away
  /// on both sides keeps its proportions.
  func interval(from: CGFloat, to: CGFloat) -> (CGFloat, CGFloat) {
    let (a, b) = places(from, to)
    if a == 0 || b == 0 { return (a, b) }
    let limit = max(1, min(abs(a), abs(b))) * 0x1p36
    return (max(-limit, min(limit, a)), max(-limit, min(limit, b)))
  }

  private func places(_ from: CGFloat, _ to: CGFloat) -> (Double, Double) {
    let ends = [from, to].map { (WideNumber($0) - origin) * factor }
    let powers = ends.map { $0.exponent ?? 0 }
    let limit = WideNumber.largestExponent
    let excess = min(0, limit - 1 - max(powers[0], powers[1]))
    guard min(powers[0], powers[1]) >= limit / 2, excess < 0 else {
      return (ends[0].double(), ends[1].double())
    }
    /// Returns an end, no nearer than what counts as far away.
    func far(_ end: WideNumber) -> Double {
      let place = end.double(timesTwoTo: excess)
      return end.sign * max(abs(place), Double(sign: .plus, exponent: limit / 2, significand: 1))
    }
    return (far(ends[0]), far(ends[1]))
  }
}

extension LayerValues {
  /// The offset of the placed point from the origin of the bounds.
  fileprivate var wideAnchor: (x: WideNumber, y: WideNumber) {
    let y =
      flags.contains(.geometryFlipped)
      ? WideNumber.one - WideNumber(anchorPoint.y) : WideNumber(anchorPoint.y)
    return (WideNumber(anchorPoint.x) * bounds.size.width, y * bounds.size.height)
  }
}
