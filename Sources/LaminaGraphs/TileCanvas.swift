import Foundation
import Lamina

/// A double-buffered canvas that draws one tile after another.
///
/// While one bitmap is on display, the next state of the tile is drawn into the other, so that a
/// published frame never changes. If a bitmap already shows the tile, and the tile has only gained
/// samples, just the columns that those samples touch are redrawn; the bytes are the same as for a
/// full redraw.
final class TileCanvas {
  /// One of the two bitmaps, and the tile and samples that it shows.
  private struct Page {
    let context: DrawingContext
    var tile: Int
    var firstSample: Int
    var endSample: Int
  }

  private let format: TileFormat
  private var front: Page?
  private var back: Page?
  /// The points of one piece of the line, kept to reuse the storage.
  private var run: [CGPoint] = []

  init(format: TileFormat) { self.format = format }

  /// Draws a tile.
  ///
  /// - Returns: the bitmap; nil if there is nothing to draw but the background.
  /// - Throws: an error if the memory for a bitmap cannot be allocated.
  func draw(_ request: TileRequest) throws(BitmapError) -> Bitmap? {
    guard format.style.grid != nil || request.hasPoints else { return nil }
    if let page = front, columnsToDraw(request, on: page).isEmpty {
      front?.endSample = request.endSample
      return page.context.makeBitmap()
    }
    var page = if let back { back } else { try makePage() }
    back = front
    paint(columnsToDraw(request, on: page), of: request, in: page.context)
    page.tile = request.tile
    page.firstSample = request.firstSample
    page.endSample = request.endSample
    front = page
    // A tile that has all its samples does not change any more.
    let end = format.configuration.firstSample(of: request.tile + 1) + format.padding
    if request.endSample >= end { back = nil }
    return page.context.makeBitmap()
  }

  private func makePage() throws(BitmapError) -> Page {
    let context = try DrawingContext(
      width: format.columns.count, height: format.pixelHeight,
      background: format.style.backgroundColor)
    context.translateBy(x: CGFloat(format.overlap), y: 0)
    context.scaleBy(x: format.scaleX, y: format.scaleY)
    context.strokeColor = format.style.lineColor
    context.lineWidth = format.style.lineWidth
    context.lineJoin = format.style.lineJoin
    return Page(context: context, tile: .min, firstSample: 0, endSample: 0)
  }

  /// Returns the columns, in device pixels, in which a page does not show the requested state.
  private func columnsToDraw(_ request: TileRequest, on page: Page) -> Range<Int> {
    guard page.tile == request.tile, page.firstSample == request.firstSample,
      page.endSample > page.firstSample, page.endSample <= request.endSample
    else { return format.columns }
    if page.endSample == request.endSample { return 0..<0 }
    guard format.canBeDrawnInParts else { return format.columns }
    // The line to the first new sample starts at the last old one.
    let reach = format.style.reach
    let left = (x(of: page.endSample - 1, in: request.tile) - reach) * format.scaleX
    let right = (x(of: request.endSample - 1, in: request.tile) + reach) * format.scaleX
    func column(_ x: CGFloat) -> Int {
      Int(max(0, min(CGFloat(format.columns.count), x + CGFloat(format.overlap))))
    }
    let first = column(left.rounded(.down))
    return first..<max(first, column(right.rounded(.up)))
  }

  /// Returns the x coordinate of a sample, in points from the left edge of a tile.
  private func x(of sample: Int, in tile: Int) -> CGFloat {
    CGFloat(sample - format.configuration.firstSample(of: tile))
      * format.configuration.pointsPerSample
  }

  // MARK: - Drawing

  private func paint(_ columns: Range<Int>, of request: TileRequest, in context: DrawingContext) {
    let style = format.style
    let area = CGRect(
      x: CGFloat(columns.lowerBound - format.overlap) / format.scaleX, y: 0,
      width: CGFloat(columns.count) / format.scaleX, height: format.size.height)
    context.saveState()
    defer { context.restoreState() }
    context.clip(to: area)
    context.clear(to: style.backgroundColor)
    if let grid = style.grid { paint(grid, area, request.tile, in: context) }

    // Samples further to the left do not affect the columns.
    let reach = area.minX - style.reach
    var index = 0
    if let first = request.points.first, first.x < reach {
      let skipped = ((reach - first.x) / format.configuration.pointsPerSample).rounded(.down)
      index = min(Int(skipped), request.points.count)
    }
    while index < request.points.count {
      run.removeAll(keepingCapacity: true)
      let start = index
      while index < request.points.count, !request.points[index].y.isNaN {
        appendToRun(request.points[index], after: index > start ? request.points[index - 1] : nil)
        index += 1
      }
      if index == start + 1 { paintDot(request.points[start], in: context) }
      if index > start + 1 { paintRun(in: context) }
      index += 1
    }
  }

  /// Appends one sample to the current piece of the line. Far above and below the picture the line
  /// is clamped to an edge, so that coordinates stay small enough for every rasterizer.
  private func appendToRun(_ point: CGPoint, after last: CGPoint?) {
    let limit = 20_000 / format.scaleY
    if let last, abs(last.y) > limit || abs(point.y) > limit {
      // Halved, as the difference of two finite numbers can overflow.
      let (from, to) = (last.y / 2, point.y / 2)
      let edges = from < to ? [-limit, limit] : [limit, -limit]
      for edge in edges where (from < edge / 2) != (to < edge / 2) {
        let part = (edge / 2 - from) / (to - from)
        run.append(CGPoint(x: last.x + (point.x - last.x) * part, y: edge))
      }
    }
    run.append(CGPoint(x: point.x, y: max(-limit, min(limit, point.y))))
  }

  /// Draws one piece of the line, between two gaps.
  private func paintRun(in context: DrawingContext) {
    if let fill = format.style.fill {
      context.fillArea(below: run, topColor: fill.topColor, bottomColor: fill.bottomColor)
    }
    context.strokeLines(between: run)
  }

  /// Draws a sample between two gaps.
  private func paintDot(_ point: CGPoint, in context: DrawingContext) {
    let radius = format.style.lineWidth
    guard abs(point.y) < format.size.height + radius + 1 else { return }
    context.fillColor = format.style.lineColor
    context.fill(
      Path(
        ellipseIn: CGRect(
          x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)))
  }

  private func paint(
    _ grid: GraphGrid, _ area: CGRect, _ tile: Int, in context: DrawingContext
  ) {
    context.fillColor = grid.color
    for level in grid.levels where level.isFinite {
      context.fill(
        CGRect(
          x: area.minX, y: level - format.originY - grid.lineWidth / 2, width: area.width,
          height: grid.lineWidth))
    }
    guard grid.samplesPerLine > 0 else { return }
    // Lines next to the tile may be visible in its overlap.
    let around = format.overlap > 0 ? format.padding : 0
    let first = format.configuration.firstSample(of: tile) - around
    let end = format.configuration.firstSample(of: tile + 1) + around
    let width = min(grid.lineWidth, format.configuration.pointsPerSample)
    for sample in first..<end
    where sample % grid.samplesPerLine == 0 {
      context.fill(
        CGRect(x: x(of: sample, in: tile), y: 0, width: width, height: format.size.height))
    }
  }
}
