/// A progress counter on standard error, with the time left if the total is known.
package final class ProgressCounter {
  private let isShown: Bool
  private let unit: String
  /// The expected count, if it is known.
  private let total: Int?
  private let start = ContinuousClock.now
  private var lastUpdate: ContinuousClock.Instant
  private var shown = 0
  private var next = 10

  /// - Parameter unit: the things that are counted, in the plural.
  package init(isShown: Bool, unit: String, total: Int?) {
    self.isShown = isShown
    self.unit = unit
    self.total = total
    lastUpdate = start
  }

  /// Updates the counter when it has passed a multiple of ten, or of a larger number if it is large, and
  /// after each second.
  package func advance(to count: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard count >= next || lastUpdate.duration(to: now) >= .seconds(1) else { return }
    shown = count
    next = (count / 10 + 1) * 10 + count / 100
    lastUpdate = now
    let text = Self.text(
      count, of: total.map { max(count, $0) }, unit, seconds: start.duration(to: now) / .seconds(1))
    write("\r" + text + "\u{1B}[K")
  }

  /// Returns the text of the line.
  ///
  /// - Parameters:
  ///   - count: how many there are; at least 1.
  ///   - total: how many there will be; nil if it is not known.
  ///   - unit: the things that are counted, in the plural.
  ///   - seconds: the time since the start. The time left is in proportion to it, and given from the
  ///     first second on.
  static func text(_ count: Int, of total: Int?, _ unit: String, seconds: Double) -> String {
    guard let total else { return "\(count) \(unit)" }
    let text = "\(count) of \(total) \(unit)"
    guard seconds >= 1, count < total else { return text }
    let left = (seconds / Double(count) * Double(total - count)).rounded(.up)
    return "\(text), \(duration(left)) left"
  }

  /// Returns a duration as one or two numbers: 42 s, 5 min 7 s or 30 h 12 min.
  private static func duration(_ seconds: Double) -> String {
    guard seconds < 360_000_000 else { return "years" }
    let seconds = Int(seconds)
    if seconds < 60 { return "\(seconds) s" }
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes) min \(seconds % 60) s" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// Erases the line of the counter.
  package func finish() {
    if shown > 0 { write("\r\u{1B}[K") }
    shown = 0
  }

  deinit { finish() }

  private func write(_ text: String) { StandardStreams.writeError(text) }
}
