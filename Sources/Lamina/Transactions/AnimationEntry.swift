/// An animation of a layer, from the time it is added until it is dropped.
final class AnimationEntry {
  /// The animation itself.
  enum Content {
    /// The layer's own, immutable copy.
    case animation(Animation)
    /// The implicit animation of a change, for which no object exists yet.
    case change(ImplicitChange)
  }

  /// The rarely set values.
  private final class Extras {
    var ownKeyAnimations: [CommittedAnimation] = []
    var drawnAnimations: [CommittedAnimation] = []
    var transition: RunningTransition?
    var transaction: RecordedTransaction?
    var recordedBegin: Double?
    /// The active duration of an animation that has begun and changes no properties.
    var activeDuration = -Double.infinity...Double.infinity
  }

  // An open transaction has an entry for each implicit change: the order of the stored properties
  // leaves no gaps between them.
  private var content: Content
  /// The position in the layer's table of animations, if it has one.
  var place: Int32 = 0
  /// True if the transaction that added the animation was committed.
  var isPublished = false
  private(set) var hasBegun = false
  /// True if the animation ended or was removed; its delegate and its groups know, or will at the
  /// next turn.
  private(set) var hasStopped = false
  /// True if the layer no longer lists the animation.
  var isRemoved = false
  /// True if the delegate knows, or will at the next turn, that the active duration has begun.
  private(set) var hasAnnouncedStart = false
  let key: String?
  /// The layer. It, or the list of layers that left, holds this entry, so it is not retained.
  private let layerReference: Unmanaged<Layer>
  private let settings: AnimationSettings
  /// The committed form of the animation; nil until it is computed. Times count from 0 until it has
  /// begun.
  private var prepared: [CommittedAnimation]?
  private var extras: Extras?
  /// The layer's next animation, if it has no table of them.
  var next: AnimationEntry?
  /// The number that orders the animations of a schedule by the time they were added.
  var serial = 0
  /// The schedule of the animation; nil for an animation on a layer in no tree.
  var schedule: ObjectIdentifier?

  /// The animations of values under user-defined keys, once the animation has begun.
  var ownKeyAnimations: [CommittedAnimation] { extras?.ownKeyAnimations ?? [] }
  /// Those whose values the layer's drawing depends on.
  var drawnAnimations: [CommittedAnimation] { extras?.drawnAnimations ?? [] }
  /// The transition of the layer's whole picture, with a snapshot of the old one.
  var transition: RunningTransition? { extras?.transition }
  /// The bounds of the active duration, in the layer's local seconds; infinite until the animation
  /// has begun.
  var start: Double {
    committedAnimations.first?.beginTime ?? extras?.activeDuration.lowerBound ?? -.infinity
  }
  var end: Double {
    committedAnimations.first?.end ?? extras?.activeDuration.upperBound ?? .infinity
  }
  /// The transaction that added the animation, if changes of the tree are recorded.
  var transaction: RecordedTransaction? {
    get { extras?.transaction }
    set { if newValue != nil { madeExtras().transaction = newValue } }
  }

  /// The begin time, in the layer's local seconds, of an animation that began before it was added:
  /// one of a recording.
  var recordedBegin: Double? {
    get { extras?.recordedBegin }
    set { madeExtras().recordedBegin = newValue }
  }

  /// Creates an entry for an animation on a layer.
  ///
  /// - Parameter committedAnimations: the result of
  ///   ``Animation/makeCommittedAnimations(beginTime:defaultDuration:)``, if it was already
  ///   computed.
  init(
    key: String?, content: Content, committedAnimations: [CommittedAnimation]? = nil, layer: Layer,
    settings: AnimationSettings
  ) {
    self.key = key
    self.content = content
    prepared = committedAnimations
    layerReference = .passUnretained(layer)
    self.settings = settings
  }

  var layer: Layer { layerReference.takeUnretainedValue() }

  /// The layer's own animation, the same object each time; nobody can change it.
  var animation: Animation {
    switch content {
    case .animation(let animation): return animation
    case .change(let change):
      let animation = makeAnimation(of: change)
      animation.freeze()
      if hasBegun { animation.resolveBeginTime(start) }
      content = .animation(animation)
      return animation
    }
  }

  private func makeAnimation(of change: ImplicitChange) -> Animation {
    change.makeAnimation(forKey: key ?? Transition.key, settings)
  }

  /// Creates the animation of an entry that is not added to its layer, for use as an action.
  func makeAction() -> Animation {
    switch content {
    case .animation(let animation): animation
    case .change(let change): makeAnimation(of: change)
    }
  }

  /// The delegate, which implicit animations do not have.
  private var delegate: (any AnimationDelegate)? {
    if case .animation(let animation) = content { animation.delegate } else { nil }
  }

  /// True if the layer drops the animation once it has ended.
  var isRemovedOnCompletion: Bool {
    if case .animation(let animation) = content { animation.isRemovedOnCompletion } else { true }
  }

  private func madeExtras() -> Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  /// True if the animation can affect the picture.
  ///
  /// One that has ended and is not removed still can: frames may go back to a time at which it ran.
  var hasEffect: Bool {
    !isRemoved && (!committedAnimations.isEmpty || !drawnAnimations.isEmpty || transition != nil)
  }

