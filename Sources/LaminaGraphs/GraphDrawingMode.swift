import Foundation

/// The thread on which a graph is drawn, and the time at which what is finished appears.
public enum GraphDrawingMode: Sendable {
  /// Drawing on the owner's thread, before a frame is committed: every frame shows every sample,
  /// and the same samples produce the same bytes. For headless runs.
  case offline
  /// Drawing on a dispatch queue, so that the owner never waits; a nil `queue` selects a serial
  /// queue of the view's own. A frame shows what is finished: a ``GraphView`` the tiles that
  /// ``GraphView/update()`` has put on their layers, an ``AudioGraphView`` the columns that were
  /// computed before, where they belong.
  case live(queue: DispatchQueue? = nil)
}
