import Foundation
import Lamina
import Testing

@Suite("A frame's description")
struct FrameDescriptionTests {
  @Test("says what was drawn, what was covered and what was used again, and why nothing was")
  func report() throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    let back = Layer()
    back.frame = CGRect(x: 10, y: 10, width: 20, height: 30)
    back.backgroundColor = .red
    let front = Layer()
    front.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    front.backgroundColor = .blue
    renderer.layer.addSublayer(back)
    renderer.layer.addSublayer(front)
    let first = try renderer.render(at: 0).description
    #expect(
      first
        == "frame of 100 x 80 at 0 s: damage (0, 0, 100, 80); drew 1 fill; 8000 pixels written; "
        + "evaluated 3 layers, reused 0 runs of layers, skipped 1 covered layer")
    let second = try renderer.render(at: 0.5).description
    #expect(
      second == "frame of 100 x 80 at 0.5 s: damage nothing; drew nothing: nothing had changed")
    Transaction.run(disableActions: true) { renderer.layer.zPosition = 4 }
    let third = try renderer.render(at: 1).report.description
    #expect(
      third == "drew nothing: no pixel looks different; evaluated 1 layer, "
        + "reused 0 runs of layers")
    Transaction.run(disableActions: true) {
      front.frame.size.width = 95
      front.opacity = 0.5
    }
    let fourth = try renderer.render(at: 2).report.operations.description
    #expect(fourth == "2 fills, 1 blend; 16200 pixels written")
  }
}
