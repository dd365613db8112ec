import Foundation

/// A conservative bounding box of one instance of a replicator, in the replicator's space. It is
/// used to cull invisible instances before any of their layers is visited.
struct InstanceExtent: Sendable {
  /// The bounding box of the layers themselves, in points.
  private var box = SpaceBox()
  /// The extra reach of shadows and blurs, in points, and in pixels for their rounding.
  private var reach = 0.0
  private var reachInPixels = 0.0
  /// True if all layers, seen from the front, are axis-aligned, with edges snapped to whole pixels.
  private var isSnapped = true

  /// The length, in points or pixels, beyond which nothing is culled, because sums lose fractions
  /// of a pixel there.
  fileprivate static let limit = 1e8
  /// The maximum number of instances of a nested replicator that are examined one by one.
  private static let mostInstances = 4096
  /// The least perspective divisor at which something is culled: nearer to the eye, or behind it,
  /// it may be seen anywhere.
  private static let nearest = 1e-3

  /// The place of a coordinate space in space 0.
  private struct Placement {
    let transform: Transform3D
    /// True if the layers in it are not flattened into its plane.
    let isSpace: Bool
  }

  /// Creates the extent of the nodes in space 0, or returns nil if it is unknown, as for layers
  /// that are animated, in perspective, or drawn past their bounds.
  init?(_ tree: RenderTreeStorage) {
    if tree.hasAnimations { return nil }
    // The places of the spaces; nil where unknown.
    var places = [Placement?](repeating: nil, count: max(1, tree.spaceLimit))
    places[0] = Placement(transform: .identity, isSpace: true)
    for page in tree.pages {
      for chunk in page.chunks {
        for index in 0..<chunk.count {
          let node = chunk.nodes[index]
          guard node.parentSpace >= 0, let parent = places[Int(node.parentSpace)] else {
            return nil
          }
          guard node.detail >= 0, let detail = chunk.details[Int(node.detail)] else {
            let rect = CGRect(
              x: node.minX, y: node.minY, width: node.maxX - node.minX,
              height: node.maxY - node.minY)
            add(rect, parent.transform)
            if node.space >= 0 {
              let own = Transform3D(translationX: node.minX, y: node.minY)
              places[Int(node.space)] = Placement(
                transform: own.concatenating(parent.transform), isSpace: false)
            }
            continue
          }
          let values = detail.values
          guard values.keepsToBounds else { return nil }
          var own = values.transformToParent
          if !parent.isSpace { own.flatten() }
          let place = Placement(
            transform: own.concatenating(parent.transform), isSpace: values.isSpace)
          if values.isSpace {
            // It shows nothing itself.
          } else if values.isMerelyPlaced(in: parent.isSpace ? values : nil) {
            // As it is drawn: the coordinates of its own space may lie anywhere.
            add(values.untransformedFrame, parent.transform)
          } else {
            add(values.bounds, place.transform)
          }
          if let effects = values.rare?.values.effectsBox?.values,
            !add(effects, place.transform)
          {
            return nil
          }
          if node.space >= 0 { places[Int(node.space)] = place }
          if detail.maskSpace >= 0 {
            places[Int(detail.maskSpace)] = Placement(transform: place.transform, isSpace: false)
          }
          if let replicated = detail.replicated, !add(replicated, values, place) { return nil }
        }
      }
    }
    guard box.isEmpty || box.isModerate, reach < Self.limit else { return nil }
  }

  private mutating func add(_ rect: CGRect, _ place: Transform3D) {
    add(SpaceBox(rect), place)
    isSnapped = isSnapped && ProjectiveTransform(flattening: place).isUpright
  }

  private mutating func add(_ added: SpaceBox, _ place: Transform3D) {
    guard place.keepsParallels, place.isFinite, added.isModerate else {
      box = .everything
      return
    }
    box.add(added.image(place))
  }

  /// Adds the reach of effects, regardless of position, since the effects of nested layers add up.
  ///
  /// - Returns: false if the reach is unknown.
  private mutating func add(_ effects: LayerEffects, _ place: Transform3D) -> Bool {
    guard !effects.shouldRasterize, effects.shadow.path == nil else { return false }
    var length = 0.0
    for filter in effects.filters + effects.backgroundFilters {
      if case .gaussianBlur(let radius) = filter.effect { length += max(0, Double(radius)) }
    }
    if effects.shadow.pixel != 0 { length += max(0, Double(effects.shadow.radius)) }
    // Three standard deviations, plus the sample spacing.
    length *= 3.25
    if effects.shadow.pixel != 0 {
      length += Double(abs(effects.shadow.offset.width) + abs(effects.shadow.offset.height))
    }
    reach += length * place.largestScale
    reachInPixels += 12 * Double(1 + effects.filters.count)
    return true
  }

