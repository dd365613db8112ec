/// A set of device pixels, as rectangles that do not overlap.
///
/// The number of rectangles is kept small: past 16 the region gives up detail and
/// covers a little more instead. Redrawing a few pixels too many, row by row, is cheaper than
/// tracking thousands of small rectangles.
public struct Region: Sendable, Hashable {
  /// The maximum number of rectangles in a region.
  package static let maximumCount = 16

  /// The rectangles: none empty, no two overlapping, ordered by their top, then left edge.
  public private(set) var rects: [PixelRect] = []

  /// Creates an empty region.
  @inlinable public init() {}

  /// Creates a region of one rectangle.
  public init(_ rect: PixelRect) { insert(rect) }

  /// A Boolean value indicating whether the region contains no pixel.
  public var isEmpty: Bool { rects.isEmpty }

  /// The number of pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// The bounding box of all pixels.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  /// Returns a Boolean value indicating whether the pixel in column `x` and row `y` is in the
  /// region.
  public func contains(x: Int, y: Int) -> Bool {
    rects.contains { $0.contains(x: x, y: y) }
  }

  /// Returns a Boolean value indicating whether every pixel of `rect` is in the region.
  public func contains(_ rect: PixelRect) -> Bool {
    var rest = [rect]
    for covered in rects {
      rest = rest.flatMap { $0.subtracting(covered) }
      if rest.isEmpty { return true }
    }
    return rest.allSatisfy(\.isEmpty)
  }

  /// Inserts the pixels of a rectangle, and possibly a few more: rectangles that would overlap, or
  /// whose union adds few pixels, are replaced by the smallest one that contains both.
  public mutating func insert(_ rect: PixelRect) {
    if rect.isEmpty { return }
    var new = rect
    var index = 0
    while index < rects.count {
      let old = rects[index]
      if old.contains(new) { return }
      if old.intersects(new) || old.isWorthJoining(new) {
        new = new.union(old)
        rects.remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    let place = rects.firstIndex { ($0.minY, $0.minX) > (new.minY, new.minX) } ?? rects.count
    rects.insert(new, at: place)
    if rects.count > Self.maximumCount { joinCheapestPair() }
  }

  /// Inserts all rectangles of another region.
  public mutating func formUnion(_ other: Region) {
    for rect in other.rects { insert(rect) }
  }

  /// Returns the part of the region inside a rectangle.
  public func intersection(_ rect: PixelRect) -> Region {
    var result = Region()
    result.rects = rects.compactMap {
      let part = $0.intersection(rect)
      return part.isEmpty ? nil : part
    }
    return result
  }

  /// Joins the two rectangles whose union adds the fewest pixels.
  private mutating func joinCheapestPair() {
    var best = (first: 0, second: 1, cost: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let cost =
          rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if cost < best.cost { best = (first, second, cost) }
      }
    }
    let joined = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    insert(joined)
  }
}

extension PixelRect {
  /// Returns true if replacing two rectangles that do not overlap by their union costs little: at
  /// most a sixteenth of the union's pixels is in neither of them.
  fileprivate func isWorthJoining(_ other: PixelRect) -> Bool {
    let whole = union(other).area
    return whole - area - other.area <= whole / 16
  }

  /// Returns the remainder of this rectangle without the pixels of another: at most four
  /// rectangles.
  package func subtracting(_ other: PixelRect) -> [PixelRect] {
    let cut = intersection(other)
    if cut.isEmpty { return isEmpty ? [] : [self] }
    return [
      PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: cut.minY),
      PixelRect(minX: minX, minY: cut.maxY, maxX: maxX, maxY: maxY),
      PixelRect(minX: minX, minY: cut.minY, maxX: cut.minX, maxY: cut.maxY),
      PixelRect(minX: cut.maxX, minY: cut.minY, maxX: maxX, maxY: cut.maxY),
    ].filter { !$0.isEmpty }
  }
}
