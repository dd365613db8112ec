import Foundation

/// The declaration of a layer's property: its name, its storage, and what a change of it affects.
///
/// Access by name, defaults, animations, comparison, copies, styles, descriptions and explained
/// damage are derived from it. Setters of frequently set properties are written by hand.
struct PropertyDescriptor: Sendable {
  /// The implicit action of a change.
  enum ImplicitAction: Sendable {
    case none
    /// An animation from the value before the change.
    case animation
    /// The same, but none if there was no value.
    case animationOfValue
    /// A fade of the whole layer.
    case transition
  }

  /// The answer of ``Layer/defaultValue(forKey:)``.
  enum KeyedDefault: Sendable {
    /// The default, unless it is 0, zero or the identity.
    case unlessZero
    case always
    case never
  }

  let key: LayerKey
  /// True if animations can change the property.
  let isAnimatable: Bool
  /// The type of the value.
  let type: any PropertyType.Type
  let action: ImplicitAction
  /// The things that an animation of the property moves.
  let motion: LayerMotion
  /// True if a change affects the appearance of sublayers.
  private(set) var affectsSublayers = false
  /// Reads the value.
  let read: @Sendable (LayerValues) -> PropertyValue
  /// Stores a finite value, and returns false if it is not one that the property can have.
  let write: @Sendable (inout LayerValues, PropertyValue) -> Bool
  /// The access to the public property of the class of layers that has it.
  let accessor: any KeyedPropertyAccessor
  private let defaultRule: KeyedDefault

  /// Sets the property of a layer, and returns false if the value is not one that it can have.
  func assign(_ layer: Layer, _ value: PropertyValue) -> Bool { accessor.assign(layer, value) }

  /// Returns the answer of ``Layer/defaultValue(forKey:)`` for a class's initial values.
  func keyedDefault(_ values: LayerValues) -> Any? { type.answer(read(values), defaultRule) }

  /// The same property, a change of which affects the appearance of sublayers.
  var affectingSublayers: PropertyDescriptor {
    var result = self
    result.affectsSublayers = true
    return result
  }
}

extension PropertyDescriptor {
  /// Declares a property.
  ///
  /// - Parameters:
  ///   - storage: the storage of the value.
  ///   - property: the public property of the class of layers that has it.
  ///   - action: the action of a change; none instead of an animation if the property is not animatable.
  ///   - isValid: returns true for the values that the storage accepts.
  init<Root: Layer, Value: PropertyType>(
    _ key: LayerKey, _ storage: WritableKeyPath<LayerValues, Value> & Sendable,
    _ property: ReferenceWritableKeyPath<Root, Value> & Sendable, isAnimatable: Bool = true,
    action: ImplicitAction = .animation, motion: LayerMotion = [],
    default keyedDefault: KeyedDefault = .unlessZero,
    where isValid: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    self.key = key
    self.isAnimatable = isAnimatable
    type = Value.self
    self.action = !isAnimatable && action == .animation ? .none : action
    self.motion = motion
    read = { $0[keyPath: storage].propertyValue }
    write = { values, new in
      guard let value = Value.from(new), isValid(value) else { return false }
      values[keyPath: storage] = value
      return true
    }
    accessor = LayerPropertyAccessor(property)
    defaultRule = keyedDefault
  }
}

extension PropertyType {
  /// Returns a value in its own type, as the answer of ``Layer/defaultValue(forKey:)``, or nil.
  static func answer(_ value: PropertyValue, _ rule: PropertyDescriptor.KeyedDefault) -> Any? {
    guard rule != .never else { return nil }
    if case .value(let value) = value {
      if value == AnimatableValue.none { return nil }
      if rule == .unlessZero, self != Bool.self, value == value.zero { return nil }
    }
    return from(value)?.unwrapped
  }
}

// MARK: - The properties of every layer

extension PropertyDescriptor {
  static let ofEveryLayer = ofTheSubtree.map(\.affectingSublayers) + ofTheLayer

