import Foundation

/// Turns polygons in device pixels into 8-bit coverage.
///
/// Corners are rounded to a grid of 1/256 pixel. An outline is cut at the edges of the rows of
/// pixels into spans, and each row is done in three steps:
///
/// 1. Each span adds to the columns it goes through by how much the winding behind it changes,
///    how low and how high it can be in the span's columns, and the area right of it
///    (``addLines(_:areas:)``, ``addChains(_:areas:)``). Where most columns of the row before lay
///    inside, areas are added later, to those that do not (``addNeededAreas(_:)``).
/// 2. The sums of what windings change by, from left to right, say what each column is: empty,
///    solid, crossed by one edge, whose area is known, or by several. Between the columns that are
///    touched nothing is done. What is known is handed to a ``CoveragePainter`` (``sweep(_:)``).
/// 3. The spans through columns with several edges are gathered there, and each of these columns
///    is measured by itself (``gatherEdges(_:)``, ``CrowdedPixels``) and handed out.
///
/// So coverage is exact, up to the grid, wherever edges do not meet in a pixel, and what is
/// covered twice counts once everywhere.
///
/// All sums are of integers and a pixel's depend only on the spans in it and left of it: its
/// coverage is the same for every clip that holds it, on every machine.
final class PathRasterizer {
  /// Steps in a pixel, in x and in y.
  static let unit = 256
  /// The area of a pixel in the units of ``areas``.
  static let full: Int32 = 131_072

  @exclusivity(unchecked) private(set) var outlines = Outliner()
  /// Indices of lines by the row they begin in, and where each row's begin.
  @exclusivity(unchecked) var lineOrder = Growable<Int32>()
  @exclusivity(unchecked) var lineStarts = Growable<Int32>()
  /// The lines that go through the current row.
  @exclusivity(unchecked) var active = Growable<Outliner.Line>()
  /// Those of them that go on through the next row.
  @exclusivity(unchecked) var remaining = Growable<Outliner.Line>()

  /// By how much sums change at a column: the lowest and the highest winding there can be in the
  /// pixel, and the winding behind all spans that end before it. The last number is 0.
  typealias Cell = SIMD4<Int32>

  @exclusivity(unchecked) var cells = Growable<Cell>()
  /// The area of each column right of the spans in it, each times its direction.
  @exclusivity(unchecked) var areas = Growable<Int32>()
  /// By how much these change at a column, while a chain is added; 0 else.
  @exclusivity(unchecked) var areaChanges = Growable<Int32>()
  /// A byte for each four columns, 1 where something changes, and 64 more.
  @exclusivity(unchecked) var touched = Growable<UInt8>()
  /// Each four columns next to edges, to be handed out once their areas are known.
  @exclusivity(unchecked) var blocks = Growable<Block>()
  /// Whether areas are added before it is known which count. They are not where edges are dense, or
  /// more columns with edges were full in the row before than were not.
  @exclusivity(unchecked) var addsAreasFirst = true
  /// A bit for each column that needs areas, in a row where they are added later, and the columns
  /// that they are added to.
  @exclusivity(unchecked) var needed = Growable<UInt64>()
  @exclusivity(unchecked) var cleared = Growable<SIMD2<Int32>>()
  /// The coverage of columns next to which several edges meet, and the first of each four of them.
  @exclusivity(unchecked) var bytes = Growable<UInt8>()
  @exclusivity(unchecked) var crowded = Growable<Int32>()
  @exclusivity(unchecked) var crowd = CrowdedPixels()

  @exclusivity(unchecked) var rule = FillRule.nonZero
  @exclusivity(unchecked) var clip = PixelRect.empty

  deinit {
    outlines.deallocate()
    lineOrder.deallocate()
    lineStarts.deallocate()
    active.deallocate()
    remaining.deallocate()
    cells.deallocate()
    areas.deallocate()
    areaChanges.deallocate()
    touched.deallocate()
    blocks.deallocate()
    needed.deallocate()
    cleared.deallocate()
    bytes.deallocate()
    crowded.deallocate()
    crowd.deallocate()
  }

  /// Hands the coverage of polygons inside `clip` to `painter`. Each subpath is closed by a line.
  @inline(__always)
  func draw(
    _ flat: FlatPath, rule: FillRule, clip: PixelRect, with painter: some CoveragePainter
  ) {
    guard prepare(flat, rule, clip) else { return }
    var painter = painter
    let (left, top) = (self.clip.minX, self.clip.minY)
    for row in 0..<self.clip.height where findSpans(row) {
      painter.begin(row: top &+ row, x: left)
      sweep(painter)
      if blocks.count > 0 {
        addNeededAreas(row)
        paintBlocks(painter)
        clearNeededAreas()
      }
      if crowd.count > 0 {
        gatherEdges(row)
        crowd.measure(rule, bytes.base)
        paintCrowded(painter)
      }
    }
  }

