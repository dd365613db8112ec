#if Server
  import Foundation
  import Lamina
  import LaminaInspector
  import LaminaTestSupport
  import Testing

  @Suite("Many viewers", .timeLimit(.minutes(10)))
  struct ViewerCrowdTests {
    private static let viewerCount = 24
    /// The number of visits of each; `.ci/run viewers` lets them come for minutes.
    private static let visitCount = environmentNumber("LAMINA_VIEWER_VISITS") ?? 6

    @Test("come, leave and send garbage, and one that stays sees what there is", .slow)
    func crowd() throws {
      let served = try ServedView()
      let witness = try RawWebSocket(viewing: served.url)
      var picture = ViewerPicture()
      try witness.watch(into: &picture) { $0.number != nil }
      let failures = Locked<[String]>([])
      let ended = DispatchSemaphore(value: 0)
      for index in 0..<Self.viewerCount {
        Thread.detachNewThread { [url = served.url] in
          var random = SeededGenerator(seed: firstWalkSeed &+ UInt64(index))
          for visit in 0..<Self.visitCount {
            do {
              try Self.visit(url, &random)
            } catch {
              failures.withLock { $0.append("viewer \(index), visit \(visit): \(error)") }
            }
          }
          ended.signal()
        }
      }
      for _ in 0..<Self.viewerCount { ended.wait() }
      #expect(failures.withLock { $0 } == [])
      // What the others have sent may still arrive.
      let expected = try ServedView.expected(at: CGPoint(x: 120, y: 60))
      var number = 0
      while try picture.bitmap != expected {
        number += 1
        try witness.send(#"{"type":"touch","phase":"down","id":0,"x":240,"y":120}"#)
        try witness.send(#"{"type":"touch","phase":"up","id":0,"x":240,"y":120}"#)
        _ = try witness.ask(#""ask":"tree","request":\#(number)"#, into: &picture)
      }
      served.close()
    }

    /// Connects, does something, and leaves.
    private static func visit(_ url: String, _ random: inout SeededGenerator) throws {
      let port = URL(string: url)!.port!
      func garbage(_ limit: Int, _ random: inout SeededGenerator) -> [UInt8] {
        (0..<random.below(limit)).map { _ in UInt8(random.below(256)) }
      }
      switch random.below(7) {
      case 0: try RawSocket(port: port).send(garbage(2000, &random))
      case 1:
        let request = "GET \(URL(string: url)!.path)/ HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
        try RawSocket(port: port).send(String(request.prefix(random.below(request.count))))
      case 2:
        let viewer = try RawWebSocket(viewing: url)
        for _ in 0..<random.below(5) { try viewer.socket.send(garbage(300, &random)) }
      case 3:
        // Takes nothing of what it is sent, and leaves with its finger down.
        let viewer = try RawWebSocket(viewing: url)
        for id in 0..<random.below(8) {
          try viewer.send(
            #"{"type":"touch","phase":"down","id":\#(id),"x":\#(random.below(400)),"y":50}"#)
        }
        try viewer.send(#"{"type":"inspect","ask":"why","request":1}"#)
      case 4:
        // Looks back.
        let viewer = try RawWebSocket(viewing: url)
        var picture = ViewerPicture()
        try viewer.watch(into: &picture) { $0.number != nil }
        for number in 0..<random.below(6) {
          let answer = try viewer.ask(#""ask":"timeline","request":\#(number)"#, into: &picture)
          guard let timeline = answer["timeline"] as? [String: Any],
            let first = timeline["first"] as? Int, let last = timeline["last"] as? Int
          else { throw RawSocket.Failure(description: "\(answer)") }
          let frame = random.integer(in: first...last)
          let past = try viewer.ask(
            #""ask":"frame","frame":\#(frame),"request":\#(number)"#, into: &picture)
          // It may have been dropped meanwhile.
          if let moment = past["moment"] as? [String: Any] {
            guard moment["isExact"] as? Bool == true else {
              throw RawSocket.Failure(description: "another frame: \(moment)")
            }
          }
          _ = try viewer.ask(
            #""ask":"tree","frame":\#(frame),"request":\#(number)"#, into: &picture)
        }
      default:
        let viewer = try RawWebSocket(viewing: url)
        var picture = ViewerPicture()
        try viewer.watch(into: &picture) { $0.number != nil }
        for number in 0..<random.below(6) {
          let (x, y) = (random.below(400), random.below(200))
          try viewer.send(
            #"{"type":"pointer","phase":"down","x":\#(x),"y":\#(y),"button":0}"#)
          if random.chance(50) {
            try viewer.send(#"{"type":"pointer","phase":"up","x":\#(x),"y":\#(y),"button":0}"#)
          }
          let tree = try viewer.ask(#""ask":"tree","request":\#(number)"#, into: &picture)
          let lines = tree["layers"] as? [[String: Any]]
          guard lines?.count == 2, let id = lines?.last?["id"] as? Int else {
            throw RawSocket.Failure(description: "another tree: \(tree)")
          }
          let value = "(\(random.below(200)), \(random.below(100)))"
          let edit = #""ask":"set","key":"position","value":"\#(value)","duration":0.05"#
          let answer = try viewer.ask(
            #"\#(edit),"request":\#(number),"layer":\#(id)"#, into: &picture)
          if answer["error"] != nil { throw RawSocket.Failure(description: "\(answer)") }
          _ = try viewer.ask(#""ask":"why","request":\#(number)"#, into: &picture)
        }
      }
    }
  }
#endif
