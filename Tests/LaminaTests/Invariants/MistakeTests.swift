import Foundation
import Testing

@Suite("A caller's mistake")
struct MistakeTests {
  @Test("ends the program by a trap, with its sentence", arguments: Mistake.all.map(\.name))
  func mistake(name: String) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent, \.exitStatus]
    ) { [name] in
      try Mistake.all.first { $0.name == name }!.make()
    }
    let mistake = try #require(Mistake.all.first { $0.name == name })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Fatal error: "), "\(message.suffix(300))")
    #expect(message.contains(mistake.sentence), "\(message.suffix(300))")
    #expect([.signal(SIGILL), .signal(SIGTRAP)].contains(result.exitStatus))
  }
}
