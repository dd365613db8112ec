import Foundation
import LaminaViews

/// A translator from a display's events for pointers, wheels, fingers and keys to the input of
/// views.
///
/// A pointer hovers, and its main button is touch 0 while it is down. Fingers are touches from 1 on, each with
/// the lowest free number.
struct InputTranslator {
  /// The distance that one notch of a wheel scrolls, in points.
  static let pointsPerNotch: CGFloat = 48
  /// The factor by which one notch of a wheel magnifies while control is held. Four notches double
  /// the size, and four notches back restore it.
  static let magnificationPerNotch: CGFloat = 1.189_207_115_002_721

  /// The number of pixels per point.
  var scale: CGFloat

  /// The location of the pointer, in points.
  private var pointer = CGPoint.zero
  private var isButtonDown = false
  /// The fingers that are down, keyed by the display's identifiers.
  private var fingers: [Int: (touch: Int, location: CGPoint)] = [:]

  init(scale: CGFloat) { self.scale = scale }

  /// Returns the input for an event, or nil if there is none.
  mutating func input(for event: WindowEvent) -> InputEvent.Kind? {
    switch event {
    case .pointerMoved(let location):
      pointer = points(location)
      return isButtonDown
        ? .touch(id: 0, phase: .moved, location: pointer) : .hover(location: pointer)
    case .pointerLeft:
      return isButtonDown ? nil : .hover(location: nil)
    case .buttonPressed:
      if isButtonDown { return nil }
      isButtonDown = true
      return .touch(id: 0, phase: .began, location: pointer)
    case .buttonReleased, .buttonCancelled:
      guard isButtonDown else { return nil }
      isButtonDown = false
      return .touch(
        id: 0, phase: event == .buttonReleased ? .ended : .cancelled, location: pointer)
    case .wheel(let dx, let dy, let modifiers):
      return turn(dx: dx, dy: dy, modifiers)
    case .finger(let id, let phase, let location):
      return finger(id, phase, points(location))
    case .key(let key, let isDown, let modifiers):
      return .key(key, isDown: isDown, modifiers: modifiers)
    case .resized, .exposed, .shown, .hidden, .focusLost, .closeRequested, .woken:
      return nil
    }
  }

  /// Cancels all touches, about which nothing more will be reported.
  mutating func cancelTouches() -> [InputEvent.Kind] {
    var touches = fingers.values.map { ($0.touch, $0.location) }.sorted { $0.0 < $1.0 }
    if isButtonDown { touches.insert((0, pointer), at: 0) }
    isButtonDown = false
    fingers = [:]
    return touches.map { .touch(id: $0.0, phase: .cancelled, location: $0.1) }
  }

  private func points(_ pixels: CGPoint) -> CGPoint {
    CGPoint(x: pixels.x / scale, y: pixels.y / scale)
  }

  /// Returns the input for a turn of the wheel. Content follows the wheel: turning it away from the
  /// user moves the content down.
  private func turn(dx: CGFloat, dy: CGFloat, _ modifiers: KeyModifiers) -> InputEvent.Kind? {
    if modifiers.contains(.control) {
      guard dy != 0 else { return nil }
      return .magnify(location: pointer, factor: pow(Self.magnificationPerNotch, dy))
    }
    guard dx != 0 || dy != 0 else { return nil }
    var translation = CGPoint(x: 0 - dx * Self.pointsPerNotch, y: dy * Self.pointsPerNotch)
    if modifiers.contains(.shift), dx == 0 {
      translation = CGPoint(x: translation.y, y: 0)
    }
    return .scroll(location: pointer, translation: translation)
  }

  private mutating func finger(
    _ id: Int, _ phase: Touch.Phase, _ location: CGPoint
  ) -> InputEvent.Kind? {
    var touch = fingers[id]?.touch
    if phase == .began, touch == nil {
      let taken = Set(fingers.values.map(\.touch))
      touch = (1...).first { !taken.contains($0) }
    }
    guard let touch else { return nil }
    let isOver = phase == .ended || phase == .cancelled
    fingers[id] = isOver ? nil : (touch, location)
    return .touch(id: touch, phase: phase, location: location)
  }
}
