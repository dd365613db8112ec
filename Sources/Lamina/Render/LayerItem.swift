import Foundation

/// The traversal state of a layer: the values that it inherits, and those that it hands down.
struct TraversalState {
  var isHidden: Bool
  /// The reason why the layer is left out with everything in it. It is then hidden too.
  var omission: FrameOmission.Reason?
  var facesAway: Bool
  /// The layer's opacity multiplied by the inherited one, in 255ths.
  var alpha: UInt8
  /// The opacity that sublayers multiply into their own.
  var handedDownAlpha: UInt8
  /// True if the layer and its sublayers are composited together before its opacity applies.
  var isGrouped: Bool
  /// The pixels that axis-aligned clips leave of the layer and its sublayers.
  var clip: PixelRect
  /// The pixels that have to be drawn for ``clip``: more, if effects reach further.
  var innerClip: PixelRect
  /// The outline that clips the layer and its sublayers, if an axis-aligned clip cannot.
  var outline: ItemShape?
  /// True if the contents of the layer and of its mask are aligned to whole pixels.
  var alignsContents = true
  /// True if the contents of its sublayers are aligned to whole pixels.
  var alignsSublayers = true
  /// The detail that is drawn over the sublayers.
  var overlay: ItemDetail?
  /// The effects on the picture of the layer and its sublayers.
  var effects: GroupEffects?
  var parentGroup: DisplayGroup?
}

/// The data for drawing a layer of a particular kind.
struct KindContext {
  /// The transform from the layer's own coordinates to device pixels.
  let toDevice: ProjectiveTransform
  let shapes: ShapeOutlines
  /// The layer's local time, in seconds.
  let time: Double
}

/// The values of one layer from which an item of a display list is made.
struct LayerItem {
  var values: LayerValues
  /// The bounds in the layer's own coordinates; those in `values` may be in the superlayer's.
  private(set) var layerBounds: CGRect
  /// True if the layer is masked by another.
  var hasMaskLayer = false
  let hasSublayers: Bool
  /// The bounds of all relevant pixels.
  var frame: PixelRect
  /// True if the layer is drawn into a picture of its own, which takes over the effects on what is
  /// behind it.
  var isRasterized = false
  /// True if contents are aligned to whole pixels instead of sampled at their true position.
  var alignsContents = true
  /// The data for drawing the layer's kind; nil for a plain ``Layer``, and if that is left out.
  var kindContext: KindContext?
  /// The picture of a replicator's instances.
  var instances: EmbeddedDisplayList?

  /// Creates the item of a layer that is not plain.
  init(values: LayerValues, hasSublayers: Bool, frame: PixelRect) {
    self.values = values
    self.hasSublayers = hasSublayers
    self.frame = frame
    layerBounds = values.bounds
  }

  /// Creates an item from the committed values of a node. For a plain node, its box stands for the
  /// geometry.
  init(node: RenderNode, frame: PixelRect) {
    hasSublayers = node.space >= 0
    self.frame = frame
    values = LayerValues(node: node)
    layerBounds = values.bounds
  }

