import Lamina

// Properties whose type differs in Core Animation. If QuartzCore is imported alone, these are
// visible; if Lamina is imported as well, its own are preferred wherever their type fits.

extension CALayer {
  /// The layer's contents: a ``CGImage``, or nil. `NSNull` is nil.
  ///
  /// - Precondition: one of these.
  @_disfavoredOverload
  public final var contents: Any? {
    get { self.Lamina::contents }
    set {
      switch newValue {
      case nil, is NSNull: self.Lamina::contents = nil
      case let image as CGImage: self.Lamina::contents = image
      case let value?:
        // The rest is an optional in an Any, or a value that cannot be shown.
        guard let image = value as? CGImage? else {
          refuse("a layer's contents must be a CGImage or nil, not a \(Swift.type(of: value))")
        }
        self.Lamina::contents = image
      }
    }
  }

  /// The blend mode of the layer with what is behind it: a `BlendMode`, or Core Animation's name
  /// of one, such as "multiplyBlendMode"; nil for normal source-over compositing.
  ///
  /// - Precondition: one of these.
  /// - Precondition: one of these.
  @_disfavoredOverload
  public final var compositingFilter: Any? {
    get { self.Lamina::compositingFilter.map { $0.rawValue + "BlendMode" } }
    set {
      guard let newValue, !(newValue is NSNull) else {
        self.Lamina::compositingFilter = nil
        return
      }
      guard
        let mode = newValue as? BlendMode ?? (newValue as? String).flatMap(BlendMode.init(name:))
      else {
        refuse("a layer's compositingFilter must be the name of a blend mode, not \(newValue)")
      }
      self.Lamina::compositingFilter = mode
    }
  }

  /// The filters applied to the layer's picture. Each is a `Filter`; there is no Core Image.
  ///
  /// - Precondition: each element is a `Filter`.
  @_disfavoredOverload
  public final var filters: [Any]? {
    get { self.Lamina::filters.isEmpty ? nil : self.Lamina::filters }
    set { self.Lamina::filters = Self.checked(newValue) }
  }

  /// The filters applied to what is behind the layer. Each is a `Filter`; there is no Core Image.
  ///
  /// - Precondition: each element is a `Filter`.
  @_disfavoredOverload
  public final var backgroundFilters: [Any]? {
    get { self.Lamina::backgroundFilters.isEmpty ? nil : self.Lamina::backgroundFilters }
    set { self.Lamina::backgroundFilters = Self.checked(newValue) }
  }

  private static func checked(_ values: [Any]?) -> [Filter] {
    (values ?? []).map {
      guard let filter = $0 as? Filter else {
        refuse("a layer's filters must be Filters, not a \(Swift.type(of: $0))")
      }
      return filter
    }
  }

  /// The shape that casts the shadow; see ``Layer``. Setting it copies the path.
  @_disfavoredOverload
  public final var shadowPath: CGPath? {
    get { self.Lamina::shadowPath.map { CGPath($0) } }
    set { self.Lamina::shadowPath = newValue?.path }
  }

  /// Inserts a layer at an index, clamped to the number of sublayers.
  @_disfavoredOverload
  public final func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    insertSublayer(layer, at: Int(idx))
  }
}

extension CAShapeLayer {
  /// The path that is drawn; see ``ShapeLayer``. Setting it copies the path.
  @_disfavoredOverload
  public final var path: CGPath? {
    get { self.Lamina::path.map { CGPath($0) } }
    set { self.Lamina::path = newValue?.path }
  }

  /// The lengths of dashes and gaps, alternating, in points.
  @_disfavoredOverload
  public final var lineDashPattern: [NSNumber]? {
    get { self.Lamina::lineDashPattern?.map { NSNumber(value: Double($0)) } }
    set { self.Lamina::lineDashPattern = newValue?.map { CGFloat($0.doubleValue) } }
  }
}

extension CAGradientLayer {
  /// The colours. Each is a ``CGColor``.
  ///
  /// - Precondition: each element is a ``CGColor``.
  @_disfavoredOverload
  public final var colors: [Any]? {
    get { self.Lamina::colors }
    set {
      self.Lamina::colors = newValue?.map {
        guard let color = $0 as? CGColor else {
          refuse("a gradient's colors must be CGColors, not a \(Swift.type(of: $0))")
        }
        return color
      }
    }
  }

  /// The position at which each colour is reached, from 0 to 1.
  @_disfavoredOverload
  public final var locations: [NSNumber]? {
    get { self.Lamina::locations?.map { NSNumber(value: $0) } }
    set { self.Lamina::locations = newValue?.map(\.doubleValue) }
  }
}

extension CAEmitterCell {
  /// The picture of a particle: a ``CGImage``, or nil. `NSNull` is nil.
  ///
  /// - Precondition: one of these.
  @_disfavoredOverload
  public var contents: Any? {
    get { self.Lamina::contents }
    set {
      guard let value = newValue, !(value is NSNull) else {
        self.Lamina::contents = nil
        return
      }
      guard let image = value as? CGImage? else {
        refuse("a cell's contents must be a CGImage or nil, not a \(Swift.type(of: value))")
      }
      self.Lamina::contents = image
    }
  }

  /// The filter that samples contents when they are magnified: `linear`, `nearest` or `trilinear`.
  @_disfavoredOverload
  public var magnificationFilter: String {
    get { self.Lamina::magnificationFilter.rawValue }
    set { self.Lamina::magnificationFilter = CALayerContentsFilter(rawValue: newValue) ?? .linear }
  }

  /// The filter that samples contents when they are minified: `linear`, `nearest` or `trilinear`.
  @_disfavoredOverload
  public var minificationFilter: String {
    get { self.Lamina::minificationFilter.rawValue }
    set { self.Lamina::minificationFilter = CALayerContentsFilter(rawValue: newValue) ?? .linear }
  }
}

extension CAKeyframeAnimation {
  /// The path that a point moves along; see ``KeyframeAnimation``. Setting it copies the path.
  @_disfavoredOverload
  public var path: CGPath? {
    get { self.Lamina::path.map { CGPath($0) } }
    set { self.Lamina::path = newValue?.path }
  }

  /// The time at which each value is reached, as a fraction of the duration from 0 to 1.
  @_disfavoredOverload
  public var keyTimes: [NSNumber]? {
    get { boxed(self.Lamina::keyTimes) }
    set { self.Lamina::keyTimes = newValue?.map(\.doubleValue) }
  }

  /// The tension, or tightness, of the curve at each value.
  @_disfavoredOverload
  public var tensionValues: [NSNumber]? {
    get { boxed(self.Lamina::tensionValues) }
    set { self.Lamina::tensionValues = newValue?.map(\.doubleValue) }
  }

  /// The sharpness of the corner at each value.
  @_disfavoredOverload
  public var continuityValues: [NSNumber]? {
    get { boxed(self.Lamina::continuityValues) }
    set { self.Lamina::continuityValues = newValue?.map(\.doubleValue) }
  }

  /// The bias of the curve at each value, which moves its bend before or after the value.
  @_disfavoredOverload
  public var biasValues: [NSNumber]? {
    get { boxed(self.Lamina::biasValues) }
    set { self.Lamina::biasValues = newValue?.map(\.doubleValue) }
  }

  private func boxed(_ numbers: [Double]?) -> [NSNumber]? {
    numbers?.map { NSNumber(value: $0) }
  }
}
