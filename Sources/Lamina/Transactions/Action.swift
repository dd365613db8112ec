import Foundation

/// An action that a layer runs when one of its properties changes or an event reaches it.
///
/// Every ``Animation`` is an action: when run, it adds itself to the layer under the event's key.
public protocol Action {
  /// Performs the action.
  ///
  /// - Parameters:
  ///   - key: the property that changed, or the event: `onOrderIn`, `onOrderOut`, `onLayout`.
  ///   - layer: the layer that changed or received the event. The new value is already set.
  ///   - arguments: nil for property changes.
  func run(forKey key: String, on layer: Layer, arguments: [String: Any]?)

  /// Performs the action, with the signature of Core Animation, for ported code. The engine does
  /// not call it.
  ///
  /// With `import QuartzCore` an action may implement this method instead of
  /// ``run(forKey:on:arguments:)``. The default implementation calls that method.
  ///
  /// - Precondition: `anObject` is a ``Layer``.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension Action {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? Layer else {
      refuse("an action can only run on a Layer, not on a value of type \(type(of: anObject))")
    }
    let arguments = dict.map { dict in
      Dictionary(
        dict.compactMap { key, value in (key.base as? String).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    run(forKey: event, on: layer, arguments: arguments)
  }
}

/// An action that does nothing and ends the search for another action, as in Core Animation.
extension NSNull: Action {
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
}

/// An action that does nothing and ends the search for another one, like `NSNull`, which does the
/// same here as in Core Animation.
public struct NoAction: Action, Equatable, Sendable {
  public init() {}
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
}

extension Action where Self == NoAction {
  /// The action that does nothing: `layer.actions = ["position": .noAction]`.
  public static var noAction: NoAction { NoAction() }
}

/// An object that provides a layer's contents, layout and actions.
///
/// All requirements have default implementations that behave like a layer without a delegate.
public protocol LayerDelegate: AnyObject {
  /// Provides the layer's contents. Return true if that is done; false continues with
  /// ``draw(_:in:)``. The default returns false.
  func display(_ layer: Layer) -> Bool
  /// Tells the delegate that ``draw(_:in:)`` is about to be called.
  func layerWillDraw(_ layer: Layer)
  /// Draws the layer's contents, in the layer's own coordinate space (points). Return false, as the
  /// default does, if this delegate draws nothing: the layer then gets no contents.
  func draw(_ layer: Layer, in context: DrawingContext) -> Bool
  /// Lays out the sublayers. Return true if that is done; false, the default, leaves it to the
  /// layer.
  func layoutSublayers(of layer: Layer) -> Bool
  /// Returns the action for a key. ``Layer/action(forKey:)`` asks the delegate first. Nil continues
  /// the search, ``NoAction`` ends it.
  func action(for layer: Layer, forKey key: String) -> (any Action)?
}

extension LayerDelegate {
  public func display(_ layer: Layer) -> Bool { false }
  public func layerWillDraw(_ layer: Layer) {}
  public func draw(_ layer: Layer, in context: DrawingContext) -> Bool { false }
  public func layoutSublayers(of layer: Layer) -> Bool { false }
  public func action(for layer: Layer, forKey key: String) -> (any Action)? { nil }
}
