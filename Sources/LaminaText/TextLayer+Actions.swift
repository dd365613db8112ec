import Foundation
import Lamina

extension TextLayer {
  /// The properties that animate when they change.
  static func animatesImplicitly(_ key: String) -> Bool {
    key == Key.fontSize.rawValue || key == Key.foregroundColor.rawValue
  }

  /// The animation of a change of a property from the value it has now; none from no colour.
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

/// What stands for the animation of a property of a text until the layer is known; so the search
/// for an action ends here only where nobody before had a say.
struct ImplicitTextAction: Action {
  func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {}
}
