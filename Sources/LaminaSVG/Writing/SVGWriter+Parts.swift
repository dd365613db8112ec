import Foundation
import Lamina
import LaminaText

// What a layer draws itself.

extension SVGWriter {
  /// Returns what a layer draws below its sublayers.
  func ownParts(of layer: Layer, in inner: Space) throws(RenderError) -> [SVGElement] {
    let notation = inner.notation
    var parts: [SVGElement] = []
    func add(_ element: SVGElement?) { if let element { parts.append(element) } }
    add(pathShadow(of: layer, in: inner))
    if let color = layer.backgroundColor, SVGNumber.alpha(color) > 0, layer.bounds.isUsable {
      let element = box(layer.bounds, of: layer, notation)
      setPaint(color, "fill", of: element)
      parts.append(element)
    }
    if let gradient = layer as? GradientLayer { add(try self.gradient(gradient, in: inner)) }
    if let text = layer as? TextLayer {
      add(self.text(of: text, notation))
    } else if layer.isFadingContents {
      add(try picture(of: layer, .contents, in: inner, because: .fadingContents))
    } else {
      for element in try contents(of: layer, in: inner) { parts.append(element) }
    }
    if layer is TiledLayer {
      add(try picture(of: layer, .kind, in: inner, because: .tiles))
    }
    if let shape = layer as? ShapeLayer { parts += self.shape(shape, notation) }
    return parts
  }

  /// Returns the particles of a layer, which are drawn over all else that it draws itself.
  func particles(of layer: Layer, in inner: Space) throws(RenderError) -> [SVGElement] {
    guard layer is EmitterLayer else { return [] }
    return [try picture(of: layer, .kind, in: inner, because: .particles)].compactMap { $0 }
  }

  func setPaint(_ color: Color, _ name: String, of element: SVGElement) {
    element[name] = SVGNumber.color(color)
    let alpha = SVGNumber.alpha(color)
    if alpha < 1 { element[name + "-opacity"] = SVGNumber.text(alpha) }
  }

  // MARK: - Boxes

  /// Returns the outline of a rectangle with the corners of a layer.
  func box(_ rect: CGRect, of layer: Layer, _ notation: SVGNotation) -> SVGElement {
    let radius = layer.drawnCornerRadius
    if radius > 0, layer.cornerCurve != .circular || layer.maskedCorners != .all {
      return SVGElement("path", ["d": notation.path(corneredPath(rect, of: layer, inset: 0))])
    }
    let element = SVGElement("rect")
    if rect.minX != 0 { element["x"] = notation.length(rect.minX) }
    if rect.minY != 0 { element["y"] = notation.length(rect.minY) }
    element["width"] = notation.length(rect.width)
    element["height"] = notation.length(rect.height)
    if radius > 0 { element["rx"] = notation.length(radius) }
    return element
  }

  private func corneredPath(_ rect: CGRect, of layer: Layer, inset: CGFloat) -> Path {
    let radius = max(0, layer.drawnCornerRadius - inset)
    return Path(
      rect, cornerSize: CGSize(width: radius, height: radius), corners: layer.maskedCorners,
      curve: layer.cornerCurve)
  }

  /// Returns the border of a layer; nil if there is none.
  func border(of layer: Layer, _ notation: SVGNotation) -> SVGElement? {
    let width = layer.borderWidth
    let rect = layer.bounds
    guard width > 0, rect.isUsable, let color = layer.borderColor, SVGNumber.alpha(color) > 0
    else { return nil }
    let inner = rect.insetBy(dx: width, dy: width)
    let radius = layer.drawnCornerRadius
    if inner.isNull || inner.isEmpty {
      let element = box(rect, of: layer, notation)
      setPaint(color, "fill", of: element)
      return element
    }
    let isRound = radius > 0
    if isRound, layer.cornerCurve != .circular || layer.maskedCorners != .all || radius < width {
      var ring = corneredPath(rect, of: layer, inset: 0)
      ring.addPath(corneredPath(inner, of: layer, inset: width))
      let element = SVGElement("path", ["d": notation.path(ring), "fill-rule": "evenodd"])
      setPaint(color, "fill", of: element)
      return element
    }
    let element = SVGElement("rect")
    setRegion(rect.insetBy(dx: width / 2, dy: width / 2), of: element, notation)
    if isRound { element["rx"] = notation.length(radius - width / 2) }
    element["fill"] = "none"
    setPaint(color, "stroke", of: element)
    if width != 1 { element["stroke-width"] = notation.length(width) }
    return element
  }

  // MARK: - Gradients

  private func gradient(
    _ layer: GradientLayer, in inner: Space
  ) throws(RenderError) -> SVGElement? {
    let bounds = layer.bounds
    guard bounds.isUsable, let stops = GradientStops(layer) else { return nil }
    func place(_ unit: CGPoint) -> CGPoint {
      CGPoint(x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
    }
    let start = place(layer.startPoint)
    let end = place(layer.endPoint)
    let notation = inner.notation
    let gradient: SVGElement
    switch layer.type {
    case .conic:
      guard start != end else { return nil }
      return try picture(of: layer, .kind, in: inner, because: .conicGradient)
    case .axial:
      guard start != end else { return nil }
      gradient = SVGElement("linearGradient", ["gradientUnits": "userSpaceOnUse"])
      for (name, value) in [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)] {
        gradient[name] = notation.length(value)
      }
    case .radial:
      guard start.x != end.x, start.y != end.y else { return nil }
      gradient = SVGElement(
        "radialGradient", ["gradientUnits": "userSpaceOnUse", "cx": "0", "cy": "0", "r": "1"])
      // The factors are lengths here.
      let (x, y) = (notation.length(abs(end.x - start.x)), notation.length(abs(end.y - start.y)))
      gradient["gradientTransform"] =
        "matrix(\(x) 0 0 \(y) \(notation.length(start.x)) \(notation.length(start.y)))"
    }
    gradient.children = stops.elements
    let element = box(bounds, of: layer, notation)
    element["fill"] = "url(#\(define(gradient, "gradient")))"
    return element
  }

