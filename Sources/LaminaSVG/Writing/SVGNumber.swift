import Foundation
import Lamina

/// The numbers of a document: short, without an exponent, and the same in every locale.
enum SVGNumber {
  /// The magnitude to which numbers are limited, which readers with 32-bit numbers can represent.
  static let limit = 1e9
  /// The number of digits after the point where one unit is about one point on the screen.
  static let usualDecimals = 4
  /// The maximum number of digits after the point.
  static let mostDecimals = 12

  /// Returns a number with at most so many digits after the point, without zeros at the end.
  ///
  /// NaN is written as 0, and numbers beyond ``limit`` as that.
  static func text(_ value: Double, decimals: Int = usualDecimals) -> String {
    guard !value.isNaN else { return "0" }
    let decimals = max(0, min(mostDecimals, decimals))
    var number = max(-limit, min(limit, value))
    // Beyond 2^53 the last digits are no more than noise.
    var scale = 1.0
    var kept = 0
    while kept < decimals, abs(number) * scale * 10 < 0x1p52 {
      scale *= 10
      kept += 1
    }
    number = (number * scale).rounded()
    var whole = Int64(number)
    guard whole != 0 else { return "0" }
    while kept > 0, whole % 10 == 0 {
      whole /= 10
      kept -= 1
    }
    let digits = String(whole.magnitude)
    let sign = whole < 0 ? "-" : ""
    if kept == 0 { return sign + digits }
    let padded = String(repeating: "0", count: max(0, kept + 1 - digits.count)) + digits
    return sign + padded.dropLast(kept) + "." + padded.suffix(kept)
  }

  /// Returns a factor with at least six significant digits, as far as ``mostDecimals`` allow.
  static func factor(_ value: Double) -> String {
    let magnitude = abs(value)
    guard magnitude > 0, magnitude < 1 else { return text(value, decimals: 6) }
    return text(value, decimals: 6 - Int(magnitude.exponent) * 3 / 10)
  }

  /// Returns the hexadecimal notation of a colour, without its alpha.
  static func color(_ color: Color) -> String {
    func byte(_ value: Double) -> String {
      let byte = value > 0 ? Int((min(value, 1) * 255).rounded()) : 0
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let digits = byte(color.red) + byte(color.green) + byte(color.blue)
    let letters = Array(digits)
    if letters[0] == letters[1], letters[2] == letters[3], letters[4] == letters[5] {
      return "#\(letters[0])\(letters[2])\(letters[4])"
    }
    return "#" + digits
  }

  /// Returns an alpha, limited to 0...1; NaN counts as 0.
  static func alpha(_ color: Color) -> Double { color.alpha > 0 ? min(color.alpha, 1) : 0 }
}

/// The notation of lengths, transforms and paths in one coordinate space.
struct SVGNotation {
  /// The number of digits after the point: more where a space is drawn larger than its units.
  var decimals = SVGNumber.usualDecimals

  /// Creates the notation for a space that is drawn at a scale.
  init(scale: Double) {
    guard scale > 1, scale.isFinite else { return }
    decimals = min(10, SVGNumber.usualDecimals + Int(log10(scale).rounded(.up)))
  }

  func length(_ value: CGFloat) -> String { SVGNumber.text(Double(value), decimals: decimals) }

  /// Returns the value of the attribute `transform`; nil for the identity.
  func transform(_ transform: Transform2D) -> String? {
    if transform.isIdentity { return nil }
    if transform.a == 1, transform.b == 0, transform.c == 0, transform.d == 1 {
      let y = transform.ty == 0 ? "" : " \(length(transform.ty))"
      return "translate(\(length(transform.tx))\(y))"
    }
    let factors = [transform.a, transform.b, transform.c, transform.d].map {
      SVGNumber.factor(Double($0))
    }
    return "matrix(\(factors.joined(separator: " ")) \(length(transform.tx)) "
      + "\(length(transform.ty)))"
  }

  /// Returns the value of the attribute `d`.
  ///
  /// - Parameter showsDots: true to write a subpath of one point such that its stroke has caps.
  func path(_ path: Path, showsDots: Bool = false) -> String {
    var text = ""
    var isLone = false
    var command: Character = " "
    func add(_ letter: Character, _ points: CGPoint...) {
      // A line after a move needs no letter, nor does a command like the last one.
      if letter != command, !(letter == "L" && command == "M") {
        text.append(letter)
      } else {
        text.append(" ")
      }
      command = letter
      text += points.map { "\(length($0.x)) \(length($0.y))" }.joined(separator: " ")
    }
    for element in path.elements {
      if case .move = element, isLone { text += "h0" }
      isLone = false
      switch element {
      case .move(let point):
        command = " "
        add("M", point)
        isLone = showsDots
      case .line(let point): add("L", point)
      case .quadCurve(let point, let control): add("Q", control, point)
      case .curve(let point, let control1, let control2): add("C", control1, control2, point)
      case .closeSubpath:
        text += "Z"
        command = " "
      }
    }
    if isLone { text += "h0" }
    return text
  }
}
