import Foundation

/// How an item of a display list is drawn.
enum ItemKind {
  /// Not at all: hidden, empty, or outside every clip.
  static let nothing: UInt8 = 0
  /// A box of one opaque colour. The paint is the pixel.
  static let opaqueSolid: UInt8 = 1
  /// A box of one translucent colour. The paint is the pixel, premultiplied.
  static let translucentSolid: UInt8 = 2
  /// A bitmap without translucent pixels, pixel for pixel. The paint tells bitmaps apart.
  static let opaqueBitmap: UInt8 = 3
  /// A bitmap with translucent pixels, pixel for pixel.
  static let translucentBitmap: UInt8 = 4
  /// Anything else. The paint is an index into the chunk's details.
  static let detail: UInt8 = 5
}

/// A run of items in drawing order, in device pixels: what a ``NodeChunk`` looks like at one
/// time from one renderer. Item *i* shows node *i*.
///
/// Structure of arrays, so that a search for what touches a rectangle compares many boxes at
/// once. Written once, by the evaluation that makes it.
final class DisplayChunk: @unchecked Sendable {
  static let capacity = NodeChunk.capacity

  let count: Int
  /// The pixels an item may touch, clamped to what 16 bits hold.
  let minX: UnsafeMutablePointer<Int16>
  let minY: UnsafeMutablePointer<Int16>
  let maxX: UnsafeMutablePointer<Int16>
  let maxY: UnsafeMutablePointer<Int16>
  let paint: UnsafeMutablePointer<UInt32>
  let kind: UnsafeMutablePointer<UInt8>
  /// The boxes in units of 16 pixels, clamped to a byte.
  let coarseMinX: UnsafeMutablePointer<UInt8>
  let coarseMinY: UnsafeMutablePointer<UInt8>
  let coarseMaxX: UnsafeMutablePointer<UInt8>
  let coarseMaxY: UnsafeMutablePointer<UInt8>
  private let memory: UnsafeMutableRawPointer

  /// What the items show; also what keeps their bitmaps alive.
  let source: NodeChunk
  /// Tells this evaluation from every other of the same renderer.
  let serial: UInt64
  /// The evaluation that this one was copied from, and the items that differ from it; 0 where
  /// all items were evaluated.
  let baseSerial: UInt64
  var changes: [UInt16] = []
  var details: [ItemDetail] = []
  /// The group that each item belongs to; empty when none belongs to any.
  var groups: [DisplayGroup?] = []
  /// The smallest rectangle that holds all items.
  private(set) var bounds = PixelRect.empty
  /// Whether some item is opaque and large enough to be worth looking for.
  private(set) var hasOccluder = false

  /// The area, in pixels, from which on an opaque item is treated as an occluder.
  static let occluderArea = 4096

  init(source: NodeChunk, serial: UInt64, copying base: DisplayChunk?) {
    count = source.count
    self.source = source
    self.serial = serial
    baseSerial = base?.serial ?? 0
    // 16 items more, so that vector loads of the last ones stay inside.
    let n = Self.capacity + 16
    memory = .allocate(byteCount: n * 17, alignment: 64)
    let boxes = memory.bindMemory(to: Int16.self, capacity: n * 4)
    minX = boxes
    minY = boxes + n
    maxX = boxes + n * 2
    maxY = boxes + n * 3
    paint = (memory + n * 8).bindMemory(to: UInt32.self, capacity: n)
    let bytes = (memory + n * 12).bindMemory(to: UInt8.self, capacity: n * 5)
    kind = bytes
    coarseMinX = bytes + n
    coarseMinY = bytes + n * 2
    coarseMaxX = bytes + n * 3
    coarseMaxY = bytes + n * 4
    if let base {
      memory.copyMemory(from: base.memory, byteCount: n * 17)
      details = base.details
      groups = base.groups
    }
  }

  deinit { memory.deallocate() }

  /// The pixels that item `index` may touch.
  @inline(__always)
  func box(_ index: Int) -> PixelRect {
    PixelRect(
      minX: Int(minX[index]), minY: Int(minY[index]), maxX: Int(maxX[index]),
      maxY: Int(maxY[index]))
  }

  func group(_ index: Int) -> DisplayGroup? { groups.isEmpty ? nil : groups[index] }

  /// Writes an item; `box` must not be empty unless the kind is ``ItemKind/nothing``.
  @inline(__always)
  func set(_ index: Int, _ itemKind: UInt8, _ box: PixelRect, _ itemPaint: UInt32) {
    @inline(__always) func narrow(_ value: Int) -> Int16 {
      Int16(truncatingIfNeeded: max(-32_768, min(32_767, value)))
    }
    minX[index] = narrow(box.minX)
    minY[index] = narrow(box.minY)
    maxX[index] = narrow(box.maxX)
    maxY[index] = narrow(box.maxY)
    paint[index] = itemPaint
    kind[index] = itemKind
    coarseMinX[index] = Self.coarse(box.minX)
    coarseMinY[index] = Self.coarse(box.minY)
    // Past the last pixel, so that a box that ends on a border does not reach beyond it.
    coarseMaxX[index] = itemKind == ItemKind.nothing ? 0 : Self.coarse(box.maxX - 1)
    coarseMaxY[index] = itemKind == ItemKind.nothing ? 0 : Self.coarse(box.maxY - 1)
    if itemKind == ItemKind.nothing {
      coarseMinX[index] = 255
      coarseMinY[index] = 255
    }
  }