  /// Makes everything ready for the first row; returns whether there is one.
  private func prepare(_ flat: FlatPath, _ rule: FillRule, _ clip: PixelRect) -> Bool {
    guard let extent = Self.extent(flat) else { return false }
    self.clip = Self.bounds(extent).intersection(clip)
    if self.clip.isEmpty { return false }
    self.rule = rule
    let width = self.clip.width
    cells.reserve(width + 8, repeating: .zero)
    areas.reserve(width + 8, repeating: 0)
    areaChanges.reserve(width + 8, repeating: 0)
    touched.reserve(width / 4 + 65, repeating: 0)
    needed.reserve(width / 64 + 1, repeating: 0)
    bytes.reserve(width + 16)
    if let origin = Self.farOrigin(self.clip) {
      let offset = -SIMD2(Double(origin.x), Double(origin.y))
      addPolygons(
        flat.moved(by: offset), extent.low + offset, extent.high + offset,
        self.clip.moved(byX: -origin.x, y: -origin.y))
    } else {
      addPolygons(flat, extent.low, extent.high, self.clip)
    }
    sortLines()
    remaining.count = 0
    addsAreasFirst = true
    return true
  }

  /// Cuts polygons between two corners at the rows of a clip.
  private func addPolygons(
    _ flat: FlatPath, _ low: SIMD2<Double>, _ high: SIMD2<Double>, _ clip: PixelRect
  ) {
    let reach = FlatPath.reach
    let isWithinReach = min(low.x, low.y) >= -reach && max(high.x, high.y) <= reach
    // A copy on the stack is quicker to work with.
    var outlines = outlines
    outlines.begin(clip)
    flat.forEachPolygon(isWithinReach: isWithinReach) { outlines.addPolygon($0) }
    self.outlines = outlines
  }

  /// A pixel in the middle of a clip that lies beyond ``FlatPath/reach``, to count from instead of
  /// the origin: coverage then is as exact there as elsewhere. Nil for all other clips.
  private static func farOrigin(_ clip: PixelRect) -> (x: Int, y: Int)? {
    let reach = Int(FlatPath.reach)
    let isNear =
      clip.minX >= -reach && clip.minY >= -reach && clip.maxX <= reach && clip.maxY <= reach
    return isNear ? nil : ((clip.minX + clip.maxX) >> 1, (clip.minY + clip.maxY) >> 1)
  }

  /// Does step 1 for a row; returns whether there is anything in it.
  private func findSpans(_ row: Int) -> Bool {
    activateLines(row)
    if active.count == 0, outlines.chains.isEmpty(row) { return false }
    // Where edges are dense, most of them lie in what is covered anyway.
    if active.count > clip.width { addsAreasFirst = false }
    addLines(row, areas: addsAreasFirst)
    addChains(row, areas: addsAreasFirst)
    return true
  }

  /// The pixels that polygons may cover; `nil` without points.
  static func bounds(_ flat: FlatPath) -> PixelRect? { extent(flat).map(bounds) }

  /// The lowest and highest coordinates; `nil` without points.
  private static func extent(_ flat: FlatPath) -> Extent? {
    var extent = Extent()
    flat.points.withUnsafeBufferPointer { points in
      for point in points { extent.add(point) }
    }
    return extent.isEmpty ? nil : extent
  }

  /// The pixels between two corners, once these are rounded to the grid.
  private static func bounds(_ extent: Extent) -> PixelRect {
    let low = (extent.low * Double(unit)).rounded(.toNearestOrEven) / Double(unit)
    let high = (extent.high * Double(unit)).rounded(.toNearestOrEven) / Double(unit)
    return PixelRect(
      minX: PixelSnapping.floor(low.x), minY: PixelSnapping.floor(low.y),
      maxX: PixelSnapping.ceil(high.x), maxY: PixelSnapping.ceil(high.y))
  }

  @inline(__always)
  func isInside(_ winding: Int32) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// A coverage in 131,072ths, rounded to the nearest of 0...255.
  @inline(__always)
  static func byte(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (max(0, min(full, value)) &* 255 &+ 65_536) >> 17)
  }

  /// With this added, a number's last bits are the nearest whole one.
  static let wholeShift = 6_755_399_441_055_744.0

  /// `value` as the nearest whole number, the even one of two, for values within ±2³¹: the
  /// sum's last bits are the whole number.
  @inline(__always)
  static func nearest(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + wholeShift).bitPattern)
  }

  /// The same for values within ±2⁵⁰.
  @inline(__always)
  static func nearest64(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + wholeShift).bitPattern &- 0x4338_0000_0000_0000)
  }

  /// The coverage of `path` inside `clip`.
  func mask(
    _ path: Path, transform: Transform2D, rule: FillRule, clip: PixelRect
  ) -> Mask {
    mask(FlatPath(path, transform: transform), rule: rule, clip: clip)
  }

  /// The coverage of polygons inside `clip`; each subpath is closed by a line.
  func mask(_ flat: FlatPath, rule: FillRule, clip: PixelRect) -> Mask {
    var mask = Mask(bounds: (Self.extent(flat).map(Self.bounds) ?? .empty).intersection(clip))
    let bounds = mask.bounds
    let stride = mask.stride
    mask.bytes.withUnsafeMutableBufferPointer { all in
      guard let base = all.baseAddress else { return }
      draw(flat, rule: rule, clip: clip, with: MaskPainter(base, bounds, stride: stride))
    }
    return mask
  }
}
