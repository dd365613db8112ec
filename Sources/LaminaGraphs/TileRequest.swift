import Foundation
import Lamina

/// The properties that all tiles of a view share: their size and appearance.
struct TileFormat: Sendable {
  let configuration: GraphView.Configuration
  let style: GraphStyle
  /// The size of a tile, in points.
  let size: CGSize
  /// The y coordinate of the tiles' upper edge in the view's coordinate space.
  let originY: CGFloat
  /// The size of a tile, in device pixels.
  let pixelWidth: Int
  let pixelHeight: Int
  /// The number of extra columns of device pixels beyond each edge of a tile's bitmap. While tiles
  /// slide, their contents lie between pixels, and the pixels at an edge blend with the adjacent
  /// tile.
  let overlap: Int
  /// The number of samples beyond each edge that are drawn.
  let padding: Int

  /// Device pixels per point, across and down.
  let scaleX: CGFloat
  let scaleY: CGFloat
  /// True if part of a tile can be drawn from the nearby samples alone, with the same bytes as in a
  /// full redraw. Not so where many samples share a pixel or the line is very thin, because the
  /// engine draws such lines in other ways.
  let canBeDrawnInParts: Bool

  /// The maximum number of device pixels in a tile, in either direction.
  private static let longestSide: CGFloat = 16_384

  /// Creates the format for a view.
  ///
  /// A tile is a whole number of device pixels. A tile that would be longer than 16,384 of them is
  /// drawn with fewer and stretched.
  ///
  /// - Returns: nil if there is no area to draw.
  init?(
    configuration: GraphView.Configuration, style: GraphStyle, bounds: CGRect, scale: CGFloat
  ) {
    guard bounds.height > 0, bounds.width > 0 else { return nil }
    self.configuration = configuration
    self.style = style
    size = CGSize(width: configuration.tileWidth, height: bounds.height)
    originY = bounds.minY
    let (width, height) = (size.width * scale, size.height * scale)
    pixelWidth = Int(max(1, min(width.rounded(), Self.longestSide)))
    pixelHeight = Int(max(1, min(height.rounded(), Self.longestSide)))
    scaleX = width <= Self.longestSide ? scale : Self.longestSide / size.width
    scaleY = height <= Self.longestSide ? scale : Self.longestSide / size.height
    overlap = configuration.movement == .instant ? 0 : 1
    padding = Self.padding(configuration, style, scale: scaleX)
    canBeDrawnInParts =
      scaleX == scaleY && configuration.pointsPerSample * scale >= 0.75
      && style.lineWidth * scale >= 0.5 && style.lineWidth * scale <= 1024
  }

  /// Returns the number of samples beyond an edge that affect the pixels inside: those whose lines
  /// or dots extend across it, and one more, which determines how these end. It is at least the
  /// number that the configuration specifies.
  ///
  /// - Parameter scale: device pixels per point, across.
  static func padding(
    _ configuration: GraphView.Configuration, _ style: GraphStyle, scale: CGFloat
  ) -> Int {
    let overlap = configuration.movement == .instant ? 0 : 1 / scale
    let reach = ((style.reach + overlap) / configuration.pointsPerSample).rounded(.up)
    return max(configuration.paddingSamples, 1 + Int(min(reach, 1_000_000)))
  }
}

extension TileFormat {
  /// The columns of a tile's bitmap, in device pixels.
  var columns: Range<Int> { 0..<pixelWidth + 2 * overlap }

  /// The part of the bitmap inside the tile, in unit coordinates.
  var contentsRect: CGRect {
    let columns = CGFloat(columns.count)
    return CGRect(
      x: CGFloat(overlap) / columns, y: 0, width: CGFloat(pixelWidth) / columns, height: 1)
  }
}

/// The input for drawing one tile, gathered on the owner's thread.
struct TileRequest: Sendable {
  var tile = 0
  /// The index of the first point's sample.
  var firstSample = 0
  /// The samples to draw, from some before the tile's left edge to some after its right one, in
  /// points from the tile's upper left corner. The y of a gap is NaN.
  var points: [CGPoint] = []

  /// The index one past that of the last point's sample.
  var endSample: Int { firstSample + points.count }
  /// True if there is at least one sample that is not a gap.
  var hasPoints: Bool { points.contains { !$0.y.isNaN } }
}
