import Foundation
import Lamina

extension TestScene {
  /// Expects a property to be seen with some values at some times.
  ///
  ///     scene.expectValues(of: "position.x", of: dot, [0: 20, 0.5: 70, 1: 120])
  ///
  /// First it commits at the scene's time, so that animations begin which wait for that. Then it
  /// looks ahead (or back) with ``Layer/presentation()``'s rules, and leaves the clock where it is.
  /// What is not yet committed at the other times, such as what completion blocks will do, is not
  /// seen; use ``advance(to:)`` for that.
  ///
  /// - Parameters:
  ///   - keyPath: a property or a part of one, as `value(forKeyPath:)` takes it.
  ///   - table: times in seconds and the values expected then: numbers, Booleans, `CGPoint`,
  ///     `CGSize`, `CGRect`, ``Color``, ``Transform3D`` and arrays of numbers.
  ///   - tolerance: how far each number may be off; 1e-6 by default.
  /// - Returns: whether all are as expected.
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
          "\(layer.inspectedName) is not live: add it to the scene's tree before its values are "
            + "looked at")
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
        "\(keyPath) of \(layer.inspectedName) is not as in the table, within "
          + "\(Readable.number(tolerance)):\n" + lines.joined(separator: "\n"))
    }
  }
}

enum ComparedValue {
  /// Whether two values are of one kind and all their numbers are near each other.
  static func isNear(_ found: Any?, _ expected: Any?, _ tolerance: Double) -> Bool {
    guard let found, let expected else { return found == nil && expected == nil }
    if let a = numbers(found), let b = numbers(expected) {
      return a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude <= tolerance }
    }
    if let a = found as? Bitmap, let b = expected as? Bitmap { return a == b }
    return false
  }

  /// The numbers that a value is made of; nil for one of another kind.
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
