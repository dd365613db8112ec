import Foundation

/// Large memory blocks, whose allocation the system may refuse.
package enum Memory {
  /// Returns a Boolean value indicating whether the system would currently allocate so much memory
  /// in one block. Ask before creating an array of that size, which would terminate the process if
  /// memory were not available.
  package static func isAvailable(_ byteCount: Int) -> Bool {
    // Smaller allocations hardly ever fail, and asking takes longer than using them.
    guard byteCount > 1 << 20 else { return true }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { return false }
    munmap(memory, byteCount)
    return true
  }
}
