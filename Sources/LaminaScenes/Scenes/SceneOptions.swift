import ArgumentParser
import Foundation
import Lamina
import LaminaImages

/// The options for which frames of a scene are drawn, and how.
struct SceneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The numbers of the frames: 100...199, 100... or 5.", valueName: "range"),
    transform: FrameNumbers.init(parsing:))
  var frames: FrameNumbers?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw only the frame at this time.", valueName: "seconds"))
  var time: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of a frame in points: 640x360.", valueName: "size"),
    transform: SceneOptions.size(parsing:))
  var size: CGSize?

  @Option(
    parsing: .unconditional,
    help: "Pixels per point. (default: 1; as few as a contact sheet needs)")
  var scale: Double?

  @Option(
    parsing: .unconditional, help: "The seed of the scene's random numbers.")
  var seed: UInt64 = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write one picture with so many frames in a grid, evenly spread, and their times.",
      valueName: "count"), transform: Int.init(parsing:))
  var contactSheet: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The columns of the contact sheet. (default: those that suit a screen)", valueName: "count"),
    transform: Int.init(parsing:))
  var columns: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Print ranges of frames that cost about the same, for so many tasks, one a line, and draw nothing.
      """, valueName: "tasks"), transform: Int.init(parsing:))
  var plan: Int?

  @Flag(
    help: """
      Keep the numbered pictures that an earlier run with --resume has written whole, and draw the \
      others.
      """)
  var resume = false

  /// The largest number of frames in a contact sheet.
  static let maximumSheetCount = 10_000

  func validate() throws {
    try FrameChecks.checkNotNegative(["--time": time, "--scale": scale])
    if let scale { try FrameChecks.checkScale(scale) }
    if let contactSheet {
      guard (1...Self.maximumSheetCount).contains(contactSheet) else {
        throw ValidationError(
          "--contact-sheet \(contactSheet): it must be from 1 to \(Self.maximumSheetCount)")
      }
      if time != nil { throw ValidationError("--contact-sheet and --time cannot be combined") }
    }
    if let columns {
      guard columns > 0 else { throw ValidationError("--columns \(columns): it must be 1 or more") }
      if contactSheet == nil { throw ValidationError("--columns needs --contact-sheet") }
    }
    if let plan {
      guard plan > 0 else { throw ValidationError("--plan \(plan): it must be 1 or more") }
      if time != nil || contactSheet != nil {
        throw ValidationError("--plan is for films, without --time and --contact-sheet")
      }
    }
    if resume, time != nil || contactSheet != nil || plan != nil {
      throw ValidationError(
        "--resume is for numbered pictures, without --time, --contact-sheet and --plan")
    }
    if let time {
      guard time.isFinite else { throw ValidationError("--time \(time): it must be a number") }
      guard frames == nil else {
        throw ValidationError("--frames and --time cannot be combined")
      }
    }
  }

  private static func size(parsing text: String) throws -> CGSize {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
    else { throw ValidationError("expected a width and a height in points, such as 640x360") }
    return CGSize(width: width, height: height)
  }
}

/// Numbers of frames, from 0 on.
package struct FrameNumbers: Equatable, Sendable {
  static let largest = 1_000_000_000

  package let first: Int
  /// The number after the last; nil for all that there are.
  package let end: Int?

  init(first: Int, end: Int?) { (self.first, self.end) = (first, end) }

  /// Creates the numbers that a command line argument names: `5`, `5...9`, `5..<10` or `5...`.
  ///
  /// - Throws: `ValidationError`.
  package init(parsing text: String) throws {
    func number(_ text: Substring) throws -> Int {
      guard let number = Int(text), (0...Self.largest).contains(number) else {
        throw ValidationError(
          "expected numbers of frames from 0 to a billion: 100..<200, 100...199, 100... or 5")
      }
      return number
    }
    if let range = text.range(of: "..<") {
      self.init(
        first: try number(text[..<range.lowerBound]), end: try number(text[range.upperBound...]))
    } else if let range = text.range(of: "...") {
      let last = text[range.upperBound...]
      self.init(
        first: try number(text[..<range.lowerBound]),
        end: last.isEmpty ? nil : try number(last) + 1)
    } else {
      let only = try number(text[...])
      self.init(first: only, end: only + 1)
    }
    if let end, end <= first { throw ValidationError("no frame is in \(text)") }
  }
}
