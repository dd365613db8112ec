import Foundation
import Synchronization

/// The reasons why a bitmap cannot be created.
@nonexhaustive
public enum BitmapError: LocalizedError, Equatable, CustomStringConvertible {
  /// A side is less than 1 pixel or more than ``Bitmap/maximumSideLength``.
  case invalidSize(width: Int, height: Int)
  /// The number of pixels given is not width × height.
  case wrongPixelCount(expected: Int, actual: Int)
  /// The system has no memory for the pixels, which take `byteCount` bytes.
  case outOfMemory(width: Int, height: Int, byteCount: Int)

  public var description: String {
    switch self {
    case .invalidSize(let width, let height):
      "cannot make a bitmap of \(width) x \(height) pixels: each side must be from 1 to "
        + "\(Bitmap.maximumSideLength)"
    case .wrongPixelCount(let expected, let actual):
      "a bitmap of this size needs \(expected) pixels, not \(actual)"
    case .outOfMemory(let width, let height, let byteCount):
      "cannot allocate \(byteCount) bytes of memory for a bitmap of \(width) x \(height) pixels"
    }
  }

  public var errorDescription: String? { description }
}

/// An immutable rectangle of premultiplied pixels.
///
/// Each pixel is 32 bits, `0xAARRGGBB` in native byte order, premultiplied and sRGB-encoded; rows
/// run from top to bottom. Sizes are in device pixels: ``Layer/contentsScale`` is the number of
/// them per point.
///
/// A bitmap never changes after it is created, so several layers, and the threads that draw them,
/// share one copy of the pixels. Copying the value copies a reference.
public struct Bitmap: Sendable {
  /// The largest width or height, in device pixels.
  ///
  /// pixman addresses samples in 16.16 fixed point.
  public static let maximumSideLength = 32_767

  @usableFromInline package let storage: PixelStorage

  @inlinable package init(storage: PixelStorage) { self.storage = storage }

  /// The width in device pixels, at least 1.
  public var width: Int { storage.width }
  /// The height in device pixels, at least 1.
  public var height: Int { storage.height }
  /// A Boolean value indicating whether every pixel is known to have alpha 255. Reading it is O(1).
  ///
  /// It is false for the frames of a renderer, whatever their pixels.
  public var isOpaque: Bool { storage.isOpaque }

  /// Creates a bitmap from its pixels in reading order, `0xAARRGGBB`, premultiplied.
  ///
  /// A colour component above its alpha is clamped to it.
  ///
  /// - Throws: ``BitmapError`` if a side is less than 1 or more than ``maximumSideLength``,
  ///   the count is not `width * height`, or there is no memory.
  /// - Complexity: O(*width* × *height*).
  public init(width: Int, height: Int, pixels: [UInt32]) throws(BitmapError) {
    try Self.check(width: width, height: height)
    guard pixels.count == width * height else {
      throw .wrongPixelCount(expected: width * height, actual: pixels.count)
    }
    let storage = try Self.storage(width: width, height: height)
    for index in pixels.indices {
      storage.pixels[index] = Self.premultiplied(pixels[index])
    }
    storage.detectOpacity()
    self.init(storage: storage)
  }

  /// Creates a bitmap by calling `color` for each pixel once, in reading order.
  ///
  /// - Throws: ``BitmapError`` if a side is less than 1 or more than ``maximumSideLength``, or
  ///   there is no memory.
  /// - Complexity: O(*width* × *height*).
  public init(
    width: Int, height: Int, color: (_ x: Int, _ y: Int) -> Color
  ) throws(BitmapError) {
    try Self.check(width: width, height: height)
    let storage = try Self.storage(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        storage.pixels[y * storage.stride + x] = color(x, y).premultipliedPixel
      }
    }
    storage.detectOpacity()
    self.init(storage: storage)
  }

  /// The pixel in column `x` of row `y`, `0xAARRGGBB`, premultiplied.
  ///
  /// - Precondition: the pixel is inside the bitmap.
  public subscript(x: Int, y: Int) -> UInt32 {
    require(
      x >= 0 && y >= 0 && x < width && y < height,
      "pixel (\(x), \(y)) is outside a bitmap of \(width) x \(height)")
    return storage.read { storage.pixels[y * storage.stride + x] }
  }

  /// All pixels in reading order, `0xAARRGGBB`, premultiplied.
  ///
  /// - Complexity: O(*width* × *height*).
  public var pixels: [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      storage.read {
        for y in 0..<height {
          (buffer.baseAddress! + y * width).update(
            from: storage.pixels + y * storage.stride, count: width)
        }
      }
      count = width * height
    }
  }

  /// Calls `body` with one row's pixels, without copying them.
  ///
  /// - Precondition: `0 <= row < height`.
  public func withRow<Result, Failure: Error>(
    _ row: Int, _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    require(row >= 0 && row < height, "row \(row) is outside a bitmap of height \(height)")
    return try storage.read { () throws(Failure) in
      try body(UnsafeBufferPointer(start: storage.pixels + row * storage.stride, count: width))
    }
  }

  /// Returns storage for a bitmap of a valid size.
  static func storage(width: Int, height: Int) throws(BitmapError) -> PixelStorage {
    do {
      return try PixelStorage(trying: width, height: height, padded: false)
    } catch {
      throw .outOfMemory(width: width, height: height, byteCount: error.byteCount)
    }
  }

  static func check(width: Int, height: Int) throws(BitmapError) {
    guard (1...maximumSideLength).contains(width), (1...maximumSideLength).contains(height) else {
      throw .invalidSize(width: width, height: height)
    }
  }

  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let a = pixel >> 24
    let r = min(a, pixel >> 16 & 255)
    let g = min(a, pixel >> 8 & 255)
    let b = min(a, pixel & 255)
    return a << 24 | r << 16 | g << 8 | b
  }
}

