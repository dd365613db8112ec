import Lamina

/// The changes of a tree in a commit.
struct RecordedCommit {
  /// The time of the commit, in seconds.
  let time: Double
  /// The number of the root layer.
  let root: Int
  /// The layers that joined or changed, each with its state before; nil for one that joined.
  let layers: [(before: RecordedLayer?, after: RecordedLayer)]
  /// The numbers of the layers that left.
  let removed: [Int]
  /// The transactions that made the changes, by number.
  let transactions: [RecordedTransaction]
  /// A layer in a transition that began before the recording; nil if there is none.
  var transitioning: RecordedLayer?
  /// Returns commits that lead to the tree before this one, the first of which publishes all of its
  /// layers; none if this is the first commit.
  ///
  /// There is more than one while transitions run: these begin in them anew, and so have their old
  /// pictures. It is to be called while the commit is handed over.
  var origin: () -> [RecordedCommit] = { [] }
}

/// A recorder of commits, which hands each of them over with the states of the layers that it changed.
///
/// A commit costs it O(layers that changed, and their sublayers where those changed).
final class TreeRecorder: CommitRecorder {
  private let body: (RecordedCommit) -> Void
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var states: [Int: RecordedLayer] = [:]
  private var nextNumber = 1
  private var lastAnimation = 0
  private var lastTransaction = 0
  /// The time and the root of the last commit.
  private var last = (time: 0.0, root: 0)
  /// The numbers of the transitions that run, by those of their layers.
  private var transitions: [Int: Set<Int>] = [:]
  private var beginnings = TransitionBeginnings()

  init(_ body: @escaping (RecordedCommit) -> Void) { self.body = body }

  func record(_ changes: CommitChanges) {
    let isFirst = states.isEmpty
    var changed = changes.changed
    if isFirst { changes.root.forEachLayer { changed.append($0) } }
    let earlier = transitions
    var removed: [Int] = []
    var undo: [Int: RecordedLayer?] = [:]
    for layer in changes.departed where !changes.contains(layer) {
      guard let number = numbers.removeValue(forKey: ObjectIdentifier(layer)) else { continue }
      changes.forget(layer)
      if let state = states.removeValue(forKey: number) {
        removed.append(number)
        undo[number] = state
      }
      transitions[number] = nil
    }
    // What left and came back may have got other sublayers outside the tree.
    let changedParents = Set((changes.parents + changes.departed).map { ObjectIdentifier($0) })
    var seen: Set<ObjectIdentifier> = []
    var layers: [(before: RecordedLayer?, after: RecordedLayer)] = []
    var transactions: Set<RecordedTransaction> = []
    for layer in changed + changes.parents
    where changes.contains(layer) && seen.insert(ObjectIdentifier(layer)).inserted {
      let before = states[number(for: layer)]
      let own = changes.transactions(thatChanged: layer, after: lastTransaction)
      transactions.formUnion(own)
      let after = RecordedLayer(
        of: layer, before: before,
        hasSameSublayers: before != nil && !changedParents.contains(ObjectIdentifier(layer)),
        transactions: own.map(\.number).sorted(), lastAnimation: &lastAnimation,
        number: number(for:))
      states[after.number] = after
      let running = Set(after.animations.lazy.filter(\.isTransition).map(\.number))
      transitions[after.number] = running.isEmpty ? nil : running
      undo.updateValue(before, forKey: after.number)
      layers.append((before, after))
    }
    lastTransaction = max(lastTransaction, transactions.map(\.number).max() ?? 0)
    let (before, now) = (last, (time: changes.time, root: number(for: changes.root)))
    last = now
    body(
      RecordedCommit(
        time: now.time, root: now.root, layers: layers, removed: removed,
        transactions: transactions.sorted { $0.number < $1.number },
        transitioning: isFirst ? transitions.keys.min().flatMap { states[$0] } : nil,
        origin: { [self] in
          if isFirst { return [] }
          var states = states
          for (number, state) in undo { states[number] = state }
          return beginnings.commits(to: states, at: before)
        }))
    if !isFirst { beginnings.note(undo, from: before, to: now, transitions, earlier) }
  }

  /// Returns the number of a layer, a new one if it has none.
  private func number(for layer: Layer) -> Int {
    let key = ObjectIdentifier(layer)
    if let number = numbers[key] { return number }
    numbers[key] = nextNumber
    nextNumber += 1
    return nextNumber - 1
  }

  func number(of layer: Layer) -> Int? {
    numbers[ObjectIdentifier(layer)].flatMap { states[$0] == nil ? nil : $0 }
  }
}
