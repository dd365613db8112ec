import Foundation
import LaminaBase

/// An error thrown when the system refuses to allocate memory of a given size.
package struct OutOfMemory: Error {
  package let byteCount: Int
}

extension Memory {
  /// Allocates memory with undefined content. Free it with `deallocate()`.
  static func allocate(
    byteCount: Int, alignment: Int
  ) throws(OutOfMemory) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, alignment, byteCount) == 0, let memory else {
      throw OutOfMemory(byteCount: byteCount)
    }
    return memory
  }
}
