import Foundation

extension Layer {
  /// The layer's axis-aligned bounding box in its superlayer's coordinate space, in points.
  ///
  /// The frame is derived from ``bounds``, ``position``, ``anchorPoint`` and ``transform``, without
  /// the superlayer's ``sublayerTransform``. It is `.null` if a perspective leaves nothing visible.
  /// Setting the frame sets ``position`` and the size of the ``bounds`` to match it; the anchor
  /// point and the origin of the bounds stay. A negative size is standardised. Do not set the frame
  /// under a rotation by anything other than a multiple of 90°.
  ///
  /// - Precondition: all four numbers are finite, and so are the resulting position and bounds
  ///   size.
  public final var frame: CGRect {
    get { storage.values.frame }
    set {
      requireModel("frame")
      var target = newValue
      if target.size.width < 0 || target.size.height < 0 { target = target.standardized }
      if !hasRareValues {
        let anchor = storage.values.anchorPoint
        let position = CGPoint(
          x: target.origin.x + anchor.x * target.size.width,
          y: target.origin.y + anchor.y * target.size.height)
        checkFramed(newValue, position, target.size)
        return place(at: position, size: target.size)
      }
      checkFinite(newValue, "frame")
      let (position, size) = storage.values.placement(framed: target)
      checkFramed(newValue, position ?? .zero, size)
      if let position { self.position = position }
      bounds = CGRect(origin: bounds.origin, size: size)
    }
  }

  /// Rejects a frame that is not finite or that leads to a position or bounds size that is not.
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

  /// Converts a point from another layer's coordinate space to this layer's, in points.
  ///
  /// - Parameters:
  ///   - point: the point, in the other layer's coordinate space.
  ///   - layer: the layer to convert from, or nil for the space around the root layer, which
  ///     contains its frame. For a layer of another tree, both root layers are taken to be in one
  ///     space.
  /// - Returns: the converted point, or (NaN, NaN) if a transform on the path is singular or the
  ///   point is behind the viewer of a perspective.
  /// - Complexity: O(depth).
  public final func convert(_ point: CGPoint, from layer: Layer?) -> CGPoint {
    Self.transform(from: layer, to: self)?.apply(point) ?? .nowhere
  }

  /// Converts a point from this layer's coordinate space to another layer's, in points.
  ///
  /// - Parameters:
  ///   - point: the point, in this layer's coordinate space.
  ///   - layer: the layer to convert to, or nil for the space around the root layer.
  /// - Returns: the converted point, or (NaN, NaN) if a transform on the path is singular or the
  ///   point is behind the viewer of a perspective.
  /// - Complexity: O(depth).
  public final func convert(_ point: CGPoint, to layer: Layer?) -> CGPoint {
    Self.transform(from: self, to: layer)?.apply(point) ?? .nowhere
  }

  /// Converts a rectangle from another layer's coordinate space to this layer's, in points.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in the other layer's coordinate space.
  ///   - layer: the layer to convert from, or nil for the space around the root layer.
  /// - Returns: the axis-aligned bounding box of the converted rectangle, or `.null` if it has no
  ///   image.
  /// - Complexity: O(depth).
  public final func convert(_ rect: CGRect, from layer: Layer?) -> CGRect {
    Self.transform(from: layer, to: self)?.boundingBox(of: rect) ?? .null
  }

  /// Converts a rectangle from this layer's coordinate space to another layer's, in points.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in this layer's coordinate space.
  ///   - layer: the layer to convert to, or nil for the space around the root layer.
  /// - Returns: the axis-aligned bounding box of the converted rectangle, or `.null` if it has no
  ///   image.
  /// - Complexity: O(depth).
  public final func convert(_ rect: CGRect, to layer: Layer?) -> CGRect {
    Self.transform(from: self, to: layer)?.boundingBox(of: rect) ?? .null
  }

  /// Returns a Boolean value indicating whether the layer's space appears upside down: true if
  /// ``isGeometryFlipped`` is set on an odd number of the layer and its ancestors.
  public final func contentsAreFlipped() -> Bool {
    chainToRoot.reduce(false) { $0 != $1.isGeometryFlipped }
  }

  /// Returns the transform from one layer's space to another's, via their nearest common ancestor,
  /// or nil if the path down is not invertible.
  private static func transform(from source: Layer?, to target: Layer?) -> ProjectiveTransform? {
    let (outwards, inwards, shared) = chains(from: source, to: target)
    let up = transform(through: outwards, count: outwards.count - shared)
    guard inwards.count > shared else { return up }
    guard let down = transform(through: inwards, count: inwards.count - shared).inverted() else {
      return nil
    }
    return up.concatenating(down)
  }

  /// Returns the transform from the space of the first layer of a chain to that of the layer after
  /// `count`.
  private static func transform(through chain: [Layer], count: Int) -> ProjectiveTransform {
    var way = AncestorTransform()
    for index in 0..<count {
      let parent = index + 1 < chain.count ? chain[index + 1].values : nil
      way.leave(chain[index].values, into: parent, goesOn: index + 1 < count)
    }
    return way.transform
  }

  // MARK: - Hit testing

