import Foundation

/// A line of output, in the format of the peers' table of results.
enum ReportRow {
  case version(name: String, version: String)
  case hash(workload: String, peer: String, hash: UInt64)
  /// The times in milliseconds: median, minimum, 95th percentile; the number of frames; the round.
  case result(workload: String, peer: String, timing: Timing, round: Int)
  /// Two competitors that show different pictures after the same frames.
  case differs(workload: String, peer: String, reference: String, frame: Int)
  /// The number of memory blocks that one operation requested from the allocator; nil if requests
  /// cannot be traced.
  case allocations(workload: String, perOperation: Double?)

  var text: String {
    switch self {
    case .version(let name, let version):
      "VER\t\(name)\t\(version)"
    case .hash(let workload, let peer, let hash):
      "HASH\t\(workload)\t\(peer)\t\(hexadecimal(hash))"
    case .result(let workload, let peer, let timing, let round):
      "RESULT\t\(workload)\t\(peer)\t\(decimal(timing.median))\t\(decimal(timing.minimum))"
        + "\t\(decimal(timing.percentile95))\t\(timing.count)\t\(round)"
    case .differs(let workload, let peer, let reference, let frame):
      "DIFFERS\t\(workload)\t\(peer)\tnot the picture of '\(reference)' after frame \(frame)"
    case .allocations(let workload, let count):
      "ALLOCATIONS\t\(workload)\tlamina\t\(count.map { fixed($0, digits: 3) } ?? "not traced")"
    }
  }

  private func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns a time with five decimals, as the peers print it; times under a microsecond need more.
  private func decimal(_ milliseconds: Double) -> String {
    fixed(milliseconds, digits: milliseconds < 0.001 ? 8 : 5)
  }
}

/// Returns `value` with exactly `digits` decimals.
///
/// - Precondition: `value` is finite and its digits fit in 63 bits.
func fixed(_ value: Double, digits: Int) -> String {
  let scaled = (abs(value) * pow(10, Double(digits))).rounded()
  var text = String(Int(scaled))
  if text.count <= digits { text = String(repeating: "0", count: digits + 1 - text.count) + text }
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return sign + text.dropLast(digits) + "." + text.suffix(digits)
}

/// The closing table: the requirements, the measurements, and the verdicts.
struct ReportSummary {
  private var lines = [
    [
      "workload", "peer", "engine ms", "limit ms", "ratio", "must", "aim", "verdict",
    ]
  ]
  private(set) var allMet = true

  mutating func add(_ contest: Contest, outcomes: [Outcome]) {
    for requirement in contest.requirements {
      guard let outcome = outcomes.first(where: { $0.peer == requirement.peer }) else { continue }
      let time = outcome.milliseconds
      switch requirement.goal {
      case .ratio(let name, let must, let aim):
        guard let limit = outcomes.first(where: { $0.peer == name })?.milliseconds else { continue }
        addLine(
          contest.workload, requirement.peer, time: time, limit: significant(limit),
          ratio: fixed(time / limit, digits: 2), value: time / limit, must: must, aim: aim)
      case .milliseconds(let must, let aim):
        addLine(
          contest.workload, requirement.peer, time: time, limit: "", ratio: "", value: time,
          must: must, aim: aim)
      }
    }
  }

  /// Adds a line if the workload limits allocations.
  mutating func add(_ contest: Contest, allocations: Double?) {
    guard let bound = contest.maximumAllocations else { return }
    let isMet = allocations.map { $0 <= bound }
    if isMet == false { allMet = false }
    lines.append([
      contest.workload, "lamina, allocations", allocations.map { fixed($0, digits: 2) } ?? "", "",
      "", shortest(bound), shortest(bound),
      isMet.map { $0 ? "aim" : "MISSED" } ?? "not traced",
    ])
  }

  private mutating func addLine(
    _ workload: String, _ peer: String, time: Double, limit: String, ratio: String,
    value: Double, must: Double, aim: Double
  ) {
    let verdict = value <= aim ? "aim" : value <= must ? "must" : "MISSED"
    if value > must { allMet = false }
    lines.append([
      workload, peer, significant(time), limit, ratio, shortest(must), shortest(aim), verdict,
    ])
  }

  /// The table in Markdown, its columns aligned.
  var text: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rows = lines.map { line in
      let cells = zip(line, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined()
    return ([rows[0], rule] + rows.dropFirst()).joined(separator: "\n")
  }

  /// Returns a time with enough decimals for three significant digits.
  private func significant(_ milliseconds: Double) -> String {
    var digits = 1
    var bound = 10.0
    while milliseconds < bound, digits < 8 {
      digits += 1
      bound /= 10
    }
    return fixed(milliseconds, digits: digits)
  }

  private func shortest(_ value: Double) -> String {
    var digits = 1
    while digits < 8,
      abs((value * pow(10, Double(digits))).rounded() - value * pow(10, Double(digits))) > 1e-6
    {
      digits += 1
    }
    return fixed(value, digits: digits)
  }
}
