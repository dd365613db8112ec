import Foundation
import Lamina
import LaminaTestSupport
import LaminaViews
import LaminaWindow
import Testing

@testable import LaminaInspector

@Suite("A message from a viewer")
struct ViewerMessageTests {
  private func parse(_ text: String) throws -> ViewerMessage {
    try ViewerMessage(parsing: text.utf8, viewer: 2)
  }

  @Test("confirms a frame")
  func shown() throws {
    #expect(try parse(#"{"type":"shown","number":7}"#) == .shown(number: 7))
  }

  @Test("is input")
  func input() throws {
    let moved = WindowEvent.pointerMoved(CGPoint(x: 3, y: 4.5))
    let cases: [(String, [WindowEvent], KeyModifiers)] = [
      (#"{"type":"pointer","phase":"move","x":3,"y":4.5}"#, [moved], []),
      (
        #"{"type":"pointer","phase":"down","x":3,"y":4.5,"button":0,"modifiers":1}"#,
        [moved, .buttonPressed], .shift
      ),
      (#"{"type":"pointer","phase":"up","x":3,"y":4.5,"button":0}"#, [moved, .buttonReleased], []),
      (#"{"type":"pointer","phase":"down","x":3,"y":4.5,"button":2}"#, [moved], []),
      (#"{"type":"pointer","phase":"leave"}"#, [.pointerLeft], []),
      (#"{"type":"pointer","phase":"cancel"}"#, [.focusLost], []),
      (
        #"{"type":"wheel","x":3,"y":4.5,"dx":0,"dy":-1,"modifiers":2}"#,
        [moved, .wheel(dx: 0, dy: -1, modifiers: .control)], .control
      ),
      (
        #"{"type":"touch","phase":"down","id":3,"x":1,"y":2}"#,
        [.finger(id: 67, phase: .began, location: CGPoint(x: 1, y: 2))], []
      ),
      (
        #"{"type":"key","key":"ArrowLeft","isDown":true,"modifiers":12}"#,
        [.key(.left, isDown: true, modifiers: [.alternate, .command])], [.alternate, .command]
      ),
      (
        #"{"type":"key","key":"Q","isDown":false}"#,
        [.key(.character("q"), isDown: false, modifiers: [])], []
      ),
      (#"{"type":"key","key":"F5","isDown":true}"#, [], []),
      (#"{"type":"blur"}"#, [.focusLost], []),
    ]
    for (text, events, modifiers) in cases {
      #expect(try parse(text) == .input(events, modifiers), "\(text)")
    }
  }

  @Test("is refused if it is another")
  func malformed() {
    for text in [
      "", "{", "[]", "null", "7", "{}", #"{"type":"other"}"#, #"{"type":7}"#,
      #"{"type":"shown"}"#, #"{"type":"shown","number":-1}"#,
      #"{"type":"shown","number":4294967296}"#, #"{"type":"pointer"}"#,
      #"{"type":"pointer","phase":"move","x":1}"#,
      #"{"type":"pointer","phase":"jump","x":1,"y":1}"#,
      #"{"type":"pointer","phase":"move","x":1e999,"y":0}"#,
      #"{"type":"pointer","phase":"move","x":NaN,"y":0}"#,
      #"{"type":"touch","phase":"down","id":32,"x":1,"y":2}"#,
      #"{"type":"touch","phase":"down","id":-1,"x":1,"y":2}"#,
      #"{"type":"key","key":"a"}"#, #"{"type":"blur","modifiers":16}"#,
      #"{"type":"blur","modifiers":-1}"#, "\u{0}", String(repeating: "[", count: 4096),
    ] {
      #expect(throws: ViewerMessage.Malformed.self, "\(text)") { try parse(text) }
    }
    #expect(throws: ViewerMessage.Malformed.self) {
      try ViewerMessage(parsing: [0xFF, 0xC0, 0x80], viewer: 0)
    }
  }

  @Test("is refused or read, whatever its bytes")
  func randomBytes() {
    var random = SeededGenerator(seed: firstWalkSeed)
    let valid = Array(#"{"type":"wheel","x":3,"y":4.5,"dx":0,"dy":-1,"modifiers":2}"#.utf8)
    for _ in 0..<2000 {
      var bytes = valid
      for _ in 0..<random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      guard let message = try? ViewerMessage(parsing: bytes, viewer: 0) else { continue }
      if case .shown = message { Issue.record("\(bytes) confirms a frame") }
    }
  }

  @Test("waits in a queue whose length is bounded, and movements are joined there")
  func queue() throws {
    let queue = InputQueue()
    for x in 0..<600 {
      let hasRoom = x < InputQueue.limit / 2
      #expect(queue.append([.pointerMoved(CGPoint(x: x, y: 0))], []) == hasRoom)
      #expect(queue.append([.finger(id: 1, phase: .moved, location: .zero)], []) == hasRoom)
    }
    #expect(queue.append([.focusLost], []))
    queue.noteVisibility(true)
    queue.noteVisibility(false)
    var events: [WindowEvent] = []
    while let next = queue.popFirst() { events.append(next.event) }
    #expect(events.count <= InputQueue.limit + 2)
    #expect(events.suffix(2) == [.focusLost, .hidden])
    for x in 0..<5000 {
      let isAccepted = queue.append([.pointerMoved(CGPoint(x: x, y: 0))], [])
      #expect(isAccepted)
    }
    #expect(queue.popFirst()?.event == .pointerMoved(CGPoint(x: 4999, y: 0)))
    #expect(queue.isEmpty)
  }
}
