import Foundation

/// An animation as the reference evaluator knows it.
struct ReferenceAnimation {
  /// The three values of a basic or spring animation.
  struct Ends {
    var from: ReferenceValue?
    var to: ReferenceValue?
    var by: ReferenceValue?
  }

  indirect enum Kind {
    case basic(Ends)
    case spring(Ends, ReferenceSpring)
    case keyframes(ReferenceKeyframes)
    /// Along a path, and turned by so much more than its direction, or not turned.
    case path(ReferencePath, turn: Double?)
    case group([ReferenceAnimation])
  }

  var timing = ReferenceTiming()
  var curve: ReferenceCurve?
  var kind: Kind
  /// Empty for a group.
  var keyPath = ReferenceKeyPath(property: "", part: nil)
  var isAdditive = false
  var isCumulative = false
  var function: ReferenceFunction?
  /// Only of an animation that stands on the layer itself.
  var isRemovedOnCompletion = false

  /// Applies the animation to the values of a layer, at a time of the layer or of the group around it.
  func apply(to values: inout [String: ReferenceValue], at time: Double) {
    guard let position = timing.position(at: time) else { return }
    let fraction = curve?.value(position.part) ?? position.part
    switch kind {
    case .group(let children):
      // Rules 9.1, 9.3 and 9.4.
      for child in children {
        var child = child
        if !(child.timing.duration > 0) { child.timing.duration = timing.duration }
        child.apply(
          to: &values, at: curve == nil ? position.seconds : fraction * timing.duration)
      }
    case .path(let path, let turn):
      guard path.changes else { return }
      change(&values) { _ in ReferenceValue(.point, path.point(fraction)) }
      if let turn {
        // Rule 7.9: after the layer's own transform.
        let turned = ReferenceMatrix.rotation(path.angle(fraction) + turn, axis: 2)
        values["transform"] = values["transform"].map { ReferenceValue($0.matrix * turned) }
      }
    case .basic, .spring, .keyframes:
      change(&values) { current in
        value(fraction, cycle: position.cycle, over: current)
      }
    }
  }

  /// Puts what `make` gives for the current value, or for the part that is animated, in place.
  private func change(
    _ values: inout [String: ReferenceValue], _ make: (ReferenceValue?) -> ReferenceValue??
  ) {
    let name = keyPath.property
    let whole = values[name]
    guard let made = make(whole.map(keyPath.read)) else { return }
    guard let made else {
      values[name] = nil
      return
    }
    guard let whole else {
      values[name] = made
      return
    }
    let sum = isAdditive ? made.over(keyPath.read(whole)) : made
    values[name] = keyPath.write(sum, into: whole).standardized(named: name)
  }

  /// The value before it is added; `.some(nil)` is no value at all, and nil no effect.
  private func value(
    _ fraction: Double, cycle: Double, over current: ReferenceValue?
  ) -> ReferenceValue?? {
    guard let step = step(fraction, over: current) else { return nil }
    guard var result = step else { return .some(nil) }
    if isCumulative, cycle > 0,
      let end = self.step(timing.autoreverses ? 0 : 1, over: current), let end
    {
      // Rule 6.4.
      result = result.over(end.times(cycle))
    }
    return function.map { ReferenceValue($0.matrix(result.numbers)) } ?? result
  }

  /// The value of one cycle.
  private func step(_ fraction: Double, over current: ReferenceValue?) -> ReferenceValue?? {
    switch kind {
    case .basic(let ends): return between(ends, fraction, current)
    case .spring(let ends, let spring):
      // Rule 8.3: in seconds, not in parts of the duration.
      return between(ends, spring.value(fraction * timing.duration), current)
    case .keyframes(let frames):
      guard frames.changes else { return nil }
      return frames.value(fraction)
    case .path, .group: return nil
    }
  }

