import Foundation

// Properties of animations by name, as key-value coding has them in Core Animation.

extension Animation {
  /// The value of a property by its name, or what was kept under a key of the user's own.
  ///
  /// Numbers come as `Double`, modes and types by their names.
  public func value(forKey key: String) -> Any? {
    property(named: key) ?? userValues?[key]
  }

  /// Sets a property by its name, or keeps a value of the user's own under a key, also in
  /// copies; nil then removes it.
  ///
  /// A string that says a number is one, and nil, or `NSNull`, is 0 for a number and false for a
  /// Boolean. A name that no mode has becomes the default. A layer's copy takes keys of the
  /// user's own only.
  ///
  /// - Precondition: a property's value is of its type, and one that its setter takes.
  public func setValue(_ value: Any?, forKey key: String) {
    let given = value is NSNull ? nil : value
    if set(given, forBaseProperty: key) || set(given, forOwnProperty: key) { return }
    if let value {
      userValues = userValues ?? [:]
      userValues?[key] = value
    } else {
      userValues?[key] = nil
    }
  }

  /// The value of a property; nil for a name that is no property's.
  private func property(named key: String) -> Any?? {
    switch key {
    case "beginTime": beginTime
    case "duration": duration
    case "speed": Double(speed)
    case "timeOffset": timeOffset
    case "repeatCount": Double(repeatCount)
    case "repeatDuration": repeatDuration
    case "autoreverses": autoreverses
    case "fillMode": fillMode.rawValue
    case "timingFunction": .some(timingFunction)
    case "delegate": .some(delegate)
    case "removedOnCompletion": isRemovedOnCompletion
    default: ownProperty(named: key)
    }
  }

  private func ownProperty(named key: String) -> Any?? {
    switch (self, key) {
    case (let self as PropertyAnimation, "keyPath"): .some(self.keyPath)
    case (let self as PropertyAnimation, "additive"): self.isAdditive
    case (let self as PropertyAnimation, "cumulative"): self.isCumulative
    case (let self as PropertyAnimation, "valueFunction"): .some(self.valueFunction)
    case (let self as BasicAnimation, "fromValue"): .some(self.fromValue)
    case (let self as BasicAnimation, "toValue"): .some(self.toValue)
    case (let self as BasicAnimation, "byValue"): .some(self.byValue)
    case (let self as SpringAnimation, "mass"): Double(self.mass)
    case (let self as SpringAnimation, "stiffness"): Double(self.stiffness)
    case (let self as SpringAnimation, "damping"): Double(self.damping)
    case (let self as SpringAnimation, "initialVelocity"): Double(self.initialVelocity)
    case (let self as SpringAnimation, "allowsOverdamping"): self.allowsOverdamping
    case (let self as SpringAnimation, "settlingDuration"): self.settlingDuration
    case (let self as SpringAnimation, "perceptualDuration"): self.perceptualDuration
    case (let self as SpringAnimation, "bounce"): Double(self.bounce)
    case (let self as KeyframeAnimation, "values"): .some(self.values)
    case (let self as KeyframeAnimation, "path"): .some(self.path)
    case (let self as KeyframeAnimation, "keyTimes"): .some(self.keyTimes)
    case (let self as KeyframeAnimation, "timingFunctions"): .some(self.timingFunctions)
    case (let self as KeyframeAnimation, "calculationMode"): self.calculationMode.rawValue
    case (let self as KeyframeAnimation, "tensionValues"): .some(self.tensionValues)
    case (let self as KeyframeAnimation, "continuityValues"): .some(self.continuityValues)
    case (let self as KeyframeAnimation, "biasValues"): .some(self.biasValues)
    case (let self as KeyframeAnimation, "rotationMode"): .some(self.rotationMode?.rawValue)
    case (let self as AnimationGroup, "animations"): .some(self.animations)
    case (let self as Transition, "type"): self.type.rawValue
    case (let self as Transition, "subtype"): .some(self.subtype?.rawValue)
    case (let self as Transition, "startProgress"): Double(self.startProgress)
    case (let self as Transition, "endProgress"): Double(self.endProgress)
    default: nil
    }
  }

  // MARK: - Setting

  /// - Returns: whether there is such a property.
  private func set(_ value: Any?, forBaseProperty key: String) -> Bool {
    switch key {
    case "beginTime": beginTime = number(value, key)
    case "duration": duration = number(value, key)
    case "speed": speed = Float(number(value, key))
    case "timeOffset": timeOffset = number(value, key)
    case "repeatCount": repeatCount = Float(number(value, key))
    case "repeatDuration": repeatDuration = number(value, key)
    case "autoreverses": autoreverses = flag(value, key)
    case "fillMode": fillMode = named(value) ?? .removed
    case "timingFunction": timingFunction = object(value, key)
    case "delegate": delegate = object(value, key)
    case "removedOnCompletion": isRemovedOnCompletion = flag(value, key)
    default: return false
    }
    return true
  }

