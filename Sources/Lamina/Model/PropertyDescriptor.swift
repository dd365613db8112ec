import Foundation

/// The declaration of a layer's property: its name, its storage, and how a change of it animates.
///
/// Access by name, animations, comparison, copies, styles, descriptions and explained damage are
/// derived from it. Setters of frequently set properties are written by hand.
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

  let key: LayerKey
  /// True if animations can change the property.
  let isAnimatable: Bool
  /// True if the value may be nil.
  let isOptional: Bool
  let action: ImplicitAction
  /// Reads the value.
  let read: @Sendable (LayerValues) -> PropertyValue
  /// Stores a finite value, and returns false if it is not one that the property can have.
  let write: @Sendable (inout LayerValues, PropertyValue) -> Bool
  /// Sets the property of a layer, and returns false if the value is not one that it can have.
  let assign: @Sendable (Layer, PropertyValue) -> Bool

  /// Declares a property.
  ///
  /// - Parameters:
  ///   - storage: the storage of the value.
  ///   - property: the public property of the class of layers that has it.
  ///   - isValid: returns true for the values that the storage accepts.
  init<Root: Layer, Value: PropertyType>(
    _ key: LayerKey, _ storage: WritableKeyPath<LayerValues, Value> & Sendable,
    _ property: ReferenceWritableKeyPath<Root, Value> & Sendable, isAnimatable: Bool = true,
    action: ImplicitAction = .animation,
    where isValid: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    self.key = key
    self.isAnimatable = isAnimatable
    isOptional = Value.isOptional
    self.action = action
    read = { $0[keyPath: storage].propertyValue }
    write = { values, new in
      guard let value = Value.from(new), isValid(value) else { return false }
      values[keyPath: storage] = value
      return true
    }
    assign = { layer, new in
      guard let layer = layer as? Root, let value = Value.from(new) else { return false }
      layer[keyPath: property] = value
      return true
    }
  }

  /// Declares a property that is read and written in a way of its own.
  init(
    _ key: LayerKey, isAnimatable: Bool = false, isOptional: Bool = false, action: ImplicitAction,
    read: @escaping @Sendable (LayerValues) -> PropertyValue,
    write: @escaping @Sendable (inout LayerValues, PropertyValue) -> Bool = { _, _ in false },
    assign: @escaping @Sendable (Layer, PropertyValue) -> Bool = { _, _ in false }
  ) {
    self.key = key
    self.isAnimatable = isAnimatable
    self.isOptional = isOptional
    self.action = action
    self.read = read
    self.write = write
    self.assign = assign
  }
}

// MARK: - The properties of every layer

