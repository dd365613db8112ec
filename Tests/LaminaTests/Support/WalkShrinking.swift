@testable import Lamina

extension Walk {
  /// The shortest walk that can be found, by leaving edits out, that still fails.
  ///
  /// It is delta debugging (Zeller and Hildebrandt, 2002): ever smaller pieces are left out,
  /// as long as what remains fails.
  ///
  /// - Parameter attempts: how many walks to try at most.
  func shrunk(attempts: Int = 1_500, fails: (Walk) throws -> Bool) rethrows -> Walk {
    var best = self
    var left = attempts
    var piece = max(1, best.edits.count / 2)
    while left > 0 {
      var start = 0
      var madeProgress = false
      while start < best.edits.count, left > 0 {
        var candidate = best
        candidate.edits.removeSubrange(start..<min(start + piece, best.edits.count))
        left -= 1
        if try fails(candidate) {
          best = candidate
          madeProgress = true
        } else {
          start += piece
        }
      }
      if piece == 1, !madeProgress { break }
      if !madeProgress || piece > best.edits.count { piece = max(1, piece / 2) }
    }
    return best
  }

  /// The walk as text, an edit a line.
  var listing: String {
    "\(width) x \(height) pixels, scale \(scale), animates: \(animates), "
      + "two trees: \(hasSecondTree)\n"
      + edits.map { "  \($0)" }.joined(separator: "\n")
  }
}
