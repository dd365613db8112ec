import Foundation

/// Turns render trees into display lists: applies animations at a time, places everything in
/// device pixels, and leaves out what cannot be seen.
///
/// It remembers the last evaluation of every chunk. A chunk is evaluated again only as far as
/// its nodes, its animations or the spaces that they stand in have changed.
struct Evaluator {
  let width: Int
  let height: Int
  /// Whether unchanged chunks are used again.
  var reusesChunks = true

  /// The evaluation that each chunk slot had last.
  private var cache: [DisplayChunk?] = []
  private var spaces: UnsafeMutablePointer<EvaluatedSpace>
  private var spaceCapacity: Int
  /// The evaluation in which a space last changed.
  private var spaceChanged: [UInt64] = []
  private var groups: [DisplayGroup?] = []
  /// The layers whose sublayer transform matters, by space, and their transform without it.
  private var perspectives: [Int32: Perspective] = [:]
  /// The spaces that `Double` cannot hold.
  private var wideSpaces: [Int32: WideSpace] = [:]
  private var transitions = TransitionCache()
  private var rootSpace: EvaluatedSpace
  /// All pixels.
  private let frame: PixelRect
  private var evaluation: UInt64 = 0
  private var anySpaceChanged = false
  private var nextSerial: UInt64 = 1
  /// How many chunks of the last evaluation were used again, and how many layers were looked
  /// at.
  private(set) var reusedChunks = 0
  private(set) var visitedLayers = 0

  private var lastTree: RenderTreeStorage?

  private struct Perspective {
    var values: LayerValues
    var transform: PlaneTransform
  }

  /// Creates an evaluator for frames of a size in pixels.
  ///
  /// - Parameters:
  ///   - transform: from the space that the root layer stands in to device pixels.
  ///   - clip: the pixels to which the root layer is cut; nil for all.
  init(width: Int, height: Int, transform: PlaneTransform, clip: PixelRect? = nil) {
    self.width = width
    self.height = height
    list = DisplayList(width: width, height: height)
    frame = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    rootSpace = EvaluatedSpace(clip: clip ?? frame)
    rootSpace.setTransform(transform)
    spaceCapacity = 64
    spaces = .allocate(capacity: spaceCapacity)
    spaces.initialize(repeating: rootSpace, count: spaceCapacity)
    spaceChanged = Array(repeating: 0, count: spaceCapacity)
    groups = Array(repeating: nil, count: spaceCapacity)
  }

  /// Frees the evaluator's own memory. It must not be used after that.
  func deallocate() { spaces.deallocate() }

  /// Forgets all earlier evaluations.
  mutating func reset() {
    cache.removeAll()
    perspectives.removeAll()
    wideSpaces.removeAll()
    transitions.removeAll()
    lastTree = nil
  }

  /// The display list of the last evaluation.
  private(set) var list: DisplayList

  /// Brings ``list`` up to what `tree` shows at a time.
  ///
  /// - Returns: what is new in `list`.
  /// - Complexity: O(changed layers) where `tree` is the commit after the last one.
  mutating func evaluate(_ tree: RenderTreeStorage, at time: Double) -> ListChange {
    evaluation += 1
    anySpaceChanged = false
    reusedChunks = 0
    visitedLayers = 0
    if !reusesChunks { cache.removeAll() }
    reserveSpaces(tree.spaceLimit)
    defer {
      lastTree = tree
      transitions.removeAll(notUsedIn: evaluation)
    }
    let order = DrawingOrder.of(tree, at: time, after: list.order)
    if reusesChunks, let lastTree, lastTree.pages.count == tree.pages.count,
      lastTree === tree || tree.follows(lastTree)
    {
      if order === list.order {
        return .chunks(evaluateChanges(from: lastTree, to: tree, at: time))
      }
      let before = list
      list.order = order
      return .reordered(evaluateChanges(from: lastTree, to: tree, at: time), before: before)
    }
    var result = DisplayList(width: width, height: height)
    result.order = order
    // A chunk that is not in this tree is forgotten: spaces change unseen while it is away.
    let known = cache
    cache.removeAll(keepingCapacity: true)
    for page in tree.pages {
      for chunk in page.chunks {
        while cache.count <= chunk.slot { cache.append(nil) }
        let old = chunk.slot < known.count ? known[chunk.slot] : nil
        let evaluated = evaluate(chunk, after: old, at: time)
        cache[chunk.slot] = evaluated
        result.append(evaluated)
      }
    }
    defer { list = result }
    return .everything(before: list)
  }

