import Foundation

/// The rules for requests: which are answered, and with what.
///
/// Everything else is refused in the same way, so that an answer tells nothing.
struct AccessRules: Sendable {
  let address: BrowserAddress
  /// The port that the server listens to.
  let port: Int

  enum Answer: Equatable {
    case file(PageFile)
    case socket
    case refused
  }

  /// The URL of the page.
  var url: String {
    let isAny = ["0.0.0.0", "::"].contains(address.host)
    let host = isAny ? "localhost" : address.host.contains(":") ? "[\(address.host)]" : address.host
    return "http://\(host):\(port)/\(address.token)/"
  }

  /// Returns the answer to a request.
  ///
  /// - Parameters:
  ///   - target: the path that is asked for.
  ///   - hosts: the values of the header `Host`.
  ///   - origins: the values of the header `Origin`.
  func answer(
    method: String, target: String, hosts: [String], origins: [String], isUpgrade: Bool
  ) -> Answer {
    // A site whose name was made to mean this machine has its own name here.
    guard method == "GET", hosts.count == 1, isOwn(hosts[0]) else { return .refused }
    // A page of another site must not use what this browser can reach.
    guard origins.allSatisfy({ $0 == "http://" + hosts[0] }) else { return .refused }
    let parts = target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, Self.isEqual(parts[1], address.token) else {
      return .refused
    }
    if parts[2] == "live" { return isUpgrade && origins.count == 1 ? .socket : .refused }
    guard let file = PageFile(rawValue: String(parts[2])), !isUpgrade else { return .refused }
    return .file(file)
  }

  /// Returns true if a value of the header `Host` names this server: by the address it is bound to,
  /// `localhost` where that is this machine alone, or any address in numbers if it is bound to all.
  func isOwn(_ host: String) -> Bool {
    var name = host.lowercased()
    if name.hasSuffix(":\(port)") {
      name.removeLast("\(port)".count + 1)
    } else if port != 80 {
      return false
    }
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    let bare = isBracketed ? String(name.dropFirst().dropLast()) : name
    let bound = address.host.lowercased()
    if bound.contains(":") == isBracketed, bare == bound { return true }
    switch bound {
    case "127.0.0.1", "::1": return name == "localhost"
    case "0.0.0.0": return name == "localhost" || Self.isAddress(bare, AF_INET) && !isBracketed
    case "::":
      return name == "localhost" || Self.isAddress(bare, isBracketed ? AF_INET6 : AF_INET)
    default: return false
    }
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }

  /// Returns true if both texts are equal, in a time that does not depend on where they differ.
  static func isEqual(_ text: some StringProtocol, _ secret: String) -> Bool {
    let (a, b) = (Array(text.utf8), Array(secret.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The files of the page.
enum PageFile: String, CaseIterable, Sendable {
  case page = ""
  case script = "live.js"
  case style = "live.css"
  case icon = "icon.svg"

  var type: String {
    switch self {
    case .page: "text/html; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .style: "text/css; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .page: PackageResources.index_html
    case .script: PackageResources.live_js
    case .style: PackageResources.live_css
    case .icon: PackageResources.icon_svg
    }
  }

  /// The headers of a file.
  ///
  /// - Parameter host: a value of the header `Host` that the rules accept.
  func headers(host: String) -> [(name: String, value: String)] {
    [
      ("Content-Type", type),
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
          + "connect-src 'self' ws://\(host); base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]
  }
}

/// The bounds of what a server takes.
struct ServerLimits: Sendable {
  /// The number of connections at a time; more are closed at once.
  var connections = 64
  /// The size of a request with all its headers, in bytes.
  var requestSize = 16_384
  /// The time for a request and its answer, in milliseconds.
  var requestMilliseconds: Int64 = 10_000
}
