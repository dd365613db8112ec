import CDeflate
import Synchronization

/// Memory that grows to what was needed and stays.
final class PNGMemory {
  private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { bytes.deallocate() }

  /// Memory of exactly `count` bytes with undefined content, until the next call.
  func withRoom(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if bytes.count < count {
      bytes.deallocate()
      bytes = .allocate(byteCount: count, alignment: 16)
    }
    return UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
  }
}

/// What encoding one picture works with.
final class PNGWorkspace {
  let compressor: OpaquePointer
  /// The rows before compression.
  let filtered = PNGMemory()
  let file = PNGMemory()

  init(compression: Int) {
    guard let compressor = libdeflate_alloc_compressor(Int32(compression)) else {
      preconditionFailure("no memory to compress a picture")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }
}

/// Keeps a workspace from one picture to the next.
///
/// It is locked while it is used. Who finds it locked gets one that is not kept, and nobody
/// waits.
final class PNGWorkspaces: Sendable {
  private let compression: Int
  private let kept = Mutex<PNGWorkspace?>(nil)

  init(compression: Int) {
    self.compression = compression
  }

  /// Calls `body` with a workspace that nobody else has until it returns.
  func withWorkspace<Result: Sendable>(_ body: (PNGWorkspace) -> Result) -> Result {
    let result = kept.withLockIfAvailable { kept in
      let workspace = kept ?? PNGWorkspace(compression: compression)
      kept = workspace
      return body(workspace)
    }
    return result ?? body(PNGWorkspace(compression: compression))
  }
}
