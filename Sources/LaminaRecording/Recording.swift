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
  /// The index of the frame that shows it first, which may not be recorded yet.
  public let frameIndex: Int
}

/// An event of input in a recording.
public struct RecordedInput: Sendable, Hashable {
  /// The event.
  public let event: InputEvent
  /// The index of the first frame after it, which may not be recorded yet.
  public let frameIndex: Int
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
  public private(set) var frames: [RecordedFrame] = []
  /// The transactions that changed the tree, in order.
  public private(set) var marks: [RecordedMark] = []

  /// The events of input, in order.
  public private(set) var inputs: [RecordedInput] = []

  let source: RecordingSource
  private(set) var checkpoints: [Int] = []
  private var replay: TreeReplay
  /// The line that is read next.
  private var unread = 1
  /// The line that is replayed next; nil before the first frame.
  private var next: Int?

  /// Reads a recording.
  ///
  /// - Parameter path: the name of the file.
  /// - Throws: ``RecordingError``, with the number of the line that is no part of a recording.
  /// - Complexity: O(bytes of the file). Memory is taken for the frames, the transactions, and the
  ///   places of the lines; bitmaps are read as frames need them.
  public convenience init(contentsOf path: String) throws {
    try self.init(RecordingSource(path: path, isGrowing: false))
  }

  /// Reads what there is so far of a recording that is being made: the lines that are whole.
  ///
  /// - Parameter path: the name of the file.
  /// - Throws: ``RecordingError``.
  package convenience init(growing path: String) throws {
    try self.init(RecordingSource(path: path, isGrowing: true))
  }

  private init(_ source: RecordingSource) throws {
    self.source = source
    replay = TreeReplay(bitmaps: source)
    try read()
  }

  /// Reads what the recorder has appended since, and returns false if it has dropped the oldest part
  /// meanwhile: then the recording is to be read anew.
  ///
  /// - Throws: ``RecordingError``.
  /// - Complexity: O(bytes of the new lines).
  package func update() throws -> Bool {
    guard try source.update() else { return false }
    try read()
    return true
  }

  /// Reads the lines that are not read yet.
  private func read() throws {
    while unread < source.lineCount {
      try read(source.json(ofLine: unread), line: unread)
      unread += 1
    }
  }

  private func read(_ json: JSONValue, line: Int) throws {
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
              isImplicit: transaction["implicit"]?.bool ?? false),
            frameIndex: frames.count))
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
      inputs.append(RecordedInput(event: event, frameIndex: frames.count))
    case "layer", "size": break
    default: throw source.invalid(line, "'\(first.key)' is unknown".escapedForMessage)
    }
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
    let checkpoint = checkpoint(before: frame)
    try replayLines(max(checkpoint, next.flatMap { $0 <= frame.line ? $0 : nil } ?? 0)..<frame.line)
    return try source.replaying(frame.line) { _ in try replay.render(at: frame.time) }
  }

  /// Draws a frame again as a change of the one before, so that its damage is that of the change, and
  /// explained; the first frame is drawn whole.
  package func explainedFrame(at index: Int) throws -> Frame {
    if index > 0, frames.indices.contains(index), try replayTree(before: index) {
      replay.explainsDamage = true
      // What changes is recorded from a commit on.
      _ = try replay.render(at: frames[index - 1].time)
    }
    defer { replay.explainsDamage = false }
    return try frame(at: index)
  }

  /// Draws the frame before another again, from the checkpoint of the latter, which describes the tree
  /// before the commit that follows. Returns false if it does not: the recording begins with it.
  private func replayTree(before index: Int) throws -> Bool {
    let (previous, frame) = (frames[index - 1], frames[index])
    let checkpoint = checkpoint(before: frame)
    if self.checkpoint(before: previous) == checkpoint {
      _ = try self.frame(at: index - 1)
      return true
    }
    var commits = try source.json(ofLine: checkpoint)["commits"]?.count ?? 0
    guard commits > 0 else { return false }
    var end = checkpoint + 1
    while commits > 0, end < frame.line {
      if !source.isBitmap(end), try source.json(ofLine: end)["commit"] != nil { commits -= 1 }
      end += 1
    }
    try replayLines(checkpoint..<end)
    _ = try source.replaying(checkpoint) { _ in try replay.render(at: previous.time) }
    return true
  }

  /// Replays lines; if that fails, the next frame begins at a checkpoint.
  private func replayLines(_ lines: Range<Int>) throws {
    next = nil
    for line in lines where !source.isBitmap(line) {
      try source.replaying(line) { try replay.apply($0, line: line) }
    }
    next = lines.upperBound
  }

  /// The bytes that were read of the file.
  package var byteCount: Int { source.byteCount }

  /// The renderer that has drawn the last frame.
  package var renderer: Renderer? { next == nil ? nil : replay.renderer }

  /// The layers of the last frame, by the numbers that the recording has for them.
  package var layers: [Int: Layer] { next == nil ? [:] : replay.layers }

  /// The line of the last checkpoint before a frame.
  func checkpoint(before frame: RecordedFrame) -> Int {
    checkpoints.last { $0 < frame.line } ?? 0
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
  private let file: GrowingFile
  private var data: Data
  /// The places at which lines begin, and the end of the last.
  private var starts: [Int] = [0]
  private var bitmapLines: [String: Int] = [:]
  /// The bitmaps in use.
  private var loaded: [String: WeakBitmap] = [:]

  private struct WeakBitmap {
    weak var storage: PixelStorage?
  }

  /// - Parameter isGrowing: true if the file may end in the middle of a line, which is not read.
  init(path: String, isGrowing: Bool) throws {
    self.path = path
    file = try GrowingFile(path: path)
    data = try file.map()
    findLines()
    if !isGrowing, starts.last! < data.count { starts.append(data.count + 1) }
    try checkHeader()
  }

  /// Finds the lines that were appended, and returns false if another file has the name now.
  func update() throws -> Bool {
    guard file.isCurrent else { return false }
    data = try file.map()
    findLines()
    return true
  }

  /// Finds the lines that end after those that are known.
  private func findLines() {
    data.withUnsafeBytes { bytes in
      var offset = starts.last!
      while offset < bytes.count,
        let found = memchr(bytes.baseAddress! + offset, 10, bytes.count - offset)
      {
        offset = bytes.baseAddress!.distance(to: found) + 1
        starts.append(offset)
      }
    }
  }

  private func checkHeader() throws {
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
  var byteCount: Int { data.count }

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

  /// Returns the line of a bitmap; nil if there is none.
  func line(ofBitmap hash: String) -> Int? { bitmapLines[hash] }

  /// Returns a line, with the line break.
  func bytes(ofLine line: Int) -> Data { data[starts[line]..<starts[line + 1] - 1] + [10] }

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
