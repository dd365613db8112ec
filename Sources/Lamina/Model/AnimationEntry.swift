/// One animation on one layer, from `add` until it is dropped.
final class AnimationEntry {
  /// What is added.
  enum Content {
    /// An animation that is the layer's own and cannot be changed.
    case animation(Animation)
    /// The animation of a change, for which there is no object yet.
    case change(ImplicitChange)
  }

  let key: String?
  private var content: Content
  /// The layer. It, or the list of layers that left, holds this entry, so it is not retained.
  private let layerReference: Unmanaged<Layer>
  /// The completion blocks that wait for this animation.
  private let groups: [CompletionGroup]
  /// What the animation does to properties that a layer has; nil until it is worked out. Times
  /// count from 0 until it has begun.
  private var prepared: [AnimationRecord]?
  /// What few animations have.
  private final class Extras {
    var ownRecords: [AnimationRecord] = []
    var drawnRecords: [AnimationRecord] = []
    var transition: RunningTransition?
    var transaction: RecordedTransaction?
  }

  private var extras: Extras?
  /// What it does to values under keys of the user's own, once it has begun.
  var ownRecords: [AnimationRecord] { extras?.ownRecords ?? [] }
  /// Those of them whose values the layer's drawing depends on.
  var drawnRecords: [AnimationRecord] { extras?.drawnRecords ?? [] }
  /// The change of the layer's whole picture that it makes, and what the picture was.
  var transition: RunningTransition? { extras?.transition }
  /// When its active duration begins and ends, in the layer's local seconds; known once the commit
  /// that begins it has been.
  private(set) var start = -Double.infinity
  private(set) var end = Double.infinity
  /// Where it stands in the layer's list.
  var place: Int32 = 0
  /// Tells in which order the animations of a schedule were added to it.
  var serial = 0
  /// The schedule that has it; nil for an animation on a layer in no tree.
  var schedule: ObjectIdentifier?
  /// Whether the transaction that added it was committed.
  var isPublished = false
  private(set) var hasBegun = false
  /// Whether it ended or was removed; its delegate and its groups know, or will at the next turn.
  private(set) var hasStopped = false
  /// Whether the layer still lists it.
  var isRemoved = false
  /// Whether the delegate knows, or will at the next turn, that the active duration has begun.
  private(set) var hasAnnouncedStart = false
  /// The transaction that added it, where changes of the tree are recorded.
  var transaction: RecordedTransaction? {
    get { extras?.transaction }
    set { if newValue != nil { madeExtras().transaction = newValue } }
  }

  /// - Parameter records: what ``Animation/makeRecords(beginTime:defaultDuration:)`` gave, where
  ///   it was asked already.
  init(
    key: String?, content: Content, records: [AnimationRecord]?, layer: Layer,
    groups: [CompletionGroup]
  ) {
    self.key = key
    self.content = content
    prepared = records
    layerReference = .passUnretained(layer)
    self.groups = groups
    for group in groups { group.animationAdded() }
  }

  var layer: Layer { layerReference.takeUnretainedValue() }

  /// The layer's own animation, the same object each time; nobody can change it.
  var animation: Animation {
    switch content {
    case .animation(let animation): return animation
    case .change(let change):
      let animation = change.makeAnimation()
      animation.freeze()
      if hasBegun { animation.resolveBeginTime(start) }
      content = .animation(animation)
      return animation
    }
  }

  /// Who is told of the start and the end; nobody for a change that the engine animates by itself.
  private var delegate: (any AnimationDelegate)? {
    if case .animation(let animation) = content { animation.delegate } else { nil }
  }

  /// Whether the layer drops it once it has ended.
  var isRemovedOnCompletion: Bool {
    if case .animation(let animation) = content { animation.isRemovedOnCompletion } else { true }
  }

  private func madeExtras() -> Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  /// Whether it can make a difference to what is seen.
  ///
  /// One that has ended and stays can: frames may go back to when it ran.
  var hasEffect: Bool { !isRemoved && !visibleRecords.isEmpty }

  /// What the animation does to properties that a layer has, once it has begun.
  var records: [AnimationRecord] { hasBegun ? prepared ?? [] : [] }

