import CPangoFT2
import Foundation
import Lamina

/// A cache of glyph masks at the sizes used most recently.
final class GlyphCache {
  /// The number of horizontal subpixel positions of a glyph within a pixel.
  static let places = 16
  /// The largest size of a cached glyph, in pixels to a side. Larger ones are drawn as paths each
  /// time.
  static let largestSize = 256.0
  /// The size of the masks, in bytes, above which all are dropped.
  private static let limit = 4 << 20

  /// The masks of one font at one size.
  final class Strike {
    let face: GlyphFace
    /// The number of device pixels per layout unit.
    let scale: Double
    /// A glyph is looked up for each that is drawn: checking the access took 1 % of drawing labels.
    @exclusivity(unchecked) fileprivate var masks: [UInt64: Mask] = [:]

    fileprivate init(face: GlyphFace, scale: Double) {
      self.face = face
      self.scale = scale
    }
  }

  private struct GlyphKey: Hashable {
    var face: ObjectIdentifier
    var scale: Double
  }

  private var strikes: [GlyphKey: Strike] = [:]
  private var last: Strike?
  private var size = 0

  /// Returns the strike of a font at a scale.
  ///
  /// - Parameter scale: the number of device pixels per layout unit.
  func strike(of face: GlyphFace, scale: Double) -> Strike {
    if let last, last.face === face, last.scale == scale { return last }
    let key = GlyphKey(face: ObjectIdentifier(face), scale: scale)
    let strike = strikes[key] ?? Strike(face: face, scale: scale)
    strikes[key] = strike
    last = strike
    return strike
  }

  /// Returns the mask of a glyph whose origin is `place` / ``places`` of a pixel to the right of
  /// the mask's origin.
  func mask(of glyph: PangoGlyph, at place: Int, in strike: Strike) -> Mask {
    let key = UInt64(glyph) << 8 | UInt64(place)
    if let mask = strike.masks[key] { return mask }
    let mask = Mask(
      filling: strike.face.outline(of: glyph),
      transform: Transform2D(
        a: strike.scale, b: 0, c: 0, d: strike.scale, tx: Double(place) / Double(Self.places),
        ty: 0))
    strike.masks[key] = mask
    size += mask.stride * mask.bounds.height + 128
    return mask
  }

  /// Empties the cache if it exceeds the limit.
  func limitMemory() {
    if size > Self.limit { removeAll() }
  }

  /// Empties the cache.
  func removeAll() {
    strikes = [:]
    last = nil
    size = 0
  }
}
