import Lamina

/// The expected effect of a change: an animation, no animation, or another action.
public struct ActionExpectation: CustomStringConvertible {
  private enum Effect {
    case animates(from: Any?, to: Any?, duration: Double?, curve: TimingFunction?)
    case doesNotAnimate
    case runs
  }

  private let layer: Layer
  private let key: String
  private let kind: Effect

  private init(_ layer: Layer, _ key: String, _ kind: Effect) {
    self.layer = layer
    self.key = key
    self.kind = kind
  }

  /// Returns the expectation that a property, or a part of one such as `position.x`, is animated.
  /// An argument that is nil matches anything.
  ///
  /// - Parameters:
  ///   - keyPath: the property; `transition` for a `Transition`.
  ///   - layer: the animated layer.
  ///   - from: the first value: a number, `CGPoint`, `Color` or another animatable value;
  ///     numbers are compared to six decimals.
  ///   - to: the last value, likewise.
  ///   - duration: the duration in seconds.
  ///   - curve: the timing function; `TimingFunction.default` is that of implicit animations.
  public static func animates(
    _ keyPath: String, of layer: Layer, from: Any? = nil, to: Any? = nil,
    over duration: Double? = nil, curve: TimingFunction? = nil
  ) -> ActionExpectation {
    ActionExpectation(
      layer, keyPath, .animates(from: from, to: to, duration: duration, curve: curve))
  }

  /// Returns the expectation that a property is animated. An argument that is nil matches anything.
  public static func animates<Value>(
    _ property: LayerProperty<Value>, of layer: Layer, from: Value? = nil, to: Value? = nil,
    over duration: Double? = nil, curve: TimingFunction? = nil
  ) -> ActionExpectation {
    animates(property.keyPath, of: layer, from: from, to: to, over: duration, curve: curve)
  }

  /// Returns the expectation that neither the property nor a part of it is animated.
  public static func doesNotAnimate<Value>(
    _ property: LayerProperty<Value>, of layer: Layer
  ) -> ActionExpectation {
    doesNotAnimate(property.keyPath, of: layer)
  }

  /// Returns the expectation that neither the property nor a part of it is animated.
  public static func doesNotAnimate(_ key: String, of layer: Layer) -> ActionExpectation {
    ActionExpectation(layer, key, .doesNotAnimate)
  }

  /// Returns the expectation that an action other than an animation runs for a key.
  public static func runsAction(forKey key: String, of layer: Layer) -> ActionExpectation {
    ActionExpectation(layer, key, .runs)
  }

  /// The expectation in the format of a log.
  public var description: String {
    let name = layer.inspectedName
    switch kind {
    case .doesNotAnimate: return "\(name): \(key) does not animate"
    case .runs: return "\(name): \(key) runs an action"
    case .animates(let from, let to, let duration, let curve):
      var text = "\(name): \(key) animates"
      if let from { text += " \(Readable.value(from))" }
      if let to { text += " to \(Readable.value(to))" }
      if let duration { text += " over \(Readable.number(duration)) s" }
      if let curve { text += "\(duration == nil ? "" : ","), \(Readable.curve(curve))" }
      return text.replacing(",,", with: ",")
    }
  }

  // MARK: - Comparing

  /// An animation or action that was started, with its line in the log.
  struct Started {
    let layer: Layer
    let key: String
    let change: StartedAnimation.Change?
    let animation: Animation?
    let line: String
  }

  /// Returns everything that was started according to a log.
  static func started(_ log: SceneLog) -> [Started] {
    log.animations.flatMap { started in
      started.changes.map {
        Started(
          layer: started.layer, key: $0.keyPath, change: $0, animation: started.animation,
          line: started.line($0))
      }
    }
      + log.actions.map {
        Started(
          layer: $0.layer, key: $0.key, change: nil, animation: nil, line: $0.description)
      }
  }

