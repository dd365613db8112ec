import Foundation

/// Why memory could not be had: the system refused so many bytes.
struct OutOfMemory: Error {
  let byteCount: Int
}

/// Memory in large pieces, which the system may refuse.
package enum Memory {
  /// Asks the system for memory with undefined content. `deallocate()` gives it back.
  static func allocate(
    byteCount: Int, alignment: Int
  ) throws(OutOfMemory) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, alignment, byteCount) == 0, let memory else {
      throw OutOfMemory(byteCount: byteCount)
    }
    return memory
  }

  /// Whether the system would give so much memory in one piece now: asked before an array of that
  /// size is made, which would end the process where it could not be had.
  package static func isAvailable(_ byteCount: Int) -> Bool {
    // Less than that hardly ever fails, and asking takes longer than using it.
    guard byteCount > 1 << 20 else { return true }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { return false }
    munmap(memory, byteCount)
    return true
  }
}
