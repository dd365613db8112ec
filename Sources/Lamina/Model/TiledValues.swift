import Foundation

/// A tile that a ``TiledLayer`` shows.
struct ShownTile: Sendable {
  let bitmap: Bitmap
  /// What the bitmap covers, in the layer's own coordinates, in points.
  let rect: CGRect
  /// The time of the commit at which it came, in seconds; before all times for one that does not
  /// fade in any more.
  let arrival: Double
}

/// The tiles that a ``TiledLayer`` shows, back to front. Never changed after it is made.
final class ShownTiles: Sendable {
  let tiles: [ShownTile]
  /// How long a tile takes to fade in, in seconds.
  let fadeDuration: Double

  init(_ tiles: [ShownTile], fadeDuration: Double) {
    self.tiles = tiles
    self.fadeDuration = fadeDuration
  }

  /// Whether some tile may still be fading in.
  var isFading: Bool { tiles.contains { $0.arrival > -.infinity } }

  /// How much of a tile is seen at a time, in 255ths.
  func alpha(of tile: ShownTile, at time: Double) -> UInt8 {
    if tile.arrival == -.infinity || fadeDuration <= 0 { return time < tile.arrival ? 0 : 255 }
    let part = (time - tile.arrival) / fadeDuration
    return part > 0 ? UInt8(min(part, 1) * 255 + 0.5) : 0
  }
}

/// What a commit keeps of a ``TiledLayer``.
struct TiledValues: LayerKind {
  var shown: ShownTiles?
  /// Whether it cannot be told which tiles are seen, as the transform to the frame overflows.
  var isUnplaced = false
  /// The time of the frame, in seconds, where tiles fade in.
  var time = Double.infinity

  static let optionalProperties: Set<String> = []

  func animatableValue(of property: String) -> AnimatableValue? { nil }
  func fixedValue(of property: String) -> PropertyValue? { nil }
  mutating func take(_ value: PropertyValue, for property: String) -> Bool { false }

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
  /// Whether what is seen depends on the time because tiles fade in.
  var fadesTiles: Bool {
    if case .tiled(let values)? = rare?.values.kind {
      values.shown?.isFading ?? false
    } else {
      false
    }
  }
}
