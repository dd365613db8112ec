import Foundation
import Lamina

extension TextLayer {
  /// Returns true if a property is animated implicitly when it changes.
  static func animatesImplicitly(_ key: String) -> Bool {
    key == Key.fontSize.rawValue || key == Key.foregroundColor.rawValue
  }

  /// Returns the animation of a change of a property from its current value; nil if that is no
  /// colour, or the layer is not live.
  func implicitAnimation(forKey key: String) -> BasicAnimation? {
    guard presentation() != nil, let value = value(forKey: key), !(value is NSNull) else {
      return nil
    }
    let animation = BasicAnimation(keyPath: key)
    animation.fromValue = value
    animation.duration = Transaction.animationDuration
    animation.timingFunction = Transaction.animationTimingFunction ?? .default
    animation.fillMode = .backwards
    return animation
  }
}

/// A placeholder for the implicit animation of a text property, until the layer is known. It ends
/// the search for an action only if no earlier step has returned one.
struct ImplicitTextAction: Action {
  func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
}
