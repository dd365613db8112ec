import Foundation
import Lamina

/// Three boxes that go to the other side of the picture, each in its own way.
package struct ImplicitAnimationScene {
  /// The size of the picture, in points.
  package static let size = CGSize(width: 320, height: 120)

  package let boxes: [Layer]

  /// Puts the boxes on a layer of the picture's size, at the left, one below the other.
  package init(on root: Layer) {
    root.backgroundColor = Color(rgb: 0x12324A)
    let colors: [UInt32] = [0xF2783C, 0xF4EFE2, 0x5FB3A1]
    boxes = colors.enumerated().map { row, color in
      let box = Layer()
      box.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
      box.position = CGPoint(x: 30, y: 25 + 35 * row)
      box.backgroundColor = Color(rgb: color)
      root.addSublayer(box)
      return box
    }
  }

  /// Gives all boxes the same new place.
  package func change() {
    let x: CGFloat = boxes[0].position.x == 30 ? 290 : 30

    // Outside any transaction a change takes a quarter of a second, with the default curve.
    boxes[0].position.x = x

    // A transaction sets another duration and another curve for the changes inside it.
    Transaction.run(duration: 1, timingFunction: .linear) {
      boxes[1].position.x = x
    }

    // Without actions the change is seen in the next frame.
    Transaction.run(disableActions: true) {
      boxes[2].position.x = x
    }
  }
}
