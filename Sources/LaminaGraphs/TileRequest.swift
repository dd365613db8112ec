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
  /// The size of a tile's bitmap in device pixels.
  let pixelWidth: Int
  let pixelHeight: Int
  /// How many samples beyond each edge are drawn.
  let padding: Int

  /// The format for a view.
  ///
  /// A tile is a whole number of device pixels. Where it would be more than a bitmap can have,
  /// it is drawn with fewer and stretched.
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
    func pixels(_ points: CGFloat) -> Int {
      Int(max(1, min((points * scale).rounded(), CGFloat(Bitmap.maximumSideLength))))
    }
    pixelWidth = pixels(configuration.layerWidth)
    pixelHeight = pixels(bounds.height)
    padding = Self.padding(configuration, style)
  }

  /// How many samples beyond an edge have to do with what is seen inside: those whose lines or
  /// dots reach over it, and one more, which says how these end. It is at least as many as the
  /// configuration says.
  static func padding(_ configuration: GraphView.Configuration, _ style: GraphStyle) -> Int {
    let reach = (style.reach / configuration.pointsPerSample).rounded(.up)
    return max(configuration.paddingSamples, 1 + Int(min(reach, 1_000_000)))
  }

  /// Device pixels per point, across and down.
  var scaleX: CGFloat { CGFloat(pixelWidth) / size.width }
  var scaleY: CGFloat { CGFloat(pixelHeight) / size.height }
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
