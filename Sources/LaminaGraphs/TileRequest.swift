import Foundation
import Lamina

/// What all tiles of a view have in common: their size and how they are drawn.
struct TileFormat: Sendable {
  let configuration: GraphView.Configuration
  let style: GraphStyle
  /// The size of a tile in points.
  let size: CGSize
  /// The y of the view's coordinate space at the upper edge of the tiles.
  let originY: CGFloat
  /// The size of a tile in device pixels.
  let pixelWidth: Int
  let pixelHeight: Int
  /// How many columns of device pixels beyond each edge a tile's bitmap has: where tiles slide, their
  /// contents lie between pixels, and what is seen at the edge is mixed with the tile next to it.
  let overlap: Int
  /// How many samples beyond each edge are drawn.
  let padding: Int

  /// Device pixels per point, across and down.
  let scaleX: CGFloat
  let scaleY: CGFloat
  /// Whether a part of a tile can be drawn with the samples near it and have the same bytes as
  /// in the whole: not where many samples share a pixel or the line is very thin, because the
  /// engine draws such lines in other ways.
  let canBeDrawnInParts: Bool

  /// The most device pixels that a tile has down or across.
  private static let longestSide: CGFloat = 16_384

  /// The format for a view.
  ///
  /// A tile is a whole number of device pixels. Where it would be longer than 16,384 of them, it
  /// is drawn with fewer and stretched.
  ///
  /// - Returns: nil where there is nothing to draw on.
  init?(
    configuration: GraphView.Configuration, style: GraphStyle, bounds: CGRect, scale: CGFloat
  ) {
    guard bounds.height > 0, bounds.width > 0 else { return nil }
    self.configuration = configuration
    self.style = style
    size = CGSize(width: configuration.layerWidth, height: bounds.height)
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

  /// How many samples beyond an edge have to do with what is seen inside: those whose lines or
  /// dots reach over it, and one more, which says how these end. It is at least as many as the
  /// configuration says.
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

  /// The part of the bitmap that lies in the tile, in unit coordinates.
  var contentsRect: CGRect {
    let columns = CGFloat(columns.count)
    return CGRect(
      x: CGFloat(overlap) / columns, y: 0, width: CGFloat(pixelWidth) / columns, height: 1)
  }
}

/// What is needed to draw one tile, taken on the owner's thread.
struct TileRequest: Sendable {
  var tile = 0
  /// The index of the first point's sample.
  var firstSample = 0
  /// The samples to be drawn, from some before the tile's left edge to some after its right
  /// one; in points from the tile's upper left corner. A gap has a y that is NaN.
  var points: [CGPoint] = []

  /// One past the index of the last point's sample.
  var endSample: Int { firstSample + points.count }
  /// Whether there is anything but gaps.
  var hasPoints: Bool { points.contains { !$0.y.isNaN } }
}
