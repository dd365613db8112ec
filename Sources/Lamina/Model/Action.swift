import Foundation

/// Something that happens when a layer's property changes or an event reaches it.
///
/// Every ``Animation`` is an action: run, it adds itself to the layer under the event's key.
public protocol Action {
  /// Carries the action out.
  ///
  /// - Parameters:
  ///   - key: the property that changed, or the event: `onOrderIn`, `onOrderOut`, `onLayout`.
  ///   - layer: the layer it happened to. The new value is already in place.
  ///   - arguments: nil for property changes.
  func run(forKey key: String, on layer: Layer, arguments: [String: Any]?)

  /// The same as Core Animation spells it, for code that is ported. The engine does not call it.
  ///
  /// With `import QuartzCore` an action may implement this instead of
  /// ``run(forKey:on:arguments:)``. The default is for the actions that implement only the
  /// other one, and calls that.
  ///
  /// - Precondition: `anObject` is a ``Layer``.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension Action {
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? Layer else {
      refuse("an action runs on a Layer, and was given a \(type(of: anObject))")
    }
    let arguments = dict.map { dict in
      Dictionary(
        dict.compactMap { key, value in (key.base as? String).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    run(forKey: event, on: layer, arguments: arguments)
  }
}

/// Does nothing and ends the search for another action, as in Core Animation.
extension NSNull: Action {
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
}

/// The action that does nothing and ends the search for another one; what `NSNull` is in
/// Core Animation, which does the same here.
public struct NoAction: Action, Equatable, Sendable {
  public init() {}
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
}

extension Action where Self == NoAction {
  /// `layer.actions = ["position": .none]`
  public static var none: NoAction { NoAction() }
}

/// Whom a layer asks for its contents, its layout and its actions.
///
/// All requirements have defaults that do what a layer without a delegate does.
public protocol LayerDelegate: AnyObject {
  /// Gives the layer its contents. Return true when done; false goes on to
  /// ``draw(_:in:)``. The default returns false.
  func display(_ layer: Layer) -> Bool
  /// Called before ``draw(_:in:)``.
  func layerWillDraw(_ layer: Layer)
  /// Draws the layer's contents, in the layer's own coordinate space (points). Return false,
  /// as the default does, when there is nothing that this delegate draws: the layer then gets
  /// no contents.
  func draw(_ layer: Layer, in context: DrawingContext) -> Bool
  /// Places the sublayers. Return true when done; false, the default, leaves it to the layer.
  func layoutSublayers(of layer: Layer) -> Bool
  /// The action for a key: the first place that ``Layer/action(forKey:)`` asks. Nil goes on
  /// with the search, ``NoAction`` ends it.
  func action(for layer: Layer, forKey key: String) -> (any Action)?
}

extension LayerDelegate {
  public func display(_ layer: Layer) -> Bool { false }
  public func layerWillDraw(_ layer: Layer) {}
  public func draw(_ layer: Layer, in context: DrawingContext) -> Bool { false }
  public func layoutSublayers(of layer: Layer) -> Bool { false }
  public func action(for layer: Layer, forKey key: String) -> (any Action)? { nil }
}
