import Foundation
import Lamina
import LaminaViews

/// Something of a fixed size, shown as large as fits, in the middle.
package final class FittedView: View {
  private let content: View
  private let size: CGSize

  /// - Parameters:
  ///   - content: what is shown. Its frame is set.
  ///   - size: its size in points.
  package init(content: View, size: CGSize, background: Color) {
    self.content = content
    self.size = size
    super.init()
    backgroundColor = background
    content.bounds = CGRect(origin: .zero, size: size)
    content.layer.anchorPoint = .zero
    content.clipsToBounds = true
    addSubview(content)
  }

  package override func layoutSubviews() {
    let fit = min(bounds.width / size.width, bounds.height / size.height)
    content.layer.setAffineTransform(Transform2D(scaleX: fit, y: fit))
    // On whole pixels, so that what has its own size is as sharp as it is.
    func middle(_ length: CGFloat, _ whole: CGFloat) -> CGFloat {
      ((whole - length * fit) / 2 * contentScaleFactor).rounded() / contentScaleFactor
    }
    content.layer.position = CGPoint(
      x: middle(size.width, bounds.width), y: middle(size.height, bounds.height))
  }
}
