import Foundation
import Lamina
import LaminaImages
import LaminaSVG
import LaminaTestSupport
import Testing

/// The program of librsvg that draws documents.
enum Viewer {
  /// Says why tests that need it are skipped.
  static let comment: Comment =
    "rsvg-convert is not installed: .scripts/install-dependencies --tests installs it"
  static let path = executablePath("rsvg-convert")

  /// Returns the viewer's picture of a document.
  static func draw(_ document: SVGDocument, zoom: Int = 1) throws -> Bitmap {
    try withTemporaryFolder { folder in
      let input = try folder.file("document.svg", [UInt8](document.data))
      let output = folder("picture.png")
      do {
        try run(
          path!, ["--zoom", "\(zoom)", "--unlimited", "--output", output, input],
          errors: folder("errors"))
      } catch {
        throw ProgramFailure(description: "\(error)\n\(document.string)")
      }
      return try Bitmap(contentsOfFile: output)
    }
  }
}

/// A program that ended with an error.
struct ProgramFailure: Error, CustomStringConvertible {
  let description: String
}

/// Runs a program, and waits until it has ended.
///
/// - Parameter errors: the file for what the program writes to standard error.
/// - Throws: ``ProgramFailure`` with the errors, unless the exit status is 0.
func run(_ path: String, _ arguments: [String], errors: String) throws {
  _ = FileManager.default.createFile(atPath: errors, contents: nil)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.standardInput = FileHandle.nullDevice
  process.standardError = FileHandle(forWritingAtPath: errors)
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    throw ProgramFailure(description: "\(path) failed: \(text)")
  }
}

extension Bitmap {
  /// The amount by which the components of pixels differ on average, from 0 to 255, where either of
  /// two pictures is not transparent; 0 if both are transparent everywhere.
  func meanDifference(from other: Bitmap) -> Double {
    var sum = 0
    var count = 0
    for (a, b) in zip(pixels, other.pixels) where a != 0 || b != 0 {
      count += 1
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        sum += abs(Int(a >> shift & 255) - Int(b >> shift & 255))
      }
    }
    return count == 0 ? 0 : Double(sum) / Double(4 * count)
  }
}
