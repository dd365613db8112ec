/// A cache of the shadows that an executor drew last: layers of one size cast equal shadows
/// wherever they are.
final class ShadowCache {
  /// A cached shadow, in memory of its own.
  final class Kept {
    let shadow: ItemShadow
    let bytes: UnsafeMutablePointer<UInt8>
    let stride: Int
    let size: Int
    fileprivate var lastUse: UInt64 = 0

    fileprivate init(_ shadow: ItemShadow, copying mask: ExecutorScratch.CoverageMask) {
      self.shadow = shadow
      stride = mask.stride
      size = stride * mask.bounds.height
      bytes = .allocate(capacity: size)
      bytes.update(from: mask.bytes, count: size)
    }

    deinit { bytes.deallocate() }
  }

  /// The size of the largest cached shadow, and the size limit of the cache, in bytes.
  private static let largest = 1 << 20
  private static let budget = 16 << 20
  /// The area of the largest cached shadow relative to the picture: cached shadows are drawn whole,
  /// however little of them is visible.
  private static let largestInPictures = 4

  private var kept: [Kept] = []
  private var total = 0
  private var uses: UInt64 = 0
  /// The area of the current picture, in pixels.
  var pictureArea = 0

  /// Returns the blurred coverage of a shadow's whole extent; nil if the shadow cannot be cached.
  ///
  /// - Parameter draw: draws the coverage for pixels in the coordinates of the shadow's source.
  func mask(
    of shadow: ItemShadow,
    drawnBy draw: (ItemShadow, PixelRect) -> ExecutorScratch.CoverageMask
  ) -> Kept? {
    let area = shadow.bounds.area
    guard shadow.isMovable, area <= Self.largest,
      area / Self.largestInPictures <= pictureArea
    else { return nil }
    uses += 1
    if let found = kept.first(where: { $0.shadow.looksLike(shadow) }) {
      found.lastUse = uses
      return found
    }
    let made = Kept(shadow, copying: draw(shadow, shadow.blur.grown(shadow.extent)))
    made.lastUse = uses
    while total + made.size > Self.budget, let oldest = oldest {
      total -= kept[oldest].size
      kept.remove(at: oldest)
    }
    kept.append(made)
    total += made.size
    return made
  }

  private var oldest: Int? { kept.indices.min { kept[$0].lastUse < kept[$1].lastUse } }
}

extension ItemShadow {
  /// Returns true if both have the same coverage, each relative to its own origin.
  fileprivate func looksLike(_ other: ItemShadow) -> Bool {
    extent == other.extent && blur == other.blur && source == other.source
  }
}
