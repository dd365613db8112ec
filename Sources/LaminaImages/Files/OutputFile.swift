import Foundation
import Lamina
import Synchronization

/// A file, pipe or device to which bytes are appended.
///
/// A plain file is written under a temporary name, `.lamina-HOST-PROCESS-NUMBER.tmp` in the same
/// folder, and is atomically renamed to its own name by ``finish()``. If a write fails, or the file
/// is deallocated before `finish`, the temporary file is removed and an existing file of the same
/// name is untouched. A process that is killed leaves at most the temporary file. A replaced file
/// passes on its permissions; a symbolic link is followed.
///
/// The bytes are handed to the operating system, not forced onto the disk: this protects against
/// program failures, not power failures.
public final class OutputFile {
  /// The file's name in errors.
  public let name: String
  /// The path of the temporary file; nil if the bytes go directly to their final place.
  let temporaryPath: String?
  private let finalPath: String
  private let closesDescriptor: Bool
  private let systemWrite: SystemWrite
  private var state: FileState

  private enum FileState {
    case open(Int32)
    case failed(OutputError)
    case finished
  }

  private static let nextNumber = Atomic<Int>(0)

  /// Opens the destination for writing.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - createsFolder: true to create missing parent folders.
  /// - Throws: ``OutputError/system(_:path:code:)`` if the operating system refuses.
  public convenience init(
    _ destination: OutputDestination, createsFolder: Bool = false
  ) throws(OutputError) {
    try self.init(destination, createsFolder: createsFolder) { Foundation.write($0, $1, $2) }
  }

  /// Opens the destination; every byte goes through `systemWrite`, which stands for `write(2)`.
  init(
    _ destination: OutputDestination, createsFolder: Bool = false,
    systemWrite: @escaping SystemWrite
  ) throws(OutputError) {
    name = destination.name
    self.systemWrite = systemWrite
    switch destination {
    case .standardOutput:
      (temporaryPath, finalPath, closesDescriptor) = (nil, "", false)
      state = .open(STDOUT_FILENO)
    case .fileDescriptor(let descriptor, _):
      (temporaryPath, finalPath, closesDescriptor) = (nil, "", false)
      state = .open(descriptor)
    case .file(let path):
      if createsFolder { try Self.createFolder(forFileAt: path) }
      closesDescriptor = true
      var status = stat()
      let exists = stat(path, &status) == 0
      if exists, status.st_mode & S_IFMT != S_IFREG {
        (temporaryPath, finalPath) = (nil, path)
        state = .open(try Self.open(path, named: path, flags: O_WRONLY))
        return
      }
      if path.isEmpty || path.hasSuffix("/") {
        throw .system(.open, path: path, code: path.isEmpty ? ENOENT : EISDIR)
      }
      finalPath = exists ? Self.resolved(path) : path
      let opened = try Self.openTemporary(besides: finalPath, named: path)
      if exists { fchmod(opened.descriptor, status.st_mode & 0o777) }
      temporaryPath = opened.path
      state = .open(opened.descriptor)
    }
  }

  deinit {
    if case .open = state { abandon() }
  }

