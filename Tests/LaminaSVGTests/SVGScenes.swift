import Foundation
import Lamina
import LaminaSVG
import LaminaText
import Testing

/// A layer tree, and how closely a viewer's picture of its document has to match a frame of it.
struct SVGScene: CustomTestStringConvertible, Sendable {
  let name: String
  /// The most that a component of the pixels that are not transparent in both pictures may differ
  /// by on average, from 0 to 255.
  var tolerance = 1.0
  /// The descriptions of the entries of the report, without the names of layers.
  var pictures: [SVGReport.Reason] = []
  var options = SVGOptions()
  let make: @Sendable (_ root: Layer) -> Void

  var testDescription: String { name }

  static let size = CGSize(width: 120, height: 90)

  /// The root, which fills the document.
  var root: Layer {
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: Self.size)
    make(root)
    return root
  }
}

/// Adds a layer with a frame and a colour.
@discardableResult
func addBox(
  _ parent: Layer, _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat,
  _ color: Color? = .blue, _ change: (Layer) -> Void = { _ in }
) -> Layer {
  let layer = Layer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  change(layer)
  parent.addSublayer(layer)
  return layer
}

/// Adds a layer of a class that fills its parent.
func add<Kind: Layer>(_ layer: Kind, to parent: Layer, _ change: (Kind) -> Void) {
  layer.frame = parent.bounds
  change(layer)
  parent.addSublayer(layer)
}

/// A star with five points.
func star(_ center: CGPoint, radius: CGFloat) -> Path {
  var path = Path()
  for point in 0..<5 {
    let angle = CGFloat(point) * 4 * .pi / 5 - .pi / 2
    let place = CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    if point == 0 { path.move(to: place) } else { path.addLine(to: place) }
  }
  path.closeSubpath()
  return path
}

/// An open path with lines, curves and two subpaths.
let variedPath: Path = {
  var path = Path()
  path.move(to: CGPoint(x: 12, y: 70))
  path.addLine(to: CGPoint(x: 30, y: 15))
  path.addQuadCurve(to: CGPoint(x: 60, y: 50), control: CGPoint(x: 50, y: 5))
  path.addCurve(
    to: CGPoint(x: 105, y: 25), control1: CGPoint(x: 70, y: 95),
    control2: CGPoint(x: 110, y: 80))
  path.move(to: CGPoint(x: 20, y: 80))
  path.addLine(to: CGPoint(x: 100, y: 80))
  path.addLine(to: CGPoint(x: 60, y: 65))
  path.closeSubpath()
  return path
}()

/// A bitmap with a gradient and some transparent pixels.
func testBitmap(_ width: Int, _ height: Int) -> Bitmap {
  try! Bitmap(width: width, height: height) { x, y in
    let isHole = (x / 2 + y / 2) % 5 == 4
    return Color(
      red: Double(x) / Double(width), green: Double(y) / Double(height), blue: 0.5,
      alpha: isHole ? 0.25 : 1)
  }
}

func label(_ text: String, _ size: CGFloat, _ frame: CGRect, _ color: Color = .black) -> TextLayer {
  let label = TextLayer()
  label.string = text
  label.font = "DejaVu Sans"
  label.fontSize = size
  label.foregroundColor = color
  label.frame = frame
  return label
}

extension SVGScene {
  static let all: [SVGScene] = boxes + effects + gradients + shapes + bitmaps + texts + others

