import Foundation

extension Layer {
  /// The smallest upright rectangle around the layer in its superlayer's space, in points.
  ///
  /// It is derived: from ``bounds``, ``position``, ``anchorPoint`` and ``transform``, without
  /// the superlayer's ``sublayerTransform``; it is `.null` where a perspective leaves nothing to
  /// see. Setting it sets ``position`` and the size of the ``bounds`` so that the layer comes to
  /// lie there; the anchor point and the origin of the bounds stay. A negative size is
  /// standardised. Under a rotation that is not by a multiple of 90° do not set it.
  ///
  /// - Precondition: all four numbers are finite.
  public final var frame: CGRect {
    get { core.pointee.values.frame }
    set {
      requireModel("frame")
      checkFinite(newValue, "frame")
      let target = newValue.standardized
      var values = core.pointee.values
      values.bounds.size = values.boundsSize(framed: target.size)
      values.position = .zero
      let placed = values.frame
      let size = values.bounds.size
      if !placed.isNull {
        position = CGPoint(
          x: target.origin.x - placed.origin.x, y: target.origin.y - placed.origin.y)
      }
      bounds = CGRect(origin: bounds.origin, size: size)
    }
  }

  // MARK: - Converting

  /// A point of another layer's own space in this layer's own space, in points.
  ///
  /// - Parameter layer: nil stands for the space around the topmost layer, in which its frame
  ///   is. A layer of another tree is taken as if both topmost layers stood in one space.
  /// - Returns: (NaN, NaN) where a transform on the way is singular or the point is behind the
  ///   viewer of a perspective.
  /// - Complexity: O(depth).
  public final func convert(_ point: CGPoint, from layer: Layer?) -> CGPoint {
    Self.transform(from: layer, to: self)?.apply(point) ?? .nowhere
  }

  /// A point of this layer's own space in another layer's own space, in points.
  ///
  /// - Parameter layer: nil stands for the space around the topmost layer.
  /// - Returns: (NaN, NaN) where a transform on the way is singular or the point is behind the
  ///   viewer of a perspective.
  /// - Complexity: O(depth).
  public final func convert(_ point: CGPoint, to layer: Layer?) -> CGPoint {
    Self.transform(from: self, to: layer)?.apply(point) ?? .nowhere
  }

  /// The smallest upright rectangle in this layer's space around a rectangle of another's.
  ///
  /// - Parameter layer: nil stands for the space around the topmost layer.
  /// - Returns: `.null` where it has no image.
  /// - Complexity: O(depth).
  public final func convert(_ rect: CGRect, from layer: Layer?) -> CGRect {
    Self.transform(from: layer, to: self)?.boundingBox(of: rect) ?? .null
  }

  /// The smallest upright rectangle in another layer's space around a rectangle of this one's.
  ///
  /// - Parameter layer: nil stands for the space around the topmost layer.
  /// - Returns: `.null` where it has no image.
  /// - Complexity: O(depth).
  public final func convert(_ rect: CGRect, to layer: Layer?) -> CGRect {
    Self.transform(from: self, to: layer)?.boundingBox(of: rect) ?? .null
  }

  /// Whether the layer's space is upside down in the frame: whether an odd number of
  /// ``isGeometryFlipped`` acts on it, its own included.
  public final func contentsAreFlipped() -> Bool {
    chainToRoot.reduce(false) { $0 != $1.isGeometryFlipped }
  }

  /// From one layer's own space to another's, up to the nearest layer that holds both and down
  /// again; nil where the way down cannot be found back.
  private static func transform(from source: Layer?, to target: Layer?) -> PlaneTransform? {
    let (outwards, inwards, shared) = chains(from: source, to: target)
    let up = transform(through: outwards, count: outwards.count - shared)
    guard inwards.count > shared else { return up }
    guard let down = transform(through: inwards, count: inwards.count - shared).inverted() else {
      return nil
    }
    return up.concatenating(down)
  }

  /// From the own space of the first layer of a chain to that of the layer after `count`.
  private static func transform(through chain: [Layer], count: Int) -> PlaneTransform {
    var result = PlaneTransform.identity
    for index in 0..<count {
      let parent = index + 1 < chain.count ? chain[index + 1].values : nil
      result = result.concatenating(
        chain[index].values.planeTransform(toParentWith: parent))
    }
    return result
  }

