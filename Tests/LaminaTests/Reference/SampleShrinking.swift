import Foundation

// A failing sample is made smaller as long as it fails: what is left tells what is wrong.

extension SampleScene {
  /// The smallest sample that still fails and can be reached by leaving things out.
  func shrunk(while fails: (SampleScene) throws -> Bool) rethrows -> SampleScene {
    var best = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in best.simpler where try fails(candidate) {
        best = candidate
        isSmaller = true
        break
      }
    }
    return best
  }

  /// Samples with one thing less.
  private var simpler: [SampleScene] {
    var result: [SampleScene] = []
    func add(_ change: (inout SampleScene) -> Void) {
      var copy = self
      change(&copy)
      result.append(copy)
    }
    for index in times.indices where times.count > 1 { add { $0.times.remove(at: index) } }
    for index in scene.animations.indices where scene.animations.count > 1 {
      add { $0.scene.animations.remove(at: index) }
    }
    for index in scene.layers.indices {
      if scene.layers.count > 1 { add { $0.scene.layers.remove(at: index) } }
      for timing in scene.layers[index].simpler(than: .layer) {
        add { $0.scene.layers[index] = timing }
      }
    }
    for (index, animation) in scene.animations.enumerated() {
      for simpler in animation.simpler { add { $0.scene.animations[index] = simpler } }
      if animation.isRemovedOnCompletion {
        add { $0.scene.animations[index].isRemovedOnCompletion = false }
      }
    }
    return result
  }

  /// The sample as text.
  var listing: String {
    let lines =
      scene.layers.map { "layer: \($0)" } + scene.animations.flatMap { $0.listing(indent: "") }
      + scene.values.sorted { $0.key < $1.key }
      .filter { model in scene.animations.contains { $0.changes(model.key) } }
      .map { "model: \($0.key) \($0.value.numbers)" }
      + ["begun at \(start), frames at \(times)"]
    return lines.map { "    " + $0 }.joined(separator: "\n")
  }
}

extension ReferenceTiming: CustomStringConvertible {
  fileprivate func simpler(than base: ReferenceTiming) -> [ReferenceTiming] {
    var result: [ReferenceTiming] = []
    func reset<Value: Equatable>(_ path: WritableKeyPath<ReferenceTiming, Value>) {
      guard self[keyPath: path] != base[keyPath: path] else { return }
      var copy = self
      copy[keyPath: path] = base[keyPath: path]
      result.append(copy)
    }
    reset(\.beginTime)
    reset(\.duration)
    reset(\.speed)
    reset(\.timeOffset)
    reset(\.repeatCount)
    reset(\.repeatDuration)
    reset(\.autoreverses)
    reset(\.holdsStart)
    reset(\.holdsEnd)
    return result
  }

  var description: String {
    "begin \(beginTime), duration \(duration), speed \(speed), offset \(timeOffset), repeat "
      + "\(repeatCount) for \(repeatDuration), \(autoreverses ? "reversing" : "onwards"), holds "
      + "\(holdsStart ? "start" : "")\(holdsEnd ? " end" : "")"
  }
}

extension ReferenceAnimation {
  fileprivate var simpler: [ReferenceAnimation] {
    var base = ReferenceTiming()
    base.duration = 1
    var result = timing.simpler(than: base).map { timing in
      var copy = self
      copy.timing = timing
      return copy
    }
    func add(_ change: (inout ReferenceAnimation) -> Void) {
      var copy = self
      change(&copy)
      result.append(copy)
    }
    if curve != nil { add { $0.curve = nil } }
    if isAdditive { add { $0.isAdditive = false } }
    if isCumulative { add { $0.isCumulative = false } }
    if case .group(let children) = kind {
      for (index, child) in children.enumerated() {
        result.append(child)
        if children.count > 1 {
          add {
            $0.kind = .group(children.enumerated().filter { $0.offset != index }.map(\.element))
          }
        }
        for simpler in child.simpler {
          var changed = children
          changed[index] = simpler
          add { $0.kind = .group(changed) }
        }
      }
    }
    return result
  }

  /// Returns true if it changes a property.
  fileprivate func changes(_ property: String) -> Bool {
    switch kind {
    case .group(let children): children.contains { $0.changes(property) }
    case .path(_, let turn): property == "position" || (turn != nil && property == "transform")
    case .basic, .spring, .keyframes: property == keyPath.property
    }
  }

  fileprivate func listing(indent: String) -> [String] {
    let flags =
      (isAdditive ? ", additive" : "") + (isCumulative ? ", cumulative" : "")
      + (isRemovedOnCompletion ? ", removed" : "")
    let what: String
    var below: [String] = []
    switch kind {
    case .group(let children):
      what = "group"
      below = children.flatMap { $0.listing(indent: indent + "  ") }
    case .basic(let ends): what = "basic \(keyPath.text) \(ends.listing)"
    case .spring(let ends, let spring): what = "spring \(keyPath.text) \(ends.listing) \(spring)"
    case .keyframes(let frames):
      what =
        "keyframes \(keyPath.text) \(frames.mode) \(frames.values.map(\.numbers)) at "
        + "\(frames.keyTimes ?? []) \(frames.curves) \(frames.shapes)"
    case .path(let path, let turn):
      what =
        "path \(path.mode) \(path.steps) at \(path.keyTimes ?? []) \(path.curves), turned "
        + "\(turn.map { "\($0)" } ?? "not at all")"
    }
    let function = function.map { " through \($0.name)" } ?? ""
    let curve = curve.map { ", \($0)" } ?? ""
    return [indent + what + function + flags + curve + ": \(timing)"] + below
  }
}

extension ReferenceAnimation.Ends {
  fileprivate var listing: String {
    func text(_ name: String, _ value: ReferenceValue?) -> String {
      value.map { "\(name) \($0.numbers) " } ?? ""
    }
    return text("from", from) + text("to", to) + text("by", by)
  }
}
