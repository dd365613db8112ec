/// The sublayers of a layer, back to front.
///
/// They are stored in one array. An edit moves all references that follow, which costs little among
/// a few and much among many: once edits have moved 32 times as many references as there are, the
/// array is split into blocks, and an edit moves only those of one block. Reading the array joins the
/// blocks. Each edit of a run is therefore cheap, however many siblings there are, and so is reading
/// the list between edits.
struct SublayerList {
  /// The number of layers up to which the array is not split.
  static let smallCount = 1024

  /// All layers; empty while they are split into blocks.
  private var whole: [Layer] = []
  private var blocks: UnrolledLayerList?
  /// The number of references that edits have moved since the array was joined.
  private var movedCount = 0

  /// Creates a list of layers and updates their index hints.
  init(_ layers: [Layer] = []) {
    whole = layers
    tellPlaces()
  }

  var isEmpty: Bool { whole.isEmpty && blocks == nil }
  var count: Int { blocks?.count ?? whole.count }
  /// The layer in front of all others.
  var last: Layer? { blocks?.last ?? whole.last }
  /// The largest number of references that the next edit may have to move.
  var longestMove: Int { blocks?.longest ?? whole.count }

  /// Returns all layers, joining the blocks.
  ///
  /// - Complexity: O(1); O(*n*) after many edits.
  mutating func array() -> [Layer] {
    if let blocks {
      self.blocks = nil
      whole = blocks.joined
      movedCount = 0
      tellPlaces()
    }
    return whole
  }

  /// Returns the index of a layer, searching outwards from its last known index; nil if it is not
  /// in the list.
  func index(of layer: Layer) -> Int? {
    if let blocks { return blocks.index(of: layer) }
    guard let index = nearestIndex(of: layer) else { return nil }
    // The next search finds it at once.
    layer.storage.indexHint = Int32(truncatingIfNeeded: index)
    return index
  }

  private func nearestIndex(of layer: Layer) -> Int? {
    let hint = Int(layer.storage.indexHint)
    return whole.withUnsafeBufferPointer { siblings in
      var below = max(-1, min(hint, siblings.count - 1))
      var above = below + 1
      while below >= 0 || above < siblings.count {
        if below >= 0 {
          if siblings[below] === layer { return below }
          below -= 1
        }
        if above < siblings.count {
          if siblings[above] === layer { return above }
          above += 1
        }
      }
      return nil
    }
  }

  /// Inserts a layer before the one at an index, or at the end.
  mutating func insert(_ layer: Layer, at index: Int) {
    cutIfWorthwhile()
    if let blocks { return blocks.insert(layer, at: index) }
    movedCount += whole.count - index
    layer.storage.indexHint = Int32(truncatingIfNeeded: index)
    whole.insert(layer, at: index)
  }

  /// Removes the layer at an index.
  mutating func remove(at index: Int) {
    cutIfWorthwhile()
    guard let blocks else {
      movedCount += whole.count - index
      whole.remove(at: index)
      return
    }
    blocks.remove(at: index)
    if blocks.count <= Self.smallCount / 2 { _ = array() }
  }

  private mutating func cutIfWorthwhile() {
    guard blocks == nil, whole.count > Self.smallCount, movedCount / 32 > whole.count
    else { return }
    let cut = UnrolledLayerList(whole, givesHints: true)
    whole = []
    blocks = cut
  }

  private func tellPlaces() {
    for (index, layer) in whole.enumerated() {
      layer.storage.indexHint = Int32(truncatingIfNeeded: index)
    }
  }
}
