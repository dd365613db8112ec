#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// What lies right of the pieces of a chain in each of three columns, where the chain goes through
/// no more than twice as many.
///
/// Columns are side by side from x = 0 on, 256 steps wide. Numbers are whole and below 2²⁴, so sums
/// and products are exact; only where a chain winds around a column dozens of times sums grow
/// beyond that, and such a column is measured in another way.
struct NarrowAreas {
  private typealias Four = SIMD4<Float>

  /// How many columns there are.
  static let width = 3

  /// The left sides of the columns and the right side of the last.
  @inline(__always)
  private static var sides: Four { Four(0, 256, 512, 768) }

  private var all = Four.zero
  private var x: Float
  private var y: Float

  /// - Parameters: where the first piece begins, in steps.
  @inline(__always)
  init(x: Int32, y: Int32) {
    self.x = Float(x)
    self.y = Float(y)
  }

  /// Adds a piece from the end of the one before.
  @inline(__always)
  mutating func addPiece(x nextX: Int32, y nextY: Int32) {
    let (nextX, nextY) = (Float(nextX), Float(nextY))
    let low = Self.least(Four(repeating: x), Four(repeating: nextX))
    let high = Self.greatest(Four(repeating: x), Four(repeating: nextX))
    let height = Four(repeating: nextY - y)
    let size = Self.greatest(height, -height)
    (x, y) = (nextX, nextY)
    // How much of its height lies left of each side, to the nearest step. Of a difference from 0
    // compilers would make a case of its own, and take the vector apart.
    let (fromLow, fromHigh) = (Self.sides - low, Self.sides - high)
    let length = Self.greatest(fromLow - fromHigh, Four(repeating: 1))
    let halfUp = Four(repeating: Float(PathRasterizer.halfUp))
    let crossing = fromLow * size / length + halfUp + Self.shift - Self.shift
    let part = Self.least(Self.greatest(crossing, .zero), size)
    let heights = Self.next(part) - part
    // How far each side is from where the piece comes into the column, and the areas left of it.
    let place = Self.greatest(Self.least(fromLow, .zero), fromHigh)
    let lefts = heights * (Four(repeating: 256) - place - Self.next(place))
    let direction = Self.greatest(Self.least(height, Four(repeating: 1)), Four(repeating: -1))
    all += (Self.next(part) * 512 - lefts) * direction
  }

  /// The areas in the columns, in the units of ``PathRasterizer/full``. The fourth number counts
  /// nothing.
  @inline(__always)
  var sums: SIMD4<Int32> {
    let shift = Self.shift
    return unsafeBitCast(all + shift, to: SIMD4<Int32>.self)
      &- unsafeBitCast(shift, to: SIMD4<Int32>.self)
  }

  /// With this added a number's last bits are the nearest whole one.
  @inline(__always)
  private static var shift: Four { Four(repeating: 12_582_912) }

  /// What is at the next side; behind the last, what is at the first.
  @inline(__always)
  private static func next(_ four: Four) -> Four { Four(four[1], four[2], four[3], four[0]) }

  @inline(__always)
  private static func least(_ a: Four, _ b: Four) -> Four {
    #if arch(x86_64) && !LAMINA_PORTABLE
      return _mm_min_ps(a, b)
    #else
      return b.replacing(with: a, where: a .< b)
    #endif
  }

  @inline(__always)
  private static func greatest(_ a: Four, _ b: Four) -> Four {
    #if arch(x86_64) && !LAMINA_PORTABLE
      return _mm_max_ps(a, b)
    #else
      return b.replacing(with: a, where: a .> b)
    #endif
  }
}
