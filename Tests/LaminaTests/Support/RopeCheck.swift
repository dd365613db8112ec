@testable import Lamina

extension LayerTree {
  /// All layers in drawing order, worked out from the tree alone.
  func layersInDrawingOrder() -> [Layer] {
    var result: [Layer] = []
    var stack = root.map { [$0] } ?? []
    while let layer = stack.popLast() {
      result.append(layer)
      let sublayers = layer.sublayers ?? []
      // Sorted by depth; the index decides between equal ones.
      let order = sublayers.indices.sorted {
        (sublayers[$0].zPosition, $0) < (sublayers[$1].zPosition, $1)
      }
      for index in order.reversed() { stack.append(sublayers[index]) }
      if let mask = layer.mask { stack.append(mask) }
    }
    return result
  }

  /// Returns the first mistake in the committed list of layers; nil if the list matches the tree.
  func mistakeInRope() -> String? {
    let expected = layersInDrawingOrder()
    var position = 0
    var spaces: Set<Int32> = []
    for (spineIndex, chunk) in rope.spine.enumerated() {
      guard chunk.count > 0, chunk.count <= NodeChunk.capacity else {
        return "chunk \(spineIndex) of the rope holds \(chunk.count) layers"
      }
      for index in 0..<chunk.count {
        let layer = chunk.layers[index]!.takeUnretainedValue()
        guard position < expected.count, layer === expected[position] else {
          return "place \(position) of the rope holds the wrong layer"
        }
        let node = chunk.nodes.nodes[index]
        let core = layer.storage
        guard Int(core.nodeIndex) == index, node.space == core.space,
          node.parentSpace == (layer.superlayer.map { $0.space(of: layer) } ?? -1)
        else { return "the layer at place \(position) does not know its place" }
        guard (core.space >= 0) == (layer.sublayers != nil) else {
          return "the layer at place \(position) has a space, or none, against its sublayers"
        }
        if core.space >= 0, !spaces.insert(core.space).inserted {
          return "two layers have the space \(core.space)"
        }
        let maskSpace = core.sideTable?.maskSpace ?? -1
        guard (maskSpace >= 0) == (layer.mask != nil) else {
          return "the layer at place \(position) has a mask's space, or none, against its mask"
        }
        if maskSpace >= 0, !spaces.insert(maskSpace).inserted {
          return "two layers have the space \(maskSpace)"
        }
        position += 1
      }
    }
    guard position == expected.count, rope.count == position else {
      return "the rope holds \(position) layers (it says \(rope.count)) of \(expected.count)"
    }
    return nil
  }
}

extension Layer {
  /// The space that a sublayer, or the mask, stands in.
  fileprivate func space(of layer: Layer) -> Int32 {
    layer === mask ? sideTable.maskSpace : storage.space
  }
}
