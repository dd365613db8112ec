import Foundation

// Layers that are more than an axis-aligned box with one thing in it.

extension Evaluator {
  @inline(never)
  mutating func evaluateGeneral(
    _ chunk: NodeChunk, _ index: Int, into display: DisplayChunk, at time: Double
  ) {
    let node = chunk.nodes[index]
    var parent = spaces.space(node.parentSpace)
    var parentGroup = node.parentSpace >= 0 ? spaces.group(node.parentSpace) : nil
    let frame = parentGroup?.frame ?? self.frame
    let detail = node.detail >= 0 ? chunk.details[Int(node.detail)] : nil
    let fading =
      node.space < 0 && detail?.transition != nil ? detail?.plainNode(of: node, at: time) : nil
    var item: LayerItem
    if let detail, fading == nil {
      item = LayerItem(values: detail.values(at: time), hasSublayers: node.space >= 0, frame: frame)
    } else {
      item = LayerItem(node: fading ?? node, frame: frame)
    }
    let own = item.values
    if own.isSpace {
      display.setGroup(index, parentGroup)
      let instances = evaluateSpace(
        of: node, own, detail, in: parent, parentGroup, frame, at: time)
      instances?.list.omissions.forEach { display.add($0, at: index) }
      var shown = ItemDetail(visible: .empty)
      shown.instances = instances
      display.setDetail(index, shown, in: instances?.bounds ?? .empty)
      return
    }
    let maskSpace = detail?.maskSpace ?? -1
    item.hasMaskLayer = maskSpace >= 0
    var aligned = alignment.of(
      own.rare, detail, parentAligns: parent.alignsContents, at: time)
    var perspective = spaces.perspective(node.parentSpace)
    let owner = spaces.owner(of: detail?.layer, in: node.parentSpace)
    var place = place(&item, of: node, perspective, in: parent)
    // What leaves the domain of the numbers is left out, with everything in it.
    if let omission = place.omission, !parent.isHidden {
      parent.isHidden = true
      parent.omission = omission
    }
    let transition =
      detail?.transition != nil && fading == nil
      ? enterTransition(
        of: node, detail, own, perspective, &parent, &parentGroup, &item, &place, &aligned, at: time
      )
      : nil
    if transition == nil, own.effects.shouldRasterize {
      enterRaster(
        of: node, own, lastGroup(of: node, detail) ?? display.group(index), &perspective, &parent,
        &parentGroup, &item, &place, &aligned)
    }
    if item.values.rare?.values.kind != nil, parent.omission == nil, place.ownToDevice.isInDomain {
      item.kindContext = KindContext(
        toDevice: place.ownToDevice, shapes: shapes, time: detail?.clock.time(at: time) ?? time)
    }
    item.alignsContents = aligned.own
    var state = item.traversalState(
      in: parent, of: perspective?.values, group: parentGroup, toDevice: place.toDevice)
    state.alignsContents = aligned.own
    state.alignsSublayers = aligned.below
    if !state.isHidden || state.omission != nil, !state.clip.isEmpty,
      item.omitsSomething(state.omission != nil)
    {
      display.add(FrameOmission(owner, state.omission ?? .transformOverflow), at: index)
    }
    transition?.transition?.old.list.omissions.forEach { display.add($0, at: index) }
    var group = node.space >= 0 ? nil : ownGroup(state, display.group(index), item.frame)
    if node.space >= 0 {
      var values = item.values
      values.bounds = own.bounds
      if let detail, detail.replicated != nil {
        let base = values.sublayerTransformInPlace ?? .identity
        values.rareValues.sublayerTransform = .identity
        let replicator = replicators.replicator(node.space, frame: self.frame)
        let frame = item.frame
        item.instances = replicate(
          detail, values, base, by: replicator, hiding: node.space, at: time, state,
          toDevice: place.sublayersToDevice
        ) {
          $0.define(
            0, values: values, state: state, toDevice: place.sublayersToDevice, owner: owner,
            frame: frame)
        }
        item.instances?.list.omissions.forEach { display.add($0, at: index) }
        group = replicator.group
      } else {
        spaces.define(
          node.space, values: values, state: state, toDevice: place.sublayersToDevice, owner: owner,
          frame: item.frame)
        group = spaces.group(node.space)
      }
    }
    if maskSpace >= 0 {
      spaces.defineMask(
        maskSpace, of: group, state: state, toDevice: place.sublayersToDevice, owner: owner,
        frame: item.frame)
    }
    // A layer with sublayers draws itself inside its group; the group has the opacity.
    let itemAlpha = state.isGrouped ? 255 : state.alpha
    if let transition, let old = transition.transition?.old {
      display.setGroup(index, state.isHidden ? transition : group)
      item.draw(
        into: display, at: index, toDevice: place.toDevice, clip: state.innerClip,
        alpha: itemAlpha, isHidden: state.isHidden, covering: old.bounds)
      return
    }
    display.setGroup(index, state.isHidden ? nil : group)
    item.draw(
      into: display, at: index, toDevice: place.toDevice, clip: state.innerClip,
      alpha: itemAlpha, isHidden: state.isHidden,
      nodeContents: (fading ?? node).contents)
  }