  /// The same chunks in the same places: only pages that differ are looked into, until a space
  /// changes that layers further on may stand in.
  private mutating func evaluateChanges(
    from old: RenderTreeStorage, to tree: RenderTreeStorage, at time: Double
  ) -> [ChunkChange] {
    var changes: [ChunkChange] = []
    for (pageIndex, page) in tree.pages.enumerated() {
      let oldPage = old.pages[pageIndex]
      if page === oldPage, !page.hasAnimations, !anySpaceChanged {
        reusedChunks += page.versions.count
        continue
      }
      for offset in page.versions.indices {
        if page.versions[offset] == oldPage.versions[offset], !page.hasAnimations,
          !anySpaceChanged
        {
          reusedChunks += 1
          continue
        }
        let chunk = page.chunks[offset]
        let before = cache[chunk.slot]!
        let after = evaluate(chunk, after: before, at: time)
        if after === before { continue }
        cache[chunk.slot] = after
        let position = pageIndex * NodePage.capacity + offset
        list.replace(position, with: after)
        changes.append(ChunkChange(position: position, old: before, new: after))
      }
    }
    return changes
  }

  private mutating func reserveSpaces(_ limit: Int) {
    guard limit > spaceCapacity else { return }
    let capacity = max(limit, spaceCapacity * 2)
    let grown = UnsafeMutablePointer<EvaluatedSpace>.allocate(capacity: capacity)
    grown.initialize(repeating: rootSpace, count: capacity)
    grown.update(from: spaces, count: spaceCapacity)
    spaces.deallocate()
    spaces = grown
    spaceChanged.append(contentsOf: repeatElement(0, count: capacity - spaceCapacity))
    groups.append(contentsOf: repeatElement(nil, count: capacity - spaceCapacity))
    spaceCapacity = capacity
  }

  // MARK: - Chunks

  private mutating func evaluate(
    _ chunk: NodeChunk, after old: DisplayChunk?, at time: Double
  ) -> DisplayChunk {
    let standsInChangedSpace = anySpaceChanged && usesChangedSpace(chunk)
    if let old, !standsInChangedSpace {
      if old.source.version == chunk.version {
        if chunk.animated.isEmpty {
          reusedChunks += 1
          return old
        }
        return patch(old, source: chunk, at: chunk.animated, chunk.animated, at: time)
      }
      if chunk.baseVersion == old.source.version, !chunk.isRenumbered {
        return patch(old, source: chunk, at: chunk.changes, chunk.animated, at: time)
      }
    }
    return evaluateAll(chunk, at: time)
  }

  /// Evaluates the named nodes alone, on a copy of an earlier evaluation.
  private mutating func patch(
    _ old: DisplayChunk, source: NodeChunk, at changes: [UInt16], _ animated: [UInt16],
    at time: Double
  ) -> DisplayChunk {
    // Details are only added while patching; once in a while they are collected anew.
    if old.details.count > 2 * DisplayChunk.capacity { return evaluateAll(source, at: time) }
    let display = DisplayChunk(source: source, serial: makeSerial(), copying: old)
    display.changes.reserveCapacity(changes.count)
    for index in changes {
      evaluate(source, Int(index), into: display, at: time)
      display.changes.append(index)
    }
    if source.version != old.source.version {
      for index in animated {
        evaluate(source, Int(index), into: display, at: time)
        display.changes.append(index)
      }
    }
    // A layer among the changed ones may carry others of this very chunk along.
    if anySpaceChanged, usesChangedSpace(source) { return evaluateAll(source, at: time) }
    display.summarizeChanges()
    return display
  }

  private mutating func evaluateAll(_ chunk: NodeChunk, at time: Double) -> DisplayChunk {
    let display = DisplayChunk(source: chunk, serial: makeSerial(), copying: nil)
    for index in 0..<chunk.count { evaluate(chunk, index, into: display, at: time) }
    display.summarize()
    return display
  }

  private mutating func makeSerial() -> UInt64 {
    defer { nextSerial += 1 }
    return nextSerial
  }

  private func usesChangedSpace(_ chunk: NodeChunk) -> Bool {
    for space in chunk.usedSpaces where space >= 0 && spaceChanged[Int(space)] == evaluation {
      return true
    }
    return false
  }

  // MARK: - Nodes

  @inline(__always)
  private mutating func evaluate(
    _ chunk: NodeChunk, _ index: Int, into display: DisplayChunk, at time: Double
  ) {
    visitedLayers += 1
    let node = chunk.nodes + index
    let parentIndex = node.pointee.parentSpace
    if node.pointee.space < 0, parentIndex >= 0, groups[Int(parentIndex)] == nil,
      display.groups.isEmpty
    {
      let space = spaces + Int(parentIndex)
      if space.pointee.isUpright, !space.pointee.isHidden {
        let isDone =
          node.pointee.detail < 0
          ? evaluatePlain(node, in: space, index, into: display)
          : evaluateAnimated(chunk, node, in: space, index, into: display, at: time)
        if isDone { return }
      }
    }
    evaluateGeneral(chunk, index, into: display, at: time)
  }

