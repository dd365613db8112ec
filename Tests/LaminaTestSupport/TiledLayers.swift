import Foundation
import Lamina

/// A picture of any size: each square of 10 points has a colour of its own.
package func tileSquares(_ context: DrawingContext, shift: Int = 0) {
  let rect = context.boundingBoxOfClipPath
  for y in Int((rect.minY / 10).rounded(.down))..<Int((rect.maxY / 10).rounded(.up)) {
    for x in Int((rect.minX / 10).rounded(.down))..<Int((rect.maxX / 10).rounded(.up)) {
      context.fillColor = Color(
        rgb: UInt32((x &* 71 &+ y &* 193 &+ shift &* 37) & 0xFF) &* 0x010203)
      context.fill(CGRect(x: x * 10, y: y * 10, width: 10, height: 10))
    }
  }
}

/// Shows tiles as soon as they are there.
package final class QuickTiledLayer: TiledLayer {
  package override class func fadeDuration() -> TimeInterval { 0 }
}
