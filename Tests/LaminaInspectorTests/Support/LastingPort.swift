import Foundation
import LaminaBase
import LaminaInspector
import LaminaTestSupport

/// A port of this machine that stays free while the test that asked for it closes and opens it again.
///
/// The system takes a port for each connection that leaves the machine, and for each server that names
/// none, from 32,768 to 60,999, among them one that a test has just closed. These ports are below.
enum LastingPort {
  private static let ports = 20_000..<32_768
  /// The last port that a test got. Processes begin at different ones.
  private static let last = Locked(ports.lowerBound + Int(getpid()) * 64 % ports.count)

  /// Returns a port that no other test of this process gets, and that nobody listens at.
  static func next() throws -> Int {
    for _ in ports {
      let port = last.withLock { last in
        last = last + 1 < ports.upperBound ? last + 1 : ports.lowerBound
        return last
      }
      if (try? RawSocket(port: port)) == nil { return port }
    }
    throw RawSocket.Failure(description: "no free port in \(ports)")
  }
}
