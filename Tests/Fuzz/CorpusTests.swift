import Foundation
import LaminaTestSupport
import Testing

/// The fuzzers' properties hold for the inputs that are kept: all that once failed, and those that
/// reach different code. A debug build checks every eighth.
@Suite(.slow)
struct CorpusTests {
  @Test(
    "the property holds for each kept input",
    arguments: [
      FuzzTarget.drawing, .gif, .jpeg, .paths, .peaks, .png, .portable, .tables, .webp,
    ])
  func keptInputs(_ target: FuzzTarget) throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Corpus/\(target.name).txt")
    let lines = try String(contentsOf: corpus, encoding: .utf8).split(separator: "\n")
    try #require(!lines.isEmpty)
    for line in sampledCases(of: lines) {
      let input = try #require(Data(base64Encoded: String(line)), "\(line) is not base64")
      do {
        try Array(input).withUnsafeBufferPointer(target.check)
      } catch {
        Issue.record("\(target.name), input \(line): \(error)")
      }
    }
  }
}

extension FuzzTarget: CustomTestStringConvertible {
  package var testDescription: String { name }
}
