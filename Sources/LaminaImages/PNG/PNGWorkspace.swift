import CDeflate
import Lamina
import LaminaBase

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

/// Compresses pictures, and keeps the memory for that from one to the next.
final class PNGWorkspace {
  private enum Method {
    case runs(PNGRunCoder)
    case general(OpaquePointer)
  }

  private let method: Method
  /// The rows before compression, and the compressed data, if libdeflate compresses.
  private let filtered = PNGMemory()
  private let compressed = PNGMemory()

  /// - Parameter compressionLevel: libdeflate's level; nil for runs alone.
  init(compressionLevel: Int?) {
    guard let compressionLevel else {
      method = .runs(PNGRunCoder())
      return
    }
    guard let compressor = libdeflate_alloc_compressor(Int32(compressionLevel)) else {
      refuse("no memory to compress a picture")
    }
    method = .general(compressor)
  }

  deinit {
    if case .general(let compressor) = method { libdeflate_free_compressor(compressor) }
  }

  /// The rows filtered and compressed, as PNG's chunks of pixels hold them, until the next call; nil
  /// if a pixel is translucent, and the rows have no alpha.
  func compress(_ rows: PNGRows) -> UnsafeRawBufferPointer? {
    switch method {
    case .runs(let coder):
      return coder.compress(rows)
    case .general(let compressor):
      let filtered = filtered.withRoom((1 + rows.rowBytes) * rows.height)
      let difference = UnsafeMutablePointer<UInt32>.allocate(capacity: rows.width)
      defer { difference.deallocate() }
      var next = filtered.baseAddress!
      var isComplete = true
      PNGFilter.forEachRow(of: rows) { row in
        row.write(count: rows.width, to: difference)
        PNGFilter.pack(difference, of: rows, to: next)
        next += 1 + rows.rowBytes
        if !rows.hasAlpha {
          var all: UInt32 = 0
          for x in 0..<rows.width { all |= difference[x] }
          isComplete = all >> 24 == 0
        }
        return isComplete
      }
      guard isComplete else { return nil }
      let bound = libdeflate_zlib_compress_bound(compressor, filtered.count)
      let output = compressed.withRoom(bound)
      let length = libdeflate_zlib_compress(
        compressor, filtered.baseAddress, filtered.count, output.baseAddress, bound)
      require(length > 0, "a compressed picture exceeded the bound of its size")
      return UnsafeRawBufferPointer(rebasing: output[..<length])
    }
  }
}

/// Keeps a workspace from one picture to the next.
///
/// It is taken while it is used. Who finds it taken gets a new one, and nobody waits.
final class PNGWorkspaces: Sendable {
  private let compressionLevel: Int?
  private let kept = Locked<PNGWorkspace?>(nil)

  init(compressionLevel: Int?) {
    self.compressionLevel = compressionLevel
  }

  /// Calls `body` with a workspace that nobody else has until it returns.
  func withWorkspace<Result>(_ body: (PNGWorkspace) -> Result) -> Result {
    let taken = kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    let workspace = taken ?? PNGWorkspace(compressionLevel: compressionLevel)
    defer { kept.withLock { $0 = workspace } }
    return body(workspace)
  }
}
