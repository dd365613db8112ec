import Synchronization

/// The damage history of a backing store: the drawings that it continues, and the area in which it
/// differs from each.
package struct BackingStoreHistory {
  private struct Earlier {
    var serial: UInt64
    var changed: PixelRect
  }

  /// The maximum number of earlier drawings in a history: frames may skip some of them.
  private static let limit = 8

  /// The number of drawings so far.
  private static let count = Atomic<UInt64>(0)

  /// The unique number of this drawing; 0 for pixels that no drawing continues.
  private(set) var serial: UInt64 = 0
  private var earlier: [Earlier] = []

  /// Creates the history of no drawing.
  package init() {}

  /// Creates the history of a drawing that continues another one.
  ///
  /// - Parameter changed: the pixels that may differ.
  init(continuing old: BackingStoreHistory, changing changed: PixelRect) {
    serial = Self.makeSerial()
    if old.serial == 0 { return }
    earlier.reserveCapacity(Self.limit)
    earlier.append(Earlier(serial: old.serial, changed: changed))
    for entry in old.earlier.prefix(Self.limit - 1) {
      earlier.append(Earlier(serial: entry.serial, changed: entry.changed.union(changed)))
    }
  }

  /// Returns the history of a drawing made from nothing.
  static func begin() -> BackingStoreHistory {
    var history = BackingStoreHistory()
    history.serial = makeSerial()
    return history
  }

  private static func makeSerial() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Returns the pixels that may differ from an earlier drawing, or nil if that is unknown.
  package func changes(since old: BackingStoreHistory) -> PixelRect? {
    if old.serial == 0 { return nil }
    return earlier.first { $0.serial == old.serial }?.changed
  }
}
