import Foundation
import Lamina

/// One property of each of many live layers, set with its implicit animation.
///
/// Each change takes the place of the animation that the frame before began.
final class ImplicitScene: SpriteScene {
  override var operationsPerFrame: Int { sprites.count }

  override func prepare(frame: Int) throws { try render() }

  override func draw(frame: Int) {
    Transaction.begin()
    for layer in sprites { layer.position = CGPoint(x: frame % 1_000, y: 7) }
    Transaction.commit()
  }
}

/// Many layers of 4 x 4 pixels, each with a running animation of its own: a fifth of them of the
/// position, the opacity, the bounds, the colour and the rotation.
///
/// They stand in the picture, or beside it, where only the commit and the evaluation are left.
final class AnimatedScene: BenchScene {
  private static var kinds: [(keyPath: String, from: Any, to: Any)] {
    [
      ("position.x", 0.0, 1_900.0),
      ("opacity", 0.25, 0.75),
      (
        "bounds", CGRect(x: 0, y: 0, width: 4, height: 4), CGRect(x: 0, y: 0, width: 8, height: 2)
      ),
      ("backgroundColor", Color(rgb: 0x40FF80), Color(rgb: 0xFF8040)),
      ("transform.rotation.z", 0.0, 2 * Double.pi),
    ]
  }

  init(count: Int, isSeen: Bool) throws {
    try super.init(
      width: SpriteField.width, height: SpriteField.height, background: SpriteField.background)
    let perRow = SpriteField.width / 8
    let layers = (0..<count).map {
      Layer(x: $0 % perRow * 8, y: $0 / perRow * 8, width: 4, height: 4, color: 0xFF40_FF80)
    }
    root.sublayers = layers
    if !isSeen { root.bounds.origin.x = -2 * CGFloat(SpriteField.width) }
    let kinds = Self.kinds
    for (index, layer) in layers.enumerated() {
      let kind = kinds[index % kinds.count]
      let animation = BasicAnimation(keyPath: kind.keyPath)
      animation.fromValue = kind.from
      animation.toValue = kind.to
      animation.duration = 1 + Double(index % 97) / 97
      animation.timingFunction = .default
      animation.autoreverses = true
      animation.repeatCount = .infinity
      layer.add(animation, forKey: nil)
    }
  }

  override func draw(frame: Int) throws { try render() }
}
