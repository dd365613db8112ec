import Foundation
import Lamina
import LaminaRecording
import LaminaViews

/// The recording of a window, in which those who inspect it look back.
///
/// It begins with the first who asks for it, in a file that goes with it, unless the window is recorded
/// anyway. It belongs to the isolation of the window.
final class WindowHistory {
  let playback: Playback
  private let path: String
  private let options: RecordingOptions
  /// The folder that goes with the history; nil if somebody else makes the recording.
  let folder: String?
  private var recorder: Recorder?
  /// The reason that there is no recording, which may pass before the first frame is recorded.
  private(set) var problem: String?
  private var hasBegun = false

  /// - Parameter title: the name of what the window shows.
  init(title: String, options: RecordingOptions) {
    self.options = options
    // Nobody else can read what the scene shows.
    var name = Array((NSTemporaryDirectory() + "/lamina-XXXXXX").utf8CString)
    folder = mkdtemp(&name).map { String(cString: $0) }
    path = (folder ?? "") + "/history.lamina"
    playback = Playback(path: path, title: title)
    if folder == nil { problem = "nothing is recorded: there is no temporary folder" }
  }

  /// The history of a window that is recorded into a file.
  init(title: String, recordedTo path: String) {
    (self.path, options, folder) = (path, RecordingOptions(), nil)
    playback = Playback(path: path, title: title)
  }

  deinit {
    recorder = nil
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Begins to record a host, with the frame that it shows, unless that has begun.
  func begin(_ host: ViewHost) {
    guard folder != nil, recorder == nil, !hasBegun else { return }
    problem = nil
    attempt {
      recorder = try Recorder(host.renderer, to: path, options: options)
      if let time = host.time { try record(host.renderer.render(at: time)) }
    }
  }

  /// Records a frame that is shown.
  func note(_ frame: Frame) { attempt { try record(frame) } }

  /// Records an event of input that the host gets.
  func note(_ event: InputEvent) { attempt { try recorder?.record(event) } }

  private func record(_ frame: Frame) throws {
    guard let recorder else { return }
    try recorder.record(frame)
    hasBegun = true
  }

  /// Does something, and ends the recording, but not the scene, if that fails.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      recorder = nil
      problem = "the recording has ended: \(error)"
    }
  }
}