  /// The properties that affect the appearance of sublayers.
  private static let ofTheSubtree: [PropertyDescriptor] = [
    common(.bounds, \.standardizedBounds, \.bounds, motion: [.layer, .sublayers]),
    common(.position, \.position, \.position, motion: .layer),
    common(.zPosition, \.rareValues.zPosition, \.zPosition),
    common(.anchorPoint, \.anchorPoint, \.anchorPoint, motion: .layer),
    common(.anchorPointZ, \.rareValues.anchorPointZ, \.anchorPointZ),
    common(.transform, \.rareValues.transform, \.transform, motion: .layer),
    common(
      .sublayerTransform, \.rareValues.sublayerTransform, \.sublayerTransform, motion: .sublayers),
    common(
      .alignsContentsToPixels, \.rareValues.alignsContentsToPixels, \.alignsContentsToPixels,
      isAnimatable: false, default: .never),
    common(.cornerRadius, \.rareValues.appearance.cornerRadius, \.cornerRadius),
    common(
      .maskedCorners, \.rareValues.appearance.maskedCorners, \.maskedCorners,
      isAnimatable: false, action: .transition),
    fixed(.cornerCurve, \.rareValues.appearance.cornerCurve, \.cornerCurve),
    common(.borderWidth, \.rareValues.appearance.borderWidth, \.borderWidth),
    common(.borderColor, \.rareValues.appearance.borderColor, \.borderColor),
    common(.shadowColor, \.rareValues.effects.shadow.color, \.shadowColor),
    common(.shadowOpacity, \.rareValues.effects.shadow.opacity, \.shadowOpacity),
    common(.shadowOffset, \.rareValues.effects.shadow.offset, \.shadowOffset),
    common(.shadowRadius, \.rareValues.effects.shadow.radius, \.shadowRadius),
    common(.shadowPath, \.rareValues.effects.shadow.path, \.shadowPath),
    common(
      .compositingFilter, \.rareValues.effects.compositingFilter, \.compositingFilter,
      isAnimatable: false, action: .transition),
    common(
      .filters, \.rareValues.effects.filters, \.filters, isAnimatable: false, action: .transition,
      default: .never),
    common(
      .backgroundFilters, \.rareValues.effects.backgroundFilters, \.backgroundFilters,
      isAnimatable: false, action: .transition, default: .never),
    common(.opacity, \.opacity, \.opacity),
    common(.hidden, \.flags[has: .hidden], \.isHidden, action: .transition),
    common(.masksToBounds, \.flags[has: .masksToBounds], \.masksToBounds, action: .transition),
    common(
      .geometryFlipped, \.flags[has: .geometryFlipped], \.isGeometryFlipped, action: .transition),
    common(.doubleSided, \.flags[lacks: .singleSided], \.isDoubleSided, action: .none),
    fixed(.allowsGroupOpacity, \.flags[lacks: .separateOpacity], \.allowsGroupOpacity),
    common(
      .shouldRasterize, \.rareValues.effects.shouldRasterize, \.shouldRasterize, action: .none),
    common(.rasterizationScale, \.rareValues.effects.rasterizationScale, \.rasterizationScale),
    fixed(
      .edgeAntialiasingMask, \.rareValues.appearance.edgeAntialiasingMask, \.edgeAntialiasingMask),
    fixed(
      .allowsEdgeAntialiasing, \.rareValues.appearance.allowsEdgeAntialiasing,
      \.allowsEdgeAntialiasing),
  ]

  private static let ofTheLayer: [PropertyDescriptor] = [
    contents,
    common(.contentsRect, \.rareValues.contentsRect, \.contentsRect),
    common(.contentsCenter, \.rareValues.contentsCenter, \.contentsCenter),
    fixed(.contentsGravity, \.rareValues.contentsGravity, \.contentsGravity),
    common(.contentsScale, \.rareValues.contentsScale, \.contentsScale) { $0 > 0 },
    fixed(.magnificationFilter, \.rareValues.magnificationFilter, \.magnificationFilter),
    fixed(.minificationFilter, \.rareValues.minificationFilter, \.minificationFilter),
    common(.minificationFilterBias, \.rareValues.minificationFilterBias, \.minificationFilterBias),
    common(.backgroundColor, \.background, \.backgroundColor, action: .animationOfValue),
    fixed(.opaque, \.flags[has: .opaque], \.isOpaque),
  ]

