import Foundation

extension FlattenedPath {
  /// The part between two places along the lines, all subpaths in turn.
  ///
  /// Places are parts of the whole length, from 0 to 1. A closed subpath that is cut becomes an
  /// open one, or two: it begins and ends where it was closed. A subpath without length stays
  /// where its place is between the two.
  ///
  /// - Parameter space: takes device pixels to the space that lengths are measured in; nil where
  ///   that makes no difference.
  /// - Complexity: O(*n*) in the number of points.
  package func trimmed(from start: Double, to end: Double, measuredIn space: Transform2D?)
    -> FlattenedPath
  {
    if start <= 0, end >= 1 { return self }
    var result = FlattenedPath()
    guard start < end else { return result }
    let lengths = segmentLengths(in: space)
    let total = lengths.reduce(0, +)
    let low = start * total
    // The sum of all lengths may differ from that of the subpaths' sums by a rounding.
    let high = end >= 1 ? .infinity : end * total
    var position = 0.0
    var segment = 0
    for subpath in subpaths {
      let first = segment
      let count = subpath.end - subpath.start - (subpath.isClosed ? 0 : 1)
      segment += count
      let length = lengths[first..<segment].reduce(0, +)
      let begin = position
      position += length
      if length == 0 {
        if low <= begin, begin <= high { result.append(self, subpath) }
      } else if begin >= low, position <= high {
        result.append(self, subpath)
      } else if position > low, begin < high {
        let part = lengths[first..<segment]
        result.append(self, subpath, lengths: part, from: low - begin, to: high - begin)
      }
    }
    return result
  }

  /// The length of each line, those that close subpaths included.
  private func segmentLengths(in space: Transform2D?) -> [Double] {
    var lengths: [Double] = []
    lengths.reserveCapacity(points.count)
    for subpath in subpaths {
      for index in subpath.start..<subpath.end {
        let isLast = index + 1 == subpath.end
        if isLast, !subpath.isClosed { break }
        var way = points[isLast ? subpath.start : index + 1] - points[index]
        if let space {
          way = SIMD2(
            way.x * Double(space.a) + way.y * Double(space.c),
            way.x * Double(space.b) + way.y * Double(space.d))
        }
        lengths.append(Stroker.length(way))
      }
    }
    return lengths
  }

  /// Adds a whole subpath of another path.
  private mutating func append(_ other: FlattenedPath, _ subpath: Subpath) {
    for index in subpath.start..<subpath.end { append(point: other.points[index]) }
    finishPart(closed: subpath.isClosed)
  }

  /// Adds the part of another path's subpath between two lengths from its beginning.
  private mutating func append(
    _ other: FlattenedPath, _ subpath: Subpath, lengths: ArraySlice<Double>, from low: Double,
    to high: Double
  ) {
    var position = 0.0
    var hasBegun = false
    for (offset, length) in lengths.enumerated() {
      let next = position + length
      defer { position = next }
      guard length > 0, next > low else { continue }
      let index = subpath.start + offset
      let a = other.points[index]
      let b = other.points[index + 1 == subpath.end ? subpath.start : index + 1]
      if !hasBegun {
        hasBegun = true
        append(point: position >= low ? a : a + (b - a) * ((low - position) / length))
      }
      if next >= high {
        append(point: next == high ? b : a + (b - a) * ((high - position) / length))
        break
      }
      append(point: b)
    }
    finishPart(closed: false)
  }

  /// All points moved.
  ///
  /// - Complexity: O(*n*) in the number of points.
  package func moved(by offset: SIMD2<Double>) -> FlattenedPath {
    if offset == .zero { return self }
    var result = self
    result.move(by: offset)
    return result
  }
}
