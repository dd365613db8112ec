import Foundation
import Lamina
import LaminaViews

/// A view of 200 x 200 points in a host, and a log of what its recognizers do.
final class GestureScene {
  let root = View()
  let host: ViewHost
  private(set) var log: [String] = []
  var time = 0.0

  init() throws {
    host = try ViewHost(rootView: root, size: CGSize(width: 200, height: 200))
    _ = try host.render(at: 0)
  }

  /// Adds a recognizer, to the root view by default, and notes its states under a name.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(
    _ name: String, _ recognizer: Recognizer, to view: View? = nil,
    note: @escaping (Recognizer) -> String = { _ in "" }
  ) -> Recognizer {
    (view ?? root).addGestureRecognizer(recognizer)
    recognizer.addAction { [weak self] recognizer in
      let text = note(recognizer)
      self?.log.append("\(name) \(recognizer.state.rawValue)\(text.isEmpty ? "" : " ")\(text)")
    }
    return recognizer
  }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func note(_ text: String) { log.append(text) }

  /// Sends an event of a touch a hundredth of a second after the last.
  func touch(
    _ phase: Touch.Phase, _ x: CGFloat, _ y: CGFloat, id: Int = 0, after seconds: Double = 0.01
  ) {
    time += seconds
    host.send(
      InputEvent(
        time: time, kind: .touch(id: id, phase: phase, location: CGPoint(x: x, y: y))))
  }

  /// Touches a place for a twentieth of a second.
  func tap(_ x: CGFloat, _ y: CGFloat, after seconds: Double = 0.01) {
    touch(.began, x, y, after: seconds)
    touch(.ended, x, y, after: 0.05)
  }

  func magnify(_ x: CGFloat, _ y: CGFloat, by factor: CGFloat) {
    time += 0.01
    host.send(
      InputEvent(time: time, kind: .magnify(location: CGPoint(x: x, y: y), factor: factor)))
  }

  /// Lets time pass until a frame.
  func wait(_ seconds: Double) throws {
    time += seconds
    _ = try host.render(at: time)
  }
}

/// Decides as its properties say.
final class GestureDecider: GestureRecognizerDelegate {
  var begins = true
  var receives = true
  var isSimultaneous = false

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { begins }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { receives }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer,
    shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { isSimultaneous }
}