  /// Declares a property of every layer.
  private static func common<Value: PropertyType>(
    _ key: CommonKey, _ storage: WritableKeyPath<LayerValues, Value> & Sendable,
    _ property: ReferenceWritableKeyPath<Layer, Value> & Sendable, isAnimatable: Bool = true,
    action: ImplicitAction = .animation, motion: LayerMotion = [],
    default keyedDefault: KeyedDefault = .unlessZero,
    where isValid: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> PropertyDescriptor {
    PropertyDescriptor(
      LayerKey(key), storage, property, isAnimatable: isAnimatable, action: action, motion: motion,
      default: keyedDefault, where: isValid)
  }

  /// Declares a property of every layer that animations cannot change.
  private static func fixed<Value: PropertyType>(
    _ key: CommonKey, _ storage: WritableKeyPath<LayerValues, Value> & Sendable,
    _ property: ReferenceWritableKeyPath<Layer, Value> & Sendable
  ) -> PropertyDescriptor {
    .fixed(LayerKey(key), storage, property)
  }

  /// Declares a property that animations cannot change.
  static func fixed<Root: Layer, Value: PropertyType>(
    _ key: LayerKey, _ storage: WritableKeyPath<LayerValues, Value> & Sendable,
    _ property: ReferenceWritableKeyPath<Root, Value> & Sendable,
    default keyedDefault: KeyedDefault = .unlessZero
  ) -> PropertyDescriptor {
    PropertyDescriptor(key, storage, property, isAnimatable: false, default: keyedDefault)
  }

  /// The contents, which are two bitmaps while they cross-fade.
  private static let contents = PropertyDescriptor(
    key: LayerKey(.contents), isAnimatable: true, type: Bitmap?.self, action: .animation,
    motion: [],
    read: { values in
      if let fade = values.rare?.values.contentsFade { return .value(.crossfade(fade)) }
      return values.contents.propertyValue
    },
    write: { values, new in
      guard let bitmap = Bitmap?.from(new) else { return false }
      var fade: Crossfade?
      if case .value(.crossfade(let value)) = new { fade = value }
      values.contents = bitmap
      if fade != nil || values.rare?.values.contentsFade != nil {
        values.rareValues.contentsFade = fade
      }
      return true
    },
    accessor: LayerPropertyAccessor(\Layer.contents), defaultRule: .never)
}

extension LayerValues {
  /// The bounds; a negative size is standardized.
  fileprivate var standardizedBounds: CGRect {
    get { bounds }
    set {
      bounds =
        newValue.size.width < 0 || newValue.size.height < 0 ? newValue.standardized : newValue
    }
  }

  /// The background colour, with the pixel that it is drawn as.
  fileprivate var background: Color? {
    get { backgroundColor }
    set {
      backgroundColor = newValue
      backgroundPixel = newValue?.premultipliedPixel ?? 0
    }
  }
}

extension LayerFlags: Hashable {
  /// True if the flags contain a flag.
  subscript(has flag: LayerFlags) -> Bool {
    get { contains(flag) }
    set { if newValue { insert(flag) } else { remove(flag) } }
  }

  /// True if the flags do not contain a flag.
  fileprivate subscript(lacks flag: LayerFlags) -> Bool {
    get { !contains(flag) }
    set { if newValue { remove(flag) } else { insert(flag) } }
  }
}

// MARK: - Lookup

/// The declared properties of one kind of layer.
final class PropertyTable: Sendable {
  /// The table of layers without properties of their own.
  static let plain = PropertyTable([])

  /// The properties in the order of their keys.
  let all: [PropertyDescriptor]
  private let byName: [String: PropertyDescriptor]
  private let byNumber: [PropertyDescriptor?]

  /// Creates the table of a kind that adds properties to those of every layer.
  init(_ own: [PropertyDescriptor], affectingSublayers: Bool = false) {
    let own = affectingSublayers ? own.map(\.affectingSublayers) : own
    var byNumber = [PropertyDescriptor?](repeating: nil, count: 128)
    for property in PropertyDescriptor.ofEveryLayer + own {
      let number = Int(property.key.number)
      require(
        byNumber[number] == nil,
        "\(property.key.rawValue) has the number of \(byNumber[number]?.key.rawValue ?? "")")
      byNumber[number] = property
    }
    self.byNumber = byNumber
    all = byNumber.compactMap { $0 }
    byName = Dictionary(uniqueKeysWithValues: all.map { ($0.key.rawValue, $0) })
  }

  /// The tables of all kinds.
  static let ofAllKinds = [
    plain, ShapeValues.properties, GradientValues.properties, EmitterValues.properties,
    ReplicatorValues.properties,
  ]

  /// The things that animations move, by the name of the animated property.
  static let motions = Dictionary(
    ofAllKinds.flatMap(\.all).map { ($0.key.rawValue, $0.motion) },
    uniquingKeysWith: { $0.union($1) })

  subscript(name: String) -> PropertyDescriptor? { byName[name] }
  subscript(key: LayerKey) -> PropertyDescriptor? { byNumber[Int(key.number)] }
}

extension LayerValues {
  /// The declarations of the layer's properties.
  var properties: PropertyTable { rare?.values.kind?.properties ?? .plain }
}
