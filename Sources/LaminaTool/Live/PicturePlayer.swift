import ArgumentParser
import Foundation
import Lamina
import LaminaImages

/// A player that loops through numbered picture files, such as the commands and examples write.
struct PicturePlayer {
  private let pattern: FileNamePattern
  private let rate: FrameRate
  /// The number of the first file, and the number of files that follow each other without a gap.
  let first: Int
  let count: Int

  /// Finds the consecutive files that start at number 0 or 1.
  ///
  /// - Parameter pattern: a name with a number in it, such as `frames/g-%05d.png`.
  /// - Throws: `OutputError` for an invalid pattern, `ValidationError` if there is no file.
  init(_ pattern: String, rate: FrameRate) throws {
    self.pattern = try FileNamePattern(pattern)
    self.rate = rate
    let names = self.pattern
    func exists(_ number: Int) -> Bool {
      FileManager.default.fileExists(atPath: names.name(number))
    }
    guard let first = [0, 1].first(where: exists) else {
      throw ValidationError("neither \(names.name(0)) nor \(names.name(1)) exists")
    }
    self.first = first
    var end = first + 1
    while exists(end) { end += 1 }
    count = end - first
  }

  /// Returns the number of the picture shown at a time, in seconds from the beginning, and the time
  /// at which the next one is due.
  func picture(at time: TimeInterval) -> (number: Int, next: TimeInterval) {
    var frame = Int(max(0, time) * Double(rate.numerator) / Double(rate.denominator))
    // Rounding may place the start of a frame in the frame before.
    if rate.time(ofFrame: frame + 1) <= time { frame += 1 }
    return (first + frame % count, rate.time(ofFrame: frame + 1))
  }

  func bitmap(_ number: Int) throws -> Bitmap { try Bitmap(contentsOfFile: pattern.name(number)) }
}
