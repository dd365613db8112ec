import CPangoFT2
import Foundation
import Lamina

/// Pictures of glyphs at the sizes at which they were drawn last.
final class GlyphCache {
  /// Glyphs begin at one of this many places in a pixel.
  static let places = 16
  /// Glyphs of more pixels to a side are drawn as paths each time.
  static let largestSize = 256.0
  /// What the pictures may take, in bytes, before all are dropped.
  private static let limit = 4 << 20

  /// The pictures of one font at one size.
  final class Strike {
    let face: GlyphFace
    /// Device pixels in a unit of the layout.
    let scale: Double
    fileprivate var masks: [UInt64: Mask] = [:]

    fileprivate init(face: GlyphFace, scale: Double) {
      self.face = face
      self.scale = scale
    }
  }

  private struct Key: Hashable {
    var face: ObjectIdentifier
    var scale: Double
  }

  private var strikes: [Key: Strike] = [:]
  private var last: Strike?
  private var size = 0

  /// The pictures of a font.
  ///
  /// - Parameter scale: device pixels in a unit of the layout.
  func strike(of face: GlyphFace, scale: Double) -> Strike {
    if let last, last.face === face, last.scale == scale { return last }
    let key = Key(face: ObjectIdentifier(face), scale: scale)
    let strike = strikes[key] ?? Strike(face: face, scale: scale)
    strikes[key] = strike
    last = strike
    return strike
  }

  /// The picture of a glyph whose origin is `place` / ``places`` of a pixel right of the mask's.
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

  /// Drops everything where it has become too much.
  func limitMemory() {
    if size > Self.limit { removeAll() }
  }

  /// Drops everything.
  func removeAll() {
    strikes = [:]
    last = nil
    size = 0
  }
}
