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
    guard let property = properties[record.property] else {
      if let underlying = value(at: record.property),
        let value = record.value(at: layerTime, over: underlying), value.isFinite
      {
        _ = setValue(value, at: record.property)
      }
      return
    }
    guard property.isAnimatable, case .value(let underlying) = property.read(self),
      let value = record.value(at: layerTime, over: underlying), value.isFinite
    else { return }
    _ = property.write(&self, .value(value))
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

  /// Returns the value of the property of a record; nil if the layer does not have it.
  func animatableValue(of record: CommittedAnimation) -> AnimatableValue? {
    switch record.slot {
    case .position: .point(position)
    case .opacity: .scalar(Double(opacity))
    case .bounds: .rect(bounds)
    case .transform, .backgroundColor, .byName: animatableValue(of: record.property)
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