  /// Returns the traversal state of the layer.
  func traversalState(
    in parent: CoordinateSpace, of parentValues: LayerValues?, group: DisplayGroup?,
    toDevice: ProjectiveTransform
  ) -> TraversalState {
    let alpha = Pixel.multiply(values.opacityByte, parent.alpha)
    let facesAway = parent.facesAway != values.facesAway(from: parentValues)
    let isHidden =
      parent.isHidden && parent.omission == nil || alpha == 0 || values.flags.contains(.hidden)
      || (facesAway && values.flags.contains(.singleSided))
    let omission = isHidden ? nil : parent.omission
    let separates = values.flags.contains(.separateOpacity)
    var state = TraversalState(
      isHidden: isHidden || omission != nil, omission: omission, facesAway: facesAway, alpha: alpha,
      handedDownAlpha: separates ? alpha : 255,
      isGrouped: hasSublayers && !separates && alpha < 255, clip: parent.clip,
      innerClip: parent.clip, outline: nil, parentGroup: group)
    let hasMask = values.flags.contains(.masksToBounds)
    let hasOverlay = hasSublayers && (values.rare?.values.appearance.borderWidth ?? 0) > 0
    let hasEffects = values.rare?.values.effectsBox != nil || hasMaskLayer
    if state.isHidden || !(hasMask || hasOverlay || hasEffects) { return state }
    if hasEffects, let effects = groupEffects(toDevice, in: parent.clip) {
      state.effects = effects
      state.isGrouped = true
      state.handedDownAlpha = 255
    }
    let outline = self.outline(toDevice, in: frame)
    if hasMask {
      let shape = outline.shape
      state.clip = shape.bounds(in: parent.clip)
      let spreads =
        hasSublayers || overflows || castsShadow || state.effects?.reaches == true
      switch shape {
      case .box: break
      case .quad: state.outline = spreads ? shape : nil
      case .path: state.outline = spreads || hasTiles ? shape : nil
      }
    }
    state.innerClip = state.effects?.pixelsNeeded(for: state.clip) ?? state.clip
    if hasOverlay {
      let border = outline.border
      if !border.isEmpty {
        state.overlay = ItemDetail(
          visible: outline.shape.bounds(in: state.innerClip), alpha: state.isGrouped ? 255 : alpha,
          parts: border)
      }
    }
    return state
  }

  func outline(_ toDevice: ProjectiveTransform, in frame: PixelRect) -> LayerOutline {
    LayerOutline(
      rect: values.bounds,
      appearance: (values.rare ?? .defaults).values.appearance,
      toDevice: toDevice, frame: frame)
  }

  /// True if what the layer itself draws may extend beyond the bounds.
  private var overflows: Bool {
    guard let rare = values.rare?.values else { return false }
    switch rare.kind {
    case .shape, .emitter: return true
    case .gradient, .tiled, .replicator, nil: break
    }
    return values.contents != nil
  }

  private var hasTiles: Bool {
    if case .tiled? = values.rare?.values.kind { true } else { false }
  }

  /// Writes the item into a display list.
  func draw(
    into display: DisplayChunk, at index: Int, toDevice: ProjectiveTransform, clip: PixelRect,
    alpha: UInt8, isHidden: Bool, nodeContents: Unmanaged<PixelStorage>?
  ) {
    guard !isHidden, let detail = detail(toDevice: toDevice, clip: clip, alpha: alpha) else {
      display.items.setNothing(index)
      return
    }
    if let instances {
      let box = display.group(index)?.pixelsTouched(by: detail.extent) ?? detail.visible
      display.setDetail(index, detail, in: box.union(instances.bounds))
      return
    }
    if let group = display.group(index), group.reaches {
      display.setDetail(index, detail, in: group.pixelsTouched(by: detail.extent))
      return
    }
    if detail.parts.count == 1, case .solid(.box(let box), let color) = detail.parts[0],
      box.contains(detail.visible)
    {
      display.items.setSolid(index, PixelBox(detail.visible), Pixel.multiply(color, alpha))
      return
    }
    // The chunk keeps only the node's own contents alive, and no other bitmap.
    if let (bitmap, box) = detail.plainBitmap, box.contains(detail.visible), clip.contains(box),
      let nodeContents,
      nodeContents.toOpaque() == Unmanaged.passUnretained(bitmap.storage).toOpaque()
    {
      display.items.setBitmap(index, PixelBox(box), bitmap.storage)
      return
    }
    display.setDetail(index, detail, in: detail.visible, isOpaque: detail.isOpaque)
  }

  /// Writes the item of a layer in transition. It also covers the old picture, so that the group is
  /// drawn wherever any part of it is.
  func draw(
    into display: DisplayChunk, at index: Int, toDevice: ProjectiveTransform, clip: PixelRect,
    alpha: UInt8, isHidden: Bool, covering old: PixelRect
  ) {
    let own = isHidden ? nil : detail(toDevice: toDevice, clip: clip, alpha: alpha)
    var box = old.union(own?.visible ?? .empty)
    var detail = own ?? ItemDetail(visible: .empty)
    detail.extent = box
    if let group = display.group(index), group.reaches { box = group.pixelsTouched(by: box) }
    display.setDetail(index, detail, in: box.union(detail.instances?.bounds ?? .empty))
  }

