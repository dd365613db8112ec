/// The animations of one live tree, and when something is due.
final class AnimationSchedule {
  /// Added in the running transaction.
  private var uncommitted: [AnimationEntry] = []
  /// Published; they begin at the next frame's time.
  private var published: [AnimationEntry] = []
  /// Begun, in the order in which they were added.
  private var begun: [AnimationEntry] = []
  /// Layers with animations that left the tree in the running transaction. One that is back in
  /// it at the commit keeps its animations.
  private var left: [Layer] = []
  private var removedCount = 0
  /// The time of the frame past which the next animation has ended.
  private var nextEnd = Double.infinity
  /// Whether ``nextEnd`` is not to be trusted.
  private var needsScan = false
  /// Whether some layer's time runs backwards: its animations end as the time of frames falls,
  /// which ``nextEnd`` does not say.
  private var runsBackwards = false

  /// Whether nothing is waiting and nothing has begun.
  var isEmpty: Bool { uncommitted.isEmpty && published.isEmpty && begun.isEmpty }

  func add(_ entry: AnimationEntry) { uncommitted.append(entry) }

  /// Takes over an animation of a layer that joined the tree in the transaction just committed.
  func adopt(_ entry: AnimationEntry) {
    entry.isPublished = true
    published.append(entry)
  }

  func didRemove() { removedCount += 1 }

  func layerDidLeave(_ layer: Layer) { left.append(layer) }

  /// A layer's timing has changed: every local time below it may have.
  func timingDidChange() {
    needsScan = true
    for entry in begun where !entry.isRemoved { TreeHost.enqueue(entry.layer, .animations) }
  }

  /// The transaction was committed: what it added begins at the next frame, and what stands on
  /// layers that left the tree ends.
  func publish(state: UnsafeMutablePointer<TreeHost.State>) {
    if !left.isEmpty {
      // A layer that is in the tree again may stand in another time.
      needsScan = true
      let stack = TransactionStack.current
      let entries = uncommitted + published + begun
      for entry in entries where !entry.isRemoved && entry.layer.core.pointee.host != state {
        entry.layer.remove(entry, finished: false, on: stack)
        removedCount += 1
      }
      sweep()
      left = []
    }
    for entry in uncommitted { adopt(entry) }
    uncommitted.removeAll(keepingCapacity: true)
  }

  /// Begins what was published, and ends what is past its end, at a frame's time.
  func settle(at time: Double) {
    if published.isEmpty, begun.isEmpty {
      needsScan = false
      return
    }
    let stack = TransactionStack.current
    for entry in published where !entry.isRemoved {
      let mapping = entry.layer.timeMapping
      entry.begin(at: mapping.layerTime(at: time), on: stack)
      begun.append(entry)
      nextEnd = min(nextEnd, mapping.time(past: entry.end) ?? .infinity)
      if mapping.layerTime(at: time) > entry.end { needsScan = true }
      if mapping.scale < 0 { runsBackwards = true }
      TreeHost.enqueue(entry.layer, .animations)
    }
    published.removeAll(keepingCapacity: true)
    if removedCount > 0 { sweep() }
    if needsScan || runsBackwards || time >= nextEnd { endFinished(at: time, on: stack) }
  }

  /// Ends what is past its end: in the order of the ends, then of the adding.
  private func endFinished(at time: Double, on stack: TransactionStack) {
    var ended: [(entry: AnimationEntry, end: Double)] = []
    nextEnd = .infinity
    needsScan = false
    runsBackwards = false
    for entry in begun where !entry.hasStopped {
      let mapping = entry.layer.timeMapping
      if mapping.layerTime(at: time) > entry.end {
        ended.append((entry, mapping.time(past: entry.end) ?? time))
      } else if let end = mapping.time(past: entry.end) {
        nextEnd = min(nextEnd, end)
      } else if mapping.scale < 0 {
        runsBackwards = true
      }
    }
    let order = ended.indices.sorted {
      ended[$0].end != ended[$1].end ? ended[$0].end < ended[$1].end : $0 < $1
    }
    for index in order {
      let entry = ended[index].entry
      if entry.animation.isRemovedOnCompletion {
        entry.layer.remove(entry, finished: true, on: stack)
        removedCount += 1
      } else {
        entry.stop(finished: true, on: stack)
      }
      TreeHost.enqueue(entry.layer, .animations)
    }
    if removedCount > 0 { sweep() }
  }

  private func sweep() {
    uncommitted.removeAll(where: \.isRemoved)
    published.removeAll(where: \.isRemoved)
    begun.removeAll(where: \.isRemoved)
    removedCount = 0
  }

  /// The next time at which a commit has something to do or a frame looks different: `time`
  /// itself while something is changing, a later time, or nil for never.
  ///
  /// - Complexity: O(animations).
  func nextChange(after time: Double) -> Double? {
    if !published.isEmpty || !left.isEmpty { return time }
    var next = needsScan ? time : nextEnd
    for entry in begun where entry.hasEffect {
      if next <= time { return time }
      let mapping = entry.layer.timeMapping
      let local = mapping.layerTime(at: time)
      for record in entry.records {
        if mapping.scale < 0 {
          // The local time falls: from the end down to the begin it changes.
          if local >= record.beginTime, local <= record.end { return time }
          if local > record.end { next = min(next, (record.end - mapping.offset) / mapping.scale) }
          continue
        }
        // What changes at the end is due past it, which `nextEnd` says.
        if local >= record.end { continue }
        let change = record.nextChange(after: local)
        if change <= local, mapping.scale != 0 { return time }
        if change < record.end, let begin = mapping.time(reaching: change) {
          next = min(next, max(begin, time))
        }
      }
    }
    return next < .infinity ? max(next, time) : nil
  }
}

extension TimeMapping {
  /// The frame's time at which the local time comes to `local`, or nil where time stands still
  /// or runs backwards.
  func time(reaching local: Double) -> Double? {
    guard scale > 0, local.isFinite else { return nil }
    return (local - offset) / scale
  }
}
