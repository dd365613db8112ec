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
  /// - Precondition: all four numbers are finite, and so are the position and the size of the bounds
  ///   that follow from them.
  public final var frame: CGRect {
    get { core.pointee.values.frame }
    set {
      requireModel("frame")
      var target = newValue
      if target.size.width < 0 || target.size.height < 0 { target = target.standardized }
      if !hasRareValues {
        let anchor = core.pointee.values.anchorPoint
        let position = CGPoint(
          x: target.origin.x + anchor.x * target.size.width,
          y: target.origin.y + anchor.y * target.size.height)
        checkFramed(newValue, position, target.size)
        return place(at: position, size: target.size)
      }
      checkFinite(newValue, "frame")
      let (position, size) = core.pointee.values.placement(framed: target)
      checkFramed(newValue, position ?? .zero, size)
      if let position { self.position = position }
      bounds = CGRect(origin: bounds.origin, size: size)
    }
  }

  /// Refuses a frame that is not finite, or from which no finite position or size of the bounds
  /// follows.
  @inline(__always)
  private func checkFramed(_ frame: CGRect, _ position: CGPoint, _ size: CGSize) {
    require(
      position.x * 0 + position.y * 0 + (size.width * 0 + size.height * 0) == 0,
      unframed(frame, position, size))
  }

  @inline(never)
  private func unframed(_ frame: CGRect, _ position: CGPoint, _ size: CGSize) -> String {
    let numbers =
      "[\(frame.origin.x) \(frame.origin.y); \(frame.size.width) \(frame.size.height)]"
    let sum = frame.origin.x * 0 + frame.origin.y * 0
    guard sum + (frame.size.width * 0 + frame.size.height * 0) == 0 else {
      return refusal("frame", numbers)
    }
    return """
      \(diagnosticName): frame cannot be \(numbers): it takes a position of [\(position.x) \
      \(position.y)] and bounds of [\(size.width) \(size.height)], which must be finite
      """
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
    var way = PlaneWay()
    for index in 0..<count {
      let parent = index + 1 < chain.count ? chain[index + 1].values : nil
      way.leave(chain[index].values, into: parent, goesOn: index + 1 < count)
    }
    return way.transform
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
  /// A ``TransformLayer`` is never hit, and its sublayers in the order in which they are seen;
  /// asked itself, it has no plane that a point could be in, and gives nil.
  ///
  /// - Complexity: O(layers that the point could be in).
  public final func hitTest(_ point: CGPoint) -> Layer? {
    values.isSpace
      ? nil : Self.hitTest(self, at: point, in: superlayer)
  }

  /// - Parameter parent: the layer in whose space the point is, with its sublayer transform.
  fileprivate static func hitTest(_ top: Layer, at point: CGPoint, in parent: Layer?) -> Layer? {
    guard var visit = HitVisit(top, at: point, in: parent) else { return nil }
    var stack: [HitVisit] = []
    while true {
      if let (child, space) = visit.popSublayer() {
        if let below = HitVisit(child, at: visit.point, in: visit.layer, through: space) {
          stack.append(visit)
          visit = below
        }
      } else if !visit.isSpace, visit.layer.contains(visit.point) {
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
  /// In the layer's own space; of a transform layer in that around it.
  let point: CGPoint
  /// Whether the layer flattens nothing, and what is asked stands in its space.
  let isSpace: Bool
  /// In drawing order; those before ``remaining`` are still to be asked.
  private let sublayers: [Layer]
  /// From the space that each of them stands in, where that is no layer's plane.
  private let spaces: [Transform3D]
  private var remaining: Int

  /// Nil where neither the layer nor anything in it can be hit.
  ///
  /// - Parameter space: from what the layer stands in to the plane that the point is in; nil where
  ///   that is the superlayer's.
  init?(_ layer: Layer, at point: CGPoint, in parent: Layer?, through space: Transform3D? = nil) {
    self.layer = layer
    isSpace = layer.values.isSpace
    if isSpace {
      self.point = point
      (sublayers, spaces) = layer.planesInDrawingOrder(
        through: space ?? parent?.values.sublayerTransformInPlace ?? .identity)
    } else {
      guard let own = Self.ownPoint(point, of: layer, in: parent, through: space) else {
        return nil
      }
      self.point = own
      sublayers = layer.hasNoInstance ? [] : layer.sublayersInDrawingOrder
      spaces = []
    }
    remaining = sublayers.count
  }

  /// Where a point of the superlayer's space is in a layer's own; nil where it cannot be hit.
  private static func ownPoint(
    _ point: CGPoint, of layer: Layer, in parent: Layer?, through space: Transform3D?
  ) -> CGPoint? {
    let flags = layer.core.pointee.values.flags
    if flags.contains(.hidden) || layer.core.pointee.values.opacity <= 0 { return nil }
    var own: CGPoint
    if space != nil || flags.contains(.geometryFlipped) || layer.core.pointee.values.rare != nil
      || parent?.hasRareValues == true
    {
      let plane =
        space.map {
          PlaneTransform(flattening: layer.values.transformToParent.concatenating($0))
        } ?? layer.values.planeTransform(toParentWith: parent?.values)
      guard let inverse = plane.inverted() else { return nil }
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

  mutating func popSublayer() -> (layer: Layer, space: Transform3D?)? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    return (sublayers[remaining], isSpace ? spaces[remaining] : nil)
  }
}

extension Layer {
  /// The layers that stand in the space of this one, in the order in which they are drawn, and the
  /// transforms from what each stands in to a plane. What is hidden is left out.
  ///
  /// - Parameter space: from what this layer stands in to that plane.
  fileprivate final func planesInDrawingOrder(
    through space: Transform3D
  ) -> (layers: [Layer], spaces: [Transform3D]) {
    var layers: [Layer] = []
    var spaces: [Transform3D] = []
    var seen: [SeenPlane?] = []
    var pending = [(layer: self, space: space)]
    while let (layer, space) = pending.popLast() {
      let values = layer.values
      if values.flags.contains(.hidden) || values.opacity <= 0 { continue }
      let transform = values.transformToParent.concatenating(space)
      if layer === self || values.flags.contains(.preservesDepth) {
        if layer.hasNoInstance { continue }
        let inner = values.sublayerTransformInPlace?.concatenating(transform) ?? transform
        pending += layer.sublayersInDrawingOrder.reversed().map { ($0, inner) }
      } else {
        layers.append(layer)
        spaces.append(space)
        seen.append(SeenPlane(values.bounds, transform))
      }
    }
    let order = DepthSorting.order(seen)
    return (order.map { layers[$0] }, order.map { spaces[$0] })
  }
}

extension LayerValues {
  /// The position and the size of the bounds under which the frame is a rectangle, in points; no
  /// position where a perspective leaves nothing to see. They may not be finite.
  func placement(framed target: CGRect) -> (position: CGPoint?, size: CGSize) {
    var values = self
    values.bounds.size = boundsSize(framed: target.size)
    values.position = .zero
    let placed = values.frame
    let position = CGPoint(
      x: target.origin.x - placed.origin.x, y: target.origin.y - placed.origin.y)
    return (placed.isNull ? nil : position, values.bounds.size)
  }

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

  /// Whether this is a replicator that shows nothing of what it holds.
  fileprivate var hasNoInstance: Bool {
    hasRareValues && (values.replicator?.instanceCount ?? 1) < 1
  }
}

extension CGPoint {
  /// What a point becomes that has no image.
  fileprivate static let nowhere = CGPoint(x: CGFloat.nan, y: .nan)
}
