#if Server
  import Foundation
  import Lamina
  import LaminaInspector
  import LaminaTestSupport
  import Testing

  @Suite(
    "A scene that is looked at for long", .timeLimit(.minutes(40)),
    .enabled(
      if: environmentNumber("LAMINA_HISTORY_FRAMES", as: Int.self) != nil,
      "other tests of the process take memory, too: run it alone, by '.ci/run history'"))
  struct LongHistoryTests {
    /// The number of frames that a viewer sees; `.ci/run history` lets it stay for ten minutes.
    private static let frameCount = environmentNumber("LAMINA_HISTORY_FRAMES") ?? 180
    /// The bytes that the recording may have, of which it is full several times.
    private static let byteBudget = frameCount > 10_000 ? 2 << 20 : 9_000

    @Test("takes no more memory, nor a larger file, however long a viewer and an inspector stay")
    func growth() throws {
      let served = try ServedView(history: Self.byteBudget) { view in
        let turn = BasicAnimation(keyPath: "position.x")
        turn.fromValue = 20
        turn.toValue = 180
        turn.duration = 3
        turn.autoreverses = true
        turn.repeatCount = .infinity
        view.square.add(turn, forKey: "turn")
      }
      let viewer = try RawWebSocket(viewing: served.url)
      let inspector = try RawWebSocket(viewing: served.url)
      var (picture, inspected) = (ViewerPicture(), ViewerPicture())
      var random = SeededGenerator(seed: firstWalkSeed)
      var memory: [Int] = []
      var largest = 0
      var number = 0
      var dropped = 0
      func ask(_ members: String) throws -> [String: Any] {
        number += 1
        return try inspector.ask(#"\#(members),"request":\#(number)"#, into: &inspected)
      }
      while picture.frameCount < Self.frameCount {
        let next = picture.frameCount + 15
        try viewer.watch(into: &picture) { $0.frameCount >= next }
        // The square is moved, which is a transaction.
        let x = random.below(400)
        try viewer.send(#"{"type":"touch","phase":"down","id":0,"x":\#(x),"y":100}"#)
        try viewer.send(#"{"type":"touch","phase":"up","id":0,"x":\#(x),"y":100}"#)
        _ = try ask(#""ask":"tree""#)
        _ = try ask(#""ask":"why""#)
        let answer = try ask(#""ask":"timeline""#)
        let timeline = try #require(answer["timeline"] as? [String: Any], "\(answer)")
        dropped = try #require(timeline["first"] as? Int)
        largest = try max(largest, #require(timeline["byteCount"] as? Int))
        let last = try #require(timeline["last"] as? Int)
        let past = try ask(#""ask":"frame","frame":\#(random.integer(in: dropped...last))"#)
        if let moment = past["moment"] as? [String: Any] {
          #expect(moment["isExact"] as? Bool == true)
        }
        memory.append(try Self.residentBytes())
      }
      #expect(largest <= Self.byteBudget)
      #expect(dropped > 0)
      // What the first quarter has taken, the rest gives back or needs.
      let early = try #require(memory.prefix(memory.count / 4 + 1).max())
      let late = try #require(memory.suffix(memory.count / 4 + 1).max())
      print("resident: \(early >> 10) KB, then \(late >> 10) KB; recorded: up to \(largest) bytes")
      #expect(late < early + 24 << 20)
      served.close()
    }

    /// The memory that the process has, in bytes.
    private static func residentBytes() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }
#endif
