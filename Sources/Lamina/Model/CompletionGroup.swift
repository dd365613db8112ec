/// A completion block and the animations it waits for.
///
/// The block runs once, on the thread's next turn after its transaction has closed and every
/// animation that was added while the block was the current one has ended or been removed.
final class CompletionGroup {
  let block: () -> Void
  private(set) var pendingAnimations = 0
  private(set) var isClosed = false
  private(set) var hasRun = false

  init(block: @escaping () -> Void) { self.block = block }

  func animationAdded() { pendingAnimations += 1 }
  func animationEnded() { pendingAnimations -= 1 }
  func scopeDidClose() { isClosed = true }

  /// Whether nothing is left to wait for.
  var isReady: Bool { isClosed && pendingAnimations == 0 && !hasRun }

  func run() {
    hasRun = true
    block()
  }
}
