#if Server
  import Foundation
  import Lamina
  import LaminaTestSupport
  import LaminaViews
  import LaminaWindow
  import Testing

  @testable import LaminaInspector

  /// A program with a view that a click moves a square in, on a thread of its own.
  final class ServedView: Sendable {
    let url: String
    let handle: WindowHandle
    private let ended = DispatchSemaphore(value: 0)
    let counters = Locked<WindowCounters?>(nil)

    /// The size of the view, in points, and its pixels per point.
    static let size = CGSize(width: 200, height: 100)
    static let scale: CGFloat = 2

    final class SquareView: View {
      let square = Layer()

      init() {
        super.init(frame: .zero)
        backgroundColor = Color(rgb: 0x203040)
        square.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        square.position = CGPoint(x: 20, y: 20)
        square.backgroundColor = Color(rgb: 0xFF8000)
        layer.addSublayer(square)
      }

      override func touchesBegan(_ touches: [Touch]) {
        Transaction.run(disableActions: true) { square.position = touches[0].location(in: self) }
      }
    }

    init(title: String = "Square", address: BrowserAddress = BrowserAddress()) throws {
      let started = Locked<Result<(String, WindowHandle), any Error>?>(nil)
      let ready = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [ended, counters] in
        do {
          let host = try ViewHost(rootView: SquareView(), size: Self.size, scale: Self.scale)
          let display = try BrowserDisplay(title: title, address: address)
          let window = try Window(display: display, host: host)
          started.withLock { $0 = .success((display.url, window.handle)) }
          ready.signal()
          try window.run()
          counters.withLock { $0 = window.counters }
        } catch {
          started.withLock { $0 = $0 ?? .failure(error) }
          ready.signal()
        }
        ended.signal()
      }
      ready.wait()
      (url, handle) = try started.withLock { $0 }!.get()
    }

    /// Closes the window, and waits until it is.
    func close() {
      handle.close()
      ended.wait()
    }

    /// The frame with the square in the middle of a point.
    static func expected(at point: CGPoint) throws -> Bitmap {
      let view = SquareView()
      view.square.position = point
      let host = try ViewHost(rootView: view, size: size, scale: scale)
      return try host.render(at: 0).bitmap
    }
  }

  @Suite("A window in a browser", .timeLimit(.minutes(5)))
  struct BrowserDisplayTests {
    @Test("shows its view, whose layers the input moves")
    func input() throws {
      let served = try ServedView()
      let viewer = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try viewer.watch(into: &picture) { $0.number != nil }
      #expect(picture.scale == 2)
      #expect(try picture.bitmap == ServedView.expected(at: CGPoint(x: 20, y: 20)))
      // In pixels.
      try viewer.send(#"{"type":"pointer","phase":"down","x":240,"y":120,"button":0}"#)
      try viewer.send(#"{"type":"pointer","phase":"up","x":240,"y":120,"button":0}"#)
      let expected = try ServedView.expected(at: CGPoint(x: 120, y: 60))
      try viewer.watch(into: &picture) { $0.number! > 1 }
      #expect(try picture.bitmap == expected)
      try viewer.send(#"{"type":"touch","phase":"down","id":0,"x":100,"y":100}"#)
      try viewer.watch(into: &picture) { $0.number! > 2 }
      #expect(try picture.bitmap == ServedView.expected(at: CGPoint(x: 50, y: 50)))
      served.close()
      // Three frames were drawn, and nothing while the scene was still.
      #expect(served.counters.withLock { $0?.updates } == 3)
      while try viewer.receive() != nil {}
    }

    @Test("draws nothing while nobody watches")
    func hidden() throws {
      let served = try ServedView()
      served.close()
      #expect(served.counters.withLock { $0?.frames } == 0)
    }

    @Test("goes on where it was when a viewer connects again, or the program starts anew")
    func reconnect() throws {
      // Another test may get the port meanwhile.
      for _ in 0..<20 where try connectsAgain() { return }
      Issue.record("no port stayed free")
    }

    /// Returns false if the port was not free for a second program.
    private func connectsAgain() throws -> Bool {
      var address = BrowserAddress()
      let first = try ServedView(address: address)
      var picture = ViewerPicture()
      for _ in 0..<3 {
        let viewer = try RawWebSocket(viewing: first.url)
        picture = ViewerPicture()
        try viewer.watch(into: &picture) { $0.number != nil }
        #expect(try picture.bitmap == ServedView.expected(at: CGPoint(x: 20, y: 20)))
      }
      let viewer = try RawWebSocket(viewing: first.url)
      first.close()
      while try viewer.receive() != nil {}
      address.port = try #require(URL(string: first.url)?.port)
      let second: ServedView
      do {
        second = try ServedView(address: address)
      } catch BrowserError.cannotListen {
        return false
      }
      #expect(second.url == first.url)
      let other = try RawWebSocket(viewing: second.url)
      picture = ViewerPicture()
      try other.watch(into: &picture) { $0.number != nil }
      #expect(try picture.bitmap == ServedView.expected(at: CGPoint(x: 20, y: 20)))
      second.close()
      return true
    }
  }
#endif
