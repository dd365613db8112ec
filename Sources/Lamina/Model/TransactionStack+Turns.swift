// What delegates and completion blocks are told is told in turns: a frame's commit, or
// `Transaction.tick()`. Within one turn the order is the measured one: starts, then completion
// blocks, then stops (semantics 1.12 to 1.18).

extension TransactionStack {
  /// What the next turn delivers.
  struct Events {
    /// Animations that have begun.
    var starts: [AnimationEntry] = []
    /// Animations that were dropped because their layer is in no live tree.
    var strayStops: [AnimationEntry] = []
    /// Completion blocks with nothing left to wait for.
    var blocks: [CompletionGroup] = []
    /// Animations that ended, and whether they ran to their end.
    var stops: [(entry: AnimationEntry, finished: Bool)] = []

    var isEmpty: Bool {
      starts.isEmpty && strayStops.isEmpty && blocks.isEmpty && stops.isEmpty
    }
  }

  /// Whether the next turn has something to deliver, or to find out that it has.
  var awaitsTurn: Bool {
    if !events.isEmpty { return true }
    guard let implicit else { return false }
    return !implicit.groups.isEmpty || !strays.isEmpty || hasClosingGroups
  }

  /// Delivers what has come up since the last turn. What the receivers cause waits for the next
  /// one; a turn inside a turn delivers nothing.
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
  /// transaction stays registered, with the animations added so far (semantics 1.13, 1.14).
  func setCompletion(_ block: (() -> Void)?) {
    if block != nil { observer?(.completionBlockSet) }
    update { scope in
      let group = block.map(CompletionGroup.init)
      scope.hasCompletion = true
      scope.completion = group
      if let group { scope.groups.append(group) }
    }
  }
}
