import Foundation

extension LayerValues {
  /// Applies animations in order, each to the result of the previous ones (rule 6.2).
  ///
  /// A record has no effect if the layer lacks its property, or if its value is of the wrong kind
  /// or not finite.
  ///
  /// - Parameter layerTime: the layer's local time, in seconds.
  mutating func apply(_ records: [CommittedAnimation], at layerTime: Double) {
    for index in records.indices { apply(records[index], at: layerTime) }
  }

  /// Applies one animation. The slots are a fast path for the same result as
  /// ``applyByName(_:at:)``.
  private mutating func apply(_ record: CommittedAnimation, at layerTime: Double) {
    switch record.slot {
    case .position:
      guard let point = record.point(at: layerTime, over: position), point.x.isFinite,
        point.y.isFinite
      else { return }
      position = point
    case .opacity:
      guard let number = record.scalar(at: layerTime, over: Double(opacity)) else { return }
      let value = Float(number)
      if value.isFinite { opacity = value }
    case .bounds:
      guard let rect = record.rect(at: layerTime, over: bounds) else { return }
      setBounds(rect)
    case .transform:
      guard
        let transform = record.transform(
          at: layerTime, over: rare?.values.transform ?? .identity), transform.isFinite
      else { return }
      rareValues.transform = transform
    case .backgroundColor:
      guard record.isVector, let color = backgroundColor else {
        return applyByName(record, at: layerTime)
      }
      guard let color = record.color(at: layerTime, over: color), color.isFinite else { return }
      backgroundColor = color
      backgroundPixel = color.premultipliedPixel
    case .byName:
      applyByName(record, at: layerTime)
    }
  }

  /// Applies one animation to the property that it names.
  mutating func applyByName(_ record: CommittedAnimation, at layerTime: Double) {
    let property = record.property
    guard let underlying = animatableValue(of: property),
      let value = record.value(at: layerTime, over: underlying)
    else { return }
    setAnimatableValue(value, of: property)
  }

  /// Returns the `zPosition` that results from ``apply(_:at:)``.
  ///
  /// - Parameter layerTime: the layer's local time, in seconds.
  func depth(_ records: [CommittedAnimation], at layerTime: Double) -> Double {
    var depth = Double(rareValues.zPosition)
    for record in records where record.movesInDepth {
      if case .scalar(let value) = record.value(at: layerTime, over: .scalar(depth)),
        value.isFinite
      {
        depth = value
      }
    }
    return depth
  }

  /// Returns true if the layer has an animatable property of a name.
  func canAnimate(_ property: String) -> Bool { animatableValue(of: property) != nil }

  /// Returns true if the layer has the property of a record.
  func canAnimate(_ record: CommittedAnimation) -> Bool {
    record.slot != .byName || canAnimate(record.property)
  }

  /// Returns the value of an animatable property, or nil for another name.
  func animatableValue(of property: String) -> AnimatableValue? {
    switch property {
    case "position": .point(position)
    case "opacity": .scalar(Double(opacity))
    case "bounds": .rect(bounds)
    case "transform": .transform(rareValues.transform)
    case "backgroundColor": backgroundColor.map { .color($0) } ?? AnimatableValue.none
    case "contents": animatableContents
    case "anchorPoint": .point(anchorPoint)
    case "hidden": .bool(flags.contains(.hidden))
    case "zPosition": .scalar(rareValues.zPosition)
    case "anchorPointZ": .scalar(rareValues.anchorPointZ)
    case "sublayerTransform": .transform(rareValues.sublayerTransform)
    case "contentsRect": .rect(rareValues.contentsRect)
    case "contentsCenter": .rect(rareValues.contentsCenter)
    case "contentsScale": .scalar(rareValues.contentsScale)
    case "minificationFilterBias": .scalar(Double(rareValues.minificationFilterBias))
    case "masksToBounds": .bool(flags.contains(.masksToBounds))
    case "geometryFlipped": .bool(flags.contains(.geometryFlipped))
    case "doubleSided": .bool(!flags.contains(.singleSided))
    case "cornerRadius": .scalar(rareValues.appearance.cornerRadius)
    case "borderWidth": .scalar(rareValues.appearance.borderWidth)
    case "borderColor":
      rareValues.appearance.borderColor.map { .color($0) } ?? AnimatableValue.none
    case "shadowColor": rareValues.effects.shadow.color.map { .color($0) } ?? AnimatableValue.none
    case "shadowOpacity": .scalar(Double(rareValues.effects.shadow.opacity))
    case "shadowOffset": .size(rareValues.effects.shadow.offset)
    case "shadowRadius": .scalar(rareValues.effects.shadow.radius)
    case "shouldRasterize": .bool(effects.shouldRasterize)
    case "rasterizationScale": .scalar(effects.rasterizationScale)
    case "shadowPath": rareValues.effects.shadow.path.map { .path($0) } ?? AnimatableValue.none
    default:
      FilterPath(property)?.value(in: effects) ?? rare?.values.kind?.animatableValue(of: property)
    }
  }

