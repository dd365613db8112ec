import Foundation

/// A question of a viewer about the layers, or a change that it makes.
///
/// The form is in the guide Browser, "Protocol".
struct InspectorRequest: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case tree
    case layer(Int)
    /// The layer at a place, in pixels.
    case hit(CGPoint)
    /// A new value of a property, as text, which is animated for a number of seconds.
    case set(layer: Int, key: String, value: String, duration: Double)
    case hide(layer: Int, isOn: Bool)
    /// The layer that is shown alone; nil for none.
    case solo(layer: Int?)
    /// The causes of the last frame's damage.
    case why
  }

  /// The number by which the viewer knows the answer.
  let number: UInt32
  let action: Action

  /// The number of requests that a viewer may make before it takes the answers.
  static let limit = 8
  /// The longest animation of a change, in seconds.
  static let longestDuration = 10.0
}
