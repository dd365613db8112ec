import Lamina

/// The states of a tree when the transitions that matter to its picture began, as changes back from the
/// states that it has now.
///
/// A transition shows its layer as it was before, which is in no property: replay has the layer go
/// through that state. It takes memory for the layers that changed since.
struct TransitionBeginnings {
  /// The time of a commit, in seconds, and the number of the root layer.
  typealias Commit = (time: Double, root: Int)
  /// The earlier states of layers by their numbers; nil for those that were not there.
  typealias Undo = [Int: RecordedLayer?]

  /// A commit in which transitions began.
  private struct Beginning {
    let begun: Set<Int>
    /// The transitions that ran before, whose pictures may be in those of the new ones.
    let earlier: Set<Int>
    let before: Commit
    let commit: Commit
    /// The layers that the commit changed, as they were before it.
    let changes: Undo
    /// Those that changed from then until the next beginning.
    var later: Undo = [:]
  }

  /// In the order of the commits.
  private var beginnings: [Beginning] = []

  /// Notes a commit.
  ///
  /// - Parameters:
  ///   - undo: the layers that it changed, as they were before.
  ///   - before: the commit before.
  ///   - commit: the commit.
  ///   - transitions: the numbers of the transitions that run, by their layers.
  ///   - earlier: those that ran before.
  /// - Complexity: O(layers that changed), and O(1) while no transition runs.
  mutating func note(
    _ undo: Undo, from before: Commit, to commit: Commit, _ transitions: [Int: Set<Int>],
    _ earlier: [Int: Set<Int>]
  ) {
    if transitions.isEmpty {
      beginnings = []
      return
    }
    let running = Set(transitions.values.joined())
    let past = Set(earlier.values.joined())
    if running.isSubset(of: past) {
      if let last = beginnings.indices.last { beginnings[last].later.merge(undo) { old, _ in old } }
    } else {
      beginnings.append(
        Beginning(
          begun: running.subtracting(past), earlier: past, before: before, commit: commit,
          changes: undo))
    }
    if running != past { forgetBeginnings(notNeededFor: running) }
  }

  /// Forgets what neither the transitions that run nor their old pictures show.
  private mutating func forgetBeginnings(notNeededFor running: Set<Int>) {
    var needed = running
    // Pictures that are nested too deeply are not drawn, but without theirs they would not count as such.
    for _ in 0..<RecordedAnimation.maximumTransitionDepth {
      for beginning in beginnings where !beginning.begun.isDisjoint(with: needed) {
        needed.formUnion(beginning.earlier)
      }
    }
    for index in beginnings.indices.reversed()
    where beginnings[index].begun.isDisjoint(with: needed) {
      let gone = beginnings.remove(at: index)
      if index > 0 {
        beginnings[index - 1].later.merge(gone.changes) { old, _ in old }
        beginnings[index - 1].later.merge(gone.later) { old, _ in old }
      }
    }
  }

  /// Returns commits that lead through the states in which transitions began to those of the last
  /// commit that was noted.
  ///
  /// - Parameters:
  ///   - states: the states of all layers, by their numbers.
  ///   - now: that commit.
  /// - Complexity: O(layers).
  func commits(to states: [Int: RecordedLayer], at now: Commit) -> [RecordedCommit] {
    var layers = states
    var commit = now
    var steps: [RecordedCommit] = []
    /// Goes back to an earlier commit.
    func goBack(by undo: Undo, to before: Commit) {
      var changes: [(before: RecordedLayer?, after: RecordedLayer)] = []
      var removed: [Int] = []
      for (number, old) in undo.sorted(by: { $0.key < $1.key }) {
        if let new = layers[number] {
          changes.append((old, new))
        } else if old != nil {
          removed.append(number)
        }
        layers[number] = old
      }
      if !changes.isEmpty || !removed.isEmpty || commit.root != before.root {
        steps.append(Self.step(commit, changes, removed))
      }
      commit = before
    }
    for beginning in beginnings.reversed() {
      goBack(by: beginning.later, to: beginning.commit)
      goBack(by: beginning.changes, to: beginning.before)
    }
    let all = layers.values.sorted { $0.number < $1.number }
    steps.append(Self.step(commit, all.map { (nil, $0) }, []))
    return steps.reversed()
  }

  private static func step(
    _ commit: Commit, _ layers: [(before: RecordedLayer?, after: RecordedLayer)], _ removed: [Int]
  ) -> RecordedCommit {
    RecordedCommit(
      time: commit.time, root: commit.root, layers: layers, removed: removed, transactions: [])
  }
}