  /// Returns the detail of the layer itself; nil if nothing of it is visible.
  private func detail(toDevice: ProjectiveTransform, clip: PixelRect, alpha: UInt8) -> ItemDetail? {
    var detail = ItemDetail(visible: .empty, alpha: alpha)
    if let (shadow, bounds) = shadow(toDevice, in: clip) {
      detail.parts.append(.shadow(shadow))
      detail.visible = bounds
    }
    addParts(to: &detail, toDevice: toDevice, clip: clip, frame: frame)
    detail.extent = detail.visible
    detail.instances = instances.flatMap { $0.bounds.isEmpty ? nil : $0 }
    return detail.visible.isEmpty && detail.instances == nil ? nil : detail
  }

  /// Adds all parts of the layer itself except its shadow.
  ///
  /// - Parameter frame: the bounds of all relevant pixels, if the layer is seen in perspective.
  func addParts(
    to detail: inout ItemDetail, toDevice: ProjectiveTransform, clip: PixelRect, frame: PixelRect
  ) {
    let placement = Placement(toDevice: toDevice, clip: clip)
    func add(_ part: ItemPart, reaching bounds: PixelRect) {
      if bounds.isEmpty { return }
      detail.parts.append(part)
      detail.visible = detail.visible.union(bounds)
    }
    let outline = self.outline(toDevice, in: frame)
    if values.backgroundPixel != 0 {
      let shape = outline.shape
      add(.solid(shape, values.backgroundPixel), reaching: shape.bounds(in: clip))
    }
    if case .gradient(let values)? = values.rare?.values.kind,
      let gradient = gradient(values, in: outline)
    {
      add(.gradient(gradient), reaching: gradient.shape.bounds(in: clip))
    }
    if let crossfade = values.rare?.values.contentsFade {
      var reach = PixelRect.empty
      let from = slices(of: crossfade.from, placement, &reach)
      let to = slices(of: crossfade.to, placement, &reach)
      let progress = UInt8(max(0, min(1, crossfade.progress)) * 255 + 0.5)
      add(.fade(ContentsFade(from: from, to: to, progress: progress)), reaching: reach)
    } else if let contents = values.contents {
      var reach = PixelRect.empty
      let slices = slices(of: contents, placement, &reach)
      add(.slices(slices), reaching: reach)
    }
    if let kindContext, case .tiled(let tiled)? = values.rare?.values.kind {
      detail.parts.append(.tiles(slices(of: tiled, kindContext.toDevice, in: clip)))
      detail.visible = detail.visible.union(outline.shape.bounds(in: clip))
    }
    if let kindContext, case .shape(let shape)? = values.rare?.values.kind {
      let parts = kindContext.shapes.parts(of: shape, toDevice: kindContext.toDevice, frame: frame)
      for (path, pixel) in parts {
        add(.solid(.path(path), pixel), reaching: path.bounds.intersection(clip))
      }
    }
    if hasBackdrop {
      // The group is drawn wherever the layer is.
      detail.visible = detail.visible.union(outline.shape.bounds(in: clip))
    }
    if hasSublayers, outline.appearance.borderPixel != 0 {
      // The border is drawn over the sublayers, wherever the layer itself is.
      detail.visible = detail.visible.union(outline.shape.bounds(in: clip))
    } else {
      for part in outline.border { add(part, reaching: outline.shape.bounds(in: clip)) }
    }
    if let kindContext, case .emitter(let emitter)? = values.rare?.values.kind {
      let particles = ItemParticles(
        emitter, at: kindContext.time, toDevice: kindContext.toDevice, clip: clip)
      add(.particles(particles), reaching: particles.bounds)
    }
  }

  /// The transform from the layer to device pixels, and the clip.
  private struct Placement {
    let toDevice: ProjectiveTransform
    let clip: PixelRect
  }

