import Foundation
import Lamina
import LaminaViews

/// The size of a recording, and the distance of its checkpoints.
public struct RecordingOptions: Sendable, Hashable {
  /// The number of frames from one checkpoint to the next, from which replay can start. 300 by
  /// default; less than 1 counts as 1. With a ``byteBudget``, a checkpoint also comes once what changed
  /// since the last one takes a quarter of that.
  public var checkpointInterval = 300

  /// The number of bytes of the file above which its oldest part is dropped, up to a checkpoint; nil,
  /// the default, keeps everything. A recording ends if a checkpoint alone takes more.
  public var byteBudget: Int?

  /// Creates the default options.
  public init() {}
}

/// Records what the commits of a renderer change, and the frames that it draws, into a file.
///
///     let recorder = try Recorder(renderer, to: "session.lamina")
///     for time in times { try recorder.record(renderer.render(at: time)) }
///     try recorder.finish()
///
/// ``Recording`` reads it, and draws the same frames again. A commit costs O(layers that it changes),
/// a frame with damage O(pixels) for its hash, and a checkpoint O(layers). Contents are recorded as
/// bitmaps, once each; so are those that layers draw in code.
///
/// A recorder belongs to the isolation of its renderer. What it has recorded is in the file after
/// each frame.
public final class Recorder {
  /// The version of the format.
  public static let version = 1

  private let renderer: Renderer
  private let options: RecordingOptions
  private let file: RecordingFile
  private var pending = ""
  /// The lines of input since the last commit or frame.
  private var inputs: [String] = []
  private var failure: (any Error)?
  private var commitCount = 0
  private var frameCount = 0
  private var framesSinceCheckpoint = 0
  /// The number of frames, up to the last, after which the file was larger than the budget.
  private var framesOverBudget = 0
  private var viewport: JSONValue?
  /// The last frame's picture, and its hash.
  private var last: (identity: Frame.Identity?, hash: String)?
  private var isFinished = false

  /// Begins to record a renderer, into a file that is created or replaced.
  ///
  /// - Parameters:
  ///   - renderer: the renderer, which nobody else records.
  ///   - path: the name of the file.
  ///   - options: the size of the recording, and its checkpoints.
  /// - Throws: ``RecordingError/file(path:reason:)``.
  public init(
    _ renderer: Renderer, to path: String, options: RecordingOptions = RecordingOptions()
  ) throws {
    self.renderer = renderer
    self.options = options
    file = try RecordingFile(path: path)
    renderer.recordCommits(TreeRecorder { [weak self] in self?.record($0) })
  }

  deinit { if !isFinished { renderer.recordCommits(nil) } }

  /// Records a frame that the renderer has just drawn, and writes everything up to it to the file.
  ///
  /// - Throws: ``RecordingError/unrecordable(_:)`` if a commit had something that no recording can
  ///   hold, ``RecordingError/budgetExceeded(checkpoint:budget:)``, and
  ///   ``RecordingError/file(path:reason:)``.
  public func record(_ frame: Frame) throws {
    if let failure { throw failure }
    if renderer.options.damageTint != nil {
      throw RecordingError.unrecordable("frames with a damage tint")
    }
    takeInputs()
    let size = viewportValue
    if size != viewport {
      viewport = size
      pending += size.line
    }
    let isSame = last.flatMap { frame.damage(since: $0.identity) }?.isEmpty ?? false
    let hash = isSame ? last!.hash : frame.bitmap.recordedHash
    last = (frame.identity, hash)
    pending +=
      JSONValue.object([
        "frame": .integer(frameCount), "time": .number(frame.time), "hash": .text(hash),
      ]).line
    frameCount += 1
    framesSinceCheckpoint += 1
    try flush()
    // Animations go on without commits.
    if isDue { renderer.needsRecord() }
    try checkBudget()
  }

