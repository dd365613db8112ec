/// The shadows that an executor drew last: layers of one size cast the same one wherever they are.
final class ShadowCache {
  /// A shadow in memory of its own.
  final class Kept {
    let shadow: ItemShadow
    let bytes: UnsafeMutablePointer<UInt8>
    let stride: Int
    let size: Int
    fileprivate var lastUse: UInt64 = 0

    fileprivate init(_ shadow: ItemShadow, copying mask: ExecutorScratch.Mask) {
      self.shadow = shadow
      stride = mask.stride
      size = stride * mask.bounds.height
      bytes = .allocate(capacity: size)
      bytes.update(from: mask.bytes, count: size)
    }

    deinit { bytes.deallocate() }
  }

  /// The largest shadow that is kept, and how much all of them take, in bytes.
  private static let largest = 1 << 20
  private static let budget = 16 << 20
  /// How many times the pixels of the picture a shadow may have and be kept: it is drawn as a whole.
  private static let largestInPictures = 4

  private var kept: [Kept] = []
  private var total = 0
  private var uses: UInt64 = 0
  /// The pixels of the picture that is being drawn.
  var pictureArea = 0

  /// The blurred coverage of a shadow's whole extent; nil for one that is not kept.
  ///
  /// - Parameter draw: makes it, for pixels in the coordinates of the shadow's source.
  func mask(
    of shadow: ItemShadow,
    drawnBy draw: (ItemShadow, PixelRect) -> ExecutorScratch.Mask
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
  /// Whether both have the same coverage, each around its own origin.
  fileprivate func looksLike(_ other: ItemShadow) -> Bool {
    extent == other.extent && blur == other.blur && source == other.source
  }
}
