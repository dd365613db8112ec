import Foundation
import Lamina

// Values of animations need no box here: `animation.toValue = point` does. These are for code
// that has them.

extension NSValue {
  /// A point in a box.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

  /// A size in a box.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }

  /// A rectangle in a box.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// A transform of the plane in a box, as its six numbers.
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    var transform = transform
    self.init(bytes: &transform, objCType: NSValue.transform2DEncoding)
  }

  /// A transform of space in a box, as its sixteen numbers.
  public convenience init(caTransform3D transform: CATransform3D) {
    var transform = transform
    self.init(bytes: &transform, objCType: NSValue.transform3DEncoding)
  }

  /// The point in the box; (0, 0) where something else is in it.
  public var cgPointValue: CGPoint { pointValue }

  /// The size in the box; 0 by 0 where something else is in it.
  public var cgSizeValue: CGSize { sizeValue }

  /// The rectangle in the box; the zero rectangle where something else is in it.
  public var cgRectValue: CGRect { rectValue }

  /// The transform in the box.
  ///
  /// - Precondition: ``init(cgAffineTransform:)`` made the box.
  public var cgAffineTransformValue: CGAffineTransform { CGAffineTransform(boxed: self) }

  /// The transform in the box.
  ///
  /// - Precondition: ``init(caTransform3D:)`` made the box.
  public var caTransform3DValue: CATransform3D { CATransform3D(boxed: self) }
}
