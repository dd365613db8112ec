import Foundation

extension Animation: Action {
  /// Adds the animation to the layer under the event's key (rule 2.13).
  ///
  /// A ``BasicAnimation`` without any of the three values runs from the value presented before the
  /// change to the current one. It thereby gives a property change a duration or curve other than
  /// the transaction's.
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
    layer.add((self as? BasicAnimation)?.startingAtPresentation(of: layer) ?? self, forKey: key)
  }
}

extension BasicAnimation {
  /// Returns a copy that starts from the presented value, or nil if this animation has values of
  /// its own or there is no presented value.
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
  /// The search ends, with nil if `NoAction` or `NSNull` ended it.
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
  /// Searches the delegate, the layer's actions, its style and its class, then returns the engine's
  /// implicit action if the layer is live.
  final func searchAction(forKey key: String) -> (any Action)? {
    if let sideTable = storage.sideTable {
      if let delegate = sideTable.delegate,
        case .found(let action) = ActionSearch(delegate.action(for: self, forKey: key))
      {
        return action
      }
      if case .found(let action) = ActionSearch(sideTable.actions?[key]) { return action }
      var style = sideTable.style
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
    return storage.status.contains(.live) ? implicitAction(forKey: key) : nil
  }

  private static func action(in style: [String: Any], forKey key: String) -> (any Action)? {
    if let actions = style["actions"] as? [String: any Action] { return actions[key] }
    return (style["actions"] as? [String: Any])?[key] as? any Action
  }

  /// True if no subclass, delegate, actions or style can affect the layer's actions, so that a
  /// search yields the engine's implicit action.
  final var hasStandardActions: Bool {
    type(of: self) == Layer.self && storage.sideTable?.mayOfferActions != true
  }

  /// Returns the default action of a live layer (rule 2.5, 2.7).
  private final func implicitAction(forKey key: String) -> (any Action)? {
    if key == "sublayers" || key == "mask" { return implicitAnimation(.transition) }
    if let property = values.properties[key] { return implicitAction(for: property.key)?.action }
    if let property = type(of: self).ownProperty(key) { return implicitAction(of: property, key) }
    let value =
      key == "transform.scale"
      ? AnimationKeyPath(key).component?.read(from: .transform(transform))
      : FilterPath(key)?.value(in: storage.values.effects)
    return value.map { implicitAnimation(.animation(from: $0), forKey: key) }
  }

  /// Returns the default action for a property of a class of another module.
  private final func implicitAction(of property: KeyedProperty, _ key: String) -> (any Action)? {
    guard property.isAnimatable, case .value(let value)? = property.read(self),
      value != AnimatableValue.none
    else { return nil }
    let animation = implicitAnimation(.animation(from: value), forKey: key)
    (animation as? BasicAnimation)?.fromValue = property.userValue(self)
    return animation
  }

  /// Returns the default action for a property known to the engine.
  final func implicitAction(for property: LayerKey) -> PendingAction? {
    switch property {
    case LayerKey(.position):
      return implicitChange(of: property, from: .point(storage.values.position))
    case LayerKey(.bounds):
      return implicitChange(of: property, from: .rect(storage.values.bounds))
    case LayerKey(.opacity):
      return implicitChange(of: property, from: .scalar(Double(storage.values.opacity)))
    case LayerKey(.mask), LayerKey(.sublayers):
      return pendingTransition()
    default:
      guard let descriptor = storage.values.properties[property] else { return nil }
      switch descriptor.action {
      case .none: return nil
      case .transition: return pendingTransition()
      case .animation, .animationOfValue:
        guard case .value(let value) = descriptor.read(storage.values),
          descriptor.action == .animation || value != AnimatableValue.none
        else { return nil }
        return implicitChange(of: property, from: value)
      }
    }
  }

  private final func implicitChange(
    of property: LayerKey, from value: AnimatableValue
  ) -> PendingAction {
    // One without a value starts from what is seen, as ``Animation/run(forKey:on:arguments:)`` has
    // it.
    if value == AnimatableValue.none {
      let animation = implicitAnimation(.animation(from: value), forKey: property.rawValue)
      return .action(animation, key: property.rawValue)
    }
    return pendingAction(.animation(from: value), forKey: property.rawValue)
  }

  private final func pendingAction(_ change: ImplicitChange, forKey key: String) -> PendingAction {
    .change(
      AnimationEntry(
        key: key, content: .change(change), layer: self,
        settings: TransactionStack.current.currentSettings))
  }

  private final func pendingTransition() -> PendingAction {
    pendingAction(.transition, forKey: Transition.key)
  }

  /// Creates the animation of a change, with the timing of the current transaction.
  private final func implicitAnimation(
    _ change: ImplicitChange, forKey key: String = Transition.key
  ) -> Animation {
    change.makeAnimation(forKey: key, TransactionStack.current.currentSettings)
  }
}