  /// The animations of properties that the layer has, once the animation has begun.
  var committedAnimations: [CommittedAnimation] { hasBegun ? prepared ?? [] : [] }

  /// The animations that affect the picture.
  var visibleAnimations: [CommittedAnimation] {
    if extras == nil { return committedAnimations }
    return committedAnimations + drawnAnimations + (transition.map { [$0.animation] } ?? [])
  }

  /// Resolves the begin time, which is the layer's local time at the commit unless the animation
  /// specifies its own, and starts the animation.
  ///
  /// - Parameter picture: a closure that returns a snapshot of the layer's old picture; called only
  ///   if needed.
  func begin(
    at localTime: Double, on stack: TransactionStack, from picture: () -> TransitionSnapshot
  ) {
    hasBegun = true
    var committedAnimations = prepared ?? makeCommittedAnimations()
    // The copy in `committedAnimations` is the only one, so that it can be changed in place.
    prepared = nil
    begin(&committedAnimations, at: localTime)
    if case .animation(let animation) = content {
      animation.resolveBeginTime(recordedBegin ?? localTime)
    }
    let start = committedAnimations.first?.beginTime ?? localTime
    let end = committedAnimations.first?.end ?? localTime
    if !committedAnimations.allSatisfy({ layer.canAnimate($0) }) {
      committedAnimations = separate(committedAnimations, from: picture)
    }
    if committedAnimations.isEmpty { madeExtras().activeDuration = start...max(start, end) }
    prepared = committedAnimations
    stack.observer?(.began(animation, key: key, layer))
    announceStart(at: localTime, on: stack)
  }

  /// Returns the animations of the layer's properties, and keeps the others apart.
  private func separate(
    _ committedAnimations: [CommittedAnimation], from picture: () -> TransitionSnapshot
  ) -> [CommittedAnimation] {
    let extras = madeExtras()
    var transition: CommittedAnimation?
    var kept: [CommittedAnimation] = []
    for committed in committedAnimations {
      if committed.isTransition {
        transition = committed
      } else if layer.canAnimate(committed) {
        kept.append(committed)
      } else if committed.isOfCustomKey(of: layer) {
        extras.ownKeyAnimations.append(committed)
        if type(of: layer).needsDisplay(forKey: committed.property) {
          extras.drawnAnimations.append(committed)
        }
      }
    }
    if let transition {
      extras.transition = RunningTransition(animation: transition, picture: picture())
    }
    return kept
  }

  /// Tells the delegate, at the next turn, that the active duration has begun, if it has at a local
  /// time (rule 3.10). Only the first time counts.
  func announceStart(at localTime: Double, on stack: TransactionStack) {
    if localTime >= start || delegate == nil { announceStart(on: stack) }
  }

  /// Returns the animations of the layer's properties as if the animation began now.
  func committedAnimations(beginningAt localTime: Double) -> [CommittedAnimation] {
    allRecords(beginningAt: localTime).filter { layer.canAnimate($0) }
  }

  /// Returns the animations of values under user-defined keys as if the animation began now.
  func ownKeyAnimations(beginningAt localTime: Double) -> [CommittedAnimation] {
    allRecords(beginningAt: localTime).filter { $0.isOfCustomKey(of: layer) }
  }

  private func allRecords(beginningAt localTime: Double) -> [CommittedAnimation] {
    var committedAnimations = prepared ?? makeCommittedAnimations()
    prepared = committedAnimations
    begin(&committedAnimations, at: localTime)
    return committedAnimations
  }

  /// Returns the animations of all properties, with times that count from 0.
  private func makeCommittedAnimations() -> [CommittedAnimation] {
    switch content {
    case .animation(let animation):
      animation.makeCommittedAnimations(beginTime: 0, defaultDuration: animation.duration)
    case .change(let change):
      change.makeCommittedAnimations(forKey: key ?? Transition.key, settings)
    }
  }

  private func begin(_ committedAnimations: inout [CommittedAnimation], at localTime: Double) {
    var begin = recordedBegin ?? localTime
    if recordedBegin == nil, case .animation(let animation) = content, animation.beginTime != 0 {
      begin = animation.beginTime
    }
    for index in committedAnimations.indices { committedAnimations[index].begin(at: begin) }
  }

  /// Has the completion groups wait for the animation, which was added to its layer.
  func wasAdded() {
    for group in settings.groups { group.animationAdded() }
  }

  /// Tells the delegate and the completion groups, at the next turn, that the animation is over.
  /// Only the first call counts.
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
    for group in settings.groups { group.animationEnded(on: stack) }
  }

  private func announceStart(on stack: TransactionStack) {
    guard !hasAnnouncedStart else { return }
    hasAnnouncedStart = true
    if delegate != nil { stack.events.starts.append(self) }
  }
}

extension Layer {
  /// Returns true if the layer has the property of the animation.
  fileprivate final func canAnimate(_ committed: CommittedAnimation) -> Bool {
    !committed.isTransition && storage.values.canAnimate(committed)
  }
}

extension CommittedAnimation {
  /// Returns true if the animation changes a value under a custom key.
  fileprivate func isOfCustomKey(of layer: Layer) -> Bool {
    !isTransition && !property.isEmpty && !layer.storage.values.canAnimate(property)
  }

  /// True if the animation changes the whole picture of a layer.
  fileprivate var isTransition: Bool {
    if case .transition = source { true } else { false }
  }
}
