import Foundation
import Lamina
import LaminaViews

extension InputEvent {
  /// True for a press, a release and the like; false for one of many movements.
  var isDistinct: Bool {
    switch kind {
    case .touch(_, let phase, _): phase != .moved
    case .key: true
    default: false
    }
  }

  /// The event in words, with places in points.
  var text: String {
    var words: String
    var held = modifiers
    switch kind {
    case .touch(let id, let phase, let location):
      let what = id == 0 ? "pointer" : "finger \(id)"
      let verb = [.began: "down", .moved: "moved", .ended: "up"][phase] ?? "cancelled"
      words = "\(what) \(verb) at \(Readable.point(location))"
    case .scroll(let location, let translation):
      words = "wheel by \(Readable.point(translation)) at \(Readable.point(location))"
    case .magnify(let location, let factor):
      words = "magnified by \(Readable.number(factor)) at \(Readable.point(location))"
    case .hover(let location):
      words = location.map { "pointer at \(Readable.point($0))" } ?? "pointer left"
    case .key(let key, let isDown, let modifiers):
      held = modifiers
      let name = if case .character(let character) = key { "\(character)" } else { "\(key)" }
      words = "key \(name) \(isDown ? "down" : "up")"
    }
    let names: [(KeyModifiers, String)] = [
      (.shift, "shift"), (.control, "control"), (.alternate, "alt"), (.command, "command"),
    ]
    let with = names.filter { held.contains($0.0) }.map(\.1)
    if !with.isEmpty { words += " with " + with.joined(separator: ", ") }
    return words.escaped
  }
}
