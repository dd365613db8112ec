import Foundation
import Lamina
import LaminaText

/// A writer of one document.
final class SVGWriter {
  /// The coordinate space in which a layer is placed.
  struct Space {
    /// The part that may be visible in the document.
    var visible: CGRect
    /// The number of points in the document for a unit of the space.
    var scale: Double
    /// The opacity that the layers around hand down.
    var alpha = 1.0

    var notation: SVGNotation { SVGNotation(scale: scale) }

    /// Returns the space of a layer that is placed here; nil if the transform has no inverse.
    func inner(_ transform: Transform2D) -> Space? {
      guard let inverse = transform.inverse else { return nil }
      let visible = self.visible.applying(inverse)
      guard visible.isUsable else { return nil }
      return Space(visible: visible, scale: scale * transform.largestScale)
    }
  }

  let size: CGSize
  /// The time that is presented: an earlier one inside instances with a delay.
  var time: Double?
  let options: SVGOptions
  var table = LayerTable()
  var extents: [LayerExtent] = []
  var report = SVGReport()
  /// The gradients, clips, masks, filters and shared bitmaps.
  private var definitions: [SVGElement] = []
  private var knownDefinitions: [String: String] = [:]
  private var counts: [String: Int] = [:]
  /// The bitmaps in the document, in order of their first use.
  var bitmaps: [BitmapUse] = []
  var bitmapIndices: [BitmapKey: Int] = [:]
  /// The bitmaps with enlarged pixels, each with the one it was made of, which keeps its identity.
  var enlargedBitmaps: [EnlargedKey: (source: Bitmap, result: Bitmap)] = [:]
  /// The number of instances of replicators written so far.
  var instanceCount = 0
  /// True if some layer has a blend mode.
  private var usesBlendModes = false

  init(size: CGSize, time: Double?, options: SVGOptions) {
    self.size = size
    self.time = time
    self.options = options
  }

  /// Returns the root element.
  func document(
    of layer: Layer, title: String?, description: String?
  ) throws(RenderError) -> SVGElement {
    let viewport = CGRect(origin: .zero, size: size)
    let space = Space(visible: viewport, scale: 1)
    let top = add(try source(of: layer), parent: nil)
    let content = try element(top, in: space)
    let (width, height) = (SVGNumber.text(size.width), SVGNumber.text(size.height))
    let root = SVGElement("svg", ["xmlns": "http://www.w3.org/2000/svg"])
    if !bitmaps.isEmpty || instanceCount > 0 {
      root["xmlns:xlink"] = "http://www.w3.org/1999/xlink"
    }
    root["width"] = width
    root["height"] = height
    root["viewBox"] = "0 0 \(width) \(height)"
    if title != nil || description != nil { root["role"] = "img" }
    if usesBlendModes { root.addStyle("isolation", "isolate") }
    for (name, text) in [("title", title), ("desc", description)] {
      guard let text else { continue }
      let element = SVGElement(name)
      element.text = text
      root.children.append(element)
    }
    finishBitmaps()
    if !definitions.isEmpty {
      let element = SVGElement("defs")
      element.children = definitions
      root.children.append(element)
    }
    if let content { root.children.append(content) }
    return root
  }

  /// Returns what is to be written of a layer: itself, laid out and displayed, or its presentation.
  ///
  /// - Throws: `RenderError.undrawnLayer` if a layer cannot draw its contents.
  private func source(of layer: Layer) throws(RenderError) -> Layer {
    if layer.model() !== layer { return layer }
    if let time, layer.presentation() != nil { return layer.presentation(at: time) }
    layer.layoutIfNeeded()
    var pending = [layer]
    while let next = pending.popLast() {
      // Text needs no bitmap.
      if !(next is TextLayer) {
        next.displayIfNeeded()
        if let error = next.contentsError { throw .undrawnLayer(error) }
      }
      pending += next.sublayers ?? []
      if let mask = next.mask { pending.append(mask) }
    }
    return layer
  }

