import Foundation
import Lamina

/// Bytes, read as the choices and numbers of a program. Where they are used up, every choice is
/// the first and every number 0.
struct FuzzInput {
  private var bytes: UnsafeBufferPointer<UInt8>.SubSequence

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes[...] }

  /// True if every byte was read.
  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  /// The next `count` bytes, or as many as are left.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// One of 0..<`count`.
  mutating func choice(_ count: Int) -> Int { byte() % count }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  mutating func element<Element>(_ all: [Element]) -> Element { all[choice(all.count)] }

  /// A finite number: mostly one near the picture, in sixteenths; sometimes one that is far away,
  /// or as good as nothing.
  mutating func number() -> CGFloat {
    let kind = byte()
    switch kind {
    case 0..<160: return CGFloat(kind) - 40
    case 160..<230: return CGFloat(byte()) / 16 + CGFloat(kind - 160)
    case 230..<240: return CGFloat(byte() - 128) * pow(10, CGFloat(kind - 228))
    case 240..<248: return CGFloat(byte() - 128) * pow(10, CGFloat(237 - kind))
    default: return Self.extremes[kind - 248]
    }
  }

  private static let extremes: [CGFloat] = [
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    .leastNormalMagnitude, -0.0, 1e18, -9.3e18, 1e300,
  ]

  /// A number as ``number()`` makes it, 0 or more.
  mutating func length() -> CGFloat { abs(number()) }

  mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }

  /// A rectangle whose edges are finite; its size may be negative.
  mutating func rect() -> CGRect {
    let rect = CGRect(x: number(), y: number(), width: number(), height: number())
    let isFinite = (rect.minX + rect.maxX + rect.minY + rect.maxY).isFinite
    return isFinite ? rect : CGRect(origin: rect.origin, size: .zero)
  }

  /// A colour with some of its parts outside 0...1.
  mutating func color() -> Color {
    Color(
      red: Double(byte()) / 200, green: Double(byte()) / 200, blue: Double(byte()) / 200,
      alpha: Double(byte()) / 250)
  }

  mutating func style() -> StrokeStyle {
    var style = StrokeStyle(
      width: length(), cap: element(LineCap.allCases), join: element(LineJoin.allCases))
    if flag() { style.miterLimit = number() }
    for _ in 0..<choice(4) { style.dashPattern.append(length()) }
    if flag() { style.dashPhase = number() }
    return style
  }

  mutating func rule() -> FillRule { element(FillRule.allCases) }

  mutating func transform() -> Transform2D {
    switch choice(5) {
    case 0: Transform2D(translationX: number(), y: number())
    case 1: Transform2D(scaleX: number(), y: number())
    case 2: Transform2D(rotationAngle: number())
    case 3: .identity
    default:
      Transform2D(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
    }
  }

  /// A path of up to 24 steps.
  mutating func path() -> Path {
    var path = Path()
    for _ in 0..<choice(25) {
      let step = choice(11)
      if path.currentPoint == nil, step < 5 { path.move(to: point()) }
      switch step {
      case 0, 1: path.addLine(to: point())
      case 2: path.addQuadCurve(to: point(), control: point())
      case 3: path.addCurve(to: point(), control1: point(), control2: point())
      case 4: path.addArc(tangent1End: point(), tangent2End: point(), radius: length())
      case 5: path.move(to: point())
      case 6: path.closeSubpath()
      case 7: path.addRect(rect())
      case 8: path.addEllipse(in: rect())
      case 9:
        path.addRoundedRect(in: rect(), cornerWidth: length(), cornerHeight: length())
      default:
        path.addArc(
          center: point(), radius: length(), startAngle: number(), endAngle: number(),
          clockwise: flag())
      }
    }
    return path
  }
}