  /// Returns the slices of a bitmap that reach into the clip, and extends `extent` by the pixels
  /// that they touch.
  private func slices(
    of bitmap: Bitmap?, _ placement: Placement, _ extent: inout PixelRect
  ) -> [BitmapSlice] {
    guard let bitmap else { return [] }
    let rare = values.rareValues
    let patches = ContentsPlacement.patches(
      width: bitmap.width, height: bitmap.height, bounds: values.bounds, values: rare)
    let whole = patches.reduce(CGRect.null) { $0.union($1.target) }
    return patches.compactMap { patch in
      let hardEdges = rare.appearance.hardEdges.intersection(patch.target.edges(of: whole))
      let slice = place(
        patch, of: bitmap, rare: rare, toDevice: placement.toDevice, hardEdges: hardEdges)
      let reach = slice.bounds(in: placement.clip)
      guard !reach.isEmpty else { return nil }
      extent = extent.union(reach)
      return slice
    }
  }

  private func place(
    _ patch: ContentsPlacement.Patch, of bitmap: Bitmap, rare: RareValues,
    toDevice: ProjectiveTransform,
    hardEdges: EdgeAntialiasingMask
  ) -> BitmapSlice {
    let target: BitmapSlice.Target
    let area: Double
    var patch = patch
    if toDevice.isUpright {
      (target, area) = placeUpright(&patch, toDevice)
    } else {
      target = .quad(Quad(transform: toDevice, rect: patch.target, hardEdges: hardEdges))
      let seen = abs(toDevice.areaScale(at: CGPoint(x: patch.target.midX, y: patch.target.midY)))
      area =
        Double(patch.source.width * patch.source.height)
        / (seen * Double(patch.target.width * patch.target.height))
    }
    return BitmapSlice(
      bitmap: bitmap, source: patch.source, target: target,
      area: area,
      enlargedBy: rare.magnificationFilter, shrunkBy: rare.minificationFilter,
      bias: rare.minificationFilterBias)
  }
}

extension CGRect {
  /// Returns the edges that the rectangle shares with one around it.
  func edges(of whole: CGRect) -> EdgeAntialiasingMask {
    var result: EdgeAntialiasingMask = []
    if minX <= whole.minX { result.insert(.layerLeftEdge) }
    if maxX >= whole.maxX { result.insert(.layerRightEdge) }
    if minY <= whole.minY { result.insert(.layerBottomEdge) }
    if maxY >= whole.maxY { result.insert(.layerTopEdge) }
    return result
  }
}

extension LayerValues {
  /// The opacity in 255ths, as it is drawn.
  @inline(__always)
  var opacityByte: UInt8 {
    opacity >= 1 ? 255 : opacity > 0 ? UInt8(opacity * 255 + 0.5) : 0
  }
}

extension ProjectiveTransform {
  /// Returns the signed factor by which the transform scales a small area around a point; 0 if the
  /// point is not in front of the viewer.
  func areaScale(at point: CGPoint) -> Double {
    let w = self.w(at: point)
    return w > 0 ? determinant / (w * w * w) : 0
  }
}

extension ItemDetail {
  /// True if axis-aligned opaque contents cover the item.
  fileprivate var isOpaque: Bool {
    alpha == 255
      && parts.contains { part in
        guard case .slices(let slices) = part, slices.count == 1, slices[0].bitmap.isOpaque,
          case .box(let box, _, _) = slices[0].target
        else { return false }
        return box.contains(visible)
      }
  }

  /// The bitmap that the item shows pixel for pixel, whole and alone, and its box; otherwise nil.
  fileprivate var plainBitmap: (bitmap: Bitmap, box: PixelRect)? {
    guard alpha == 255, case .slices(let slices) = parts.last, slices.count == 1,
      let slice = slices.first,
      case .box(let box, mirrorsX: false, mirrorsY: false) = slice.target,
      slice.source
        == CGRect(x: 0, y: 0, width: slice.bitmap.width, height: slice.bitmap.height),
      box.width == slice.bitmap.width, box.height == slice.bitmap.height
    else { return nil }
    if parts.count == 1 { return (slice.bitmap, box) }
    guard parts.count == 2, slice.bitmap.isOpaque, case .solid(.box(let shape), _) = parts[0],
      box.contains(shape)
    else { return nil }
    return (slice.bitmap, box)
  }
}
