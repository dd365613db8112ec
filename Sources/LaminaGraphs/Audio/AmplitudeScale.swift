import Foundation
import Lamina

/// The mapping from amplitudes to the height of a waveform.
@nonexhaustive
public enum AmplitudeScale: Sendable, Hashable {
  /// The height is proportional to the amplitude.
  case linear
  /// The height is proportional to the level in decibels, relative to the largest magnitude: an
  /// amplitude that is softer by `range` decibels or more has no height. The sign is kept.
  ///
  /// - Precondition: `range` is finite and above 0.
  case decibels(range: Double = 60)

  /// Returns the signed distance of an amplitude from the midline, as a fraction of the available
  /// height: -1...1. Infinite amplitudes fill the height; NaN has none.
  ///
  /// - Parameter largest: the magnitude that fills the height.
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
