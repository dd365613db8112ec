#if Server
  import Foundation
  import Lamina
  import LaminaImages
  import LaminaRecording
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
        square.name = "<b>square</b>"
        layer.addSublayer(square)
      }

      override func touchesBegan(_ touches: [Touch]) {
        Transaction.run(label: "<b>move</b>", disableActions: true) {
          square.position = touches[0].location(in: self)
        }
      }
    }

    /// - Parameters:
    ///   - history: the bytes that the recording may have.
    ///   - prepare: called with the view before it is shown.
    init(
      title: String = "Square", address: BrowserAddress = BrowserAddress(), history: Int = 1 << 20,
      prepare: @escaping @Sendable (SquareView) -> Void = { _ in }
    ) throws {
      let started = Locked<Result<(String, WindowHandle), any Error>?>(nil)
      let ready = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [ended, counters] in
        do {
          let view = SquareView()
          prepare(view)
          let host = try ViewHost(rootView: view, size: Self.size, scale: Self.scale)
          let display = try BrowserDisplay(title: title, address: address)
          display.recordingOptions?.byteBudget = history
          display.recordingOptions?.checkpointInterval = 50
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

  @Suite("A window in a browser", .timeLimit(.minutes(10)))
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

    @Test("tells an inspector of its layers, and lets it change them")
    func inspector() throws {
      let served = try ServedView()
      let viewer = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try viewer.watch(into: &picture) { $0.number != nil }
      let tree = try viewer.ask(#""ask":"tree","request":1"#, into: &picture)
      let lines = try #require(tree["layers"] as? [[String: Any]])
      #expect(lines.map { $0["name"] as? String } == [nil, "<b>square</b>"])
      let id = try #require(lines[1]["id"] as? Int)
      let hit = try viewer.ask(#""ask":"hit","request":2,"x":40,"y":40"#, into: &picture)
      #expect(hit["hit"] as? Int == id)
      _ = try viewer.ask(#""ask":"why","request":3"#, into: &picture)
      let answer = try viewer.ask(
        #""ask":"set","request":4,"layer":\#(id),"key":"position","value":"(120, 60)","duration":0"#,
        into: &picture)
      #expect(answer["error"] == nil)
      let expected = try ServedView.expected(at: CGPoint(x: 120, y: 60))
      try viewer.watch(into: &picture) { try $0.bitmap == expected }
      let why = try viewer.ask(#""ask":"why","request":5"#, into: &picture)["why"] as? [String: Any]
      let causes = try #require(why?["causes"] as? [[String: Any]])
      let text = try #require(causes.first?["text"] as? String)
      #expect(text.contains(#"position (20, 20) -> (120, 60)"#), "\(text)")
      #expect(text.contains(#""inspector""#), "\(text)")
      let refusal = try viewer.ask(
        #""ask":"set","request":6,"layer":\#(id),"key":"opacity","value":"nan""#, into: &picture)
      #expect(
        refusal["error"] as? String
          == #"Layer "<b>square</b>": opacity must be finite, not NaN"#)
      served.close()
    }

    @Test("lets an inspector look back at each frame and its layers while the scene goes on")
    func history() throws {
      let served = try ServedView()
      let viewer = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try viewer.watch(into: &picture) { $0.number != nil }
      var requests = 0
      func ask(_ members: String) throws -> [String: Any] {
        requests += 1
        return try viewer.ask(#"\#(members),"request":\#(requests)"#, into: &picture)
      }
      let places = [20, 50, 80, 120, 150].map { CGPoint(x: $0, y: 40) }
      let start = CGPoint(x: 20, y: 20)
      let begun = try ask(#""ask":"timeline""#)["timeline"] as? [String: Any]
      #expect(begun?["first"] as? Int == 0 && begun?["last"] as? Int == 0)
      for place in places {
        let (x, y) = (2 * place.x, 2 * place.y)
        try viewer.send(#"{"type":"touch","phase":"down","id":0,"x":\#(x),"y":\#(y)}"#)
        try viewer.send(#"{"type":"touch","phase":"up","id":0,"x":\#(x),"y":\#(y)}"#)
        let expected = try ServedView.expected(at: place)
        try viewer.watch(into: &picture) { try $0.bitmap == expected }
      }
      let timeline = try #require(try ask(#""ask":"timeline""#)["timeline"] as? [String: Any])
      #expect(timeline["last"] as? Int == places.count)
      let marks = try #require(timeline["marks"] as? [[String: Any]])
      #expect(marks.compactMap { $0["label"] as? String } == places.map { _ in "<b>move</b>" })
      let labelled = marks.filter { $0["label"] != nil }
      #expect(labelled.map { $0["frame"] as? Int } == [1, 2, 3, 4, 5])
      let inputs = marks.filter { $0["input"] != nil }
      #expect(timeline["inputCount"] as? Int == inputs.count)
      func isInput(_ mark: [String: Any], _ words: String) -> Bool {
        (mark["input"] as? String)?.contains(words) == true
      }
      let presses = inputs.filter { isInput($0, " down at ") }
      #expect(presses.map { $0["frame"] as? Int } == [1, 2, 3, 4, 5])
      for (press, place) in zip(presses, places) {
        #expect(isInput(press, " down at (\(Int(place.x)), \(Int(place.y)))"), "\(press)")
      }
      // The last release changes nothing, and may be after the last frame.
      #expect((4...5).contains(inputs.count { isInput($0, " up at ") }))
      for number in [3, 0, 5, 4, 1] {
        let place = number == 0 ? start : places[number - 1]
        let answer = try ask(#""ask":"frame","frame":\#(number)"#)
        let moment = try #require(answer["moment"] as? [String: Any], "\(answer)")
        let expected = try ServedView.expected(at: place)
        #expect(moment["isExact"] as? Bool == true)
        #expect(moment["hash"] as? String == expected.recordedHash)
        let bytes = try #require(answer["attachment"] as? [UInt8])
        #expect(try Bitmap(encoded: bytes) == expected)
        let lines = try ask(#""ask":"tree","frame":\#(number)"#)["layers"] as? [[String: Any]]
        let square = try #require(lines?.last)
        #expect(square["name"] as? String == "<b>square</b>")
        let id = try #require(square["id"] as? Int)
        #expect(square["recorded"] as? Int == id)
        let details = try ask(#""ask":"layer","layer":\#(id),"frame":\#(number)"#)["layer"]
        let properties = (details as? [String: Any])?["properties"] as? [[String: Any]]
        let position = properties?.first { $0["key"] as? String == "position" }
        #expect(position?["model"] as? String == "(\(Int(place.x)), \(Int(place.y)))")
        let at = #""x":\#(2 * place.x),"y":\#(2 * place.y)"#
        #expect(try ask(#""ask":"hit",\#(at),"frame":\#(number)"#)["hit"] as? Int == id)
      }
      // By time, and beyond the ends.
      let end = try #require(timeline["end"] as? Double)
      let last = try ask(#""ask":"frame","time":\#(end)"#)["moment"] as? [String: Any]
      #expect(last?["number"] as? Int == 5)
      let first = try ask(#""ask":"frame","time":-1e300"#)["moment"] as? [String: Any]
      #expect(first?["number"] as? Int == 0)
      for number in [-1, 6, Int.max, Int.min] {
        let refusal = try ask(#""ask":"frame","frame":\#(number)"#)
        #expect(
          refusal["error"] as? String == "frame \(number) is not recorded, or no longer")
      }
      #expect(try ask(#""ask":"layer","layer":999,"frame":1"#)["error"] != nil)
      // The layers that there are have other numbers, and tell those of the recording.
      let tree = try ask(#""ask":"tree""#)["layers"] as? [[String: Any]]
      let past = try ask(#""ask":"tree","frame":2"#)["layers"] as? [[String: Any]]
      #expect(tree?.map { $0["recorded"] as? Int } == past?.map { $0["id"] as? Int })
      let test = try ask(#""ask":"test","frame":4"#)
      let folder = TemporaryFolder()
      let path = try folder.file("Square-4.lamina", #require(test["attachment"] as? [UInt8]))
      let recording = try Recording(contentsOf: path)
      #expect(
        try recording.frame(at: recording.frames.count - 1).bitmap
          == ServedView.expected(at: places[3]))
      let source = (test["test"] as? [String: Any])?["source"] as? String
      #expect(source?.contains("Square-4.lamina") == true)
      // Without a number it is the frame that the page shows.
      let live = try ask(#""ask":"test""#)
      let livePath = try folder.file("live", #require(live["attachment"] as? [UInt8]))
      let liveRecording = try Recording(contentsOf: livePath)
      #expect(liveRecording.frames.last?.number == 5)
      #expect(
        try liveRecording.frame(at: liveRecording.frames.count - 1).bitmap
          == ServedView.expected(at: places[4]))
      served.close()
    }

    @Test("is recorded while somebody looks back, and soon after no longer")
    func departure() throws {
      let host = try ViewHost(
        rootView: ServedView.SquareView(), size: ServedView.size, scale: ServedView.scale)
      let display = try BrowserDisplay(title: "Square")
      let window = try Window(display: display, host: host)
      func turn() throws { _ = try window.turn(until: -.infinity) }
      let viewers = (0..<3).map { _ in display.broadcast.addViewer {} }
      try turn()
      func ask(_ action: InspectorRequest.Action, _ viewer: Int) throws {
        let request = InspectorRequest(number: 1, action: action)
        #expect(display.broadcast.note(request, of: viewers[viewer]))
        display.input.append(request, from: viewers[viewer])
        try turn()
      }
      func leave(_ viewer: Int) throws {
        display.input.noteDeparture(of: viewers[viewer])
        display.broadcast.removeViewer(viewers[viewer])
        try turn()
      }
      try ask(.timeline, 0)
      try ask(.pause(isOn: true), 0)
      try ask(.tree, 1)
      let folder = try #require(display.history?.folder)
      func isThere() -> Bool { FileManager.default.fileExists(atPath: folder) }
      #expect(isThere())
      try leave(0)
      #expect(isThere() && display.isPaused)
      // The page of the last one may be loaded anew.
      try leave(1)
      #expect(isThere() && !display.isPaused)
      try ask(.timeline, 2)
      #expect(display.history?.folder == folder)
      display.historyLinger = .zero
      try leave(2)
      #expect(!isThere() && display.history == nil)
      #expect(host.renderer.recordedNumber(of: host.renderer.layer) == nil)
      window.close()
    }

    @Test("stops the scene's time for an inspector, whose changes are shown all the same")
    func pause() throws {
      let served = try ServedView { view in
        let fade = BasicAnimation(keyPath: "opacity")
        fade.fromValue = 1
        fade.toValue = 0.5
        fade.duration = 0.5
        fade.repeatCount = .infinity
        view.square.add(fade, forKey: "fade")
      }
      let viewer = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try viewer.watch(into: &picture) { $0.number ?? 0 > 3 }
      _ = try viewer.ask(#""ask":"pause","isOn":true,"request":1"#, into: &picture)
      func timeline(_ number: Int) throws -> [String: Any] {
        let answer = try viewer.ask(#""ask":"timeline","request":\#(number)"#, into: &picture)
        return try #require(answer["timeline"] as? [String: Any], "\(answer)")
      }
      let before = try timeline(2)
      #expect(before["isPaused"] as? Bool == true)
      let tree = try viewer.ask(#""ask":"tree","request":3"#, into: &picture)
      let id = try #require((tree["layers"] as? [[String: Any]])?.last?["id"] as? Int)
      for (index, x) in [60, 120].enumerated() {
        let edit = #""ask":"set","key":"position","value":"(\#(x), 60)","duration":0"#
        let frame = picture.frameCount
        _ = try viewer.ask(#"\#(edit),"layer":\#(id),"request":\#(4 + index)"#, into: &picture)
        try viewer.watch(into: &picture) { $0.frameCount > frame }
      }
      let after = try timeline(6)
      #expect(after["end"] as? Double == picture.time)
      let count = try #require(after["last"] as? Int)
      _ = try viewer.ask(#""ask":"pause","isOn":false,"request":7"#, into: &picture)
      let time = picture.time
      try viewer.watch(into: &picture) { $0.time > time }
      // It goes on where it was.
      #expect(picture.time < time + 10)
      let later = try timeline(8)
      #expect(later["isPaused"] as? Bool == false)
      #expect(try #require(later["last"] as? Int) > count)
      served.close()
    }

    @Test("closes a viewer that asks for more pictures than it takes, or to change the past")
    func hostileHistory() throws {
      let served = try ServedView()
      let witness = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try witness.watch(into: &picture) { $0.number != nil }
      _ = try witness.ask(#""ask":"timeline","request":1"#, into: &picture)
      let floods = [
        (0..<500).map { #"{"type":"inspect","ask":"frame","frame":0,"request":\#($0)}"# },
        [#"{"type":"inspect","ask":"set","layer":1,"key":"opacity","value":"0","frame":0}"#],
        [#"{"type":"inspect","ask":"hide","layer":1,"isOn":true,"frame":0,"request":1}"#],
        [#"{"type":"inspect","ask":"frame","request":1}"#],
        [#"{"type":"inspect","ask":"test","frame":1e99,"request":1}"#],
      ]
      for messages in floods {
        let attacker = try RawWebSocket(viewing: served.url)
        try attacker.socket.send(messages.flatMap { RawWebSocket.frame(Array($0.utf8)) })
        var last: (opcode: UInt8, payload: [UInt8])?
        while let next = try attacker.receive() { last = next }
        #expect(last?.opcode == 8)
        #expect(last?.payload == [UInt8(1008 >> 8), UInt8(1008 & 255)])
      }
      let answer = try witness.ask(#""ask":"frame","frame":0,"request":2"#, into: &picture)
      #expect(answer["moment"] != nil)
      served.close()
    }

    @Test("closes an inspector that takes no answers, and no other")
    func flood() throws {
      let served = try ServedView()
      let witness = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try witness.watch(into: &picture) { $0.number != nil }
      let attacker = try RawWebSocket(viewing: served.url)
      let requests = (0..<2000).map {
        RawWebSocket.frame(Array(#"{"type":"inspect","ask":"tree","request":\#($0)}"#.utf8))
      }
      try attacker.socket.send(requests.flatMap { $0 })
      var last: (opcode: UInt8, payload: [UInt8])?
      var count = 0
      while let next = try attacker.receive() {
        last = next
        count += 1
      }
      #expect(last?.opcode == 8)
      #expect(last?.payload == [UInt8(1008 >> 8), UInt8(1008 & 255)])
      #expect(count < 2000)
      let tree = try witness.ask(#""ask":"tree","request":1"#, into: &picture)
      #expect((tree["layers"] as? [Any])?.count == 2)
      served.close()
    }

    @Test("draws nothing while nobody watches")
    func hidden() throws {
      let served = try ServedView()
      served.close()
      #expect(served.counters.withLock { $0?.frames } == 0)
    }

    @Test("goes on where it was when a viewer connects again, or the program starts anew")
    func reconnect() throws {
      let address = try BrowserAddress(port: LastingPort.next())
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
      let second = try ServedView(address: address)
      #expect(second.url == first.url)
      let other = try RawWebSocket(viewing: second.url)
      picture = ViewerPicture()
      try other.watch(into: &picture) { $0.number != nil }
      #expect(try picture.bitmap == ServedView.expected(at: CGPoint(x: 20, y: 20)))
      second.close()
    }
  }
#endif
