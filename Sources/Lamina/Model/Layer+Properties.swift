import Foundation

// Every setter does the same: an equal value changes nothing; a number that is not finite is
// refused; a live layer asks for its action with the old value still in place; then the value
// is stored, and the action runs.

extension Layer {
  /// The rectangle of the layer in its own coordinate space, in points. Its origin is the
  /// point of that space that is shown at the top left; sublayers move against it.
  ///
  /// A negative size is standardised. Animatable. Changing it leaves ``position`` as it is.
  ///
  /// - Precondition: all four numbers are finite.
  public final var bounds: CGRect {
    get { core.pointee.values.bounds }
    set {
      checkFinite(newValue, "bounds")
      var value = newValue
      if value.size.width < 0 || value.size.height < 0 { value = value.standardized }
      let old = core.pointee.values.bounds
      if old.origin.x == value.origin.x, old.origin.y == value.origin.y,
        old.size.width == value.size.width, old.size.height == value.size.height
      {
        return
      }
      let pending = willChange(.bounds)
      core.pointee.values.bounds = value
      boundsDidChange(from: old)
      didChange(pending)
    }
  }

  /// Where the ``anchorPoint`` stands in the superlayer's coordinate space, in points.
  /// Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var position: CGPoint {
    get { core.pointee.values.position }
    set {
      let old = core.pointee.values.position
      if old.x == newValue.x, old.y == newValue.y { return }
      checkFinite(newValue, "position")
      change(.position) { $0.position = newValue }
    }
  }

  /// The point of the bounds that ``position`` places and the ``transform`` turns about, in
  /// unit coordinates: (0, 0) is the top left, (1, 1) the bottom right. (0.5, 0.5) by default;
  /// may lie outside 0...1. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var anchorPoint: CGPoint {
    get { core.pointee.values.anchorPoint }
    set {
      let old = core.pointee.values.anchorPoint
      if old.x == newValue.x, old.y == newValue.y { return }
      checkFinite(newValue, "anchorPoint")
      change(.anchorPoint) { $0.anchorPoint = newValue }
    }
  }

  /// How much of the layer and its sublayers, drawn together, covers what is behind:
  /// 0 nothing, 1 all. Clamped when drawn. 1 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var opacity: Float {
    get { core.pointee.values.opacity }
    set {
      if core.pointee.values.opacity == newValue { return }
      require(newValue.isFinite, refusal("opacity", "\(newValue)"))
      change(.opacity) { $0.opacity = newValue }
    }
  }

  /// The colour behind the contents. Nil, no colour, by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var backgroundColor: Color? {
    get { core.pointee.values.backgroundColor }
    set {
      if core.pointee.values.backgroundColor == newValue { return }
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

  /// The bitmap that the layer shows. Layers that show the same one share its pixels. Nil by
  /// default. Animatable: old and new are cross-faded.
  public final var contents: Bitmap? {
    get { core.pointee.values.contents }
    set {
      if core.pointee.contentsStorage?.toOpaque()
        == newValue.map({ Unmanaged.passUnretained($0.storage).toOpaque() })
      {
        return
      }
      let pending = willChange(.contents)
      storeContents(newValue)
      core.pointee.status.remove(.drewContents)
      didChange(pending)
    }
  }

  /// Whether the layer and its sublayers are left out of the picture. False by default.
  public final var isHidden: Bool {
    get { core.pointee.values.flags.contains(.hidden) }
    set { setFlag(.hidden, newValue, .hidden) }
  }

  /// Whether sublayers are cut off at the bounds. False by default.
  public final var masksToBounds: Bool {
    get { core.pointee.values.flags.contains(.masksToBounds) }
    set { setFlag(.masksToBounds, newValue, .masksToBounds) }
  }

  /// A promise that the layer's drawing leaves no pixel translucent: a context for
  /// ``draw(in:)`` is then opaque. False by default. It does not change how ``contents`` that
  /// you set are composed.
  public final var isOpaque: Bool {
    get { core.pointee.values.flags.contains(.opaque) }
    set { setFlag(.opaque, newValue, .opaque) }
  }

  /// Whether the layer's own coordinate space is turned upside down about the middle of its
  /// bounds where it meets its superlayer. False by default.
  public final var isGeometryFlipped: Bool {
    get { core.pointee.values.flags.contains(.geometryFlipped) }
    set { setFlag(.geometryFlipped, newValue, .geometryFlipped) }
  }

  /// Whether the layer is seen when its ``transform`` turns its back to the viewer. True by
  /// default. False hides the sublayers with it, as they lie in its plane.
  public final var isDoubleSided: Bool {
    get { !core.pointee.values.flags.contains(.singleSided) }
    set { setFlag(.singleSided, !newValue, .doubleSided) }
  }

  /// Whether a change of the bounds calls ``setNeedsDisplay()``. False by default.
  public final var needsDisplayOnBoundsChange: Bool {
    get { core.pointee.values.flags.contains(.needsDisplayOnBoundsChange) }
    set {
      requireModel("needsDisplayOnBoundsChange")
      if newValue {
        core.pointee.values.flags.insert(.needsDisplayOnBoundsChange)
      } else {
        core.pointee.values.flags.remove(.needsDisplayOnBoundsChange)
      }
    }
  }

  /// Whether ``opacity`` applies to the layer and its sublayers composed together. True by
  /// default; false multiplies it into each of them singly.
  public final var allowsGroupOpacity: Bool {
    get { !core.pointee.values.flags.contains(.separateOpacity) }
    set { setFlag(.separateOpacity, !newValue, .allowsGroupOpacity) }
  }

  @inline(__always)
  private final func setFlag(_ flag: LayerFlags, _ value: Bool, _ key: LayerKey) {
    if core.pointee.values.flags.contains(flag) == value { return }
    change(key) { $0.flags.formSymmetricDifference(flag) }
  }

  // MARK: - Refusing numbers

  @inline(__always)
  final func checkFinite(_ point: CGPoint, _ key: StaticString) {
    // What is not finite is NaN times 0, and so is every sum with it.
    require(point.x * 0 + point.y * 0 == 0, refusal(key, "[\(point.x) \(point.y)]"))
  }

  @inline(__always)
  final func checkFinite(_ rect: CGRect, _ key: StaticString) {
    require(
      (rect.origin.x * 0 + rect.origin.y * 0) + (rect.size.width * 0 + rect.size.height * 0) == 0,
      refusal(
        key,
        "[\(rect.origin.x) \(rect.origin.y); \(rect.size.width) \(rect.size.height)]"))
  }

  @inline(never)
  final func refusal(_ key: StaticString, _ value: String) -> String {
    "\(diagnosticName): \(key) must be finite, and \(value) is not"
  }
}
