import ArgumentParser
import Foundation

/// A place in a sound, and perhaps how large it is seen: `12.5`, `1:30` or `1:02:03.5`, and with a
/// zoom `1:30x40`; or the zoom alone, `x40`.
struct WaveformPlace: Equatable {
  /// Seconds from the beginning; nil where it is not said.
  var time: Double?
  /// Nil where it is not said.
  var zoom: Double?

  /// - Throws: `ValidationError`, which says what is wrong with it.
  init(parsing text: String) throws {
    let parts = text.split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
    if !parts[0].isEmpty || parts.count == 1 {
      if text.hasPrefix("-") { throw ValidationError("'\(text)': a time cannot be negative") }
      guard let time = Self.seconds(parts[0]) else {
        throw ValidationError("'\(text)' is not a time, such as 12.5, 1:30 or 1:02:03.5")
      }
      self.time = time
    }
    guard parts.count > 1 else { return }
    guard let zoom = Double(parts[1]), zoom >= 1, zoom <= 1e6 else {
      throw ValidationError("'\(text)': the zoom must be from 1 to 1000000")
    }
    self.zoom = zoom
  }

  /// Reads seconds, minutes and seconds, or hours, minutes and seconds.
  private static func seconds(_ text: Substring) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count <= 3 else { return nil }
    var seconds = 0.0
    for (index, field) in fields.enumerated() {
      guard let number = Double(field), number >= 0, number < 1e9, field.first != "+" else {
        return nil
      }
      let isLast = index == fields.count - 1
      guard isLast || number == number.rounded(), index == 0 || number < 60 else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }
}