  private func set(_ value: Any?, forOwnProperty key: String) -> Bool {
    switch self {
    case let self as SpringAnimation where self.setSpring(value, key): true
    case let self as BasicAnimation where self.setBasic(value, key): true
    case let self as KeyframeAnimation where self.setKeyframes(value, key): true
    case let self as PropertyAnimation: self.setProperty(value, key)
    case let self as AnimationGroup: self.setGroup(value, key)
    case let self as Transition: self.setTransition(value, key)
    default: false
    }
  }

  fileprivate func number(_ value: Any?, _ key: String) -> Double {
    guard let value else { return 0 }
    if let text = value as? String, let number = Double(text) { return number }
    switch try? AnimatableValue(value) {
    case .scalar(let number): return number
    case .bool(let flag): return flag ? 1 : 0
    default: refuse(refusal(value, key))
    }
  }

  fileprivate func flag(_ value: Any?, _ key: String) -> Bool { number(value, key) != 0 }

  /// Nil for a name that nothing has.
  fileprivate func named<Name: RawRepresentable<String>>(_ value: Any?) -> Name? {
    value as? Name ?? (value as? String).flatMap(Name.init(rawValue:))
  }

  fileprivate func object<Object>(_ value: Any?, _ key: String) -> Object? {
    guard let value else { return nil }
    guard let object = value as? Object else { refuse(refusal(value, key)) }
    return object
  }

  fileprivate func numbers(_ value: Any?, _ key: String) -> [Double]? {
    let values: [Any]? = object(value, key)
    return values?.map { number($0, key) }
  }

  fileprivate func refusal(_ value: Any, _ key: String) -> String {
    "\(Swift.type(of: self)): \(key) cannot be \(value)"
  }
}

extension PropertyAnimation {
  fileprivate func setProperty(_ value: Any?, _ key: String) -> Bool {
    switch key {
    case "keyPath": keyPath = object(value, key)
    case "additive": isAdditive = flag(value, key)
    case "cumulative": isCumulative = flag(value, key)
    case "valueFunction": valueFunction = object(value, key)
    default: return false
    }
    return true
  }
}

extension BasicAnimation {
  fileprivate func setBasic(_ value: Any?, _ key: String) -> Bool {
    switch key {
    case "fromValue": fromValue = value
    case "toValue": toValue = value
    case "byValue": byValue = value
    default: return false
    }
    return true
  }
}

extension SpringAnimation {
  fileprivate func setSpring(_ value: Any?, _ key: String) -> Bool {
    switch key {
    case "mass": mass = number(value, key)
    case "stiffness": stiffness = number(value, key)
    case "damping": damping = number(value, key)
    case "initialVelocity": initialVelocity = number(value, key)
    case "allowsOverdamping": allowsOverdamping = flag(value, key)
    case "settlingDuration", "perceptualDuration", "bounce":
      refuse("\(Swift.type(of: self)): \(key) cannot be set; it follows from the other values")
    default: return false
    }
    return true
  }
}

extension KeyframeAnimation {
  fileprivate func setKeyframes(_ value: Any?, _ key: String) -> Bool {
    switch key {
    case "values": values = object(value, key)
    case "path": path = object(value, key)
    case "keyTimes": keyTimes = numbers(value, key)
    case "timingFunctions": timingFunctions = object(value, key)
    case "calculationMode": calculationMode = named(value) ?? .linear
    case "tensionValues": tensionValues = numbers(value, key)
    case "continuityValues": continuityValues = numbers(value, key)
    case "biasValues": biasValues = numbers(value, key)
    case "rotationMode": rotationMode = named(value)
    default: return false
    }
    return true
  }
}

extension AnimationGroup {
  fileprivate func setGroup(_ value: Any?, _ key: String) -> Bool {
    guard key == "animations" else { return false }
    animations = object(value, key)
    return true
  }
}

extension Transition {
  fileprivate func setTransition(_ value: Any?, _ key: String) -> Bool {
    switch key {
    case "type": type = named(value) ?? .fade
    case "subtype": subtype = named(value)
    case "startProgress": startProgress = Float(number(value, key))
    case "endProgress": endProgress = Float(number(value, key))
    default: return false
    }
    return true
  }
}
