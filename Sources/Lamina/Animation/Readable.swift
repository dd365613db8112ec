import Foundation

/// Formats values for people: short, on one line, and the same on every machine.
///
/// Numbers are rounded to six decimals, and whole numbers are written without decimals. No text
/// contains an address, and none depends on the locale.
package enum Readable {
  /// Returns a number with at most six decimals, or with more if it would otherwise read as 0.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-infinity" : "infinity" }
    guard value.magnitude < 1e9 else { return "\(value)" }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == 0 { return value == 0 ? "0" : "\(value)" }
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  package static func point(_ value: CGPoint) -> String { numbers([value.x, value.y]) }

  package static func size(_ value: CGSize) -> String { numbers([value.width, value.height]) }

  /// Returns a rectangle as `(x, y, width, height)`.
  package static func rect(_ value: CGRect) -> String {
    numbers([value.origin.x, value.origin.y, value.size.width, value.size.height])
  }

  private static func numbers(_ values: [CGFloat]) -> String {
    "(" + values.map { number(Double($0)) }.joined(separator: ", ") + ")"
  }

  /// Returns a colour as `#RRGGBB` if its components are whole multiples of 1/255, else as
  /// `rgb(…)`, followed by its alpha if that is not 1.
  package static func color(_ color: Color) -> String {
    let bytes = [color.red, color.green, color.blue].map { $0 * 255 }
    let isExact = bytes.allSatisfy {
      $0 > -0.5 && $0 < 255.5 && ($0 - $0.rounded()).magnitude < 1e-6
    }
    let name =
      isExact
      ? "#" + bytes.map { hex(UInt32($0.rounded()), digits: 2) }.joined()
      : "rgb" + numbers([color.red, color.green, color.blue])
    return color.alpha == 1 ? name : "\(name) alpha \(number(color.alpha))"
  }

  /// Returns a number in uppercase hexadecimal with leading zeros.
  package static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a transform by its effect if it has a single one, else by its elements.
  package static func transform(_ value: Transform3D) -> String {
    if value == .identity { return "identity" }
    let shift = Transform3D(translationX: value.m41, y: value.m42, z: value.m43)
    if value == shift { return "translation " + numbers([value.m41, value.m42, value.m43]) }
    let scale = Transform3D(scaleX: value.m11, y: value.m22, z: value.m33)
    if value == scale { return "scale " + numbers([value.m11, value.m22, value.m33]) }
    if let affine = affine(value) { return affine }
    let rows: [[CGFloat]] = [
      [value.m11, value.m12, value.m13, value.m14], [value.m21, value.m22, value.m23, value.m24],
      [value.m31, value.m32, value.m33, value.m34], [value.m41, value.m42, value.m43, value.m44],
    ]
    return "matrix " + rows.map(numbers).joined(separator: " ")
  }

  /// Returns a rotation about z, or any affine transform of the plane; nil for others.
  private static func affine(_ value: Transform3D) -> String? {
    let plane = value.affine
    guard value == Transform3D(plane) else { return nil }
    let isTurn =
      plane.tx == 0 && plane.ty == 0 && plane.a == plane.d && plane.b == -plane.c
      && (plane.a * plane.a + plane.b * plane.b - 1).magnitude < 1e-12
    if isTurn { return "rotation \(number(atan2(plane.b, plane.a)))" }
    return "affine " + numbers([plane.a, plane.b, plane.c, plane.d, plane.tx, plane.ty])
  }

  package static func bitmap(_ value: Bitmap?) -> String {
    value.map { "bitmap of \($0.width) x \($0.height)" } ?? "nothing"
  }

  /// Returns a curve by its name, or by its control points.
  package static func curve(_ function: TimingFunction?) -> String {
    guard let function else { return "at an even pace" }
    for name in TimingFunction.Name.allCases where function === TimingFunction._shared(name) {
      return "\(name.rawValue) curve"
    }
    let points = [function.controlPoint(at: 1), function.controlPoint(at: 2)]
    return "curve " + numbers(points.flatMap { [$0.x, $0.y] })
  }

  /// Returns the text of a value that animations accept: a number, a point, a colour, and so on;
  /// for any other type, what Swift prints.
  package static func value(_ value: Any?) -> String {
    guard let value else { return "nil" }
    guard let animatable = try? AnimatableValue(value) else { return "\(value)" }
    return text(animatable)
  }

  /// Returns a count with its noun: `1 layer`, `2 layers`.
  package static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  static func text(_ value: AnimatableValue) -> String {
    switch value {
    case .none: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .scalar(let value): number(value)
    case .point(let value): point(value)
    case .size(let value): size(value)
    case .rect(let value): rect(value)
    case .transform(let value): transform(value)
    case .color(let value): color(value)
    case .bitmap(let value): bitmap(value)
    case .crossfade(let fade):
      "\(number(fade.progress * 100)) % from \(bitmap(fade.from)) to \(bitmap(fade.to))"
    case .path(let path): "path in \(rect(path.boundingBox))"
    case .numbers(let values): "[" + values.map(number).joined(separator: ", ") + "]"
    case .colors(let values): "[" + values.map(color).joined(separator: ", ") + "]"
    }
  }
}
