import Foundation

/// The way in which an item of a display list is drawn. Odd numbers are opaque.
enum ItemKind {
  /// Not drawn: hidden, empty, or outside every clip.
  static let nothing: UInt8 = 0
  /// A box of one opaque colour. The paint is the pixel.
  static let opaqueSolid: UInt8 = 1
  /// A box of one translucent colour. The paint is the pixel, premultiplied.
  static let translucentSolid: UInt8 = 2
  /// A bitmap without translucent pixels, drawn pixel for pixel.
  static let opaqueBitmap: UInt8 = 3
  /// A bitmap with translucent pixels, drawn pixel for pixel.
  static let translucentBitmap: UInt8 = 4
  /// Any other item that hides everything behind its box. The paint is an index into the chunk's
  /// details.
  static let opaqueDetail: UInt8 = 5
  /// Any other item. The paint is an index into the chunk's details.
  static let detail: UInt8 = 6
}

/// An item in 16 bytes, so that drawing it reads one piece of memory.
struct ItemRecord: Equatable {
  var box: PixelBox
  /// The kind in the lowest four bits; above them the paint, or the address of the bitmap, whose
  /// lowest four bits are zero. Two records that are equal while the bitmaps of both are alive draw
  /// the same pixels, except for details.
  private var payload: UInt

  init(_ kind: UInt8, _ box: PixelBox, paint: UInt32) {
    self.box = box
    payload = UInt(paint) << 4 | UInt(kind)
  }

  init(_ kind: UInt8, _ box: PixelBox, bitmap: Unmanaged<PixelStorage>) {
    self.box = box
    payload = UInt(bitPattern: bitmap.toOpaque()) | UInt(kind)
  }

  var kind: UInt8 { UInt8(truncatingIfNeeded: payload & 15) }
  /// The pixel of a solid, or the index of a detail.
  var paint: UInt32 { UInt32(truncatingIfNeeded: payload >> 4) }
  /// The storage of a bitmap item, kept alive by the chunk's source.
  var bitmap: Unmanaged<PixelStorage> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: payload & ~15)!)
  }

  /// True if the item hides everything behind its box.
  var isOpaque: Bool { payload & 1 != 0 }

  /// True if the item has more than its record.
  var isDetail: Bool { kind >= ItemKind.opaqueDetail }
}

/// The items of a chunk in plain memory, readable without accessing the chunk itself: a record for
/// each and arrays of coarse coordinates, of which a query compares 16 at once.
struct DisplayItems {
  let count: Int
  private let memory: UnsafeMutableRawPointer
  /// The bounding box of all items.
  private(set) var bounds = PixelRect.empty
  var hasGroups = false
  /// The largest width and height of an item, in pixels.
  private(set) var largestWidth = 0
  private(set) var largestHeight = 0

  /// The length of each array of coarse coordinates: a multiple of 16, and at least 16 more than
  /// the number of items, so that vector loads of the last items stay in bounds.
  private let slots: Int

  private static func byteCount(_ slots: Int) -> Int {
    slots * (MemoryLayout<ItemRecord>.stride + 6)
  }

  init(count: Int) {
    self.count = count
    slots = (count + 31) & ~15
    memory = .allocate(byteCount: Self.byteCount(slots), alignment: 64)
  }

  /// Frees the memory. Only the owner, the ``DisplayChunk``, does this.
  func deallocate() { memory.deallocate() }

  /// Copies the items of a chunk of the same length.
  mutating func copy(from other: DisplayItems) {
    memory.copyMemory(from: other.memory, byteCount: Self.byteCount(slots))
    bounds = other.bounds
    hasGroups = other.hasGroups
    largestWidth = other.largestWidth
    largestHeight = other.largestHeight
  }

