import Foundation

/// The place at which a program serves a page: an address of this machine, a port, and a token that
/// only those know who may see it.
public struct BrowserAddress: Sendable, Hashable {
  /// The address of this machine, in numbers, or a name of it. `127.0.0.1`, the default, can be
  /// reached from this machine alone, `0.0.0.0` and `::` from all its networks.
  public var host: String
  /// The port, from 1 to 65,535; 0, the default, for a free one.
  public var port: Int
  /// The secret in the page's URL: 32 to 128 letters of ASCII, digits, hyphens and underscores.
  public var token: String

  /// Creates an address.
  ///
  /// - Parameters:
  ///   - host: the address of this machine, in numbers, or a name of it.
  ///   - port: the port; 0 for a free one.
  ///   - token: the secret in the page's URL. If it is nil, it is 128 random bits of the system's
  ///     generator. A page that is open connects again with a program that is started anew if that has
  ///     the same port and token.
  public init(host: String = "127.0.0.1", port: Int = 0, token: String? = nil) {
    self.host = host
    self.port = port
    self.token = token ?? Self.randomToken()
  }

  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
      return byte.count == 1 ? "0" + byte : byte
    }.joined()
  }

  /// Checks the parts.
  func validate() throws(BrowserError) {
    guard (0...65_535).contains(port) else {
      throw .invalidAddress(reason: "the port \(port) is not from 0 to 65535")
    }
    let isSafe = token.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || byte == 45 || byte == 95
    }
    guard isSafe, (32...128).contains(token.utf8.count) else {
      throw .invalidAddress(
        reason: "a token has 32 to 128 letters of ASCII, digits, hyphens and underscores")
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ (33...126).contains($0) }) else {
      throw .invalidAddress(reason: "'\(host)' is no name of a host")
    }
  }
}

/// The reason that a page cannot be served.
@nonexhaustive
public enum BrowserError: LocalizedError, Equatable, CustomStringConvertible {
  /// A part of the address is not valid.
  case invalidAddress(reason: String)
  /// The system does not let the program listen there: the port is in use, for example.
  case cannotListen(host: String, port: Int, reason: String)

  public var description: String {
    switch self {
    case .invalidAddress(let reason): "cannot serve a page: \(reason.escaped)"
    case .cannotListen(let host, let port, let reason):
      "cannot serve a page at \(host.escaped), port \(port): \(reason.escaped)"
    }
  }

  public var errorDescription: String? { description }
}