  /// Adds the instances of a nested replicator.
  ///
  /// - Returns: false if their extent is unknown.
  private mutating func add(
    _ replicated: ReplicatedTree, _ values: LayerValues, _ place: Placement
  ) -> Bool {
    guard let inner = replicated.extent, let replicator = values.replicator,
      replicator.instanceCount <= Self.mostInstances
    else { return false }
    let center = SIMD3(
      Double(values.placedPoint.x), Double(values.placedPoint.y),
      Double(values.rareValues.anchorPointZ))
    var transform = Transform3D.identity
    var innerReach = 0.0
    for number in 0..<max(0, replicator.instanceCount) {
      if number > 0 { transform = transform.concatenating(replicator.instanceTransform) }
      var instance = transform.about(center)
      if !place.isSpace { instance.flatten() }
      instance = instance.concatenating(place.transform)
      guard instance.keepsParallels else { return false }
      if !inner.box.isEmpty { add(inner.box, instance) }
      innerReach = max(innerReach, inner.reach * instance.largestScale)
      isSnapped = isSnapped && instance.keepsUpright
    }
    reach += innerReach
    reachInPixels += inner.reachInPixels
    isSnapped = isSnapped && inner.isSnapped
    return true
  }

  /// Returns the extent of everything between the instance and one that is displaced.
  func swept(by offset: SIMD3<Double>) -> InstanceExtent {
    var result = self
    result.box.add(box.moved(by: offset))
    result.isSnapped = false
    return result
  }

  /// Returns the extent in device pixels, or nil if it is too distant, too large or too near to the
  /// eye to be computed.
  ///
  /// - Parameters:
  ///   - place: the transform from the space of the replicator's sublayers to the plane in which
  ///     the instance is seen.
  ///   - toDevice: the transform from that plane to device pixels.
  func placed(by place: Transform3D, _ toDevice: ProjectiveTransform) -> DeviceExtent? {
    if box.isEmpty { return DeviceExtent(box: nil, reach: 0, isSnapped: true) }
    guard place.isFinite, toDevice.isFinite else { return nil }
    let keepsParallels = place.keepsParallels && toDevice.isAffine
    guard keepsParallels || reach == 0 else { return nil }
    guard let seen = box.projection(place, toDevice, nearest: Self.nearest), seen.isModerate
    else { return nil }
    let reach = reach * place.largestScale * toDevice.largestScale + reachInPixels + 2
    guard reach < Self.limit else { return nil }
    return DeviceExtent(
      box: seen, reach: reach,
      isSnapped: isSnapped && place.keepsUpright && toDevice.isUpright)
  }

  /// The extent of an instance in device pixels.
  struct DeviceExtent {
    /// The bounding box; nil if the instance is empty.
    fileprivate let box: SpaceBox?
    fileprivate let reach: Double
    fileprivate let isSnapped: Bool

    /// Returns true if any part of the instance may be visible within a clip.
    ///
    /// - Parameter offset: the displacement of the instance, in pixels.
    func isSeen(in clip: PixelRect, movedBy offset: SIMD2<Double> = .zero) -> Bool {
      guard let box, !clip.isEmpty else { return false }
      let low = SIMD2(box.low.x, box.low.y) + offset
      let high = SIMD2(box.high.x, box.high.y) + offset
      if low.x - reach > Double(clip.maxX) || high.x + reach < Double(clip.minX)
        || low.y - reach > Double(clip.maxY) || high.y + reach < Double(clip.minY)
      {
        return false
      }
      // A box whose opposite edges snap to the same pixel edge covers no pixel.
      guard isSnapped else { return true }
      func isNothing(_ from: Double, _ to: Double) -> Bool {
        to - from < 1 && PixelSnapping.edge(from - 1e-4) == PixelSnapping.edge(to + 1e-4)
      }
      return !isNothing(low.x, high.x) && !isNothing(low.y, high.y)
    }
  }
}

extension LayerValues {
  /// True if only effects draw past the bounds, and sublayers have no transform of their own.
  fileprivate var keepsToBounds: Bool {
    guard let rare = rare?.values else { return contentsKeepToBounds }
    switch rare.kind {
    case .shape, .emitter, .tiled: return false
    case .gradient, .replicator, nil: break
    }
    return rare.sublayerTransform.isIdentity && contentsKeepToBounds && rare.contentsFade == nil
  }

  private var contentsKeepToBounds: Bool {
    guard contents != nil, let rare = rare?.values else { return true }
    return rare.contentsGravity == .resize
      && rare.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1)
  }
}

extension ProjectiveTransform {
  /// An upper bound on the scale of a length in any direction, for an affine transform.
  fileprivate var largestScale: Double {
    (m11 * m11 + m12 * m12 + m21 * m21 + m22 * m22).squareRoot()
  }
}

