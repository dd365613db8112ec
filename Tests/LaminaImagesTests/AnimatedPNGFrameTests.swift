import Foundation
import Lamina
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("Animated PNG of a renderer's frames")
struct AnimatedPNGFrameTests {
  let folder = TemporaryFolder()
  let rate = FrameRate(60)

  /// A picture of 40 x 30 in which two boxes move, one of them for half of the time, and the
  /// frames from 20 to 29 are all alike.
  private func scene(isOpaque: Bool = true) throws -> (Renderer, (Int) -> Void) {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    renderer.layer.backgroundColor = isOpaque ? Color(rgb: 0x20_4060) : nil
    let boxes = (0..<2).map { index in
      let box = Layer()
      box.bounds = CGRect(x: 0, y: 0, width: 7, height: 5)
      box.backgroundColor = Color(red: 1, green: Double(index) / 2, blue: 0, alpha: 0.6)
      renderer.layer.addSublayer(box)
      return box
    }
    return (
      renderer,
      { index in
        Transaction.begin()
        Transaction.disableActions = true
        let step = index < 20 ? index : max(20, index - 9)
        boxes[0].position = CGPoint(x: 4 + step, y: 6)
        if step % 2 == 0 { boxes[1].position = CGPoint(x: 30 - step / 2, y: 8 + step / 2) }
        Transaction.commit()
      }
    )
  }

  @Test("is the frames drawn whole, byte for byte", arguments: [false, true], [false, true])
  func replay(isOpaque: Bool, isConcurrent: Bool) throws {
    let (renderer, change) = try scene(isOpaque: isOpaque)
    func sink() throws -> sending any FrameSink {
      try makeFrameSink(output: folder("a.apng"), frameRate: rate, loopCount: 2)
    }
    let outer: any FrameSink = isConcurrent ? ConcurrentSink(try sink()) : try sink()
    var expected: [Bitmap] = []
    var damage: [PixelRect] = []
    for index in 0..<40 {
      change(index)
      let frame = try renderer.render(at: rate.time(ofFrame: index))
      try outer.write(frame)
      expected.append(try Bitmap(width: 40, height: 30, pixels: frame.bitmap.pixels))
      if !frame.damage.isEmpty { damage.append(frame.damage.bounds) }
    }
    try outer.finish()
    let replay = try AnimatedPNGReplay(#require(folder.bytes("a.apng")))
    #expect(replay.pictures(rate) == expected)
    #expect(replay.loopCount == 2)
    #expect(replay.colorType == (isOpaque ? 2 : 6))
    // No frame is larger than its damage, and there is none where there was no damage.
    #expect(replay.frames.count == damage.count)
    #expect(zip(replay.frames, damage).allSatisfy { $1.contains($0.rect) })
    #expect(replay.frames.count == 31)
  }

  @Test("is right where frames were left out, given twice, tinted, or come from two renderers")
  func anyFrames() throws {
    var random = SeededGenerator(seed: 31)
    for round in 0..<20 {
      let scenes = [try scene(), try scene()]
      let sink = try AnimatedPNGSink(to: .file(path: folder("a.apng")), frameRate: rate)
      var expected: [Bitmap] = []
      var kept: Frame?
      for index in 0..<40 {
        let scene = scenes[round % 2 == 0 ? 0 : random.below(2)]
        scene.1(random.below(40))
        scene.0.options.damageTint = round % 5 == 4 && random.below(2) == 0 ? .red : nil
        scene.0.options.redrawsEverything = random.below(20) == 0
        var frame = try scene.0.render(at: rate.time(ofFrame: index))
        if random.below(4) == 0, let earlier = kept { frame = earlier }
        if random.below(3) == 0 { kept = frame }
        if random.below(3) == 0 { continue }
        let time = rate.time(ofFrame: expected.count)
        if random.below(6) == 0 {
          try sink.write(frame.bitmap, at: time)
        } else {
          try sink.write(
            Frame(
              bitmap: frame.bitmap, damage: frame.damage, time: time, report: frame.report,
              identity: frame.identity))
        }
        expected.append(try Bitmap(width: 40, height: 30, pixels: frame.bitmap.pixels))
      }
      try sink.finish()
      let replay = try AnimatedPNGReplay(#require(folder.bytes("a.apng")))
      let shown = replay.pictures(rate)
      #expect(shown.count == expected.count)
      let wrong = zip(shown, expected).enumerated().first { $1.0 != $1.1 }
      #expect(wrong == nil, "round \(round), frame \(wrong?.offset ?? 0)")
    }
  }
}
