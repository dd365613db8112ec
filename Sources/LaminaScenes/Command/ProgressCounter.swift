/// A progress counter on standard error, if it is shown.
package final class ProgressCounter {
  private let isShown: Bool
  private let unit: String
  /// The expected count, if it is known.
  private let total: Int?
  private var shown = 0
  private var next = 10

  /// - Parameter unit: the things that are counted, in the plural.
  package init(isShown: Bool, unit: String, total: Int?) {
    self.isShown = isShown
    self.unit = unit
    self.total = total
  }

  /// Updates the counter when it has passed a multiple of ten, or of a larger number if it is large.
  package func advance(to count: Int) {
    guard isShown, count >= next else { return }
    shown = count
    next = (count / 10 + 1) * 10 + count / 100
    write("\r\(count)" + (total.map { " of \(max(count, $0))" } ?? "") + " \(unit)")
  }

  /// Erases the line of the counter.
  package func finish() {
    if shown > 0 { write("\r\u{1B}[K") }
    shown = 0
  }

  deinit { finish() }

  private func write(_ text: String) { StandardStreams.writeError(text) }
}
