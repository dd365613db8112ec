import Foundation
import Lamina
import LaminaRecording

/// The frames of a recording that is being made, drawn again on a queue of its own for those who look
/// back, so that the scene goes on meanwhile.
final class Playback: Sendable {
  private let queue = DispatchQueue(label: "Playback")
  private let reader: Locked<PlaybackReader>

  /// - Parameters:
  ///   - path: the name of the file.
  ///   - title: the name of what it shows.
  init(path: String, title: String) {
    reader = Locked(PlaybackReader(path: path, title: title))
  }

  /// Answers a request about the past: calls a function on the queue.
  func answer(
    _ request: InspectorRequest, then body: @escaping @Sendable (InspectorAnswer) -> Void
  ) {
    queue.async { [reader] in body(reader.withLock { $0.answer(request) }) }
  }

  /// Forgets everything, until somebody asks again.
  func close() { queue.async { [reader] in reader.withLock { $0.close() } } }
}

/// A recording that is read while it is made, and its layers as they are in the last frame that was asked
/// for.
private struct PlaybackReader {
  private let path: String
  private let title: String
  private var recording: Recording?
  /// The frame that the recording's layers are at.
  private var shown: Frame?
  private var shownNumber = 0

  init(path: String, title: String) { (self.path, self.title) = (path, title) }

  mutating func close() { (recording, shown) = (nil, nil) }

  /// Returns the answer to a request about the past.
  mutating func answer(_ request: InspectorRequest) -> InspectorAnswer {
    var answer = InspectorAnswer(request)
    do {
      try fill(&answer, for: request)
    } catch {
      answer.error = InspectorAnswer.bounded("\(error)")
    }
    return answer
  }

  private mutating func fill(_ answer: inout InspectorAnswer, for request: InspectorRequest) throws
  {
    let recording = try upToDate()
    switch request.action {
    case .timeline: answer.timeline = try timeline(of: recording)
    case .frame(let wanted):
      let index =
        switch wanted {
        case .number(let number): try recording.index(ofFrame: number)
        case .time(let time): recording.index(atTime: time)
        }
      try answer.show(recording, at: index, frame(at: index, of: recording))
    case .test(let number):
      let test = try recording.test(ofFrameAt: recording.index(ofFrame: number), titled: title)
      answer.attachment = .file(test.recording)
      answer.test = InspectorAnswer.Test(
        recordingName: test.recordingName, sourceName: test.sourceName, source: test.source)
    default:
      guard let number = request.frame else { return }
      let frame = try frame(at: recording.index(ofFrame: number), of: recording)
      try describe(request.action, frame, of: recording, in: &answer)
    }
  }

  /// Returns the recording with all that was recorded.
  private mutating func upToDate() throws -> Recording {
    if let recording, try recording.update() { return recording }
    close()
    let recording = try Recording(growing: path)
    self.recording = recording
    return recording
  }

  /// Draws a frame again, if it is not the last one that was.
  private mutating func frame(at index: Int, of recording: Recording) throws -> Frame {
    guard recording.frames.indices.contains(index) else {
      throw RecordingError.noFrame("no frame is recorded yet")
    }
    let number = recording.frames[index].number
    if let shown, shownNumber == number { return shown }
    shown = nil
    let frame = try recording.explainedFrame(at: index)
    (shown, shownNumber) = (frame, number)
    return frame
  }

  /// Answers a question about the layers of a frame.
  private func describe(
    _ action: InspectorRequest.Action, _ frame: Frame, of recording: Recording,
    in answer: inout InspectorAnswer
  ) throws {
    guard let renderer = recording.renderer else { return }
    let layers = recording.layers
    if case .layer(let number) = action {
      guard let layer = layers[number] else {
        throw EditingError(description: "layer \(number) is not in this frame")
      }
      answer.describe(layer, number, renderer, at: frame.time)
      return
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: layers.map { (ObjectIdentifier($0.value), $0.key) })
    func number(of layer: Layer) -> Int? { numbers[ObjectIdentifier(layer)] }
    switch action {
    case .tree: answer.list(renderer.layer, number: { number(of: $0) ?? 0 }, recorded: number)
    case .hit(let point): answer.hit = renderer.layer(at: point).flatMap(number)
    default: break
    }
  }

  private func timeline(of recording: Recording) throws -> InspectorAnswer.Timeline {
    let frames = recording.frames
    guard let first = frames.first, let last = frames.last else {
      throw RecordingError.noFrame("no frame is recorded yet")
    }
    // Those with labels say most; of the others, some of each time.
    let marks = recording.marks.filter { $0.time <= last.time }
    let labelled = marks.filter { $0.transaction.label != nil }.suffix(InspectorAnswer.markLimit)
    let others = marks.filter { $0.transaction.label == nil }
    let room = InspectorAnswer.markLimit - labelled.count
    let step = max(1, (others.count + room) / max(1, room))
    let some = stride(from: 0, to: room == 0 ? 0 : others.count, by: step).map { others[$0] }
    return InspectorAnswer.Timeline(
      first: first.number, last: last.number, start: first.time, end: last.time,
      marks: (labelled + some).map { mark in
        InspectorAnswer.Mark(
          frame: recording.frame(showing: mark).number, time: mark.time,
          number: mark.transaction.number,
          label: mark.transaction.label.map { InspectorAnswer.bounded($0) })
      },
      markCount: marks.count, byteCount: recording.byteCount)
  }
}

extension InspectorAnswer {
  /// Shows a frame of a recording that was drawn again.
  fileprivate mutating func show(
    _ recording: Recording, at index: Int, _ frame: Frame
  ) throws {
    let recorded = recording.frames[index]
    let hash = frame.bitmap.recordedHash
    moment = Moment(
      number: recorded.number, time: recorded.time, hash: hash, isExact: hash == recorded.hash,
      width: frame.bitmap.width, height: frame.bitmap.height,
      scale: recording.renderer.map { Double($0.scale) } ?? 1)
    why = Why(frame)
    why?.hash = hash
    attachment = .picture(frame.bitmap)
  }
}

extension Recording {
  /// Returns the index of a frame by its number.
  fileprivate func index(ofFrame number: Int) throws -> Int {
    guard let first = frames.first, let last = frames.last,
      (first.number...last.number).contains(number)
    else { throw RecordingError.noFrame("frame \(number) is not recorded, or no longer") }
    return number - first.number
  }

  /// Returns the first frame that shows what a transaction changed.
  fileprivate func frame(showing mark: RecordedMark) -> RecordedFrame {
    var (low, high) = (0, frames.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].time < mark.time { low = middle + 1 } else { high = middle }
    }
    return frames[low]
  }
}
