#if Server
  import Foundation
  import Lamina
  import LaminaTestSupport
  import LaminaWindow
  import Testing

  @testable import LaminaInspector

  /// A server of frames that the test draws.
  final class TestServer {
    let broadcast: FrameBroadcast
    let input = InputQueue()
    let server: PageServer
    let token: String

    var port: Int { server.rules.port }
    var host: String { "127.0.0.1:\(port)" }

    init(
      title: String = "Test", limits: ServerLimits = ServerLimits(),
      address: BrowserAddress = BrowserAddress()
    ) throws {
      broadcast = FrameBroadcast(title: title) { [input] in input.noteVisibility($0) }
      token = address.token
      server = try PageServer(
        address: address, limits: limits, broadcast: broadcast, input: input)
    }

    deinit { server.stop() }

    func socket() throws -> RawSocket { try RawSocket(port: port) }

    /// Opens the page as a viewer, and waits until the frames that are shown go to it.
    func viewer() throws -> RawWebSocket {
      let before = broadcast.addedViewerCount
      let viewer = try RawWebSocket(viewing: server.rules.url)
      while broadcast.addedViewerCount == before { sched_yield() }
      return viewer
    }

    func get(_ path: String) throws -> String { try socket().get(path, host: host) }

    func show(_ frame: Frame, whole: Bool = false) {
      let bounds = PixelRect(x: 0, y: 0, width: frame.bitmap.width, height: frame.bitmap.height)
      broadcast.show(
        frame.bitmap, in: whole ? [bounds] : frame.damage.rects, scale: 1, time: frame.time)
    }

    /// Waits for the next event other than those of viewers that come and go.
    func nextInput() -> WindowEvent {
      while true {
        if let event = input.popFirst()?.event {
          if ![.shown, .hidden, .focusLost].contains(event) { return event }
        } else {
          _ = input.wait(seconds: nil)
        }
      }
    }
  }

  @Suite("A server of a page", .serialized, .timeLimit(.minutes(10)))
  struct PageServerTests {
    @Test("sends the page's files, each with the headers of the rules")
    func files() throws {
      let server = try TestServer()
      for file in PageFile.allCases {
        let answer = try server.get("/\(server.token)/\(file.rawValue)")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        for (name, value) in file.headers(host: server.host) {
          #expect(answer.contains("\r\n\(name): \(value)\r\n"))
        }
        #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: file.bytes, as: UTF8.self)))
      }
    }

    @Test("refuses what the rules refuse, in the same words")
    func refusals() throws {
      let server = try TestServer()
      let (token, host, port) = (server.token, server.host, server.port)
      let page = "/\(token)/"
      let refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      let wrong = String(repeating: "0", count: 32)
      let upgrade =
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      for request in [
        "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET /\(wrong)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET /favicon.ico HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET \(page)../../etc/passwd HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "POST \(page) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 3\r\n\r\nabc",
        "OPTIONS \(page) HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        // The name of a site that was made to mean this machine.
        "GET \(page) HTTP/1.1\r\nHost: evil.example:\(port)\r\n\r\n",
        "GET \(page) HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET \(page) HTTP/1.1\r\nHost: \(host)\r\nHost: evil.example\r\n\r\n",
        "GET \(page) HTTP/1.1\r\n\r\n",
        "GET \(page) HTTP/1.0\r\n\r\n",
        "GET http://\(host)\(page) HTTP/1.1\r\nHost: \(host)\r\n\r\n",
        "GET \(page) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://evil.example\r\n\r\n",
        // WebSockets of other sites, of none, without the token, with another one, and elsewhere.
        "GET \(page)live HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://evil.example\r\n\(upgrade)\r\n",
        "GET \(page)live HTTP/1.1\r\nHost: \(host)\r\nOrigin: null\r\n\(upgrade)\r\n",
        "GET \(page)live HTTP/1.1\r\nHost: \(host)\r\n\(upgrade)\r\n",
        "GET /live HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\(upgrade)\r\n",
        "GET /\(wrong)/live HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\(upgrade)\r\n",
        "GET \(page) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\(upgrade)\r\n",
        "GET \(page)live HTTP/1.1\r\nHost: evil.example:\(port)\r\n"
          + "Origin: http://evil.example:\(port)\r\n\(upgrade)\r\n",
        "GET \(page)live HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\r\n",
        "POST \(page)live HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\(upgrade)\r\n",
      ] {
        let socket = try server.socket()
        try socket.send(request)
        #expect(try socket.receiveAll() == refusal, "\(request)")
      }
      #expect(server.broadcast.viewerCount == 0)
    }

    @Test("closes connections that send no HTTP, and answers the next", .slow)
    func garbage() throws {
      var limits = ServerLimits()
      limits.requestMilliseconds = 100
      let server = try TestServer(limits: limits)
      var random = SeededGenerator(seed: firstWalkSeed)
      for text in [
        "\r\n\r\n\r\n\u{0}", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nzz\r\n",
      ] {
        let socket = try server.socket()
        try socket.send(text)
        // What may be the beginning of a request gets an end.
        try socket.send("\r\n\r\nx y z\r\n\r\n")
        let answer = try socket.receiveAll()
        #expect(!answer.contains(" 200 "))
      }
      for _ in 0..<100 {
        let socket = try server.socket()
        try socket.send((0..<random.below(600)).map { _ in UInt8(random.below(256)) })
        try socket.send("\r\n\r\nx y z\r\n\r\n")
        _ = try socket.receiveAll()
      }
      #expect(try server.get("/\(server.token)/").contains(" 200 "))
    }

    @Test(
      "closes connections whose requests are too long",
      arguments: [
        (start: "GET /", part: "a"), (start: "GET / HTTP/1.1\r\nX: ", part: "a"),
        (start: "GET / HTTP/1.1\r\n", part: "X: y\r\n"), (start: "GET / HTTP/1.1\r\nX", part: "X"),
        (start: "", part: "\r\n"), (start: "G", part: "G"),
      ])
    func endless(start: String, part: String) throws {
      let server = try TestServer()
      let socket = try server.socket()
      try socket.send(start)
      let block = String(repeating: part, count: 4096 / part.utf8.count)
      // Never stops by itself: the server has to end it.
      var count = 0
      while try socket.send(block) { count += 1 }
      // Whatever the system keeps for both sides.
      #expect(count < 10_000)
      #expect(try server.get("/\(server.token)/").contains(" 200 "))
    }

    @Test("closes connections that are idle, or slow to ask")
    func slow() throws {
      var limits = ServerLimits()
      limits.requestMilliseconds = 50
      let server = try TestServer(limits: limits)
      for text in [
        "", "G", "GET / HTTP/1.1\r\nHost: x\r\n",
        "GET /\(server.token)/live HTTP/1.1\r\nHost: \(server.host)\r\nOrigin: "
          + "http://\(server.host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
          + "Content-Length: 5\r\n\r\n",
      ] {
        let socket = try server.socket()
        try socket.send(text)
        #expect(try socket.receiveAll() == "")
      }
      // A viewer is no request, and may be silent.
      let viewer = try server.viewer()
      let idle = try server.socket()
      #expect(try idle.receiveAll() == "")
      let scene = try RandomScene(seed: 1)
      server.show(scene.frame, whole: true)
      var picture = ViewerPicture()
      try viewer.watch(into: &picture) { $0.number != nil }
    }

    @Test("takes a number of connections, and closes further ones")
    func connections() throws {
      var limits = ServerLimits()
      limits.connections = 4
      let server = try TestServer(limits: limits)
      var viewers = try (0..<4).map { _ in try server.viewer() }
      for _ in 0..<20 {
        let socket = try server.socket()
        try socket.send("GET /\(server.token)/ HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
        #expect(try socket.receiveAll() == "")
      }
      #expect(server.broadcast.viewerCount == 4)
      // A place is free again when the server has seen that a viewer has left.
      viewers.removeLast()
      while try server.get("/\(server.token)/") == "" {}
      let scene = try RandomScene(seed: 1)
      server.show(scene.frame, whole: true)
      for viewer in viewers {
        var picture = ViewerPicture()
        try viewer.watch(into: &picture) { $0.number != nil }
      }
    }

    @Test("closes a viewer whose messages are none of the protocol, and no other")
    func malformed() throws {
      let server = try TestServer()
      var scene = try RandomScene(seed: 3)
      let witness = try server.viewer()
      var picture = ViewerPicture()
      server.show(scene.frame, whole: true)
      try witness.watch(into: &picture) { $0.number != nil }
      let text = Array(#"{"type":"blur"}"#.utf8)
      var attacks: [(name: String, bytes: [UInt8], code: UInt16)] = [
        ("unmasked", RawWebSocket.frame(text, isMasked: false), 1002),
        ("fragment", RawWebSocket.frame(text, isFinal: false), 1002),
        ("binary", RawWebSocket.frame(text, opcode: 2), 1003),
        ("continuation", RawWebSocket.frame(text, opcode: 0), 1003),
        ("reserved", RawWebSocket.frame(text, opcode: 3), 1003),
        ("long", RawWebSocket.frame([UInt8](repeating: 32, count: 4097)), 1009),
        ("endless", [0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 11), 1009),
        ("negative", [0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 12), 1009),
        ("long ping", RawWebSocket.frame([UInt8](repeating: 32, count: 200), opcode: 9), 1002),
        ("fragmented ping", RawWebSocket.frame([1], opcode: 9, isFinal: false), 1002),
        ("close", RawWebSocket.frame([3, 232], opcode: 8), 1000),
      ]
      for message in [
        "", "{", "[]", #"{"type":"shown","number":99}"#, #"{"type":"shown","number":0}"#,
        #"{"type":"other"}"#, String(repeating: "[", count: 4000),
      ] {
        attacks.append((message, RawWebSocket.frame(Array(message.utf8)), 1008))
      }
      for (name, bytes, code) in attacks {
        let attacker = try server.viewer()
        try attacker.socket.send(bytes)
        // The frame that it was sent before, and then the end.
        var last: (opcode: UInt8, payload: [UInt8])?
        while let next = try attacker.receive() { last = next }
        #expect(last?.opcode == 8, "\(name)")
        #expect(last?.payload == [UInt8(code >> 8), UInt8(code & 255)], "\(name)")
        try scene.advance()
        server.show(scene.frame, whole: true)
        let expected = try scene.frame.bitmap.overBlack()
        try witness.watch(into: &picture) { try $0.bitmap == expected }
      }
      #expect(server.broadcast.viewerCount == 1)
    }

    @Test(
      "answers pings, and closes a viewer who sends them without end and reads no answer", .slow)
    func pings() throws {
      let server = try TestServer()
      let viewer = try server.viewer()
      try viewer.socket.send(RawWebSocket.frame([1, 2, 3], opcode: 9))
      let answer = try #require(try viewer.receive())
      #expect(answer.opcode == 10)
      #expect(answer.payload == [1, 2, 3])
      let ping = RawWebSocket.frame([UInt8](repeating: 7, count: 125), opcode: 9)
      let block = [[UInt8]](repeating: ping, count: 500).flatMap { $0 }
      var count = 0
      while try viewer.socket.send(block) { count += 1 }
      #expect(count < 10_000)
    }

    @Test(
      "brings each viewer to exactly the scene's frame, also one that shows nothing for a while")
    func walk() throws {
      let server = try TestServer(title: #"<img src=x onerror="alert(1)">"#)
      var scene = try RandomScene(seed: firstWalkSeed)
      let (quick, slow) = (try server.viewer(), try server.viewer())
      var (a, b) = (ViewerPicture(), ViewerPicture())
      server.show(scene.frame, whole: true)
      for _ in 0..<300 {
        try scene.advance()
        server.show(scene.frame)
        let expected = try scene.frame.bitmap.overBlack()
        try quick.watch(into: &a) { try $0.number != nil && $0.bitmap == expected }
      }
      try slow.watch(into: &b) { $0.number == a.number }
      #expect(try b.bitmap == scene.frame.bitmap.overBlack())
      // Two frames from before, or one, and then the rest at once.
      #expect(b.frameCount <= 4)
      #expect(a.frameCount > 60)
      #expect(a.title == #"<img src=x onerror="alert(1)">"#)
    }

    @Test("passes on the input of viewers")
    func input() throws {
      let server = try TestServer()
      let viewer = try server.viewer()
      try viewer.send(#"{"type":"key","key":"ArrowUp","isDown":true,"modifiers":1}"#)
      #expect(server.nextInput() == .key(.up, isDown: true, modifiers: .shift))
      try viewer.send(#"{"type":"pointer","phase":"down","x":1,"y":2,"button":0}"#)
      #expect(server.nextInput() == .pointerMoved(CGPoint(x: 1, y: 2)))
      #expect(server.nextInput() == .buttonPressed)
    }

    @Test("says why it cannot listen, and a later one takes its place")
    func restart() throws {
      let address = try BrowserAddress(port: LastingPort.next())
      var first: TestServer? = try TestServer(address: address)
      do {
        _ = try TestServer(address: address)
        Issue.record("two servers at one port")
      } catch BrowserError.cannotListen("127.0.0.1", address.port, let reason) {
        #expect(reason == "Address already in use")
      }
      let viewer = try #require(try first?.viewer())
      first = nil
      while try viewer.receive() != nil {}
      let second = try TestServer(address: address)
      #expect(try second.get("/\(address.token)/").contains(" 200 "))
    }
  }
#endif
