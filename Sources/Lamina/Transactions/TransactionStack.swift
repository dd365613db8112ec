import Foundation
import Synchronization

/// The transactions of one thread.
///
/// This is the engine's only ambient state. Setters reach it through the thread's own pointer.
final class TransactionStack {
  /// The settings of one transaction: one `begin`…`commit`.
  struct TransactionFrame {
    /// Distinguishes it from the other transactions of this thread.
    let serial: UInt64
    /// The place at which it was opened, if by a task that can be suspended before the commit.
    let origin: TransactionOrigin?
    var duration: Double?
    var timingFunction: TimingFunction??
    var disablesActions: Bool?
    /// The group of the completion block that was set last.
    var completion: CompletionGroup?
    var hasCompletion = false
    /// The groups of all completion blocks that were set.
    var groups: [CompletionGroup] = []
    var values: [String: Any] = [:]

    init(serial: UInt64, origin: TransactionOrigin?) {
      self.serial = serial
      self.origin = origin
    }
  }

  /// True if property changes currently start no actions: ``disablesActions``, for setters.
  @exclusivity(unchecked) private var startsNoActions = false
  /// True if any transaction, explicit or implicit, is open.
  @exclusivity(unchecked) private var isOpen = false
  /// True if the next turn has something to deliver.
  @exclusivity(unchecked) private var hasEvents = false
  /// The implicit transaction, open since the first change outside any other.
  var implicit: TransactionFrame?
  /// The explicit transactions, innermost last.
  var explicit: [TransactionFrame] = []
  /// The number of explicit transactions that have an origin.
  private var originCount = 0
  /// The trees with changes that the outermost commit will publish.
  var modifiedTrees: [ModifiedTree] = []
  /// The animations that were added to layers in no tree.
  var strays: [(layer: Layer, entry: AnimationEntry)] = []
  /// The events that the next turn delivers.
  var events = Events() {
    didSet { hasEvents = !events.isEmpty }
  }
  var isDelivering = false
  /// The number of times that this thread holds ``Transaction/lock()``.
  var lockDepth = 0
  /// The observer of transaction events.
  var observer: ((TransactionEvent) -> Void)?
  private var nextSerial: UInt64 = 1
  /// The groups of closed inner transactions.
  private var closing: [CompletionGroup] = []
  /// True during the layout and display that belong to a commit.
  private(set) var isLayingOut = false

  private init() {}

  // MARK: - Thread-specific storage

  /// The key of the thread-specific pointer, plus 1; 0 until it is created.
  private static let threadKey = Atomic<UInt32>(0)

  /// The stack of the current thread.
  static var current: TransactionStack { reference.takeUnretainedValue() }

  /// True if property changes of the current thread start no actions.
  @inline(__always)
  static var disablesActions: Bool { reference._withUnsafeGuaranteedRef { $0.startsNoActions } }

  /// True if the current thread has no open transaction, and nothing for its next turn to deliver.
  static var isIdle: Bool {
    reference._withUnsafeGuaranteedRef { !$0.isOpen && !$0.hasEvents }
  }

  @inline(__always)
  private static var reference: Unmanaged<TransactionStack> {
    let key = threadKey.load(ordering: .acquiring)
    if key != 0, let pointer = pthread_getspecific(pthread_key_t(key - 1)) {
      return .fromOpaque(pointer)
    }
    return makeCurrent()
  }

  @inline(never)
  private static func makeCurrent() -> Unmanaged<TransactionStack> {
    var key = threadKey.load(ordering: .acquiring)
    if key == 0 {
      var made = pthread_key_t()
      let failure = pthread_key_create(&made) { pointer in
        if let pointer { Unmanaged<TransactionStack>.fromOpaque(pointer).release() }
      }
      require(failure == 0, "the process has no thread-specific keys left")
      let exchange = threadKey.compareExchange(
        expected: 0, desired: UInt32(made) + 1, ordering: .acquiringAndReleasing)
      if exchange.exchanged {
        key = UInt32(made) + 1
      } else {
        pthread_key_delete(made)
        key = exchange.original
      }
    }
    let stack = Unmanaged.passRetained(TransactionStack())
    pthread_setspecific(pthread_key_t(key - 1), stack.toOpaque())
    return stack
  }

  // MARK: - Opening and closing

  /// Opens the implicit transaction if nothing is open.
  func openIfNeeded() {
    if !isOpen {
      implicit = makeFrame()
      updateFlags()
      observer?(.opened(isImplicit: true))
    } else if originCount > 0 {
      reportLeftOpen()
    }
  }

  func begin(_ origin: TransactionOrigin? = nil) {
    if originCount > 0 { reportLeftOpen() }
    noteChanges()
    explicit.append(makeFrame(origin))
    if origin != nil { originCount += 1 }
    updateFlags()
    observer?(.opened(isImplicit: false))
  }

  private func makeFrame(_ origin: TransactionOrigin? = nil) -> TransactionFrame {
    defer { nextSerial += 1 }
    return TransactionFrame(serial: nextSerial, origin: origin)
  }

