import Foundation

// Foundation's boxes hold arrays of numbers, and no structures that it does not know: a transform
// in a box is an array of its numbers.

extension NSValue {
  /// How the type of a boxed ``Transform2D`` is named.
  package static let transform2DEncoding = "[6d]"
  /// How the type of a boxed ``Transform3D`` is named.
  package static let transform3DEncoding = "[16d]"

  /// Puts what is in the box in the place of a transform.
  fileprivate func read<Transform>(into transform: inout Transform, named encoding: String) {
    require(String(cString: objCType) == encoding, "there is no \(Transform.self) in \(self)")
    withUnsafeMutableBytes(of: &transform) { getValue($0.baseAddress!) }
  }
}

extension Transform2D {
  /// The transform in a box.
  ///
  /// - Precondition: there is one in it.
  package init(boxed value: NSValue) {
    self = .identity
    value.read(into: &self, named: NSValue.transform2DEncoding)
  }
}

extension Transform3D {
  /// The transform in a box.
  ///
  /// - Precondition: there is one in it.
  package init(boxed value: NSValue) {
    self = .identity
    value.read(into: &self, named: NSValue.transform3DEncoding)
  }
}
