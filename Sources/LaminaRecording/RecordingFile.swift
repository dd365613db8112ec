import Foundation

/// The file of a recording that is being written: lines, of which the oldest go.
final class RecordingFile {
  private struct Segment {
    /// The place of the checkpoint's line in the file.
    var start: Int
    /// The hashes of the bitmaps that the lines from here to the next checkpoint refer to.
    var bitmaps: Set<String> = []
  }

  private let path: String
  private var descriptor: Int32
  private(set) var length = 0
  /// The length at the end of the last checkpoint.
  private var checkpointEnd = 0
  private var segments: [Segment] = []
  /// The places of the lines of bitmaps.
  private var bitmaps: [String: Range<Int>] = [:]

  static let header = JSONValue.object(["lamina-recording": .integer(Recorder.version)])
    .line

  init(path: String) throws {
    self.path = path
    descriptor = try Self.create(path)
    try append(Self.header)
  }

  deinit { close(descriptor) }

  private static func create(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    return descriptor
  }

  private static func failure(_ path: String) -> RecordingError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }

  func append(_ text: String) throws {
    if text.isEmpty { return }
    var text = text
    try text.withUTF8 { try Self.write(UnsafeRawBufferPointer($0), to: descriptor, path) }
    length += text.utf8.count
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Notes that the next line is that of a checkpoint.
  func beginCheckpoint() { segments.append(Segment(start: length)) }

  /// Notes that the checkpoint ends here.
  func endCheckpoint() { checkpointEnd = length }

  /// The number of bytes since the last checkpoint.
  var lengthSinceCheckpoint: Int { length - checkpointEnd }

  /// Notes that the lines refer to a bitmap, and returns true if the file has it.
  func use(bitmap hash: String) -> Bool {
    segments[segments.count - 1].bitmaps.insert(hash)
    return bitmaps[hash] != nil
  }

  func append(bitmap hash: String, _ line: String) throws {
    let start = length
    try append(line)
    bitmaps[hash] = start..<length
  }

  // MARK: - Budget

  /// Drops the oldest segments if the file has more bytes than the budget: then it has about half as
  /// many afterwards, or those since the last checkpoint.
  func keep(within budget: Int) throws {
    guard length > budget, segments.count > 1 else { return }
    let first =
      segments.indices.dropFirst().first { length - segments[$0].start <= budget / 2 }
      ?? segments.count - 1
    try drop(before: first)
    // Older bitmaps are kept, too.
    if length > budget, segments.count > 1 { try drop(before: segments.count - 1) }
  }

  /// Rewrites the file from a checkpoint on, after the bitmaps that it needs of those before.
  private func drop(before first: Int) throws {
    let start = segments[first].start
    let needed = segments[first...].reduce(into: Set<String>()) { $0.formUnion($1.bitmaps) }
    let older = bitmaps.filter { $0.value.lowerBound < start && needed.contains($0.key) }
      .sorted { $0.value.lowerBound < $1.value.lowerBound }
    let temporary = path + ".new"
    let target = try Self.create(temporary)
    do {
      var kept: [String: Range<Int>] = [:]
      var place = Self.header.utf8.count
      try Data(Self.header.utf8).withUnsafeBytes { try Self.write($0, to: target, temporary) }
      for (hash, range) in older {
        try copy(range, to: target, temporary)
        kept[hash] = place..<place + range.count
        place += range.count
      }
      try copy(start..<length, to: target, temporary)
      let shift = place - start
      for (hash, range) in bitmaps where range.lowerBound >= start {
        kept[hash] = range.lowerBound + shift..<range.upperBound + shift
      }
      guard rename(temporary, path) == 0 else { throw Self.failure(path) }
      close(descriptor)
      descriptor = target
      bitmaps = kept
      length += shift
      checkpointEnd += shift
      segments.removeFirst(first)
      for index in segments.indices { segments[index].start += shift }
    } catch {
      close(target)
      unlink(temporary)
      throw error
    }
  }

  private func copy(_ range: Range<Int>, to target: Int32, _ name: String) throws {
    var buffer = [UInt8](repeating: 0, count: min(range.count, 1 << 20))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, min($0.count, range.upperBound - offset), off_t(offset))
      }
      guard count > 0 else { throw Self.failure(path) }
      try buffer.withUnsafeBytes {
        try Self.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: target, name)
      }
      offset += count
    }
  }
}
