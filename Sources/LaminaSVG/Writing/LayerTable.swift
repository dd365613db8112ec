import Foundation
import Lamina

/// The layers that a document shows, each before its sublayers.
///
/// A table instead of a tree of objects: layers may be nested more deeply than the stack allows.
struct LayerTable {
  /// A layer with what the layers around and inside it say about it.
  struct Node {
    let layer: Layer
    /// The index of the superlayer; nil at the root.
    let parent: Int?
    /// The number of layers around it.
    let level: Int
    let isMask: Bool
    /// The sublayers that are drawn, back to front.
    var children: [Int] = []
    var mask: Int?
    /// True if the layer has sublayers, drawn or not.
    var hasSublayers = false
    var plane = FlattenedTransform.affine(.identity)
    /// True if neither the layer nor anything in it is drawn.
    var isHidden = false
    /// True if the plane shows its back.
    var facesAway = false
    /// The reason to embed a picture of the layer with all in it.
    var pictured: SVGReport.Reason?
    /// The reason to embed a picture of the enclosing group, whose pixels the layer or one in it is
    /// composed with in a way that SVG cannot say.
    var affectsGroup: SVGReport.Reason?
    /// The blend mode, of the layer or of one in it, that acts on the enclosing group.
    var blendMode: BlendMode?
  }

  private(set) var nodes: [Node] = []

  /// The maximum number of layers around a layer. Readers of XML accept 256 nested elements, and a
  /// layer takes up to four.
  static let deepest = 48

  subscript(index: Int) -> Node { nodes[index] }

  /// Adds a layer and those in it, and returns its index.
  ///
  /// - Parameters:
  ///   - parent: the index of the superlayer; nil for a root.
  mutating func add(_ top: Layer, parent: Int?) -> Int {
    let first = nodes.count
    var pending = [(layer: top, parent: parent, isMask: false)]
    while let (layer, parent, isMask) = pending.popLast() {
      let index = nodes.count
      var node = Node(
        layer: layer, parent: parent, level: parent.map { nodes[$0].level + 1 } ?? 0, isMask: isMask
      )
      place(&node)
      if let parent, index != first {
        if isMask { nodes[parent].mask = index } else { nodes[parent].children.append(index) }
      }
      let sublayers = node.isHidden ? [] : layer.sublayersInDrawingOrder
      node.hasSublayers = !sublayers.isEmpty
      nodes.append(node)
      if node.isHidden { continue }
      for sublayer in sublayers.reversed() { pending.append((sublayer, index, false)) }
      if let mask = layer.mask { pending.append((mask, index, true)) }
    }
    for index in stride(from: nodes.count - 1, through: first, by: -1) { summarize(index) }
    return first
  }

  /// Finds out where a layer is.
  private func place(_ node: inout Node) {
    let layer = node.layer
    // The sublayer transform does not act on the mask; that of a replicator acts on its instances.
    let parent = node.parent.map { nodes[$0].layer }
    let space = node.isMask || parent is ReplicatorLayer ? nil : parent
    node.facesAway =
      (node.parent.map { nodes[$0].facesAway } ?? false) != layer.showsBack(in: space)
    node.plane = FlattenedTransform(flattening: layer.wholeTransform(in: space))
    node.isHidden =
      layer.isHidden || layer.opacity < 1 / 510 || (node.facesAway && !layer.isDoubleSided)
      || node.parent.map { nodes[$0].isHidden } ?? false
  }

  /// Finds out what the layers in a layer say about it, after them.
  private mutating func summarize(_ index: Int) {
    let node = nodes[index]
    if node.isHidden { return }
    let layer = node.layer
    var reason: SVGReport.Reason?
    var blendMode: BlendMode?
    for child in node.children {
      reason = reason ?? nodes[child].affectsGroup
      blendMode = blendMode ?? nodes[child].blendMode
    }
    if let mode = blendMode, reason == nil, layer.masksToBounds, !layer.isSpace,
      !node.isComposedAlone
    {
      reason = .clippedBlendMode(mode)
    }
    var pictured: SVGReport.Reason?
    if node.isComposedAlone || node.parent == nil {
      pictured = reason
      (reason, blendMode) = (nil, nil)
    }
    // The mode of a layer inside that acts on what is behind this one.
    let inner = blendMode
    if let mode = layer.compositingFilter, !layer.isSpace {
      if mode.nameInCSS == nil { reason = .blendMode(mode) } else { blendMode = mode }
      if node.parent == nil { (reason, blendMode) = (nil, nil) }
    }
    if layer.backgroundFilters.contains(where: \.isEnabled), !layer.isSpace {
      reason = .backgroundFilter
      if node.parent == nil { reason = nil }
    }
    if node.plane == .perspective { pictured = pictured ?? .depth }
    if layer.isSpace, pictured == nil, !isFlat(index) { pictured = .depth }
    if pictured == nil, !layer.isSpace, layer.filters.contains(where: \.changesAlpha) {
      pictured = .alphaFilter
    }
    if pictured == nil, node.isBeyondViewers { pictured = .range }
    if pictured == nil, node.level >= Self.deepest, node.hasSublayers || node.mask != nil {
      pictured = .nesting
    }
    // A picture is not composed with what is behind it as a layer in it would be.
    if pictured != nil, reason == nil, let mode = inner { reason = .clippedBlendMode(mode) }
    if node.parent == nil { reason = nil }
    nodes[index].affectsGroup = reason
    nodes[index].blendMode = blendMode
    nodes[index].pictured = pictured
  }