  /// Places a layer whose animations leave it an upright box with one thing in it.
  ///
  /// - Returns: false if there is more to it.
  @inline(never)
  private func evaluateAnimated(
    _ chunk: NodeChunk, _ node: UnsafeMutablePointer<RenderNode>,
    in space: UnsafeMutablePointer<EvaluatedSpace>, _ index: Int, into display: DisplayChunk,
    at time: Double
  ) -> Bool {
    let detail = chunk.details[Int(node.pointee.detail)]!
    guard var plain = detail.plainNode(of: node.pointee, at: time) else { return false }
    return evaluatePlain(&plain, in: space, index, into: display)
  }

  /// Places an upright box with one thing in it.
  ///
  /// - Returns: false if there is more to it.
  @inline(__always)
  private func evaluatePlain(
    _ node: UnsafeMutablePointer<RenderNode>, in space: UnsafeMutablePointer<EvaluatedSpace>,
    _ index: Int, into display: DisplayChunk
  ) -> Bool {
    if node.pointee.flags.contains(.hidden) || node.pointee.opacity == 0 {
      display.items.setNothing(index)
      return true
    }
    let alpha = Pixel.multiply(node.pointee.opacity, space.pointee.alpha)
    let left = PixelSnapping.edge(node.pointee.minX * space.pointee.scaleX + space.pointee.offsetX)
    let right = PixelSnapping.edge(node.pointee.maxX * space.pointee.scaleX + space.pointee.offsetX)
    let top = PixelSnapping.edge(node.pointee.minY * space.pointee.scaleY + space.pointee.offsetY)
    let bottom = PixelSnapping.edge(
      node.pointee.maxY * space.pointee.scaleY + space.pointee.offsetY)
    if left > right || top > bottom { return false }
    let box = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
    let clip = space.pointee.clip
    let visible = box.intersection(clip)
    if visible.isEmpty {
      display.items.setNothing(index)
      return true
    }
    guard let contents = node.pointee.contents else {
      let paint = Pixel.multiply(node.pointee.background, alpha)
      if paint >> 24 == 255 {
        display.items.set(index, ItemKind.opaqueSolid, visible, paint)
      } else if paint != 0 {
        display.items.set(index, ItemKind.translucentSolid, visible, paint)
      } else {
        display.items.setNothing(index)
      }
      return true
    }
    return contents._withUnsafeGuaranteedRef { storage in
      guard alpha == 255, right - left == storage.width, bottom - top == storage.height,
        storage.isOpaque || node.pointee.background == 0,
        clip.contains(box) || clipIsFrame(clip)
      else { return false }
      display.items.set(
        index, storage.isOpaque ? ItemKind.opaqueBitmap : ItemKind.translucentBitmap, box,
        contents)
      return true
    }
  }

  /// Whether a clip is no more than the frame's own edge, which every drawing keeps to anyway.
  private func clipIsFrame(_ clip: PixelRect) -> Bool { clip == frame }

