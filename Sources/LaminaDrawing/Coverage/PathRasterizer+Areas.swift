/// Computation of the areas right of edges, in the columns that the edges cross.
extension PathRasterizer {
  /// The number added to heights before rounding, so that half a step is rounded up however the
  /// height was computed.
  static let halfUp = 0x1p-12

  /// Returns the height of an edge after some steps to the right, to the nearest step.
  static func height(_ steps: Int32, _ slope: Double) -> Int32 {
    NearestInteger.int32(Double(steps) * slope + halfUp)
  }

  /// Adds the first `count` of three areas.
  private static func add(
    _ four: SIMD4<Int32>, _ column: Int, count: Int32, _ areas: UnsafeMutablePointer<Int32>
  ) {
    let isThere = (SIMD4(0, 1, 2, 1 << 30) &- SIMD4(repeating: count)) &>> 31
    let place = UnsafeMutableRawPointer(areas + column)
    let before = place.loadUnaligned(as: SIMD4<Int32>.self)
    place.storeBytes(of: before &+ (four & isThere), as: SIMD4<Int32>.self)
  }

  /// Adds `sign` times the area right of an edge, in the columns `left..<right` that it crosses.
  ///
  /// - Parameter size: the height of the edge, in steps.
  static func addAcross(
    _ low: Int32, _ high: Int32, _ size: Int32, _ sign: Int32, _ left: Int, _ right: Int,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    if left >= right { return }
    let slope = Double(size) / Double(max(1, high &- low))
    // The part left of the clip counts as a whole.
    var x = max(0, low)
    var y = low < 0 ? height(0 &- low, slope) : 0
    for column in left..<right {
      let place = Int32(truncatingIfNeeded: column)
      let next = min((place &+ 1) << 8, high)
      let nextY = next == high ? size : height(next &- low, slope)
      areas[column] &+= (nextY << 9 &- (nextY &- y) &* (x &+ next &- place << 9)) &* sign
      x = next
      y = nextY
    }
  }

  /// Adds the area right of an edge run, in the columns that it crosses.
  @inline(__always)
  func addAreas(of edgeRun: EdgeRun, _ corners: UnsafePointer<EdgeTable.Vertex>) {
    let (left, right) = (Int(edgeRun.left), Int(edgeRun.right))
    // In the first and the last column of the clip, an edge run may also lie outside it.
    guard right &- left <= 2 &* CellAreas.width, left > 0, right < clip.width else {
      addWideAreas(of: edgeRun, corners)
      return
    }
    var column = left
    repeat {
      let side = Int32(truncatingIfNeeded: column << 8)
      var sums = CellAreas(x: corners[0].x &- side, y: corners[0].y)
      for index in 0..<Int(edgeRun.count) {
        let end = corners[index &+ 1]
        sums.addPiece(x: end.x &- side, y: end.y)
      }
      let count = Int32(truncatingIfNeeded: right &- column)
      Self.add(sums.sums, column, count: count, areas.base)
      column &+= CellAreas.width
    } while column < right
  }

  /// Adds the area right of any edge run, whatever its width.
  @inline(never)
  private func addWideAreas(of edgeRun: EdgeRun, _ corners: UnsafePointer<EdgeTable.Vertex>) {
    let (areas, changes) = (areas.base, areaChanges.base)
    for index in 0..<Int(edgeRun.count) {
      let (from, to) = (corners[index], corners[index &+ 1])
      let height = to.y &- from.y
      let (low, high) = (min(from.x, to.x), max(from.x, to.x))
      let (left, right) = Self.columns(low, high, clip.width)
      if height == 0 || left > right { continue }
      Self.addAcross(low, high, abs(height), height.signum(), left, right, areas)
      // Behind it, all of it counts.
      changes[right] &+= height << 9
    }
    var behind: Int32 = 0
    for column in Int(edgeRun.left)..<Int(edgeRun.right) {
      behind &+= changes[column]
      changes[column] = 0
      areas[column] &+= behind
    }
    changes[Int(edgeRun.right)] = 0
  }
}
