import Foundation
import Lamina
import LaminaText

// Pictures of what SVG cannot say.

extension SVGWriter {
  /// The content of a layer that a picture shows.
  enum PictureContent {
    /// The bitmap.
    case contents
    /// The drawing of the layer's class.
    case kind
  }

  /// Returns a picture of a layer with all in it; nil if nothing is visible.
  ///
  /// - Parameter space: the space of the superlayer's sublayers.
  func picture(
    of index: Int, in space: Space, because reason: SVGReport.Reason
  ) throws(RenderError) -> SVGElement? {
    let node = table[index]
    var region = space.visible
    if case .affine(let transform) = node.plane, let extent = extents[index].outer {
      region = region.intersection(extent.applying(transform))
    }
    guard region.isUsable else { return nil }
    let scale = pictureScale(of: region, in: space)
    region = region.aligned(to: scale)
    let copy = LayerCopy.tree(of: node.layer, isModel: time == nil, textScale: scale)
    copy.compositingFilter = nil
    copy.backgroundFilters = []
    let frame = Layer()
    frame.bounds = region
    if let parent = node.parent.map({ table[$0].layer }), !node.isMask,
      !(parent is ReplicatorLayer)
    {
      frame.sublayerTransform = parent.sublayerTransform
      frame.anchorPointZ = parent.anchorPointZ
      let center = parent.placedPoint
      frame.anchorPoint = CGPoint(
        x: (center.x - region.minX) / region.width, y: (center.y - region.minY) / region.height)
    } else {
      frame.anchorPoint = .zero
    }
    frame.position = CGPoint(
      x: frame.anchorPoint.x * region.width, y: frame.anchorPoint.y * region.height)
    frame.zPosition = frame.anchorPointZ
    frame.addSublayer(copy)
    guard let element = try draw(frame, of: node.layer, region, scale, space.notation) else {
      return nil
    }
    SVGReport.add(reason, of: node.layer, to: &report.pictures)
    if options.includesNames, let name = node.layer.name { element["data-name"] = name }
    if space.alpha < 1 { element["opacity"] = SVGNumber.text(space.alpha) }
    addBlendMode(of: node, to: element)
    return element
  }

  /// Returns a picture of something that a layer itself draws; nil if nothing of it is visible.
  func picture(
    of layer: Layer, _ part: PictureContent, in inner: Space, because reason: SVGReport.Reason
  ) throws(RenderError) -> SVGElement? {
    var region = inner.visible
    if let extent = ownExtent(of: layer) { region = region.intersection(extent) }
    guard region.isUsable else { return nil }
    let scale = pictureScale(of: region, in: inner)
    region = region.aligned(to: scale)
    let copy = LayerCopy.part(part, of: layer, isModel: time == nil)
    copy.anchorPoint = .zero
    copy.position = CGPoint(x: layer.bounds.minX, y: layer.bounds.minY)
    let frame = Layer()
    frame.bounds = region
    frame.anchorPoint = .zero
    frame.addSublayer(copy)
    guard let element = try draw(frame, of: layer, region, scale, inner.notation) else {
      return nil
    }
    SVGReport.add(reason, of: layer, to: &report.pictures)
    return element
  }

  /// Returns the number of pixels for a unit of a space.
  private func pictureScale(of region: CGRect, in space: Space) -> CGFloat {
    let side = CGFloat(16_384) / max(region.width, region.height)
    let area = (CGFloat(1 << 26) / (region.width * region.height)).squareRoot()
    return min(options.pictureScale * CGFloat(space.scale), side, area)
  }

  private func draw(
    _ frame: Layer, of layer: Layer, _ region: CGRect, _ scale: CGFloat, _ notation: SVGNotation
  ) throws(RenderError) -> SVGElement? {
    guard scale > 0, scale.isFinite else { return nil }
    let width = max(1, Int((region.width * scale).rounded(.up)))
    let height = max(1, Int((region.height * scale).rounded(.up)))
    let renderer = try Renderer(layer: frame, width: width, height: height, scale: scale)
    let model = layer.model()
    let local = time.map { model.superlayer?.convertTime($0, from: nil) ?? $0 } ?? 0
    renderer.finishTiles(at: local)
    let bitmap = try renderer.render(at: local).bitmap
    guard let ink = bitmap.ink else { return nil }
    let shown: Bitmap
    do {
      shown = try bitmap.cropped(x: ink.x, y: ink.y, width: ink.width, height: ink.height)
    } catch {
      throw .outOfMemory(
        width: ink.width, height: ink.height, byteCount: ink.width * ink.height * 4)
    }
    let element = SVGElement("image")
    let target = CGRect(
      x: region.minX + CGFloat(ink.x) / scale, y: region.minY + CGFloat(ink.y) / scale,
      width: CGFloat(ink.width) / scale, height: CGFloat(ink.height) / scale)
    place(
      shown, CGRect(x: 0, y: 0, width: ink.width, height: ink.height), at: target, element, notation
    )
    return element
  }
}

