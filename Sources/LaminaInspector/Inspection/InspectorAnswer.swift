import Foundation
import Lamina
import LaminaRecording

/// The answer to a request of a viewer: a value, so that it becomes text on the thread that sends it.
struct InspectorAnswer: Encodable, Sendable {
  /// A layer in the tree.
  struct Line: Encodable, Sendable {
    let id: Int
    /// The number of layers above it.
    let depth: Int
    let kind: String
    let name: String?
    let isHidden: Bool
    let animationCount: Int
  }

  struct Property: Encodable, Sendable {
    let key: String
    let model: String
    let presented: String
    let isDefault: Bool
    let isEditable: Bool
  }

  struct Details: Encodable, Sendable {
    let id: Int
    let text: String
    /// The bounding box as it is shown, in pixels: x, y, width and height; nil if it is not finite.
    let box: [Double]?
    let properties: [Property]
    let animations: [Animation]
  }

  struct Animation: Encodable, Sendable {
    let text: String
    /// The seconds from now to the beginning and the end of the curve; nil if there is none.
    let start: Double?
    let end: Double?
    /// The course of the value, from 0 to 1.
    let curve: [Double]
  }

  struct Cause: Encodable, Sendable {
    let text: String
    /// The pixels before and after: x, y, width and height.
    let old: [Int]
    let new: [Int]
  }

  struct Why: Encodable, Sendable {
    let time: Double
    /// The hash of ``InspectorAnswer/bitmap``.
    fileprivate(set) var hash = ""
    let report: String
    let rects: [[Int]]
    let causes: [Cause]
    /// The number of causes that there are.
    let causeCount: Int
  }

  let type = "answer"
  let request: UInt32
  /// The reason that nothing was done.
  var error: String?
  var layers: [Line]?
  /// The number of layers that are not in the list.
  var omittedCount: Int?
  var layer: Details?
  /// The layer at the place that was asked for.
  var hit: Int?
  /// The frame, once one was drawn since the first request.
  var why: Why?
  /// The picture of the frame, which is not sent.
  var bitmap: Bitmap?

  private enum CodingKeys: CodingKey {
    case type, request, error, layers, omittedCount, layer, hit, why
  }

  init(request: UInt32) { self.request = request }

  /// The most layers and causes in an answer, and the most characters of a text.
  static let layerLimit = 2000
  static let causeLimit = 100
  static let textLimit = 400

  /// Returns a text, or its beginning if it is longer than ``textLimit``.
  static func bounded(_ text: String) -> String {
    text.unicodeScalars.count <= textLimit
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(textLimit))) + "…"
  }

  /// The answer as JSON.
  ///
  /// - Complexity: O(its length + pixels of the frame).
  var text: String {
    var answer = self
    if let bitmap { answer.why?.hash = bitmap.recordedHash }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(answer) else { refuse("an answer is not finite") }
    return String(decoding: data, as: UTF8.self)
  }
}

extension PixelRect {
  var numbers: [Int] { isEmpty ? [0, 0, 0, 0] : [minX, minY, width, height] }
}
