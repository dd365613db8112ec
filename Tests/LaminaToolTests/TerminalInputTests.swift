import Foundation
import LaminaTestSupport
import LaminaViews
import LaminaWindow
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("What a terminal sends")
struct TerminalInputTests {
  /// Keys that are pressed, with their modifiers; the releases that follow each are left out.
  private func keys(_ text: String, finishes: Bool = false) -> [String] {
    var input = TerminalInput()
    let bytes = Array(text.replacingOccurrences(of: "^", with: "\u{1B}").utf8)
    let events = input.read(bytes) + (finishes ? input.finish() : [])
    #expect(events.count % 2 == 0)
    return stride(from: 0, to: events.count, by: 2).map { index in
      guard case .key(let key, isDown: true, let modifiers) = events[index],
        events[index + 1] == .key(key, isDown: false, modifiers: modifiers)
      else { return "\(events[index])" }
      return "\(key) \(modifiers.rawValue)"
    }
  }

  @Test("is keys, by their characters, codes and sequences")
  func keys() {
    #expect(
      keys("aZ+ \r\t\u{7F}é") == [
        "character(\"a\") 0", "character(\"z\") 1", "character(\"+\") 0", "space 0", "return 0",
        "tab 0", "delete 0", "character(\"é\") 0",
      ])
    #expect(
      keys("^[A^[B^[C^[D^OA^[H^[F^[1~^[4~^[5~^[6~^[3~^[Z") == [
        "up 0", "down 0", "right 0", "left 0", "up 0", "home 0", "end 0", "home 0", "end 0",
        "pageUp 0", "pageDown 0", "delete 0", "tab 1",
      ])
    #expect(
      keys("^[1;2A^[1;5C^[5;3~^x\u{13}") == [
        "up 1", "right 2", "pageUp 4", "character(\"x\") 4", "character(\"s\") 2",
      ])
    // What is not known is nothing.
    #expect(
      keys("^[99~^[?25h^[200~b\u{0}\u{FFFD}") == [
        "character(\"b\") 0", "character(\"\u{FFFD}\") 0",
      ])
  }

  @Test("is Escape where nothing comes after it")
  func escape() {
    #expect(keys("^") == [])
    #expect(keys("^", finishes: true) == ["escape 0"])
    #expect(keys("^^", finishes: true) == ["escape 0", "escape 0"])
    #expect(keys("^[", finishes: true) == [])
    #expect(keys("a^[1;", finishes: true) == ["character(\"a\") 0"])
    // F1 to F5 of Linux's console.
    #expect(keys("^[[A^[[Ea^[A") == ["character(\"a\") 0", "up 0"])
  }

  @Test("is the mouse, in pixels of the middle of a cell")
  func mouse() {
    var input = TerminalInput()
    input.cell = PixelSize(width: 8, height: 16)
    func place(_ x: CGFloat, _ y: CGFloat) -> WindowEvent {
      .pointerMoved(CGPoint(x: x, y: y))
    }
    let bytes = Array(
      "^[<0;1;1M^[<32;3;2M^[<0;3;2m^[<64;2;2M^[<81;2;2M^[<67;2;2M^[<66;2;2M^[<2;1;1M^[<0;1M"
        .replacingOccurrences(of: "^", with: "\u{1B}").utf8)
    #expect(
      input.read(bytes) == [
        place(4, 8), .buttonPressed, place(20, 24), place(20, 24), .buttonReleased,
        place(12, 24), .wheel(dx: 0, dy: 1, modifiers: []),
        place(12, 24), .wheel(dx: 0, dy: -1, modifiers: .control),
        place(12, 24), .wheel(dx: 1, dy: 0, modifiers: []),
        place(12, 24), .wheel(dx: -1, dy: 0, modifiers: []),
        place(4, 8),
      ])
  }

  @Test("is answers to questions, between what is typed")
  func answers() {
    var input = TerminalInput()
    var events = input.read(Array("a\u{1B}_Gi=31;OK\u{1B}\\b\u{1B}[6;20;10t".utf8))
    #expect(events.count == 4)
    #expect(input.answers.hasKitty && !input.answers.isComplete)
    #expect(input.answers.cell == PixelSize(width: 10, height: 20))
    events = input.read(Array("\u{1B}[?62;22;4c".utf8))
    #expect(events.isEmpty && input.answers.isComplete && input.answers.hasSixels)
    #expect(input.answers.pictures == .kitty)

    for (text, pictures, cell) in [
      ("^[?62;4c", TerminalPictures.sixel, nil), ("^[?4;6c", .blocks, nil),
      ("^[?1;2c", .blocks, nil),
      ("^_Gi=31;ENOTSUP:no^\\^[6;0;10t^[?65c", .blocks, nil),
      ("^[6;15;7t^[?64;1;4;9c", .sixel, PixelSize(width: 7, height: 15)),
    ] {
      var input = TerminalInput()
      #expect(input.read(Array(text.replacingOccurrences(of: "^", with: "\u{1B}").utf8)) == [])
      #expect(input.answers.isComplete)
      #expect(input.answers.pictures == pictures, "\(text)")
      #expect(input.answers.cell == cell, "\(text)")
    }
  }

  @Test("means the same however it is cut into pieces")
  func pieces() {
    let bytes = Array(
      "x^[<35;12;9M^[1;5Dé^_Gi=31;OK^\\^OB^[6;20;10t^[?62;4c^y漢🎈\r".replacingOccurrences(
        of: "^", with: "\u{1B}"
      ).utf8)
    var whole = TerminalInput()
    let expected = whole.read(bytes)
    #expect(expected.count == 17)
    for cut in 1..<bytes.count {
      var input = TerminalInput()
      let events = input.read(bytes[..<cut]) + input.read(bytes[cut...])
      #expect(events == expected, "cut at \(cut)")
      #expect(input.answers == whole.answers)
    }
    var single = TerminalInput()
    #expect(bytes.flatMap { single.read([$0]) } == expected)
  }

  @Test("is never more than it can be, whatever the bytes", arguments: 1...20)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var input = TerminalInput()
    var count = 0
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? [0x1B, 0x5B, 0x5F, 0x3B, 0x31, 0x7E].randomElement(using: &random)!
          : UInt8.random(in: 0...255, using: &random)
      }
      count += bytes.count
      let events =
        input.read(bytes) + (Int.random(in: 0..<9, using: &random) == 0 ? input.finish() : [])
      #expect(events.count <= 3 * count, "seed \(seed)")
    }
    _ = input.finish()
    #expect(!input.isWaiting, "seed \(seed)")
  }
}
