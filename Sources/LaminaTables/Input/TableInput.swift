import Foundation

/// A file's bytes in memory, and its name for messages.
public struct TableInput: Sendable {
  /// The name for messages: a path, or "standard input".
  public var name: String
  private let storage: Storage

  private enum Storage: Sendable {
    case array([UInt8])
    case data(Data)
  }

  /// Creates an input of bytes in an array.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    storage = .array(bytes)
  }

  /// Creates an input of data, which may be a file that is mapped into memory.
  public init(name: String, data: Data) {
    self.name = name
    storage = .data(data)
  }

  /// The number of bytes.
  public var byteCount: Int {
    switch storage {
    case .array(let bytes): bytes.count
    case .data(let data): data.count
    }
  }

  /// Calls a function with the bytes.
  func withBytes<Result>(
    _ body: (Span<UInt8>) throws(TableError) -> Result
  ) throws(TableError) -> Result {
    switch storage {
    case .array(let bytes): return try body(bytes.span)
    case .data(let data): return try body(data.span)
    }
  }
}