  static let boxes: [SVGScene] = [
    SVGScene(name: "boxes in order of depth") { root in
      addBox(root, 10, 10, 60, 50, .red) { $0.zPosition = 2 }
      addBox(root, 40, 30, 60, 50, Color(red: 0, green: 0.5, blue: 1, alpha: 0.5))
      addBox(root, 30, 5, 20, 80, .green) { $0.zPosition = 1 }
      addBox(root, 0, 0, 90, 90, .black) { $0.isHidden = true }
    },
    SVGScene(name: "transforms, anchor points and scrolled bounds") { root in
      let outer = addBox(root, 20, 15, 80, 60, .yellow) {
        $0.transform = Transform3D(rotation: 0.3, x: 0, y: 0, z: 1)
        $0.bounds.origin = CGPoint(x: 5, y: -8)
        $0.sublayerTransform = Transform3D(scaleX: 0.8, y: 1.1)
      }
      addBox(outer, 10, 5, 40, 25, .blue) {
        $0.anchorPoint = CGPoint(x: 0, y: 1)
        $0.transform = Transform3D(
          Transform2D(a: 1, b: 0.2, c: 0.4, d: 0.9, tx: 3, ty: 20))
      }
    },
    SVGScene(name: "a turned plane without perspective") { root in
      addBox(root, 20, 15, 80, 60, .orange) {
        $0.transform = Transform3D(rotation: .pi / 3, x: 0, y: 1, z: 0)
        addBox($0, 10, 10, 30, 30, .black)
      }
      addBox(root, 20, 15, 80, 60, .red) {
        $0.transform = Transform3D(rotation: 2, x: 0, y: 1, z: 0)
        $0.isDoubleSided = false
      }
    },
    SVGScene(name: "flipped geometry") { root in
      addBox(root, 10, 10, 100, 70, .cyan) {
        $0.isGeometryFlipped = true
        addBox($0, 5, 5, 30, 20, .red)
        addBox($0, 50, 30, 30, 20, .blue) {
          $0.isGeometryFlipped = true; addBox($0, 0, 0, 10, 5, .black)
        }
      }
    },
    SVGScene(name: "round corners") { root in
      addBox(root, 5, 5, 50, 35, .blue) { $0.cornerRadius = 12 }
      addBox(root, 60, 5, 50, 35, .red) {
        $0.cornerRadius = 15
        $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      }
      addBox(root, 5, 45, 50, 40, .green) {
        $0.cornerRadius = 12
        $0.cornerCurve = .continuous
      }
      addBox(root, 60, 45, 50, 20, .black) { $0.cornerRadius = 100 }
    },
    SVGScene(name: "borders") { root in
      func border(
        _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ radius: CGFloat,
        _ change: (Layer) -> Void = { _ in }
      ) {
        addBox(root, x, y, 30, 24, .yellow) {
          $0.borderWidth = width
          $0.cornerRadius = radius
          $0.borderColor = Color(red: 0.5, green: 0, blue: 0.5, alpha: 0.7)
          change($0)
        }
      }
      border(5, 5, 2, 0)
      border(45, 5, 4, 9)
      border(85, 5, 8, 5)
      border(5, 35, 3, 10) { $0.maskedCorners = [.layerMaxXMinYCorner] }
      border(45, 35, 20, 6)
      border(85, 35, 4, 0) { addBox($0, -5, 10, 20, 20, .red) }
      border(5, 62, 1, 4) { $0.transform = Transform3D(rotation: 0.2, x: 0, y: 0, z: 1) }
    },
  ]

