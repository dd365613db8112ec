import Foundation
import Lamina

/// The answer to a request of a viewer.
struct InspectorAnswer: Encodable {
  /// A layer in the tree.
  struct Line: Encodable {
    let id: Int
    /// The number of layers above it.
    let depth: Int
    let kind: String
    let name: String?
    let isHidden: Bool
    let animationCount: Int
  }

  struct Property: Encodable {
    let key: String
    let model: String
    let presented: String
    let isDefault: Bool
    let isEditable: Bool
  }

  struct Details: Encodable {
    let id: Int
    let text: String
    /// The bounding box as it is shown, in pixels: x, y, width and height; nil if it is not finite.
    let box: [Double]?
    let properties: [Property]
    let animations: [String]
  }

  struct Cause: Encodable {
    let text: String
    /// The pixels before and after: x, y, width and height.
    let old: [Int]
    let new: [Int]
  }

  struct Why: Encodable {
    let time: Double
    let hash: String
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

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { refuse("an answer is not finite") }
    return String(decoding: data, as: UTF8.self)
  }
}

extension PixelRect {
  var numbers: [Int] { isEmpty ? [0, 0, 0, 0] : [minX, minY, width, height] }
}