  var records: UnsafeMutablePointer<ItemRecord> {
    memory.assumingMemoryBound(to: ItemRecord.self)
  }
  /// The edges of the boxes in units of 16 pixels, clamped to a byte.
  var coarseMinX: UnsafeMutablePointer<UInt8> { bytes(0) }
  var coarseMinY: UnsafeMutablePointer<UInt8> { bytes(1) }
  var coarseMaxX: UnsafeMutablePointer<UInt8> { bytes(2) }
  var coarseMaxY: UnsafeMutablePointer<UInt8> { bytes(3) }
  /// The left and top edges of the boxes in units of 8 pixels, modulo 256.
  var beginningX: UnsafeMutablePointer<UInt8> { bytes(4) }
  var beginningY: UnsafeMutablePointer<UInt8> { bytes(5) }

  static let beginningShift = 3

  private func bytes(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    (memory + slots * (MemoryLayout<ItemRecord>.stride + index))
      .assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the pixels that item `index` may touch.
  func box(_ index: Int) -> PixelRect { records[index].box.rect }

  /// Writes an invisible item.
  func setNothing(_ index: Int) {
    // An empty box, which intersects nothing.
    records[index] = ItemRecord(ItemKind.nothing, PixelBox(PixelRect.empty), paint: 0)
    beginningX[index] = 0
    beginningY[index] = 0
    coarseMinX[index] = 255
    coarseMinY[index] = 255
    coarseMaxX[index] = 0
    coarseMaxY[index] = 0
  }

  /// Writes a detail, whose box must not be empty.
  func setDetail(_ index: Int, _ box: PixelBox, _ detail: UInt32, isOpaque: Bool) {
    set(
      index, ItemRecord(isOpaque ? ItemKind.opaqueDetail : ItemKind.detail, box, paint: detail))
  }

  /// Writes a box of one colour, which must not be empty.
  @inline(__always)
  func setSolid(_ index: Int, _ box: PixelBox, _ pixel: UInt32) {
    if pixel >> 24 == 255 {
      set(index, ItemRecord(ItemKind.opaqueSolid, box, paint: pixel))
    } else if pixel != 0 {
      set(index, ItemRecord(ItemKind.translucentSolid, box, paint: pixel))
    } else {
      setNothing(index)
    }
  }

  /// Writes a bitmap that is drawn pixel for pixel in a box, which must not be empty.
  @inline(__always)
  func setBitmap(_ index: Int, _ box: PixelBox, _ storage: PixelStorage) {
    let kind = storage.isOpaque ? ItemKind.opaqueBitmap : ItemKind.translucentBitmap
    set(index, ItemRecord(kind, box, bitmap: Unmanaged.passUnretained(storage)))
  }

  /// Writes an item and its coarse coordinates.
  @inline(__always)
  private func set(_ index: Int, _ record: ItemRecord) {
    records[index] = record
    beginningX[index] = UInt8(truncatingIfNeeded: record.box.minX >> Self.beginningShift)
    beginningY[index] = UInt8(truncatingIfNeeded: record.box.minY >> Self.beginningShift)
    let coarse = record.box.coarse
    coarseMinX[index] = UInt8(truncatingIfNeeded: coarse)
    coarseMinY[index] = UInt8(truncatingIfNeeded: coarse >> 8)
    coarseMaxX[index] = UInt8(truncatingIfNeeded: coarse >> 16)
    coarseMaxY[index] = UInt8(truncatingIfNeeded: coarse >> 24)
  }

  /// Computes the bounds and the largest sides.
  mutating func summarize() {
    bounds = .empty
    largestWidth = 0
    largestHeight = 0
    widenSummary(by: 0..<count)
  }

  /// Extends the bounds and the largest sides to items that were written again.
  mutating func widenSummary(by indices: some Sequence<some BinaryInteger>) {
    var hull = BoxHull()
    var (width, height) = (largestWidth, largestHeight)
    for index in indices {
      let record = records[Int(index)]
      if record.kind == ItemKind.nothing { continue }
      hull.add(record.box)
      width = max(width, record.box.width)
      height = max(height, record.box.height)
    }
    bounds = bounds.union(hull.rect)
    (largestWidth, largestHeight) = (width, height)
  }
}
