/// The framebuffers that frames held when a compositor replaced them, and that it draws into again
/// once these are gone.
///
/// Of a framebuffer that is used again, only what was drawn since is copied.
struct SpareFramebuffers {
  private struct Spare {
    var storage: PixelStorage
    /// The pixels that differ from the current framebuffer's.
    var stale: Region
  }

  /// The maximum number of spares: as many frames as a sink may hold without a copy of all pixels.
  private static let limit = 5
  /// The number of frames after which spares that were not needed are freed.
  private static let patience = 60

  /// The spares, the last replaced last.
  private var spares: [Spare] = []
  private var idleFrames = 0

  /// Records that the framebuffer itself is drawn into again.
  mutating func keepFramebuffer(changing damage: Region) {
    if spares.isEmpty { return }
    idleFrames += 1
    if idleFrames > Self.patience { spares = [] }
    recordDamage(damage)
  }

  /// Returns a framebuffer that nothing else holds, to draw into instead of another. It has the same
  /// pixels outside the damage; those inside are undefined.
  mutating func replacement(
    for framebuffer: PixelStorage, changing damage: Region
  ) throws(OutOfMemory) -> PixelStorage {
    idleFrames = 0
    let index = spares.indices.last { isKnownUniquelyReferenced(&spares[$0].storage) }
    var stale = Region(PixelRect(x: 0, y: 0, width: framebuffer.width, height: framebuffer.height))
    var old: PixelStorage?
    if let index {
      stale = spares[index].stale
      old = spares.remove(at: index).storage
    }
    let new = try PixelStorage(
      trying: framebuffer.width, height: framebuffer.height, padded: true, replacing: old)
    for rect in stale.subtracting(damage) { new.copy(rect, from: framebuffer) }
    spares.append(Spare(storage: framebuffer, stale: Region()))
    if spares.count > Self.limit { spares.removeFirst() }
    recordDamage(damage)
    return new
  }

  /// Records what is drawn into the framebuffer and not into the spares.
  private mutating func recordDamage(_ damage: Region) {
    for index in spares.indices { spares[index].stale.formUnion(damage) }
  }
}

extension Region {
  /// Returns rectangles, which do not overlap, of the pixels that are not in another region.
  fileprivate func subtracting(_ other: Region) -> [PixelRect] {
    other.rects.reduce(rects) { rest, covered in rest.flatMap { $0.subtracting(covered) } }
  }
}