  /// Adds a layer and those in it to the table, and returns its index.
  func add(_ layer: Layer, parent: Int?) -> Int {
    let first = table.add(layer, parent: parent)
    measureExtents(from: first)
    return first
  }

  // MARK: - Definitions

  /// Returns a new identifier.
  func newIdentifier(_ kind: String) -> String {
    counts[kind, default: 0] += 1
    return identifierPrefix + kind + String(counts[kind]!)
  }

  private var identifierPrefix: String {
    let prefix = String(
      options.idPrefix.unicodeScalars.map { scalar -> Character in
        let isKept =
          scalar.isASCII
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar == "-" || scalar == "_")
        return isKept ? Character(scalar) : "_"
      })
    guard let first = prefix.first else { return "" }
    return first.isNumber || first == "-" ? "_" + prefix : prefix
  }

  /// Adds a definition, or finds an equal one, and returns its identifier.
  func define(_ element: SVGElement, _ kind: String) -> String {
    var text = ""
    element.write(into: &text)
    if let known = knownDefinitions[text] { return known }
    let identifier = newIdentifier(kind)
    knownDefinitions[text] = identifier
    element.identify(identifier)
    definitions.append(element)
    return identifier
  }

  /// Adds a bitmap to the definitions.
  func define(bitmap element: SVGElement) { definitions.append(element) }

  // MARK: - Layers

  /// Returns the element of a layer with all in it; nil if nothing is visible.
  ///
  /// - Parameter space: the space of the superlayer's sublayers.
  func element(_ index: Int, in space: Space) throws(RenderError) -> SVGElement? {
    let node = table[index]
    if node.isHidden || !space.visible.isUsable { return nil }
    if node.plane == .overflow {
      SVGReport.add(.overflow, of: node.layer, to: &report.omissions)
      return nil
    }
    if let reason = node.pictured ?? reasonForPicture(of: node.layer) {
      return try picture(of: index, in: space, because: reason)
    }
    guard case .affine(let transform) = node.plane, var inner = space.inner(transform) else {
      return nil
    }
    let layer = node.layer
    let group = SVGElement("g")
    if options.includesNames, let name = layer.name { group["data-name"] = name }
    group["transform"] = space.notation.transform(transform)
    let alpha = space.alpha * Double(min(1, layer.opacity))
    if layer.isSpace {
      inner.alpha = alpha
      for child in node.children {
        if let element = try element(child, in: inner) { group.children.append(element) }
      }
      return group.children.isEmpty ? nil : group.simplified
    }
    if layer.masksToBounds {
      inner.visible = inner.visible.intersection(layer.bounds)
      guard inner.visible.isUsable else { return nil }
    }
    let shown = inner.visible
    inner.visible = inner.visible.grown(by: layer.effectsReach)
    let isSeparate = node.hasSublayers && !layer.allowsGroupOpacity && !node.hasEffects
    var own = try ownParts(of: layer, in: inner)
    var border = [self.border(of: layer, inner.notation)].compactMap { $0 }
    if isSeparate, alpha < 1 {
      (own, border) = (faded(own, alpha), faded(border, alpha))
      inner.alpha = alpha
    }
    let particles = try particles(of: layer, in: inner)
    if node.hasSublayers {
      group.children = try own + particles + sublayers(of: index, in: inner) + border
    } else {
      group.children = own + border + particles
    }
    if group.children.isEmpty { return nil }
    if let filter = filter(of: index, in: inner) { group["filter"] = "url(#\(filter))" }
    if layer.masksToBounds, spreads(node) {
      group["clip-path"] = "url(#\(clip(to: layer, inner.notation)))"
      if node.hasSublayers, layer.hasRoundCorners, node.children.contains(where: blends) {
        group.addStyle("isolation", "isolate")
      }
    }
    if let mask = node.mask {
      var outer = inner
      outer.visible = shown
      guard let identifier = try self.mask(mask, in: outer) else { return nil }
      group["mask"] = "url(#\(identifier))"
    }
    if !isSeparate, alpha < 1 { group["opacity"] = SVGNumber.text(alpha) }
    addBlendMode(of: node, to: group)
    return group.simplified
  }

  /// Returns the reason for a picture that only writing shows.
  private func reasonForPicture(of layer: Layer) -> SVGReport.Reason? {
    (layer as? ReplicatorLayer).flatMap { reasonForPicture(ofInstances: $0) }
  }

  private func blends(_ index: Int) -> Bool { table[index].blendMode != nil }

  func addBlendMode(of node: LayerTable.Node, to element: SVGElement) {
    guard node.parent != nil, let mode = node.layer.compositingFilter?.nameInCSS else { return }
    element.addStyle("mix-blend-mode", mode)
    usesBlendModes = true
  }

  /// Returns elements with an opacity that each of several layers has for itself.
  private func faded(_ elements: [SVGElement], _ alpha: Double) -> [SVGElement] {
    if elements.isEmpty { return [] }
    let group = SVGElement("g", ["opacity": SVGNumber.text(alpha)])
    group.children = elements
    return [group.simplified]
  }

  private func sublayers(of index: Int, in inner: Space) throws(RenderError) -> [SVGElement] {
    let node = table[index]
    if let replicator = node.layer as? ReplicatorLayer {
      return try instances(of: replicator, index, in: inner)
    }
    var elements: [SVGElement] = []
    for child in node.children {
      if let element = try element(child, in: inner) { elements.append(element) }
    }
    return elements
  }

  /// True if something of a layer may be outside its bounds.
  private func spreads(_ node: LayerTable.Node) -> Bool {
    let layer = node.layer
    return node.hasSublayers || layer.contents != nil || layer is ShapeLayer
      || layer is EmitterLayer || layer is TiledLayer || layer.hasShadow
      || layer.filters.contains(where: \.isEnabled)
  }

  /// Returns the identifier of a clip to the bounds and corners of a layer.
  private func clip(to layer: Layer, _ notation: SVGNotation) -> String {
    let clip = SVGElement("clipPath")
    clip.children = [box(layer.bounds, of: layer, notation)]
    return define(clip, "clip")
  }

  /// Returns the identifier of a mask; nil if it shows nothing.
  private func mask(_ index: Int, in inner: Space) throws(RenderError) -> String? {
    var region = inner.visible
    if case .affine(let transform) = table[index].plane, let extent = extents[index].outer {
      region = region.intersection(extent.applying(transform))
    }
    guard region.isUsable else { return nil }
    guard let content = try element(index, in: inner) else { return nil }
    let mask = SVGElement("mask", ["maskUnits": "userSpaceOnUse"])
    setRegion(region, of: mask, inner.notation)
    mask.addStyle("mask-type", "alpha")
    mask.children = [content]
    // Masks may look equal while the bitmaps in them are not written yet.
    let identifier = newIdentifier("mask")
    mask.identify(identifier)
    definitions.append(mask)
    return identifier
  }

  func setRegion(_ region: CGRect, of element: SVGElement, _ notation: SVGNotation) {
    element["x"] = notation.length(region.minX)
    element["y"] = notation.length(region.minY)
    element["width"] = notation.length(region.width)
    element["height"] = notation.length(region.height)
  }
}

extension LayerTable.Node {
  /// True if the layer is composed before its opacity acts, even if the opacity does not apply to a
  /// group.
  var hasEffects: Bool {
    mask != nil || layer.compositingFilter != nil || layer.filters.contains(where: \.isEnabled)
      || layer.backgroundFilters.contains(where: \.isEnabled)
      || hasSublayers && layer.hasShadow && layer.shadowPath == nil
  }
}

extension CGRect {
  /// True if the rectangle is finite and contains more than nothing.
  var isUsable: Bool {
    !isNull && width > 0 && height > 0 && minX.isFinite && minY.isFinite && width.isFinite
      && height.isFinite
  }

  /// Returns the rectangle with a margin on all sides.
  func grown(by margin: CGFloat) -> CGRect { insetBy(dx: -margin, dy: -margin) }
}
