/// Says on standard error how far the work has come, where somebody looks.
final class Progress {
  private let isShown: Bool
  private let unit: String
  /// How many there will be, if that is known.
  private let total: Int?
  private var shown = 0

  /// - Parameter unit: what is counted, in the plural.
  init(isShown: Bool, unit: String, total: Int?) {
    self.isShown = isShown
    self.unit = unit
    self.total = total
  }

  /// Shows every tenth number.
  func advance(to count: Int) {
    guard isShown, count / 10 != shown / 10 else { return }
    shown = count
    write("\r\(count)" + (total.map { " of \(max(count, $0))" } ?? "") + " \(unit)")
  }

  /// Leaves the line.
  func finish() {
    if shown > 0 { write("\r\u{1B}[K") }
    shown = 0
  }

  deinit { finish() }

  private func write(_ text: String) { StandardStreams.writeError(text) }
}