  /// Records an event of input, for those who read the recording: replay does without.
  ///
  /// It is in the file with the next frame. Between two frames, the last 1,000 events are recorded.
  ///
  /// - Throws: as for frames.
  public func record(_ event: InputEvent) throws {
    if let failure { throw failure }
    if !event.isValid { return }
    if inputs.count == Self.inputLimit { inputs.removeFirst() }
    inputs.append(InputCoding.json(event).line)
  }

  /// The most events of input between two frames: a scene that stands still grows no recording.
  private static let inputLimit = 1000

  private func takeInputs() {
    for line in inputs { pending += line }
    inputs = []
  }

  /// Ends the recording.
  ///
  /// - Throws: as for frames.
  public func finish() throws {
    if isFinished { return }
    isFinished = true
    renderer.recordCommits(nil)
    if let failure { throw failure }
    takeInputs()
    try flush()
  }

  /// True if a checkpoint is due.
  private var isDue: Bool {
    framesSinceCheckpoint >= max(1, options.checkpointInterval)
      || file.lengthSinceCheckpoint > (options.byteBudget ?? .max) / 4
  }

  private func flush() throws {
    try file.append(pending)
    pending = ""
    if let budget = options.byteBudget { try file.keep(within: budget) }
  }

  /// Ends the recording if neither what is old nor new checkpoints have made room: the first of these
  /// describes the tree that took too much, the second the one after it.
  private func checkBudget() throws {
    guard let budget = options.byteBudget else { return }
    if file.length <= budget {
      framesOverBudget = 0
    } else if framesOverBudget < 2 {
      framesOverBudget += 1
      renderer.needsRecord()
    } else {
      let error = RecordingError.budgetExceeded(checkpoint: file.length, budget: budget)
      failure = error
      throw error
    }
  }

  /// The size of the frames and the alignment of contents.
  private var viewportValue: JSONValue {
    .object([
      "size": .list([.integer(renderer.width), .integer(renderer.height)]),
      "scale": .number(renderer.scale),
      "alignment": renderer.options.contentsAlignment == .automatic
        ? nil : .text("\(renderer.options.contentsAlignment)"),
    ])
  }

  // MARK: - Commits

  private func record(_ commit: RecordedCommit) {
    guard failure == nil else { return }
    do {
      try write(commit)
    } catch let error as UnsupportedValue {
      failure = RecordingError.unrecordable("an animation: \(error)")
    } catch {
      failure = error
    }
  }

  private func write(_ commit: RecordedCommit) throws {
    if let layer = commit.transitioning {
      throw RecordingError.unrecordable(
        "\(layer.description), which is in a transition that began before the recording")
    }
    takeInputs()
    guard commitCount == 0 || isDue || framesOverBudget > 0 else {
      return try writeChanges(of: commit)
    }
    try file.append(pending)
    file.beginCheckpoint()
    framesSinceCheckpoint = 0
    let size = viewport ?? viewportValue
    viewport = size
    let origin = commit.origin()
    pending =
      JSONValue.object(
        [.init(key: "checkpoint", value: .integer(commitCount))] + (size.members ?? [])
          + [.init(key: "commits", value: .integer(origin.count))]
      ).line
    for commit in origin { try writeChanges(of: commit) }
    if origin.isEmpty { try writeChanges(of: commit) }
    try file.append(pending)
    pending = ""
    file.endCheckpoint()
    if !origin.isEmpty { try writeChanges(of: commit) }
  }

  private func writeChanges(of commit: RecordedCommit) throws {
    let transactions = Set(commit.transactions.map(\.number))
    for layer in commit.layers {
      try write(layer.after, since: layer.before, by: transactions)
    }
    pending +=
      JSONValue.object([
        "commit": .integer(commitCount), "time": .number(commit.time),
        "root": .integer(commit.root),
        "removed": commit.removed.isEmpty ? nil : .list(commit.removed.map(JSONValue.integer)),
        "transactions": commit.transactions.isEmpty
          ? nil : .list(commit.transactions.map(Self.json)),
      ]).line
    commitCount += 1
  }