  static let effects: [SVGScene] = [
    SVGScene(name: "opacity of a group, and of each layer") { root in
      for (x, isGroup) in [(5.0, true), (65.0, false)] {
        addBox(root, x, 10, 40, 60, .red) {
          $0.opacity = 0.5
          $0.allowsGroupOpacity = isGroup
          $0.borderWidth = 4
          addBox($0, 10, 10, 40, 30, .blue)
          addBox($0, 20, 30, 30, 40, .green) { $0.opacity = 0.6 }
        }
      }
    },
    SVGScene(name: "clips to bounds and corners") { root in
      addBox(root, 5, 10, 50, 60, .yellow) {
        $0.masksToBounds = true
        addBox($0, 20, 20, 60, 60, .red)
      }
      addBox(root, 65, 10, 50, 60, .yellow) {
        $0.masksToBounds = true
        $0.cornerRadius = 20
        $0.borderWidth = 3
        addBox($0, -10, -10, 40, 40, .red)
        addBox($0, 10, 30, 60, 60, .blue) {
          $0.transform = Transform3D(rotation: 0.5, x: 0, y: 0, z: 1)
        }
      }
    },
    SVGScene(name: "masks") { root in
      addBox(root, 5, 5, 110, 80, .blue) { layer in
        addBox(layer, 20, 20, 70, 40, .red)
        let mask = ShapeLayer()
        mask.path = star(CGPoint(x: 50, y: 40), radius: 40)
        mask.fillColor = Color(white: 0, alpha: 0.75)
        let extra = Layer()
        extra.frame = CGRect(x: 80, y: 0, width: 20, height: 80)
        extra.backgroundColor = Color(red: 1, green: 1, blue: 0)
        mask.addSublayer(extra)
        layer.mask = mask
      }
    },
    // A viewer approximates the Gaussian by box filters.
    SVGScene(name: "shadows", tolerance: 2) { root in
      addBox(root, 10, 10, 30, 30, .red) {
        $0.shadowOpacity = 0.8
        $0.shadowOffset = CGSize(width: 4, height: 5)
      }
      addBox(root, 60, 10, 30, 30, nil) {
        $0.shadowOpacity = 1
        $0.shadowRadius = 2
        $0.shadowColor = .blue
        $0.shadowOffset = CGSize(width: -3, height: 3)
        addBox($0, 5, 5, 20, 35, .green) { $0.cornerRadius = 8 }
      }
      addBox(root, 10, 55, 40, 20, .yellow) {
        $0.shadowOpacity = 0.7
        $0.shadowPath = Path(ellipseIn: CGRect(x: -5, y: 0, width: 50, height: 25))
        $0.shadowRadius = 4
        $0.opacity = 0.8
      }
      addBox(root, 75, 55, 30, 20, .orange) {
        $0.shadowOpacity = 0.5
        $0.shadowRadius = 0
        $0.shadowOffset = CGSize(width: 6, height: 6)
      }
    },
    SVGScene(name: "filters", tolerance: 2) { root in
      addBox(root, 10, 10, 40, 30, .red) {
        $0.filters = [.gaussianBlur(radius: 3)]
        addBox($0, 10, 10, 10, 40, .blue)
      }
      let amounts: [Filter] = [.saturation(0.3), .sepia(0.8), .invert, .contrast(0.5)]
      for (index, filter) in amounts.enumerated() {
        addBox(root, 10 + CGFloat(index) * 27, 55, 22, 25, .orange) {
          $0.filters = [filter]
          addBox($0, 5, 5, 10, 10, Color(red: 0.2, green: 0.6, blue: 0.9))
        }
      }
      addBox(root, 70, 10, 40, 30, .green) {
        $0.filters = [.brightness(0.3), .gaussianBlur(radius: 2)]
        $0.masksToBounds = true
      }
    },
    SVGScene(name: "blend modes") { root in
      addBox(root, 0, 0, 120, 90, Color(red: 0.8, green: 0.6, blue: 0.3))
      let modes: [BlendMode] = [
        .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
        .softLight, .difference, .exclusion, .hue, .saturation, .color, .luminosity,
      ]
      for (index, mode) in modes.enumerated() {
        addBox(
          root, 4 + CGFloat(index % 5) * 23, 4 + CGFloat(index / 5) * 28, 20, 24,
          Color(red: 0.3, green: 0.5, blue: 0.9, alpha: 0.8)
        ) {
          $0.compositingFilter = mode
          addBox($0, 5, 5, 10, 10, Color(red: 0.9, green: 0.2, blue: 0.4))
        }
      }
    },
    SVGScene(name: "a blend mode inside a group, and inside round corners") { root in
      addBox(root, 0, 0, 120, 90, .yellow)
      addBox(root, 5, 5, 50, 70, Color(red: 1, green: 0, blue: 0, alpha: 0.5)) {
        $0.opacity = 0.8
        addBox($0, 10, 10, 60, 30, .cyan) { $0.compositingFilter = .multiply }
      }
      addBox(root, 65, 5, 50, 70, Color(red: 1, green: 0, blue: 0, alpha: 0.5)) {
        $0.masksToBounds = true
        $0.cornerRadius = 10
        addBox($0, 10, 10, 60, 30, .cyan) { $0.compositingFilter = .multiply }
      }
    },
  ]