  @inline(__always)
  static func coarse(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value >> 4)))
  }

  func setGroup(_ index: Int, _ group: DisplayGroup?) {
    if groups.isEmpty {
      if group == nil { return }
      groups = Array(repeating: nil, count: count)
    }
    groups[index] = group
  }

  /// Works out the bounds and whether there are occluders.
  func summarize() {
    var left: Int16 = .max
    var top: Int16 = .max
    var right: Int16 = .min
    var bottom: Int16 = .min
    var occluder = false
    for index in 0..<count where kind[index] != ItemKind.nothing {
      left = min(left, minX[index])
      top = min(top, minY[index])
      right = max(right, maxX[index])
      bottom = max(bottom, maxY[index])
      let itemKind = kind[index]
      if itemKind == ItemKind.opaqueSolid || itemKind == ItemKind.opaqueBitmap {
        let width = Int(maxX[index]) - Int(minX[index])
        occluder = occluder || width * (Int(maxY[index]) - Int(minY[index])) >= Self.occluderArea
      }
    }
    hasOccluder = occluder
    bounds =
      left > right
      ? .empty : PixelRect(minX: Int(left), minY: Int(top), maxX: Int(right), maxY: Int(bottom))
  }

  /// Takes the summary of the chunk this one was copied from and widens it by the changes.
  func summarizeChanges(since base: DisplayChunk) {
    hasOccluder = base.hasOccluder
    bounds = base.bounds
    for change in changes {
      let index = Int(change)
      if kind[index] == ItemKind.nothing { continue }
      let box = self.box(index)
      bounds = bounds.union(box)
      if kind[index] == ItemKind.opaqueSolid || kind[index] == ItemKind.opaqueBitmap {
        hasOccluder = hasOccluder || box.area >= Self.occluderArea
      }
    }
  }
}

/// A group of layers that is composed by itself before it meets what is behind it.
final class DisplayGroup: Sendable {
  let parent: DisplayGroup?
  /// The group's opacity in 255ths.
  let alpha: UInt8
  /// The outline, in device pixels, that cuts the group; nil where an upright clip did it.
  let outline: Quad?
  /// How many groups hold this one.
  let depth: Int

  init(parent: DisplayGroup?, alpha: UInt8, outline: Quad?) {
    self.parent = parent
    self.alpha = alpha
    self.outline = outline
    depth = (parent?.depth ?? -1) + 1
  }

  /// Whether a group with these values may be used for the other.
  func matches(parent: DisplayGroup?, alpha: UInt8, outline: Quad?) -> Bool {
    self.parent === parent && self.alpha == alpha && self.outline == outline
  }
}

/// A rectangle of a layer's plane seen through a transform that may turn it or see it in
/// perspective.
struct Quad: Sendable, Equatable {
  /// From the plane to device pixels.
  var transform: PlaneTransform
  /// The rectangle in the plane, in points.
  var rect: CGRect
}

/// What is needed to draw an item that is more than a box of one colour or a plain bitmap.
struct ItemDetail: Sendable, Equatable {
  /// Where the layer's bounds are.
  enum Shape: Sendable, Equatable {
    /// Upright, on whole pixels.
    case box(PixelRect)
    case quad(Quad)
  }

  /// The pixels it may touch: inside every upright clip.
  var visible: PixelRect
  var shape: Shape
  /// The background colour, premultiplied; 0 for none.
  var background: UInt32 = 0
  /// In 255ths, for background and slices together.
  var alpha: UInt8 = 255
  var slices: [BitmapSlice] = []
}

/// A part of a bitmap and where it goes.
struct BitmapSlice: Sendable, Equatable {
  /// Where a slice is put.
  enum Target: Sendable, Equatable {
    /// Upright, on whole pixels; each axis may be mirrored.
    case box(PixelRect, mirrorsX: Bool, mirrorsY: Bool)
    case quad(Quad)
  }

  var bitmap: Bitmap
  /// The part, in the bitmap's pixels. Beyond the bitmap its edge pixels extend.
  var source: CGRect
  var target: Target
  var filter: ContentsFilter

  static func == (left: BitmapSlice, right: BitmapSlice) -> Bool {
    left.bitmap.storage === right.bitmap.storage && left.source == right.source
      && left.target == right.target && left.filter == right.filter
  }
}

/// What one frame shows: all items, back to front, in device pixels.
struct DisplayList: Sendable {
  var width: Int
  var height: Int
  var chunks: [DisplayChunk]
}
