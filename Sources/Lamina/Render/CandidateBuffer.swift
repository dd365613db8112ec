import LaminaBase

/// A candidate item of a display list: the index of its chunk in the list, and its index in the
/// chunk.
struct Candidate {
  private let chunkNumber: Int32
  private let itemNumber: Int32

  init(_ chunk: Int, _ item: Int) {
    chunkNumber = Int32(truncatingIfNeeded: chunk)
    itemNumber = Int32(truncatingIfNeeded: item)
  }

  var chunk: Int { Int(chunkNumber) }
  var item: Int { Int(itemNumber) }

  var place: NodePlace { NodePlace(chunk: chunk, index: item) }
}

/// The candidates that a query of a display list finds, in plain memory that the next query reuses.
final class CandidateBuffer {
  private var memory: UnsafeMutablePointer<Candidate>
  private var capacity = 4 * DisplayChunk.capacity
  /// The index of the first candidate; those before it were removed.
  private var start = 0
  private var end = 0

  init() { memory = .allocate(capacity: capacity) }

  deinit { memory.deallocate() }

  var count: Int { end - start }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Candidate { memory[start + index] }

  func removeAll() {
    start = 0
    end = 0
  }

  func removeFirst(_ count: Int) { start += count }

  /// Makes room for `more` candidates; ``append(_:_:)`` does not check.
  func reserve(_ more: Int) {
    if end + more > capacity { grow() }
  }

  private func grow() {
    let grown = UnsafeMutablePointer<Candidate>.allocate(capacity: capacity * 2)
    grown.update(from: memory, count: end)
    memory.deallocate()
    memory = grown
    capacity *= 2
  }

  func append(_ chunk: Int, _ item: Int) {
    memory[end] = Candidate(chunk, item)
    end &+= 1
  }

  /// Removes the candidates whose boxes do not touch a rectangle.
  ///
  /// - Returns: the index of the last one that is opaque and covers all of it; nil if none does.
  func keepThoseThatTouch(
    _ rect: PixelRect, _ chunks: UnsafeBufferPointer<DisplayItems>
  ) -> Int? {
    let memory = memory
    let chunks = chunks.baseAddress!
    var kept = start
    var cover = -1
    for index in start..<end {
      let candidate = memory[index]
      let record = chunks[candidate.chunk].records[candidate.item]
      let (minX, minY) = (Int(record.box.minX), Int(record.box.minY))
      let (maxX, maxY) = (Int(record.box.maxX), Int(record.box.maxY))
      // Negative if the box and the rectangle overlap on both axes.
      let overlap =
        (minX &- rect.maxX) & (rect.minX &- maxX) & (minY &- rect.maxY) & (rect.minY &- maxY)
      // Not negative if the box contains all of the rectangle.
      let rest =
        (rect.minX &- minX) | (maxX &- rect.maxX) | (rect.minY &- minY) | (maxY &- rect.maxY)
      cover = rest >= 0 && record.isOpaque ? kept : cover
      memory[kept] = candidate
      kept &+= Int(truncatingIfNeeded: UInt(bitPattern: overlap) >> (UInt.bitWidth - 1))
    }
    end = kept
    return cover >= 0 ? cover - start : nil
  }

  /// Rearranges the candidates, which are in the order of the items, into the order of runs of
  /// items.
  func arrange(_ runs: [Range<NodePlace>]) {
    let unordered = Array(UnsafeBufferPointer(start: memory + start, count: count))
    var kept = start
    for run in runs {
      var next = unordered.partitioningIndex { $0.place >= run.lowerBound }
      while next < unordered.count, unordered[next].place < run.upperBound {
        memory[kept] = unordered[next]
        kept += 1
        next += 1
      }
    }
  }
}
