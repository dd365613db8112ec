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

  @Test("asks for layers, and changes them, within bounds")
  func requests() throws {
    func action(_ members: String) -> InspectorRequest.Action? {
      let text = #"{"type":"inspect","request":7,\#(members)}"#
      guard
        case .request(let request)? = try? ViewerMessage(parsing: Array(text.utf8), viewer: 0)
      else { return nil }
      #expect(request.number == 7)
      #expect(request.frame == nil || request.isAboutPast)
      return request.action
    }
    #expect(action(#""ask":"tree""#) == .tree)
    #expect(action(#""ask":"layer","layer":-3"#) == .layer(-3))
    #expect(action(#""ask":"hit","x":1,"y":2.5"#) == .hit(CGPoint(x: 1, y: 2.5)))
    #expect(action(#""ask":"hide","layer":3,"isOn":true"#) == .hide(layer: 3, isOn: true))
    #expect(action(#""ask":"solo""#) == .solo(layer: nil))
    #expect(action(#""ask":"solo","layer":3"#) == .solo(layer: 3))
    #expect(action(#""ask":"why""#) == .why)
    let edit = #""ask":"set","layer":3,"key":"opacity","value":"1""#
    #expect(action(edit) == .set(layer: 3, key: "opacity", value: "1", duration: 0.25))
    #expect(
      action(edit + #","duration":10"#)
        == .set(layer: 3, key: "opacity", value: "1", duration: 10))
    #expect(action(#""ask":"timeline""#) == .timeline)
    #expect(action(#""ask":"frame","frame":12"#) == .frame(.number(12)))
    #expect(action(#""ask":"frame","frame":-1"#) == .frame(.number(-1)))
    #expect(action(#""ask":"frame","time":-2.5"#) == .frame(.time(-2.5)))
    #expect(action(#""ask":"test","frame":12"#) == .test(frame: 12))
    #expect(action(#""ask":"test""#) == .test(frame: nil))
    #expect(action(#""ask":"pause","isOn":true"#) == .pause(isOn: true))
    #expect(action(#""ask":"layer","layer":3,"frame":12"#) == .layer(3))
    for members in [
      #""ask":"frame""#, #""ask":"frame","frame":1,"time":1"#, #""ask":"frame","frame":0.5"#,
      #""ask":"frame","time":1e999"#, #""ask":"frame","time":"1""#,
      #""ask":"test","frame":"1""#, #""ask":"pause""#, #""ask":"pause","isOn":1"#,
      edit + #","frame":1"#, #""ask":"hide","layer":1,"isOn":true,"frame":1"#,
      #""ask":"solo","frame":1"#, #""ask":"why","frame":1"#, #""ask":"timeline","frame":1"#,
      #""ask":"pause","isOn":true,"frame":1"#,
      #""ask":"other""#, #""ask":"layer""#, #""ask":"layer","layer":1.5"#,
      #""ask":"layer","layer":"1""#, #""ask":"layer","layer":9223372036854775808"#,
      #""ask":"hit","x":1"#, #""ask":"hide","layer":1"#, #""ask":"set","layer":1,"key":"opacity""#,
      edit + #","duration":-1"#, edit + #","duration":10.5"#, edit + #","duration":1e999"#,
      #""ask":null"#, #""number":1"#,
    ] {
      #expect(action(members) == nil, "\(members)")
    }
    #expect(throws: ViewerMessage.Malformed.self) {
      try ViewerMessage(parsing: Array(#"{"type":"inspect","ask":"tree"}"#.utf8), viewer: 0)
    }
  }

  @Test("waits in a queue whose length is bounded, and movements are joined there")
  func queue() throws {
    let queue = InputQueue()
    for x in 0..<600 {
      let hasRoom = x < InputQueue.limit / 2
      #expect(queue.append([.pointerMoved(CGPoint(x: x, y: 0))], [], from: 0) == hasRoom)
      let finger = WindowEvent.finger(id: 1, phase: .moved, location: .zero)
      #expect(queue.append([finger], [], from: 0) == hasRoom)
    }
    #expect(!queue.append([.buttonPressed], [], from: 1))
    #expect(queue.append([.focusLost], [], from: 0))
    queue.noteVisibility(true)
    queue.noteVisibility(false)
    var events: [WindowEvent] = []
    while let next = queue.popFirst() { events.append(next.event) }
    #expect(events.count == InputQueue.limit + 1)
    #expect(events.last == .hidden)
    for x in 0..<5000 {
      let isAccepted = queue.append([.pointerMoved(CGPoint(x: x, y: 0))], [], from: 0)
      #expect(isAccepted)
    }
    #expect(queue.popFirst()?.event == .pointerMoved(CGPoint(x: 4999, y: 0)))
    #expect(queue.isEmpty)
  }

  @Test("cancels what its viewer held down when that one leaves, and nothing of others")
  func leaving() throws {
    let queue = InputQueue()
    func finger(_ id: Int, _ phase: Touch.Phase, _ x: Double) -> WindowEvent {
      .finger(id: id, phase: phase, location: CGPoint(x: x, y: 0))
    }
    func send(_ viewer: Int, _ events: WindowEvent...) {
      let isAccepted = queue.append(events, [], from: viewer)
      #expect(isAccepted)
    }
    func received() -> [WindowEvent] {
      var events: [WindowEvent] = []
      while let next = queue.popFirst() { events.append(next.event) }
      return events
    }
    let (a, b) = (CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 2))
    send(1, .pointerMoved(a), .buttonPressed)
    send(1, finger(32, .began, 1))
    send(1, finger(33, .began, 2))
    send(1, finger(33, .ended, 3))
    send(1, finger(32, .moved, 4))
    send(2, finger(64, .began, 5))
    #expect(received().count == 7)
    // The pointer is one, and belongs to the viewer whose button is down.
    send(2, .pointerMoved(b), .buttonPressed)
    send(2, .buttonReleased)
    send(2, .pointerLeft)
    #expect(received() == [])
    send(2, .focusLost)
    #expect(received() == [finger(64, .cancelled, 5)])
    send(1, .focusLost)
    #expect(received() == [.buttonCancelled, finger(32, .cancelled, 4)])
    send(1, .focusLost)
    #expect(received() == [])
    send(2, .pointerMoved(b), .buttonPressed)
    send(2, .buttonReleased)
    #expect(received() == [.pointerMoved(b), .buttonPressed, .buttonReleased])
  }
}
