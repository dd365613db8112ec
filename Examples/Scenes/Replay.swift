import Foundation
import LaminaViews

/// Hands out what was recorded as time goes on, beginning with the first frame of a view.
final class Replay {
  private var link: UpdateLink?
  private var start: TimeInterval?
  private var played = 0

  /// - Parameters:
  ///   - view: whose frames count.
  ///   - count: how much was recorded.
  ///   - perSecond: how much of it is due in a second.
  ///   - play: is given the numbers of what has become due, in order.
  init(in view: View, count: Int, perSecond: Double, play: @escaping (Range<Int>) -> Void) {
    let link = UpdateLink(view: view) { [unowned self] time in
      let start = start ?? time
      self.start = start
      let due = Int(max(0, min(Double(count), (time - start) * perSecond + 1)))
      if due > played {
        let new = played..<due
        played = due
        play(new)
      }
      if played == count { stop() }
    }
    link.requiresContinuousUpdates = true
    self.link = link
  }

  /// Ends it; nothing more is played.
  func stop() {
    link?.invalidate()
    link = nil
  }
}

/// The touches of a recording.
enum RecordedTouches {
  /// Reads places from text: each is told by how far it is from the one before, in points.
  ///
  /// - Parameter startsAnew: whether each line begins at the origin, not where the last one ended.
  static func places(_ recording: [UInt8], startsAnew: Bool = false) -> [CGPoint] {
    var touches: [CGPoint] = []
    var point = CGPoint.zero
    let text = String(decoding: recording, as: UTF8.self)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if startsAnew { point = .zero }
      for step in line.split(separator: " ") {
        let numbers = step.split(separator: ",").compactMap { Double($0) }
        point.x += numbers[0]
        point.y += numbers[1]
        touches.append(point)
      }
    }
    return touches
  }
}
