import Foundation

// Foundation's boxes hold arrays of numbers, and no structures that it does not know: a transform
// in a box is an array of its numbers.

extension NSValue {
  /// How the type of a boxed ``Transform2D`` is named.
  package static let transform2DEncoding = "[6d]"
  /// How the type of a boxed ``Transform3D`` is named.
  package static let transform3DEncoding = "[16d]"
}

extension Transform2D {
  /// The transform in a box.
  ///
  /// - Precondition: there is one in it.
  package init(boxed value: NSValue) {
    self = .identity
    precondition(
      String(cString: value.objCType) == NSValue.transform2DEncoding,
      "there is no Transform2D in \(value)")
    withUnsafeMutableBytes(of: &self) { value.getValue($0.baseAddress!) }
  }
}

extension Transform3D {
  /// The transform in a box.
  ///
  /// - Precondition: there is one in it.
  package init(boxed value: NSValue) {
    self = .identity
    precondition(
      String(cString: value.objCType) == NSValue.transform3DEncoding,
      "there is no Transform3D in \(value)")
    withUnsafeMutableBytes(of: &self) { value.getValue($0.baseAddress!) }
  }
}
