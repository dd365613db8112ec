import Foundation

extension LayerValues {
  /// Applies animations in order, each to the result of the previous ones (rule 6.2).
  ///
  /// An animation has no effect if the layer lacks its property, or if its value is of the wrong kind
  /// or not finite.
  ///
  /// Not inlined: it is large, and its callers are many.
  ///
  /// - Parameter layerTime: the layer's local time, in seconds.
  @inline(never)
  mutating func apply(_ animations: [CommittedAnimation], at layerTime: Double) {
    for index in animations.indices { apply(animations[index], at: layerTime) }
  }

  /// Applies one animation. The slots are a fast path for the same result as
  /// ``applyByName(_:at:)``.
  private mutating func apply(_ animation: CommittedAnimation, at layerTime: Double) {
    switch animation.slot {
    case .position:
      guard let point = animation.point(at: layerTime, over: position), point.x.isFinite,
        point.y.isFinite
      else { return }
      position = point
    case .opacity:
      guard let number = animation.scalar(at: layerTime, over: Double(opacity)) else { return }
      let value = Float(number)
      if value.isFinite { opacity = value }
    case .bounds:
      guard let rect = animation.rect(at: layerTime, over: bounds) else { return }
      setBounds(rect)
    case .transform:
      guard
        let transform = animation.transform(
          at: layerTime, over: rare?.values.transform ?? .identity), transform.isFinite
      else { return }
      rareValues.transform = transform
    case .backgroundColor:
      guard animation.isVector, let color = backgroundColor else {
        return applyByName(animation, at: layerTime)
      }
      guard let color = animation.color(at: layerTime, over: color), color.isFinite else { return }
      backgroundColor = color
      backgroundPixel = color.premultipliedPixel
    case .byName:
      applyByName(animation, at: layerTime)
    }
  }

  /// Applies one animation to the property that it names.
  mutating func applyByName(_ animation: CommittedAnimation, at layerTime: Double) {
    guard let property = properties[animation.property] else {
      if let underlying = value(at: animation.property),
        let value = animation.value(at: layerTime, over: underlying), value.isFinite
      {
        _ = setValue(value, at: animation.property)
      }
      return
    }
    guard property.isAnimatable, case .value(let underlying) = property.read(self),
      let value = animation.value(at: layerTime, over: underlying), value.isFinite
    else { return }
    _ = property.write(&self, .value(value))
  }

  /// Returns the `zPosition` that results from ``apply(_:at:)``.
  ///
  /// - Parameter layerTime: the layer's local time, in seconds.
  func depth(_ animations: [CommittedAnimation], at layerTime: Double) -> Double {
    var depth = Double(rareValues.zPosition)
    for animation in animations where animation.movesInDepth {
      if case .scalar(let value) = animation.value(at: layerTime, over: .scalar(depth)),
        value.isFinite
      {
        depth = value
      }
    }
    return depth
  }

  /// Returns true if the layer has an animatable property of a name.
  func canAnimate(_ property: String) -> Bool { animatableValue(of: property) != nil }

  /// Returns true if the layer has the property of an animation.
  func canAnimate(_ animation: CommittedAnimation) -> Bool {
    animation.slot != .byName || canAnimate(animation.property)
  }

  /// Returns the value of the property of an animation; nil if the layer does not have it.
  func animatableValue(of animation: CommittedAnimation) -> AnimatableValue? {
    switch animation.slot {
    case .position: .point(position)
    case .opacity: .scalar(Double(opacity))
    case .bounds: .rect(bounds)
    case .transform, .backgroundColor, .byName: animatableValue(of: animation.property)
    }
  }

  /// Returns the value of a property that animations can change, or of a filter or cell at a key path;
  /// nil for any other name.
  func animatableValue(of property: String) -> AnimatableValue? {
    guard let descriptor = properties[property] else { return value(at: property) }
    guard descriptor.isAnimatable, case .value(let value) = descriptor.read(self) else {
      return nil
    }
    return value
  }

  private mutating func setBounds(_ rect: CGRect) {
    guard rect.isFinite else { return }
    bounds = rect.size.width < 0 || rect.size.height < 0 ? rect.standardized : rect
  }

  // MARK: - Filters and cells

  /// Returns the value of a filter or of an emitter's cell at a key path, or nil.
  func value(at keyPath: String) -> AnimatableValue? {
    if let path = FilterPath(keyPath) { return path.value(in: effects) }
    guard case .emitter(let emitter)? = rare?.values.kind else { return nil }
    return emitter.cellValue(at: keyPath)
  }

  /// Sets a value at a key path, and returns false if it cannot be set.
  mutating func setValue(_ value: AnimatableValue, at keyPath: String) -> Bool {
    if let path = FilterPath(keyPath) {
      path.setValue(value, in: &rareValues.effects)
      return true
    }
    guard case .emitter(var emitter)? = rare?.values.kind,
      emitter.setCellValue(value, at: keyPath)
    else { return false }
    rareValues.emitter = emitter
    return true
  }
}
