import Foundation

/// An action that was found before a property changed, to be run after.
///
/// Both cases are references, so that setters return a single word.
enum PendingAction {
  /// An action, and the key for which it was found.
  final class Found {
    let action: any Action
    let key: String

    init(_ action: any Action, key: String) {
      self.action = action
      self.key = key
    }
  }

  case action(Found)
  /// An implicit animation or transition, which is not in the layer's list yet.
  case change(AnimationEntry)

  static func action(_ action: any Action, key: String) -> PendingAction {
    .action(Found(action, key: key))
  }

  /// The action as an object.
  var action: any Action {
    switch self {
    case .action(let found): found.action
    case .change(let entry): entry.makeAction()
    }
  }
}

extension Layer {
  /// Called by every setter before it stores a new value.
  ///
  /// - Returns: the action to run once the value is stored.
  @inline(__always)
  final func willChange(_ key: CommonKey) -> PendingAction? { willChange(LayerKey(key)) }

  @inline(__always)
  final func willChange(_ key: LayerKey) -> PendingAction? {
    storage.setKeys |= key.mask
    guard let tree = storage.tree else {
      requireModel(key.rawValue)
      return nil
    }
    noteChange(in: tree)
    guard storage.status.contains(.live), !TransactionStack.disablesActions else { return nil }
    return findAction(for: key)
  }

  /// Records the layer's published values, and puts the layer into the queue of the next commit.
  private final func noteChange(in tree: Unmanaged<LayerTree>) {
    tree._withUnsafeGuaranteedRef {
      if storage.undoEpoch != $0.journal.epoch || storage.queueIndex < 0 { noteFirstChange(in: $0) }
    }
  }

  @inline(never)
  private final func noteFirstChange(in layerTree: LayerTree) {
    layerTree.markModified()
    if storage.status.contains(.live) { layerTree.journal.record(self) }
    layerTree.enqueue(self)
  }

  /// Stores a position and a size of the bounds, as their setters do one after the other.
  ///
  /// If actions are disabled, the change is recorded once for both.
  @inline(__always)
  final func place(at position: CGPoint, size: CGSize) {
    let old = storage.values.bounds
    guard let tree = storage.tree, storage.status.contains(.live),
      TransactionStack.disablesActions
    else {
      self.position = position
      bounds = CGRect(origin: old.origin, size: size)
      return
    }
    checkFinite(position, "position")
    let oldPosition = storage.values.position
    let moves = position.x != oldPosition.x || position.y != oldPosition.y
    let resizes = size.width != old.size.width || size.height != old.size.height
    if !moves && !resizes { return }
    storage.setKeys |=
      (moves ? LayerKey(.position).mask : 0) | (resizes ? LayerKey(.bounds).mask : 0)
    noteChange(in: tree)
    storage.values.position = position
    if resizes {
      storage.values.bounds.size = size
      boundsDidChange(from: old)
    }
  }

  /// Stores new contents; the old ones live on while the transaction may still show them.
  final func storeContents(_ contents: Bitmap?) {
    if storage.status.contains(.live) {
      layerTree?.journal.keep(storage.values.contents?.storage)
    }
    storage.values.contents = contents
    storage.contentsStorage = contents.map { Unmanaged.passUnretained($0.storage) }
  }

  /// Stores new rare values, with the same care.
  final func storeRare(_ rare: RareValues) {
    if storage.status.contains(.live) { layerTree?.journal.keep(storage.values.rare) }
    let box = RareValuesBox(rare)
    storage.values.rare = box
    storage.rareBox = Unmanaged.passUnretained(box)
  }

  /// Called by every setter after it has stored a new value.
  final func didChange(_ pending: PendingAction?) {
    if let pending { run(pending) }
  }

  @inline(never)
  private final func run(_ pending: PendingAction) {
    switch pending {
    case .action(let found): run(found.action, forKey: found.key)
    case .change(let entry): attach(entry)
    }
  }

  /// Carries an action out on this layer.
  final func run(_ action: any Action, forKey key: String) {
    TransactionStack.current.observer?(.ran(action, key: key, self))
    action.run(forKey: key, on: self, arguments: nil)
  }

  /// Returns the action for a change of a live layer, to be run after it.
  @inline(never)
  final func findAction(for key: LayerKey) -> PendingAction? {
    guard hasStandardActions else {
      return action(forKey: key.rawValue).map { .action($0, key: key.rawValue) }
    }
    return implicitAction(for: key)
  }

  /// Stores a new value of a property between ``willChange(_:)`` and ``didChange(_:)``.
  @inline(__always)
  final func change(_ key: CommonKey, _ store: (inout LayerValues) -> Void) {
    let pending = willChange(key)
    store(&storage.values)
    didChange(pending)
  }

  /// Refuses changes of a copy that `presentation()` made.
  final func requireModel(_ key: String) {
    require(
      !storage.status.contains(.presentation)
        || storage.status.contains(.isDrawingFrame),
      "\(diagnosticName): \(key) was set on a presentation layer; change the model layer instead")
  }

  /// Requests layout and, if the layer depends on its bounds, display; resizes the sublayers.
  final func boundsDidChange(from old: CGRect) {
    markNeedsLayout()
    storage.superlayer?._withUnsafeGuaranteedRef { $0.markNeedsLayout() }
    if storage.values.flags.contains(.needsDisplayOnBoundsChange) { setNeedsDisplay() }
    if storage.sublayers.isEmpty, storage.status.contains(.overridesNothing) { return }
    let size = storage.values.bounds.size
    if size.width != old.size.width || size.height != old.size.height {
      resizeSublayers(withOldSize: old.size)
    }
  }
}