  /// Appends all of `bytes`, with as many system calls as that takes.
  ///
  /// - Throws: ``OutputError``; the file is then abandoned, and every later call throws the
  ///   same error.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let descriptor = try openDescriptor()
    let code = writeAll(bytes, to: descriptor, with: systemWrite)
    if code != 0 {
      throw fail(.system(.write, path: name, code: code))
    }
  }

  /// Appends all of `bytes`.
  public func write(_ bytes: [UInt8]) throws(OutputError) {
    let descriptor = try openDescriptor()
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor, with: systemWrite) }
    if code != 0 {
      throw fail(.system(.write, path: name, code: code))
    }
  }

  /// A Boolean value indicating whether ``rewrite(_:at:)`` can be called: only on a plain file.
  package var canBeRewritten: Bool { temporaryPath != nil }

  /// Overwrites bytes written before, starting at an offset.
  ///
  /// - Precondition: ``canBeRewritten``.
  /// - Throws: ``OutputError``; the file is then abandoned.
  package func rewrite(_ bytes: [UInt8], at offset: Int) throws(OutputError) {
    require(canBeRewritten, "cannot rewrite what was written to \(name)")
    let descriptor = try openDescriptor()
    var place = offset
    let code = bytes.withUnsafeBytes {
      writeAll($0, to: descriptor) { descriptor, part, count in
        let written = pwrite(descriptor, part, count, place)
        place += max(0, written)
        return written
      }
    }
    if code != 0 {
      throw fail(.system(.write, path: name, code: code))
    }
  }

  /// Closes the file and gives it its final name. Nothing can be written afterwards. Calling it
  /// again does nothing.
  ///
  /// - Throws: ``OutputError``; the file is then abandoned.
  public func finish() throws(OutputError) {
    if case .finished = state { return }
    let descriptor = try openDescriptor()
    state = .finished
    guard closesDescriptor else { return }
    // A file system may only report here that earlier bytes did not fit. After EINTR the descriptor
    // is closed all the same.
    if close(descriptor) != 0, errno != EINTR {
      let code = errno
      removeTemporary()
      throw fail(.system(.close, path: name, code: code))
    }
    if let temporaryPath, rename(temporaryPath, finalPath) != 0 {
      let code = errno
      removeTemporary()
      throw fail(.system(.rename, path: name, code: code))
    }
  }

  /// Abandons the file: removes the temporary file. Every later call throws. Does nothing to a
  /// finished file.
  public func abandon() {
    guard case .open = state else { return }
    _ = fail(.finished(path: name))
  }

  /// Abandons the file with an error, which every later call throws. A file that was abandoned
  /// before keeps its first error.
  package func fail(_ error: OutputError) -> OutputError {
    if case .failed(let earlier) = state { return earlier }
    if case .open(let descriptor) = state {
      if closesDescriptor { close(descriptor) }
      removeTemporary()
    }
    state = .failed(error)
    return error
  }

  private func openDescriptor() throws(OutputError) -> Int32 {
    switch state {
    case .open(let descriptor): return descriptor
    case .failed(let error): throw error
    case .finished: throw .finished(path: name)
    }
  }

  private func removeTemporary() {
    if let temporaryPath { unlink(temporaryPath) }
  }
}

extension OutputFile {
  /// Creates the missing parent folders of `path`.
  ///
  /// - Throws: ``OutputError/system(_:path:code:)`` if one of them cannot be created.
  static func createFolder(forFileAt path: String) throws(OutputError) {
    var end = path.startIndex
    while let slash = path[end...].firstIndex(of: "/") {
      end = path.index(after: slash)
      let folder = String(path[..<slash])
      if !folder.isEmpty, mkdir(folder, 0o777) != 0 {
        let code = errno
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
          throw .system(.createFolder, path: path, code: code)
        }
      }
    }
  }

  private static func open(
    _ path: String, named name: String, flags: Int32
  ) throws(OutputError) -> Int32 {
    while true {
      let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return descriptor }
      let code = errno
      if code != EINTR { throw .system(.open, path: name, code: code) }
    }
  }

  private static func openTemporary(
    besides path: String, named name: String
  ) throws(OutputError) -> (descriptor: Int32, path: String) {
    let folder = String(path.lastIndex(of: "/").map { path[...$0] } ?? "")
    while true {
      let number = nextNumber.wrappingAdd(1, ordering: .relaxed).newValue
      let temporary = folder + TemporaryName(number: number).text
      do {
        let descriptor = try open(temporary, named: name, flags: O_WRONLY | O_CREAT | O_EXCL)
        // Tells later runs that the file is being written. Not every file system supports it.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return (descriptor, temporary)
      } catch {
        // The name may be left over from a killed process with the same process number.
        guard case .system(_, _, EEXIST) = error else { throw error }
      }
    }
  }

  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The signature of `write(2)`: the descriptor, the bytes and their count; returns the number
/// written, or -1 and sets `errno`.
typealias SystemWrite = (Int32, UnsafeRawPointer, Int) -> Int

/// Writes all bytes: continues after a short write or a signal, and waits for a non-blocking
/// descriptor.
///
/// - Returns: 0, or the `errno` of the failure.
private func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, with systemWrite: SystemWrite
) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let part = UnsafeRawBufferPointer(rebasing: rest)
    // Linux writes at most 2^31 - 4,096 bytes per call.
    let count = systemWrite(descriptor, part.baseAddress!, min(part.count, 1 << 30))
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count == 0 {
      return ENOSPC
    } else if errno == EAGAIN {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&ready, 1, -1) < 0, errno != EINTR { return errno }
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