  /// Returns true if all layers in the 3-D space of a layer are in its superlayer's plane, so that
  /// the tree's order is that of drawing.
  private func isFlat(_ top: Int) -> Bool {
    if nodes[top].layer is ReplicatorLayer { return false }
    var isNested = false
    var hasDepth = false
    var pending = [top]
    while let index = pending.popLast() {
      let node = nodes[index]
      let parent = node.parent.map { nodes[$0].layer }
      var whole = node.layer.wholeTransform(in: node.isMask ? nil : parent)
      if whole.m43 != 0 { hasDepth = true }
      whole.m43 = 0
      guard whole.isAffine else { return false }
      guard node.layer.isSpace else { continue }
      if index != top { isNested = true }
      if node.layer is ReplicatorLayer { return false }
      pending += node.children
    }
    return !(isNested && hasDepth)
  }
}

extension LayerTable.Node {
  /// The limit of the numbers with which viewers of SVG draw correctly: many compute in 32 bits, with
  /// 8 of them for fractions of pixels.
  private static let viewerLimit = 1e6

  /// True if viewers cannot draw the layer in its place.
  fileprivate var isBeyondViewers: Bool {
    guard case .affine(let transform) = plane else { return false }
    var numbers = [
      transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
      layer.bounds.minX, layer.bounds.minY, layer.bounds.maxX, layer.bounds.maxY,
    ]
    if let box = (layer as? ShapeLayer)?.path?.boundingBox, !box.isNull {
      numbers += [box.minX, box.minY, box.maxX, box.maxY]
    }
    return numbers.contains { abs($0) > Self.viewerLimit }
  }

  /// True if the layer and those in it are composed before what is behind them, in a frame.
  var isComposedAlone: Bool {
    if layer.isSpace { return false }
    if hasSublayers, layer.opacity < 1, layer.allowsGroupOpacity { return true }
    if mask != nil || layer.compositingFilter != nil { return true }
    if layer.filters.contains(where: \.isEnabled) { return true }
    if layer.backgroundFilters.contains(where: \.isEnabled) { return true }
    if hasSublayers, layer.hasShadow, layer.shadowPath == nil { return true }
    return hasSublayers && layer.masksToBounds && layer.hasRoundCorners
  }
}

extension Layer {
  /// True if the layer does not flatten its sublayers.
  var isSpace: Bool {
    self is TransformLayer || (self as? ReplicatorLayer)?.preservesDepth == true
  }

  /// True if some corner is round.
  var hasRoundCorners: Bool { cornerRadius > 0 && !maskedCorners.isEmpty }

  /// True if the layer has a visible shadow.
  var hasShadow: Bool {
    shadowOpacity > 0 && shadowColor.map { SVGNumber.alpha($0) > 0 } ?? false
  }
}

extension Filter {
  /// True if the filter adds a constant to the alpha, which a frame does only where a pixel is not
  /// transparent.
  fileprivate var changesAlpha: Bool {
    isEnabled && matrix.map { $0.elements[19] != 0 } ?? false
  }
}

extension BlendMode {
  /// The name in the property `mix-blend-mode`; nil if there is none that viewers know.
  var nameInCSS: String? {
    switch self {
    case .multiply: "multiply"
    case .screen: "screen"
    case .overlay: "overlay"
    case .darken: "darken"
    case .lighten: "lighten"
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .hardLight: "hard-light"
    case .softLight: "soft-light"
    case .difference: "difference"
    case .exclusion: "exclusion"
    case .hue: "hue"
    case .saturation: "saturation"
    case .color: "color"
    case .luminosity: "luminosity"
    default: nil
    }
  }
}
