extension GraphRasterizer {
  /// Works out a column's coverage, into ``bytes``. Returns the rows of the clip that may have
  /// some.
  func addColumn(_ column: Int, _ block: Int) -> Range<Int> {
    let left = (leftEnd - Double(block)) * density
    let right = (rightEnd - Double(block)) * density
    let first = column * samples
    let step = Self.unit / Int32(truncatingIfNeeded: samples)
    var low = clip.height
    var high = 0
    let origin = Int32(truncatingIfNeeded: clip.minY << 8)
    for sample in first..<first + samples {
      var (before, after) = (sample, sample + 1)
      var width = step
      // Where the stroke begins or ends between two samples, it goes on there as it is at the
      // sample it has.
      if !isCovered(before) || !isCovered(after) {
        if isCovered(after) {
          width = part(Double(after) - left, step)
          before = after
        } else if isCovered(before) {
          width = part(right - Double(before), step)
          after = before
        } else {
          continue
        }
      }
      let a = Self.place(top[before]) &- origin
      let b = Self.place(top[after]) &- origin
      let c = Self.place(bottom[before]) &- origin
      let d = Self.place(bottom[after]) &- origin
      low = min(low, Int(min(a, b) >> 8))
      high = max(high, Int(max(c, d) >> 8))
      addEdge(a, b, width)
      addEdge(c, d, -width)
    }
    return resolve(column, max(0, low), min(clip.height - 1, high))
  }

  @inline(__always)
  private func isCovered(_ sample: Int) -> Bool {
    top[sample] < Self.nowhere && bottom[sample] > -Self.nowhere
  }

  /// A part of the distance of two samples.
  private func part(_ value: Double, _ step: Int32) -> Int32 {
    PathRasterizer.nearest(max(0, min(1, value)) * Double(step))
  }

  /// `y` in 1/256 pixels.
  @inline(__always)
  private static func place(_ y: Float) -> Int32 {
    PathRasterizer.nearest(Double(y) * 256)
  }

  /// Adds `width` times what lies under an edge between two samples, y from the clip's top.
  @inline(__always)
  private func addEdge(_ a: Int32, _ b: Int32, _ width: Int32) {
    let row = a >> 8
    if row == b >> 8 {
      addCell(row, width, a &+ b &- row << 9)
    } else {
      addTall(min(a, b), max(a, b), width)
    }
  }

  /// As ``addEdge(_:_:_:)`` through several rows, from the upper end to the lower.
  private func addTall(_ upper: Int32, _ lower: Int32, _ width: Int32) {
    let scale = Double(width) / Double(lower &- upper)
    let height = Int32(truncatingIfNeeded: clip.height)
    var y = upper
    var done: Int32 = 0
    if upper < 0 {
      // All above the clip counts in its first row.
      let end = min(0, lower)
      done = end == lower ? width : PathRasterizer.nearest(Double(end &- upper) * scale)
      cover[0] &+= done
      y = end
    }
    while y < lower {
      let row = y >> 8
      if row >= height { return }
      let end = min((row &+ 1) << 8, lower)
      let part = end == lower ? width : PathRasterizer.nearest(Double(end &- upper) * scale)
      addCell(row, part &- done, y &+ end &- row << 9)
      done = part
      y = end
    }
  }

  /// Adds an edge within one row: `sides` is the sum of its ends' distances from the row's top.
  @inline(__always)
  private func addCell(_ row: Int32, _ width: Int32, _ sides: Int32) {
    if row < 0 {
      cover[0] &+= width
    } else if Int(row) < clip.height {
      cover[Int(row)] &+= width
      area[Int(row)] &+= width &* sides
    }
  }

  /// Turns the sums of a column into bytes, and clears them.
  private func resolve(_ column: Int, _ first: Int, _ last: Int) -> Range<Int> {
    if first > last { return 0..<0 }
    var width: Int32 = 0
    var byte = bytes + first * Self.blockWidth + column
    for row in first...last {
      width &+= cover[row]
      // A pixel is 65,536 wide, and 512 high because `area` counts two sides.
      let value = max(0, min(1 << 25, width << 9 &- area[row])) >> 9
      byte.pointee = UInt8(truncatingIfNeeded: (value &* 255 &+ 32_768) >> 16)
      cover[row] = 0
      area[row] = 0
      byte += Self.blockWidth
    }
    return first..<last + 1
  }
}