  // Separate functions, so that nested replicators need little stack.

  /// Moves a layer into the group of its transition, and returns the group; nil if there is none.
  @inline(never)
  private mutating func enterTransition(
    of node: RenderNode, _ detail: NodeDetail?, _ own: LayerValues,
    _ perspective: SpatialTree.Perspective?, _ parent: inout CoordinateSpace,
    _ parentGroup: inout DisplayGroup?, _ item: inout LayerItem, _ place: inout DevicePlacement,
    _ aligned: inout ContentsAlignment.LayerAlignment, at time: Double
  ) -> DisplayGroup? {
    guard let running = detail?.runningTransition(at: time) else { return nil }
    let isMoving = alignment == .automatic && running.isActive
    let transition = transitionGroup(
      running.picture, in: node.parentSpace, running.state, own, perspective, parent, parentGroup,
      alignsContents: aligned.own && !(isMoving && running.state.movesOld))
    guard let transition else { return nil }
    if isMoving, running.state.movesNew { aligned.move() }
    var offset = running.state.newOffset(in: own.bounds.size)
    if own.flags.contains(.geometryFlipped) { offset.height = -offset.height }
    place.moveSublayers(by: offset)
    item.values.bounds.origin.x += offset.width
    item.values.bounds.origin.y += offset.height
    // The group of the transition has the opacity.
    item.values.opacity = 1
    parent.alpha = 255
    parentGroup = transition
    return transition
  }

  /// Moves a layer into a picture of its own, if it can be rasterized.
  ///
  /// - Parameter last: the group in which it was drawn last.
  @inline(never)
  private mutating func enterRaster(
    of node: RenderNode, _ own: LayerValues, _ last: DisplayGroup?,
    _ perspective: inout SpatialTree.Perspective?, _ parent: inout CoordinateSpace,
    _ parentGroup: inout DisplayGroup?, _ item: inout LayerItem, _ place: inout DevicePlacement,
    _ aligned: inout ContentsAlignment.LayerAlignment
  ) {
    guard
      let raster = rasterGroup(
        item, own, last, node.space, place.toDevice, perspective, parent, parentGroup,
        alignsContents: aligned.own)
    else { return }
    item.enter(raster, own)
    parent = raster.innerSpace(
      facesAway: parent.facesAway != own.facesAway(from: perspective?.values))
    aligned.enterRaster()
    parentGroup = raster
    perspective = nil
    place = self.place(&item, of: node, nil, in: parent)
  }

  /// Returns the group in which the sublayers of a layer were drawn last; nil if it has none.
  private func lastGroup(of node: RenderNode, _ detail: NodeDetail?) -> DisplayGroup? {
    if node.space < 0 { return nil }
    return detail?.replicated == nil
      ? spaces.group(node.space) : replicators.known(node.space)?.group
  }

