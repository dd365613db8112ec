import Foundation

// Every setter works the same way: setting an equal value has no effect; a number that is not
// finite is rejected; a live layer looks up its action while the old value is still in place; then
// the value is stored, and the action runs.

extension Layer {
  /// The layer's rectangle in its own coordinate space, in points. The origin is the point of that
  /// space shown at the top left; changing it scrolls the sublayers.
  ///
  /// A negative size is standardised. Animatable. Changing the bounds does not change ``position``.
  ///
  /// - Precondition: all four numbers are finite.
  public final var bounds: CGRect {
    get { storage.values.bounds }
    set {
      checkFinite(newValue, "bounds")
      var value = newValue
      if value.size.width < 0 || value.size.height < 0 { value = value.standardized }
      let old = storage.values.bounds
      if old.origin.x == value.origin.x, old.origin.y == value.origin.y,
        old.size.width == value.size.width, old.size.height == value.size.height
      {
        return
      }
      let pending = willChange(.bounds)
      storage.values.bounds = value
      boundsDidChange(from: old)
      didChange(pending)
    }
  }

  /// The position of the ``anchorPoint`` in the superlayer's coordinate space, in points.
  /// Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var position: CGPoint {
    get { storage.values.position }
    set {
      let old = storage.values.position
      if old.x == newValue.x, old.y == newValue.y { return }
      checkFinite(newValue, "position")
      change(.position) { $0.position = newValue }
    }
  }

  /// The point of the bounds that ``position`` places and that the ``transform`` acts about, in
  /// unit coordinates: (0, 0) is the top left, (1, 1) the bottom right. (0.5, 0.5) by default. The
  /// point may lie outside 0...1. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var anchorPoint: CGPoint {
    get { storage.values.anchorPoint }
    set {
      let old = storage.values.anchorPoint
      if old.x == newValue.x, old.y == newValue.y { return }
      checkFinite(newValue, "anchorPoint")
      change(.anchorPoint) { $0.anchorPoint = newValue }
    }
  }

  /// The opacity of the layer and its sublayers, drawn together: 0 is transparent, 1 is opaque.
  /// Clamped when drawn. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var opacity: Float {
    get { storage.values.opacity }
    set {
      if storage.values.opacity == newValue { return }
      require(newValue.isFinite, refusal("opacity", "\(newValue)"))
      change(.opacity) { $0.opacity = newValue }
    }
  }

  /// The colour behind the contents. Nil, no colour, by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var backgroundColor: Color? {
    get { storage.values.backgroundColor }
    set {
      if storage.values.backgroundColor == newValue { return }
      if let color = newValue {
        require(
          color.red.isFinite && color.green.isFinite && color.blue.isFinite
            && color.alpha.isFinite, refusal("backgroundColor", "\(color)"))
      }
      change(.backgroundColor) {
        $0.backgroundColor = newValue
        $0.backgroundPixel = newValue?.premultipliedPixel ?? 0
      }
    }
  }

  /// The bitmap that the layer shows. Layers with the same bitmap share its pixels. Nil by default.
  /// Animatable, as a cross-fade.
  public final var contents: Bitmap? {
    get { storage.values.contents }
    set {
      if storage.contentsStorage?.toOpaque()
        == newValue.map({ Unmanaged.passUnretained($0.storage).toOpaque() })
      {
        return
      }
      let pending = willChange(.contents)
      storeContents(newValue)
      storage.status.remove(.drewContents)
      didChange(pending)
    }
  }

  /// A Boolean value indicating whether the layer and its sublayers are hidden. False by default.
  public final var isHidden: Bool {
    get { storage.values.flags.contains(.hidden) }
    set { setFlag(.hidden, newValue, .hidden) }
  }

  /// A Boolean value indicating whether sublayers are clipped to the bounds. False by default.
  public final var masksToBounds: Bool {
    get { storage.values.flags.contains(.masksToBounds) }
    set { setFlag(.masksToBounds, newValue, .masksToBounds) }
  }

  /// A Boolean value indicating whether the layer's drawing leaves no pixel translucent. If true,
  /// the context passed to ``draw(in:)`` is opaque. False by default. The value does not affect the
  /// composition of ``contents`` that you set.
  public final var isOpaque: Bool {
    get { storage.values.flags.contains(.opaque) }
    set { setFlag(.opaque, newValue, .opaque) }
  }

  /// A Boolean value indicating whether the layer's own coordinate space is flipped vertically,
  /// about the middle of its bounds, in its superlayer. False by default.
  public final var isGeometryFlipped: Bool {
    get { storage.values.flags.contains(.geometryFlipped) }
    set { setFlag(.geometryFlipped, newValue, .geometryFlipped) }
  }

  /// A Boolean value indicating whether the layer is visible when its ``transform`` turns it away
  /// from the viewer. True by default. If false, its sublayers are hidden with it, because they lie
  /// in its plane.
  public final var isDoubleSided: Bool {
    get { !storage.values.flags.contains(.singleSided) }
    set { setFlag(.singleSided, !newValue, .doubleSided) }
  }

  /// A Boolean value indicating whether a change of the bounds calls ``setNeedsDisplay()``. False
  /// by default.
  public final var needsDisplayOnBoundsChange: Bool {
    get { storage.values.flags.contains(.needsDisplayOnBoundsChange) }
    set {
      requireModel("needsDisplayOnBoundsChange")
      storage.values.flags[has: .needsDisplayOnBoundsChange] = newValue
    }
  }

  /// A Boolean value indicating whether ``opacity`` applies to the layer and its sublayers as a
  /// group. True by default. If false, it is multiplied into each of them separately.
  public final var allowsGroupOpacity: Bool {
    get { !storage.values.flags.contains(.separateOpacity) }
    set { setFlag(.separateOpacity, !newValue, .allowsGroupOpacity) }
  }

  @inline(__always)
  private final func setFlag(_ flag: LayerFlags, _ value: Bool, _ key: CommonKey) {
    if storage.values.flags.contains(flag) == value { return }
    change(key) { $0.flags.formSymmetricDifference(flag) }
  }

  // MARK: - Rejecting numbers

  final func checkFinite(_ point: CGPoint, _ key: StaticString) {
    // NaN or infinity times 0 is NaN, and so is every sum that contains it.
    require(point.x * 0 + point.y * 0 == 0, refusal(key, "[\(point.x) \(point.y)]"))
  }

  final func checkFinite(_ rect: CGRect, _ key: StaticString) {
    require(
      (rect.origin.x * 0 + rect.origin.y * 0) + (rect.size.width * 0 + rect.size.height * 0) == 0,
      refusal(
        key,
        "[\(rect.origin.x) \(rect.origin.y); \(rect.size.width) \(rect.size.height)]"))
  }

  @inline(never)
  final func refusal(_ key: StaticString, _ value: String) -> String {
    "\(diagnosticName): \(key) must be finite, not \(value)"
  }
}
