import Foundation

extension Layer {
  /// Adds a copy of an animation to the layer. The animation begins when the current transaction is
  /// committed, at the time of the frame.
  ///
  /// A duration of 0 or less is replaced by the transaction's, and an animation without a timing
  /// function takes the transaction's, if there is one. An animation is dropped if its layer is in
  /// no renderer's tree when the transaction is committed: its delegate is notified of a start and
  /// an unfinished stop.
  ///
  /// - Parameters:
  ///   - animation: the animation to copy; later changes to it have no effect on the layer.
  ///   - key: the key that identifies the animation. An animation already under the key is removed,
  ///     and its delegate is notified of an unfinished stop. Nil adds the animation without a key.
  ///     The key of a ``Transition`` is always `transition`.
  /// - Precondition: the animation's values are of the same kind as the property it changes.
  /// - Complexity: O(1), regardless of the number of animations on the layer.
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

  /// Adds an animation that has no other owner and whose duration has been resolved.
  final func attach(_ animation: Animation, forKey key: String?) {
    // Implicit animations always fit, and what is committed of them is made when they begin.
    let committedAnimations = animation.isImplicit ? nil : fittingAnimations(of: animation)
    animation.freeze()
    attach(
      AnimationEntry(
        key: animation.fixedKey ?? key, content: .animation(animation),
        committedAnimations: committedAnimations,
        layer: self, settings: TransactionStack.current.currentSettings))
  }

  /// Adds the animation of an entry that was made for this layer.
  final func attach(_ entry: AnimationEntry) {
    let stack = TransactionStack.current
    stack.openIfNeeded()
    if let key = entry.key, let earlier = storage.animations.entry(forKey: key) {
      removeNow(CollectionOfOne(earlier))
    }
    entry.wasAdded()
    storage.animations.append(entry)
    storage.status.insert(.animates)
    if let layerTree {
      layerTree.markModified()
      layerTree.animations.add(entry)
      entry.transaction = layerTree.changeObserver?.currentTransaction()
    } else {
      stack.strays.append((self, entry))
    }
    stack.observer?(.added(entry.animation, key: entry.key, self))
  }

  /// Rejects an animation whose values are of a different kind than the property it changes.
  ///
  /// - Returns: what a commit keeps of the animation, with times relative to 0 if it has no begin time.
  private final func fittingAnimations(of animation: Animation) -> [CommittedAnimation] {
    let committedAnimations = animation.makeCommittedAnimations(
      beginTime: 0, defaultDuration: animation.duration)
    for committed in committedAnimations {
      guard
        let underlying = storage.values.animatableValue(of: committed)
          ?? ownAnimatableValue(forKey: committed.property)
      else { continue }
      if let problem = committed.problem(over: underlying) {
        refuse("\(diagnosticName): \(problem)")
      }
    }
    return committedAnimations
  }

  /// Removes the animation under a key and notifies its delegate of an unfinished stop. Does
  /// nothing if there is no such animation.
  ///
  /// - Complexity: O(1) on average, regardless of the number of animations on the layer.
  public final func removeAnimation(forKey key: String) {
    requireModel("animations")
    if let entry = storage.animations.entry(forKey: key) {
      removeNow(CollectionOfOne(entry))
    }
  }

  /// Removes all animations, including those without a key, and notifies their delegates of an
  /// unfinished stop.
  public final func removeAllAnimations() {
    requireModel("animations")
    let entries = storage.animations.entries
    if !entries.isEmpty { removeNow(entries) }
  }

  /// Returns the keys of the animations in the order in which they are applied, or nil if there are
  /// none.
  ///
  /// Animations without a key are not included.
  public final func animationKeys() -> [String]? {
    let keys = storage.animations.entries.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Returns the layer's own copy of the animation under a key, or nil. The same object is returned
  /// each time. It cannot be modified, except for values under custom keys.
  public final func animation(forKey key: String) -> Animation? {
    storage.animations.entry(forKey: key)?.animation
  }

  /// Returns the layer's own animations of a property, of a component of it, or of the property of
  /// which it is a component, in the order in which they are applied; groups that contain one are
  /// included. They cannot be changed.
  public final func animations<Value>(for property: LayerProperty<Value>) -> [Animation] {
    let entries = storage.animations.entries
    return entries.map(\.animation).filter { $0.changes(property.keyPath) }
  }

  final func removeNow(_ entries: some Collection<AnimationEntry>) {
    let stack = TransactionStack.current
    let published = publishedLayerTree
    layerTree?.markModified()
    published?.markModified()
    for entry in entries where !entry.isRemoved {
      let isPresented = entry.isPublished && published != nil
      forget(entry, isPresented: isPresented)
      if isPresented { published?.journal.changes.removedAnimations.append((self, entry)) }
      entry.stop(finished: false, on: stack)
      layerTree?.animations.didRemove(entry)
      if published !== layerTree { published?.animations.didRemove(entry) }
    }
    LayerTree.enqueue(self)
  }

  /// Removes an animation from the layer's list and notifies the observers of its end.
  final func remove(_ entry: AnimationEntry, finished: Bool, on stack: TransactionStack) {
    forget(entry, isPresented: false)
    entry.stop(finished: finished, on: stack)
  }

  private final func forget(_ entry: AnimationEntry, isPresented: Bool) {
    guard !entry.isRemoved else { return }
    entry.isRemoved = true
    storage.animations.remove(entry, isPresented: isPresented)
    if storage.animations.isEmpty { storage.status.remove(.animates) }
  }

  /// Resolves an animation added to a layer outside any tree when its transaction is committed: the
  /// layer is in a tree by now, or the animation is dropped (rule 1.18).
  final func settleStray(_ entry: AnimationEntry, on stack: TransactionStack) {
    guard !entry.isRemoved else { return }
    if let layerTree {
      layerTree.animations.adopt(entry)
    } else {
      forget(entry, isPresented: false)
      entry.stop(finished: false, isStray: true, on: stack)
    }
  }

  // MARK: - For the renderer

  /// The animations that have begun, as committed, in the order in which they are applied.
  final var activeRecords: [CommittedAnimation] {
    if let entry = storage.animations.only {
      return entry.hasEffect ? entry.committedAnimations : []
    }
    return storage.animations.entries.flatMap { $0.hasEffect ? $0.committedAnimations : [] }
  }

  /// The transition that has begun, or the last one if there are several.
  final var activeTransition: RunningTransition? {
    if let entry = storage.animations.only { return entry.hasEffect ? entry.transition : nil }
    return storage.animations.entries.last { $0.hasEffect && $0.transition != nil }?.transition
  }
}