  // MARK: - Hit testing

  /// The deepest layer at a point of the superlayer's space, this one included; nil where
  /// nothing is hit.
  ///
  /// Of overlapping sublayers the topmost is hit: the higher ``zPosition``, then the later
  /// index. Hidden layers and those of opacity 0 are left out with all they hold; a sublayer
  /// outside the bounds can be hit unless ``masksToBounds`` is set. Outside its ``mask``, taken
  /// as a layer that may be hit, nothing of a layer can be. Override
  /// ``contains(_:)`` to give a layer another shape.
  ///
  /// - Complexity: O(layers that the point could be in).
  public final func hitTest(_ point: CGPoint) -> Layer? {
    Self.hitTest(self, at: point, in: superlayer)
  }

  /// - Parameter parent: the layer in whose space the point is, with its sublayer transform.
  fileprivate static func hitTest(_ top: Layer, at point: CGPoint, in parent: Layer?) -> Layer? {
    guard var visit = HitVisit(top, at: point, in: parent) else { return nil }
    var stack: [HitVisit] = []
    while true {
      if let child = visit.popSublayer() {
        if let below = HitVisit(child, at: visit.point, in: visit.layer) {
          stack.append(visit)
          visit = below
        }
      } else if visit.layer.contains(visit.point) {
        return visit.layer
      } else if let above = stack.popLast() {
        visit = above
      } else {
        return nil
      }
    }
  }
}

/// A layer on the way of a hit test. The test keeps its own stack: a tree may be deeper than
/// the thread's.
private struct HitVisit {
  let layer: Layer
  /// In the layer's own space.
  let point: CGPoint
  /// In drawing order; those before ``remaining`` are still to be asked.
  private let sublayers: [Layer]
  private var remaining: Int

  /// Nil where neither the layer nor anything in it can be hit.
  init?(_ layer: Layer, at point: CGPoint, in parent: Layer?) {
    guard let own = Self.ownPoint(point, of: layer, in: parent) else { return nil }
    self.layer = layer
    self.point = own
    sublayers = layer.sublayersInDrawingOrder
    remaining = sublayers.count
  }

  /// Where a point of the superlayer's space is in a layer's own; nil where it cannot be hit.
  private static func ownPoint(
    _ point: CGPoint, of layer: Layer, in parent: Layer?
  ) -> CGPoint? {
    let flags = layer.core.pointee.values.flags
    if flags.contains(.hidden) || layer.core.pointee.values.opacity <= 0 { return nil }
    var own: CGPoint
    if flags.contains(.geometryFlipped) || layer.core.pointee.values.rare != nil
      || parent?.hasRareValues == true
    {
      guard
        let inverse = layer.values.planeTransform(toParentWith: parent?.values).inverted()
      else { return nil }
      own = inverse.apply(point)
    } else {
      let anchor = layer.core.pointee.values.anchor
      let position = layer.core.pointee.values.position
      own = CGPoint(x: point.x - position.x + anchor.x, y: point.y - position.y + anchor.y)
    }
    guard own.x.isFinite, own.y.isFinite else { return nil }
    // The sublayer transform does not act on the mask.
    if let mask = layer.mask, Layer.hitTest(mask, at: own, in: nil) == nil { return nil }
    return flags.contains(.masksToBounds) && !layer.contains(own) ? nil : own
  }

  mutating func popSublayer() -> Layer? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    return sublayers[remaining]
  }
}

extension LayerValues {
  /// The size of the bounds under which the frame has a size.
  fileprivate func boundsSize(framed size: CGSize) -> CGSize {
    guard let transform = rare?.values.transform, !transform.isIdentity else { return size }
    let inverse = Transform2D(
      a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: 0, ty: 0
    ).inverted()
    let result = size.applying(inverse)
    return CGSize(width: abs(result.width), height: abs(result.height))
  }
}

extension Layer {
  fileprivate var hasRareValues: Bool {
    withExtendedLifetime(self) { core.pointee.values.rare != nil }
  }
}

extension CGPoint {
  /// What a point becomes that has no image.
  fileprivate static let nowhere = CGPoint(x: CGFloat.nan, y: .nan)
}