  /// Returns the deepest layer at a point of the superlayer's coordinate space, this layer
  /// included, or nil if no layer is hit.
  ///
  /// Of overlapping sublayers the topmost is hit: the one with the higher ``zPosition``, then the
  /// later index. Hidden layers and layers with an opacity of 0 are skipped with their subtrees. A
  /// sublayer outside the bounds can be hit unless ``masksToBounds`` is set. A layer cannot be hit
  /// outside its ``mask``, which is hit-tested like any layer. Override ``contains(_:)`` to give a
  /// layer another shape.
  ///
  /// A ``TransformLayer`` is never hit; its sublayers are tested front to back as they appear.
  /// Called on a transform layer itself, the method returns nil, because the layer has no plane for
  /// the point.
  ///
  /// - Complexity: O(*n*) in the layers that may contain the point.
  public final func hitTest(_ point: CGPoint) -> Layer? {
    values.isSpace
      ? nil : Self.hitTest(self, at: point, in: superlayer)
  }

  /// Returns the deepest layer at a point, or nil if no layer is hit.
  ///
  /// - Parameter parent: the layer whose space contains the point, with its sublayer transform.
  fileprivate static func hitTest(_ top: Layer, at point: CGPoint, in parent: Layer?) -> Layer? {
    guard var visit = HitTestFrame(top, at: point, in: parent) else { return nil }
    var stack: [HitTestFrame] = []
    while true {
      if let (child, space) = visit.popSublayer() {
        if let below = HitTestFrame(child, at: visit.point, in: visit.layer, through: space) {
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

/// A frame of the hit-testing traversal, which keeps its own stack because a tree may be deeper
/// than the thread's stack allows.
private struct HitTestFrame {
  let layer: Layer
  /// The point in the layer's own space or, for a transform layer, in the space around it.
  let point: CGPoint
  /// True if the layer is a transform layer, so that the layers in its 3-D space are tested.
  let isSpace: Bool
  /// The layers in drawing order; those before ``remaining`` are still to be tested.
  private let sublayers: [Layer]
  /// For a transform layer, the transforms from the space of each of these layers to the plane of
  /// the point; empty otherwise.
  private let spaces: [Transform3D]
  private var remaining: Int

  /// Creates a frame, or returns nil if neither the layer nor anything in it can be hit.
  ///
  /// - Parameter space: the transform from the layer's parent space to the plane of the point, or
  ///   nil if that plane is the superlayer's.
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

  /// Converts a point from the superlayer's space to a layer's own, or returns nil if it cannot hit
  /// the layer.
  private static func ownPoint(
    _ point: CGPoint, of layer: Layer, in parent: Layer?, through space: Transform3D?
  ) -> CGPoint? {
    let flags = layer.storage.values.flags
    if flags.contains(.hidden) || layer.storage.values.opacity <= 0 { return nil }
    var own: CGPoint
    if space != nil || flags.contains(.geometryFlipped) || layer.storage.values.rare != nil
      || parent?.hasRareValues == true
    {
      let plane =
        space.map {
          ProjectiveTransform(flattening: layer.values.transformToParent.concatenating($0))
        } ?? layer.values.planeTransform(toParentWith: parent?.values)
      guard let inverse = plane.inverted() else { return nil }
      own = inverse.apply(point)
    } else {
      let anchor = layer.storage.values.anchor
      let position = layer.storage.values.position
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
  /// Returns the layers in this layer's 3-D space in drawing order, each with the transform from
  /// its parent space to a plane. Omits hidden layers.
  ///
  /// - Parameter space: the transform from this layer's parent space to that plane.
  fileprivate final func planesInDrawingOrder(
    through space: Transform3D
  ) -> (layers: [Layer], spaces: [Transform3D]) {
    var layers: [Layer] = []
    var spaces: [Transform3D] = []
    var seen: [ProjectedPolygon?] = []
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
        seen.append(ProjectedPolygon(values.bounds, transform))
      }
    }
    let order = PainterSort.order(seen)
    return (order.map { layers[$0] }, order.map { spaces[$0] })
  }
}

extension LayerValues {
  /// Returns the position and the size of the bounds, in points, that give the layer a frame. The
  /// position is nil if a perspective leaves nothing visible. The numbers may not be finite.
  func placement(framed target: CGRect) -> (position: CGPoint?, size: CGSize) {
    var values = self
    values.bounds.size = boundsSize(framed: target.size)
    values.position = .zero
    let placed = values.frame
    let position = CGPoint(
      x: target.origin.x - placed.origin.x, y: target.origin.y - placed.origin.y)
    return (placed.isNull ? nil : position, values.bounds.size)
  }

  /// Returns the size of the bounds that gives the frame a size.
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
    withExtendedLifetime(self) { storage.values.rare != nil }
  }

  /// True if this is a replicator without instances.
  fileprivate var hasNoInstance: Bool {
    hasRareValues && (values.replicator?.instanceCount ?? 1) < 1
  }
}

extension CGPoint {
  /// The result of converting a point that has no image.
  fileprivate static let nowhere = CGPoint(x: CGFloat.nan, y: .nan)
}