  /// Returns the picture of a replicator's visible instances.
  ///
  /// - Parameters:
  ///   - base: the transform from the replicator to the plane in which the instances are shown.
  ///   - space: the space of the sublayers themselves.
  ///   - state: the state of the replicator. If it is left out, its instances are evaluated to find
  ///     out if any would be visible.
  ///   - toDevice: the transform from the plane in which the instances are shown to device pixels.
  ///   - define: defines space 0 of the instances.
  private mutating func replicate(
    _ detail: NodeDetail, _ values: LayerValues, _ base: Transform3D,
    by evaluated: EvaluatedReplicator,
    hiding space: Int32, at time: Double, _ state: TraversalState,
    toDevice: ProjectiveTransform, _ define: (inout SpatialTree) -> Void
  ) -> EmbeddedDisplayList? {
    spaces.hide(space)
    guard !state.isHidden || state.omission != nil, let replicated = detail.replicated,
      let replicator = values.replicator
    else { return nil }
    let center = state.omission == nil ? values.placedPoint : .zero
    let count = min(
      replicator.instanceCount, ReplicatorLayer.maximumInstanceCount,
      max(1, layerBudget / (replicated.tree.layerCount + 1)))
    var source = InstanceTree.InstanceSource(
      replicated: replicated, values: replicator, count: count,
      center: SIMD3(
        Double(center.x), Double(center.y), Double(values.rareValues.anchorPointZ)),
      base: state.omission == nil ? base : .identity,
      clock: replicated.tree.hasAnimations ? detail.clock : .identity, layer: detail.layer)
    if state.omission == nil, culls {
      source.removeUnseen(toDevice, in: state.innerClip)
    }
    let picture = evaluated.update(
      source, budget: layerBudget / max(1, count), reusing: reusesChunks, culling: culls,
      alignment, at: time, define)
    visitedLayers += evaluated.visitedLayers
    visitedInstances += evaluated.visitedInstances
    return picture
  }

  /// Evaluates a layer that shows nothing itself and whose sublayers are not flattened.
  ///
  /// - Returns: the picture of its visible instances.
  private mutating func evaluateSpace(
    of node: RenderNode, _ values: LayerValues, _ detail: NodeDetail?, in parent: CoordinateSpace,
    _ parentGroup: DisplayGroup?, _ frame: PixelRect, at time: Double
  ) -> EmbeddedDisplayList? {
    let perspective = spaces.perspective(node.parentSpace)
    let alpha = Pixel.multiply(values.opacityByte, parent.alpha)
    var whole = values.spaceTransform(toParentWith: perspective?.values)
    if let sublayerTransform = values.sublayerTransformInPlace {
      whole = sublayerTransform.concatenating(whole)
    }
    let isHidden =
      parent.isHidden && parent.omission == nil || alpha == 0 || values.flags.contains(.hidden)
    let omission = isHidden ? nil : parent.omission ?? (whole.isInDomain ? nil : .transformOverflow)
    var state = TraversalState(
      isHidden: isHidden || omission != nil, omission: omission, facesAway: parent.facesAway,
      alpha: alpha, handedDownAlpha: alpha, isGrouped: false,
      clip: parent.clip, innerClip: parent.clip, outline: nil, parentGroup: parentGroup)
    let aligned = alignment.of(
      values.rare, detail, parentAligns: parent.alignsContents, at: time)
    state.alignsContents = aligned.own
    state.alignsSublayers = aligned.below
    if values.flags.contains(.instance) {
      visitedInstances += 1
      state.isGrouped = values.opacity < 1 || values.backgroundColor ?? .white != .white
      state.effects = values.instanceEffects
    }
    let owner = spaces.owner(of: detail?.layer, in: node.parentSpace)
    var instances: EmbeddedDisplayList?
    if node.space >= 0 {
      let outwards = perspective?.transform ?? parent.transform
      if let detail, detail.replicated != nil {
        instances = replicate(
          detail, values, whole, by: replicators.replicator(node.space, frame: self.frame),
          hiding: node.space, at: time, state, toDevice: outwards
        ) {
          $0.define(
            0, values: .plain, state: state, toDevice: outwards, owner: owner, frame: frame)
        }
      } else if whole.isAffine {
        // Depth makes no difference: a plane like any other.
        spaces.define(
          node.space, values: .plain, state: state,
          toDevice: ProjectiveTransform(flattening: whole).concatenating(outwards),
          owner: owner, frame: frame)
      } else {
        // As for a layer at the origin whose sublayer transform is the whole transform.
        var space = LayerValues.plain
        space.rareValues.sublayerTransform = whole
        spaces.define(
          node.space, values: space, state: state, toDevice: outwards, owner: owner, frame: frame)
      }
    }
    if let maskSpace = detail?.maskSpace, maskSpace >= 0 {
      state.isHidden = true
      spaces.defineMask(
        maskSpace, of: parentGroup, state: state, toDevice: .identity, owner: nil, frame: frame)
    }
    return instances
  }

