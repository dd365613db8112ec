import Foundation
import Lamina
import LaminaTestSupport

/// A tree of layers that changes at random.
struct RandomScene {
  let renderer: Renderer
  private(set) var frame: Frame
  private var random: SeededGenerator
  private var step = 0
  private let root = Layer()

  init(seed: UInt64, width: Int = 120, height: Int = 80) throws {
    random = SeededGenerator(seed: seed)
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    renderer = try Renderer(layer: root, size: root.bounds.size)
    frame = try renderer.render(at: 0)
  }

  /// Changes something, or nothing, and draws the next frame.
  mutating func advance() throws {
    step += 1
    let size = root.bounds.size
    Transaction.run(disableActions: true) {
      let layers = root.sublayers ?? []
      switch random.below(6) {
      case 0 where layers.count < 12:
        let layer = Layer()
        layer.bounds = CGRect(
          x: 0, y: 0, width: random.number(in: 1...60), height: random.number(in: 1...40))
        layer.cornerRadius = random.chance(50) ? 6 : 0
        layer.backgroundColor = Color(
          red: random.unit(), green: random.unit(), blue: random.unit(), alpha: random.unit())
        layer.position = random.point(size.width, size.height)
        root.addSublayer(layer)
      case 1 where !layers.isEmpty: random.pick(layers).removeFromSuperlayer()
      case 2 where random.chance(20):
        root.backgroundColor = Color(red: random.unit(), green: random.unit(), blue: 0)
      case 3: break
      default:
        if !layers.isEmpty {
          random.pick(layers).position = random.point(size.width, size.height)
        }
      }
    }
    frame = try renderer.render(at: Double(step) / 60)
  }
}
