import Foundation

// Layers that are more than an upright box with one thing in it.

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
    var item =
      detail.map {
        LayerItem(values: $0.values(at: time), hasSublayers: node.space >= 0, frame: frame)
      }
      ?? LayerItem(node: node, chunk: chunk, frame: frame)
    let own = item.values
    let maskSpace = detail?.maskSpace ?? -1
    item.hasMaskLayer = maskSpace >= 0
    var perspective = spaces.perspective(node.parentSpace)
    var place = place(&item, of: node, perspective, in: parent)
    var transition: DisplayGroup?
    // Where `Double` does not reach, the new picture is seen at once.
    if place.plane == nil, let running = detail?.runningTransition(at: time) {
      transition = transitionGroup(
        running.picture, running.state, own, perspective, parent, parentGroup)
      if transition != nil {
        var offset = running.state.newOffset(in: own.bounds.size)
        if own.flags.contains(.geometryFlipped) { offset.height = -offset.height }
        place.moveSublayers(by: offset)
        item.values.bounds.origin.x += offset.width
        item.values.bounds.origin.y += offset.height
        // The group of the transition has the opacity.
        item.values.opacity = 1
        parent.alpha = 255
        parentGroup = transition
      }
    }
    if transition == nil, place.plane == nil, own.effects.shouldRasterize,
      let raster = rasterGroup(
        item, own, node.space >= 0 ? spaces.group(node.space) : display.group(index), node.space,
        place.toDevice, perspective, parent, parentGroup)
    {
      item.enter(raster, own)
      parent = raster.innerSpace(
        facesAway: parent.facesAway != own.facesAway(from: perspective?.values))
      parentGroup = raster
      perspective = nil
      place = self.place(&item, of: node, nil, in: parent)
    }
    if item.values.rare?.values.kind != nil {
      item.kindPlace = KindPlace(
        toDevice: place.ownToDevice, shapes: shapes, time: detail?.clock.time(at: time) ?? time)
    }
    let view = item.view(
      in: parent, of: perspective?.values, group: parentGroup, toDevice: place.toDevice)
    if node.space >= 0 {
      var values = item.values
      values.bounds = own.bounds
      spaces.define(
        node.space, values: values, view: view, toDevice: place.sublayersToDevice, place.plane,
        frame: item.frame)
    }
    let group =
      node.space >= 0 ? spaces.group(node.space) : ownGroup(view, display.group(index), item.frame)
    if maskSpace >= 0 {
      spaces.defineMask(
        maskSpace, of: group, view: view, toDevice: place.sublayersToDevice, place.plane,
        values: own, frame: item.frame)
    }
    // A layer with sublayers draws itself inside its group; the group has the opacity.
    let itemAlpha = view.isGrouped ? 255 : view.alpha
    if let transition, let old = transition.transition?.old {
      display.setGroup(index, view.isHidden ? transition : group)
      item.draw(
        into: display, at: index, toDevice: place.toDevice, clip: view.innerClip,
        alpha: itemAlpha, isHidden: view.isHidden, covering: old.bounds)
      return
    }
    display.setGroup(index, view.isHidden ? nil : group)
    item.draw(
      into: display, at: index, toDevice: place.toDevice, clip: view.innerClip,
      alpha: itemAlpha, isHidden: view.isHidden, nodeContents: node.contents)
  }

  /// The group of a layer without sublayers: the one that it had where nothing has changed.
  private func ownGroup(
    _ view: LayerView, _ old: DisplayGroup?, _ frame: PixelRect
  ) -> DisplayGroup? {
    guard let group = DisplayGroup(view, space: -1, frame: frame) else { return view.parentGroup }
    if let old, old.matches(group) { return old }
    return group
  }

  /// Where a layer stands.
  private struct Place {
    /// From the coordinates that the layer's item is placed with to device pixels.
    var toDevice: PlaneTransform
    /// From the layer's own coordinates to device pixels.
    var sublayersToDevice: PlaneTransform
    /// The same where `Double` cannot hold it.
    var plane: WidePlane?

    /// From the layer's own coordinates to device pixels, as nearly as `Double` can tell.
    var ownToDevice: PlaneTransform

    mutating func moveSublayers(by offset: CGSize) {
      sublayersToDevice = PlaneTransform(translationX: offset.width, y: offset.height)
        .concatenating(sublayersToDevice)
      ownToDevice = sublayersToDevice
    }
  }

  /// Works out where a layer stands, and gives its item the coordinates that it is placed with.
  private func place(
    _ item: inout LayerItem, of node: RenderNode, _ perspective: SpaceTable.Perspective?,
    in parent: EvaluatedSpace
  ) -> Place {
    let toDevice =
      if let perspective, node.detail >= 0 {
        item.values.planeTransform(toParentWith: perspective.values)
          .concatenating(perspective.transform)
      } else {
        item.values.planeTransform(toParentWith: nil).concatenating(parent.transform)
      }
    if parent.isWide || item.values.isExtreme(toDevice) {
      let space =
        spaces.wideSpace(node.parentSpace)
        ?? perspective.map { WideSpace($0.transform, values: $0.values) }
        ?? WideSpace(parent.transform)
      let plane = space.plane(of: item.values)
      let placement = WidePlacement(plane, of: item.values)
      let own = placement.transform(from: item.values.bounds.origin)
      item.placement = placement
      item.values.bounds.origin = .zero
      return Place(
        toDevice: placement.toDevice, sublayersToDevice: toDevice, plane: plane, ownToDevice: own)
    }
    guard item.values.isMerelyPlaced(in: perspective?.values) else {
      return Place(toDevice: toDevice, sublayersToDevice: toDevice, ownToDevice: toDevice)
    }
    // The same sums as for a plain node, so that the same edges round the same way.
    item.values.bounds = item.values.untransformedFrame
    return Place(
      toDevice: parent.transform, sublayersToDevice: toDevice, ownToDevice: toDevice)
  }

  /// The group of a layer in transition; nil where nothing is seen of it, old or new.
  private mutating func transitionGroup(
    _ picture: OldPicture, _ state: TransitionState, _ values: LayerValues,
    _ perspective: SpaceTable.Perspective?, _ parent: EvaluatedSpace, _ parentGroup: DisplayGroup?
  ) -> DisplayGroup? {
    let alpha = Pixel.multiply(values.opacityByte, parent.alpha)
    let facesAway = parent.facesAway != values.facesAway(from: perspective?.values)
    if parent.isHidden || alpha == 0 || facesAway && values.flags.contains(.singleSided) {
      return nil
    }
    // The old picture keeps to the corner of the layer's box, however its own space is turned.
    var box = values
    box.bounds.origin = .zero
    box.flags.remove(.geometryFlipped)
    let toDevice = box.planeTransform(toParentWith: perspective?.values)
      .concatenating(perspective?.transform ?? parent.transform)
    let offset = state.oldOffset(in: values.bounds.size)
    return transitions.group(
      picture, blend: state.blend, parent: parentGroup, alpha: alpha,
      transform: PlaneTransform(translationX: offset.width, y: offset.height)
        .concatenating(toDevice),
      clip: parent.clip, frame: parentGroup?.frame ?? frame, evaluation: spaces.evaluation)
  }
}
