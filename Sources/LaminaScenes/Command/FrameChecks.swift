import ArgumentParser
import Lamina
import LaminaImages

/// Checks of command line options, made before anything is read or measured.
package enum FrameChecks {
  /// The maximum number of pixels in a frame: 512 MiB of pixels.
  private static let maximumPixelCount = 1 << 27

  /// Checks the size of frames in points, at a scale in pixels per point.
  package static func checkSize(width: Int, height: Int, scale: Double) throws {
    let sides = [width, height].map { (Double($0) * scale).rounded(.up) }
    guard sides.allSatisfy({ $0 >= 1 && $0 <= Double(Bitmap.maximumSideLength) }),
      sides[0] * sides[1] <= Double(maximumPixelCount)
    else {
      throw ValidationError(
        "a frame of \(width) x \(height) points at \(scale) pixels per point: it must have from "
          + "1 to \(Bitmap.maximumSideLength) pixels on a side, and no more than "
          + "\(maximumPixelCount)")
    }
  }

  /// The number of bytes of memory that fonts and threads take besides pictures: their libraries end the
  /// process where they get none.
  private static let memoryOfLibraries = 32 << 20

  /// Checks that the minimum memory for a picture is available.
  ///
  /// - Parameter bytesPerPixel: four for the frame, plus any other memory that grows with it.
  package static func checkMemory(
    width: Int, height: Int, scale: Double, bytesPerPixel: Int
  ) throws {
    let sides = [width, height].map { Int((Double($0) * scale).rounded(.up)) }
    let byteCount = sides[0] * sides[1] * bytesPerPixel
    guard Memory.isAvailable(byteCount + memoryOfLibraries) else {
      throw InsufficientMemory(width: sides[0], height: sides[1], byteCount: byteCount)
    }
  }

  /// An error for pictures whose size exceeds the available memory.
  package struct InsufficientMemory: Error, CustomStringConvertible {
    package let width: Int
    package let height: Int
    package let byteCount: Int
    package var description: String {
      "pictures of \(width) x \(height) pixels take \(byteCount) bytes of memory, and the system "
        + "does not have them"
    }
  }

  /// Throws an error for the first negative number among some options.
  package static func checkNotNegative(_ options: KeyValuePairs<String, Double?>) throws {
    for (name, value) in options {
      if let value, value < 0 {
        let number = value == value.rounded() && value > -1e15 ? "\(Int(value))" : "\(value)"
        throw ValidationError("\(name) \(number): it cannot be negative")
      }
    }
  }

  /// Checks the scale requested by the user.
  package static func checkScale(_ scale: Double) throws {
    guard scale.isFinite, scale > 0 else {
      throw ValidationError("--scale \(scale): it must be greater than 0")
    }
  }

  /// Checks the name of an input.
  package static func checkInput(_ input: String) throws {
    if input.isEmpty { throw ValidationError("the input's name is empty") }
  }
}

extension Int {
  /// Creates a whole number from a command line argument.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  package init(parsing text: String) throws {
    guard let number = Int(text) else {
      throw ValidationError(
        text.hasPrefix("-") ? "it cannot be negative" : "expected a whole number, such as 600")
    }
    self = number
  }
}

extension FrameRate {
  /// Creates a frame rate from a command line argument.
  ///
  /// - Throws: `ValidationError` that describes the problem.
  package init(parsing text: String) throws {
    guard let rate = FrameRate(text) else {
      throw ValidationError(
        text.hasPrefix("-")
          ? "it cannot be negative"
          : "expected a rate such as 60, 29.97 or 30000/1001, above 0 and at most 2147483647")
    }
    self = rate
  }
}
