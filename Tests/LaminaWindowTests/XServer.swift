import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// An X server without a screen, for all tests of the process: its picture is in a file.
///
/// It ends by itself when the process does, because its last client is gone then.
final class XServer: Sendable {
  /// Says why tests that need a server are skipped.
  static let comment: Comment =
    "Xvfb and xdotool are not installed: .scripts/install-dependencies --tests installs them"
  static let isInstalled = path(of: "Xvfb") != nil && path(of: "xdotool") != nil

  /// The server of this process. The environment names it.
  static let shared = Result { try XServer() }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  private let picture: Int32
  /// A client that keeps the server up.
  private let client: Int32

  private init() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let names = Pipe()
    let server = Process()
    server.executableURL = URL(fileURLWithPath: Self.path(of: "Xvfb")!)
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "640x480x24", "-fbdir", folder.path, "-nocursor",
      "-nolisten", "tcp", "-terminate",
    ]
    server.standardInput = FileHandle.nullDevice
    server.standardOutput = names
    server.standardError = FileHandle.nullDevice
    try server.run()
    // The server says its number when it takes clients.
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(names.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != 0x0A {
      line.append(byte)
    }
    guard let number = Int(String(decoding: line, as: UTF8.self)) else {
      throw Failure(description: "Xvfb did not start")
    }
    name = ":\(number)"
    client = try Self.connect(number)
    picture = open(folder("Xvfb_screen0"), O_RDONLY | O_CLOEXEC)
    guard picture >= 0 else { throw Failure(description: "Xvfb keeps no picture") }
    setenv("DISPLAY", name, 1)
    unsetenv("WAYLAND_DISPLAY")
    unsetenv("LAMINA_SCALE")
  }

  private static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Connects to the server, and says no more than every client says first.
  private static func connect(_ number: Int) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: "/tmp/.X11-unix/X\(number)".utf8)
    }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // Byte order, version 11.0, no name and no secret.
    let hello: [UInt8] = [0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    var answer: UInt8 = 0
    guard code == 0, write(descriptor, hello, 12) == 12, read(descriptor, &answer, 1) == 1,
      answer == 1
    else { throw Failure(description: "Xvfb takes no clients") }
    return descriptor
  }

  // MARK: - What a user does and sees

  /// Does something with the pointer, the keys or windows, and waits until that is done.
  ///
  /// - Returns: what is said about it.
  @discardableResult
  func act(_ words: String) throws -> String {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: Self.path(of: "xdotool")!)
    program.arguments = words.split(separator: " ").map(String.init)
    let output = Pipe()
    program.standardOutput = output
    program.standardError = FileHandle.nullDevice
    try program.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    try #require(program.terminationStatus == 0, "xdotool \(words)")
    return String(decoding: said, as: UTF8.self)
  }

  /// A part of the screen, `0xFFRRGGBB`.
  func pixels(in rect: PixelRect) throws -> [UInt32] {
    var status = stat()
    fstat(picture, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let got = pread(picture, &bytes, bytes.count, 0)
    try #require(got == bytes.count)
    // The header of the format xwd: numbers of 32 bits, the largest byte first.
    func number(_ index: Int) -> Int {
      bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let start = number(0) + 12 * number(19)
    let (bytesPerPixel, bytesPerRow) = (number(11) / 8, number(12))
    try #require(bytesPerPixel == 4 && number(14) == 0xFF0000 && number(16) == 0xFF)
    return (rect.minY..<rect.maxY).flatMap { y in
      (rect.minX..<rect.maxX).map { x in
        let place = start + y * bytesPerRow + 4 * x
        return 0xFF00_0000 | UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 1]) << 8
          | UInt32(bytes[place])
      }
    }
  }
}