/// A box in space, in points, or in the picture, in pixels and at no depth.
private struct SpaceBox {
  private(set) var low = SIMD3<Double>(repeating: .infinity)
  private(set) var high = SIMD3<Double>(repeating: -.infinity)

  /// The box that contains everything.
  static let everything = SpaceBox(
    low: SIMD3(repeating: -.infinity), high: SIMD3(repeating: .infinity))

  /// Creates an empty box.
  init() {}

  private init(low: SIMD3<Double>, high: SIMD3<Double>) {
    self.low = low
    self.high = high
  }

  init(_ rect: CGRect) {
    low = SIMD3(Double(rect.minX), Double(rect.minY), 0)
    high = SIMD3(Double(rect.maxX), Double(rect.maxY), 0)
  }

  var isEmpty: Bool { !(low.x <= high.x) }

  /// True if sums of the coordinates keep fractions of a pixel.
  var isModerate: Bool {
    let limit = SIMD3(repeating: InstanceExtent.limit)
    return all(low .> -limit) && all(high .< limit)
  }

  mutating func add(_ other: SpaceBox) {
    low = pointwiseMin(low, other.low)
    high = pointwiseMax(high, other.high)
  }

  private mutating func add(_ point: SIMD3<Double>) {
    add(SpaceBox(low: point, high: point))
  }

  func moved(by offset: SIMD3<Double>) -> SpaceBox {
    SpaceBox(low: low + offset, high: high + offset)
  }

  private func corner(_ number: Int) -> SIMD3<Double> {
    SIMD3(
      number & 1 == 0 ? low.x : high.x, number & 2 == 0 ? low.y : high.y,
      number & 4 == 0 ? low.z : high.z)
  }

  /// Returns the bounding box of the image under a transform without perspective.
  func image(_ m: Transform3D) -> SpaceBox {
    var result = SpaceBox()
    for number in 0..<8 {
      let p = corner(number)
      result.add(
        SIMD3(
          p.x * m.m11 + p.y * m.m21 + p.z * m.m31 + m.m41,
          p.x * m.m12 + p.y * m.m22 + p.z * m.m32 + m.m42,
          p.x * m.m13 + p.y * m.m23 + p.z * m.m33 + m.m43))
    }
    return result
  }

  /// Returns the bounding box of the image in the picture, or nil if any of it is not in front of
  /// the eye.
  ///
  /// - Parameters:
  ///   - m: the transform to the space of a plane, into which everything is projected along z.
  ///   - toDevice: the transform from that plane to device pixels.
  ///   - nearest: the least perspective divisor.
  func projection(_ m: Transform3D, _ toDevice: ProjectiveTransform, nearest: Double) -> SpaceBox? {
    let t = toDevice
    var result = SpaceBox()
    for number in 0..<8 {
      let p = corner(number)
      let x = p.x * m.m11 + p.y * m.m21 + p.z * m.m31 + m.m41
      let y = p.x * m.m12 + p.y * m.m22 + p.z * m.m32 + m.m42
      let w = p.x * m.m14 + p.y * m.m24 + p.z * m.m34 + m.m44
      let depth = x * t.m13 + y * t.m23 + w * t.m33
      guard depth > nearest, w > nearest else { return nil }
      result.add(
        SIMD3(x * t.m11 + y * t.m21 + w * t.m31, x * t.m12 + y * t.m22 + w * t.m32, 0) / depth)
    }
    return result
  }
}

extension Transform3D {
  /// True if there is no perspective.
  fileprivate var keepsParallels: Bool { m14 == 0 && m24 == 0 && m34 == 0 && m44 == 1 }

  /// True if what is upright seen from the front remains so, whatever its depth.
  fileprivate var keepsUpright: Bool {
    m31 == 0 && m32 == 0 && m34 == 0 && ProjectiveTransform(flattening: self).isUpright
  }

  /// An upper bound on the scale of a length in any direction, for a transform without perspective.
  fileprivate var largestScale: Double {
    let squares =
      m11 * m11 + m12 * m12 + m13 * m13 + m21 * m21 + m22 * m22 + m23 * m23 + m31 * m31
      + m32 * m32 + m33 * m33
    return squares.squareRoot()
  }

  /// Projects everything along z into the plane at depth 0.
  fileprivate mutating func flatten() { (m13, m23, m33, m43) = (0, 0, 0, 0) }
}

extension Transform3D {
  /// Returns the transform applied about a point other than the origin. A pure translation is the
  /// same about every point.
  func about(_ center: SIMD3<Double>) -> Transform3D {
    var linear = self
    (linear.m41, linear.m42, linear.m43) = (0, 0, 0)
    if linear.isIdentity { return self }
    return Transform3D(translationX: -center.x, y: -center.y, z: -center.z)
      .concatenating(self)
      .concatenating(Transform3D(translationX: center.x, y: center.y, z: center.z))
  }
}
