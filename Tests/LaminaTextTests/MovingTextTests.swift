import Foundation
import Lamina
import LaminaText
import Testing

@Suite("Text that moves")
struct MovingTextTests {
  @Test("follows its path to a fiftieth of a pixel", arguments: [1.0, 2.0])
  func centroid(scale: CGFloat) throws {
    let renderer = try Renderer(size: CGSize(width: 80, height: 40), scale: scale)
    let text = TextLayer()
    text.string = "Slow"
    text.font = .dejaVu
    text.fontSize = 14
    text.contentsScale = scale
    text.frame = CGRect(x: 10, y: 8, width: 50, height: 24)
    let motion = BasicAnimation(keyPath: "position")
    motion.fromValue = text.position
    motion.toValue = CGPoint(x: text.position.x + 1.9, y: text.position.y + 2.7)
    motion.duration = 1
    text.add(motion, forKey: nil)
    renderer.layer.addSublayer(text)
    _ = renderer.commit(at: 0)
    var places: [CGPoint] = []
    for step in 0..<100 {
      let picture = try renderer.render(at: Double(step) / 100).bitmap
      var (sum, x, y) = (0.0, 0.0, 0.0)
      for row in 0..<picture.height {
        for column in 0..<picture.width {
          let alpha = Double(picture[column, row] >> 24)
          sum += alpha
          x += alpha * Double(column)
          y += alpha * Double(row)
        }
      }
      places.append(
        CGPoint(
          x: x / sum - 1.9 * scale * Double(step) / 100,
          y: y / sum - 2.7 * scale * Double(step) / 100))
    }
    let (x, y) = (places.map(\.x), places.map(\.y))
    #expect(x.max()! - x.min()! < 0.04 && y.max()! - y.min()! < 0.04)
  }
}
