/// A line-based difference of two texts.
enum LineDifference {
  /// The number of equal lines shown around those that differ.
  private static let context = 2
  /// The number of lines above which the differing middle of two texts is not searched for common
  /// lines.
  private static let maximumLines = 2_000

  private enum DifferenceLine {
    case same(Substring)
    case expected(Substring)
    case found(Substring)
  }

  /// Returns the lines that differ, marked `-` for expected and `+` for found ones, with a few
  /// equal lines around them; nil if the texts are equal.
  static func text(expected: String, found: String) -> String? {
    if expected == found { return nil }
    let lines = lines(
      expected.split(separator: "\n", omittingEmptySubsequences: false)[...],
      found.split(separator: "\n", omittingEmptySubsequences: false)[...])
    var isShown = Array(repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      for near in max(0, index - context)..<min(lines.count, index + context + 1) {
        isShown[near] = true
      }
    }
    var result: [String] = []
    var isOpen = true
    for (index, line) in lines.enumerated() {
      guard isShown[index] else {
        if isOpen { result.append("  …") }
        isOpen = false
        continue
      }
      isOpen = true
      switch line {
      case .same(let text): result.append("  \(text)")
      case .expected(let text): result.append("- \(text)")
      case .found(let text): result.append("+ \(text)")
      }
    }
    return result.joined(separator: "\n")
  }

  private static func lines(_ a: ArraySlice<Substring>, _ b: ArraySlice<Substring>)
    -> [DifferenceLine]
  {
    var a = a
    var b = b
    var head: [DifferenceLine] = []
    var tail: [DifferenceLine] = []
    while let first = a.first, first == b.first {
      head.append(.same(first))
      a.removeFirst()
      b.removeFirst()
    }
    while let last = a.last, last == b.last {
      tail.append(.same(last))
      a.removeLast()
      b.removeLast()
    }
    let middle =
      max(a.count, b.count) > maximumLines
      ? a.map { .expected($0) } + b.map { .found($0) } : longestCommon(Array(a), Array(b))
    return head + middle + tail.reversed()
  }

  /// Returns the difference by the longest common subsequence; expected lines precede those found
  /// in their place.
  private static func longestCommon(_ a: [Substring], _ b: [Substring]) -> [DifferenceLine] {
    var lengths = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i][j] =
          a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var result: [DifferenceLine] = []
    var i = 0
    var j = 0
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        result.append(.same(a[i]))
        i += 1
        j += 1
      } else if j == b.count || (i < a.count && lengths[i + 1][j] >= lengths[i][j + 1]) {
        result.append(.expected(a[i]))
        i += 1
      } else {
        result.append(.found(b[j]))
        j += 1
      }
    }
    return result
  }
}
