import Foundation

@testable import Lamina

/// Compares the engine with the reference evaluator, frame by frame.
enum SampleCheck {
  /// Runs a sample to its end or to the first difference.
  ///
  /// - Returns: what is different, or nil.
  static func run(_ sample: SampleScene) throws -> String? {
    let engine = try EngineScene(sample)
    var reference = sample.scene
    reference.begin(at: sample.start)
    for time in [sample.start] + sample.times {
      let tree = engine.renderer.commit(at: time)
      reference.commit(at: time)
      let presented = engine.presented()
      guard let difference = difference(presented, reference, sample, at: time, engine) else {
        if let published = engine.published(tree, at: time),
          let name = unequal(presented, published)
        {
          return "at \(time), \(name): the tree and the presentation differ"
        }
        continue
      }
      // Where times are not round, a boundary may be on either side of its computed place, or at it: a
      // layer's time that is held before its run and after it may be rounded in two ways.
      let nudges = [
        (-1e-7, 0.0, false), (1e-7, 0, false), (0, -1e-7, false), (0, 1e-7, false), (0, 0, true),
      ]
      let isNearBoundary =
        !sample.isRound
        && nudges.contains {
          Self.difference(presented, reference, sample, at: time, engine, nudged: $0) == nil
        }
      if !isNearBoundary { return "at \(time), begun at \(sample.start), \(difference)" }
    }
    return nil
  }

  /// Returns the difference between the values that the engine shows and those of the reference.
  ///
  /// - Parameter nudged: By how much the time of the frame and the layer's own are other for the
  ///   reference, and whether the latter snaps to the begin time of an animation.
  private static func difference(
    _ values: LayerValues, _ reference: ReferenceScene, _ sample: SampleScene, at time: Double,
    _ engine: EngineScene, nudged: (frame: Double, layer: Double, snaps: Bool) = (0, 0, false)
  ) -> String? {
    let isPresent = engine.isPresent(at: time)
    if isPresent != reference.isPresent(at: time + nudged.frame) {
      return "the layer is \(isPresent ? "there" : "not there"), and should be otherwise"
    }
    let expected = reference.values(
      at: time + nudged.frame, shift: nudged.layer, snaps: nudged.snaps)
    let tolerance = sample.tolerance
    for name in sample.scene.values.keys.sorted() + ["backgroundColor"] {
      let actual = ReferenceValue(values.animatableValue(of: name)?.userValue)?.normalized
      let wanted = expected[name]?.normalized
      guard let actual, let wanted else {
        if actual != wanted { return "\(name): \(text(actual)) instead of \(text(wanted))" }
        continue
      }
      let scale = wanted.numbers.map(\.magnitude).max().map { max($0, 1) } ?? 1
      let isClose =
        actual.kind == wanted.kind
        && zip(actual.numbers, wanted.numbers).allSatisfy {
          abs($0 - $1) <= tolerance * scale
        }
      if !isClose { return "\(name): \(text(actual)) instead of \(text(wanted))" }
    }
    return nil
  }

  private static func text(_ value: ReferenceValue?) -> String {
    value.map { "\($0.numbers)" } ?? "nothing"
  }

  /// The first property in which what is drawn is not, bit for bit, what is presented.
  private static func unequal(_ a: LayerValues, _ b: LayerValues) -> String? {
    a.properties.all.map(\.key.rawValue).first {
      $0 != "hidden" && a.animatableValue(of: $0) != b.animatableValue(of: $0)
    }
  }
}

extension ReferenceValue {
  /// A matrix that does the same with a last number of 1.
  fileprivate var normalized: ReferenceValue {
    kind == .matrix ? ReferenceValue(kind, numbers.map { $0 / numbers[15] }) : self
  }
}

extension SampleScene {
  /// 2e-4 where a speed is made even along a curve, whose length is only approximated; 1e-6 for
  /// everything else.
  fileprivate var tolerance: Double {
    scene.animations.contains(where: \.isPacedAlongCurve) ? 2e-4 : 1e-6
  }
}

extension ReferenceAnimation {
  fileprivate var isPacedAlongCurve: Bool {
    switch kind {
    case .group(let children): children.contains(where: \.isPacedAlongCurve)
    case .keyframes(let frames): frames.mode == .cubicPaced
    case .path(let path, _): path.mode == .paced || path.mode == .cubicPaced
    case .basic, .spring: false
    }
  }
}
