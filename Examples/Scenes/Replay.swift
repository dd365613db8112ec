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
