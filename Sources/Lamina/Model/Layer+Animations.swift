import Foundation

extension Layer {
  /// Adds a copy of an animation to the layer. It begins with the commit of the running
  /// transaction, at the time of the frame.
  ///
  /// A duration of 0 or less becomes the transaction's, and an animation without a timing
  /// function takes the transaction's, if it has one. An animation on a layer that is in no
  /// renderer's tree when the transaction is committed is dropped: its delegate hears of a start
  /// and an unfinished stop.
  ///
  /// - Parameters:
  ///   - animation: copied; later changes to it have no effect on the layer.
  ///   - key: the name to find it by. An animation already there is removed, and its delegate
  ///     hears of an unfinished stop. Nil adds without a name. A ``Transition`` is always named
  ///     `transition`.
  /// - Precondition: the animation's values are of the kind of the property it changes.
  /// - Complexity: O(1), however many animations the layer has.
  public final func add(_ animation: Animation, forKey key: String?) {
    requireModel("animations")
    let stack = TransactionStack.current
    stack.openIfNeeded()
    let copy = animation.copy()
    copy.resolveDuration(stack.duration)
    if copy.timingFunction == nil, let function = stack.timingFunction {
      copy.timingFunction = function
    }
    attach(copy, forKey: key)
  }

  /// Adds an animation that nobody else will change, and that has its duration.
  final func attach(_ animation: Animation, forKey key: String?) {
    // What the engine has made fits, and is worked out when it begins.
    let records = animation.isImplicit ? nil : fittingRecords(of: animation)
    animation.freeze()
    attach(.animation(animation), records, forKey: animation.fixedKey ?? key)
  }

  /// Adds the animation of a change under the property's name.
  final func attach(_ change: ImplicitChange) {
    attach(.change(change), nil, forKey: change.key.rawValue)
  }

  private final func attach(
    _ content: AnimationEntry.Content, _ records: [AnimationRecord]?, forKey key: String?
  ) {
    let stack = TransactionStack.current
    stack.openIfNeeded()
    let attachments = self.attachments
    if let key, let entry = attachments.animations.entry(forKey: key) { removeNow([entry]) }
    let entry = AnimationEntry(
      key: key, content: content, records: records, layer: self, groups: stack.currentGroups)
    attachments.animations.append(entry)
    core.pointee.status.insert(.animates)
    if let host = core.pointee.host?.pointee.host.takeUnretainedValue() {
      host.touch()
      host.animations.add(entry)
      entry.transaction = host.recorder?.currentTransaction()
    } else {
      stack.strays.append((self, entry))
    }
    stack.observer?(.added(entry.animation, key: key, self))
  }

  /// Refuses an animation whose values are of another kind than the property they change.
  ///
  /// - Returns: what the animation does, with times that count from 0 where it has no begin time.
  private final func fittingRecords(of animation: Animation) -> [AnimationRecord] {
    let records = animation.makeRecords(beginTime: 0, defaultDuration: animation.duration)
    for record in records {
      guard
        let underlying = core.pointee.values.animatableValue(of: record.property)
          ?? ownAnimatableValue(forKey: record.property)
      else { continue }
      if let problem = record.problem(over: underlying) {
        refuse("\(diagnosticName): \(problem)")
      }
    }
    return records
  }

  /// Removes the animation of a key; its delegate hears of an unfinished stop. Without one it
  /// does nothing.
  ///
  /// - Complexity: O(1) on average, however many animations the layer has.
  public final func removeAnimation(forKey key: String) {
    requireModel("animations")
    if let entry = core.pointee.attachments?.animations.entry(forKey: key) { removeNow([entry]) }
  }

  /// Removes all animations, also those without a key; their delegates hear of an unfinished
  /// stop.
  public final func removeAllAnimations() {
    requireModel("animations")
    removeNow(core.pointee.attachments?.animations.entries ?? [])
  }

  /// The keys of the animations in the order in which they are applied, or nil without any.
  ///
  /// Animations without a key are not listed.
  public final func animationKeys() -> [String]? {
    let keys = core.pointee.attachments?.animations.entries.compactMap(\.key) ?? []
    return keys.isEmpty ? nil : keys
  }

  /// The layer's own copy of the animation of a key, or nil: the same object each time. It
  /// cannot be changed, except for values of the user's own keys.
  public final func animation(forKey key: String) -> Animation? {
    core.pointee.attachments?.animations.entry(forKey: key)?.animation
  }

  private final func removeNow(_ entries: [AnimationEntry]) {
    guard !entries.isEmpty else { return }
    let stack = TransactionStack.current
    let host = core.pointee.host?.pointee.host.takeUnretainedValue()
    let published = core.pointee.publishedHost?.pointee.host.takeUnretainedValue()
    host?.touch()
    published?.touch()
    for entry in entries where !entry.isRemoved {
      let isPresented = entry.isPublished && published != nil
      forget(entry, isPresented: isPresented)
      if isPresented { published?.presentedRemovals.append((attachments, entry)) }
      entry.stop(finished: false, on: stack)
      host?.animations.didRemove(entry)
      if published !== host { published?.animations.didRemove(entry) }
    }
    TreeHost.enqueue(self, .animations)
  }

  /// Takes an animation out of the layer's list and tells those who wait for its end.
  final func remove(_ entry: AnimationEntry, finished: Bool, on stack: TransactionStack) {
    forget(entry, isPresented: false)
    entry.stop(finished: finished, on: stack)
  }

  private final func forget(_ entry: AnimationEntry, isPresented: Bool) {
    guard !entry.isRemoved, let attachments = core.pointee.attachments else { return }
    entry.isRemoved = true
    attachments.animations.remove(entry, isPresented: isPresented)
    if attachments.animations.isEmpty { core.pointee.status.remove(.animates) }
  }

  /// The transaction that added an animation to a layer in no tree was committed: by now the
  /// layer is in one, or the animation goes (semantics 1.18).
  final func settleStray(_ entry: AnimationEntry, on stack: TransactionStack) {
    guard !entry.isRemoved else { return }
    if let host = core.pointee.host?.pointee.host.takeUnretainedValue() {
      host.animations.adopt(entry)
    } else {
      forget(entry, isPresented: false)
      entry.stop(finished: false, isStray: true, on: stack)
    }
  }

  // MARK: - For the renderer

  /// What animations that have begun do to this layer's properties, in the order in which they
  /// are applied.
  final var activeRecords: [AnimationRecord] {
    guard let animations = core.pointee.attachments?.animations else { return [] }
    if let entry = animations.only { return entry.hasEffect ? entry.records : [] }
    return animations.entries.flatMap { $0.hasEffect ? $0.records : [] }
  }

  /// The transition that has begun; the last one where there are several.
  final var activeTransition: RunningTransition? {
    guard let animations = core.pointee.attachments?.animations else { return nil }
    if let entry = animations.only { return entry.hasEffect ? entry.transition : nil }
    return animations.entries.last { $0.hasEffect && $0.transition != nil }?.transition
  }
}
