import Foundation

// Access to properties by name, and to values under custom keys (rules of chapter 16).

extension Int {
  /// Creates an integer by truncating a number toward 0, clamped to ±2⁶²; 0 for NaN.
  fileprivate init(number: Double) {
    self = number.isNaN ? 0 : Int(Swift.max(-0x1p62, Swift.min(0x1p62, number)))
  }
}

extension Layer {
  /// Returns the value of a property by name, or the value stored under a custom key.
  ///
  /// Numbers are returned as `Double`. A custom key without a stored value takes its value from the
  /// ``style``, or else from the class's ``defaultValue(forKey:)``.
  public final func value(forKey key: String) -> Any? {
    if let value = objectProperty(named: key) { return value }
    if let value = property(named: key) { return value.userValue }
    if let name = enumeratedProperty(named: key) { return name }
    if let value = values.rare?.values.kind?.fixedValue(of: key) { return value.userValue }
    return core.pointee.sideTable?.keyedValues[key] ?? unsetValue(forKey: key)
  }

  /// Returns the value of a property or of a component of it: `position`, `position.x`,
  /// `bounds.size.width`, `transform.rotation.z`. Any other key path is used as a key.
  public final func value(forKeyPath keyPath: String) -> Any? {
    let path = AnimationKeyPath(keyPath)
    guard let component = path.component,
      let whole = property(named: path.property) ?? ownAnimatableValue(forKey: path.property)
    else { return value(forKey: keyPath) }
    return component.read(from: whole)?.userValue
  }

  /// Sets a property by name, or stores a value under a custom key.
  ///
  /// A string that represents a number is converted to it. Nil, or `NSNull`, sets an optional
  /// property to nil, a number to 0, a Boolean to false, and any other value to its zero. A change
  /// under a custom key looks up the action for the key, and marks the layer as needing display if
  /// the class's ``needsDisplay(forKey:)`` is true for it.
  ///
  /// - Precondition: the value of a property is of the property's type, and valid for its setter.
  public final func setValue(_ value: Any?, forKey key: String) {
    if setObjectProperty(key, to: value) || setKindValue(value, forKey: key) { return }
    if let current = property(named: key) {
      setProperty(key, to: converted(value, toReplace: current, named: key))
    } else if !setEnumeratedProperty(key, to: value) {
      store(value, forKey: key)
    }
  }

