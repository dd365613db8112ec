import Foundation
import Lamina
import LaminaViews

/// A frame of a recording.
public struct RecordedFrame: Sendable, Hashable {
  /// The number of the frame, counted from the beginning of the recording, of which the oldest part
  /// may be gone.
  public let number: Int
  /// The time that the frame shows, in seconds.
  public let time: Double
  /// The hash of its size and pixels, as sixteen hexadecimal digits.
  public let hash: String
  let line: Int
}

/// A transaction of a recording, and the commit that published it.
public struct RecordedMark: Sendable, Hashable {
  /// The time of the commit, in seconds.
  public let time: Double
  /// The transaction, with its label.
  public let transaction: RecordedTransaction
}

/// A recording that a ``Recorder`` has made, whose frames can be drawn again, in any order.
///
/// Nothing but the changes is stored: a frame is drawn by the engine, from the nearest checkpoint on,
/// or from the last frame if that is nearer.
///
///     let recording = try Recording(contentsOf: "session.lamina")
///     let frame = try recording.frame(at: recording.index(atTime: 2.5))
///
/// A recording belongs to one isolation.
public final class Recording {
  /// The frames, in the order in which they were drawn.
  public let frames: [RecordedFrame]
  /// The transactions that changed the tree, in order.
  public let marks: [RecordedMark]

  /// The events of input, in order.
  public let inputs: [InputEvent]

  let source: RecordingSource
  let checkpoints: [Int]
  private var replay: TreeReplay
  /// The line that is replayed next; nil before the first frame.
  private var next: Int?

  /// Reads a recording.
  ///
  /// - Parameter path: the name of the file.
  /// - Throws: ``RecordingError``, with the number of the line that is no part of a recording.
  /// - Complexity: O(bytes of the file). Memory is taken for the frames, the transactions, and the
  ///   places of the lines; bitmaps are read as frames need them.
  public init(contentsOf path: String) throws {
    source = try RecordingSource(path: path)
    var frames: [RecordedFrame] = []
    var marks: [RecordedMark] = []
    var inputs: [InputEvent] = []
    var checkpoints: [Int] = []
    for line in 1..<max(1, source.lineCount) {
      let json = try source.json(ofLine: line)
      guard let first = json.members?.first else { throw source.invalid(line, "it is no object") }
      switch first.key {
      case "checkpoint": checkpoints.append(line)
      case "frame":
        guard let number = first.value.count, let time = json["time"]?.number, time.isFinite,
          let hash = json["hash"]?.text
        else { throw source.invalid(line, "a frame needs a number, a time and a hash") }
        if checkpoints.isEmpty { throw source.invalid(line, "no checkpoint is before the frame") }
        frames.append(RecordedFrame(number: number, time: time, hash: hash, line: line))
      case "commit":
        guard let time = json["time"]?.number, time.isFinite else {
          throw source.invalid(line, "a commit needs a time")
        }
        for transaction in json["transactions"]?.list ?? [] {
          guard let number = transaction["number"]?.count else {
            throw source.invalid(line, "a transaction needs a number")
          }
          marks.append(
            RecordedMark(
              time: time,
              transaction: RecordedTransaction(
                number: number, label: transaction["label"]?.text,
                isImplicit: transaction["implicit"]?.bool ?? false)))
        }
      case "bitmap":
        guard let hash = first.value.text else {
          throw source.invalid(line, "a bitmap needs a hash")
        }
        source.note(bitmap: hash, line: line)
      case "input":
        guard let event = InputCoding.event(json) else {
          throw source.invalid(line, "the event of input is unknown")
        }
        inputs.append(event)
      case "layer", "size": break
      default: throw source.invalid(line, "'\(first.key)' is unknown".escapedForMessage)
      }
    }
    (self.frames, self.marks, self.checkpoints) = (frames, marks, checkpoints)
    self.inputs = inputs
    replay = TreeReplay(bitmaps: source)
  }

  /// Returns the index of the frame that is shown at a time: the last one that is not later in the
  /// order of the recording; the first if there is none.
  ///
  /// - Complexity: O(frames).
  public func index(atTime time: Double) -> Int { frames.lastIndex { $0.time <= time } ?? 0 }

