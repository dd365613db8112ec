// Instructions that a workload executes, as callgrind counts them. A count is the same on a busy
// machine as on a quiet one, so it can be compared with one that was kept.

/// Draws frames for callgrind, which counts only while ``drawCountedFrame(_:frame:)`` runs.
enum InstructionCount {
  /// The maximum number of counted frames: few are enough, since nothing is random.
  private static let maximumFrames = 5

  /// Draws the counted frames of each of the engine's competitors in `contest` that uses one thread.
  static func drawFrames(of contest: Contest) throws {
    let frames = min(contest.framesPerBlock, maximumFrames)
    // Drawn before the count, to fill the caches. Long frames take minutes under callgrind.
    let warmUpFrames = contest.framesPerBlock <= 2 ? 1 : 3
    for competitor in try contest.competitors()
    where competitor.threads == 1 && !competitor.peer.hasPrefix("limit") {
      for frame in 0..<warmUpFrames { try competitor.prepareAndDraw(frame: frame) }
      for frame in warmUpFrames..<warmUpFrames + frames {
        try competitor.prepare(frame: frame)
        try drawCountedFrame(competitor, frame: frame)
      }
    }
  }
}

/// Draws one frame under a name that `.scripts/count-instructions` gives to callgrind.
@inline(never)
@_silgen_name("lamina_bench_draw_counted_frame")
private func drawCountedFrame(_ competitor: any Competitor, frame: Int) throws {
  try competitor.draw(frame: frame)
}
