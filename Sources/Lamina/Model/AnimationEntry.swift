/// One animation on one layer, from `add` until it is dropped.
final class AnimationEntry {
  let key: String?
  /// The layer's own copy; nobody can change it.
  let animation: Animation
  /// The layer. It, or the list of layers that left, holds this entry, so it is not retained.
  private let layerReference: Unmanaged<Layer>
  /// The completion blocks that wait for this animation.
  private let groups: [CompletionGroup]
  /// What the animation does to properties that a layer has; nil until it is worked out. Times
  /// count from 0 until it has begun.
  private var prepared: [AnimationRecord]?
  /// When it ends, in the layer's local seconds; known once it has begun.
  private(set) var end = Double.infinity
  /// Whether the transaction that added it was committed.
  var isPublished = false
  private(set) var hasBegun = false
  /// Whether it ended or was removed; its delegate and its groups know, or will at the next turn.
  private(set) var hasStopped = false
  /// Whether the layer still lists it.
  var isRemoved = false
  private var hasAnnouncedStart = false
  /// The transaction that added it, where changes of the tree are recorded.
  var transaction: RecordedTransaction?

  /// - Parameter records: What ``Animation/makeRecords(beginTime:defaultDuration:)`` gave, where
  ///   it was asked already.
  init(
    key: String?, animation: Animation, records: [AnimationRecord]?, layer: Layer,
    groups: [CompletionGroup]
  ) {
    self.key = key
    self.animation = animation
    prepared = records
    layerReference = .passUnretained(layer)
    self.groups = groups
    for group in groups { group.animationAdded() }
  }

  var layer: Layer { layerReference.takeUnretainedValue() }

  /// Whether it can make a difference to what is seen.
  ///
  /// One that has ended and stays can: frames may go back to when it ran.
  var hasEffect: Bool { !isRemoved && !records.isEmpty }

  /// What the animation does to properties that a layer has, once it has begun.
  var records: [AnimationRecord] { hasBegun ? prepared ?? [] : [] }

  /// Fixes the begin time: the layer's local time at the commit, unless the animation has its
  /// own.
  func begin(at localTime: Double, on stack: TransactionStack) {
    hasBegun = true
    var records = takeRecords()
    animation.begin(&records, at: localTime)
    animation.resolveBeginTime(localTime)
    end = records.first?.end ?? localTime
    if !records.allSatisfy(LayerValues.canAnimate) {
      records.removeAll { !LayerValues.canAnimate($0) }
    }
    prepared = records
    announceStart(on: stack)
  }

  /// What the animation would do to properties if it began now.
  func records(beginningAt localTime: Double) -> [AnimationRecord] {
    var records = takeRecords()
    prepared = records
    animation.begin(&records, at: localTime)
    return records.filter(LayerValues.canAnimate)
  }

  /// The records, which are this function's caller's alone, so that they can be changed in place.
  private func takeRecords() -> [AnimationRecord] {
    defer { prepared = nil }
    return prepared
      ?? animation.makeRecords(beginTime: 0, defaultDuration: animation.duration)
  }

  /// Tells the delegate and the completion blocks, at the next turn, that it is over. Only the
  /// first call counts.
  func stop(finished: Bool, isStray: Bool = false, on stack: TransactionStack) {
    guard !hasStopped else { return }
    hasStopped = true
    announceStart(on: stack)
    if animation.delegate != nil {
      if isStray {
        stack.events.strayStops.append(self)
      } else {
        stack.events.stops.append((self, finished))
      }
    }
    for group in groups { group.animationEnded(on: stack) }
  }

  private func announceStart(on stack: TransactionStack) {
    guard !hasAnnouncedStart else { return }
    hasAnnouncedStart = true
    if animation.delegate != nil { stack.events.starts.append(self) }
  }
}