  /// Rule 6.1. What is additive starts or stops at nothing instead of the current value.
  private func between(
    _ ends: Ends, _ f: Double, _ current: ReferenceValue?
  ) -> ReferenceValue?? {
    let given = [ends.from, ends.to, ends.by].compactMap { $0 }
    guard let any = given.first else { return nil }
    let current = isAdditive ? any.neutral : current
    let from: ReferenceValue?
    let to: ReferenceValue?
    switch (ends.from, ends.to, ends.by) {
    case (let a?, let b?, _): (from, to) = (a, b)
    case (let a?, nil, let d?): (from, to) = (a, d.over(a))
    case (nil, let b?, let d?): (from, to) = (d.negative.over(b), b)
    case (let a?, nil, nil): (from, to) = (a, current)
    case (nil, let b?, nil): (from, to) = (current, b)
    case (nil, nil, let d?): (from, to) = (current, current.map(d.over) ?? d)
    case (nil, nil, nil): return nil
    }
    // Rule 6.7: with nothing at one end there is nothing.
    guard let from, let to else { return .some(nil) }
    return from.toward(to, f)
  }
}

extension ReferenceValue {
  /// As the layer keeps it: a rectangle of bounds has no negative size, an opacity is a `Float`.
  fileprivate func standardized(named property: String) -> ReferenceValue {
    var result = self
    if property == "bounds" {
      for axis in 0..<2 where numbers[2 + axis] < 0 {
        result.numbers[axis] += numbers[2 + axis]
        result.numbers[2 + axis] = -numbers[2 + axis]
      }
      if numbers[2] >= 0, numbers[3] >= 0 { return self }
    }
    if property == "opacity" { result.numbers[0] = Double(Float(numbers[0])) }
    return result
  }
}

/// A layer inside others, with animations, as it is seen at the times of frames.
struct ReferenceScene {
  /// The timings of the layers from the root to the layer itself.
  var layers: [ReferenceTiming]
  var values: [String: ReferenceValue]
  var animations: [ReferenceAnimation]
  /// The transaction's duration, in seconds.
  var duration = 0.25

  /// The animations that are still there.
  private var isGone: [Bool] = []

  init(
    layers: [ReferenceTiming], values: [String: ReferenceValue],
    animations: [ReferenceAnimation]
  ) {
    self.layers = layers
    self.values = values
    self.animations = animations
  }

  /// Rule 4.2.
  func layerTime(at time: Double) -> Double {
    layers.reduce(time) { $1.layerTime(at: $0).time }
  }

  /// Returns true if the layer and all its ancestors are present.
  func isPresent(at time: Double) -> Bool {
    var time = time
    for layer in layers {
      let local = layer.layerTime(at: time)
      if !local.isPresent { return false }
      time = local.time
    }
    return true
  }

  /// Rules 3.6 and 3.8: what the animations take from their transaction and its commit.
  mutating func begin(at time: Double) {
    let local = layerTime(at: time)
    for index in animations.indices {
      if !(animations[index].timing.duration > 0) { animations[index].timing.duration = duration }
      if animations[index].timing.beginTime == 0 { animations[index].timing.beginTime = local }
    }
    isGone = animations.map { _ in false }
  }

  /// Rule 3.12: what a commit at a time does to animations that are over.
  mutating func commit(at time: Double) {
    let local = layerTime(at: time)
    for (index, animation) in animations.enumerated()
    where animation.isRemovedOnCompletion && local > animation.timing.end {
      isGone[index] = true
    }
  }

  /// Returns the visible values at a time: rules 3.5 and 6.2, one animation on top of the others.
  ///
  /// - Parameters:
  ///   - shift: Seconds by which the layer's own time is another.
  ///   - snaps: True if the layer's own time is the begin time of an animation that is as good as equal.
  func values(
    at time: Double, shift: Double = 0, snaps: Bool = false
  ) -> [String: ReferenceValue] {
    var local = layerTime(at: time) + shift
    if snaps,
      let begin = animations.map(\.timing.beginTime).first(where: { abs($0 - local) < 1e-7 })
    {
      local = begin
    }
    var seen = values
    for (index, animation) in animations.enumerated() where !isGone[index] {
      animation.apply(to: &seen, at: local)
    }
    return seen
  }
}
