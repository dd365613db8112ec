import Lamina

/// The steps of a recording up to a frame, from which any can be left out.
struct EditList {
  /// A change, a commit that publishes those before it, or a frame.
  enum Step {
    case add(Int, RecordedKind, className: String)
    case name(Int, String?)
    case set(Int, String, JSONValue)
    case mask(Int, Int?)
    case sublayers(Int, [Int])
    case tiles(Int, JSONValue)
    case animate(Int, Int, JSONValue)
    case end(Int, Int)
    case root(Int)
    /// The members of a line `size`.
    case size(JSONValue)
    case commit(Double)
    case frame(Double)

    /// The number of the layer that changes.
    var layer: Int? {
      switch self {
      case .add(let number, _, _), .name(let number, _), .set(let number, _, _),
        .mask(let number, _), .sublayers(let number, _), .tiles(let number, _),
        .animate(let number, _, _), .end(let number, _):
        number
      case .root, .size, .commit, .frame: nil
      }
    }

    var isCommit: Bool { if case .commit = self { true } else { false } }
    var isFrame: Bool { if case .frame = self { true } else { false } }
    var isSize: Bool { if case .size = self { true } else { false } }
  }

  var steps: [Step] = []

  /// The number of steps that change something.
  var editCount: Int { steps.count { $0.layer != nil } }
  /// The number of frames.
  var frameCount: Int { steps.count(where: \.isFrame) }
  /// The layers, each with the state that it was last given.
  var tree: TreeState {
    var state = TreeState()
    state.apply(steps)
    return state
  }

  init() {}

  /// Reads the lines of a recording from a checkpoint to a frame.
  init(_ source: RecordingSource, _ lines: ClosedRange<Int>) throws {
    var state = TreeState()
    var size: JSONValue?
    var pending: [JSONValue] = []
    var isCheckpoint = false
    for line in lines where !source.isBitmap(line) {
      try source.replaying(line) { json in
        switch json.members?.first?.key {
        case "checkpoint", "size":
          let new = JSONValue.object([
            "size": json["size"], "scale": json["scale"], "alignment": json["alignment"],
          ])
          if new != size { steps.append(.size(new)) }
          size = new
          isCheckpoint = isCheckpoint || json["checkpoint"] != nil
        case "layer": pending.append(json)
        case "commit":
          let old = state
          try state.read(pending, json, isCheckpoint: isCheckpoint)
          pending = []
          isCheckpoint = false
          if let root = state.root, root != old.root { steps.append(.root(root)) }
          steps += TreeState.steps(from: old.layers, to: state.layers)
          steps.append(.commit(json["time"]?.number ?? 0))
        case "frame": steps.append(.frame(json["time"]?.number ?? 0))
        default: break
        }
      }
    }
  }

  // MARK: - Commits

  /// Calls a function for each step that is no change. For a commit it is given the tree, and the
  /// layers that the commit before published.
  private func forEachEvent(
    _ body: (_ step: Step, _ state: TreeState, _ published: [Int: TreeState.LayerState]?) throws
      -> Void
  ) rethrows {
    var state = TreeState()
    var published: [Int: TreeState.LayerState]?
    var changes: [Step] = []
    for step in steps {
      switch step {
      case .size, .frame: try body(step, state, published)
      case .commit:
        state.apply(changes)
        changes = []
        try body(step, state, published)
        published = state.shown
      default: changes.append(step)
      }
    }
  }

  /// The list without steps that make no difference, such as values that are replaced before they
  /// are committed. Its lines are the same.
  var tidied: EditList {
    var result = EditList()
    var root: Int?
    forEachEvent { step, state, published in
      if step.isCommit {
        if let new = state.root, new != root { result.steps.append(.root(new)) }
        root = state.root
        result.steps += TreeState.steps(from: published ?? [:], to: state.shown)
      }
      result.steps.append(step)
    }
    return result
  }

  /// The lines of a recording that begins with the list, without bitmaps. Frames have no hashes.
  var lines: [JSONValue] {
    var lines: [JSONValue] = []
    var viewport: [JSONValue.Member] = []
    var (commits, frames) = (0, 0)
    forEachEvent { step, state, published in
      switch step {
      case .size(let size):
        if commits > 0 { lines.append(size) } else { viewport = size.members ?? [] }
      case .commit(let time):
        if commits == 0 {
          lines.append(.object([.init(key: "checkpoint", value: .integer(0))] + viewport))
        }
        let shown = state.shown
        let removed = (published ?? [:]).keys.filter { shown[$0] == nil }.sorted()
        lines += Self.layerLines(from: published ?? [:], to: shown)
        lines.append(
          .object([
            "commit": .integer(commits), "time": .number(time),
            "root": state.root.map(JSONValue.integer),
            "removed": removed.isEmpty ? nil : .list(removed.map(JSONValue.integer)),
          ]))
        commits += 1
      case .frame(let time):
        lines.append(.object(["frame": .integer(frames), "time": .number(time)]))
        frames += 1
      default: break
      }
    }
    return lines
  }

  private static func layerLines(
    from old: [Int: TreeState.LayerState], to new: [Int: TreeState.LayerState]
  ) -> [JSONValue] {
    var steps: [Int: [Step]] = [:]
    for step in TreeState.steps(from: old, to: new) { steps[step.layer!, default: []].append(step) }
    return steps.sorted { $0.key < $1.key }.map { number, steps in
      var members = [JSONValue.Member(key: "layer", value: .integer(number))]
      func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
      var values: [JSONValue.Member] = []
      var ended: [JSONValue] = []
      var begun: [JSONValue] = []
      for step in steps {
        switch step {
        case .add(_, let kind, let className):
          add("kind", .text(kind.rawValue))
          if className != kind.rawValue { add("class", .text(className)) }
        case .name(_, let name): add("name", name.map(JSONValue.text) ?? .null)
        case .set(_, let key, let value): values.append(.init(key: key, value: value))
        case .mask(_, let mask): add("mask", mask.map(JSONValue.integer) ?? .null)
        case .sublayers(_, let list):
          let splice = Recorder.splice(old[number]?.sublayers ?? [], list)
          add("sublayers", .list(splice.map(JSONValue.integer)))
        case .tiles(_, let tiles): add("tiles", tiles)
        case .end(_, let animation): ended.append(.integer(animation))
        case .animate(_, _, let json): begun.append(json)
        case .root, .size, .commit, .frame: break
        }
      }
      if !values.isEmpty { add("set", .object(values)) }
      if !ended.isEmpty { add("ended", .list(ended)) }
      if !begun.isEmpty { add("animations", .list(begun)) }
      return .object(members)
    }
  }
}
