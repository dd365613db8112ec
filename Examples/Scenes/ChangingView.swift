import Foundation
import Lamina
import LaminaViews

/// Shows layers to which one change is made again and again: with the first frame, and with each
/// click, tap or press of space.
package final class ChangingView: View {
  private var change: () -> Void = {}
  /// Calls for the first change.
  private var link: UpdateLink?

  /// - Parameter fill: puts layers on the view's layer, and gives what changes them.
  package init(fill: (Layer) throws -> () -> Void) rethrows {
    super.init()
    change = try fill(layer)
    let tap = TapGestureRecognizer()
    tap.addAction { [unowned self] _ in change() }
    addGestureRecognizer(tap)
    link = UpdateLink(view: self) { [unowned self] in begin(at: $0) }
  }

  /// Only layers that were committed animate: this commit is the state to start from.
  private func begin(at time: TimeInterval) {
    link?.invalidate()
    link = nil
    host?.renderer.commit(at: time)
    change()
  }

  package override func didMoveToHost() { host?.firstResponder = self }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    guard key == .space else { return false }
    change()
    return true
  }
}