  // MARK: - Shapes

  private func shape(_ layer: ShapeLayer, _ notation: SVGNotation) -> [SVGElement] {
    guard let path = layer.path, !path.isEmpty else { return [] }
    let fill = layer.fillColor.flatMap { SVGNumber.alpha($0) > 0 ? $0 : nil }
    let stroke = layer.strokeColor.flatMap { SVGNumber.alpha($0) > 0 ? $0 : nil }
    let stroked = stroke == nil ? nil : layer.strokedPath
    var elements: [SVGElement] = []
    if let fill {
      let element = SVGElement("path", ["d": notation.path(path)])
      if fill != .black { setPaint(fill, "fill", of: element) }
      if layer.fillRule == .evenOdd { element["fill-rule"] = "evenodd" }
      elements.append(element)
    }
    if let stroke, let stroked {
      let element: SVGElement
      if let last = elements.last, stroked == path {
        element = last
      } else {
        element = SVGElement("path", ["d": "", "fill": "none"])
        elements.append(element)
      }
      element["d"] = notation.path(stroked, showsDots: layer.lineCap != .butt)
      setPaint(stroke, "stroke", of: element)
      setStroke(of: layer, element, notation)
    }
    return elements
  }

  private func setStroke(of layer: ShapeLayer, _ element: SVGElement, _ notation: SVGNotation) {
    if layer.lineWidth != 1 { element["stroke-width"] = notation.length(layer.lineWidth) }
    if layer.lineCap != .butt { element["stroke-linecap"] = layer.lineCap.rawValue }
    switch layer.lineJoin {
    case .miter where layer.miterLimit == 4: break
    case .miter where layer.miterLimit >= 1:
      element["stroke-miterlimit"] = SVGNumber.text(layer.miterLimit)
    case .miter: element["stroke-linejoin"] = "bevel"
    case .round, .bevel: element["stroke-linejoin"] = layer.lineJoin.rawValue
    }
    let dashes = layer.lineDashPattern ?? []
    let period = dashes.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    guard period >= Dasher.shortestPattern, period.isFinite else { return }
    element["stroke-dasharray"] = dashes.map { notation.length($0) }.joined(separator: " ")
    if layer.lineDashPhase != 0 {
      // Viewers differ in what they make of a negative offset, or a large one.
      let phase = layer.lineDashPhase.truncatingRemainder(dividingBy: period)
      let offset = notation.length(phase < 0 ? phase + period : phase)
      if offset != "0" { element["stroke-dashoffset"] = offset }
    }
  }
}

extension Layer {
  /// The corner radius as drawn; 0 if no corner is round.
  var drawnCornerRadius: CGFloat {
    hasRoundCorners ? max(0, min(cornerRadius, min(bounds.width, bounds.height) / 2)) : 0
  }
}

/// The stops of a gradient, from 0 to 1.
private struct GradientStops {
  private var stops: [(location: Double, color: Color)] = []

  /// Returns nil if the layer draws no gradient.
  init?(_ layer: GradientLayer) {
    guard let colors = layer.colors, colors.count > 1,
      layer.locations.map({ $0.count == colors.count }) ?? true
    else { return nil }
    let given =
      layer.locations ?? colors.indices.map { Double($0) / Double(colors.count - 1) }
    var last = -Double.infinity
    let all = zip(given, colors).map { location, color in
      last = max(last, location)
      return (location: last, color: color)
    }
    // SVG moves stops outside of 0...1 to its ends; in a frame only what is inside is drawn.
    if let first = all.first, first.location < 0 { stops.append((0, Self.color(at: 0, all))) }
    stops += all.filter { (0...1).contains($0.location) }
    if last > 1 { stops.append((1, Self.color(at: 1, all))) }
  }

  private static func color(
    at place: Double, _ stops: [(location: Double, color: Color)]
  ) -> Color {
    guard let next = stops.firstIndex(where: { $0.location > place }) else {
      return stops[stops.count - 1].color
    }
    guard next > 0 else { return stops[0].color }
    let (from, to) = (stops[next - 1], stops[next])
    let part = (place - from.location) / (to.location - from.location)
    func mix(_ path: KeyPath<Color, Double>) -> Double {
      func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
      let (a, b) = (unit(from.color[keyPath: path]), unit(to.color[keyPath: path]))
      return a + (b - a) * part
    }
    return Color(
      red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
  }

  var elements: [SVGElement] {
    stops.map { location, color in
      let stop = SVGElement("stop", ["offset": SVGNumber.text(location, decimals: 6)])
      stop["stop-color"] = SVGNumber.color(color)
      let alpha = SVGNumber.alpha(color)
      if alpha < 1 { stop["stop-opacity"] = SVGNumber.text(alpha) }
      return stop
    }
  }
}
