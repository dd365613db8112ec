import Foundation

/// A ``TransformLayer`` that stands in no other, with all layers that stand in its space, as a
/// commit publishes them: what it takes to find the order in which they are drawn at any time.
struct DepthContext: Sendable {
  /// A transform layer, or a layer in one that is none, with all it holds.
  struct Part: Sendable {
    let place: NodePlace
    /// Where the next part begins; for the last one, where its nodes end.
    var end: NodePlace
    /// Which of the parts is the transform layer that holds it; -1 for the first part.
    let parent: Int
    let isPlane: Bool

    /// The same part among nodes that stand elsewhere.
    func moved(_ place: (NodePlace) -> NodePlace) -> Part {
      Part(place: place(self.place), end: place(end), parent: parent, isPlane: isPlane)
    }
  }

  /// Where the layer stands that holds the outermost transform layer; nil where none does.
  let superlayer: NodePlace?
  /// In the committed order. The outermost transform layer is the first.
  private let parts: [Part]
  /// Which of the parts are planes.
  private let planes: [Int]

  /// - Parameter parts: at least one, each beginning where the one before it ends.
  init(superlayer: NodePlace?, parts: [Part]) {
    self.superlayer = superlayer
    self.parts = parts
    planes = parts.indices.filter { parts[$0].isPlane }
  }

  /// Where the outermost transform layer stands.
  var root: NodePlace { parts[0].place }
  /// Where what is put into order begins and ends.
  var start: NodePlace { parts[0].end }
  var end: NodePlace { parts[parts.count - 1].end }

  /// The planes in the committed order.
  var home: [Int] { Array(planes.indices) }

  /// The planes in the order in which they are drawn at a time.
  func arrangement(of tree: RenderTreeStorage, at time: Double) -> [Int] {
    if planes.count < 2 { return home }
    let above = superlayer.map { tree.values(at: $0, time: time) }
    var spaces: [Transform3D] = []
    var isHidden: [Bool] = []
    var seen: [SeenPlane?] = []
    for part in parts {
      let values = tree.values(at: part.place, time: time)
      isHidden.append(
        values.flags.contains(.hidden) || values.opacity <= 0
          || part.parent >= 0 && isHidden[part.parent])
      var transform =
        part.parent < 0
        ? values.spaceTransform(toParentWith: above)
        : values.transformToParent.concatenating(spaces[part.parent])
      if part.parent < 0, let above, above.flags.contains(.instance) {
        transform = transform.concatenating(above.transformToParent)
      }
      if part.isPlane {
        seen.append(isHidden[isHidden.count - 1] ? nil : SeenPlane(values.bounds, transform))
      } else if let sublayerTransform = values.sublayerTransformInPlace {
        transform = sublayerTransform.concatenating(transform)
      }
      spaces.append(transform)
    }
    return DepthSorting.order(seen)
  }

  /// The nodes from ``start`` to ``end`` in an order: all transform layers, which show nothing,
  /// and then the planes.
  func runs(_ arrangement: [Int]) -> [Range<NodePlace>] {
    parts.dropFirst().filter { !$0.isPlane }.map { $0.place..<$0.end }
      + arrangement.map(nodes)
  }

  /// The nodes of a plane.
  func nodes(of plane: Int) -> Range<NodePlace> {
    parts[planes[plane]].place..<parts[planes[plane]].end
  }

  /// The same context among nodes that stand elsewhere.
  func moved(_ place: (NodePlace) -> NodePlace) -> DepthContext {
    DepthContext(superlayer: superlayer.map(place), parts: parts.map { $0.moved(place) })
  }
}

extension RenderTreeStorage {
  /// What is seen of a layer at a time.
  fileprivate func values(at place: NodePlace, time: Double) -> LayerValues {
    let chunk = pages[place.chunk / NodePage.capacity].chunks[place.chunk % NodePage.capacity]
    let node = chunk.nodes[place.index]
    guard node.detail >= 0, let detail = chunk.details[Int(node.detail)] else {
      return LayerValues(node: node, chunk: chunk)
    }
    return detail.values(at: time)
  }
}

extension LayerValues {
  /// From the layer's own space to its superlayer's, through the superlayer's `sublayerTransform`.
  func spaceTransform(toParentWith parent: LayerValues?) -> Transform3D {
    guard let parent, let sublayerTransform = parent.sublayerTransformInPlace else {
      return transformToParent
    }
    return transformToParent.concatenating(sublayerTransform)
  }
}
