extension Animation: CustomDebugStringConvertible {
  /// A one-line description of the animation: its class, the property it changes, the values, the
  /// duration and the timing curve, then everything that is not at its default.
  ///
  ///     BasicAnimation of opacity from 1 to 0.5 over 0.25 s, default curve
  ///
  /// The text contains no addresses and is the same on every machine.
  public var debugDescription: String {
    let duration = timing.duration > 0 ? " over \(Readable.number(timing.duration)) s" : ""
    let parts = ["\(type(of: self))" + inspectedChange + duration] + inspectedTraits
    return parts.joined(separator: ", ")
  }

  /// The animated property and its values.
  private var inspectedChange: String {
    var text = (self as? PropertyAnimation).map { " of \($0.keyPath ?? "nothing")" } ?? ""
    switch self {
    case let basic as BasicAnimation:
      if let value = basic.fromValue { text += " from \(Readable.value(value))" }
      if let value = basic.toValue { text += " to \(Readable.value(value))" }
      if let value = basic.byValue { text += " by \(Readable.value(value))" }
    case let keyframes as KeyframeAnimation:
      if let path = keyframes.path {
        text += " along a \(Readable.text(.path(path)))"
      } else {
        let values = (keyframes.values ?? []).map { Readable.value($0) }
        text += " through [" + values.joined(separator: ", ") + "]"
      }
    case let transition as Transition:
      text += " \(transition.type.rawValue)"
      if let subtype = transition.subtype { text += " \(subtype.rawValue)" }
    case let group as AnimationGroup:
      let parts = (group.animations ?? []).map(\.debugDescription)
      text += " of [" + parts.joined(separator: "; ") + "]"
    default: break
    }
    return text
  }

  /// The properties that are not at their defaults, except for the duration and what
  /// `inspectedChange` says.
  private var inspectedTraits: [String] {
    AnimationProperty.all.filter { $0.belongs(type(of: self)) }.compactMap { $0.trait(self) }
  }
}

extension TimingParameters {
  /// Returns the names and values of the parameters that differ from other timing, except for the
  /// duration.
  func inspected(against standard: TimingParameters) -> [String] {
    TimingProperty.all.compactMap { property in
      let value = property.read(self)
      if property.key == "duration" || value == property.read(standard) { return nil }
      return value == .value(.bool(true))
        ? property.key : "\(property.key) \(Readable.value(value.userValue))"
    }
  }
}

extension AnimationEntry {
  /// Returns a description of the animation with its key and its progress at a local time, in
  /// seconds.
  ///
  /// - Parameter values: the layer's values without any animation.
  func inspected(at localTime: Double, over values: LayerValues) -> String {
    let name = key.map { "animation \($0.debugDescription.escaped)" } ?? "animation without a key"
    return "\(name): \(animation.debugDescription); " + progress(at: localTime, over: values)
  }

  private func progress(at localTime: Double, over values: LayerValues) -> String {
    guard hasBegun else {
      return isPublished ? "begins with the next frame" : "begins when it is committed"
    }
    let timing = animation.timing
    if localTime < timing.beginTime {
      return "begins in \(Readable.number(timing.beginTime - localTime)) s"
    }
    if localTime > end {
      return hasStopped ? "ended, and stays" : "has ended"
    }
    guard let sample = timing.sample(at: localTime) else { return "without effect" }
    var text = "\(Readable.number(sample.fraction * 100)) % done"
    if sample.cycle > 0 { text += " in cycle \(Readable.number(sample.cycle + 1))" }
    let now = committedAnimations.compactMap { committed in
      values.animatableValue(of: committed.property)
        .flatMap { committed.value(at: localTime, over: $0) }
        .map { "\(committed.property) \(Readable.text($0))" }
    }
    return now.isEmpty ? text : text + ", now \(now.joined(separator: ", "))"
  }
}
