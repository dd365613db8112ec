import Foundation

/// The values that layers had before the running transaction first changed them: what
/// `presentation()` shows until the transaction is committed.
///
/// An entry is plain memory, as every first change of a layer writes one. What it refers to is
/// kept alive apart, and only when a setter lets go of it.
struct UndoJournal: ~Copyable {
  struct Preimage {
    let bounds: CGRect
    let position: CGPoint
    let anchorPoint: CGPoint
    let backgroundPixel: UInt32
    let opacity: Float
    let flags: LayerFlags
    let backgroundColor: Color?
    let contents: Unmanaged<PixelStorage>?
    let rare: Unmanaged<RareValuesBox>?
  }

  private var entries: UnsafeMutablePointer<Preimage>
  private var count = 0
  private var capacity = 16
  private var kept: [AnyObject] = []

  init() { entries = .allocate(capacity: 16) }

  deinit { entries.deallocate() }

  /// Sets a layer's values aside, and says where.
  @inline(__always)
  mutating func record(_ layer: Layer) -> Int32 {
    if count == capacity { grow() }
    (entries + count).initialize(
      to: Preimage(
        bounds: layer.storage.values.bounds,
        position: layer.storage.values.position, anchorPoint: layer.storage.values.anchorPoint,
        backgroundPixel: layer.storage.values.backgroundPixel,
        opacity: layer.storage.values.opacity, flags: layer.storage.values.flags,
        backgroundColor: layer.storage.values.backgroundColor,
        contents: layer.storage.contentsStorage, rare: layer.storage.rareBox))
    count += 1
    return Int32(truncatingIfNeeded: count - 1)
  }

  @inline(never)
  private mutating func grow() {
    let grown = UnsafeMutablePointer<Preimage>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = grown
    capacity *= 2
  }

  /// Keeps an object that a setter is about to let go of.
  mutating func keep(_ object: AnyObject?) {
    if let object { kept.append(object) }
  }

  /// The values that were set aside at an index.
  func values(at index: Int32) -> LayerValues {
    let entry = entries[Int(index)]
    var values = LayerValues()
    values.bounds = entry.bounds
    values.position = entry.position
    values.anchorPoint = entry.anchorPoint
    values.backgroundPixel = entry.backgroundPixel
    values.opacity = entry.opacity
    values.flags = entry.flags
    values.backgroundColor = entry.backgroundColor
    values.contents = entry.contents.map { Bitmap(storage: $0.takeUnretainedValue()) }
    values.rare = entry.rare?.takeUnretainedValue()
    return values
  }

  /// Forgets everything, and keeps the memory unless it is far more than was needed.
  mutating func removeAll() {
    if capacity > 65_536, count < capacity / 8 {
      entries.deallocate()
      capacity = 16
      entries = .allocate(capacity: capacity)
    }
    count = 0
    if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
  }
}
