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
    /// The frames, transactions and input that are recorded.
    case timeline
    /// A recorded frame, by its number or the time that it is shown at.
    case frame(Frame)
    /// A test of a recorded frame, by its number; nil for the last one.
    case test(frame: Int?)
    /// True to stop the scene's time, false to let it go on.
    case pause(isOn: Bool)
  }

  enum Frame: Equatable, Sendable {
    case number(Int)
    case time(Double)
  }

  /// The number by which the viewer knows the answer.
  let number: UInt32
  let action: Action
  /// The number of the recorded frame whose layers are asked for; nil for those that there are.
  var frame: Int?

  /// True if the answer comes from the recording.
  var isAboutPast: Bool {
    switch action {
    case .timeline, .frame, .test: true
    default: frame != nil
    }
  }

  var isTimeline: Bool { action == .timeline }

  /// True if the answer comes with a picture or a file.
  var isLarge: Bool {
    switch action {
    case .frame, .test: true
    default: false
    }
  }

  /// The number of requests that a viewer may make before it takes the answers.
  static let limit = 8
  /// The number of those that may be ``isLarge``.
  static let largeLimit = 2
  /// The longest animation of a change, in seconds.
  static let longestDuration = 10.0
}