  static let gradients: [SVGScene] = [
    SVGScene(name: "axial gradients") { root in
      func gradient(_ x: CGFloat, _ change: (GradientLayer) -> Void) {
        add(GradientLayer(), to: root) {
          $0.frame = CGRect(x: x, y: 10, width: 30, height: 70)
          $0.colors = [.red, Color(red: 0, green: 1, blue: 0, alpha: 0.4), .blue]
          change($0)
        }
      }
      gradient(5) { _ in }
      gradient(45) {
        $0.startPoint = CGPoint(x: 0.1, y: 0.2)
        $0.endPoint = CGPoint(x: 0.8, y: 0.9)
        $0.locations = [0, 0.3, 0.9]
        $0.cornerRadius = 10
      }
      gradient(85) { $0.locations = [-0.5, 0.25, 1.5] }
    },
    SVGScene(name: "radial gradients") { root in
      for (x, end) in [(5.0, CGPoint(x: 1, y: 1)), (65.0, CGPoint(x: 0.2, y: 0.7))] {
        add(GradientLayer(), to: root) {
          $0.frame = CGRect(x: x, y: 10, width: 50, height: 70)
          $0.type = .radial
          $0.startPoint = CGPoint(x: 0.5, y: 0.4)
          $0.endPoint = end
          $0.colors = [.white, .red, .black]
          $0.locations = [0.1, 0.5, 0.9]
        }
      }
    },
    SVGScene(name: "a conic gradient", pictures: [.conicGradient]) { root in
      add(GradientLayer(), to: root) {
        $0.frame = CGRect(x: 20, y: 10, width: 80, height: 70)
        $0.type = .conic
        $0.startPoint = CGPoint(x: 0.5, y: 0.5)
        $0.endPoint = CGPoint(x: 1, y: 0.5)
        $0.colors = [.red, .green, .blue, .red]
        $0.cornerRadius = 20
        $0.borderWidth = 2
        addBox($0, 30, 20, 20, 20, .white)
      }
    },
  ]

  static let shapes: [SVGScene] = [
    SVGScene(name: "fills by both rules") { root in
      for (x, rule) in [(30.0, FillRule.nonZero), (90.0, .evenOdd)] {
        add(ShapeLayer(), to: root) {
          $0.path = star(CGPoint(x: x, y: 45), radius: 28)
          $0.fillRule = rule
          $0.fillColor = Color(red: 0.1, green: 0.4, blue: 0.8, alpha: 0.9)
        }
      }
    },
    SVGScene(name: "strokes") { root in
      let joins: [LineJoin] = [.miter, .round, .bevel]
      let caps: [LineCap] = [.butt, .round, .square]
      for index in 0..<3 {
        add(ShapeLayer(), to: root) {
          $0.path = variedPath
          $0.fillColor = nil
          $0.strokeColor = [Color.red, .green, .blue][index].withAlpha(0.6)
          $0.lineWidth = 9 - CGFloat(index) * 3
          $0.lineJoin = joins[index]
          $0.lineCap = caps[index]
          $0.miterLimit = index == 0 ? 2 : 10
          $0.transform = Transform3D(translationX: 0, y: CGFloat(index) * 4 - 6)
        }
      }
    },
    SVGScene(name: "dashes") { root in
      for (index, pattern) in [[12, 4], [0, 9], [10, 3, 2], [0.01, 0.01]].enumerated() {
        add(ShapeLayer(), to: root) {
          $0.path = variedPath
          $0.fillColor = nil
          $0.strokeColor = .black
          $0.lineWidth = index == 1 ? 5 : 2
          $0.lineCap = index == 1 ? .round : .butt
          $0.lineDashPattern = pattern.map { CGFloat($0) }
          $0.lineDashPhase = CGFloat(index) * 3 - 4
          $0.transform = Transform3D(translationX: CGFloat(index) * 5 - 10, y: 0)
        }
      }
    },
    SVGScene(name: "parts of strokes") { root in
      let parts: [(CGFloat, CGFloat, CGFloat)] = [(0.1, 0.55, 0), (0.3, 1, 0.25), (0, 0.7, 0.9)]
      for (index, part) in parts.enumerated() {
        add(ShapeLayer(), to: root) {
          $0.path =
            index == 1 ? Path(ellipseIn: CGRect(x: 15, y: 10, width: 90, height: 70)) : variedPath
          $0.fillColor = index == 1 ? Color(white: 0.8, alpha: 0.5) : nil
          $0.strokeColor = [Color.red, .green, .blue][index].withAlpha(0.6)
          $0.lineWidth = 6
          $0.lineJoin = .round
          ($0.strokeStart, $0.strokeEnd, $0.strokeOffset) = part
          if index == 2 { $0.lineDashPattern = [8, 5] }
        }
      }
    },
  ]

