import Foundation
import Lamina
import LaminaTestSupport
import LaminaText

/// A tree of layers of all kinds with random properties.
///
/// Lengths are whole numbers, and most layers are upright, so that the alignment to whole pixels in
/// a frame makes no difference.
struct RandomTree {
  private var numbers: SeededGenerator
  private let size = CGSize(width: 120, height: 90)
  /// True to use everything, not only what SVG says in its own terms.
  let usesEverything: Bool

  init(seed: UInt64, usesEverything: Bool) {
    numbers = SeededGenerator(seed: seed)
    self.usesEverything = usesEverything
  }

  /// Makes the next tree.
  mutating func makeRoot() -> Layer {
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: size)
    if numbers.chance(70) { root.backgroundColor = color(opaque: true) }
    for _ in 0..<numbers.integer(in: 1...5) { root.addSublayer(layer(level: 1)) }
    return root
  }

  private mutating func color(opaque: Bool = false) -> Color {
    Color(
      red: numbers.unit(), green: numbers.unit(), blue: numbers.unit(),
      alpha: opaque || numbers.chance(60) ? 1 : numbers.unit())
  }

  private mutating func length(_ range: ClosedRange<Int>) -> CGFloat {
    CGFloat(numbers.integer(in: range))
  }

  private mutating func point() -> CGPoint {
    CGPoint(x: length(-10...70), y: length(-10...60))
  }

  private mutating func layer(level: Int) -> Layer {
    let layer = content()
    layer.bounds = CGRect(
      x: length(-4...4), y: length(-4...4), width: length(8...60), height: length(8...50))
    // The corner is on whole pixels wherever the anchor point is.
    layer.anchorPoint = numbers.pick([.zero, CGPoint(x: 1, y: 1), CGPoint(x: 0, y: 1)])
    layer.position = CGPoint(x: length(0...100), y: length(0...80))
    if numbers.chance(70) { layer.backgroundColor = color() }
    if numbers.chance(25) { layer.cornerRadius = length(0...30) }
    if numbers.chance(10) { layer.maskedCorners = CornerMask(rawValue: UInt(numbers.below(16))) }
    if numbers.chance(10) { layer.cornerCurve = .continuous }
    if numbers.chance(25) {
      layer.borderWidth = length(1...6)
      layer.borderColor = color()
    }
    if numbers.chance(25) { layer.opacity = Float(numbers.unit()) }
    if numbers.chance(15) { layer.allowsGroupOpacity = false }
    if numbers.chance(25) { layer.masksToBounds = true }
    if numbers.chance(20) { layer.zPosition = length(-2...2) }
    if numbers.chance(10) { layer.isGeometryFlipped = true }
    if numbers.chance(4) { layer.isHidden = true }
    if numbers.chance(20) { layer.setAffineTransform(transform()) }
    if numbers.chance(8) { layer.sublayerTransform = Transform3D(transform()) }
    if numbers.chance(12) {
      layer.shadowOpacity = Float(numbers.unit())
      layer.shadowOffset = CGSize(width: length(-6...6), height: length(-6...6))
      layer.shadowRadius = length(0...4)
      layer.shadowColor = color()
      if numbers.chance(30) { layer.shadowPath = path() }
    }
    if numbers.chance(8) { layer.filters = [filter()] }
    if numbers.chance(8) { layer.compositingFilter = blendMode() }
    if usesEverything { addRest(to: layer) }
    if level < 4 {
      for _ in 0..<numbers.below(4 - level + 1) { layer.addSublayer(self.layer(level: level + 1)) }
    }
    if numbers.chance(10) { layer.mask = self.layer(level: 3) }
    if numbers.chance(10) {
      layer.name = numbers.pick(["a & b", "\u{1}<\u{0}>", "\"quoted\"", "名"])
    }
    return layer
  }

  private mutating func addRest(to layer: Layer) {
    if numbers.chance(10) {
      layer.transform = Transform3D(rotation: numbers.number(in: 0...6), x: 1, y: 0.5, z: 0)
    }
    if numbers.chance(10) { layer.sublayerTransform.m34 = numbers.number(in: -0.01...0.01) }
    if numbers.chance(5) { layer.backgroundFilters = [filter()] }
    if numbers.chance(5) { layer.compositingFilter = numbers.pick(BlendMode.allCases) }
    if numbers.chance(5) {
      layer.contents = testBitmap(numbers.integer(in: 1...20), numbers.integer(in: 1...20))
      layer.contentsRect = CGRect(
        x: numbers.number(in: -1...1), y: numbers.number(in: -1...1), width: numbers.unit() * 2,
        height: numbers.unit() * 2)
      layer.contentsCenter = CGRect(
        x: numbers.unit(), y: numbers.unit(), width: numbers.unit(), height: numbers.unit())
      layer.contentsGravity = numbers.pick(ContentsGravity.allCases)
    }
    if numbers.chance(3) {
      layer.position.x = numbers.pick([1e12, -1e300, 1e-300])
    }
    if numbers.chance(3) {
      layer.setAffineTransform(Transform2D(scaleX: numbers.pick([0, 1e-9, 1e12, 1e200]), y: 2))
    }
  }

  private mutating func transform() -> Transform2D {
    switch numbers.below(4) {
    case 0: Transform2D(rotationAngle: .pi / 2 * length(1...3))
    case 1: Transform2D(scaleX: numbers.pick([-1, 2]), y: numbers.pick([1, -1, 2]))
    case 2: Transform2D(translationX: length(-9...9), y: length(-9...9))
    default: Transform2D(rotationAngle: numbers.number(in: 0...6))
    }
  }

  private mutating func content() -> Layer {
    switch numbers.below(usesEverything ? 11 : 8) {
    case 0:
      let shape = ShapeLayer()
      shape.path = path()
      shape.fillColor = numbers.chance(70) ? color() : nil
      shape.fillRule = numbers.pick(FillRule.allCases)
      if numbers.chance(60) { addStroke(to: shape) }
      return shape
    case 1:
      let gradient = GradientLayer()
      gradient.colors = (0..<numbers.integer(in: 1...4)).map { _ in color() }
      gradient.type = numbers.pick(usesEverything ? [.axial, .radial, .conic] : [.axial, .radial])
      gradient.startPoint = CGPoint(x: numbers.unit(), y: numbers.unit())
      gradient.endPoint = CGPoint(x: numbers.unit(), y: numbers.unit())
      return gradient
    case 2:
      let layer = Layer()
      layer.contents = testBitmap(12, 9)
      layer.contentsGravity = numbers.pick([.topLeft, .bottomRight, .top, .resize])
      if layer.contentsGravity == .top { layer.contentsGravity = .bottomLeft }
      layer.magnificationFilter = .nearest
      return layer
    case 3 where numbers.chance(30):
      let replicator = ReplicatorLayer()
      replicator.instanceCount = numbers.integer(in: 0...4)
      replicator.instanceTransform = Transform3D(transform())
      if numbers.chance(30) {
        replicator.instanceColor = color()
        replicator.instanceGreenOffset = -0.2
      }
      if usesEverything { replicator.preservesDepth = numbers.chance(20) }
      return replicator
    case 4 where numbers.chance(30): return TransformLayer()
    case 8:
      let text = TextLayer()
      text.string = numbers.pick(["Text", "two\nlines", "x  y ", "\u{2}\u{FFFE}", "שלום", ""])
      text.font = .dejaVu
      text.fontSize = numbers.pick([0, 8, 13.5, 1e-3])
      text.isWrapped = numbers.chance(50)
      text.truncationMode = numbers.pick(TextTruncationMode.allCases)
      text.alignmentMode = numbers.pick(TextAlignmentMode.allCases)
      return text
    case 9:
      let tiled = TiledLayer()
      tiled.drawTile = { $0.fill(CGRect(x: 2, y: 2, width: 20, height: 10)) }
      return tiled
    case 10:
      let emitter = EmitterLayer()
      let cell = EmitterCell()
      cell.contents = testBitmap(4, 4)
      cell.birthRate = 20
      cell.lifetime = 2
      cell.velocity = 30
      emitter.emitterCells = [cell]
      return emitter
    default: return Layer()
    }
  }

  private mutating func addStroke(to shape: ShapeLayer) {
    shape.strokeColor = color()
    shape.lineWidth = length(1...8)
    shape.lineCap = numbers.pick(LineCap.allCases)
    shape.lineJoin = numbers.pick(LineJoin.allCases)
    shape.miterLimit = length(0...10)
    if numbers.chance(30) {
      shape.lineDashPattern = [length(1...9), length(1...9)]
      shape.lineDashPhase = length(-9...9)
    }
    if numbers.chance(30) {
      shape.strokeStart = numbers.unit()
      shape.strokeEnd = numbers.unit()
      shape.strokeOffset = numbers.number(in: -1...1)
    }
  }

  private mutating func path() -> Path {
    switch numbers.below(4) {
    case 0:
      return Path(ellipseIn: CGRect(x: 2, y: 3, width: length(5...50), height: length(5...40)))
    case 1: return star(point(), radius: length(5...30))
    default:
      var path = Path()
      path.move(to: point())
      for _ in 0..<numbers.integer(in: 1...5) {
        switch numbers.below(5) {
        case 0: path.move(to: point())
        case 1: path.closeSubpath()
        case 2: path.addQuadCurve(to: point(), control: point())
        case 3: path.addCurve(to: point(), control1: point(), control2: point())
        default: path.addLine(to: point())
        }
      }
      return path
    }
  }

  private mutating func filter() -> Filter {
    numbers.pick([.gaussianBlur(radius: 2), .sepia(0.5), .invert, .saturation(2), .contrast(0.7)])
  }

  private mutating func blendMode() -> BlendMode {
    numbers.pick([.multiply, .screen, .darken, .difference, .hardLight, .luminosity])
  }
}