extension PropertyDescriptor {
  static let ofEveryLayer: [PropertyDescriptor] = [
    .init(.bounds, \.standardizedBounds, \Layer.bounds),
    .init(.position, \.position, \Layer.position),
    .init(.zPosition, \.rareValues.zPosition, \Layer.zPosition),
    .init(.anchorPoint, \.anchorPoint, \Layer.anchorPoint),
    .init(.anchorPointZ, \.rareValues.anchorPointZ, \Layer.anchorPointZ),
    .init(.transform, \.rareValues.transform, \Layer.transform),
    .init(.sublayerTransform, \.rareValues.sublayerTransform, \Layer.sublayerTransform),
    contents,
    .init(.contentsRect, \.rareValues.contentsRect, \Layer.contentsRect),
    .init(.contentsCenter, \.rareValues.contentsCenter, \Layer.contentsCenter),
    fixed(.contentsGravity, \.rareValues.contentsGravity, \Layer.contentsGravity),
    .init(.contentsScale, \.rareValues.contentsScale, \Layer.contentsScale) { $0 > 0 },
    fixed(.magnificationFilter, \.rareValues.magnificationFilter, \Layer.magnificationFilter),
    fixed(.minificationFilter, \.rareValues.minificationFilter, \Layer.minificationFilter),
    .init(
      .minificationFilterBias, \.rareValues.minificationFilterBias, \Layer.minificationFilterBias),
    fixed(
      .alignsContentsToPixels, \.rareValues.alignsContentsToPixels, \Layer.alignsContentsToPixels),
    .init(.cornerRadius, \.rareValues.appearance.cornerRadius, \Layer.cornerRadius),
    fixed(
      .maskedCorners, \.rareValues.appearance.maskedCorners, \Layer.maskedCorners,
      action: .transition),
    fixed(.cornerCurve, \.rareValues.appearance.cornerCurve, \Layer.cornerCurve),
    .init(.borderWidth, \.rareValues.appearance.borderWidth, \Layer.borderWidth),
    .init(.borderColor, \.rareValues.appearance.borderColor, \Layer.borderColor),
    .init(.shadowColor, \.rareValues.effects.shadow.color, \Layer.shadowColor),
    .init(.shadowOpacity, \.rareValues.effects.shadow.opacity, \Layer.shadowOpacity),
    .init(.shadowOffset, \.rareValues.effects.shadow.offset, \Layer.shadowOffset),
    .init(.shadowRadius, \.rareValues.effects.shadow.radius, \Layer.shadowRadius),
    .init(.shadowPath, \.rareValues.effects.shadow.path, \Layer.shadowPath),
    .init(.compositingFilter, action: .transition) {
      .word($0.effects.compositingFilter?.rawValue ?? "nil")
    },
    .init(.filters, action: .transition) { .word($0.effects.filters.names) },
    .init(.backgroundFilters, action: .transition) { .word($0.effects.backgroundFilters.names) },
    .init(.backgroundColor, \.background, \Layer.backgroundColor, action: .animationOfValue),
    .init(.opacity, \.opacity, \Layer.opacity),
    .init(.hidden, \.flags[has: .hidden], \Layer.isHidden, action: .transition),
    .init(.masksToBounds, \.flags[has: .masksToBounds], \Layer.masksToBounds, action: .transition),
    fixed(.opaque, \.flags[has: .opaque], \Layer.isOpaque),
    .init(
      .geometryFlipped, \.flags[has: .geometryFlipped], \Layer.isGeometryFlipped,
      action: .transition),
    .init(.doubleSided, \.flags[lacks: .singleSided], \Layer.isDoubleSided, action: .none),
    fixed(.allowsGroupOpacity, \.flags[lacks: .separateOpacity], \Layer.allowsGroupOpacity),
    .init(
      .shouldRasterize, \.rareValues.effects.shouldRasterize, \Layer.shouldRasterize,
      action: .none),
    .init(
      .rasterizationScale, \.rareValues.effects.rasterizationScale, \Layer.rasterizationScale),
    fixed(
      .edgeAntialiasingMask, \.rareValues.appearance.edgeAntialiasingMask,
      \Layer.edgeAntialiasingMask),
    fixed(
      .allowsEdgeAntialiasing, \.rareValues.appearance.allowsEdgeAntialiasing,
      \Layer.allowsEdgeAntialiasing),
  ]

  /// Declares a property that animations cannot change.
  static func fixed<Root: Layer, Value: PropertyType>(
    _ key: LayerKey, _ storage: WritableKeyPath<LayerValues, Value> & Sendable,
    _ property: ReferenceWritableKeyPath<Root, Value> & Sendable, action: ImplicitAction = .none
  ) -> PropertyDescriptor {
    PropertyDescriptor(key, storage, property, isAnimatable: false, action: action)
  }

  /// The contents, which are two bitmaps while they cross-fade.
  private static let contents = PropertyDescriptor(
    .contents, isAnimatable: true, isOptional: true, action: .animation,
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
    assign: { layer, new in
      guard let bitmap = Bitmap?.from(new) else { return false }
      layer.contents = bitmap
      return true
    })
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
  fileprivate subscript(has flag: LayerFlags) -> Bool {
    get { contains(flag) }
    set { if newValue { insert(flag) } else { remove(flag) } }
  }

  /// True if the flags do not contain a flag.
  fileprivate subscript(lacks flag: LayerFlags) -> Bool {
    get { !contains(flag) }
    set { if newValue { remove(flag) } else { insert(flag) } }
  }
}

extension [Filter] {
  /// The filters as listed in descriptions.
  fileprivate var names: String { map { "\($0.effect)" }.joined(separator: ", ") }
}

// MARK: - Lookup

extension LayerValues {
  /// Returns the declaration of a property; nil if layers of this kind do not have it.
  func descriptor(of key: LayerKey) -> PropertyDescriptor? {
    let index = Int(unsafeBitCast(key, to: UInt8.self))
    return rare?.values.kind?.properties[index] ?? PropertyTable.ofEveryLayer[index]
  }

  /// Returns the declaration of the property of a name, if there is one.
  func descriptor(of name: String) -> PropertyDescriptor? {
    LayerKey(rawValue: name).flatMap(descriptor)
  }
}

/// The declared properties by their key's number.
enum PropertyTable {
  static let ofEveryLayer = byKey(PropertyDescriptor.ofEveryLayer)

  static func byKey(_ properties: [PropertyDescriptor]) -> [PropertyDescriptor?] {
    var result = [PropertyDescriptor?](repeating: nil, count: LayerKey.allCases.count)
    for property in properties {
      result[Int(unsafeBitCast(property.key, to: UInt8.self))] = property
    }
    return result
  }
}
