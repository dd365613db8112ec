import Testing

/// The failure of a walk, and the edit after which it was found.
package struct WalkFailure: Error, CustomStringConvertible, Sendable {
  /// The place of the edit in the walk, from 0.
  package var edit: Int
  /// The words for what went wrong.
  package var text: String

  /// A failure after an edit.
  package init(edit: Int, text: String) {
    self.edit = edit
    self.text = text
  }

  package var description: String { "after edit \(edit): \(text)" }
}

/// A list of random edits that is carried out and checked, and made shorter where it fails.
///
/// The edits belong to the test: values that say all, or numbers that each step of the
/// walk draws the rest from, as ``stepSeeds(_:count:)`` makes them. An edit has to be possible after
/// any others, because some of them are left out while a failure is made shorter.
package struct RandomWalk<Edit> {
  /// The number that the edits follow from.
  package let seed: UInt64
  /// The edits, first to last.
  package var edits: [Edit]
  /// The beginning that all edits follow: words for the reproduction.
  package var setting: String
  /// The most walks to try while a failure is made shorter.
  package var attempts = 1_500

  /// A walk whose edits follow from a seed.
  package init(seed: UInt64, edits: [Edit], setting: String = "") {
    self.seed = seed
    self.edits = edits
    self.setting = setting
  }

  /// The walk as text, an edit a line.
  package var listing: String {
    ([setting].filter { !$0.isEmpty } + edits.map { "  \($0)" }).joined(separator: "\n")
  }

  // MARK: - Carrying it out

  /// Carries the edits out in a scene up to the first failure.
  ///
  /// - Parameter step: carries an edit out and looks at the scene; what it returns is what is wrong.
  ///   An error that it throws is a failure, too.
  package func run<Scene>(
    in scene: Scene, _ step: (inout Scene, Edit) throws -> String?
  ) -> WalkFailure? {
    var scene = scene
    for (index, edit) in edits.enumerated() {
      do {
        if let text = try step(&scene, edit) { return WalkFailure(edit: index, text: text) }
      } catch {
        return WalkFailure(edit: index, text: "\(error)")
      }
    }
    return nil
  }

  /// Carries the walk out, and records its failure together with the shortest walk that fails, too.
  ///
  /// - Parameters:
  ///   - simplified: makes a failing walk smaller in ways that the list of edits does not know of,
  ///     within so many attempts.
  ///   - run: carries out a walk from a new beginning; while a failure is made shorter, `isShrinking`.
  package func expectNoFailure(
    sourceLocation: SourceLocation = #_sourceLocation,
    simplified: (
      _ walk: Self, _ attempts: inout Int, _ fails: (Self) throws -> Bool
    ) throws -> Self = { walk, _, _ in walk },
    _ run: @escaping (_ walk: Self, _ isShrinking: Bool) throws -> WalkFailure?
  ) throws {
    guard let failure = try run(self, false) else { return }
    func fails(_ walk: Self) throws -> Bool { try run(walk, true) != nil }
    var short = self
    // A failure that an edit has no part in is one of the beginning or of the end.
    if edits.indices.contains(failure.edit) { short.edits.removeSubrange((failure.edit + 1)...) }
    var left = attempts
    if try fails(short) {
      short = try simplified(short, &left, fails)
      short = try short.shrunk(attempts: &left, fails: fails)
    }
    let last = try run(short, true) ?? failure
    Issue.record(
      """
      seed \(seed) failed \(failure)
      short form, \(last): \(short.listing)
      again: LAMINA_WALK_SEED=\(seed) swift test --filter \(sourceLocation.fileName.suite)
      """, sourceLocation: sourceLocation)
  }

  // MARK: - Making it shorter

  /// Finds the shortest walk, by leaving edits out, that still fails.
  ///
  /// It is delta debugging (Zeller and Hildebrandt, 2002): ever smaller pieces are left out, as long
  /// as what remains fails.
  ///
  /// - Parameter attempts: the number of walks to try at most, and then those that are left.
  package func shrunk(
    attempts left: inout Int, fails: (Self) throws -> Bool
  ) rethrows -> Self {
    var best = self
    var piece = max(1, best.edits.count / 2)
    while left > 0 {
      var start = 0
      var madeProgress = false
      while start < best.edits.count, left > 0 {
        var candidate = best
        candidate.edits.removeSubrange(start..<min(start + piece, best.edits.count))
        left -= 1
        if try fails(candidate) {
          best = candidate
          madeProgress = true
        } else {
          start += piece
        }
      }
      if piece == 1, !madeProgress { break }
      if !madeProgress || piece > best.edits.count { piece = max(1, piece / 2) }
    }
    return best
  }
}

extension RandomWalk where Edit == UInt64 {
  /// A walk whose edits are seeds of their own, from which each step draws what it does: it does the
  /// same when steps before it are left out.
  package static func stepSeeds(_ seed: UInt64, count: Int, setting: String = "") -> Self {
    var numbers = SeededGenerator(seed: seed)
    return Self(seed: seed, edits: (0..<count).map { _ in numbers.next() }, setting: setting)
  }
}

extension String {
  /// The suite of a file, which is named after it.
  fileprivate var suite: Substring { prefix { $0 != "." } }
}