  /// Returns true if the expectation applies to the layer and the property.
  private func concerns(_ started: Started) -> Bool {
    guard started.layer === layer else { return false }
    switch kind {
    case .animates: return started.change != nil && started.key == key
    case .runs: return started.change == nil && started.key == key
    case .doesNotAnimate:
      return started.change != nil && (started.key == key || started.key.hasPrefix(key + "."))
    }
  }

  private func matches(_ started: Started) -> Bool {
    guard case .animates(let from, let to, let duration, let curve) = kind,
      let change = started.change, let animation = started.animation
    else { return true }
    return (from.map { Readable.value($0) == change.from } ?? true)
      && (to.map { Readable.value($0) == change.to } ?? true)
      && (duration.map { Readable.number($0) == Readable.number(animation.duration) } ?? true)
      && (curve.map { Readable.curve($0) == Readable.curve(animation.timingFunction) } ?? true)
  }

  /// Compares expectations with the animations and actions that were started.
  ///
  /// - Returns: the lines of both, marked `-` for unmet expectations and `+` for anything started
  ///   unexpectedly; nil if everything is as expected.
  static func difference(
    _ expectations: [ActionExpectation], _ started: [Started], allowsOthers: Bool
  ) -> String? {
    var rest = started
    var lines: [String] = []
    var isWrong = false
    for expectation in expectations {
      if case .doesNotAnimate = expectation.kind {
        let wrong = rest.filter(expectation.concerns)
        rest.removeAll(where: expectation.concerns)
        isWrong = isWrong || !wrong.isEmpty
        lines.append((wrong.isEmpty ? "  " : "- ") + expectation.description)
        lines += wrong.map { "+ " + $0.line }
        continue
      }
      let index =
        rest.firstIndex { expectation.concerns($0) && expectation.matches($0) }
        ?? rest.firstIndex(where: expectation.concerns)
      let found = index.map { rest.remove(at: $0) }
      if let found, expectation.matches(found) {
        lines.append("  " + found.line)
        continue
      }
      isWrong = true
      lines.append("- " + expectation.description)
      if let found { lines.append("+ " + found.line) }
    }
    lines += rest.map { (allowsOthers ? "  " : "+ ") + $0.line }
    if !rest.isEmpty, !allowsOthers { isWrong = true }
    return isWrong ? lines.joined(separator: "\n") : nil
  }
}

extension TestScene {
  /// Runs changes and expects them to start the given actions, and no others.
  ///
  ///     scene.expectActions([
  ///       .animates("opacity", of: box, from: 1, to: 0.5, over: 0.25, curve: .default),
  ///       .doesNotAnimate("position", of: box),
  ///     ]) {
  ///       box.opacity = 0.5
  ///     }
  ///
  /// Only live layers start actions by themselves: draw a frame, or call ``commit()``, first.
  ///
  /// - Parameters:
  ///   - expectations: the actions that the changes have to start.
  ///   - allowingOthers: true to allow actions that are not listed.
  ///   - fileID: the file of the expectation, for failures.
  ///   - filePath: the path of that file.
  ///   - line: the line of the expectation.
  ///   - column: the column of the expectation.
  ///   - changes: the changes to run.
  /// - Returns: true if everything is as expected.
  @discardableResult
  public func expectActions(
    _ expectations: [ActionExpectation], allowingOthers: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, of changes: () throws -> Void
  ) rethrows -> Bool {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let before = (log.animations.count, log.actions.count)
    try perform(changes)
    let all = ActionExpectation.started(log)
    let animations = all.filter { $0.change != nil }
    let actions = all.filter { $0.change == nil }
    let old = log.animations.prefix(before.0).reduce(0) { $0 + $1.changes.count }
    let started = Array(animations.dropFirst(old) + actions.dropFirst(before.1))
    return Reporting.expect(at: place) {
      guard
        let difference = ActionExpectation.difference(
          expectations, started, allowsOthers: allowingOthers)
      else { return }
      throw TestFailure(
        "the changes started other actions: - is expected, + was started\n\(difference)")
    }
  }
}
