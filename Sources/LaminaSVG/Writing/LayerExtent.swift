import Foundation
import Lamina

/// The rectangles that a layer and all in it may draw on, in the layer's own coordinate space.
struct LayerExtent {
  /// Before the layer's own effects and its clip; nil if unknown.
  var inner: CGRect?
  /// With the shadow, filters and clip; nil if unknown.
  var outer: CGRect?
}

extension SVGWriter {
  /// Measures the layers of the table from an index on.
  func measureExtents(from first: Int) {
    extents += Array(repeating: LayerExtent(), count: table.nodes.count - first)
    for index in stride(from: table.nodes.count - 1, through: first, by: -1) {
      extents[index] = extent(of: table[index])
    }
  }

  private func extent(of node: LayerTable.Node) -> LayerExtent {
    let layer = node.layer
    // What is in space is not placed plane by plane.
    if layer.isSpace, node.pictured != nil { return LayerExtent() }
    var inner: CGRect? = ownExtent(of: layer)
    for child in node.children {
      guard let sum = inner else { break }
      if table[child].isHidden || table[child].plane == .overflow { continue }
      guard case .affine(let transform) = table[child].plane, let outer = extents[child].outer
      else {
        inner = nil
        break
      }
      inner = sum.union(outer.applying(transform))
    }
    if let replicator = layer as? ReplicatorLayer, replicator.instanceCount > 1 { inner = nil }
    // A space has no plane to clip to, and no effects.
    if layer.isSpace { return LayerExtent(inner: inner, outer: inner) }
    guard let content = inner, !content.isNull, content.grown(by: 1).isUsable else {
      return LayerExtent(inner: nil, outer: layer.masksToBounds ? layer.bounds : nil)
    }
    let outer = content.grown(by: layer.effectsReach)
    return LayerExtent(
      inner: content, outer: layer.masksToBounds ? outer.intersection(layer.bounds) : outer)
  }

  /// Returns the rectangle that a layer itself draws on; nil if unknown.
  func ownExtent(of layer: Layer) -> CGRect? {
    if layer is EmitterLayer { return nil }
    var extent = layer.bounds
    for patch in layer.contentsPatches { extent = extent.union(patch.target) }
    if let path = layer.shadowPath, layer.hasShadow { extent = extent.union(path.boundingBox) }
    if let shape = layer as? ShapeLayer, let path = shape.path, !path.isEmpty {
      // A miter, and the corner of a square cap.
      let reach = max(0, shape.lineWidth) * max(1.5, abs(shape.miterLimit)) / 2
      extent = extent.union(path.boundingBox.grown(by: reach))
    }
    return extent
  }
}

extension Layer {
  /// The distance to which the shadow and the filters reach, in points of the layer's own space.
  var effectsReach: CGFloat {
    var reach: CGFloat = 0
    for filter in filters where filter.isEnabled {
      if case .gaussianBlur(let radius) = filter.effect { reach += 3 * max(0, radius) }
    }
    if hasShadow {
      reach += 3 * max(0, shadowRadius) + max(abs(shadowOffset.width), abs(shadowOffset.height))
    }
    return reach
  }
}
