import Foundation
import Lamina
import LaminaViews

extension ScrollView {
  /// The content offset as a part of the way there is: 0 at the left end of the content, 1 at its
  /// right end. 0 where the content is no wider than the view.
  var offsetRatio: CGFloat {
    get {
      let way = contentSize.width - bounds.width
      return way > 0 ? contentOffset.x / way : 0
    }
    set {
      let way = contentSize.width - bounds.width
      contentOffset.x = way > 0 ? newValue * way : 0
    }
  }

  /// Makes the content `scale` times as wide and keeps what is seen in the middle where it is.
  ///
  /// The offset stays the same part of the width of the content less the width of the view: at both
  /// ends of the content its edge stays where it is, and in between the place that stays is in
  /// between.
  ///
  /// - Precondition: `scale` is finite and above 0.
  func recenterForScale(_ scale: CGFloat) {
    require(
      scale > 0 && scale.isFinite, "a content \(scale) times as wide: it must be finite and above 0"
    )
    let ratio = offsetRatio
    contentSize.width *= scale
    offsetRatio = ratio
  }
}
