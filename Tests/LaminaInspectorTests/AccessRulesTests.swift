import Foundation
import Testing

@testable import LaminaInspector

@Suite("Access to a page")
struct AccessRulesTests {
  private static let token = "0123456789abcdef0123456789ABCDEF"

  private func rules(_ host: String = "127.0.0.1", port: Int = 8000) -> AccessRules {
    AccessRules(address: BrowserAddress(host: host, token: Self.token), port: port)
  }

  private func answer(
    _ path: String, method: String = "GET", hosts: [String] = ["127.0.0.1:8000"],
    origins: [String] = [], isUpgrade: Bool = false
  ) -> AccessRules.Answer {
    rules().answer(
      method: method, target: path, hosts: hosts, origins: origins, isUpgrade: isUpgrade)
  }

  @Test("needs the token, and the exact path")
  func paths() {
    let token = Self.token
    #expect(answer("/\(token)/") == .file(.page))
    #expect(answer("/\(token)/live.js") == .file(.script))
    #expect(answer("/\(token)/live.css") == .file(.style))
    for path in [
      "", "/", "/\(token)", "//", "/\(token.lowercased())/", "/\(token)0/", "/\(token.dropLast())/",
      "//\(token)/", "/\(token)/x", "/\(token)/live.js/", "/\(token)/../live.js", "\(token)/",
      "/\(token)/live", "/\(token)/?", "/\(token)/%6cive.js", "http://127.0.0.1:8000/\(token)/",
      "*",
      "/\(token)/\u{0}",
    ] {
      #expect(answer(path) == .refused, "\(path)")
    }
    for method in ["POST", "HEAD", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "get", ""] {
      #expect(answer("/\(token)/", method: method) == .refused)
    }
  }

  @Test("needs a host that nobody else can give a meaning to")
  func hosts() {
    let cases: [(bound: String, good: [String], bad: [String])] = [
      (
        "127.0.0.1", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000"],
        [
          "", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:08000", "evil.example:8000", "[::1]:8000",
          "localhost", "localhost.evil.example:8000", "127.0.0.1.evil.example:8000",
          "localhost.:8000",
          "0.0.0.0:8000", "user@127.0.0.1:8000", "127.0.0.1:8000:8000", "[127.0.0.1]:8000",
        ]
      ),
      ("::1", ["[::1]:8000", "localhost:8000"], ["::1:8000", "127.0.0.1:8000", "[::2]:8000"]),
      ("192.168.0.7", ["192.168.0.7:8000"], ["localhost:8000", "192.168.0.8:8000"]),
      ("box.lan", ["box.lan:8000", "BOX.lan:8000"], ["lan:8000", "localhost:8000"]),
      (
        "0.0.0.0", ["10.0.0.3:8000", "localhost:8000"],
        ["[::1]:8000", "box.lan:8000", "10.0.0:8000", "[10.0.0.3]:8000"]
      ),
      (
        "::", ["[fe80::1]:8000", "10.0.0.3:8000", "localhost:8000"], ["fe80::1:8000", "evil:8000"]
      ),
    ]
    for (bound, good, bad) in cases {
      for host in good { #expect(rules(bound).isOwn(host), "\(bound): \(host)") }
      for host in bad { #expect(!rules(bound).isOwn(host), "\(bound): \(host)") }
    }
    #expect(rules(port: 80).isOwn("localhost"))
    #expect(rules(port: 80).isOwn("localhost:80"))
    let page = "/\(Self.token)/"
    #expect(answer(page, hosts: []) == .refused)
    #expect(answer(page, hosts: ["127.0.0.1:8000", "127.0.0.1:8000"]) == .refused)
  }

  @Test("to the socket is for pages of this server")
  func origins() {
    let socket = "/\(Self.token)/live"
    let origin = "http://127.0.0.1:8000"
    #expect(answer(socket, origins: [origin], isUpgrade: true) == .socket)
    #expect(answer(socket, origins: [origin]) == .refused)
    for origins in [
      [], ["null"], ["http://evil.example"], ["https://127.0.0.1:8000"], ["http://localhost:8000"],
      ["http://127.0.0.1"], ["http://127.0.0.1:8000.evil.example"],
      [origin, "http://evil.example"],
      [origin, origin],
    ] {
      #expect(answer(socket, origins: origins, isUpgrade: true) == .refused, "\(origins)")
    }
    #expect(answer("/\(Self.token)/", origins: ["http://evil.example"]) == .refused)
    #expect(answer("/\(Self.token)/", isUpgrade: true) == .refused)
  }

  @Test("has a secret that nobody guesses, compared in a time that tells nothing")
  func tokens() {
    let tokens = (0..<100).map { _ in BrowserAddress().token }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    #expect(AccessRules.isEqual("abc", "abc"))
    for text in ["", "ab", "abd", "xbc", "abcd"] { #expect(!AccessRules.isEqual(text, "abc")) }
    #expect(rules("::1").url == "http://[::1]:8000/\(Self.token)/")
    #expect(rules("0.0.0.0").url == "http://localhost:8000/\(Self.token)/")
  }

  @Test("is refused at an address that makes no sense")
  func addresses() {
    for address in [
      BrowserAddress(port: -1), BrowserAddress(port: 65_536), BrowserAddress(host: ""),
      BrowserAddress(host: "a b"), BrowserAddress(host: "a\r\nb"), BrowserAddress(token: ""),
      BrowserAddress(token: "short"), BrowserAddress(token: String(repeating: "a", count: 129)),
      BrowserAddress(token: String(repeating: "/", count: 32)),
    ] {
      #expect(throws: BrowserError.self) { try address.validate() }
    }
    #expect(throws: Never.self) { try BrowserAddress().validate() }
  }

  @Test("comes with headers that allow nothing but the page's own files")
  func headers() {
    let headers = PageFile.page.headers(host: "localhost:8000")
    let byName = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(
      byName["Content-Security-Policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        + "connect-src 'self' ws://localhost:8000; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'")
    #expect(byName["X-Content-Type-Options"] == "nosniff")
    #expect(byName["Cache-Control"] == "no-store")
    #expect(byName["Referrer-Policy"] == "no-referrer")
    let page = String(decoding: PageFile.page.bytes, as: UTF8.self)
    // No script or style in the page itself, and nothing from elsewhere.
    for part in ["<script>", "<style", "style=", "onload", "onclick", "javascript:", "//"] {
      #expect(!page.contains(part))
    }
  }
}
