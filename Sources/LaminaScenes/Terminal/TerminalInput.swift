import Foundation
import LaminaViews
import LaminaWindow

/// A parser of a terminal's input: keys, the mouse, and answers to queries.
package struct TerminalInput {
  /// The size of a character cell in pixels, for the location of the mouse.
  package var cell = PixelSize(width: 1, height: 2)
  /// The terminal's answers so far.
  private(set) var answers = TerminalAnswers()
  /// The bytes of an incomplete sequence.
  private var pending: [UInt8] = []

  /// True if input is pending that is incomplete, such as an Escape that may be a key or the
  /// beginning of a sequence.
  package var isWaiting: Bool { !pending.isEmpty }

  /// Returns the events that the bytes complete, together with those before them.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [WindowEvent] {
    pending += bytes
    var events: [WindowEvent] = []
    while !pending.isEmpty {
      guard let length = readOne(&events) else { break }
      pending.removeFirst(length)
    }
    return events
  }

  /// Parses the pending bytes as complete: a lone Escape is a key. Any other incomplete sequence is
  /// discarded.
  package mutating func finish() -> [WindowEvent] {
    var events: [WindowEvent] = []
    if pending == [0x1B] { Self.press(.escape, [], &events) }
    pending = []
    return events
  }

  /// Parses the first item of the pending bytes.
  ///
  /// - Returns: its length; nil if it is incomplete.
  private mutating func readOne(_ events: inout [WindowEvent]) -> Int? {
    let first = pending[0]
    if first != 0x1B { return readCharacter(from: 0, [], &events) }
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      // Parameters, and one final byte. Linux's console sends a second bracket for F1 to F5.
      var end = pending.count > 2 && pending[2] == UInt8(ascii: "[") ? 3 : 2
      while end < pending.count, !(0x40...0x7E).contains(pending[end]) { end += 1 }
      guard end < pending.count else { return end > 64 ? end : nil }
      readSequence(String(decoding: pending[1...end], as: UTF8.self), &events)
      return end + 1
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
      guard
        let end = pending.indices.dropFirst(3).first(where: {
          pending[$0 - 1] == 0x1B && pending[$0] == UInt8(ascii: "\\")
        })
      else { return pending.count > 512 ? pending.count : nil }
      answers.take(String(decoding: pending[1..<end - 1], as: UTF8.self))
      return end + 1
    case 0x1B:
      Self.press(.escape, [], &events)
      return 1
    default:
      return readCharacter(from: 1, .alternate, &events)
    }
  }

  /// Parses a character or a control code.
  private func readCharacter(
    from start: Int, _ modifiers: KeyModifiers, _ events: inout [WindowEvent]
  ) -> Int? {
    let byte = pending[start]
    switch byte {
    case 0x0D, 0x0A: Self.press(.return, modifiers, &events)
    case 0x09: Self.press(.tab, modifiers, &events)
    case 0x08, 0x7F: Self.press(.delete, modifiers, &events)
    case 0x20: Self.press(.space, modifiers, &events)
    case 0x01...0x1A:
      let letter = Character(Unicode.Scalar(byte + 0x60))
      Self.press(.character(letter), modifiers.union(.control), &events)
    case 0x21..<0x7F:
      Self.type(Character(Unicode.Scalar(byte)), modifiers, &events)
    case 0xC2...0xF4:
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard pending.count >= start + length else { return nil }
      let bytes = pending[start..<start + length]
      if let text = String(validating: bytes, as: UTF8.self), let character = text.first {
        Self.type(character, modifiers, &events)
        return start + length
      }
    default: break
    }
    return start + 1
  }

  private static func type(
    _ character: Character, _ modifiers: KeyModifiers, _ events: inout [WindowEvent]
  ) {
    let small = character.lowercased()
    let isLarge = small.count == 1 && small != String(character)
    press(
      .character(isLarge ? Character(small) : character),
      isLarge ? modifiers.union(.shift) : modifiers, &events)
  }

  /// Appends a press and a release: terminals report only that a key was pressed.
  private static func press(
    _ key: Key, _ modifiers: KeyModifiers, _ events: inout [WindowEvent]
  ) {
    events.append(.key(key, isDown: true, modifiers: modifiers))
    events.append(.key(key, isDown: false, modifiers: modifiers))
  }

  // MARK: - Sequences

  private mutating func readSequence(_ text: String, _ events: inout [WindowEvent]) {
    if text.hasPrefix("[<") {
      readMouse(text, &events)
      return
    }
    if text.hasPrefix("[[") { return }
    let numbers = text.dropFirst().dropLast().split(
      separator: ";", omittingEmptySubsequences: false
    ).map { Int($0) ?? 1 }
    let modifiers = numbers.count > 1 ? KeyModifiers(terminal: numbers[1] - 1) : []
    let key: Key?
    switch text.last {
    case "A": key = .up
    case "B": key = .down
    case "C": key = .right
    case "D": key = .left
    case "H": key = .home
    case "F": key = .end
    case "Z":
      Self.press(.tab, .shift, &events)
      return
    case "~": key = numbers.first.flatMap(Key.init(terminal:))
    default:
      answers.take(text)
      return
    }
    if let key { Self.press(key, modifiers, &events) }
  }

  /// Parses a mouse report: a bit field, the column, the row, and a press or a release.
  private func readMouse(_ text: String, _ events: inout [WindowEvent]) {
    let numbers = text.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, let last = text.last, last == "M" || last == "m" else { return }
    let bits = numbers[0]
    events.append(
      .pointerMoved(
        CGPoint(
          x: (CGFloat(numbers[1]) - 0.5) * CGFloat(cell.width),
          y: (CGFloat(numbers[2]) - 0.5) * CGFloat(cell.height))))
    // Shift, alternate and control are the bits above the two button bits.
    let modifiers = KeyModifiers(terminal: bits >> 2 & 7)
    switch bits & ~0x1C {
    case 0: events.append(last == "M" ? .buttonPressed : .buttonReleased)
    case 64: events.append(.wheel(dx: 0, dy: 1, modifiers: modifiers))
    case 65: events.append(.wheel(dx: 0, dy: -1, modifiers: modifiers))
    case 66: events.append(.wheel(dx: -1, dy: 0, modifiers: modifiers))
    case 67: events.append(.wheel(dx: 1, dy: 0, modifiers: modifiers))
    default: break
    }
  }
}

extension KeyModifiers {
  /// Creates the modifiers from a terminal's modifier bits.
  package init(terminal bits: Int) {
    self = []
    if bits & 1 != 0 { insert(.shift) }
    if bits & 2 != 0 { insert(.alternate) }
    if bits & 4 != 0 { insert(.control) }
    if bits & 8 != 0 { insert(.command) }
  }
}

extension Key {
  /// Creates a key from a terminal's number for it.
  package init?(terminal number: Int) {
    switch number {
    case 1, 7: self = .home
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    default: return nil
    }
  }
}
