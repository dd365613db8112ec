import Foundation
import Lamina
import LaminaText

/// An item of a chart that has a layer of its own.
enum ChartItem {
  case box(PlacedBox, Color)
  case shape(PlacedShape)
  /// A shape that a gradient paints, which extends across a rectangle in the chart.
  case gradient(PlacedShape, LinearGradient, CGRect)
  case text(PlacedText)
  case colorBar(CGRect, [Color])

  /// Returns a new layer of the class that shows such an item.
  func makeLayer() -> Layer {
    switch self {
    case .box: Layer()
    case .shape: ChartShapeLayer()
    case .gradient: ChartGradientLayer()
    case .text: ChartTextLayer()
    case .colorBar: GradientLayer()
    }
  }

  /// Changes a layer to show the item, in the transaction in force.
  ///
  /// - Returns: false if the layer is of another class.
  func show(on layer: Layer, _ layout: ChartLayout) -> Bool {
    switch self {
    case .box(let box, let color):
      guard type(of: layer) == Layer.self else { return false }
      layer.frame = box.frame
      layer.backgroundColor = color
      layer.round(box)
    case .shape(let shape):
      guard let layer = layer as? ChartShapeLayer else { return false }
      layer.show(shape, size: layout.size)
    case .gradient(let shape, let gradient, let area):
      guard let layer = layer as? ChartGradientLayer else { return false }
      layer.show(shape, gradient, across: area, size: layout.size)
    case .text(let text):
      guard let layer = layer as? ChartTextLayer else { return false }
      layer.show(text, scale: layout.scale)
    case .colorBar(let frame, let colors):
      guard let layer = layer as? GradientLayer else { return false }
      layer.name = "color bar"
      layer.colors = colors
      layer.startPoint = CGPoint(x: 0, y: 0.5)
      layer.endPoint = CGPoint(x: 1, y: 0.5)
      layer.frame = frame
    }
    return true
  }
}

/// A shape of a chart, whose path animates implicitly.
final class ChartShapeLayer: ShapeLayer {
  override class func defaultAction(forKey key: String) -> (any Action)? {
    guard key == "path" else { return super.defaultAction(forKey: key) }
    let animation = BasicAnimation(keyPath: key)
    animation.timingFunction = Transaction.animationTimingFunction ?? .default
    animation.fillMode = .backwards
    return animation
  }

  func show(_ shape: PlacedShape, size: CGSize) {
    if name == nil { name = shape.kind.rawValue }
    Transaction.run(disableActions: true) {
      frame = CGRect(origin: .zero, size: size)
      lineCap = shape.strokeStyle.cap
      lineJoin = shape.strokeStyle.join
      let dashes = shape.strokeStyle.dashPattern
      lineDashPattern = dashes.isEmpty ? nil : dashes
      lineDashPhase = shape.strokeStyle.dashPhase
      if let path, !path.hasSameSteps(as: shape.path) {
        // There is nothing between the two.
        removeAnimation(forKey: "path")
        self.path = shape.path
      }
    }
    path = shape.path
    fillColor = shape.fill
    strokeColor = shape.stroke
    lineWidth = shape.strokeStyle.width
    miterLimit = shape.strokeStyle.miterLimit
  }
}

/// A shape of a chart that a gradient paints: a box, or the layer's mask.
final class ChartGradientLayer: GradientLayer {
  func show(
    _ shape: PlacedShape, _ gradient: LinearGradient, across area: CGRect, size: CGSize
  ) {
    if name == nil { name = shape.kind.rawValue }
    if let box = shape.box {
      frame = box.frame
      round(box)
    } else {
      Transaction.run(disableActions: true) { frame = CGRect(origin: .zero, size: size) }
    }
    show(shape.box == nil ? shape : nil, size: size)
    let stops = gradient.gradient.layerStops
    colors = stops.map(\.color)
    locations = stops.map { Double($0.location) }
    let own = frame
    func unit(_ point: CGPoint) -> CGPoint {
      CGPoint(
        x: own.width > 0 ? (point.x - own.minX) / own.width : 0,
        y: own.height > 0 ? (point.y - own.minY) / own.height : 0)
    }
    startPoint = unit(gradient.startPoint.point(in: area))
    endPoint = unit(gradient.endPoint.point(in: area))
  }

  /// Masks the gradient by a shape; nil for none.
  private func show(_ shape: PlacedShape?, size: CGSize) {
    guard var shape else {
      mask = nil
      return
    }
    let layer = mask as? ChartShapeLayer ?? ChartShapeLayer()
    if shape.fill != nil { shape.fill = .black }
    if shape.stroke != nil { shape.stroke = .black }
    layer.show(shape, size: size)
    if mask !== layer { mask = layer }
  }
}

extension Layer {
  fileprivate func round(_ box: PlacedBox) {
    guard box.cornerRadius > 0 || cornerRadius > 0 else { return }
    cornerRadius = box.cornerRadius
    maskedCorners = box.corners.mask
  }
}

extension Path {
  /// True if both paths consist of the same steps, so that there are paths between them.
  fileprivate func hasSameSteps(as other: Path) -> Bool {
    guard elements.count == other.elements.count else { return false }
    return zip(elements, other.elements).allSatisfy { a, b in
      switch (a, b) {
      case (.move, .move), (.line, .line), (.quadCurve, .quadCurve), (.curve, .curve),
        (.closeSubpath, .closeSubpath):
        true
      default: false
      }
    }
  }
}

/// A text of a chart, which is redrawn without a fade.
final class ChartTextLayer: TextLayer {
  override class func defaultAction(forKey key: String) -> (any Action)? {
    key == "contents" ? NoAction() : super.defaultAction(forKey: key)
  }

  /// Sets the number of device pixels per point.
  func setScale(_ scale: CGFloat) {
    guard contentsScale != scale else { return }
    contentsScale = scale
    setNeedsDisplay()
  }

  /// The text that is shown, and the number of device pixels per point.
  private var shown: (text: PlacedText, scale: CGFloat)?

  /// Shows a text: at once, but its place and colour as the transaction says.
  func show(_ text: PlacedText, scale: CGFloat) {
    defer { shown = (text, scale) }
    foregroundColor = text.color
    position = CGPoint(x: text.box.midX, y: text.box.midY)
    if let shown, shown.scale == scale, shown.text.hasSameForm(as: text) { return }
    Transaction.run(disableActions: true) {
      string = text.string
      font = text.font
      fontSize = text.fontSize
      alignmentMode = text.alignment
      isWrapped = text.isWrapped
      truncationMode = text.truncationMode
      // A bitmap that is turned is sampled twice as finely.
      setScale(text.angle == 0 ? scale : scale * 2)
      bounds = CGRect(origin: .zero, size: text.box.size)
      setAffineTransform(text.angle == 0 ? .identity : Transform2D(rotationAngle: text.angle))
    }
  }
}

extension Corners {
  fileprivate var mask: CornerMask {
    var mask: CornerMask = []
    if contains(.topLeft) { mask.insert(.layerMinXMinYCorner) }
    if contains(.topRight) { mask.insert(.layerMaxXMinYCorner) }
    if contains(.bottomLeft) { mask.insert(.layerMinXMaxYCorner) }
    if contains(.bottomRight) { mask.insert(.layerMaxXMaxYCorner) }
    return mask
  }
}