  static let bitmaps: [SVGScene] = [
    SVGScene(name: "bitmaps at their own size") { root in
      let bitmap = testBitmap(30, 20)
      for (index, gravity) in [ContentsGravity.center, .topLeft, .bottomRight].enumerated() {
        addBox(root, 4 + CGFloat(index) * 39, 5, 34, 40, Color(white: 0.9)) {
          $0.contents = bitmap
          $0.contentsGravity = gravity
        }
      }
      addBox(root, 10, 60, 10, 20, nil) {
        $0.contents = bitmap
        $0.contentsRect = CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
      }
      addBox(root, 40, 60, 15, 10, nil) {
        $0.contents = bitmap
        $0.contentsGravity = .center
        $0.masksToBounds = true
      }
      addBox(root, 70, 60, 30, 20, nil) {
        $0.contents = bitmap
        $0.opacity = 0.5
      }
    },
    SVGScene(name: "bitmaps enlarged to nearest pixels") { root in
      addBox(root, 10, 5, 90, 80, nil) {
        $0.contents = testBitmap(9, 8)
        $0.magnificationFilter = .nearest
      }
    },
    // Viewers interpolate beyond the edges of a bitmap in ways of their own.
    SVGScene(name: "bitmaps stretched", tolerance: 8) { root in
      addBox(root, 5, 5, 60, 45, nil) { $0.contents = testBitmap(15, 15) }
      addBox(root, 70, 5, 45, 30, nil) {
        $0.contents = testBitmap(20, 20)
        $0.contentsGravity = .resizeAspect
      }
      addBox(root, 70, 45, 45, 40, nil) {
        $0.contents = testBitmap(20, 20)
        $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      }
    },
    SVGScene(name: "contents beyond their bitmap", pictures: [.extendedContents]) { root in
      addBox(root, 10, 10, 40, 40, nil) {
        $0.contents = testBitmap(20, 20)
        $0.contentsRect = CGRect(x: -0.5, y: -0.5, width: 2, height: 2)
      }
    },
  ]

  static let texts: [SVGScene] = [
    // Letters are placed at sixteenths of a pixel in a frame, and on whole rows.
    SVGScene(name: "text", tolerance: 12) { root in
      root.addSublayer(label("Hamburgefonstiv", 14, CGRect(x: 2, y: 2, width: 118, height: 20)))
      let bold = label("Bold & <small>", 11, CGRect(x: 2, y: 24, width: 116, height: 16), .red)
      bold.font = Font(family: "DejaVu Sans", weight: .bold)
      bold.alignmentMode = .right
      root.addSublayer(bold)
      let wrapped = label(
        "Several words that wrap into lines", 9, CGRect(x: 10, y: 42, width: 60, height: 44), .blue)
      wrapped.isWrapped = true
      wrapped.alignmentMode = .center
      root.addSublayer(wrapped)
      let cut = label("truncated at the end", 10, CGRect(x: 75, y: 50, width: 42, height: 14))
      cut.truncationMode = .end
      root.addSublayer(cut)
      let clipped = label("clipped off", 12, CGRect(x: 75, y: 70, width: 30, height: 9))
      root.addSublayer(clipped)
    },
    // Turned text is a bitmap in a frame.
    SVGScene(name: "text as outlines", tolerance: 8, options: SVGOptions(textForm: .outlines)) {
      root in
      let text = label("Outlines 0123", 16, CGRect(x: 2, y: 2, width: 118, height: 24))
      root.addSublayer(text)
      let right = label("שלום world", 14, CGRect(x: 2, y: 30, width: 110, height: 20), .blue)
      root.addSublayer(right)
      let turned = label("turned", 18, CGRect(x: 20, y: 55, width: 80, height: 24), .red)
      turned.transform = Transform3D(rotation: 0.2, x: 0, y: 0, z: 1)
      turned.contentsScale = 4
      root.addSublayer(turned)
    },
    SVGScene(name: "text with attributes", tolerance: 16) { root in
      let layer = TextLayer()
      layer.frame = CGRect(x: 2, y: 5, width: 116, height: 80)
      layer.isWrapped = true
      layer.alignmentMode = .justified
      var text = AttributedText("Under ", font: .dejaVu, fontSize: 12, isUnderlined: true)
      text += AttributedText(
        "struck ", font: .dejaVu, fontSize: 16, foregroundColor: .red, isStruckThrough: true)
      text += AttributedText("wide", font: .dejaVu, fontSize: 12, kerning: 3)
      text += AttributedText(" and more words to fill the lines", font: .dejaVu, fontSize: 10)
      layer.attributedString = text
      root.addSublayer(layer)
    },
    SVGScene(name: "text from right to left", tolerance: 12) { root in
      root.addSublayer(
        label("שלום עולם", 18, CGRect(x: 2, y: 10, width: 116, height: 26)))
      root.addSublayer(label("abc שלום def", 13, CGRect(x: 2, y: 45, width: 116, height: 26)))
    },
  ]

