import Foundation
import Lamina
import Testing

@testable import LaminaTesting

@Suite("A scene in proof mode")
struct FrameProofTests {
  private let scene: TestScene
  private let box: Layer

  init() throws {
    (scene, box) = try TestScene.withBox()
    scene.provesFrames = true
  }

  /// Lets the next frames have wrong pixels.
  private func spoil(_ pixels: [(Int, Int, UInt32)]) {
    scene.alteration = { frame in
      var all = frame.bitmap.pixels
      for (x, y, pixel) in pixels { all[y * frame.bitmap.width + x] = pixel }
      let bitmap = try? Bitmap(
        width: frame.bitmap.width, height: frame.bitmap.height, pixels: all)
      return frame.replacing(bitmap ?? frame.bitmap)
    }
  }

  /// Returns the description without the link, after it has looked at the page.
  private func text(_ failure: FrameProofFailure?) throws -> String {
    let failure = try #require(failure)
    let parts = failure.description.split(separator: "\nwhat is wrong is in\n  ")
    let page = try #require(parts.last.flatMap { URL(string: String($0)) })
    let line = try #require(Test.current?.sourceLocation.line)
    #expect(page.lastPathComponent == "line-\(line)-frame-0.5.html")
    #expect(page.deletingLastPathComponent().lastPathComponent == "FrameProofTests")
    let html = try String(contentsOf: page, encoding: .utf8)
    for name in ["expected", "actual", "difference"] {
      #expect(html.contains("<figure class=\"\(name)\">"))
    }
    #expect(html.contains("Layer &quot;box&quot;") && html.contains("<h1>The frame at 0.5 s</h1>"))
    return String(parts[0])
  }

  @Test("passes frames that equal a full redraw")
  func passes() throws {
    Transaction.run(duration: 1) {
      box.position = CGPoint(x: 60, y: 50)
      box.opacity = 0.25
      box.transform = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1)
    }
    #expect(try scene.frames(for: 1.25, rate: FrameRate(8)).count == 11)
    // What a completion block changes belongs to the next frame, and not to the proof of this one.
    Transaction.run(completion: { box.isHidden = true }) { box.opacity = 1 }
    try scene.settle()
  }

  @Test("names the first wrong pixel, its layer, and the change that had it drawn")
  func drawn() throws {
    Transaction.run(label: "paint", disableActions: true) { box.backgroundColor = .blue }
    spoil([(23, 35, 0xFF00_00FE), (21, 36, 0xFFFF_0000)])
    let failure = #expect(throws: FrameProofFailure.self) { try scene.advance(to: 0.5) }
    #expect(
      try text(failure) == """
        the frame at 0.5 s differs from the same frame drawn in full: \
        pixel (23, 35) is 0xFF0000FE but should be 0xFF0000FF
          wrong: 2 pixels, in (21, 35, 3, 2)
          its layer: Layer "box"
          it was drawn again; what changed there:
            Layer "box" (20, 30, 10, 12): backgroundColor #FF0000 -> #0000FF \
        in transaction 2 "paint"
        """)
  }

  @Test("tells a pixel that was not drawn again, and what changed elsewhere")
  func notDrawn() throws {
    Transaction.run(disableActions: true) { box.position.x += 40 }
    spoil([(5, 6, 0xFFFF_FFFF)])
    let failure = #expect(throws: FrameProofFailure.self) { try scene.advance(to: 0.5) }
    #expect(
      try text(failure) == """
        the frame at 0.5 s differs from the same frame drawn in full: \
        pixel (5, 6) is 0xFFFFFFFF but should be 0x00000000
          wrong: 1 pixel, in (5, 6, 1, 1)
          its layer: none
          it was not drawn again; nothing changed there; what changed in the frame:
            Layer "box" (20, 30, 10, 12) -> (60, 30, 10, 12): position (25, 36) -> (65, 36) \
        in transaction 2
        """)
    #expect(failure?.wasDrawn == false)
    #expect(failure?.localizedDescription == failure?.description)
  }

  @Test("tells a change that was not drawn at all")
  func tooLittleDamage() throws {
    Transaction.run(disableActions: true) { box.backgroundColor = .blue }
    scene.alteration = { frame in frame.withoutDamage() }
    spoil([(20, 30, 0xFFFF_0000)])
    let spoiled = scene.alteration
    scene.alteration = { frame in (spoiled?(frame) ?? frame).withoutDamage() }
    let failure = #expect(throws: FrameProofFailure.self) { try scene.render() }
    #expect(
      failure?.description.contains(
        "it was not drawn again; what changed there:\n    Layer \"box\"")
        == true)
  }

  @Test("is off by default")
  func off() throws {
    #expect(try TestScene(size: CGSize(width: 3, height: 2)).provesFrames == false)
    scene.provesFrames = false
    spoil([(0, 0, 0xFFFF_FFFF)])
    try scene.render()
  }
}
