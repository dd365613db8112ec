import Foundation
import Testing

/// The answers of d3 that `.scripts/record-scales` has recorded.
struct RecordedAnswers {
  /// The kind of scale, such as `log`.
  let kind: String
  /// The base, exponent, slope or time zone.
  let parameter: String
  /// The answers: the fields of lines.
  private(set) var answers: [[Substring]] = []

  /// Reads all answers of a kind: one group for each parameter.
  static func read(_ kind: String) throws -> [RecordedAnswers] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "d3.tsv")
    var groups: [RecordedAnswers] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      if fields.count == 2 {
        groups.append(RecordedAnswers(kind: String(fields[0]), parameter: String(fields[1])))
      } else {
        groups[groups.count - 1].answers.append(fields)
      }
    }
    groups = groups.filter { $0.kind == kind }
    try #require(!groups.isEmpty && groups.allSatisfy { $0.answers.count >= 200 })
    return groups
  }

  /// Returns the hash that the recording has of numbers: FNV-1a of their bytes, in base 36.
  static func hash(_ numbers: [Double]) -> String {
    var hash: UInt32 = 0x811c_9dc5
    for number in numbers {
      var bits = (number + 0).bitPattern
      for _ in 0..<8 {
        hash = (hash ^ UInt32(truncatingIfNeeded: bits & 0xff)) &* 0x0100_0193
        bits >>= 8
      }
    }
    return String(hash, radix: 36)
  }
}
