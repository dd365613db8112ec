/// An unrolled list of layers: blocks of limited size, for an order that is edited in many places.
final class UnrolledLayerList {
  /// The maximum number of layers in a block.
  static let blockCapacity = 512

  private struct Block {
    let number: Int
    var layers: [Layer]
  }

  /// The blocks, none of which is empty unless it is the only one.
  @exclusivity(unchecked) private var blocks: [Block] = []
  /// The number of layers in each block.
  @exclusivity(unchecked) private var counts: [Int] = []
  /// The position of each block, by its number; -1 for a removed block.
  @exclusivity(unchecked) private var positions: [Int] = []
  @exclusivity(unchecked) private(set) var count: Int
  /// True if the hint of each layer is the number of its block.
  private let givesHints: Bool

  /// Creates a list by dividing an array of layers into blocks.
  ///
  /// - Parameter givesHints: true if layers must be found by ``index(of:)``.
  init(_ layers: [Layer], givesHints: Bool) {
    count = layers.count
    self.givesHints = givesHints
    for start in stride(from: 0, to: max(layers.count, 1), by: Self.blockCapacity / 2) {
      let end = min(start + Self.blockCapacity / 2, layers.count)
      addBlock(Array(layers[start..<end]), at: blocks.count)
    }
  }

  /// The frontmost layer.
  var last: Layer? { blocks.last?.layers.last }
  /// The number of layers in the longest block.
  var longest: Int { counts.max() ?? 0 }

  /// All layers.
  var joined: [Layer] {
    var result: [Layer] = []
    result.reserveCapacity(count)
    for block in blocks { result += block.layers }
    return result
  }

  /// Returns the index of a layer, or nil if it is not in the list.
  func index(of layer: Layer) -> Int? {
    let number = Int(layer.storage.indexHint)
    guard positions.indices.contains(number), positions[number] >= 0 else { return nil }
    let position = positions[number]
    let reference = Unmanaged.passUnretained(layer).toOpaque()
    // Comparing addresses avoids reference counting.
    let offset = blocks[position].layers.withUnsafeBufferPointer { layers in
      layers.withMemoryRebound(to: UnsafeMutableRawPointer.self) { $0.firstIndex(of: reference) }
    }
    return offset.map { counts[..<position].reduce($0, +) }
  }

  /// Returns the block that contains an index, and the offset in it. The end belongs to the last
  /// block.
  private func place(of index: Int) -> (position: Int, offset: Int) {
    if index == count { return (counts.count - 1, counts[counts.count - 1]) }
    var offset = index
    var position = 0
    while offset >= counts[position] {
      offset -= counts[position]
      position += 1
    }
    return (position, offset)
  }

  /// Inserts a layer before the one at an index, or at the end.
  func insert(_ layer: Layer, at index: Int) {
    var (position, offset) = place(of: index)
    if counts[position] == Self.blockCapacity {
      let half = Self.blockCapacity / 2
      // A layer in front of all others begins a new block.
      let kept = offset == counts[position] ? offset : half
      let moved = Array(blocks[position].layers[kept...])
      blocks[position].layers.removeSubrange(kept...)
      counts[position] = kept
      addBlock(moved, at: position + 1)
      if offset >= kept { (position, offset) = (position + 1, offset - kept) }
    }
    blocks[position].layers.insert(layer, at: offset)
    counts[position] += 1
    count += 1
    if givesHints {
      layer.storage.indexHint = Int32(truncatingIfNeeded: blocks[position].number)
    }
  }

  /// Removes the layer at an index.
  func remove(at index: Int) {
    let (position, offset) = place(of: index)
    blocks[position].layers.remove(at: offset)
    counts[position] -= 1
    count -= 1
    if counts[position] == 0, blocks.count > 1 {
      positions[blocks[position].number] = -1
      blocks.remove(at: position)
      counts.remove(at: position)
      renumber(from: position)
    }
  }

  /// Inserts a block that contains some layers.
  private func addBlock(_ layers: [Layer], at position: Int) {
    let number = positions.count
    positions.append(position)
    if givesHints {
      for layer in layers { layer.storage.indexHint = Int32(truncatingIfNeeded: number) }
    }
    blocks.insert(Block(number: number, layers: layers), at: position)
    counts.insert(layers.count, at: position)
    renumber(from: position)
  }

  private func renumber(from position: Int) {
    for later in position..<blocks.count { positions[blocks[later].number] = later }
  }
}
