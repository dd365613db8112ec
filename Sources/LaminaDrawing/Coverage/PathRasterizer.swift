import Foundation

/// An area-coverage rasterizer that converts polygons in device pixels to 8-bit coverage.
///
/// Corners are rounded to a grid of 1/256 pixel. An outline is cut at the boundaries of pixel rows
/// into spans, and each row is processed in three steps:
///
/// 1. Each span adds three amounts to the columns it crosses: the change of the winding behind it,
///    the bounds of the winding within the span's columns, and the area right of it
///    (``addLines(_:areas:)``, ``addEdgeRuns(_:areas:)``). If most columns of the preceding row were
///    inside, areas are added later, and only to the columns that need them
///    (``addNeededAreas(_:)``).
/// 2. The running sums of the winding changes, from left to right, classify each column: empty,
///    solid, crossed by one edge, whose area is known, or crossed by several. Columns between
///    touched ones cost nothing. Known coverage is passed to a ``SpanBlender`` (``sweep(_:)``).
/// 3. The spans through columns with several edges are collected, and each of these columns is
///    measured separately (``gatherEdges(_:)``, ``SubsampledCells``) and painted.
///
/// Coverage is therefore exact, up to the grid, wherever edges do not meet in a pixel, and areas
/// covered twice count once everywhere.
///
/// All sums are of integers and those of a pixel depend only on the spans in it and left of it: its
/// coverage is the same for every clip that contains it, on every machine.
package final class PathRasterizer {
  /// The number of steps in a pixel, in x and in y.
  static let unit = 256
  /// The area of a pixel in the units of ``areas``.
  static let full: Int32 = 131_072

  @exclusivity(unchecked) private(set) var outlines = EdgeBuilder()
  /// The indices of lines by their first row, and the start of each row's indices.
  @exclusivity(unchecked) var lineOrder = ScratchArray<Int32>()
  @exclusivity(unchecked) var lineStarts = ScratchArray<Int32>()
  /// The lines that cross the current row.
  @exclusivity(unchecked) var active = ScratchArray<EdgeBuilder.Edge>()
  /// The active lines that continue through the next row.
  @exclusivity(unchecked) var remaining = ScratchArray<EdgeBuilder.Edge>()

  /// The changes of the running sums at a column: the lowest and the highest possible winding in
  /// the pixel, and the winding behind all spans that end before it. The last number is 0.
  typealias Cell = SIMD4<Int32>

  @exclusivity(unchecked) var cells = ScratchArray<Cell>()
  /// The area of each column right of the spans in it, each times its direction.
  @exclusivity(unchecked) var areas = ScratchArray<Int32>()
  /// The changes of these areas at a column, while an edge run is added; otherwise 0.
  @exclusivity(unchecked) var areaChanges = ScratchArray<Int32>()
  /// A byte for every four columns, 1 if something changes there, plus 64 more bytes.
  @exclusivity(unchecked) var touched = ScratchArray<UInt8>()
  /// The blocks of four columns next to edges that are painted once their areas are known.
  @exclusivity(unchecked) var blocks = ScratchArray<Block>()
  /// True if areas are added before it is known which of them count. False where edges are dense,
  /// or if more columns with edges were full in the preceding row than were not.
  @exclusivity(unchecked) var addsAreasFirst = true
  /// A bit for each column that needs areas, in a row where they are added later, and the columns
  /// to which they were added.
  @exclusivity(unchecked) var needed = ScratchArray<UInt64>()
  @exclusivity(unchecked) var cleared = ScratchArray<SIMD2<Int32>>()
  /// The coverage of columns next to which several edges meet, and the first of every four of them.
  @exclusivity(unchecked) var bytes = ScratchArray<UInt8>()
  @exclusivity(unchecked) var crowded = ScratchArray<Int32>()
  @exclusivity(unchecked) var subsampledCells = SubsampledCells()

  @exclusivity(unchecked) var rule = FillRule.nonZero
  /// The pixels that the polygons may cover.
  @exclusivity(unchecked) package private(set) var clip = PixelRect.empty
  /// The largest variation of the winding within a column whose area gives its coverage.
  @exclusivity(unchecked) private(set) var largestKnownSpread: Int32 = 1
  /// True if pixels may have to be measured separately, along the lines through them.
  var takesNotes: Bool { largestKnownSpread == 1 }

  package init() {}

  /// Blends a premultiplied colour over what the prepared polygons cover.
  ///
  /// - Parameter pixels: the pixel in column 0 of row 0; rows are `stride` pixels apart.
  package func fill(with color: UInt32, _ pixels: UnsafeMutablePointer<UInt32>, stride: Int) {
    draw(with: ColorSpanBlender(color, pixels, stride: stride))
  }

  /// Writes the coverage of the prepared polygons into the zeroed bytes of ``clip``, in rows of
  /// `stride` bytes, a multiple of four.
  package func cover(_ bytes: UnsafeMutablePointer<UInt8>, stride: Int) {
    draw(with: MaskSpanBlender(bytes, clip, stride: stride))
  }

  /// Passes the coverage of polygons inside `clip` to `painter`. Each subpath is closed with a
  /// line.
  @inline(__always)
  func draw(
    _ flat: FlattenedPath, rule: FillRule, clip: PixelRect, with painter: some SpanBlender
  ) {
    if prepare(flat, rule: rule, clip: clip) { draw(with: painter) }
  }

  /// Passes the coverage of the prepared polygons to `painter`.
  @inline(__always)
  func draw(with painter: some SpanBlender) {
    var painter = painter
    let (left, top) = (clip.minX, clip.minY)
    for row in 0..<clip.height where findSpans(row) {
      painter.begin(row: top &+ row, x: left)
      sweep(painter)
      if blocks.count > 0 {
        addNeededAreas(row)
        paintBlocks(painter)
        clearNeededAreas()
      }
      if subsampledCells.count > 0 {
        gatherEdges(row)
        subsampledCells.measure(rule, bytes.base)
        paintCrowded(painter)
      }
    }
  }

  /// Prepares to draw polygons, and sets ``clip`` to the part of a clip that they may cover.
  ///
  /// - Parameter isConvex: true for a single convex polygon. The winding in it takes two values, so
  ///   that areas give the coverage even where several edges meet.
  /// - Returns: false if that part is empty.
  package func prepare(
    _ flat: FlattenedPath, rule: FillRule, isConvex: Bool = false, clip: PixelRect
  ) -> Bool {
    guard let extent = Self.extent(flat) else { return false }
    self.clip = Self.bounds(extent).intersection(clip)
    if self.clip.isEmpty { return false }
    self.rule = rule
    largestKnownSpread = isConvex ? .max : 1
    let width = self.clip.width
    cells.reserve(width + 8, repeating: .zero)
    areas.reserve(width + 8, repeating: 0)
    areaChanges.reserve(width + 8, repeating: 0)
    touched.reserve(width / 4 + 65, repeating: 0)
    needed.reserve(width / 64 + 1, repeating: 0)
    bytes.reserve(width + 16)
    blocks.reserve(width / 4 + 1)
    subsampledCells.reserve(width)
    if let origin = Self.farOrigin(self.clip) {
      let offset = -SIMD2(Double(origin.x), Double(origin.y))
      outlines.build(
        flat.moved(by: offset), extent.low + offset, extent.high + offset,
        self.clip.moved(byX: -origin.x, y: -origin.y))
    } else {
      outlines.build(flat, extent.low, extent.high, self.clip)
    }
    sortLines()
    remaining.count = 0
    addsAreasFirst = true
    return true
  }

  /// Returns a pixel in the middle of a clip that extends beyond ``FlattenedPath/reach``, used as
  /// the origin so that coverage is as exact there as elsewhere, or nil for all other clips.
  private static func farOrigin(_ clip: PixelRect) -> (x: Int, y: Int)? {
    let reach = Int(FlattenedPath.reach)
    let isNear =
      clip.minX >= -reach && clip.minY >= -reach && clip.maxX <= reach && clip.maxY <= reach
    return isNear ? nil : ((clip.minX + clip.maxX) >> 1, (clip.minY + clip.maxY) >> 1)
  }

  /// Performs step 1 for a row; returns false if the row is empty.
  private func findSpans(_ row: Int) -> Bool {
    activateLines(row)
    if active.count == 0, outlines.edgeRuns.isEmpty(row) { return false }
    // Where edges are dense, most of them lie in areas that are covered anyway.
    if active.count > clip.width { addsAreasFirst = false }
    addLines(row, areas: addsAreasFirst)
    addEdgeRuns(row, areas: addsAreasFirst)
    return true
  }

  /// Returns the pixels that polygons may cover, or `nil` without points.
  package static func bounds(_ flat: FlattenedPath) -> PixelRect? { extent(flat).map(bounds) }

  /// Returns the bounding box of the points, or `nil` without points.
  private static func extent(_ flat: FlattenedPath) -> PathBounds? {
    var extent = PathBounds()
    flat.points.withUnsafeBufferPointer { points in
      for point in points { extent.add(point) }
    }
    return extent.isEmpty ? nil : extent
  }

  /// Returns the pixels between two corners that are first rounded to the grid.
  private static func bounds(_ extent: PathBounds) -> PixelRect {
    let low = (extent.low * Double(unit)).rounded(.toNearestOrEven) / Double(unit)
    let high = (extent.high * Double(unit)).rounded(.toNearestOrEven) / Double(unit)
    return PixelRect(
      minX: PixelSnapping.floor(low.x), minY: PixelSnapping.floor(low.y),
      maxX: PixelSnapping.ceil(high.x), maxY: PixelSnapping.ceil(high.y))
  }

  func isInside(_ winding: Int32) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// Returns a coverage in 131,072ths, rounded to the nearest of 0...255.
  static func byte(_ value: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (max(0, min(full, value)) &* 255 &+ 65_536) >> 17)
  }

  /// Returns the coverage of `path` inside `clip`.
  func mask(
    _ path: Path, transform: Transform2D, rule: FillRule, clip: PixelRect
  ) -> Mask {
    mask(FlattenedPath(path, transform: transform), rule: rule, clip: clip)
  }

  /// Returns the coverage of polygons inside `clip`; each subpath is closed with a line.
  func mask(_ flat: FlattenedPath, rule: FillRule, clip: PixelRect) -> Mask {
    var mask = Mask(bounds: (Self.extent(flat).map(Self.bounds) ?? .empty).intersection(clip))
    let bounds = mask.bounds
    let stride = mask.stride
    mask.bytes.withUnsafeMutableBufferPointer { all in
      guard let base = all.baseAddress else { return }
      draw(flat, rule: rule, clip: clip, with: MaskSpanBlender(base, bounds, stride: stride))
    }
    return mask
  }
}
