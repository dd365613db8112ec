import Foundation

/// A property that is read and set by name.
package struct KeyedProperty: Sendable {
  let isOptional: Bool
  /// True if the value is stored under the property's key.
  let isOwn: Bool
  /// True if a change of a property that is stored under its key animates from the value before.
  let isAnimatable: Bool
  private let accessor: any KeyedPropertyAccessor

  init(_ descriptor: PropertyDescriptor) {
    isOptional = descriptor.type.isOptional
    isOwn = false
    isAnimatable = descriptor.isAnimatable
    accessor = descriptor
  }

  /// Declares a property of a class of another module.
  init<Root, Value>(_ own: OwnProperty<Root, Value>) {
    isOptional = own.isOptional
    isOwn = true
    isAnimatable = own.isAnimatable
    accessor = own
  }

  private init<Root: Layer, Value: PropertyType>(
    _ property: ReferenceWritableKeyPath<Root, Value> & Sendable,
    default defaultValue: (any Sendable)? = nil
  ) {
    isOptional = Value.isOptional
    isOwn = false
    isAnimatable = false
    accessor = LayerPropertyAccessor(property, default: defaultValue)
  }

  /// Reads the value; nil if the layer does not have the property.
  func read(_ layer: Layer) -> PropertyValue? { accessor.read(layer) }

  /// Reads the value in its public form.
  func userValue(_ layer: Layer) -> Any? { accessor.userValue(layer) }

  /// Sets the value, and returns false if the property cannot have it.
  func assign(_ layer: Layer, _ value: PropertyValue) -> Bool { accessor.assign(layer, value) }

  /// Returns the default; nil for classes without the property.
  func defaultValue(_ type: Layer.Type) -> Any? {
    accessor.belongs(to: type) ? accessor.declaredDefault : nil
  }

  /// Returns the table of a class of another module.
  package static func table(_ properties: [any AnyOwnProperty]) -> [String: KeyedProperty] {
    Dictionary(uniqueKeysWithValues: properties.map { ($0.key, $0.keyed) })
  }

  /// Returns true if a value given for the property stands for its default.
  func isUnset(by value: Any?) -> Bool { isOwn && !isOptional && (value ?? NSNull()) is NSNull }

  /// The properties that are not part of a layer's ``LayerValues``.
  static let table: [String: KeyedProperty] = [
    "name": .init(\Layer.name),
    "mask": .init(\Layer.mask),
    "frame": .init(\Layer.frame),
    "drawsAsynchronously": .init(\Layer.drawsAsynchronously, default: false),
    "needsDisplayOnBoundsChange": .init(\Layer.needsDisplayOnBoundsChange, default: false),
    "autoresizingMask": .init(\Layer.autoresizingMask),
    "beginTime": .init(\Layer.beginTime),
    "duration": .init(\Layer.duration, default: Double.infinity),
    "speed": .init(\Layer.speed, default: Float(1)),
    "timeOffset": .init(\Layer.timeOffset),
    "repeatCount": .init(\Layer.repeatCount),
    "repeatDuration": .init(\Layer.repeatDuration),
    "autoreverses": .init(\Layer.autoreverses),
    "fillMode": .init(\Layer.fillMode, default: FillMode.removed),
    "scrollMode": .init(\ScrollLayer.scrollMode, default: ScrollLayer.Mode.both.rawValue),
    "tileSize": .init(\TiledLayer.tileSize, default: CGSize(width: 256, height: 256)),
    "levelsOfDetail": .init(\TiledLayer.levelsOfDetail, default: 1),
    "levelsOfDetailBias": .init(\TiledLayer.levelsOfDetailBias, default: 0),
  ]
}

// MARK: - Access

/// The access to a property of one class of layers.
///
/// A protocol rather than closures, which would be compiled anew for each property.
protocol KeyedPropertyAccessor: Sendable {
  /// Returns true for the class that has the property, and its subclasses.
  func belongs(to type: Layer.Type) -> Bool
  /// The default that the declaration has, in its own type; nil if there is none.
  var declaredDefault: Any? { get }
  /// Reads the value; nil if the layer does not have the property.
  func read(_ layer: Layer) -> PropertyValue?
  /// Reads the value in its public form.
  func userValue(_ layer: Layer) -> Any?
  /// Sets the value, and returns false if the property cannot have it.
  func assign(_ layer: Layer, _ value: PropertyValue) -> Bool
}

extension KeyedPropertyAccessor {
  func userValue(_ layer: Layer) -> Any? { read(layer)?.userValue }
}

/// The access to a property by its key path.
struct LayerPropertyAccessor<Root: Layer, Value: PropertyType>: KeyedPropertyAccessor {
  private let property: ReferenceWritableKeyPath<Root, Value> & Sendable
  private let defaultValue: (any Sendable)?

  init(
    _ property: ReferenceWritableKeyPath<Root, Value> & Sendable,
    default defaultValue: (any Sendable)? = nil
  ) {
    self.property = property
    self.defaultValue = defaultValue
  }

  func belongs(to type: Layer.Type) -> Bool { type is Root.Type }
  var declaredDefault: Any? { defaultValue }

  func read(_ layer: Layer) -> PropertyValue? {
    (layer as? Root)?[keyPath: property].propertyValue
  }

  func assign(_ layer: Layer, _ new: PropertyValue) -> Bool {
    guard let layer = layer as? Root, let value = Value.from(new) else { return false }
    layer[keyPath: property] = value
    return true
  }
}

extension PropertyDescriptor: KeyedPropertyAccessor {
  func belongs(to type: Layer.Type) -> Bool { accessor.belongs(to: type) }
  var declaredDefault: Any? { nil }
  func read(_ layer: Layer) -> PropertyValue? { read(layer.values) }
}

extension OwnProperty: KeyedPropertyAccessor {
  func belongs(to type: Layer.Type) -> Bool { type is Root.Type }

  var declaredDefault: Any? {
    if case .word = propertyValue(defaultValue) { return defaultValue }
    return userValue(defaultValue)
  }

  func read(_ layer: Layer) -> PropertyValue? {
    (layer as? Root).map { propertyValue($0[keyPath: property]) }
  }

  func userValue(_ layer: Layer) -> Any? {
    (layer as? Root).flatMap { userValue($0[keyPath: property]) }
  }

  func assign(_ layer: Layer, _ new: PropertyValue) -> Bool {
    guard let layer = layer as? Root, let value = value(new) else { return false }
    layer[keyPath: property] = value
    return true
  }
}
