import Foundation

/// A visible tile of a ``TiledLayer``.
package struct VisibleTile: Sendable {
  package let bitmap: Bitmap
  /// The rectangle that the bitmap covers, in the layer's own coordinates, in points.
  package let rect: CGRect
  /// The time of the commit that added it, in seconds; negative infinity once it no longer fades
  /// in.
  package let arrival: Double

  package init(bitmap: Bitmap, rect: CGRect, arrival: Double) {
    (self.bitmap, self.rect, self.arrival) = (bitmap, rect, arrival)
  }
}

/// The visible tiles of a ``TiledLayer``, back to front. Immutable.
package final class VisibleTiles: Sendable {
  package let tiles: [VisibleTile]
  /// The duration of a tile's fade-in, in seconds.
  package let fadeDuration: Double

  package init(_ tiles: [VisibleTile], fadeDuration: Double) {
    self.tiles = tiles
    self.fadeDuration = fadeDuration
  }

  /// True if some tile may still be fading in.
  var isFading: Bool { tiles.contains { $0.arrival > -.infinity } }

  /// Returns the opacity of a tile at a time in seconds, in 255ths.
  func alpha(of tile: VisibleTile, at time: Double) -> UInt8 {
    if tile.arrival == -.infinity || fadeDuration <= 0 { return time < tile.arrival ? 0 : 255 }
    let part = (time - tile.arrival) / fadeDuration
    return part > 0 ? UInt8(min(part, 1) * 255 + 0.5) : 0
  }
}

/// The committed values of a ``TiledLayer``.
struct TiledValues: Sendable, Equatable {
  var shown: VisibleTiles?
  /// True if the visible tiles are unknown because the transform to the frame overflows.
  var isUnplaced = false
  /// The time of the frame in seconds, if tiles fade in.
  var time = Double.infinity

  static func == (a: TiledValues, b: TiledValues) -> Bool {
    a.shown === b.shown && a.time == b.time && a.isUnplaced == b.isUnplaced
  }
}

extension RareValues {
  /// The values of a ``TiledLayer``.
  var tiled: TiledValues {
    get { if case .tiled(let values) = kind { values } else { TiledValues() } }
    set { kind = .tiled(newValue) }
  }
}

extension LayerValues {
  /// True if the appearance depends on the time because tiles fade in.
  var fadesTiles: Bool {
    if case .tiled(let values)? = rare?.values.kind {
      values.shown?.isFading ?? false
    } else {
      false
    }
  }
}
