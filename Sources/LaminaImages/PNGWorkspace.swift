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
/// Threads that encode at the same time have one each; one of them is kept.
final class PNGWorkspaces: Sendable {
  private let compression: Int
  private let kept = Mutex<PNGWorkspace?>(nil)

  init(compression: Int) {
    self.compression = compression
  }

  func take() -> PNGWorkspace {
    let workspace = kept.withLock { kept in
      let workspace = kept
      kept = nil
      return Transfer(workspace: workspace)
    }
    return workspace.workspace ?? PNGWorkspace(compression: compression)
  }

  func put(_ workspace: PNGWorkspace) {
    let transfer = Transfer(workspace: workspace)
    kept.withLock { $0 = transfer.workspace }
  }

  /// `@unchecked Sendable`: a workspace is either kept or with the one that took it.
  private struct Transfer: @unchecked Sendable {
    let workspace: PNGWorkspace?
  }
}
