import Foundation
import Lamina
import LaminaRecording

/// The frames of a recording that is being made, drawn again on a queue of its own for those who look
/// back while the scene goes on, and its layers as they are in the last frame that was asked for.
///
/// Only the queue touches what is not constant.
final class Playback: @unchecked Sendable {
  private let queue = DispatchQueue(label: "Playback")
  private let path: String
  private let title: String
  private var recording: Recording?
  /// The frame that the recording's layers are at.
  private var shown: Frame?
  private var shownNumber = 0

  /// - Parameters:
  ///   - path: the name of the file.
  ///   - title: the name of what it shows.
  init(path: String, title: String) { (self.path, self.title) = (path, title) }

  /// Answers a request about the past: calls a function on the queue.
  func answer(
    _ request: InspectorRequest, then body: @escaping @Sendable (InspectorAnswer) -> Void
  ) {
    queue.async { body(self.answer(request)) }
  }

  /// Returns the answer to a request about the past.
  private func answer(_ request: InspectorRequest) -> InspectorAnswer {
    var answer = InspectorAnswer(request)
    do {
      try fill(&answer, for: request)
    } catch {
      answer.error = InspectorAnswer.bounded("\(error)")
    }
    return answer
  }

  private func fill(_ answer: inout InspectorAnswer, for request: InspectorRequest) throws {
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
      let index = try number.map(recording.index(ofFrame:)) ?? recording.frames.count - 1
      let test = try recording.test(ofFrameAt: index, titled: title)
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
  private func upToDate() throws -> Recording {
    if let recording, try recording.update() { return recording }
    (recording, shown) = (nil, nil)
    let recording = try Recording(growing: path)
    self.recording = recording
    return recording
  }

  /// Draws a frame again, if it is not the last one that was.
  private func frame(at index: Int, of recording: Recording) throws -> Frame {
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
    let marks = recording.marks.filter { $0.frameIndex < frames.count }
    let inputs = recording.inputs.filter { $0.frameIndex < frames.count }
    let shownMarks = marks.selected(InspectorAnswer.markLimit) { $0.transaction.label != nil }
    let shownInputs = inputs.selected(InspectorAnswer.inputLimit) { $0.event.isDistinct }
    return InspectorAnswer.Timeline(
      first: first.number, last: last.number, start: first.time, end: last.time,
      marks: shownMarks.map { mark in
        InspectorAnswer.Mark(
          frame: frames[mark.frameIndex].number, time: mark.time, number: mark.transaction.number,
          label: mark.transaction.label.map { InspectorAnswer.bounded($0) })
      }
        + shownInputs.map { input in
          InspectorAnswer.Mark(
            frame: frames[input.frameIndex].number, time: input.event.time,
            input: input.event.text)
        },
      markCount: marks.count, inputCount: inputs.count, byteCount: recording.byteCount)
  }
}

extension Array {
  /// Returns at most so many elements: those that say most, and of the others some of each time.
  fileprivate func selected(_ limit: Int, first saysMost: (Element) -> Bool) -> [Element] {
    let most = filter(saysMost).suffix(limit)
    let others = filter { !saysMost($0) }
    let room = limit - most.count
    if room == 0 { return Array(most) }
    let step = Swift.max(1, (others.count + room - 1) / room)
    return most + stride(from: 0, to: others.count, by: step).map { others[$0] }
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
}
