/// An unrolled list of layers: blocks of limited size, for an order that is edited in many places.
final class UnrolledLayerList {
  /// The maximum number of layers in a part.
  static let partCapacity = 512

  private struct Part {
    let number: Int
    var layers: [Layer]
  }

  /// The parts, none of which is empty unless it is the only one.
  private var parts: [Part] = []
  /// The number of layers in each part.
  private var counts: [Int] = []
  /// The position of each part, by its number; -1 for a removed part.
  private var positions: [Int] = []
  private(set) var count: Int
  /// True if the hint of each layer is the number of its part.
  private let givesHints: Bool

  /// Creates a list by dividing an array of layers into parts.
  ///
  /// - Parameter givesHints: true if layers must be found by ``index(of:)``.
  init(_ layers: [Layer], givesHints: Bool) {
    count = layers.count
    self.givesHints = givesHints
    for start in stride(from: 0, to: max(layers.count, 1), by: Self.partCapacity / 2) {
      let end = min(start + Self.partCapacity / 2, layers.count)
      addPart(Array(layers[start..<end]), at: parts.count)
    }
  }

  /// The frontmost layer.
  var last: Layer? { parts.last?.layers.last }
  /// The number of layers in the longest part.
  var longest: Int { counts.max() ?? 0 }

  /// All layers.
  var joined: [Layer] {
    var result: [Layer] = []
    result.reserveCapacity(count)
    for part in parts { result += part.layers }
    return result
  }

  /// Returns the index of a layer, or nil if it is not in the list.
  func index(of layer: Layer) -> Int? {
    let number = Int(layer.storage.indexHint)
    guard positions.indices.contains(number), positions[number] >= 0 else { return nil }
    let position = positions[number]
    let reference = Unmanaged.passUnretained(layer).toOpaque()
    // Comparing addresses avoids reference counting.
    let offset = parts[position].layers.withUnsafeBufferPointer { layers in
      layers.withMemoryRebound(to: UnsafeMutableRawPointer.self) { $0.firstIndex(of: reference) }
    }
    return offset.map { counts[..<position].reduce($0, +) }
  }

  /// Returns the part that contains an index, and the offset in it. The end belongs to the last
  /// part.
  private func place(of index: Int) -> (position: Int, offset: Int) {
    var offset = index
    var position = 0
    while position < counts.count - 1, offset >= counts[position] {
      offset -= counts[position]
      position += 1
    }
    return (position, offset)
  }

  /// Inserts a layer before the one at an index, or at the end.
  func insert(_ layer: Layer, at index: Int) {
    var (position, offset) = place(of: index)
    if counts[position] == Self.partCapacity {
      let half = Self.partCapacity / 2
      // A layer in front of all others begins a new part.
      let kept = offset == counts[position] ? offset : half
      let moved = Array(parts[position].layers[kept...])
      parts[position].layers.removeSubrange(kept...)
      counts[position] = kept
      addPart(moved, at: position + 1)
      if offset >= kept { (position, offset) = (position + 1, offset - kept) }
    }
    parts[position].layers.insert(layer, at: offset)
    counts[position] += 1
    count += 1
    if givesHints {
      layer.storage.indexHint = Int32(truncatingIfNeeded: parts[position].number)
    }
  }

  /// Removes the layer at an index.
  func remove(at index: Int) {
    let (position, offset) = place(of: index)
    parts[position].layers.remove(at: offset)
    counts[position] -= 1
    count -= 1
    if counts[position] == 0, parts.count > 1 {
      positions[parts[position].number] = -1
      parts.remove(at: position)
      counts.remove(at: position)
      renumber(from: position)
    }
  }

  /// Inserts a part that contains some layers.
  private func addPart(_ layers: [Layer], at position: Int) {
    let number = positions.count
    positions.append(position)
    if givesHints {
      for layer in layers { layer.storage.indexHint = Int32(truncatingIfNeeded: number) }
    }
    parts.insert(Part(number: number, layers: layers), at: position)
    counts.insert(layers.count, at: position)
    renumber(from: position)
  }

  private func renumber(from position: Int) {
    for later in position..<parts.count { positions[parts[later].number] = later }
  }
}
