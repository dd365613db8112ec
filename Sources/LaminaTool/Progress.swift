import Foundation

/// Says on standard error how far the frames have come, where somebody looks.
final class Progress {
  private let isShown: Bool
  /// How many frames there will be, about; 0 if that is not known.
  var total = 0
  private(set) var frames = 0
  private var shownPercent = -1

  init(isShown: Bool) { self.isShown = isShown }

  func advance(by count: Int) {
    frames += count
    guard isShown, total > 0 else { return }
    let percent = frames * 100 / total
    if percent != shownPercent {
      shownPercent = percent
      write("\r\(frames) of \(max(frames, total)) frames")
    }
  }

  /// Leaves the line.
  func finish() {
    if isShown, shownPercent >= 0 { write("\n") }
  }

  func say(_ text: String) { write(text + "\n") }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
