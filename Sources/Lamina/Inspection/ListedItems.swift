import LaminaBase

/// The items of a list by their place in the tree.
struct ListedItems {
  private var chunks: [DisplayChunk] = []
  private var starts: [Int] = []

  init(_ list: DisplayList) {
    var start = 0
    for chunk in list.chunks {
      chunks.append(chunk)
      starts.append(start)
      start += chunk.count
    }
  }

  private func find(_ place: Int) -> (DisplayChunk, Int) {
    let index = starts.partitioningIndex { $0 > place } - 1
    return (chunks[index], place - starts[index])
  }

  /// The pixels that a layer may touch; empty where it shows nothing.
  func box(_ place: Int) -> PixelRect {
    let (chunk, index) = find(place)
    return chunk.items.records[index].kind == ItemKind.nothing ? .empty : chunk.items.box(index)
  }

  func isSame(_ place: Int, _ other: ListedItems, _ otherPlace: Int) -> Bool {
    let (chunk, index) = find(place)
    let (otherChunk, otherIndex) = other.find(otherPlace)
    return Damage.isSame(chunk, index, otherChunk, otherIndex)
  }
}