  /// Draws a frame again. The thread must be in no explicit transaction.
  ///
  /// - Parameter index: the index of the frame among ``frames``.
  /// - Throws: ``RecordingError``, and `RenderError`.
  /// - Complexity: grows with the changes since the nearest checkpoint, or since the last frame that
  ///   was drawn.
  public func frame(at index: Int) throws -> Frame {
    guard frames.indices.contains(index) else { throw missing(index) }
    let frame = frames[index]
    let checkpoint = checkpoints.last { $0 < frame.line } ?? 0
    var line = max(checkpoint, next.flatMap { $0 <= frame.line ? $0 : nil } ?? 0)
    // If replaying fails, the next frame begins at a checkpoint.
    next = nil
    while line < frame.line {
      if !source.isBitmap(line) {
        try source.replaying(line) { try replay.apply($0, line: line) }
      }
      line += 1
    }
    let result = try source.replaying(line) { _ in try replay.render(at: frame.time) }
    next = line
    return result
  }

  /// Draws what the last frame shows in full.
  func wholePicture(at time: Double) throws -> Bitmap { try replay.renderWhole(at: time) }

  /// Returns true if a frame has the size and the pixels of a recorded one, as its hash says.
  ///
  /// - Parameters:
  ///   - frame: the frame that ``frame(at:)`` returned for the index.
  ///   - index: the index of the recorded frame among ``frames``.
  /// - Throws: ``RecordingError/noFrame(_:)``.
  /// - Complexity: O(pixels).
  public func matches(_ frame: Frame, at index: Int) throws -> Bool {
    guard frames.indices.contains(index) else { throw missing(index) }
    return frame.bitmap.recordedHash == frames[index].hash
  }

  func missing(_ index: Int) -> RecordingError {
    .noFrame("a recording of \(frames.count) frames has none at \(index)")
  }
}

extension String {
  /// The text, cut and without control characters, for a message.
  fileprivate var escapedForMessage: String { String(prefix(80)).escaped }
}

/// The lines of a recording's file.
final class RecordingSource: BitmapTable {
  let path: String
  private let data: Data
  /// The places at which lines begin, and the end of the last.
  private var starts: [Int] = [0]
  private var bitmapLines: [String: Int] = [:]
  /// The bitmaps in use.
  private var loaded: [String: WeakBitmap] = [:]

  private struct WeakBitmap {
    weak var storage: PixelStorage?
  }

  init(path: String) throws {
    self.path = path
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw RecordingError.file(
        path: path, reason: (error as NSError).localizedFailureReason ?? "it cannot be read")
    }
    data.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count,
        let found = memchr(bytes.baseAddress! + offset, 10, bytes.count - offset)
      {
        offset = bytes.baseAddress!.distance(to: found) + 1
        starts.append(offset)
      }
      if offset < bytes.count { starts.append(bytes.count + 1) }
    }
    guard lineCount > 0, let header = try? json(ofLine: 0),
      let version = header["lamina-recording"]
    else { throw RecordingError.notARecording(path: path) }
    if version.count != Recorder.version {
      var text = ""
      version.write(to: &text)
      throw RecordingError.unknownVersion(path: path, version: String(text.prefix(20)))
    }
  }

  var lineCount: Int { starts.count - 1 }

  func invalid(_ line: Int, _ reason: String) -> RecordingError {
    .invalidLine(path: path, line: line + 1, reason: reason)
  }

  func json(ofLine line: Int) throws -> JSONValue {
    try data.withUnsafeBytes { bytes in
      let part = bytes[starts[line]..<starts[line + 1] - 1]
      do throws(JSONParser.Failure) {
        return try JSONParser.parse(
          UnsafeRawBufferPointer(rebasing: part).assumingMemoryBound(to: UInt8.self))
      } catch {
        throw invalid(line, error.reason)
      }
    }
  }

  /// Returns true if a line holds a bitmap, which is read when a value refers to it.
  func isBitmap(_ line: Int) -> Bool { data[starts[line]...].starts(with: Self.bitmapStart) }

  private static let bitmapStart = Array("{\"bitmap\"".utf8)

  /// Calls a function with a line, and names the line in what it throws.
  func replaying<Result>(_ line: Int, _ body: (JSONValue) throws -> Result) throws -> Result {
    do {
      return try body(try json(ofLine: line))
    } catch let error as UnusableRecord {
      throw invalid(error.line ?? line, error.reason)
    }
  }

  func note(bitmap hash: String, line: Int) { bitmapLines[hash] = line }

  func bitmap(_ hash: String) throws -> Bitmap {
    if let storage = loaded[hash]?.storage { return Bitmap(storage: storage) }
    guard let line = bitmapLines[hash] else {
      throw UnusableRecord("the bitmap \(String(hash.prefix(20)).escaped) is missing")
    }
    let bitmap = try replaying(line) { try BitmapCoding.bitmap($0) }
    if bitmap.recordedHash != hash { throw invalid(line, "the bitmap does not have its hash") }
    loaded[hash] = WeakBitmap(storage: bitmap.storage)
    return bitmap
  }
}
