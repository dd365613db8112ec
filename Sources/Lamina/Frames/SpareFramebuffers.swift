/// The framebuffers that frames held when a compositor replaced them, and that it draws into again
/// once these are gone.
///
/// Of a framebuffer that is used again, only what was drawn since is copied.
struct SpareFramebuffers {
  private struct Spare {
    var storage: PixelStorage
    /// The difference from it to the current framebuffer.
    var change: FrameChange
  }

  /// The maximum number of spares: as many frames as a sink may hold without a copy of all pixels.
  private static let limit = 5
  /// The number of frames after which spares that were not needed are freed.
  private static let patience = 60

  /// The spares, the last replaced last.
  private var spares: [Spare] = []
  private var idleFrames = 0

  /// Records that the framebuffer itself is drawn into again.
  mutating func keepFramebuffer(making change: FrameChange) {
    if spares.isEmpty { return }
    idleFrames += 1
    if idleFrames > Self.patience { spares = [] }
    record(change)
  }

  /// Returns a framebuffer that nothing else holds, to draw into instead of another. It has the pixels
  /// of the next frame outside the region of the change; those inside are undefined.
  mutating func replacement(
    for framebuffer: PixelStorage, making change: FrameChange
  ) throws(OutOfMemory) -> PixelStorage {
    idleFrames = 0
    let index = spares.indices.last { isKnownUniquelyReferenced(&spares[$0].storage) }
    let frame = PixelRect(x: 0, y: 0, width: framebuffer.width, height: framebuffer.height)
    var missing = FrameChange(region: Region(frame))
    var old: PixelStorage?
    if let index {
      missing = spares[index].change.followed(by: change)
      old = spares.remove(at: index).storage
    }
    let new = try PixelStorage(
      trying: framebuffer.width, height: framebuffer.height, padded: true, replacing: old)
    if let copy = missing.copy {
      new.copy(copy.destination, from: new, dx: copy.dx, dy: copy.dy)
    }
    for rect in missing.region.subtracting(change.region) {
      new.copy(rect, from: framebuffer, change.copy)
    }
    spares.append(Spare(storage: framebuffer, change: FrameChange()))
    if spares.count > Self.limit { spares.removeFirst() }
    record(change)
    return new
  }

  /// Records what the framebuffer shows and the spares do not.
  private mutating func record(_ change: FrameChange) {
    for index in spares.indices { spares[index].change = spares[index].change.followed(by: change) }
  }
}

extension PixelStorage {
  /// Copies the pixels of a rectangle from another storage, of which some move.
  fileprivate func copy(_ rect: PixelRect, from other: PixelStorage, _ moving: PixelCopy?) {
    guard let moving else { return copy(rect, from: other) }
    copy(rect.intersection(moving.destination), from: other, dx: moving.dx, dy: moving.dy)
    for rest in rect.subtracting(moving.destination) { copy(rest, from: other) }
  }
}

extension Region {
  /// Returns rectangles, which do not overlap, of the pixels that are not in another region.
  fileprivate func subtracting(_ other: Region) -> [PixelRect] {
    other.rects.reduce(rects) { rest, covered in rest.flatMap { $0.subtracting(covered) } }
  }
}
