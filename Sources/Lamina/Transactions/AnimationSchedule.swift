/// The animations of one live tree, and the times at which they are due.
final class AnimationSchedule {
  /// The animations added in the current transaction.
  private var uncommitted: [AnimationEntry] = []
  /// The published animations, which begin at the next frame's time.
  private var published: [AnimationEntry] = []
  /// The animations that have begun, in the order in which they were added.
  private var begun: [AnimationEntry] = []
  /// The layers with animations that left the tree in the current transaction. A layer that is back
  /// at the commit keeps its animations.
  private var left: [Layer] = []
  /// The number of removed animations among the published and begun ones, and among the uncommitted
  /// ones.
  private var removedCount = 0
  private var removedUncommittedCount = 0
  private var nextSerial = 0
  /// True if a layer's timing has changed since the last commit.
  private var timingHasChanged = false
  /// The number of begun animations that have their layer drawn for each frame.
  private var drawingCount = 0
  /// The layers drawn for the last frame.
  private var drawnLayers: [Layer] = []
  /// The time of the next frame at which an animation's active duration begins, or past which it
  /// has ended.
  private var nextEvent = Double.infinity
  /// True if ``nextEvent`` is out of date.
  private var needsScan = false
  /// True if some layer's time runs backwards, or begins, ends or repeats: ``nextEvent`` does not
  /// cover its animations.
  private var hasWindingTime = false
  /// The layers in the tree whose own time begins, ends or repeats. Some may have left.
  private var timed: [Layer] = []
  private var timedNeedsSweep = false

  /// True if nothing is waiting and nothing has begun.
  var isEmpty: Bool { uncommitted.isEmpty && published.isEmpty && begun.isEmpty }

  /// True if the next commit has something to begin or to drop.
  var isWaiting: Bool { !uncommitted.isEmpty || !published.isEmpty || !left.isEmpty }

  func add(_ entry: AnimationEntry) {
    number(entry)
    uncommitted.append(entry)
  }

  private func number(_ entry: AnimationEntry) {
    entry.schedule = ObjectIdentifier(self)
    entry.serial = nextSerial
    nextSerial += 1
  }

  /// Takes over an animation of a layer that joined the tree in the transaction just committed.
  func adopt(_ entry: AnimationEntry) {
    if entry.schedule == nil { number(entry) }
    entry.isPublished = true
    published.append(entry)
  }

  /// Records that an animation was removed from its layer.
  ///
  /// Animations that a transaction adds and removes again are dropped before the commit.
  func didRemove(_ entry: AnimationEntry) {
    guard entry.schedule == ObjectIdentifier(self) else { return }
    if entry.isPublished {
      removedCount += 1
      return
    }
    removedUncommittedCount += 1
    if removedUncommittedCount > 32, 2 * removedUncommittedCount > uncommitted.count {
      uncommitted.removeAll(where: \.isRemoved)
      removedUncommittedCount = 0
    }
  }

  func layerDidLeave(_ layer: Layer) { left.append(layer) }

  /// Marks every local time as possibly changed, after a layer's timing has changed.
  func timingDidChange() {
    needsScan = true
    timingHasChanged = true
  }

  /// Enqueues all layers whose animations, or own times, may now run at a different time.
  private func enqueueAll() {
    timingHasChanged = false
    for entry in begun where !entry.isRemoved { LayerTree.enqueue(entry.layer) }
    for layer in timed { LayerTree.enqueue(layer) }
  }

  /// Adds a layer in the tree whose own time begins, ends or repeats.
  func layerIsTimed(_ layer: Layer) {
    timed.append(layer)
    timedNeedsSweep = true
  }

  /// Schedules a sweep after such a layer left the tree, or became like others.
  func timedLayerDidLeave() { timedNeedsSweep = true }

  private func sweepTimed(in layerTree: LayerTree) {
    guard timedNeedsSweep else { return }
    timedNeedsSweep = false
    var seen: Set<ObjectIdentifier> = []
    timed.removeAll { layer in
      layer.layerTree !== layerTree || !layer.storage.status.contains(.timed)
        || !seen.insert(ObjectIdentifier(layer)).inserted
    }
  }

