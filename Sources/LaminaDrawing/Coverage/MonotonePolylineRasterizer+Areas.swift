extension MonotonePolylineRasterizer {
  /// The sums of one column: width covered below each row's top, and area to take from it, in
  /// 1/65,536 and 1/33,554,432 pixel.
  struct Sums {
    let cells: UnsafeMutablePointer<SIMD2<Int32>>
    let height: Int32

    /// Adds `width` times what lies under an edge, y in 1/256 pixel from the clip's top.
    @inline(__always)
    func addEdge(_ a: Int32, _ b: Int32, _ width: Int32) {
      let row = a >> 8
      if row == b >> 8 {
        addCell(row, width, a &+ b &- row << 9)
      } else {
        addTall(min(a, b), max(a, b), width)
      }
    }

    /// Adds an edge within one row: `sides` is the sum of its ends' distances from the row's
    /// top.
    private func addCell(_ row: Int32, _ width: Int32, _ sides: Int32) {
      // Above the clip everything below the edge counts; below it nothing does.
      if UInt32(bitPattern: row) < UInt32(bitPattern: height) {
        cells[Int(row)] &+= SIMD2(width, width &* sides)
      } else if row < 0 {
        cells[0] &+= SIMD2(width, 0)
      }
    }

    /// As ``addEdge(_:_:_:)`` through several rows, from the upper end to the lower.
    @inline(__always)
    private func addTall(_ upper: Int32, _ lower: Int32, _ width: Int32) {
      let scale = Double(width) / Double(lower &- upper)
      var row = upper >> 8
      var start = upper &- row << 8
      var done: Int32 = 0
      if row < 0 {
        let end = min(0, lower)
        done = end == lower ? width : NearestInteger.int32(Double(end &- upper) * scale)
        cells[0] &+= SIMD2(done, 0)
        row = 0
        start = 0
      }
      // Rows that the edge leaves at the bottom, then the one it ends in.
      let last = lower >> 8
      var distance = Double((row &+ 1) << 8 &- upper)
      let end = min(last, height)
      while row < end {
        let part = NearestInteger.int32(distance * scale)
        let change = part &- done
        cells[Int(row)] &+= SIMD2(change, change &* (start &+ 256))
        done = part
        start = 0
        row &+= 1
        distance += 256
      }
      if row == last, row < height {
        let change = width &- done
        cells[Int(row)] &+= SIMD2(change, change &* (start &+ lower &- row << 8))
      }
    }
  }

  /// The width of the interval between two samples, in the units of sums.
  private var step: Int32 { Self.unit / Int32(truncatingIfNeeded: samples) }

  /// Adds a column's coverage to ``bytes``. Returns the rows of the clip that may have some.
  func addColumn(_ column: Int, _ block: Int, _ run: MonotonePolyline.Run) -> Range<Int> {
    let sums = Sums(cells: cells, height: Int32(truncatingIfNeeded: clip.height))
    let (above, below) = (self.top, self.bottom)
    let (top, bottom) = (above.samples, below.samples)
    let step = step
    let origin = Int32(truncatingIfNeeded: clip.minY << 8)
    var low = Int32.max
    var high = Int32.min
    let first = column * samples
    var isCovered = Self.isCovered(top[first], bottom[first])
    var a = isCovered ? Self.place(top[first]) &- origin : 0
    var c = isCovered ? Self.place(-bottom[first]) &- origin : 0
    for sample in first &+ 1..<first &+ samples &+ 1 {
      let wasCovered = isCovered
      isCovered = Self.isCovered(top[sample], bottom[sample])
      if !isCovered, !wasCovered { continue }
      var b = a
      var d = c
      var width = step
      if isCovered {
        b = Self.place(top[sample]) &- origin
        d = Self.place(-bottom[sample]) &- origin
      }
      if isCovered != wasCovered {
        // Where the stroke begins or ends between two samples, it goes on there as it is at
        // the sample it has.
        if isCovered {
          (a, c) = (b, d)
          width = part(Double(sample) - (run.leftEnd - Double(block)) * density)
        } else {
          width = part((run.rightEnd - Double(block)) * density - Double(sample - 1))
        }
      }
      low = min(low, min(a, b))
      high = max(high, max(c, d))
      add(a, b, width, from: above, sample &- 1, to: sums)
      add(c, d, 0 &- width, from: below, sample &- 1, to: sums)
      (a, c) = (b, d)
    }
    if low > high { return 0..<0 }
    return resolve(column, max(0, Int(low >> 8)), min(clip.height - 1, Int(high >> 8)))
  }

  /// Adds a column of a dense stroke with round joins.
  func addRoundColumn(_ column: Int) -> Range<Int> {
    let sums = Sums(cells: cells, height: Int32(truncatingIfNeeded: clip.height))
    let origin = Int32(truncatingIfNeeded: clip.minY << 8)
    var (low, high) = (Int32.max, Int32.min)
    upperEdge.forEachLine(in: column) { a, b, width in
      let (a, b) = (a &- origin, b &- origin)
      low = min(low, min(a, b))
      sums.addEdge(a, b, width)
    }
    lowerEdge.forEachLine(in: column) { a, b, width in
      let (a, b) = (a &- origin, b &- origin)
      high = max(high, max(a, b))
      sums.addEdge(a, b, 0 &- width)
    }
    if low > high { return 0..<0 }
    return resolve(column, max(0, Int(low >> 8)), min(clip.height - 1, Int(high >> 8)))
  }

  private static func isCovered(_ top: Float, _ bottom: Float) -> Bool {
    max(top, bottom) < nowhere
  }

  /// A part of the distance of two samples.
  private func part(_ value: Double) -> Int32 {
    NearestInteger.int32(max(0, min(1, value)) * Double(step))
  }

  /// `y` in 1/256 pixels.
  private static func place(_ y: Float) -> Int32 {
    NearestInteger.int32(Double(y) * 256)
  }

  /// Adds what is below an envelope between two samples, or takes it away if `width` is negative.
  @inline(__always)
  private func add(
    _ a: Int32, _ b: Int32, _ width: Int32, from envelope: Envelope, _ interval: Int, to sums: Sums
  ) {
    // More than a pixel.
    if UInt32(bitPattern: b &- a &+ 256) > 512 {
      let span = envelope.spans[interval]
      if span.x <= span.y { return addSteep(a, b, width, span, interval, to: sums) }
    }
    sums.addEdge(a, b, width)
  }

  /// Adds what is below an envelope between two samples, of which a known edge separates the
  /// heights.
  private func addSteep(
    _ a: Int32, _ b: Int32, _ width: Int32, _ span: SIMD2<Float>, _ interval: Int, to sums: Sums
  ) {
    let ends = (span * Float(samples) - Float(interval)) * Float(width)
    let left = NearestInteger.int32(Double(ends.x))
    let right = NearestInteger.int32(Double(ends.y))
    if abs(right &- left) < step >> 3 {
      let middle = (left &+ right) >> 1
      sums.addEdge(a, a, middle)
      sums.addEdge(b, b, width &- middle)
    } else {
      sums.addEdge(a, a, left)
      sums.addEdge(a, b, right &- left)
      sums.addEdge(b, b, width &- right)
    }
  }

  /// Turns the sums of a column into bytes, and clears them.
  private func resolve(_ column: Int, _ first: Int, _ last: Int) -> Range<Int> {
    if first > last {
      // Above the clip: only its first row was added to.
      cells[0] = SIMD2(0, 0)
      return 0..<0
    }
    var width: Int32 = 0
    var byte = bytes + first * Self.blockWidth + column
    var cell = cells + first
    for _ in first...last {
      let sum = cell.pointee
      width &+= sum.x
      // A pixel is 65,536 wide, and 512 high because the area counts two sides.
      let value = max(0, min(1 << 25, width << 9 &- sum.y)) >> 9
      // Beside a gap, two lines may reach the pixel.
      byte.pointee = UInt8(
        truncatingIfNeeded: min(255, Int32(byte.pointee) &+ (value &* 255 &+ 32_768) >> 16))
      cell.pointee = SIMD2(0, 0)
      cell += 1
      byte += Self.blockWidth
    }
    return first..<last + 1
  }
}
