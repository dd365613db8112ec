import Foundation
import Lamina

/// A recording of the fewest changes that still show what is wrong in a frame.
public struct ShrunkRecording {
  /// The number of changes that it has.
  public let editCount: Int
  /// The number of changes that the recording has from the checkpoint before the frame on.
  public let originalEditCount: Int
  /// The number of frames that it has; what is wrong is in the last.
  public let frameCount: Int
  /// The number of lists of changes that were tried.
  public let tries: Int
  /// A Boolean value indicating whether nothing more can be left out; false if the search ended at
  /// its limit.
  public let isMinimal: Bool
  /// The recording: the text of a file that ``Recording`` reads.
  public let text: String
  let list: EditList
  let expectations: [FrameExpectation]
  let bitmaps: ShrunkBitmaps
}

extension Recording {
  /// Returns the index of the first frame that shows something; nil if none does.
  ///
  /// - Parameter expectations: what the frame has to show, all of it.
  /// - Throws: ``RecordingError``, `RenderError`, and what an expectation of your own throws.
  /// - Complexity: as drawing all frames up to it.
  public func firstFrame(showing expectations: [FrameExpectation]) throws -> Int? {
    try frames.indices.first { index in
      let frame = try frame(at: index)
      return try expectations.allSatisfy {
        try $0.isMet(by: frame, whole: { try wholePicture(at: frames[index].time) })
      }
    }
  }

  /// Returns the shortest recording that shows what is wrong in a frame of this one.
  ///
  /// It begins at the last checkpoint from which the frame is still wrong. Frames and commits go
  /// first, then layers, changes, and digits of numbers, until nothing can be left out any more. The
  /// same recording and expectations give the same result.
  ///
  /// - Parameters:
  ///   - index: the index of the frame among ``frames``.
  ///   - expectations: what the frame has to show, all of it.
  ///   - limit: the number of lists of changes to try at most.
  /// - Throws: ``RecordingError/notShown(_:)`` if the frame does not show it, ``RecordingError``,
  ///   `RenderError`, and what an expectation of your own throws.
  /// - Complexity: for each try, as replaying what is left.
  public func shrunk(
    at index: Int, showing expectations: [FrameExpectation], limit: Int = 5_000
  ) throws -> ShrunkRecording {
    guard frames.indices.contains(index) else { throw missing(index) }
    let bitmaps = ShrunkBitmaps(source)
    let shows: (EditList) throws -> Bool = { list in
      guard let (replay, frame) = try? list.replayed(bitmaps) else { return false }
      return try expectations.allSatisfy {
        try $0.isMet(by: frame, whole: { try replay.renderWhole(at: frame.time) })
      }
    }
    let line = frames[index].line
    for checkpoint in checkpoints.reversed() where checkpoint < line {
      let whole = try EditList(source, checkpoint...line)
      guard try shows(whole) else { continue }
      var shrinker = Shrinker(whole, bitmaps, limit: limit, shows)
      try shrinker.run()
      let list = shrinker.best
      return ShrunkRecording(
        editCount: list.editCount, originalEditCount: whole.editCount, frameCount: list.frameCount,
        tries: shrinker.tries, isMinimal: !shrinker.isAtLimit, text: try list.text(bitmaps),
        list: list, expectations: expectations, bitmaps: bitmaps)
    }
    throw RecordingError.notShown(
      "frame \(frames[index].number) at \(frames[index].time) s does not show: "
        + expectations.map(\.description).joined(separator: ", "))
  }
}

extension EditList {
  /// Carries out all steps, and returns the last frame.
  func replayed(_ bitmaps: any BitmapTable) throws -> (replay: TreeReplay, last: Frame) {
    var replay = TreeReplay(bitmaps: bitmaps)
    let last = try forEachFrame(&replay) { _, _ in }
    guard let last else { throw RecordingError.noFrame("a recording without frames") }
    return (replay, last)
  }

  /// Carries out all steps, calls a function with each line and its frame if it is one, and returns
  /// the last frame.
  @discardableResult
  private func forEachFrame(
    _ replay: inout TreeReplay, _ body: (JSONValue, Frame?) -> Void
  ) throws -> Frame? {
    var last: Frame?
    for line in lines {
      if line.members?.first?.key == "frame", let time = line["time"]?.number {
        // The framebuffer is free again.
        last = nil
        last = try replay.render(at: time)
        body(line, last)
      } else {
        try replay.apply(line, line: 0)
        body(line, nil)
      }
    }
    return last
  }

  /// Returns the text of a recording.
  fileprivate func text(_ bitmaps: ShrunkBitmaps) throws -> String {
    bitmaps.used = []
    var replay = TreeReplay(bitmaps: bitmaps)
    var text = ""
    try forEachFrame(&replay) { line, frame in
      guard let frame, case .object(let members) = line else { return text += line.line }
      text +=
        JSONValue.object(
          members + [.init(key: "hash", value: .text(frame.bitmap.recordedHash))]
        ).line
    }
    let pictures = try bitmaps.used.sorted().map {
      try BitmapCoding.json(bitmaps.bitmap($0), hash: $0).line
    }
    return RecordingFile.header + pictures.joined() + text
  }
}