  /// Publishes the committed transaction: its animations begin at the next frame, and those of
  /// layers that left the tree end.
  func transactionDidFinish(in layerTree: LayerTree) {
    sweepTimed(in: layerTree)
    if !left.isEmpty {
      // A layer that is in the tree again may have a different local time.
      needsScan = true
      let stack = TransactionStack.current
      for entry in entries(outside: layerTree) {
        entry.layer.remove(entry, finished: false, on: stack)
        didRemove(entry)
      }
      left = []
      if 2 * removedCount > published.count + begun.count { sweep() }
    }
    for entry in uncommitted where !entry.isRemoved { adopt(entry) }
    uncommitted.removeAll(keepingCapacity: uncommitted.count < 1024)
    removedUncommittedCount = 0
  }

  /// Returns the animations on layers that left the tree and are not back: those of the current
  /// transaction first, then those that wait to begin, then those that have begun, each in the
  /// order of adding.
  private func entries(outside layerTree: LayerTree) -> [AnimationEntry] {
    var seen: Set<ObjectIdentifier> = []
    var found: [(stage: Int, entry: AnimationEntry)] = []
    for layer in left
    where layer.layerTree !== layerTree && seen.insert(ObjectIdentifier(layer)).inserted {
      for entry in layer.storage.animations.entries
      where entry.schedule == ObjectIdentifier(self) {
        found.append((!entry.isPublished ? 0 : entry.hasBegun ? 2 : 1, entry))
      }
    }
    found.sort { ($0.stage, $0.entry.serial) < ($1.stage, $1.entry.serial) }
    return found.map(\.entry)
  }

  /// Begins the published animations, and ends those past their end, at a frame's time in seconds.
  ///
  /// - Parameter layerTree: the tree, which provides snapshots of the layers' old pictures.
  func settle(at time: Double, in layerTree: LayerTree) {
    if timingHasChanged { enqueueAll() }
    if published.isEmpty, begun.isEmpty {
      needsScan = false
      nextEvent = .infinity
      return
    }
    let stack = TransactionStack.current
    for entry in published where !entry.isRemoved {
      let clock = entry.layer.clock
      let local = clock.time(at: time)
      entry.begin(at: local, on: stack) { layerTree.snapshot(of: entry.layer, at: time) }
      begun.append(entry)
      if !entry.drawnAnimations.isEmpty { drawingCount += 1 }
      nextEvent = min(nextEvent, clock.straight.flatMap(entry.nextEvent) ?? .infinity)
      if local > entry.end { needsScan = true }
      if clock.isWinding { hasWindingTime = true }
      LayerTree.enqueue(entry.layer)
    }
    published.removeAll(keepingCapacity: published.count < 1024)
    layerTree.snapshotSource = nil
    if removedCount > 0 { sweep() }
    if needsScan || hasWindingTime || time >= nextEvent {
      startAndEnd(at: time, on: stack)
    }
  }

  /// Announces the animations that have reached their begin time, and ends those past their end: in
  /// the order of the ends, then of adding.
  private func startAndEnd(at time: Double, on stack: TransactionStack) {
    var ended: [(entry: AnimationEntry, end: Double)] = []
    nextEvent = .infinity
    needsScan = false
    hasWindingTime = false
    for entry in begun where !entry.hasStopped {
      let clock = entry.layer.clock
      let local = clock.time(at: time)
      entry.announceStart(at: local, on: stack)
      if local > entry.end {
        ended.append((entry, clock.straight?.time(past: entry.end) ?? time))
      } else if let next = clock.straight.flatMap(entry.nextEvent) {
        nextEvent = min(nextEvent, next)
      } else if clock.isWinding {
        hasWindingTime = true
      }
    }
    let order = ended.indices.sorted {
      ended[$0].end != ended[$1].end ? ended[$0].end < ended[$1].end : $0 < $1
    }
    for index in order {
      let entry = ended[index].entry
      if entry.isRemovedOnCompletion {
        entry.layer.remove(entry, finished: true, on: stack)
        removedCount += 1
      } else {
        entry.stop(finished: true, on: stack)
      }
      LayerTree.enqueue(entry.layer)
    }
    if removedCount > 0 { sweep() }
  }

  /// Draws the layers whose drawing depends on animations of user-defined keys.
  func drawFrames(at time: Double, in layerTree: LayerTree) {
    if drawingCount == 0, drawnLayers.isEmpty { return }
    let earlier = drawnLayers
    drawnLayers = []
    var seen: Set<ObjectIdentifier> = []
    for entry in begun
    where !entry.isRemoved && !entry.drawnAnimations.isEmpty
      && seen.insert(ObjectIdentifier(entry.layer)).inserted
    {
      entry.layer.drawFrame(at: time)
      drawnLayers.append(entry.layer)
    }
    for layer in earlier where !seen.contains(ObjectIdentifier(layer)) { layer.endFrames() }
  }