  private static func json(_ transaction: RecordedTransaction) -> JSONValue {
    .object([
      "number": .integer(transaction.number), "label": transaction.label.map(JSONValue.text),
      "implicit": transaction.isImplicit ? .bool(true) : nil,
    ])
  }

  private func write(
    _ layer: RecordedLayer, since before: RecordedLayer?, by transactions: Set<Int>
  ) throws {
    if let problem = layer.problem { throw RecordingError.unrecordable(problem) }
    var members = [JSONValue.Member(key: "layer", value: .integer(layer.number))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    if before == nil {
      add("kind", .text(layer.kind.rawValue))
      if layer.className != layer.kind.rawValue { add("class", .text(layer.className)) }
    }
    if layer.name != before?.name { add("name", layer.name.map(JSONValue.text) ?? .null) }
    let values = try layer.values(differingFrom: before).map { key, value in
      JSONValue.Member(key: key, value: try ValueCoding.json(value, keep))
    }
    if !values.isEmpty { add("set", .object(values)) }
    if layer.mask != before?.mask { add("mask", layer.mask.map(JSONValue.integer) ?? .null) }
    let splice = Self.splice(before?.sublayers ?? [], layer.sublayers)
    if !splice.isEmpty { add("sublayers", .list(splice.map(JSONValue.integer))) }
    if layer.tiles !== before?.tiles { add("tiles", try json(layer.tiles)) }
    let known = Set(before?.animations.map(\.number) ?? [])
    let ended = known.subtracting(layer.animations.map(\.number))
    if !ended.isEmpty { add("ended", .list(ended.sorted().map(JSONValue.integer))) }
    let begun = layer.animations.filter { !known.contains($0.number) }
    if !begun.isEmpty { add("animations", .list(try begun.map(json))) }
    let own = layer.transactions.filter(transactions.contains)
    if !own.isEmpty, before != nil, members.count > 1 {
      add("by", .list(own.map(JSONValue.integer)))
    }
    if members.count > 1 { pending += JSONValue.object(members).line }
  }

  /// Returns the change from one list to another: a place, the number of elements that are removed
  /// there, and those that come in; nothing if the lists are equal.
  static func splice(_ old: [Int], _ new: [Int]) -> [Int] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    if start == old.count, start == new.count { return [] }
    var end = 0
    while end < old.count - start, end < new.count - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    {
      end += 1
    }
    return [start, old.count - start - end] + new[start..<new.count - end]
  }

  private func json(_ animation: RecordedAnimation) throws -> JSONValue {
    var first = [
      JSONValue.Member(key: "animation", value: .integer(animation.number)),
      JSONValue.Member(key: "begin", value: .number(animation.begin)),
    ]
    if let key = animation.key { first.append(.init(key: "key", value: .text(key))) }
    return try AnimationCoding.json(animation.animation, first: first, keep)
  }

  private func json(_ tiles: VisibleTiles?) throws -> JSONValue {
    guard let tiles else { return .null }
    return .object([
      "fade": .number(tiles.fadeDuration),
      "tiles": .list(
        try tiles.tiles.map { tile in
          .list([
            .text(try keep(tile.bitmap)), .number(tile.rect.minX), .number(tile.rect.minY),
            .number(tile.rect.width), .number(tile.rect.height), .number(tile.arrival),
          ])
        }),
    ])
  }

  /// Writes a bitmap, unless the file has it, and returns its hash.
  private func keep(_ bitmap: Bitmap) throws -> String {
    let hash = bitmap.recordedHash
    if !file.use(bitmap: hash) {
      // Before the lines that refer to it.
      try file.append(bitmap: hash, try BitmapCoding.json(bitmap, hash: hash).line)
    }
    return hash
  }
}

extension RecordedLayer {
  /// The class and the name.
  var description: String { name.map { "\(className) \"\($0)\"" } ?? className }
}
