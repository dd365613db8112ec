import Foundation
import Lamina
import LaminaViews
import LaminaWindow

/// A message from a viewer: the page, or a program that speaks its protocol.
///
/// The form is in the guide Browser, "Protocol".
enum ViewerMessage: Equatable {
  /// The viewer shows a frame.
  case shown(number: UInt32)
  /// The user's input, with the keys that were held.
  case input([WindowEvent], KeyModifiers)
  /// A question about the layers, or a change of them.
  case request(InspectorRequest)

  /// The reason that a message is none of the protocol.
  struct Malformed: Error {}

  /// The greatest size of a message, in bytes.
  static let sizeLimit = 4096
  /// The numbers that a finger may have.
  static let fingers = 0..<32

  private struct Fields: Decodable {
    var type: String
    var number: UInt32?
    var phase: String?
    var button: Int?
    var id: Int?
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    var key: String?
    var isDown: Bool?
    var modifiers: Int?
    var ask: String?
    var request: UInt32?
    var layer: Int?
    var value: String?
    var duration: Double?
    var isOn: Bool?
    var frame: Int?
    var time: Double?
  }

  /// Parses a message.
  ///
  /// - Parameters:
  ///   - bytes: an object of JSON.
  ///   - viewer: the number of the viewer, which tells its fingers from those of others.
  /// - Throws: ``Malformed``.
  init(parsing bytes: some Sequence<UInt8>, viewer: Int) throws(Malformed) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)) else {
      throw Malformed()
    }
    func value<Value>(_ value: Value?) throws(Malformed) -> Value {
      guard let value else { throw Malformed() }
      return value
    }
    let modifiers = KeyModifiers(rawValue: fields.modifiers ?? 0)
    guard (0..<16).contains(modifiers.rawValue) else { throw Malformed() }
    if fields.type == "shown" {
      self = .shown(number: try value(fields.number))
      return
    }
    if fields.type == "inspect" {
      let action: InspectorRequest.Action
      switch try value(fields.ask) {
      case "tree": action = .tree
      case "layer": action = .layer(try value(fields.layer))
      case "hit": action = .hit(CGPoint(x: try value(fields.x), y: try value(fields.y)))
      case "set":
        let duration = fields.duration ?? 0.25
        guard (0...InspectorRequest.longestDuration).contains(duration) else { throw Malformed() }
        action = .set(
          layer: try value(fields.layer), key: try value(fields.key),
          value: try value(fields.value), duration: duration)
      case "hide": action = .hide(layer: try value(fields.layer), isOn: try value(fields.isOn))
      case "solo": action = .solo(layer: fields.layer)
      case "why": action = .why
      case "timeline": action = .timeline
      case "frame":
        if let number = fields.frame {
          guard fields.time == nil else { throw Malformed() }
          action = .frame(.number(number))
        } else {
          action = .frame(.time(try value(fields.time)))
        }
      case "test": action = .test(frame: fields.frame)
      case "pause": action = .pause(isOn: try value(fields.isOn))
      default: throw Malformed()
      }
      var request = InspectorRequest(number: try value(fields.request), action: action)
      switch action {
      case .tree, .layer, .hit: request.frame = fields.frame
      case .frame, .test: break
      // What is past cannot be changed.
      default: guard fields.frame == nil else { throw Malformed() }
      }
      self = .request(request)
      return
    }
    var events: [WindowEvent] = []
    switch fields.type {
    case "pointer":
      let phase = try value(fields.phase)
      if phase == "leave" || phase == "cancel" {
        events.append(phase == "leave" ? .pointerLeft : .focusLost)
        break
      }
      events.append(.pointerMoved(CGPoint(x: try value(fields.x), y: try value(fields.y))))
      let isMain = fields.button ?? 0 == 0
      switch phase {
      case "move": break
      case "down": if isMain { events.append(.buttonPressed) }
      case "up": if isMain { events.append(.buttonReleased) }
      default: throw Malformed()
      }
    case "wheel":
      events.append(.pointerMoved(CGPoint(x: try value(fields.x), y: try value(fields.y))))
      events.append(
        .wheel(dx: try value(fields.dx), dy: try value(fields.dy), modifiers: modifiers))
    case "touch":
      let phases: [String: Touch.Phase] = [
        "down": .began, "move": .moved, "up": .ended, "cancel": .cancelled,
      ]
      let id = try value(fields.id)
      guard Self.fingers.contains(id) else { throw Malformed() }
      events.append(
        .finger(
          id: viewer * Self.fingers.count + id, phase: try value(phases[try value(fields.phase)]),
          location: CGPoint(x: try value(fields.x), y: try value(fields.y))))
    case "key":
      let isDown = try value(fields.isDown)
      // Other keys do nothing.
      if let key = Key(browserName: try value(fields.key)) {
        events.append(.key(key, isDown: isDown, modifiers: modifiers))
      }
    case "blur": events.append(.focusLost)
    default: throw Malformed()
    }
    self = .input(events, modifiers)
  }
}

extension Key {
  private static let browserNames: [String: Key] = [
    "ArrowLeft": .left, "ArrowRight": .right, "ArrowUp": .up, "ArrowDown": .down, "Home": .home,
    "End": .end, "PageUp": .pageUp, "PageDown": .pageDown, " ": .space, "Tab": .tab,
    "Enter": .return, "Escape": .escape, "Backspace": .delete, "Delete": .delete,
  ]

  /// Creates the key that browsers give a name in `KeyboardEvent.key`; nil for other keys.
  init?(browserName name: String) {
    if let key = Self.browserNames[name] {
      self = key
    } else if name.count == 1, let character = name.lowercased().first {
      self = .character(character)
    } else {
      return nil
    }
  }
}
