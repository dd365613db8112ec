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
    let isMask: Bool
    let isHidden: Bool
    let animationCount: Int
    /// The number of the layer in the recording; nil if it is not recorded yet.
    let recorded: Int?
  }

  struct Property: Encodable, Sendable {
    let key: String
    let model: String
    let presented: String
    let isDefault: Bool
    let isEditable: Bool
    /// The values that it can have, if these are words.
    let choices: [String]
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
    /// The times at which the whole animation begins and ends, in seconds of frames; nil if its layer's
    /// time stands still. The end is nil if there is none.
    let from: Double?
    let to: Double?
  }

  struct Cause: Encodable, Sendable {
    let text: String
    /// The pixels before and after: x, y, width and height.
    let old: [Int]
    let new: [Int]
  }

  struct Why: Encodable, Sendable {
    let time: Double
    /// The hash of the picture that was drawn.
    var hash = ""
    let report: String
    /// The rectangles that were drawn.
    let passes: [Pass]
    /// The pixels that the operations touched, back to front: x, y, width and height.
    let operations: [[Int]]
    let causes: [Cause]
    /// The number of causes that there are.
    let causeCount: Int
  }

  struct Pass: Encodable, Sendable {
    /// The redrawn rectangle: x, y, width and height.
    let rect: [Int]
    let operationCount: Int
    /// The pixels that the operations touched, and an estimate of what that costs, in pixels that are
    /// copied.
    let pixels: Int
    let cost: Int
  }

  /// The frames, transactions and input of the recording.
  struct Timeline: Encodable, Sendable {
    /// The numbers and times of the first and the last recorded frame.
    let first: Int
    let last: Int
    let start: Double
    let end: Double
    let marks: [Mark]
    /// The numbers of transactions and of events of input that there are.
    let markCount: Int
    let inputCount: Int
    /// The size of the recording.
    let byteCount: Int
    /// True if the scene's time stands still.
    var isPaused = false
  }

  /// A transaction that changed the tree, or an event of input.
  struct Mark: Encodable, Sendable {
    /// The number of the frame that shows it first.
    let frame: Int
    let time: Double
    /// The number and the label of the transaction.
    var number: Int?
    var label: String?
    /// The event, in words.
    var input: String?
  }

  /// A frame of the recording, drawn again.
  struct Moment: Encodable, Sendable {
    let number: Int
    let time: Double
    /// The hash that was recorded.
    let hash: String
    /// True if the frame that is drawn again has it.
    let isExact: Bool
    let width: Int
    let height: Int
    /// Pixels per point.
    let scale: Double
  }

  /// A test of a frame.
  struct Test: Encodable, Sendable {
    /// The name of the recording, which is the ``InspectorAnswer/attachment``.
    let recordingName: String
    let sourceName: String
    let source: String
  }

  let type = "answer"
  let request: UInt32
  /// True if the request was one of those that are large.
  let isLarge: Bool
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
  var timeline: Timeline?
  var moment: Moment?
  var test: Test?
  /// The picture of the frame, which is not sent.
  var bitmap: Bitmap?
  /// A picture or a file, which is sent before the text.
  var attachment: Attachment?

  /// Bytes that belong to an answer.
  enum Attachment: Sendable {
    case picture(Bitmap)
    case file(Data)
  }

  private enum CodingKeys: CodingKey {
    case type, request, error, layers, omittedCount, layer, hit, why, timeline, moment, test
  }

  init(_ request: InspectorRequest) {
    (self.request, isLarge) = (request.number, request.isLarge)
  }

  /// The most layers, causes, operations, transactions and events of input in an answer, and the most
  /// characters of a text.
  static let layerLimit = 2000
  static let causeLimit = 100
  static let operationLimit = 500
  static let markLimit = 300
  static let inputLimit = 300
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