  static let others: [SVGScene] = [
    SVGScene(name: "instances") { root in
      let replicator = ReplicatorLayer()
      replicator.frame = CGRect(x: 40, y: 20, width: 50, height: 50)
      replicator.instanceCount = 8
      replicator.instanceTransform = Transform3D(rotation: .pi / 4, x: 0, y: 0, z: 1)
      replicator.instanceColor = Color(red: 1, green: 0.9, blue: 0.8)
      replicator.instanceRedOffset = -0.1
      replicator.instanceAlphaOffset = -0.1
      replicator.backgroundColor = Color(white: 0.9)
      addBox(replicator, 40, 20, 20, 10, .orange) { addBox($0, 2, 2, 4, 4, .blue) }
      root.addSublayer(replicator)
    },
    SVGScene(name: "a flat space") { root in
      let space = TransformLayer()
      space.frame = root.bounds
      space.opacity = 0.5
      space.transform = Transform3D(rotation: 0.2, x: 0, y: 0, z: 1)
      addBox(space, 20, 20, 50, 40, .red)
      addBox(space, 40, 30, 50, 40, .blue) { $0.zPosition = -1 }
      root.addSublayer(space)
    },
    SVGScene(name: "a perspective", pictures: [.depth]) { root in
      root.sublayerTransform.m34 = -1 / 200
      addBox(root, 20, 15, 80, 60, .orange) {
        $0.transform = Transform3D(rotation: 0.8, x: 0, y: 1, z: 0)
        addBox($0, 10, 10, 30, 30, .black)
      }
      addBox(root, 5, 5, 20, 20, .blue)
    },
    SVGScene(name: "a solid", pictures: [.depth]) { root in
      let cube = TransformLayer()
      cube.frame = CGRect(x: 35, y: 20, width: 50, height: 50)
      cube.transform = Transform3D(rotation: 0.6, x: 1, y: 1, z: 0)
      for side in 0..<4 {
        addBox(cube, 0, 0, 50, 50, [Color.red, .green, .blue, .yellow][side]) {
          $0.anchorPointZ = -25
          $0.transform = Transform3D(rotation: CGFloat(side) * .pi / 2, x: 0, y: 1, z: 0)
        }
      }
      root.addSublayer(cube)
    },
    SVGScene(name: "tiles", pictures: [.tiles]) { root in
      add(TiledLayer(), to: root) {
        $0.tileSize = CGSize(width: 32, height: 32)
        $0.drawTile = { context in
          context.fillColor = .orange
          context.fill(star(CGPoint(x: 60, y: 45), radius: 40))
        }
        addBox($0, 10, 10, 20, 20, .blue)
      }
    },
    SVGScene(name: "an operator that SVG has not", pictures: [.blendMode(.destinationOut)]) {
      root in
      addBox(root, 10, 10, 60, 60, .red)
      addBox(root, 70, 10, 40, 60, .blue) {
        $0.opacity = 0.9
        addBox($0, 5, 5, 20, 20, .green)
        addBox($0, -10, 20, 30, 30, .black) { $0.compositingFilter = .destinationOut }
      }
    },
    SVGScene(name: "a filtered background", tolerance: 2, pictures: [.backgroundFilter]) { root in
      addBox(root, 10, 10, 60, 60, .red)
      addBox(root, 40, 20, 60, 40, Color(white: 1, alpha: 0.3)) {
        $0.backgroundFilters = [.gaussianBlur(radius: 4)]
      }
    },
  ]
}

extension Font {
  static let dejaVu = Font(family: "DejaVu Sans")
}