extension CGRect {
  /// Returns the rectangle grown to whole pixels of a scale.
  fileprivate func aligned(to scale: CGFloat) -> CGRect {
    let left = (minX * scale + 1e-6).rounded(.down) / scale
    let top = (minY * scale + 1e-6).rounded(.down) / scale
    return CGRect(x: left, y: top, width: maxX - left, height: maxY - top)
  }
}

/// Copies of layers outside of any tree, for pictures of them.
enum LayerCopy {
  /// Returns a copy of a layer with all in it.
  ///
  /// - Parameters:
  ///   - isModel: true if the layers are of the model, whose timing does not count.
  ///   - textScale: the number of pixels per point at which text is drawn.
  static func tree(of source: Layer, isModel: Bool, textScale: CGFloat) -> Layer {
    let top = plain(source, isModel: isModel, textScale: textScale)
    var pending = [(source, top)]
    while let (source, copy) = pending.popLast() {
      for sublayer in source.sublayers ?? [] {
        let inner = plain(sublayer, isModel: isModel, textScale: textScale)
        copy.addSublayer(inner)
        pending.append((sublayer, inner))
      }
      if let mask = source.mask {
        let inner = plain(mask, isModel: isModel, textScale: textScale)
        copy.mask = inner
        pending.append((mask, inner))
      }
    }
    return top
  }

  /// Returns a copy of a layer that shows only a part of what it draws itself, untransformed.
  static func part(_ part: SVGWriter.PictureContent, of source: Layer, isModel: Bool) -> Layer {
    let copy: Layer
    switch (part, source) {
    case (.contents, let source as GradientLayer):
      let gradient = GradientLayer(layer: source)
      gradient.colors = nil
      copy = gradient
    case (.contents, let source as ShapeLayer):
      let shape = ShapeLayer(layer: source)
      shape.path = nil
      copy = shape
    default: copy = plain(source, isModel: isModel, textScale: 1)
    }
    detach(copy, isModel: isModel)
    if part == .kind { copy.contents = nil }
    copy.backgroundColor = nil
    copy.borderWidth = 0
    copy.shadowOpacity = 0
    copy.filters = []
    copy.backgroundFilters = []
    copy.compositingFilter = nil
    copy.shouldRasterize = false
    copy.opacity = 1
    copy.masksToBounds = false
    copy.isGeometryFlipped = false
    copy.transform = .identity
    copy.zPosition = 0
    copy.anchorPointZ = 0
    return copy
  }

  /// Returns a copy of a layer without those in it. Most are plain layers, so that neither layout nor
  /// drawing of a subclass runs again.
  private static func plain(_ source: Layer, isModel: Bool, textScale: CGFloat) -> Layer {
    let copy: Layer
    if source is TiledLayer {
      copy = type(of: source).init(layer: source)
    } else if source is ReplicatorLayer {
      copy = ReplicatorLayer(layer: source)
    } else if type(of: source) == TextLayer.self {
      copy = TextLayer(layer: source)
      let longest = max(source.bounds.width, source.bounds.height) * textScale
      if longest < 16_384 { copy.contentsScale = max(source.contentsScale, textScale) }
      copy.setNeedsDisplay()
    } else {
      copy = Layer(layer: source)
    }
    detach(copy, isModel: isModel)
    return copy
  }

  /// Removes what would act on a copy from outside.
  private static func detach(_ copy: Layer, isModel: Bool) {
    if !(copy is TiledLayer) { copy.delegate = nil }
    copy.layoutManager = nil
    copy.actions = nil
    guard isModel else { return }
    copy.beginTime = 0
    copy.duration = .infinity
  }
}
