import Lamina

/// A log of the events in a scene, in order. As text it has one line for each event, indented by
/// the open transactions.
public struct SceneLog: CustomStringConvertible {
  /// A frame in the log.
  public struct FrameRecord {
    /// The time of the frame, in seconds.
    public let time: Double
    /// The region that was redrawn, in pixels.
    public let damage: Region
    /// The causes of the damage.
    public let explanation: DamageExplanation?
  }

  /// The animations that were added, in order.
  public private(set) var animations: [StartedAnimation] = []
  /// The actions other than animations that ran, in order.
  public private(set) var actions: [StartedAction] = []
  /// The frames that were drawn, in order.
  public private(set) var frames: [FrameRecord] = []
  /// The number of completion blocks called.
  public private(set) var completionBlockCalls = 0
  /// The lines of the text.
  public private(set) var lines: [String] = []
  private var depth = 0
  /// The properties animated since a transaction was last opened or closed. Changes to any others
  /// are logged as not animated.
  private var animated: Set<String> = []

  /// Creates an empty log.
  init() {}

  /// The lines, joined by line feeds.
  public var description: String { lines.joined(separator: "\n") }

  /// A text with the damage of each frame and its causes, for recording.
  public var damageDescription: String {
    frames.map { frame in
      let causes = frame.explanation.map { "\n" + $0.description } ?? ""
      return "\(Readable.number(frame.time)) s: \(frame.damage)"
        + (frame.damage.isEmpty ? "" : causes.replacing("\n", with: "\n  "))
    }.joined(separator: "\n")
  }

  private mutating func add(_ line: String) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  mutating func note(_ frame: Frame) {
    frames.append(
      FrameRecord(time: frame.time, damage: frame.damage, explanation: frame.explanation))
    add("frame at \(Readable.number(frame.time)) s: damage \(frame.damage)")
  }

  mutating func note(_ event: TransactionEvent) {
    switch event {
    case .opened(let isImplicit):
      add(isImplicit ? "implicit transaction" : "begin")
      depth += 1
      animated = []
    case .closed(let isImplicit):
      depth = max(0, depth - 1)
      add(isImplicit ? "implicit transaction committed" : "commit")
      animated = []
    case .changed(let layer, let key, let from, let to):
      if animated.contains("\(layer.inspectedName) \(key)") { return }
      add("\(layer.inspectedName): \(key) \(from) -> \(to) without animation")
    case .ran(let action, let key, let layer):
      if action is Animation { return }
      let started = StartedAction(layer: layer, key: key, action: action)
      actions.append(started)
      add(started.description)
    case .added(let animation, let key, let layer):
      let started = StartedAnimation(layer: layer, key: key, animation: animation)
      animations.append(started)
      for change in started.changes {
        let property = change.keyPath.prefix { $0 != "." }
        animated.insert("\(layer.inspectedName) \(property)")
      }
      for line in started.lines { add(line) }
    case .began(_, let key, let layer): add("\(Self.name(key, layer)) begins")
    case .ended(_, let key, let layer, let finished):
      add("\(Self.name(key, layer)) \(finished ? "ends" : "is removed")")
    case .completionBlockSet: add("completion block set")
    case .completionBlockCalled:
      completionBlockCalls += 1
      add("completion block called")
    }
  }

  private static func name(_ key: String?, _ layer: Layer) -> String {
    "\(layer.inspectedName): animation \(key?.debugDescription ?? "without a key")"
  }
}

/// An animation that was added to a layer, by an action or explicitly.
public struct StartedAnimation: CustomStringConvertible {
  /// The effect of an animation on one property.
  public struct Change: Equatable {
    /// The property or a part of it, such as `position.x`; `transition` for a `Transition`.
    public let keyPath: String
    /// The first value, as `Layer.debugDescription` writes values.
    public let from: String
    /// The last value.
    public let to: String
  }

  /// The layer to which the animation was added.
  public let layer: Layer
  /// The key under which the animation was added.
  public let key: String?
  /// The layer's copy of the animation.
  public let animation: Animation
  /// The effects on properties; several for a group.
  public let changes: [Change]

  init(layer: Layer, key: String?, animation: Animation) {
    self.layer = layer
    self.key = key
    self.animation = animation
    changes = animation.changes(on: layer).map {
      Change(keyPath: $0.keyPath, from: $0.from, to: $0.to)
    }
  }

  /// A text with the duration and the timing function.
  var timing: String {
    "over \(Readable.number(animation.duration)) s, \(Readable.curve(animation.timingFunction))"
  }

  var lines: [String] {
    if changes.isEmpty { return ["\(layer.inspectedName): \(animation.debugDescription)"] }
    return changes.map { line($0) }
  }

  func line(_ change: Change) -> String {
    "\(layer.inspectedName): \(change.keyPath) animates \(change.from) to \(change.to) \(timing)"
  }

  /// A text with the layer and the changes: `Layer "box": opacity animates 1 to 0.5 over 0.25 s, …`
  public var description: String { lines.joined(separator: "\n") }
}

/// An action other than an animation that ran.
public struct StartedAction: CustomStringConvertible {
  /// The layer for which the action ran.
  public let layer: Layer
  /// The property or event that triggered the action.
  public let key: String
  /// The action that ran.
  public let action: any Action

  /// A text with the layer, the key and the action's type.
  public var description: String {
    "\(layer.inspectedName): \(key) runs \(type(of: action))"
  }
}
