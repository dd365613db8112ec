import Foundation

extension Animation: Action {
  /// Adds the animation to the layer under the event's key (semantics 2.13).
  ///
  /// A ``BasicAnimation`` that says neither from where nor to where nor by how much runs from what
  /// was seen before the change to what is there now: it gives a change of a property another
  /// duration or curve than the transaction's.
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
    layer.add((self as? BasicAnimation)?.startingAtPresentation(of: layer) ?? self, forKey: key)
  }
}

extension BasicAnimation {
  /// A copy that starts from what is seen; nil where this one has values, or nothing is seen.
  fileprivate final func startingAtPresentation(of layer: Layer) -> BasicAnimation? {
    guard fromValue == nil, toValue == nil, byValue == nil, !isAdditive, let keyPath,
      let seen = layer.presentation()?.value(forKeyPath: keyPath)
    else { return nil }
    let copy = self.copy()
    copy.fromValue = seen
    return copy
  }
}

/// The result of one step of the search for an action.
enum ActionSearch {
  case goOn
  /// The search ends; nil where `NoAction` or `NSNull` ended it.
  case found((any Action)?)

  init(_ action: (any Action)?) {
    switch action {
    case nil: self = .goOn
    case is NoAction, is NSNull: self = .found(nil)
    case let action?: self = .found(action)
    }
  }
}

extension Layer {
  /// The four steps that anyone can influence, and then what the engine does by itself.
  final func searchAction(forKey key: String) -> (any Action)? {
    if let attachments = core.pointee.attachments {
      if let delegate = attachments.delegate,
        case .found(let action) = ActionSearch(delegate.action(for: self, forKey: key))
      {
        return action
      }
      if case .found(let action) = ActionSearch(attachments.actions?[key]) { return action }
      var style = attachments.style
      while let current = style {
        if case .found(let action) = ActionSearch(Self.action(in: current, forKey: key)) {
          return action
        }
        style = current["style"] as? [String: Any]
      }
    }
    if case .found(let action) = ActionSearch(type(of: self).defaultAction(forKey: key)) {
      return action
    }
    return core.pointee.status.contains(.live) ? implicitAction(forKey: key) : nil
  }

  private static func action(in style: [String: Any], forKey key: String) -> (any Action)? {
    if let actions = style["actions"] as? [String: any Action] { return actions[key] }
    return (style["actions"] as? [String: Any])?[key] as? any Action
  }

  /// What a live layer does of its own accord (semantics 2.5, 2.7).
  private final func implicitAction(forKey key: String) -> (any Action)? {
    switch key {
    case "hidden", "geometryFlipped", "masksToBounds", "sublayers":
      return implicitTransition()
    case "transform.scale":
      return implicitAnimation(
        forKey: key, from: AnimationKeyPath(key).component?.read(from: .transform(transform)))
    default:
      guard let property = LayerKey(rawValue: key), property.animatesImplicitly else {
        return nil
      }
      let value = core.pointee.values.animatableValue(of: key)
      if property == .backgroundColor, value == AnimatableValue.none { return nil }
      return implicitAnimation(forKey: key, from: value)
    }
  }

  private final func implicitAnimation(
    forKey key: String, from value: AnimatableValue?
  ) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: key)
    animation.fromValue = value?.userValue
    configureImplicit(animation)
    return animation
  }

  private final func implicitTransition() -> Transition {
    let transition = Transition()
    configureImplicit(transition)
    return transition
  }

  private final func configureImplicit(_ animation: Animation) {
    animation.duration = Transaction.animationDuration
    animation.timingFunction = Transaction.animationTimingFunction ?? .default
    animation.fillMode = .backwards
  }
}

extension LayerKey {
  /// Whether a change of the property on a live layer starts a basic animation.
  fileprivate var animatesImplicitly: Bool {
    switch self {
    case .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform,
      .sublayerTransform, .contents, .contentsRect, .contentsCenter, .contentsScale, .opacity,
      .backgroundColor:
      true
    default: false
    }
  }
}

extension AnimatableValue {
  /// The value as the user writes it: a number is a `Double`, no value is nil.
  var userValue: Any? {
    switch self {
    case .none: nil
    case .bool(let value): value
    case .scalar(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .transform(let value): value
    case .color(let value): value
    case .bitmap(let value): value
    case .path(let value): value
    case .crossfade: bitmap
    case .numbers(let value): value
    case .colors(let value): value
    }
  }
}
