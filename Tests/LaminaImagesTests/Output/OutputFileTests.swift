import Foundation
import LaminaTestSupport
import Synchronization
import Testing

@testable import Lamina
@testable import LaminaImages

@Suite("Output file")
struct OutputFileTests {
  let folder = TemporaryFolder()

  @Test("has its name only when it is finished, and all of its bytes then")
  func atomic() throws {
    let file = try OutputFile(.file(path: folder("a.bin")))
    try file.write([1, 2, 3])
    #expect(folder.bytes("a.bin") == nil)
    #expect(folder.names.count == 1)
    try file.write([4])
    try file.finish()
    #expect(folder.names == ["a.bin"])
    #expect(folder.bytes("a.bin") == [1, 2, 3, 4])
    try file.finish()
    #expect(throws: OutputError.finished(path: folder("a.bin"))) { try file.write([5]) }
    #expect(folder.bytes("a.bin") == [1, 2, 3, 4])
  }

  @Test("leaves nothing behind when it is released unfinished")
  func letGo() throws {
    do {
      let file = try OutputFile(.file(path: folder("a.bin")))
      try file.write([1])
      #expect(folder.names.count == 1)
    }
    #expect(folder.names == [])
  }

  @Test("leaves the file that had its name before alone until it is finished")
  func replaces() throws {
    let path = folder("a.bin")
    #expect(FileManager.default.createFile(atPath: path, contents: Data([9, 9])))
    #expect(chmod(path, 0o640) == 0)
    let file = try OutputFile(.file(path: path))
    try file.write([1])
    #expect(folder.bytes("a.bin") == [9, 9])
    try file.finish()
    #expect(folder.bytes("a.bin") == [1])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("follows a symbolic link")
  func link() throws {
    #expect(FileManager.default.createFile(atPath: folder("real"), contents: Data([9])))
    #expect(symlink("real", folder("link")) == 0)
    let file = try OutputFile(.file(path: folder("link")))
    try file.write([1, 2])
    try file.finish()
    #expect(folder.names == ["link", "real"])
    #expect(folder.bytes("real") == [1, 2])
  }

  @Test("a full disk in the middle gives one error, and neither file is left")
  func noSpace() throws {
    let path = folder("a.bin")
    let expected = OutputError.system(.write, path: path, code: ENOSPC)
    var calls = 0
    let file = try OutputFile(.file(path: path)) { descriptor, bytes, count in
      calls += 1
      if calls == 1 { return Foundation.write(descriptor, bytes, count / 2) }
      errno = ENOSPC
      return -1
    }
    #expect(throws: expected) { try file.write([1, 2, 3, 4]) }
    #expect(folder.names == [])
    #expect(throws: expected) { try file.write([5]) }
    #expect(throws: expected) { try file.finish() }
    #expect(calls == 2)
    #expect(folder.names == [])
    #expect(expected.description == "cannot write \(path): No space left on device (errno 28)")
  }

  @Test("goes on after short writes and signals")
  func shortWrites() throws {
    var calls = 0
    let file = try OutputFile(.file(path: folder("a.bin"))) { descriptor, bytes, count in
      calls += 1
      if calls % 2 == 0 {
        errno = EINTR
        return -1
      }
      return Foundation.write(descriptor, bytes, min(count, 3))
    }
    try file.write([1, 2, 3, 4, 5, 6, 7])
    try file.finish()
    #expect(folder.bytes("a.bin") == [1, 2, 3, 4, 5, 6, 7])
    #expect(calls == 5)
  }

  @Test("a write that takes nothing is an error, not an endless loop")
  func zeroWrite() throws {
    let path = folder("a.bin")
    let file = try OutputFile(.file(path: path)) { _, _, _ in 0 }
    #expect(throws: OutputError.system(.write, path: path, code: ENOSPC)) {
      try file.write([1])
    }
  }

  @Test("a device is written to directly, and its error is thrown")
  func device() throws {
    let file = try OutputFile(.file(path: "/dev/full"))
    #expect(throws: OutputError.system(.write, path: "/dev/full", code: ENOSPC)) {
      try file.write([1])
    }
    var status = stat()
    #expect(stat("/dev/full", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("a missing folder is an error, unless it is to be made")
  func missingFolder() throws {
    let path = folder("a/b/c.bin")
    #expect(throws: OutputError.system(.open, path: path, code: ENOENT)) {
      try OutputFile(.file(path: path))
    }
    #expect(folder.names == [])
    let file = try OutputFile(.file(path: path), createsFolder: true)
    try file.finish()
    #expect(folder.bytes("a/b/c.bin") == [])
    try OutputFile(.file(path: path), createsFolder: true).finish()
  }

  @Test("a file where a folder should be is an error")
  func notAFolder() throws {
    #expect(FileManager.default.createFile(atPath: folder("a"), contents: nil))
    let path = folder("a/b.bin")
    #expect(throws: OutputError.system(.open, path: path, code: ENOTDIR)) {
      try OutputFile(.file(path: path))
    }
    #expect(throws: OutputError.system(.createFolder, path: path, code: EEXIST)) {
      try OutputFile(.file(path: path), createsFolder: true)
    }
    #expect(throws: OutputError.system(.open, path: folder.path, code: EISDIR)) {
      try OutputFile(.file(path: folder.path))
    }
    #expect(throws: OutputError.system(.open, path: "", code: ENOENT)) {
      try OutputFile(.file(path: ""))
    }
    #expect(throws: OutputError.system(.open, path: folder("new/"), code: EISDIR)) {
      try OutputFile(.file(path: folder("new/")), createsFolder: true)
    }
  }

  @Test("a folder without permission to write is an error")
  func readOnlyFolder() throws {
    // The root user may write everywhere, so this thread asks for files as another user.
    typealias SetUser = @convention(c) (uid_t) -> Int32
    let setFileUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
    #expect(chmod(folder.path, 0o555) == 0)
    let path = folder("a.bin")
    _ = setFileUser(geteuid() == 0 ? 65_534 : geteuid())
    defer { _ = setFileUser(geteuid()) }
    let error = #expect(throws: OutputError.self) {
      try OutputFile(.file(path: path))
    }
    #expect(error == .system(.open, path: path, code: EACCES))
    #expect(error?.description == "cannot open \(path): Permission denied (errno 13)")
  }

  @Test("a pipe that nobody reads is an error")
  func brokenPipe() throws {
    ignoreBrokenPipeSignal()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let file = try OutputFile(
      .fileDescriptor(pipe.fileHandleForWriting.fileDescriptor, name: "the pipe"))
    #expect(throws: OutputError.system(.write, path: "the pipe", code: EPIPE)) {
      try file.write([1])
    }
  }

  @Test("waits for a pipe that is not blocking, and leaves it open")
  func fullPipe() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reading = pipe.fileHandleForReading
    let received = Mutex<[UInt8]>([])
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let bytes = Array(reading.readDataToEndOfFile())
      received.withLock { $0 = bytes }
      isDone.signal()
    }
    let file = try OutputFile(.fileDescriptor(descriptor, name: "the pipe"))
    try file.write(bytes)
    try file.finish()
    #expect(fcntl(descriptor, F_GETFD) >= 0)
    try pipe.fileHandleForWriting.close()
    isDone.wait()
    #expect(received.withLock { $0 } == bytes)
  }

  @Test("an empty write is allowed")
  func empty() throws {
    let file = try OutputFile(.file(path: folder("a.bin")))
    try file.write([])
    try file.finish()
    #expect(folder.bytes("a.bin") == [])
  }
}
