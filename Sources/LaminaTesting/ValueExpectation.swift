import Foundation
import Lamina

extension TestScene {
  /// Expects a property to have the given presentation values at the given times.
  ///
  ///     scene.expectValues(of: "position.x", of: dot, [0: 20, 0.5: 70, 1: 120])
  ///
  /// First this commits at the scene's time, so that animations waiting for that begin. Then it
  /// looks ahead (or back) by the rules of `Layer.presentation()`, and leaves the clock
  /// unchanged. It does not see anything that is committed only at the other times, such as the
  /// effects of completion blocks; use ``advance(to:)`` for that.
  ///
  /// - Parameters:
  ///   - keyPath: a property or a part of one, in the form that `value(forKeyPath:)` accepts.
  ///   - layer: the layer that has the property.
  ///   - table: times in seconds and the expected values: numbers, Booleans, `CGPoint`, `CGSize`,
  ///     `CGRect`, `Color`, `Transform3D` and arrays of numbers.
  ///   - tolerance: the maximum error of each number; 1e-6 by default.
  ///   - fileID: the file of the expectation, for failures.
  ///   - filePath: the path of that file.
  ///   - line: the line of the expectation.
  ///   - column: the column of the expectation.
  /// - Returns: true if all values are as expected.
  @discardableResult
  public func expectValues(
    of keyPath: String, of layer: Layer, _ table: KeyValuePairs<Double, Any>,
    tolerance: Double = 1e-6, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    commit()
    return Reporting.expect(at: place) {
      guard layer.presentation() != nil else {
        throw TestFailure(
          "\(layer.inspectedName) is not live: add it to the scene's tree before checking its "
            + "values")
      }
      var isWrong = false
      let lines = table.map { time, expected in
        let found = layer.presentation(at: time).value(forKeyPath: keyPath)
        let text = "at \(Readable.number(time)) s: "
        if ComparedValue.isNear(found, expected, tolerance) {
          return "  \(text)\(Readable.value(expected))"
        }
        isWrong = true
        return "! \(text)expected \(Readable.value(expected)), found \(Readable.value(found))"
      }
      guard isWrong else { return }
      throw TestFailure(
        "\(keyPath) of \(layer.inspectedName) differs from the table by more than "
          + "\(Readable.number(tolerance)):\n" + lines.joined(separator: "\n"))
    }
  }
}

enum ComparedValue {
  /// Returns true if two values have the same number of components, each pair of which differs by
  /// at most the tolerance; equal bitmaps, and two nils, are near each other too.
  static func isNear(_ found: Any?, _ expected: Any?, _ tolerance: Double) -> Bool {
    guard let found, let expected else { return found == nil && expected == nil }
    if let a = numbers(found), let b = numbers(expected) {
      return a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude <= tolerance }
    }
    if let a = found as? Bitmap, let b = expected as? Bitmap { return a == b }
    return false
  }

  /// Returns the components of a value; nil for an unsupported type.
  private static func numbers(_ value: Any) -> [Double]? {
    switch value {
    case let value as Double: [value]
    case let value as CGFloat: [Double(value)]
    case let value as Float: [Double(value)]
    case let value as Bool: [value ? 1 : 0]
    case let value as any BinaryInteger: [Double(value)]
    case let value as CGPoint: [value.x, value.y]
    case let value as CGSize: [value.width, value.height]
    case let value as CGRect:
      [value.origin.x, value.origin.y, value.size.width, value.size.height]
    case let value as Color: [value.red, value.green, value.blue, value.alpha]
    case let value as Transform2D: numbers(Transform3D(value))
    case let t as Transform3D:
      [
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34,
        t.m41, t.m42, t.m43, t.m44,
      ]
    case let value as [Double]: value
    default: nil
    }
  }
}