  /// Returns the value of a property known to the engine; `none` for one that is not animatable.
  func animatableValue(of property: LayerKey) -> AnimatableValue {
    switch property {
    case .position: .point(position)
    case .opacity: .scalar(Double(opacity))
    case .bounds: .rect(bounds)
    default: animatableValue(of: property.rawValue) ?? AnimatableValue.none
    }
  }

  private var animatableContents: AnimatableValue {
    if let fade = rare?.values.contentsFade { return .crossfade(fade) }
    return contents.map { .bitmap($0) } ?? AnimatableValue.none
  }

  private mutating func setAnimatableValue(_ value: AnimatableValue, of property: String) {
    if var kind = rare?.values.kind, kind.animatableValue(of: property) != nil {
      if value.isFinite, kind.take(.value(value), for: property) { rareValues.kind = kind }
      return
    }
    if let path = FilterPath(property) {
      if value.isFinite { path.setValue(value, in: &rareValues.effects) }
      return
    }
    switch value {
    case .none: setNothing(property)
    case .scalar(let number): setNumber(number, property)
    case .point(let point):
      guard point.x.isFinite, point.y.isFinite else { return }
      switch property {
      case "position": position = point
      case "anchorPoint": anchorPoint = point
      default: break
      }
    case .rect(let rect): setRect(rect, property)
    case .transform(let transform):
      guard transform.isFinite else { return }
      switch property {
      case "transform": rareValues.transform = transform
      case "sublayerTransform": rareValues.sublayerTransform = transform
      default: break
      }
    case .color(let color):
      guard color.isFinite else { return }
      switch property {
      case "backgroundColor":
        backgroundColor = color
        backgroundPixel = color.premultipliedPixel
      case "borderColor": rareValues.appearance.borderColor = color
      case "shadowColor": rareValues.effects.shadow.color = color
      default: break
      }
    case .bool(let isSet): setFlag(isSet, property)
    case .bitmap(let bitmap):
      guard property == "contents" else { return }
      setContents(bitmap, fade: nil)
    case .crossfade(let fade):
      guard property == "contents" else { return }
      setContents(value.bitmap, fade: fade)
    case .size(let size):
      guard property == "shadowOffset", size.width.isFinite, size.height.isFinite else { return }
      rareValues.effects.shadow.offset = size
    case .path(let path): if property == "shadowPath" { rareValues.effects.shadow.path = path }
    case .numbers, .colors: break
    }
  }

  private mutating func setNothing(_ property: String) {
    switch property {
    case "backgroundColor":
      backgroundColor = nil
      backgroundPixel = 0
    case "borderColor": rareValues.appearance.borderColor = nil
    case "shadowColor": rareValues.effects.shadow.color = nil
    case "shadowPath": rareValues.effects.shadow.path = nil
    case "contents": setContents(nil, fade: nil)
    default: break
    }
  }

  private mutating func setContents(_ bitmap: Bitmap?, fade: Crossfade?) {
    contents = bitmap
    if fade != nil || rare?.values.contentsFade != nil { rareValues.contentsFade = fade }
  }

  private mutating func setNumber(_ number: Double, _ property: String) {
    guard number.isFinite else { return }
    switch property {
    case "opacity":
      let value = Float(number)
      if value.isFinite { opacity = value }
    case "zPosition": rareValues.zPosition = number
    case "anchorPointZ": rareValues.anchorPointZ = number
    case "contentsScale": if number > 0 { rareValues.contentsScale = number }
    case "minificationFilterBias":
      if Float(number).isFinite { rareValues.minificationFilterBias = Float(number) }
    case "cornerRadius": rareValues.appearance.cornerRadius = number
    case "borderWidth": rareValues.appearance.borderWidth = number
    case "shadowOpacity":
      if Float(number).isFinite { rareValues.effects.shadow.opacity = Float(number) }
    case "shadowRadius": rareValues.effects.shadow.radius = number
    case "rasterizationScale": rareValues.effects.rasterizationScale = number
    default: break
    }
  }

  private mutating func setRect(_ rect: CGRect, _ property: String) {
    guard rect.isFiniteRect else { return }
    switch property {
    case "bounds": setBounds(rect)
    case "contentsRect": rareValues.contentsRect = rect
    case "contentsCenter": rareValues.contentsCenter = rect
    default: break
    }
  }

  private mutating func setBounds(_ rect: CGRect) {
    guard rect.isFiniteRect else { return }
    bounds = rect.size.width < 0 || rect.size.height < 0 ? rect.standardized : rect
  }

  private mutating func setFlag(_ isSet: Bool, _ property: String) {
    let flag: LayerFlags
    switch property {
    case "hidden": flag = .hidden
    case "masksToBounds": flag = .masksToBounds
    case "geometryFlipped": flag = .geometryFlipped
    case "doubleSided": flag = .singleSided
    case "shouldRasterize":
      rareValues.effects.shouldRasterize = isSet
      return
    default: return
    }
    if isSet != (property == "doubleSided") {
      flags.insert(flag)
    } else {
      flags.remove(flag)
    }
  }
}

extension Color {
  /// True if all four components are finite.
  var isFinite: Bool {
    red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite
  }
}