  @inline(never)
  private mutating func evaluateGeneral(
    _ chunk: NodeChunk, _ index: Int, into display: DisplayChunk, at time: Double
  ) {
    let node = chunk.nodes[index]
    var parent = node.parentSpace >= 0 ? spaces[Int(node.parentSpace)] : rootSpace
    var parentGroup = node.parentSpace >= 0 ? groups[Int(node.parentSpace)] : nil
    let detail = node.detail >= 0 ? chunk.details[Int(node.detail)] : nil
    let running = detail?.runningTransition(at: time)
    var item =
      detail.map { LayerItem(values: $0.values(at: time), hasSublayers: node.space >= 0) }
      ?? LayerItem(node: node, chunk: chunk)
    let perspective = parent.hasSublayerTransform ? perspectives[node.parentSpace] : nil
    let toDevice =
      if let perspective, node.detail >= 0 {
        item.values.planeTransform(toParentWith: perspective.values)
          .concatenating(perspective.transform)
      } else {
        item.values.planeTransform(toParentWith: nil).concatenating(parent.transform)
      }
    var spaceToDevice = toDevice
    var itemToDevice = toDevice
    let bounds = item.values.bounds
    var plane: WidePlane?
    var transition: DisplayGroup?
    var offset = CGSize.zero
    if parent.isWide || item.values.isExtreme(toDevice) {
      // Transitions are left out here: the new picture is seen at once.
      let space =
        (parent.isWide ? wideSpaces[node.parentSpace] : nil)
        ?? perspective.map { WideSpace($0.transform, values: $0.values) }
        ?? WideSpace(parent.transform)
      let placed = space.plane(of: item.values)
      let placement = WidePlacement(placed, of: item.values)
      plane = placed
      item.placement = placement
      item.values.bounds.origin = .zero
      itemToDevice = placement.toDevice
    } else {
      if let running {
        transition = transitionGroup(
          running.picture, running.state, item.values, perspective, parent, parentGroup)
        offset = running.state.newOffset(in: bounds.size)
        if item.values.flags.contains(.geometryFlipped) { offset.height = -offset.height }
        spaceToDevice = PlaneTransform(translationX: offset.width, y: offset.height)
          .concatenating(toDevice)
      }
      if item.values.isMerelyPlaced(in: perspective?.values) {
        // The same sums as for a plain node, so that the same edges round the same way.
        itemToDevice = parent.transform
        item.values.bounds = item.values.untransformedFrame
      }
    }
    if transition != nil {
      item.values.bounds.origin.x += offset.width
      item.values.bounds.origin.y += offset.height
      // The group of the transition has the opacity.
      item.values.opacity = 1
      parent.alpha = 255
      parentGroup = transition
    }
    let view = item.view(
      in: parent, of: perspective?.values, group: parentGroup, toDevice: itemToDevice)
    if node.space >= 0 {
      var values = item.values
      values.bounds = bounds
      define(node.space, values: values, view: view, toDevice: spaceToDevice, plane, in: parent)
    }
    let group = node.space >= 0 ? groups[Int(node.space)] : parentGroup
    // A layer with sublayers draws itself inside its group; the group has the opacity.
    let itemAlpha = view.isGrouped ? 255 : view.alpha
    if let transition, let old = transition.transition?.old {
      display.setGroup(index, view.isHidden ? transition : group)
      item.draw(
        into: display, at: index, toDevice: itemToDevice, clip: view.clip, alpha: itemAlpha,
        isHidden: view.isHidden, covering: old.bounds)
      return
    }
    display.setGroup(index, view.isHidden ? nil : group)
    item.draw(
      into: display, at: index, toDevice: itemToDevice, clip: view.clip, alpha: itemAlpha,
      isHidden: view.isHidden, nodeContents: node.contents)
  }

  /// The group of a layer in transition; nil where nothing is seen of it, old or new.
  private mutating func transitionGroup(
    _ picture: OldPicture, _ state: TransitionState, _ values: LayerValues,
    _ perspective: Perspective?, _ parent: EvaluatedSpace, _ parentGroup: DisplayGroup?
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
      clip: parent.clip, frame: frame, evaluation: evaluation)
  }

  /// Works out the space of a layer's sublayers, and notes whether it is another than before.
  private mutating func define(
    _ index: Int32, values: LayerValues, view: LayerView, toDevice: PlaneTransform,
    _ plane: WidePlane?, in parent: EvaluatedSpace
  ) {
    var space = EvaluatedSpace(clip: view.clip)
    space.isHidden = view.isHidden
    space.facesAway = view.facesAway
    space.alpha = view.isGrouped ? 255 : view.handedDownAlpha
    let slot = Int(index)
    let wide = plane.map { WideSpace(plane: $0, values: values) }
    if wide != nil || spaces[slot].isWide, wide != wideSpaces[index] {
      wideSpaces[index] = wide
      spaceChanged[slot] = evaluation
      anySpaceChanged = true
    }
    if wide != nil {
      space.setWide()
      space.hasSublayerTransform = !values.rareValues.sublayerTransform.isIdentity
      perspectives[index] =
        space.hasSublayerTransform ? Perspective(values: values, transform: toDevice) : nil
    } else if let sublayerTransform = values.sublayerTransformInPlace {
      space.hasSublayerTransform = true
      space.setTransform(
        PlaneTransform(flattening: sublayerTransform).concatenating(toDevice))
      let old = perspectives[index]
      let isSame =
        old.map {
          $0.transform == toDevice
            && $0.values.rareValues.sublayerTransform
              == values.rareValues.sublayerTransform
            && $0.values.bounds == values.bounds
            && $0.values.anchorPoint == values.anchorPoint
        } ?? false
      if !isSame {
        spaceChanged[slot] = evaluation
        anySpaceChanged = true
      }
      perspectives[index] = Perspective(values: values, transform: toDevice)
    } else {
      perspectives[index] = nil
      space.setTransform(toDevice)
    }
    var group = view.parentGroup
    if view.isGrouped || view.outline != nil {
      let alpha: UInt8 = view.isGrouped ? view.alpha : 255
      if let old = groups[slot],
        old.matches(parent: group, space: index, alpha: alpha, outline: view.outline)
      {
        group = old
      } else {
        group = DisplayGroup(parent: group, space: index, alpha: alpha, outline: view.outline)
      }
    }
    if spaces[slot] != space || groups[slot] !== group {
      spaces[slot] = space
      groups[slot] = group
      spaceChanged[slot] = evaluation
      anySpaceChanged = true
    }
  }
}