  private func sweep() {
    published.removeAll(where: \.isRemoved)
    begun.removeAll(where: \.isRemoved)
    if drawingCount > 0 { drawingCount = begun.count { !$0.drawnAnimations.isEmpty } }
    removedCount = 0
  }

  /// Returns the next time at which a commit has work to do or a frame looks different: `time`
  /// itself while something is changing, a later time, or nil for never.
  ///
  /// - Complexity: O(animations, and layers whose own time begins, ends or repeats).
  func nextChange(after time: Double) -> Double? {
    if isWaiting { return time }
    var next = begun.isEmpty ? .infinity : needsScan ? time : nextEvent
    for layer in timed where next > time {
      let segment = layer.clock.segment(at: time)
      next = min(next, segment.until)
      if segment.slope != 0, layer.values.rare?.values.kind?.isMoving == true { return time }
      // The begin and end times of instances are not examined.
      if segment.slope != 0, layer.instanceDelays(in: layer.clock) != nil { return time }
    }
    for entry in begun where entry.hasEffect || !entry.hasStopped {
      if next <= time { return time }
      let clock = entry.layer.clock
      if entry.hasEffect, let delays = entry.layer.instanceDelays(in: clock) {
        next = min(next, entry.nextChange(in: clock, delays, after: time))
        if next <= time { return time }
      }
      guard let mapping = clock.straight else {
        next = min(next, entry.nextChange(in: clock.segment(at: time), after: time))
        continue
      }
      let local = mapping.layerTime(at: time)
      // `nextEvent` covers those that have not ended before.
      if entry.hasStopped, local <= entry.end, let end = mapping.time(past: entry.end) {
        next = min(next, end)
      }
      for animation in entry.visibleAnimations {
        if mapping.scale < 0 {
          // The local time decreases: it changes from the end down to the begin.
          if local >= animation.beginTime, local <= animation.end { return time }
          if local > animation.end {
            next = min(next, (animation.end - mapping.offset) / mapping.scale)
          }
          continue
        }
        // A change at the end is due past it, as `nextEvent` says.
        if local >= animation.end { continue }
        let change = animation.nextChange(after: local)
        if change <= local, mapping.scale != 0 { return time }
        if change < animation.end, let begin = mapping.time(reaching: change) {
          next = min(next, max(begin, time))
        }
      }
    }
    return next < .infinity ? max(next, time) : nil
  }
}

extension AnimationEntry {
  /// Returns the time of the frame at which the active duration begins, or if it has begun, past
  /// which it has ended, or nil if the layer's time never gets there.
  fileprivate func nextEvent(_ mapping: TimeMapping) -> Double? {
    hasAnnouncedStart ? mapping.time(past: end) : mapping.time(reaching: start)
  }

  /// Returns the next time of a frame at which this animation looks different or is over, for a
  /// layer whose time is not linear for ever; `time` itself while it is changing.
  ///
  /// The end of the linear segment counts, as nothing is known beyond it.
  fileprivate func nextChange(in segment: LayerClock.Segment, after time: Double) -> Double {
    guard segment.slope != 0 else { return segment.until }
    func reaching(_ local: Double) -> Double {
      let change = time + (local - segment.time) / segment.slope
      return change.isNaN ? .infinity : max(change, time.nextUp)
    }
    var next = segment.until
    if segment.slope > 0, !hasStopped, segment.time <= end { next = min(next, reaching(end)) }
    for animation in visibleAnimations {
      if segment.slope > 0 {
        if segment.time > animation.end { continue }
        let change = animation.nextChange(after: segment.time)
        if change <= segment.time { return time }
        next = min(next, reaching(change))
      } else {
        if segment.time >= animation.beginTime, segment.time <= animation.end { return time }
        if segment.time > animation.end { next = min(next, reaching(animation.end)) }
      }
    }
    return next
  }
}

extension LayerClock {
  /// True if local time neither grows linearly with that of the frames nor stands still.
  fileprivate var isWinding: Bool { straight.map { $0.scale < 0 } ?? true }
}
