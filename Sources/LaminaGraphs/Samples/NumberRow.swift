import Foundation
import Synchronization

/// Numbers in a row that only grows.
///
/// Copies share the buffer, also while one of them grows: what is appended goes behind the numbers
/// that the others see. So a copy costs nothing, and appending to a row of which another thread
/// has a copy costs what appending does.
package struct NumberRow<Number: BitwiseCopyable & Sendable>: Sendable {
  private var buffer: Buffer
  package private(set) var count = 0

  /// A buffer in which numbers are written once and then only read.
  ///
  /// `@unchecked Sendable`: a place is written by whoever claimed it, before anyone else knows of
  /// it, and never again.
  private final class Buffer: @unchecked Sendable {
    let start: UnsafeMutablePointer<Number>
    let capacity: Int
    let claimed: Atomic<Int>

    init(capacity: Int, claimed: Int) {
      start = Self.allocate(capacity)
      self.capacity = capacity
      self.claimed = Atomic(claimed)
    }

    deinit { UnsafeMutableRawPointer(start).deallocate() }

    /// Long rows are in large pages, one at least: the system hands those out with a five-hundredth
    /// of the interruptions.
    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Number> {
      let large = 1 << 21
      let size = MemoryLayout<Number>.stride * capacity
      let isLong = size >= large / 2
      let bytes = isLong ? max(size, large) : size
      let start = UnsafeMutableRawPointer.allocate(
        byteCount: bytes, alignment: isLong ? large : 16)
      if isLong { madvise(start, bytes, Int32(MADV_HUGEPAGE)) }
      return start.bindMemory(to: Number.self, capacity: capacity)
    }

    /// Takes the places behind `count`, unless a copy of the row has taken them before.
    func claim(_ new: Int, after count: Int) -> Bool {
      count + new <= capacity
        && claimed.compareExchange(
          expected: count, desired: count + new, ordering: .acquiringAndReleasing
        ).exchanged
    }
  }

  package init(capacity: Int = 0) {
    buffer = Buffer(capacity: capacity, claimed: 0)
  }

  /// Appends `new` numbers, which the caller must set, all of them, before the row is copied or
  /// changed again.
  ///
  /// - Complexity: O(1), and now and then O(``count``) for a bigger place, less often the longer
  ///   the row is.
  package mutating func append(_ new: Int) -> UnsafeMutablePointer<Number> {
    if !buffer.claim(new, after: count) { move(makingRoomFor: new) }
    defer { count += new }
    return buffer.start + count
  }

  private mutating func move(makingRoomFor new: Int) {
    let capacity = max(count + new, count * 2, 16)
    let larger = Buffer(capacity: capacity, claimed: count + new)
    larger.start.initialize(from: buffer.start, count: count)
    buffer = larger
  }

  package func withUnsafePointer<Result>(_ body: (UnsafePointer<Number>) -> Result) -> Result {
    withExtendedLifetime(buffer) { body(UnsafePointer(buffer.start)) }
  }
}
