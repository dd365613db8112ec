import ArgumentParser
import Foundation
import Lamina
import LaminaImages

/// Plays numbered picture files, one after the other and again from the first, as commands and
/// examples write them.
struct PicturePlayer {
  private let pattern: FileNamePattern
  private let rate: FrameRate
  /// The number of the first file, and how many follow each other without a gap.
  let first: Int
  let count: Int

  /// Finds the files: from number 0 or 1 on, as far as there is one of the next number.
  ///
  /// - Parameter pattern: a name with a number in it, such as `frames/g-%05d.png`.
  /// - Throws: `OutputError` for a wrong pattern, `ValidationError` where there is no file.
  init(_ pattern: String, rate: FrameRate) throws {
    self.pattern = try FileNamePattern(pattern)
    self.rate = rate
    let names = self.pattern
    func exists(_ number: Int) -> Bool {
      FileManager.default.fileExists(atPath: names.name(number))
    }
    guard let first = [0, 1].first(where: exists) else {
      throw ValidationError("there is neither \(names.name(0)) nor \(names.name(1))")
    }
    self.first = first
    var end = first + 1
    while exists(end) { end += 1 }
    count = end - first
  }

  /// Which picture is seen at a time, in seconds from the beginning, and when the next one is due.
  func picture(at time: TimeInterval) -> (number: Int, next: TimeInterval) {
    var frame = Int(max(0, time) * Double(rate.numerator) / Double(rate.denominator))
    // The time of a frame, as a Double, may be a little more than that.
    if rate.time(ofFrame: frame + 1) <= time { frame += 1 }
    return (first + frame % count, rate.time(ofFrame: frame + 1))
  }

  func bitmap(_ number: Int) throws -> Bitmap { try Bitmap(contentsOf: pattern.name(number)) }
}
