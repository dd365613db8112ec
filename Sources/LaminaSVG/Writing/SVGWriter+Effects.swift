import Foundation
import Lamina

// Shadows and filters.

extension SVGWriter {
  /// Returns the identifier of the filter that a layer's shadow and filters make; nil if there are
  /// none.
  func filter(of index: Int, in inner: Space) -> String? {
    let layer = table[index].layer
    var steps: [SVGElement] = []
    if layer.hasShadow, layer.shadowPath == nil { steps += shadow(of: layer, inner.notation) }
    for filter in layer.filters where filter.isEnabled {
      if case .gaussianBlur(let radius) = filter.effect {
        if radius > 0 { steps.append(blur(radius, inner.notation)) }
      } else if let matrix = filter.matrix {
        steps.append(colorMatrix(matrix))
      }
    }
    if steps.isEmpty { return nil }
    let reach = layer.effectsReach
    var region = inner.visible
    if let content = extents[index].inner { region = region.intersection(content.grown(by: reach)) }
    guard region.isUsable else { return nil }
    return defineFilter(steps, region, inner.notation)
  }

  private func defineFilter(
    _ steps: [SVGElement], _ region: CGRect, _ notation: SVGNotation
  ) -> String {
    let filter = SVGElement("filter", ["filterUnits": "userSpaceOnUse"])
    setRegion(region, of: filter, notation)
    filter["color-interpolation-filters"] = "sRGB"
    filter.children = steps
    return define(filter, "filter")
  }

  /// Returns the steps that put a shadow behind the picture of a layer.
  private func shadow(of layer: Layer, _ notation: SVGNotation) -> [SVGElement] {
    let offset = SVGElement("feOffset")
    var steps: [SVGElement] = []
    if layer.shadowRadius > 0 {
      let blur = blur(layer.shadowRadius, notation)
      blur["in"] = "SourceAlpha"
      steps.append(blur)
    } else {
      offset["in"] = "SourceAlpha"
    }
    offset["dx"] = notation.length(layer.shadowOffset.width)
    offset["dy"] = notation.length(layer.shadowOffset.height)
    offset["result"] = "cast"
    let color = layer.shadowColor ?? .clear
    let flood = SVGElement("feFlood", ["flood-color": SVGNumber.color(color)])
    flood["flood-opacity"] = SVGNumber.text(layer.shadowAlpha)
    let merge = SVGElement("feMerge")
    merge.children = [
      SVGElement("feMergeNode"), SVGElement("feMergeNode", ["in": "SourceGraphic"]),
    ]
    return steps + [
      offset, flood, SVGElement("feComposite", ["in2": "cast", "operator": "in"]), merge,
    ]
  }

  /// Returns the shadow that a path casts; nil if there is none.
  func pathShadow(of layer: Layer, in inner: Space) -> SVGElement? {
    guard layer.hasShadow, let path = layer.shadowPath, !path.isEmpty else { return nil }
    let notation = inner.notation
    let element = SVGElement("path", ["d": notation.path(path)])
    let offset = layer.shadowOffset
    element["transform"] = notation.transform(
      Transform2D(translationX: offset.width, y: offset.height))
    let color = layer.shadowColor ?? .clear
    element["fill"] = SVGNumber.color(color)
    if layer.shadowAlpha < 1 { element["fill-opacity"] = SVGNumber.text(layer.shadowAlpha) }
    if layer.shadowRadius > 0 {
      let region = path.boundingBox.grown(by: 3 * layer.shadowRadius).intersection(
        inner.visible.offsetBy(dx: -offset.width, dy: -offset.height)
          .grown(by: 3 * layer.shadowRadius))
      guard region.isUsable else { return nil }
      let filter = defineFilter([blur(layer.shadowRadius, notation)], region, notation)
      element["filter"] = "url(#\(filter))"
    }
    return element
  }

  private func blur(_ radius: CGFloat, _ notation: SVGNotation) -> SVGElement {
    SVGElement("feGaussianBlur", ["stdDeviation": notation.length(radius)])
  }

  private func colorMatrix(_ matrix: ColorMatrix) -> SVGElement {
    let numbers = matrix.elements.map { SVGNumber.text($0) }.joined(separator: " ")
    return SVGElement("feColorMatrix", ["type": "matrix", "values": numbers])
  }

  /// Returns the identifier of a filter that multiplies red, green and blue; nil if that changes
  /// nothing.
  func tint(_ color: Color, in space: Space) -> String? {
    guard color.red < 1 || color.green < 1 || color.blue < 1 else { return nil }
    let matrix = ColorMatrix([
      color.red, 0, 0, 0, 0, 0, color.green, 0, 0, 0, 0, 0, color.blue, 0, 0, 0, 0, 0, 1, 0,
    ])
    return defineFilter([colorMatrix(matrix)], space.visible, space.notation)
  }
}

extension Layer {
  /// The alpha of the shadow, from 0 to 1.
  fileprivate var shadowAlpha: Double {
    SVGNumber.alpha(shadowColor ?? .clear) * Double(max(0, min(1, shadowOpacity)))
  }
}