extension Bitmap: Equatable {
  /// Returns a Boolean value indicating whether both bitmaps have the same size and the same
  /// pixels.
  ///
  /// - Complexity: O(1) when they share their pixels, else O(*width* × *height*).
  public static func == (left: Bitmap, right: Bitmap) -> Bool {
    if left.storage === right.storage { return true }
    guard left.width == right.width, left.height == right.height else { return false }
    return left.storage.read {
      right.storage.read {
        for y in 0..<left.height {
          let a = left.storage.pixels + y * left.storage.stride
          let b = right.storage.pixels + y * right.storage.stride
          for x in 0..<left.width where a[x] != b[x] { return false }
        }
        return true
      }
    }
  }
}

/// The memory behind bitmaps and framebuffers.
///
/// `@unchecked Sendable`: the pixels of a ``Bitmap`` never change. They are written by the
/// storage's single owner while it is being created (a drawing context, a renderer that holds the
/// only reference), or by ``drawing``, for which readers wait. The memory is written again only
/// after its last bitmap is gone; the mipmap chain is extended under a lock.
@usableFromInline package final class PixelStorage: @unchecked Sendable {
  package let width: Int
  package let height: Int
  /// The distance from one row to the next, in pixels.
  package let stride: Int
  package let pixels: UnsafeMutablePointer<UInt32>
  /// True if every pixel is known to have alpha 255. Other modules read a stored property with a
  /// dynamic exclusivity check, and this one for each item.
  @inlinable package var isOpaque: Bool {
    get { storedOpacity }
    set { storedOpacity = newValue }
  }
  @usableFromInline @exclusivity(unchecked) var storedOpacity = false
  /// The damage history of the backing store that these pixels belong to. Set before the storage is
  /// shared.
  package var history = BackingStoreHistory()
  /// The task that draws the pixels in the background, or nil. Set before the storage is shared.
  @usableFromInline @exclusivity(unchecked) var drawing: OneShotTask?
  /// The number of times that ``read(_:)`` has returned, by which ``reclaim()`` is ordered after
  /// the reads of other threads.
  private let readCount = Atomic<Int>(0)
  /// The mipmap chain: the pixels halved once, twice and so on, as far as it has been computed.
  var mipmapLevels: [PixelStorage] = []
  /// The number of bytes to deallocate; 0 if the memory is borrowed.
  private var capacity: Int

  /// The total size of all storages that own their pixels, in bytes.
  private static let bytes = Atomic<Int>(0)
  /// The size in bytes of the pixels in memory, of all bitmaps, backing stores and framebuffers.
  package static var bytesInUse: Int { bytes.load(ordering: .relaxed) }

  /// Creates storage with undefined contents. Rows of a framebuffer are `padded` so that the pixels
  /// of a column do not share one cache set.
  ///
  /// - Parameter old: storage whose memory is reused if it fits, which leaves it without. The
  ///   caller holds the only reference to it, and must not use it again.
  /// - Throws: ``OutOfMemory``.
  package init(
    trying width: Int, height: Int, padded: Bool, replacing old: PixelStorage? = nil
  ) throws(OutOfMemory) {
    self.width = width
    self.height = height
    var stride = width
    if padded {
      stride = (width + 3) & ~3
      if stride % 128 == 0 { stride += 16 }
    }
    self.stride = stride
    let needed = stride * height * 4
    if let old, old.capacity >= needed, old.capacity / 2 <= needed {
      old.reclaim()
      (pixels, capacity) = (old.pixels, old.capacity)
      old.capacity = 0
      return
    }
    let bytes = try Memory.allocate(byteCount: needed, alignment: 64)
    pixels = bytes.bindMemory(to: UInt32.self, capacity: stride * height)
    capacity = needed
    Self.bytes.wrappingAdd(capacity, ordering: .relaxed)
  }

  /// Creates storage with undefined contents, or ends the process with a message if there is no
  /// memory; for callers that cannot report an error.
  package convenience init(width: Int, height: Int, padded: Bool) {
    do {
      try self.init(trying: width, height: height, padded: padded)
    } catch {
      refuse(
        "cannot allocate \(error.byteCount) bytes of memory for \(width) x \(height) pixels")
    }
  }

  /// Creates storage over memory that the caller owns and keeps alive.
  package init(borrowing pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int)
  {
    self.width = width
    self.height = height
    self.stride = stride
    self.pixels = pixels
    capacity = 0
  }

  deinit {
    guard capacity > 0 else { return }
    UnsafeMutableRawPointer(pixels).deallocate()
    Self.bytes.wrappingSubtract(capacity, ordering: .relaxed)
  }

  /// The size of the pixels in memory, in bytes.
  package var byteCount: Int { stride * height * 4 }

  /// Prepares storage whose bitmaps are gone for being drawn into again. No display list can still
  /// show it, since it would hold a reference, so none mistakes the new pixels for the old.
  ///
  /// - Precondition: the caller holds the only reference.
  package func reclaim() {
    // The last owner may have read the pixels on another thread. The fence orders what follows
    // after the release of its reference; the load does so for Thread Sanitizer, which follows
    // neither fences nor reference counts.
    atomicMemoryFence(ordering: .acquiring)
    _ = readCount.load(ordering: .acquiring)
    drawing = nil
    mipmapLevels = []
  }

  /// Calls `body`, which reads the pixels on any thread, once they are drawn.
  func read<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
  {
    finishDrawing()
    defer { readCount.wrappingAdd(1, ordering: .releasing) }
    return try body()
  }

  /// Sets every pixel of every row.
  package func clear(to pixel: UInt32 = 0) {
    for y in 0..<height {
      (pixels + y * stride).update(repeating: pixel, count: width)
    }
  }

  /// Determines whether every alpha is 255, and stores the result.
  func detectOpacity() { isOpaque = hasOnlyOpaquePixels }

  /// True if every alpha is 255. Reads the pixels until one is not opaque.
  var hasOnlyOpaquePixels: Bool {
    isOpaque(in: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Returns true if every alpha in a rectangle is 255.
  func isOpaque(in rect: PixelRect) -> Bool {
    for y in rect.minY..<rect.maxY {
      let row = pixels + y * stride
      var all: UInt32 = 0xFF00_0000
      for x in rect.minX..<rect.maxX { all &= row[x] }
      if all != 0xFF00_0000 { return false }
    }
    return true
  }
}

extension PixelStorage {
  /// Returns separate storage with the same pixels.
  package func copy(padded: Bool) -> PixelStorage {
    let copy = PixelStorage(width: width, height: height, padded: padded)
    for y in 0..<height {
      (copy.pixels + y * copy.stride).update(from: pixels + y * stride, count: width)
    }
    copy.isOpaque = isOpaque
    return copy
  }

  /// Copies the pixels of a rectangle from storage of the same size, or from other pixels of the same
  /// storage.
  ///
  /// - Parameters:
  ///   - dx: the columns by which the pixels move to the right.
  ///   - dy: the rows by which they move downwards.
  package func copy(_ rect: PixelRect, from other: PixelStorage, dx: Int = 0, dy: Int = 0) {
    for row in 0..<rect.height {
      // Within one storage, no row is written before it is read.
      let y = dy > 0 ? rect.maxY - 1 - row : rect.minY + row
      (pixels + y * stride + rect.minX).update(
        from: other.pixels + (y - dy) * other.stride + rect.minX - dx, count: rect.width)
    }
  }

  /// Sets every pixel of a rectangle.
  package func fill(_ rect: PixelRect, with pixel: UInt32) {
    for y in rect.minY..<rect.maxY {
      (pixels + y * stride + rect.minX).update(repeating: pixel, count: rect.width)
    }
  }
}
