import Foundation
import Lamina

/// Something that is wrong in a frame, which a shorter recording has to show, too.
///
///     let wrong = try FrameExpectation("pixel 10,20 = #ff0000")
///     let short = try recording.shrunk(at: 120, showing: [wrong])
public struct FrameExpectation: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case partialRedraw
    case omission
    case hash(String, isEqual: Bool)
    case pixel(x: Int, y: Int, value: UInt32, isEqual: Bool)
    case other
  }

  /// The expectation in the form of ``init(_:)``, or the words that it was given.
  public let description: String
  let kind: Kind
  private let other: @Sendable (Frame) throws -> Bool

  /// The frame differs from the same frame drawn in full: a defect of the engine. As text
  /// `partial-redraw`.
  public static let partialRedraw = FrameExpectation("partial-redraw", .partialRedraw)

  /// The frame leaves out layers because of their numbers; see `FrameReport.omissions`. As text
  /// `omission`.
  public static let omission = FrameExpectation("omission", .omission)

  /// Returns the expectation that the frame has a hash, or has another. As text `hash = …` or
  /// `hash != …`.
  ///
  /// - Parameters:
  ///   - hash: the hash, as ``RecordedFrame/hash`` has it.
  ///   - isEqual: false to expect any other.
  public static func hash(_ hash: String, isEqual: Bool = true) -> FrameExpectation {
    FrameExpectation("hash \(isEqual ? "=" : "!=") \(hash)", .hash(hash, isEqual: isEqual))
  }

  /// Returns the expectation that a pixel has a value, or has another; a frame without that pixel
  /// meets neither. As text `pixel 10,20 = #ff0000` or `pixel 10,20 != #ff000080`.
  ///
  /// - Parameters:
  ///   - x: the column, from 0.
  ///   - y: the row, from 0.
  ///   - color: the colour, which is compared as a premultiplied pixel.
  ///   - isEqual: false to expect any other.
  public static func pixel(
    x: Int, y: Int, _ color: Color, isEqual: Bool = true
  ) -> FrameExpectation {
    let bytes = [color.red, color.green, color.blue, color.alpha].map {
      UInt8((min(max($0.isNaN ? 0 : $0, 0), 1) * 255).rounded())
    }
    let digits = bytes.prefix(color.alpha < 1 ? 4 : 3).map {
      let text = String($0, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    return FrameExpectation(
      "pixel \(x),\(y) \(isEqual ? "=" : "!=") #\(digits.joined())",
      .pixel(x: x, y: y, value: color.premultipliedPixel, isEqual: isEqual))
  }

  /// Creates an expectation of your own.
  ///
  /// - Parameters:
  ///   - description: words for it.
  ///   - isMet: returns true for a frame that shows what is wrong, which may be of another size than
  ///     the recorded one. What it throws ends the search.
  public init(_ description: String, where isMet: @escaping @Sendable (Frame) throws -> Bool) {
    self.description = description
    kind = .other
    other = isMet
  }

  private init(_ description: String, _ kind: Kind) {
    self.description = description
    self.kind = kind
    other = { _ in false }
  }

  /// Creates the expectation that a text describes: `partial-redraw`, `omission`, `hash = …`,
  /// `hash != …`, `pixel 10,20 = #ff0000`, or `pixel 10,20 != #ff0000`.
  ///
  /// - Throws: ``RecordingError/unknownExpectation(_:)``.
  public init(_ text: String) throws {
    let words = text.split(separator: " ").map(String.init)
    switch words.first {
    case "partial-redraw" where words.count == 1: self = .partialRedraw
    case "omission" where words.count == 1: self = .omission
    case "hash" where words.count == 3 && Self.isSign(words[1]) && Self.isHash(words[2]):
      self = .hash(words[2].lowercased(), isEqual: words[1] == "=")
    case "pixel" where words.count == 4 && Self.isSign(words[2]):
      let place = words[1].split(separator: ",", omittingEmptySubsequences: false)
      guard place.count == 2, let x = Int(place[0]), let y = Int(place[1]), x >= 0, y >= 0,
        let color = Self.color(words[3])
      else { throw RecordingError.unknownExpectation(text) }
      self = .pixel(x: x, y: y, color, isEqual: words[2] == "=")
    default: throw RecordingError.unknownExpectation(text)
    }
  }

  private static func isSign(_ word: String) -> Bool { word == "=" || word == "!=" }

  private static func isHash(_ word: String) -> Bool {
    word.utf8.count == 16 && word.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Returns the colour of `#rrggbb` or `#rrggbbaa`.
  private static func color(_ word: String) -> Color? {
    let digits = word.dropFirst()
    guard word.hasPrefix("#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.count {
    case 6: return Color(rgb: number)
    case 8: return Color(rgb: number >> 8).withAlpha(Double(number & 255) / 255)
    default: return nil
    }
  }

  /// Returns true if a frame meets the expectation.
  ///
  /// - Parameter whole: draws the frame in full.
  func isMet(by frame: Frame, whole: () throws -> Bitmap) throws -> Bool {
    switch kind {
    case .partialRedraw: try whole() != frame.bitmap
    case .omission: !frame.report.omissions.isEmpty
    case .hash(let hash, let isEqual): (frame.bitmap.recordedHash == hash) == isEqual
    case .pixel(let x, let y, let value, let isEqual):
      x < frame.bitmap.width && y < frame.bitmap.height && (frame.bitmap[x, y] == value) == isEqual
    case .other: try other(frame)
    }
  }
}
