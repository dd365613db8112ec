import Foundation
import Lamina

/// A continuous gesture of the pointer of a mouse over a view, without a button. The counterpart of
/// UIKit's `UIHoverGestureRecognizer`.
///
/// It begins when the pointer enters the view, changes with each movement, and ends when the pointer
/// leaves. It receives no touches and prevents no other gesture; while a button is held, it does not
/// change.
open class HoverGestureRecognizer: GestureRecognizer {
  private var place = CGPoint.zero
  private var heldModifiers: KeyModifiers = []

  override var receivesTouches: Bool { false }
  /// The keys that were held when the pointer moved last.
  open override var modifiers: KeyModifiers { heldModifiers }

  /// Returns the location of the pointer.
  open override func location(in view: View?) -> CGPoint { Touch.convert(place, to: view) }

  /// Returns false.
  open override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  /// Returns false.
  open override func canBePrevented(by other: GestureRecognizer) -> Bool { false }

  final func move(to place: CGPoint, _ modifiers: KeyModifiers) {
    self.place = place
    heldModifiers = modifiers
    state = state == .possible ? .began : .changed
    if state.isTerminal { becomePossible() }
  }

  final func leave() {
    guard state.isActive else { return }
    state = .ended
    becomePossible()
  }
}
