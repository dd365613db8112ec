import Foundation
import Lamina

/// The size, length and time step of a scene, where its user does not say otherwise.
public struct SceneConfiguration: Sendable, Hashable {
  /// The size of a frame in points.
  public var size: CGSize
  /// The length of the film in seconds: frames are at times before it. Nil for a scene without an end,
  /// of which one frame is drawn where no number is asked for.
  public var duration: TimeInterval?
  /// The time from one call of `update(_:at:in:)` to the next, in seconds.
  public var timeStep: TimeInterval
  /// True if a frame depends on its time alone, and not on earlier updates: it is then drawn without
  /// them.
  public var isStateless: Bool

  /// Creates a configuration.
  ///
  /// - Precondition: the size, the duration and the time step are finite and more than 0.
  public init(
    size: CGSize, duration: TimeInterval? = nil, timeStep: TimeInterval = 1.0 / 60,
    isStateless: Bool = false
  ) {
    require(
      size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
      "the size of a scene must be finite and more than 0, not \(size.width) x \(size.height)")
    require(
      duration.map { $0.isFinite && $0 > 0 } ?? true,
      "the duration of a scene must be finite and more than 0, not \(duration ?? 0)")
    require(
      timeStep.isFinite && timeStep > 0,
      "the time step of a scene must be finite and more than 0, not \(timeStep)")
    (self.size, self.duration, self.timeStep) = (size, duration, timeStep)
    self.isStateless = isStateless
  }

  /// Returns the time of a step, in seconds. Steps of an even part of a second are at the very times
  /// of the frames of that rate.
  func time(ofStep number: Int) -> TimeInterval {
    let rate = (1 / timeStep).rounded()
    let isEven = rate >= 1 && abs(rate * timeStep - 1) < 1e-12
    return isEven ? Double(number) / rate : Double(number) * timeStep
  }

  /// Returns true if a time is 0 or more, and its time step has an exact number.
  func reaches(_ time: TimeInterval) -> Bool { time >= 0 && time / timeStep < 0x1p53 }
}