  /// The records on which it depends what is seen.
  var visibleRecords: [AnimationRecord] {
    if extras == nil { return records }
    return records + drawnRecords + (transition.map { [$0.record] } ?? [])
  }

  /// Fixes the begin time: the layer's local time at the commit, unless the animation has its
  /// own.
  ///
  /// - Parameter picture: how the layer looked before; asked for only where that matters.
  func begin(
    at localTime: Double, on stack: TransactionStack, from picture: () -> OldPicture
  ) {
    hasBegun = true
    var records = prepared ?? makeRecords()
    // The copy in `records` is the only one, so that it can be changed in place.
    prepared = nil
    begin(&records, at: localTime)
    if case .animation(let animation) = content { animation.resolveBeginTime(localTime) }
    start = records.first?.beginTime ?? localTime
    end = records.first?.end ?? localTime
    if !records.allSatisfy({ layer.canAnimate($0) }) {
      let extras = madeExtras()
      extras.ownRecords = records.filter { $0.isOfOwnKey(of: layer) }
      extras.drawnRecords = extras.ownRecords.filter {
        type(of: layer).needsDisplay(forKey: $0.property)
      }
      if let record = records.last(where: \.isTransition) {
        extras.transition = RunningTransition(record: record, picture: picture())
      }
      records.removeAll { !layer.canAnimate($0) }
    }
    prepared = records
    stack.observer?(.began(animation, key: key, layer))
    announceStart(at: localTime, on: stack)
  }

  /// Tells the delegate, at the next turn, that the active duration has begun, if it has at a local
  /// time (rule 3.10). Only the first time counts.
  func announceStart(at localTime: Double, on stack: TransactionStack) {
    if localTime >= start || delegate == nil { announceStart(on: stack) }
  }

  /// What the animation would do to properties if it began now.
  func records(beginningAt localTime: Double) -> [AnimationRecord] {
    allRecords(beginningAt: localTime).filter { layer.canAnimate($0) }
  }

  /// What the animation would do to values under own keys if it began now.
  func ownRecords(beginningAt localTime: Double) -> [AnimationRecord] {
    allRecords(beginningAt: localTime).filter { $0.isOfOwnKey(of: layer) }
  }

  private func allRecords(beginningAt localTime: Double) -> [AnimationRecord] {
    var records = prepared ?? makeRecords()
    prepared = records
    begin(&records, at: localTime)
    return records
  }

  /// What it does, with times that count from 0.
  private func makeRecords() -> [AnimationRecord] {
    switch content {
    case .animation(let animation):
      animation.makeRecords(beginTime: 0, defaultDuration: animation.duration)
    case .change(let change): change.makeAnimation().makeRecords(beginTime: 0, defaultDuration: 0)
    }
  }

  private func begin(_ records: inout [AnimationRecord], at localTime: Double) {
    var begin = localTime
    if case .animation(let animation) = content, animation.beginTime != 0 {
      begin = animation.beginTime
    }
    for index in records.indices { records[index].begin(at: begin) }
  }

  /// Tells the delegate and the completion blocks, at the next turn, that it is over. Only the
  /// first call counts.
  func stop(finished: Bool, isStray: Bool = false, on stack: TransactionStack) {
    guard !hasStopped else { return }
    hasStopped = true
    stack.observer?(.ended(animation, key: key, layer, finished: finished))
    announceStart(on: stack)
    if delegate != nil {
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
    if delegate != nil { stack.events.starts.append(self) }
  }
}

extension Layer {
  /// Whether the layer has the property of a record.
  fileprivate final func canAnimate(_ record: AnimationRecord) -> Bool {
    core.pointee.values.canAnimate(record)
  }
}

extension AnimationRecord {
  /// Whether it changes a value under a key of the user's own.
  fileprivate func isOfOwnKey(of layer: Layer) -> Bool {
    !isTransition && !property.isEmpty && !layer.core.pointee.values.canAnimate(property)
  }

  /// Whether it changes the whole picture of a layer.
  fileprivate var isTransition: Bool {
    if case .transition = source { true } else { false }
  }
}
