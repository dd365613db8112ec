// Delegates and completion blocks are called in turns: a frame's commit, or `Transaction.tick()`.
// Within one turn the order is as measured in Core Animation: starts, then completion blocks, then
// stops (rule 1.12 to 1.18).

extension TransactionStack {
  /// The events that the next turn delivers.
  struct Events {
    /// The animations that have begun.
    var starts: [AnimationEntry] = []
    /// The animations that were dropped because their layer is in no live tree.
    var strayStops: [AnimationEntry] = []
    /// The completion blocks with nothing left to wait for.
    var blocks: [CompletionGroup] = []
    /// The animations that ended; `finished` tells whether they ran to their end.
    var stops: [(entry: AnimationEntry, finished: Bool)] = []

    var isEmpty: Bool {
      starts.isEmpty && strayStops.isEmpty && blocks.isEmpty && stops.isEmpty
    }
  }

  /// True if the next turn has, or may turn out to have, something to deliver.
  var awaitsTurn: Bool {
    if !events.isEmpty { return true }
    guard let implicit else { return false }
    return !implicit.groups.isEmpty || !strays.isEmpty || hasClosingGroups
  }

  /// Delivers the events since the last turn. Events that the receivers cause wait for the next
  /// turn; a turn inside a turn delivers nothing.
  func deliverEvents() {
    guard !isDelivering, !events.isEmpty else { return }
    isDelivering = true
    defer { isDelivering = false }
    let due = events
    events = Events()
    for entry in due.starts { entry.animation.delegate?.animationDidStart(entry.animation) }
    for entry in due.strayStops {
      entry.animation.delegate?.animationDidStop(entry.animation, finished: false)
    }
    for group in due.blocks {
      observer?(.completionBlockCalled)
      group.block()
    }
    for (entry, finished) in due.stops {
      entry.animation.delegate?.animationDidStop(entry.animation, finished: finished)
    }
  }

  /// Registers a completion block in the innermost transaction. An earlier one of the same
  /// transaction stays registered, with the animations added so far (rule 1.13, 1.14).
  func setCompletion(_ block: (() -> Void)?) {
    if block != nil { observer?(.completionBlockSet) }
    update { frame in
      let group = block.map(CompletionGroup.init)
      frame.hasCompletion = true
      frame.completion = group
      if let group { frame.groups.append(group) }
    }
  }
}
