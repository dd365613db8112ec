import Synchronization

/// Which drawings a backing store continues, and where it differs from them.
struct StoreHistory {
  private struct Earlier {
    var serial: UInt64
    var changed: PixelRect
  }

  /// How many drawings are remembered: frames may leave out some of them.
  private static let limit = 8

  /// How many drawings there have been.
  private static let count = Atomic<UInt64>(0)

  /// Tells this drawing from every other; 0 for pixels that nobody will continue.
  private(set) var serial: UInt64 = 0
  private var earlier: [Earlier] = []

  /// No drawing.
  init() {}

  /// A drawing that continues another one.
  ///
  /// - Parameter changed: the pixels that may differ.
  init(continuing old: StoreHistory, changing changed: PixelRect) {
    serial = Self.makeSerial()
    if old.serial == 0 { return }
    earlier.reserveCapacity(Self.limit)
    earlier.append(Earlier(serial: old.serial, changed: changed))
    for entry in old.earlier.prefix(Self.limit - 1) {
      earlier.append(Earlier(serial: entry.serial, changed: entry.changed.union(changed)))
    }
  }

  /// A drawing made from nothing.
  static func begin() -> StoreHistory {
    var history = StoreHistory()
    history.serial = makeSerial()
    return history
  }

  private static func makeSerial() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The pixels that may differ from an earlier drawing; nil if nothing is known about that.
  func changes(since old: StoreHistory) -> PixelRect? {
    if old.serial == 0 { return nil }
    return earlier.first { $0.serial == old.serial }?.changed
  }
}
