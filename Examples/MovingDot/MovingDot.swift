import Foundation
import Lamina

/// A dot that goes from one side of the picture to the other.
package struct MovingDotScene {
  /// The size of the picture, in points.
  package static let size = CGSize(width: 320, height: 80)

  private let dot = Layer()

  /// Puts the dot on a layer of the picture's size, at the left.
  package init(on root: Layer) throws {
    root.backgroundColor = Color(rgb: 0x12324A)

    // What a layer shows is a bitmap. This one is drawn here, once; no frame draws it again.
    let disc = try DrawingContext(width: 40, height: 40)
    disc.fillColor = Color(rgb: 0xF2783C)
    disc.fill(Path(ellipseIn: CGRect(x: 1, y: 1, width: 38, height: 38)))

    dot.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    dot.position = CGPoint(x: 40, y: 40)
    dot.contents = disc.makeBitmap()
    root.addSublayer(dot)
  }

  /// Brings the dot to the other side: one change, and one second until it is seen there.
  package func move() {
    Transaction.run(duration: 1, timingFunction: .easeInEaseOut) {
      dot.position.x = dot.position.x == 40 ? 280 : 40
    }
  }
}
