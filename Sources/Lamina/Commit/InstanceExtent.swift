import Foundation

/// A conservative bounding box of one instance of a replicator, in the replicator's space. It is
/// used to cull invisible instances before any of their layers is visited.
struct InstanceExtent: Sendable {
  /// The bounding box of the layers themselves, in points; null if there are none.
  private var rect = CGRect.null
  /// The extra reach of shadows and blurs, in points, and in pixels for their rounding.
  private var reach = 0.0
  private var reachInPixels = 0.0
  /// True if all layers are axis-aligned, with edges snapped to whole pixels.
  private var isSnapped = true

  /// The length, in points or pixels, beyond which nothing is culled, because sums lose fractions
  /// of a pixel there.
  private static let limit = 1e8
  /// The maximum number of instances of a nested replicator that are examined one by one.
  private static let mostInstances = 4096

  /// Creates the extent of the nodes in space 0, or returns nil if it is unknown, as for layers
  /// that are animated, in perspective or in a 3-D space, or drawn past their bounds.
  init?(_ tree: RenderTreeStorage) {
    if tree.hasAnimations { return nil }
    // The transforms from each space to space 0; nil where unknown.
    var places = [ProjectiveTransform?](repeating: nil, count: max(1, tree.spaceLimit))
    places[0] = .identity
    for page in tree.pages {
      for chunk in page.chunks {
        for index in 0..<chunk.count {
          let node = chunk.nodes[index]
          guard node.parentSpace >= 0, let parent = places[Int(node.parentSpace)] else {
            return nil
          }
          guard node.detail >= 0, let detail = chunk.details[Int(node.detail)] else {
            let box = CGRect(
              x: node.minX, y: node.minY, width: node.maxX - node.minX,
              height: node.maxY - node.minY)
            add(box, parent)
            if node.space >= 0 {
              places[Int(node.space)] = ProjectiveTransform(translationX: node.minX, y: node.minY)
                .concatenating(parent)
            }
            continue
          }
          let values = detail.values
          guard values.keepsToBounds else { return nil }
          let place = values.planeTransform(toParentWith: nil).concatenating(parent)
          // As it is drawn: the coordinates of its own space may lie anywhere.
          if values.isMerelyPlaced(in: nil) {
            add(values.untransformedFrame, parent)
          } else {
            add(values.bounds, place)
          }
          if let effects = values.rare?.values.effectsBox?.values, !add(effects, place) {
            return nil
          }
          if node.space >= 0 { places[Int(node.space)] = place }
          if detail.maskSpace >= 0 { places[Int(detail.maskSpace)] = place }
          if let replicated = detail.replicated, !add(replicated, values, place) { return nil }
        }
      }
    }
    guard rect.isNull || Self.isModerate(rect), reach < Self.limit else { return nil }
  }

  private static func isModerate(_ rect: CGRect) -> Bool {
    [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { abs($0) < limit }
  }

  private mutating func add(_ box: CGRect, _ place: ProjectiveTransform) {
    guard place.isAffine, place.isFinite, Self.isModerate(box) else {
      rect = CGRect(x: -.infinity, y: -.infinity, width: .infinity, height: .infinity)
      return
    }
    rect = rect.joined(place.boundingBox(of: box))
    isSnapped = isSnapped && place.isUpright
  }

  /// Adds the reach of effects, regardless of position, since the effects of nested layers add up.
  ///
  /// - Returns: false if the reach is unknown.
  private mutating func add(_ effects: LayerEffects, _ place: ProjectiveTransform) -> Bool {
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
    _ replicated: ReplicatedTree, _ values: LayerValues, _ place: ProjectiveTransform
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
      let whole = transform.about(center)
      guard whole.isAffine else { return false }
      let instance = ProjectiveTransform(flattening: whole).concatenating(place)
      if !inner.rect.isNull { add(inner.rect, instance) }
      innerReach = max(innerReach, inner.reach * instance.largestScale)
    }
    reach += innerReach
    reachInPixels += inner.reachInPixels
    isSnapped = isSnapped && inner.isSnapped
    return true
  }

  /// Returns the extent in device pixels, or nil if it is too distant or too large to be computed.
  ///
  /// - Parameter toDevice: the transform from the space of the replicator's sublayers to device
  ///   pixels.
  func placed(by toDevice: ProjectiveTransform) -> Placed? {
    if rect.isNull { return Placed(box: nil, reach: 0, isSnapped: true) }
    guard toDevice.isAffine, toDevice.isFinite else { return nil }
    let box = toDevice.boundingBox(of: rect)
    let reach = reach * toDevice.largestScale + reachInPixels + 2
    guard Self.isModerate(box), reach < Self.limit else { return nil }
    return Placed(box: box, reach: reach, isSnapped: isSnapped && toDevice.isUpright)
  }

  /// The extent of an instance in device pixels.
  struct Placed {
    /// The bounding box; nil if the instance is empty.
    fileprivate let box: CGRect?
    fileprivate let reach: Double
    fileprivate let isSnapped: Bool

    /// Returns true if any part of the instance may be visible within a clip.
    ///
    /// - Parameter offset: the displacement of the instance, in pixels.
    func isSeen(in clip: PixelRect, movedBy offset: SIMD2<Double> = .zero) -> Bool {
      guard let box, !clip.isEmpty else { return false }
      let low = SIMD2(Double(box.minX), Double(box.minY)) + offset
      let high = SIMD2(Double(box.maxX), Double(box.maxY)) + offset
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
  /// True if only effects draw past the bounds, and everything lies in one plane.
  fileprivate var keepsToBounds: Bool {
    guard let rare = rare?.values else { return !isSpace && contentsKeepToBounds }
    switch rare.kind {
    case .shape, .emitter, .tiled: return false
    case .gradient, .replicator, nil: break
    }
    return !isSpace && rare.sublayerTransform.isIdentity && contentsKeepToBounds
      && rare.contentsFade == nil
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

extension CGRect {
  /// Returns the smallest rectangle that contains both, either of which may have no area.
  fileprivate func joined(_ other: CGRect) -> CGRect {
    if isNull { return other }
    let (x, y) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    return CGRect(
      x: x, y: y, width: Swift.max(maxX, other.maxX) - x,
      height: Swift.max(maxY, other.maxY) - y)
  }
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
