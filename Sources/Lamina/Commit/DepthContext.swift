import Foundation

/// A ``TransformLayer`` that is in no other, with all layers in its 3-D space, as published by a
/// commit: the input for finding their paint order at any time.
struct DepthContext: Sendable {
  /// A transform layer, or another layer in one (a plane) with its whole subtree.
  struct Element: Sendable {
    let place: NodePlace
    /// The start of the next element; for the last one, the end of its nodes.
    var end: NodePlace
    /// The index of the element that is the containing transform layer; -1 for the first element.
    let parent: Int
    let isPlane: Bool

    /// Returns the same element with relocated nodes.
    func moved(_ place: (NodePlace) -> NodePlace) -> Element {
      Element(place: place(self.place), end: place(end), parent: parent, isPlane: isPlane)
    }
  }

  /// The position of the superlayer of the outermost transform layer; nil if there is none.
  let superlayer: NodePlace?
  /// The elements in the committed order. The outermost transform layer is the first.
  private let elements: [Element]
  /// The indices of the elements that are planes.
  private let planes: [Int]

  /// True if the planes are sorted by their centres, however few they are.
  private let sortsByCenters: Bool

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - elements: at least one, each beginning where the preceding one ends.
  ///   - sortsByCenters: true if planes were left out of so many that only their centres count.
  init(superlayer: NodePlace?, elements: [Element], sortsByCenters: Bool = false) {
    self.superlayer = superlayer
    self.elements = elements
    self.sortsByCenters = sortsByCenters
    planes = elements.indices.filter { elements[$0].isPlane }
  }

  /// The position of the outermost transform layer.
  var root: NodePlace { elements[0].place }
  /// The bounds of the reordered nodes.
  var start: NodePlace { elements[0].end }
  var end: NodePlace { elements[elements.count - 1].end }

  /// The planes in the committed order.
  var home: [Int] { Array(planes.indices) }

  /// Returns the planes in paint order at a time.
  func arrangement(of tree: RenderTreeStorage, at time: Double) -> [Int] {
    if planes.count < 2 { return home }
    let above = superlayer.map { tree.values(at: $0, time: time) }
    var spaces: [Transform3D] = []
    var isHidden: [Bool] = []
    var seen: [ProjectedPolygon?] = []
    for element in elements {
      let values = tree.values(at: element.place, time: time)
      isHidden.append(
        values.flags.contains(.hidden) || values.opacity <= 0
          || element.parent >= 0 && isHidden[element.parent])
      var transform =
        element.parent < 0
        ? values.spaceTransform(toParentWith: above)
        : values.transformToParent.concatenating(spaces[element.parent])
      if element.parent < 0, let above, above.flags.contains(.instance) {
        transform = transform.concatenating(above.transformToParent)
      }
      if element.isPlane {
        seen.append(isHidden[isHidden.count - 1] ? nil : ProjectedPolygon(values.bounds, transform))
      } else if let sublayerTransform = values.sublayerTransformInPlace {
        transform = sublayerTransform.concatenating(transform)
      }
      spaces.append(transform)
    }
    return PainterSort.order(seen, byCenters: sortsByCenters)
  }

  /// Returns the nodes from ``start`` to ``end`` in an order: all transform layers, which draw
  /// nothing, and then the planes.
  func runs(_ arrangement: [Int]) -> [Range<NodePlace>] {
    elements.dropFirst().filter { !$0.isPlane }.map { $0.place..<$0.end }
      + arrangement.map(nodes)
  }

  /// Returns the nodes of a plane.
  func nodes(of plane: Int) -> Range<NodePlace> {
    elements[planes[plane]].place..<elements[planes[plane]].end
  }

  /// Returns the same context with relocated nodes.
  func moved(_ place: (NodePlace) -> NodePlace) -> DepthContext {
    DepthContext(
      superlayer: superlayer.map(place), elements: elements.map { $0.moved(place) },
      sortsByCenters: sortsByCenters)
  }
}

extension RenderTreeStorage {
  /// Returns the values of a layer as presented at a time.
  fileprivate func values(at place: NodePlace, time: Double) -> LayerValues {
    let chunk = pages[place.chunk / NodePage.capacity].chunks[place.chunk % NodePage.capacity]
    let node = chunk.nodes[place.index]
    guard node.detail >= 0, let detail = chunk.details[Int(node.detail)] else {
      return LayerValues(node: node)
    }
    return detail.values(at: time)
  }
}

extension LayerValues {
  /// Returns the transform from the layer's own space to its superlayer's, through the superlayer's
  /// `sublayerTransform`.
  func spaceTransform(toParentWith parent: LayerValues?) -> Transform3D {
    guard let parent, let sublayerTransform = parent.sublayerTransformInPlace else {
      return transformToParent
    }
    return transformToParent.concatenating(sublayerTransform)
  }
}
