import Foundation
import Lamina

/// How the height of a waveform follows from the amplitude.
public enum AmplitudeScale: Sendable, Hashable {
  /// In proportion.
  case linear
  /// In proportion to the level in decibels below the largest magnitude: what is `range` decibels
  /// softer, or more, has no height. The sign stays.
  ///
  /// - Precondition: `range` is finite and above 0.
  case decibels(range: Double = 60)

  /// How far from the midline an amplitude is drawn, as a part of the room there is: -1...1.
  /// Infinite amplitudes fill the room; NaN has no height.
  ///
  /// - Parameter largest: the magnitude that fills the room.
  func height(_ amplitude: Float, largest: Float) -> Double {
    guard largest > 0, amplitude != 0, !amplitude.isNaN else { return 0 }
    let part = min(max(Double(amplitude) / Double(largest), -1), 1)
    guard case .decibels(let range) = self else { return part }
    require(
      range > 0 && range.isFinite, "a scale of \(range) decibels: it must be finite and above 0")
    let level = max(0, 1 + 20 * log10(abs(part)) / range)
    return part < 0 ? -level : level
  }
}
