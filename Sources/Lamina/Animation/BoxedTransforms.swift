import Foundation

// An `NSValue` cannot hold a structure that Foundation does not know, so a boxed transform is an
// array of its numbers.

extension NSValue {
  /// The Objective-C type encoding of a boxed ``Transform2D``.
  package static let transform2DEncoding = "[6d]"
  /// The Objective-C type encoding of a boxed ``Transform3D``.
  package static let transform3DEncoding = "[16d]"

  /// Overwrites a transform with the contents of the box.
  ///
  /// - Precondition: the box's type encoding is `encoding`.
  fileprivate func read<Transform>(into transform: inout Transform, named encoding: String) {
    require(String(cString: objCType) == encoding, "\(self) does not hold a \(Transform.self)")
    withUnsafeMutableBytes(of: &transform) { getValue($0.baseAddress!) }
  }
}

extension Transform2D {
  /// Creates a transform from a boxed one.
  ///
  /// - Precondition: the box holds a ``Transform2D``.
  package init(boxed value: NSValue) {
    self = .identity
    value.read(into: &self, named: NSValue.transform2DEncoding)
  }
}

extension Transform3D {
  /// Creates a transform from a boxed one.
  ///
  /// - Precondition: the box holds a ``Transform3D``.
  package init(boxed value: NSValue) {
    self = .identity
    value.read(into: &self, named: NSValue.transform3DEncoding)
  }
}
