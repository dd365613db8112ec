import Foundation

extension FlattenedPath {
  /// Clip culling of a path: parts that lie outside the clip are drawn with fewer points.
  ///
  /// No pixel of the clip changes by that. Omitted points lie in other rows of pixels, or to the
  /// left or right of the clip and in other edge runs of an outline than the visible part.
  package struct ClipCulling {
    /// The outcode of a point: the sides of the clip it lies beyond, up to two.
    private struct Outcode: OptionSet {
      let rawValue: UInt8
      static let above = Outcode(rawValue: 1)
      static let below = Outcode(rawValue: 2)
      static let left = Outcode(rawValue: 4)
      static let right = Outcode(rawValue: 8)
    }

    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    /// The minimum vertical distance that an outline covers between visible and omitted points.
    private let rise: Double
    private let isStroke: Bool
    /// The sides shared by all points from `start` on.
    private var sides: Outcode = []
    private var start = 0

    /// Creates the culling for a clip.
    ///
    /// - Parameter margin: the distance that a stroke extends from the path, in device pixels.
    init(_ clip: PixelRect, margin: Double = 0) {
      // A point affects the sides of a stroke within eight widths of it, as lines that meet at
      // sharp angles are cut off there.
      isStroke = margin > 0
      let wide = 9 * margin + 2
      low = SIMD2(Double(clip.minX) - wide, Double(clip.minY) - wide)
      high = SIMD2(Double(clip.maxX) + wide, Double(clip.maxY) + wide)
      rise = 2 * wide + 3
    }

    /// Returns true if a box may be visible.
    func sees(_ box: PathBounds) -> Bool {
      box.high.x >= low.x && box.high.y >= low.y && box.low.x <= high.x && box.low.y <= high.y
    }

    /// Returns true if a box lies entirely inside.
    func holds(_ box: PathBounds) -> Bool {
      box.low.x >= low.x && box.low.y >= low.y && box.high.x <= high.x && box.high.y <= high.y
    }

    /// Returns true if a curve lies entirely above or below the clip and may be replaced by one
    /// line: the corners of a stroke depend on the ends of its curves.
    func isAboveOrBelow(_ curve: Cubic) -> Bool {
      let extent = curve.extent
      return !isStroke && (extent.high.y < low.y || extent.low.y > high.y)
    }

    private func sides(of point: SIMD2<Double>) -> Outcode {
      var sides: Outcode = point.y < low.y ? .above : point.y > high.y ? .below : []
      if point.x < low.x { sides.insert(.left) }
      if point.x > high.x { sides.insert(.right) }
      return sides
    }

    /// Begins a subpath; the next point added is its first one.
    mutating func begin(_ points: [SIMD2<Double>]) {
      sides = []
      start = points.count
    }

    /// Processes the points from `first` on, and removes unneeded points before them.
    mutating func add(_ points: inout [SIMD2<Double>], from first: Int) {
      var index = first
      while index < points.count {
        let sides = sides(of: points[index])
        let common = self.sides.intersection(sides)
        if common.isEmpty {
          if !self.sides.isEmpty { index -= finish(&points, end: index) }
          self.sides = sides
          start = index
        } else {
          self.sides = common
        }
        index += 1
      }
    }

    /// Removes the unneeded points of a run on one side, up to `end`, and returns their number. In
    /// other rows, all but two at each end are removed. To the left and right of the clip, the
    /// points next to these also stay, until the outline has left the rows they are in.
    @inline(never)
    mutating func finish(_ points: inout [SIMD2<Double>], end: Int) -> Int {
      var (first, last) = (start, end - 1)
      guard !sides.isEmpty, last - first > 3 else { return 0 }
      if sides.isDisjoint(with: [.above, .below]) {
        let (startY, endY) = (points[first].y, points[last].y)
        while first < last, abs(points[first].y - startY) < rise { first += 1 }
        while first < last, abs(points[last].y - endY) < rise { last -= 1 }
      }
      // A stroke's corners depend on the next points with a different position.
      first = max(first, start + 1)
      last = min(last, end - 2)
      while first < last, points[first] == points[start] { first += 1 }
      while first < last, points[last] == points[end - 1] { last -= 1 }
      if last - first < 2 { return 0 }
      points.removeSubrange(first + 1..<last)
      return last - first - 1
    }
  }

  /// Returns the bounding box of a subpath's points and control points. The subpath ends before the
  /// next move.
  ///
  /// - Parameter end: is set to the index of that move, or to the number of elements.
  static func extent(
    of elements: [Path.Element], from first: Int, _ transform: Transform2D, end: inout Int
  ) -> PathBounds {
    var extent = PathBounds()
    end = first
    while end < elements.count {
      switch elements[end] {
      case .move(let point):
        if end > first { return extent }
        extent.add(map(point, transform))
      case .line(let point): extent.add(map(point, transform))
      case .quadCurve(let point, let control):
        extent.add(map(control, transform))
        extent.add(map(point, transform))
      case .curve(let point, let control1, let control2):
        extent.add(map(control1, transform))
        extent.add(map(control2, transform))
        extent.add(map(point, transform))
      case .closeSubpath: break
      }
      end += 1
    }
    return extent
  }
}
