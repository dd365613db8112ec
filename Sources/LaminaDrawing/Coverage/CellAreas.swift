/// The areas right of the pieces of an edge run in each of three columns, for edge runs that span
/// at most twice as many.
///
/// Columns are side by side from x = 0 on, 256 steps wide. Numbers are integers below 2²⁴, so sums
/// and products are exact; only where an edge run winds around a column dozens of times do sums
/// grow beyond that, and such a column is measured in another way.
struct CellAreas {
  private typealias Four = SIMD4<Float>

  /// The number of columns.
  static let width = 3

  /// The left sides of the columns and the right side of the last.
  private static var sides: Four { Four(0, 256, 512, 768) }

  private var all = Four.zero
  private var x: Float
  private var y: Float

  /// Creates areas for an edge run.
  ///
  /// - Parameters: the start of the first piece, in steps.
  init(x: Int32, y: Int32) {
    self.x = Float(x)
    self.y = Float(y)
  }

  /// Adds a piece from the end of the preceding one.
  @inline(__always)
  mutating func addPiece(x nextX: Int32, y nextY: Int32) {
    let (nextX, nextY) = (Float(nextX), Float(nextY))
    let low = laneMin(Four(repeating: x), Four(repeating: nextX))
    let high = laneMax(Four(repeating: x), Four(repeating: nextX))
    let height = Four(repeating: nextY - y)
    let size = laneMax(height, -height)
    (x, y) = (nextX, nextY)
    // The part of its height that lies left of each side, to the nearest step. Compilers would make
    // a special case of a difference from 0, and split up the vector.
    let (fromLow, fromHigh) = (Self.sides - low, Self.sides - high)
    let length = laneMax(fromLow - fromHigh, Four(repeating: 1))
    let halfUp = Four(repeating: Float(PathRasterizer.halfUp))
    let crossing = fromLow * size / length + halfUp + Self.shift - Self.shift
    let part = laneMin(laneMax(crossing, .zero), size)
    let heights = Self.next(part) - part
    // The distance of each side from the point at which the piece enters the column, and the areas
    // left of the piece.
    let place = laneMax(laneMin(fromLow, .zero), fromHigh)
    let lefts = heights * (Four(repeating: 256) - place - Self.next(place))
    let direction = laneMax(laneMin(height, Four(repeating: 1)), Four(repeating: -1))
    all += (Self.next(part) * 512 - lefts) * direction
  }

  /// The areas in the columns, in the units of ``PathRasterizer/full``. The fourth number is
  /// meaningless.
  var sums: SIMD4<Int32> {
    let shift = Self.shift
    return unsafeBitCast(all + shift, to: SIMD4<Int32>.self)
      &- unsafeBitCast(shift, to: SIMD4<Int32>.self)
  }

  /// The constant that, added to a number, leaves the nearest integer in the last bits of the sum.
  private static var shift: Four { Four(repeating: 12_582_912) }

  /// Returns the values at the next side; after the last, that of the first.
  private static func next(_ four: Four) -> Four { Four(four[1], four[2], four[3], four[0]) }
}
