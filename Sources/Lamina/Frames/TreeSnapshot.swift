import Foundation

/// A layer and all below it as nodes, outside any renderer: for drawing into a context.
enum TreeSnapshot {
  /// The pages of a subtree's model values, in drawing order.
  ///
  /// The top layer stands in its own coordinate space: its position and transform are left out
  /// (rule 14.16).
  static func pages(of top: Layer) -> (pages: [NodePage], spaces: Int) {
    var chunks: [NodeChunk] = []
    var spaces = 0
    var stack: [(layer: Layer, space: Int32)] = [(top, -1)]
    func makeSpace(_ isNeeded: Bool) -> Int32 {
      guard isNeeded else { return -1 }
      spaces += 1
      return Int32(spaces - 1)
    }
    while let (layer, parentSpace) = stack.popLast() {
      if chunks.last.map({ $0.count == NodeChunk.capacity }) ?? true {
        chunks.append(NodeChunk(slot: chunks.count, version: UInt64(chunks.count) + 1))
      }
      let hasSublayers = !layer.storage.sublayers.isEmpty
      let space = makeSpace(hasSublayers)
      let mask = layer.maskToVisit
      let maskSpace = makeSpace(mask != nil)
      let values = layer === top ? unplaced(layer.storage.values) : layer.storage.values
      write(
        values, in: chunks[chunks.count - 1], parentSpace: parentSpace, space: space,
        maskSpace: maskSpace)
      for child in layer.sublayersInDrawingOrder.reversed() { stack.append((child, space)) }
      if let mask { stack.append((mask, maskSpace)) }
    }
    for chunk in chunks { chunk.summarize() }
    let pages = stride(from: 0, to: chunks.count, by: NodePage.capacity).map {
      NodePage(chunks: Array(chunks[$0..<min($0 + NodePage.capacity, chunks.count)]))
    }
    return (pages, spaces)
  }

  private static func unplaced(_ values: LayerValues) -> LayerValues {
    var values = values
    values.position = values.anchor
    if values.rare != nil {
      var rare = values.rareValues
      rare.transform = .identity
      rare.zPosition = rare.anchorPointZ
      values.rare = RareValuesBox(rare)
    }
    return values
  }

  private static func write(
    _ values: LayerValues, in chunk: NodeChunk, parentSpace: Int32, space: Int32,
    maskSpace: Int32
  ) {
    let index = chunk.count
    chunk.openGap(at: index, gap: 1)
    var node = RenderNode()
    node.parentSpace = parentSpace
    node.space = space
    node.detail = chunk.keep(NodeDetail(values: values, maskSpace: maskSpace))
    if let contents = values.contents {
      node.contents = Unmanaged.passUnretained(contents.storage)
      node.bitmap = chunk.keep(contents)
    }
    chunk.nodes[index] = node
  }
}

extension Layer {
  /// Draws the layer and its sublayers into a context, in the layer's own coordinate space.
  ///
  /// The values are those of the model: animations are left out. The layer's position and
  /// transform do not count, its opacity does; the context's transform, clip and alpha apply.
  /// Upright layers land on whole pixels of the context, as in a frame. Layout and display
  /// are not run first.
  ///
  /// - Complexity: O(layers below, and pixels of the context's clip).
  public final func render(in context: DrawingContext) {
    let clip = context.state.clip
    guard !clip.isEmpty, context.state.transform.isFinite else { return }
    let snapshot = TreeSnapshot.pages(of: self)
    var evaluator = Evaluator(
      width: context.width, height: context.height,
      transform: ProjectiveTransform(context.state.transform))
    _ = evaluator.evaluate(
      RenderTreeStorage(
        pages: snapshot.pages, layout: 0, spaceLimit: snapshot.spaces, layerCount: 0, time: 0),
      at: 0)
    var plan = Plan()
    var planner = Planner()
    planner.plan(evaluator.list, Region(clip), into: &plan)
    let storage = PixelStorage(width: clip.width, height: clip.height, padded: false)
    Executor().run(
      plan, on: Surface(pixels: storage.pixels, rect: clip, stride: storage.stride),
      rows: clip.minY..<clip.maxY)
    context.drawWhole(
      Bitmap(storage: storage), clip.minX, clip.minY,
      UInt8((context.state.alpha * 255).rounded()))
  }
}
