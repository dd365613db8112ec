import Foundation
import LaminaInspector

/// A TCP connection that sends what it is given, valid or not.
final class RawSocket {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0

  /// Connects to this machine.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "no socket") }
    // A test that waits for what never comes fails instead of hanging.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(description: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Sends bytes.
  ///
  /// - Returns: false if the other side has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) throws -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(
          descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE || errno == ECONNRESET { return false }
        throw Failure(description: "cannot send: \(String(cString: strerror(errno)))")
      }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) throws -> Bool { try send(Array(text.utf8)) }

  /// Receives more bytes.
  ///
  /// - Returns: false if the other side has closed the connection.
  private func fill() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count == 0 { return false }
      if count > 0 {
        buffer = Array(buffer[start...]) + bytes[..<count]
        start = 0
        return true
      }
      if errno == EINTR { continue }
      if errno == ECONNRESET { return false }
      throw Failure(description: "nothing came: \(String(cString: strerror(errno)))")
    }
  }

  /// Returns a number of bytes; nil if the connection ends before.
  func receive(_ count: Int) throws -> [UInt8]? {
    while buffer.count - start < count { guard try fill() else { return nil } }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  /// Returns all that comes until the other side closes the connection.
  func receiveAll() throws -> String {
    while try fill() {}
    defer { start = buffer.count }
    return String(decoding: buffer[start...], as: UTF8.self)
  }

  /// Returns the head of an answer; nil if the connection ends before.
  func receiveHead() throws -> String? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard let byte = try receive(1) else { return nil }
      head += byte
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Asks for a path, and returns the answer.
  func get(_ path: String, host: String) throws -> String {
    try send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    return try receiveAll()
  }
}

/// The client's side of a WebSocket over a raw connection.
final class RawWebSocket {
  let socket: RawSocket

  /// Connects, and asks for a WebSocket.
  ///
  /// - Throws: `RawSocket.Failure` if it is refused.
  init(port: Int, path: String, host: String? = nil, origin: String? = nil) throws {
    socket = try RawSocket(port: port)
    let host = host ?? "127.0.0.1:\(port)"
    let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
    try socket.send(
      "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(origin)Upgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    guard let head = try socket.receiveHead() else {
      throw RawSocket.Failure(description: "closed")
    }
    // The answer to that key is the one in RFC 6455, 1.3.
    guard head.hasPrefix("HTTP/1.1 101 "), head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") else {
      throw RawSocket.Failure(description: head)
    }
  }

  /// Connects a viewer of a page.
  convenience init(viewing url: String) throws {
    let parts = URL(string: url)!
    try self.init(
      port: parts.port!, path: parts.path + (url.hasSuffix("/") ? "/live" : "live"),
      origin: "http://127.0.0.1:\(parts.port!)")
  }

  /// Returns a frame of the protocol as a client sends it.
  static func frame(
    _ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true
  ) -> [UInt8] {
    var bytes: [UInt8] = [opcode | (isFinal ? 0x80 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    if payload.count < 126 {
      bytes.append(UInt8(payload.count) | mask)
    } else if payload.count < 65_536 {
      bytes += [126 | mask, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    } else {
      bytes.append(127 | mask)
      withUnsafeBytes(of: UInt64(payload.count).bigEndian) { bytes += $0 }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  @discardableResult
  func send(_ text: String) throws -> Bool { try socket.send(Self.frame(Array(text.utf8))) }

  /// Returns the next frame that the server sends; nil if it closes the connection.
  func receive() throws -> (opcode: UInt8, payload: [UInt8])? {
    guard let head = try socket.receive(2) else { return nil }
    var length = Int(head[1])
    if length >= 126 {
      guard let bytes = try socket.receive(length == 126 ? 2 : 8) else { return nil }
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let payload = try socket.receive(length) else { return nil }
    return (head[0] & 15, payload)
  }

  /// Receives messages, and confirms the frames among them, until a picture satisfies a condition.
  func watch(
    into picture: inout ViewerPicture, until isDone: (ViewerPicture) throws -> Bool
  ) throws {
    while try !isDone(picture) {
      guard let (opcode, payload) = try receive() else {
        throw RawSocket.Failure(description: "the server has closed the connection")
      }
      if opcode == 1 {
        try picture.apply(text: String(decoding: payload, as: UTF8.self))
      } else if opcode == 2 {
        try picture.apply(binary: payload)
        try send(#"{"type":"shown","number":\#(picture.number!)}"#)
      } else {
        throw RawSocket.Failure(description: "opcode \(opcode): \(payload)")
      }
    }
  }

  /// Makes a request, whose members are given, and returns the answer. Frames that come before it are
  /// shown. What is attached is the member `attachment`, without the head.
  func ask(_ members: String, into picture: inout ViewerPicture) throws -> [String: Any] {
    try send(#"{"type":"inspect",\#(members)}"#)
    var attachment: [UInt8]?
    while let (opcode, payload) = try receive() {
      if opcode == 2, payload.starts(with: [2, 0, 0, 0]) {
        attachment = Array(payload[8...])
        continue
      }
      if opcode == 2 {
        try picture.apply(binary: payload)
        try send(#"{"type":"shown","number":\#(picture.number!)}"#)
        continue
      }
      var object = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any] ?? [:]
      object["attachment"] = attachment
      if object["type"] as? String == "answer" { return object }
      try picture.apply(text: String(decoding: payload, as: UTF8.self))
    }
    throw RawSocket.Failure(description: "the server has closed the connection")
  }
}