  /// Returns the group of a layer without sublayers: the previous one if nothing has changed.
  private func ownGroup(
    _ state: TraversalState, _ old: DisplayGroup?, _ frame: PixelRect
  ) -> DisplayGroup? {
    guard let group = DisplayGroup(state, space: -1, frame: frame) else { return state.parentGroup }
    if let old, old.matches(group) { return old }
    return group
  }

  /// The placement of a layer.
  private struct DevicePlacement {
    /// The transform from the coordinates in which the layer's item is placed to device pixels.
    var toDevice: ProjectiveTransform
    /// The transform from the layer's own coordinates to device pixels.
    var sublayersToDevice: ProjectiveTransform
    /// The reason why the layer is left out; nil if it is drawn.
    let omission: FrameOmission.Reason?

    /// The transform from the layer's own coordinates to device pixels, for what it draws itself.
    var ownToDevice: ProjectiveTransform { sublayersToDevice.withoutTinyElements }

    mutating func moveSublayers(by offset: CGSize) {
      sublayersToDevice = ProjectiveTransform(translationX: offset.width, y: offset.height)
        .concatenating(sublayersToDevice)
    }
  }

  /// Computes the placement of a layer, and converts its item to the coordinates in which it is
  /// placed.
  private func place(
    _ item: inout LayerItem, of node: RenderNode, _ perspective: SpatialTree.Perspective?,
    in parent: CoordinateSpace
  ) -> DevicePlacement {
    let toDevice =
      if let perspective, node.detail >= 0 {
        item.values.planeTransform(toParentWith: perspective.values)
          .concatenating(perspective.transform)
      } else {
        item.values.planeTransform(toParentWith: nil).concatenating(parent.transform)
      }
    let isMerelyPlaced = item.values.isMerelyPlaced(in: perspective?.values)
    // The same arithmetic as for a plain node, so that the same edges round the same way.
    if isMerelyPlaced { item.values.bounds = item.values.untransformedFrame }
    let drawn = (isMerelyPlaced ? parent.transform : toDevice).withoutTinyElements
    return DevicePlacement(
      toDevice: drawn, sublayersToDevice: toDevice, omission: drawn.omission(of: item.values.bounds)
    )
  }

  /// Returns the group of a layer in transition; nil if neither old nor new content is visible.
  private mutating func transitionGroup(
    _ picture: TransitionSnapshot, in space: Int32, _ state: TransitionState, _ values: LayerValues,
    _ perspective: SpatialTree.Perspective?, _ parent: CoordinateSpace,
    _ parentGroup: DisplayGroup?, alignsContents: Bool
  ) -> DisplayGroup? {
    let alpha = Pixel.multiply(values.opacityByte, parent.alpha)
    let facesAway = parent.facesAway != values.facesAway(from: perspective?.values)
    if parent.isHidden || alpha == 0 || facesAway && values.flags.contains(.singleSided) {
      return nil
    }
    // The old picture stays at the corner of the layer's box, whatever the layer's own coordinates.
    var box = values
    box.bounds.origin = .zero
    box.flags.remove(.geometryFlipped)
    let toDevice = box.planeTransform(toParentWith: perspective?.values)
      .concatenating(perspective?.transform ?? parent.transform)
    let offset = state.oldOffset(in: values.bounds.size)
    return transitions.group(
      picture, in: space, blend: state.blend, parent: parentGroup, alpha: alpha,
      transform: ProjectiveTransform(translationX: offset.width, y: offset.height)
        .concatenating(toDevice),
      clip: parent.clip, frame: parentGroup?.frame ?? frame,
      alignsContents: alignsContents, evaluation: spaces.evaluation)
  }
}

extension LayerValues {
  /// The values of a layer with all defaults.
  fileprivate static let plain = LayerValues()

  /// The effects that multiply the colours of an instance; nil if nothing does.
  fileprivate var instanceEffects: GroupEffects? {
    guard let color = backgroundColor, color != .white else { return nil }
    let matrix = ColorMatrix([
      color.red, 0, 0, 0, 0, 0, color.green, 0, 0, 0, 0, 0, color.blue, 0, 0, 0, 0, 0, 1, 0,
    ])
    return GroupEffects(filters: PixelFilters([.colors(PixelMatrix(matrix))]))
  }
}