  /// Makes trees that record their changes attribute those made so far to the innermost
  /// transaction, before another one becomes the innermost.
  private func noteChanges() {
    for tree in modifiedTrees {
      if let layerTree = tree.layerTree, let observer = layerTree.changeObserver {
        observer.transactionWillChange(in: layerTree)
      }
    }
  }

  /// Closes the innermost explicit transaction. Does nothing if there is none: according to Core
  /// Animation's header that raises an exception, but measurements show that it does not (rule
  /// 1.4).
  func commit() {
    if originCount > 0 || explicit.isEmpty { reportLeftOpen() }
    guard let frame = explicit.last else { return }
    let isOutermost = explicit.count == 1 && implicit == nil && !isLayingOut
    if isOutermost { layOutModifiedTrees() }
    noteChanges()
    observer?(.closed(isImplicit: false))
    explicit.removeLast()
    if let origin = frame.origin {
      originCount -= 1
      if origin.isOutermost { origin.noteClosed() }
    }
    closing += frame.groups
    updateFlags()
    if isOutermost { finishOutermost() }
  }

  /// Commits the implicit transaction. An open explicit one is left alone, and the implicit commit
  /// then waits for it.
  func flush() {
    if originCount > 0 { reportLeftOpen() }
    guard explicit.isEmpty, implicit != nil, !isLayingOut else { return }
    layOutModifiedTrees()
    noteChanges()
    observer?(.closed(isImplicit: true))
    closing += implicit?.groups ?? []
    implicit = nil
    updateFlags()
    finishOutermost()
  }

  /// Performs the pending layout and display while the transaction is still open: the changes that
  /// layout makes belong to it (rule 13.5).
  private func layOutModifiedTrees() {
    isLayingOut = true
    defer { isLayingOut = false }
    let depth = explicit.count
    var index = 0
    // Laying out one tree may modify another.
    while index < modifiedTrees.count {
      modifiedTrees[index].layerTree?.layoutAndDisplay()
      index += 1
    }
    require(
      explicit.count == depth,
      "layout or drawing began with \(depth) open transactions and returned with "
        + "\(explicit.count): match each begin with a commit before the method returns")
  }

  private func finishOutermost() {
    let trees = modifiedTrees
    let groups = closing
    let strays = self.strays
    modifiedTrees = []
    closing = []
    self.strays = []
    for tree in trees { tree.claim()?.acceptChanges() }
    for (layer, entry) in strays { layer.settleStray(entry, on: self) }
    for group in groups { group.close(on: self) }
  }

  func updateFlags() {
    isOpen = implicit != nil || !explicit.isEmpty
    startsNoActions = disablesActions
    settings = nil
  }

  /// True if completion blocks of transactions inside the implicit one wait for its commit.
  var hasClosingGroups: Bool { !closing.isEmpty }

  // MARK: - Values

  private func innermost<Value>(_ value: (TransactionFrame) -> Value?) -> Value? {
    for frame in explicit.reversed() {
      if let found = value(frame) { return found }
    }
    return implicit.flatMap(value)
  }

  /// Changes the innermost open frame, opening the implicit one if there is none.
  func update(_ change: (inout TransactionFrame) -> Void) {
    openIfNeeded()
    if explicit.isEmpty {
      change(&implicit!)
    } else {
      change(&explicit[explicit.count - 1])
    }
    updateFlags()
  }

  /// Cached until the stack changes.
  private var settings: AnimationSettings?

  /// The settings of an animation that is added now.
  var currentSettings: AnimationSettings {
    if let settings { return settings }
    let made = AnimationSettings(
      duration: innermost { $0.duration } ?? 0.25,
      timingFunction: innermost { $0.timingFunction } ?? nil,
      groups: (explicit + (implicit.map { [$0] } ?? [])).compactMap(\.completion))
    settings = made
    return made
  }

  var duration: Double { currentSettings.duration }
  var timingFunction: TimingFunction? { currentSettings.timingFunction }

  var disablesActions: Bool { innermost(\.disablesActions) ?? false }
  var completion: CompletionGroup? {
    innermost { $0.hasCompletion ? .some($0.completion) : nil } ?? nil
  }
  func value(forKey key: String) -> Any? { innermost { $0.values[key] } }
}

/// A tree that a transaction has modified. The transaction that publishes the tree first claims it:
/// if a tree is handed to another thread while the implicit transaction of this one is still open,
/// that thread's commit claims it, and nothing is left to do here.
final class ModifiedTree {
  private let tree: Unmanaged<LayerTree>
  private let isClaimed = Atomic<Bool>(false)

  init(_ layerTree: LayerTree) { tree = .passUnretained(layerTree) }

  /// The tree, unless it has been published or deallocated.
  var layerTree: LayerTree? {
    isClaimed.load(ordering: .acquiring) ? nil : tree.takeUnretainedValue()
  }

  /// Returns the tree to the first caller only.
  func claim() -> LayerTree? {
    isClaimed.exchange(true, ordering: .acquiringAndReleasing) ? nil : tree.takeUnretainedValue()
  }
}
