import Lamina

/// The changes of some frames that a viewer has yet to see: copies within its picture, and after them
/// pixels of the last frame.
struct PendingChanges: Equatable {
  /// The most copies that are kept. Where there would be more, pixels are sent.
  private static let copyLimit = 16

  private(set) var copies: [PixelCopy] = []
  /// The pixels that may differ from the last frame once the copies are made.
  private(set) var stale = Region()
  /// The pixels that may differ from the last frame if no copy is made.
  private var damage = Region()

  /// Creates the changes to a picture of which some pixels are out of date.
  init(_ damage: Region = Region()) { (stale, self.damage) = (damage, damage) }

  var isEmpty: Bool { copies.isEmpty && stale.isEmpty }

  /// Adds the changes of the next frame.
  ///
  /// - Parameter newDamage: the pixels in which it may differ from the last one.
  mutating func add(_ difference: FrameDifference, damage newDamage: Region) {
    damage.formUnion(newDamage)
    for copy in difference.copies {
      // What was out of date is so at the place that it is copied to, and no longer where it was if
      // that is written, too.
      let carried = stale.intersection(copy.source).rects.map { $0.moved(byX: copy.dx, y: copy.dy) }
      let kept = stale.rects.flatMap { $0.subtracting(copy.destination) }
      stale = Region()
      for rect in kept + carried { stale.insert(rect) }
      append(copy)
    }
    stale.formUnion(difference.region)
    if copies.count > Self.copyLimit || stale.area * 4 > damage.area * 3 {
      (copies, stale) = ([], damage)
    }
  }

  /// Appends a copy, or joins it with an earlier one of much the same pixels.
  private mutating func append(_ copy: PixelCopy) {
    for index in copies.indices.reversed() {
      let earlier = copies[index]
      let isReadLater = copies[(index + 1)...].contains {
        $0.source.intersects(earlier.destination)
      }
      // The pixels that both move.
      let common = copy.destination.intersection(
        earlier.destination.moved(byX: copy.dx, y: copy.dy))
      if !isReadLater,
        common.area * 4 > max(copy.destination.area, earlier.destination.area) * 3
      {
        copies[index] = PixelCopy(
          destination: common, dx: earlier.dx + copy.dx, dy: earlier.dy + copy.dy)
        for rect in [copy.destination, earlier.destination] {
          for part in rect.subtracting(common) { stale.insert(part) }
        }
        return
      }
      // It cannot be made before one that touches the same pixels.
      if earlier.destination.intersects(copy.source.union(copy.destination))
        || earlier.source.intersects(copy.destination)
      {
        break
      }
    }
    copies.append(copy)
  }
}
