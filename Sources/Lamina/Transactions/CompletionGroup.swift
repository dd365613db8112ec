/// A completion block and the animations it waits for.
///
/// The block runs once, on the thread's next turn after its transaction was published and every
/// animation that was added while the block was the current one has ended or been removed
/// (rule 1.11 to 1.15).
final class CompletionGroup {
  let block: () -> Void
  private var pendingAnimations = 0
  private var isClosed = false

  init(block: @escaping () -> Void) { self.block = block }

  func animationAdded() { pendingAnimations += 1 }

  func animationEnded(on stack: TransactionStack) {
    pendingAnimations -= 1
    queueIfReady(on: stack)
  }

  /// No animation will be added any more: the transaction was published.
  func close(on stack: TransactionStack) {
    isClosed = true
    queueIfReady(on: stack)
  }

  /// The last of the two conditions is met only once, so the block is queued only once.
  private func queueIfReady(on stack: TransactionStack) {
    if isClosed, pendingAnimations == 0 { stack.events.blocks.append(self) }
  }
}