  /// Sets a property or a component of it; see ``value(forKeyPath:)`` and ``setValue(_:forKey:)``.
  /// Setting a component runs the action for the whole property.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = AnimationKeyPath(keyPath)
    let property = property(named: path.property)
    guard let component = path.component,
      let whole = property ?? ownAnimatableValue(forKey: path.property),
      let part = component.read(from: whole)
    else { return setValue(value, forKey: keyPath) }
    let new = converted(value, toReplace: part, component, named: keyPath)
    guard let changed = component.write(new, into: whole) else { return }
    if property == nil {
      store(changed.userValue, forKey: path.property)
    } else {
      setProperty(path.property, to: changed)
    }
  }

  // MARK: - Custom keys

  /// Returns the value stored under a custom key, or else the style's value for it; nil if there is
  /// neither.
  package final func storedValue(forKey key: String) -> Any? {
    guard let sideTable = core.pointee.sideTable else { return nil }
    return sideTable.keyedValues[key] ?? Self.value(in: sideTable.style, forKey: key)
  }

  /// Stores a value under a custom key, as ``setValue(_:forKey:)`` does.
  package final func setOwnValue(_ value: Any?, forKey key: String) { store(value, forKey: key) }

  private final func store(_ value: Any?, forKey key: String) {
    requireModel(key)
    let isLive = core.pointee.status.contains(.live)
    let action =
      isLive && !TransactionStack.currentFastPath.pointee.disablesActions
      ? self.action(forKey: key) : nil
    sideTableWillChange()
    sideTable.keyedValues[key] = value
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    if let action { run(action, forKey: key) }
  }

  /// Returns the value of a key in a style or in its nested styles.
  static func value(in style: [String: Any]?, forKey key: String) -> Any? {
    var style = style
    while let current = style {
      if let value = current[key] { return value }
      style = current["style"] as? [String: Any]
    }
    return nil
  }

  // MARK: - Properties

  /// Returns the value of a property that is neither an ``AnimatableValue`` nor an enumerated name;
  /// nil if it is nil or empty.
  private final func objectProperty(named key: String) -> Any? {
    switch key {
    case "name": name
    case "mask": mask
    case "filters": filters.isEmpty ? nil : filters
    case "backgroundFilters": backgroundFilters.isEmpty ? nil : backgroundFilters
    default: nil
    }
  }

  private final func setObjectProperty(_ key: String, to value: Any?) -> Bool {
    func typed<Value>(_ type: Value.Type) -> Value? {
      guard let value, !(value is NSNull) else { return nil }
      guard let typed = value as? Value else {
        refuse("\(diagnosticName): \(key) must be a \(type), not \(value)")
      }
      return typed
    }
    switch key {
    case "name": name = typed(String.self)
    case "mask": mask = typed(Layer.self)
    case "filters": filters = typed([Filter].self) ?? []
    case "backgroundFilters": backgroundFilters = typed([Filter].self) ?? []
    default: return false
    }
    return true
  }

  /// Returns the value of a property that is an ``AnimatableValue``, whether animatable or not.
  private final func property(named key: String) -> AnimatableValue? {
    switch key {
    case "frame": .rect(frame)
    case "opaque": .bool(isOpaque)
    case "allowsGroupOpacity": .bool(allowsGroupOpacity)
    case "drawsAsynchronously": .bool(drawsAsynchronously)
    case "needsDisplayOnBoundsChange": .bool(needsDisplayOnBoundsChange)
    case "autoresizingMask": .scalar(Double(autoresizingMask.rawValue))
    case "maskedCorners": .scalar(Double(maskedCorners.rawValue))
    case "edgeAntialiasingMask": .scalar(Double(edgeAntialiasingMask.rawValue))
    case "allowsEdgeAntialiasing": .bool(allowsEdgeAntialiasing)
    case "alignsContentsToPixels": .bool(alignsContentsToPixels)
    case "tileSize": (self as? TiledLayer).map { .size($0.tileSize) }
    case "levelsOfDetail": (self as? TiledLayer).map { .scalar(Double($0.levelsOfDetail)) }
    case "levelsOfDetailBias": (self as? TiledLayer).map { .scalar(Double($0.levelsOfDetailBias)) }
    case "beginTime": .scalar(beginTime)
    case "duration": .scalar(duration)
    case "speed": .scalar(Double(speed))
    case "timeOffset": .scalar(timeOffset)
    case "repeatCount": .scalar(Double(repeatCount))
    case "repeatDuration": .scalar(repeatDuration)
    case "autoreverses": .bool(autoreverses)
    default: values.animatableValue(of: key)
    }
  }

  private final func converted(
    _ value: Any?, toReplace current: AnimatableValue, _ component: KeyPathComponent? = nil,
    named key: String
  ) -> AnimatableValue {
    let isOptional = Self.optionalProperties.contains(key)
    guard let value, !(value is NSNull) else {
      return isOptional ? AnimatableValue.none : current.zero
    }
    var given = value
    if let text = value as? String, let number = Double(text) { given = number }
    if let new = try? AnimatableValue(given),
      let result = (component?.normalized(new) ?? new).matching(current)
    {
      switch (key, result) {
      case ("contents", .bitmap), ("contents", .crossfade), ("shadowPath", .path): return result
      case (_, .color) where key.hasSuffix("Color"): return result
      default:
        if !isOptional { return result }
      }
    }
    refuse("\(diagnosticName): \(key) cannot be \(value)")
  }

  /// The properties that may be nil.
  private static let optionalProperties: Set<String> = [
    "backgroundColor", "borderColor", "contents", "shadowColor", "shadowPath",
  ]

  private final func setProperty(_ key: String, to value: AnimatableValue) {
    if values.rare?.values.kind?.animatableValue(of: key) != nil {
      return setKindProperty(key, to: .value(value))
    }
    if let path = FilterPath(key) { return setFilterValue(value, at: path, key) }
    switch value {
    case .scalar(let number): setNumber(key, number)
    case .bool(let flag): setSwitch(key, flag)
    case .point(let point):
      if key == "position" { position = point } else { anchorPoint = point }
    case .rect(let rect):
      switch key {
      case "frame": frame = rect
      case "bounds": bounds = rect
      case "contentsRect": contentsRect = rect
      default: contentsCenter = rect
      }
    case .transform(let matrix):
      if key == "transform" { transform = matrix } else { sublayerTransform = matrix }
    case .color(let color): setColor(key, color)
    case .bitmap, .crossfade: contents = value.bitmap
    case .size(let size):
      if key == "tileSize", let tiled = self as? TiledLayer {
        tiled.tileSize = size
      } else {
        shadowOffset = size
      }
    case .path(let path): shadowPath = path
    case .none:
      switch key {
      case "contents": contents = nil
      case "shadowPath": shadowPath = nil
      default: setColor(key, nil)
      }
    case .numbers, .colors: break
    }
  }

  private final func setColor(_ key: String, _ color: Color?) {
    switch key {
    case "borderColor": borderColor = color
    case "shadowColor": shadowColor = color
    default: backgroundColor = color
    }
  }

  private final func setNumber(_ key: String, _ number: Double) {
    switch key {
    case "cornerRadius": cornerRadius = number
    case "borderWidth": borderWidth = number
    case "shadowOpacity": shadowOpacity = Float(number)
    case "shadowRadius": shadowRadius = number
    case "maskedCorners":
      maskedCorners = CornerMask(rawValue: UInt(max(0, min(number, 15))))
    case "edgeAntialiasingMask":
      edgeAntialiasingMask = EdgeAntialiasingMask(rawValue: UInt32(max(0, min(number, 15))))
    case "levelsOfDetail": (self as? TiledLayer)?.levelsOfDetail = Int(number: number)
    case "levelsOfDetailBias": (self as? TiledLayer)?.levelsOfDetailBias = Int(number: number)
    case "opacity": opacity = Float(number)
    case "zPosition": zPosition = number
    case "anchorPointZ": anchorPointZ = number
    case "contentsScale": contentsScale = number
    case "rasterizationScale": rasterizationScale = number
    case "minificationFilterBias": minificationFilterBias = Float(number)
    case "beginTime": beginTime = number
    case "duration": duration = number
    case "speed": speed = Float(number)
    case "timeOffset": timeOffset = number
    case "repeatCount": repeatCount = Float(number)
    case "autoresizingMask":
      autoresizingMask = AutoresizingMask(rawValue: UInt32(clamping: Int(max(0, min(number, 1e9)))))
    default: repeatDuration = number
    }
  }

  private final func setSwitch(_ key: String, _ flag: Bool) {
    switch key {
    case "hidden": isHidden = flag
    case "masksToBounds": masksToBounds = flag
    case "opaque": isOpaque = flag
    case "geometryFlipped": isGeometryFlipped = flag
    case "doubleSided": isDoubleSided = flag
    case "allowsGroupOpacity": allowsGroupOpacity = flag
    case "allowsEdgeAntialiasing": allowsEdgeAntialiasing = flag
    case "alignsContentsToPixels": alignsContentsToPixels = flag
    case "shouldRasterize": shouldRasterize = flag
    case "drawsAsynchronously": drawsAsynchronously = flag
    case "autoreverses": autoreverses = flag
    default: needsDisplayOnBoundsChange = flag
    }
  }

  /// Returns the name of the current case of an enumerated property.
  private final func enumeratedProperty(named key: String) -> String? {
    switch key {
    case "contentsGravity": contentsGravity.rawValue
    case "magnificationFilter": magnificationFilter.rawValue
    case "minificationFilter": minificationFilter.rawValue
    case "fillMode": fillMode.rawValue
    case "cornerCurve": cornerCurve.rawValue
    case "compositingFilter": compositingFilter?.rawValue
    case "scrollMode": (self as? ScrollLayer)?.scrollMode.rawValue
    default: nil
    }
  }

  /// Sets an enumerated property, and returns false for any other key. An unknown gravity becomes
  /// `center`, an unknown filter `linear`, an unknown fill mode `removed`, an unknown curve
  /// `circular`, and an unknown scroll mode `both`.
  private final func setEnumeratedProperty(_ key: String, to value: Any?) -> Bool {
    func named<Name: RawRepresentable<String>>(_ other: Name) -> Name {
      value as? Name ?? (value as? String).flatMap(Name.init(rawValue:)) ?? other
    }
    switch key {
    case "contentsGravity": contentsGravity = named(.center)
    case "magnificationFilter": magnificationFilter = named(.linear)
    case "minificationFilter": minificationFilter = named(.linear)
    case "fillMode": fillMode = named(.removed)
    case "cornerCurve": cornerCurve = named(.circular)
    case "scrollMode":
      guard let window = self as? ScrollLayer else { return false }
      window.scrollMode = named(.both)
    case "compositingFilter":
      compositingFilter = value as? BlendMode ?? (value as? String).flatMap(BlendMode.init(name:))
    default: return false
    }
    return true
  }
}
