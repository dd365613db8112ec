import Foundation
import LaminaViews

/// Writes events of input as JSON, and reads them.
enum InputCoding {
  private static let keys: [(String, Key)] = [
    ("left", .left), ("right", .right), ("up", .up), ("down", .down), ("home", .home),
    ("end", .end), ("pageUp", .pageUp), ("pageDown", .pageDown), ("space", .space), ("tab", .tab),
    ("return", .return), ("escape", .escape), ("delete", .delete),
  ]

  /// Returns an event as JSON.
  static func json(_ event: InputEvent) -> JSONValue {
    func point(_ point: CGPoint) -> JSONValue { .list([.number(point.x), .number(point.y)]) }
    var modifiers = event.modifiers
    let members: KeyValuePairs<String, JSONValue?>
    switch event.kind {
    case .touch(let id, let phase, let location):
      members = [
        "input": .text("touch"), "id": .integer(id),
        "phase": .text(phase.rawValue), "location": point(location),
      ]
    case .scroll(let location, let translation):
      members = [
        "input": .text("scroll"), "location": point(location), "translation": point(translation),
      ]
    case .magnify(let location, let factor):
      members = [
        "input": .text("magnify"), "location": point(location), "factor": .number(factor),
      ]
    case .hover(let location):
      members = ["input": .text("hover"), "location": location.map(point)]
    case .key(let key, let isDown, let held):
      modifiers = held
      let name =
        if case .character(let character) = key { String(character) } else {
          keys.first { $0.1 == key }?.0 ?? ""
        }
      members = ["input": .text("key"), "key": .text(name), "down": .bool(isDown)]
    }
    guard case .object(let own) = JSONValue.object(members) else { return .null }
    let others = JSONValue.object([
      "time": .number(event.time),
      "modifiers": modifiers.isEmpty ? nil : .integer(modifiers.rawValue),
    ])
    return .object(own + (others.members ?? []))
  }

  /// Returns the event that JSON describes, or nil.
  static func event(_ json: JSONValue) -> InputEvent? {
    func point(_ key: String) -> CGPoint? {
      json[key]?.numbers.flatMap { $0.count == 2 ? CGPoint(x: $0[0], y: $0[1]) : nil }
    }
    guard let time = json["time"]?.number else { return nil }
    let modifiers = KeyModifiers(rawValue: json["modifiers"]?.count ?? 0)
    var kind: InputEvent.Kind?
    switch json["input"]?.text {
    case "touch":
      if let id = json["id"]?.number.flatMap(Int.init(exactly:)), let location = point("location"),
        let phase = json["phase"]?.text.flatMap(Touch.Phase.init)
      {
        kind = .touch(id: id, phase: phase, location: location)
      }
    case "scroll":
      if let location = point("location"), let translation = point("translation") {
        kind = .scroll(location: location, translation: translation)
      }
    case "magnify":
      if let location = point("location"), let factor = json["factor"]?.number {
        kind = .magnify(location: location, factor: factor)
      }
    case "hover": kind = .hover(location: point("location"))
    case "key":
      if let name = json["key"]?.text, let isDown = json["down"]?.bool {
        let key =
          keys.first { $0.0 == name }?.1 ?? (name.count == 1 ? .character(Character(name)) : nil)
        kind = key.map { .key($0, isDown: isDown, modifiers: modifiers) }
      }
    default: break
    }
    let isKey = json["input"]?.text == "key"
    let event = kind.map {
      InputEvent(time: time, kind: $0, modifiers: isKey ? [] : modifiers)
    }
    return event.flatMap { $0.isValid ? $0 : nil }
  }
}
