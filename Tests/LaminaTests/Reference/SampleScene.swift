import Foundation

@testable import Lamina

/// A scene for the reference evaluator, and the frames at which it is compared with the engine's.
struct SampleScene {
  var scene: ReferenceScene
  /// The time at which the animations begin.
  var start: Double
  /// The times of the frames, in any order.
  var times: [Double]
  /// True if all times are so round that nothing is rounded where cycles meet.
  var isRound: Bool
}

/// The engine's half of a sample: the same layers and animations, made of the engine's classes.
struct EngineScene {
  let renderer: Renderer
  let layers: [Layer]

  var layer: Layer { layers[layers.count - 1] }

  init(_ sample: SampleScene) throws {
    layers = sample.scene.layers.map { timing in
      let layer = Layer()
      Self.set(timing, of: layer)
      return layer
    }
    for (layer, child) in zip(layers, layers.dropFirst()) { layer.addSublayer(child) }
    for (name, value) in sample.scene.values {
      layers[layers.count - 1].setValue(value.engineValue, forKey: name)
    }
    renderer = try Renderer(layer: layers[0], width: 2, height: 2)
    // What becomes live here starts no animations of its own.
    Transaction.flush()
    for (index, animation) in sample.scene.animations.enumerated() {
      layer.add(Self.animation(animation), forKey: "\(index)")
    }
  }

  // MARK: - Building

  private static func set(_ timing: ReferenceTiming, of target: any MediaTiming) {
    target.beginTime = timing.beginTime
    target.duration = timing.duration
    target.speed = timing.speed
    target.timeOffset = timing.timeOffset
    target.repeatCount = timing.repeatCount
    target.repeatDuration = timing.repeatDuration
    target.autoreverses = timing.autoreverses
    target.fillMode =
      switch (timing.holdsStart, timing.holdsEnd) {
      case (false, false): .removed
      case (false, true): .forwards
      case (true, false): .backwards
      case (true, true): .both
      }
  }

  private static func curve(_ curve: ReferenceCurve) -> TimingFunction {
    if let (name, _) = ReferenceCurve.named.first(where: { $0.1 == curve }) {
      return TimingFunction(name: TimingFunction.Name(rawValue: name)!)
    }
    return TimingFunction(controlPoints: curve.x1, curve.y1, curve.x2, curve.y2)
  }

  static func animation(_ reference: ReferenceAnimation) -> Animation {
    let animation: Animation
    switch reference.kind {
    case .group(let children):
      let group = AnimationGroup()
      group.animations = children.map(Self.animation)
      animation = group
    case .basic(let ends):
      animation = Self.basic(BasicAnimation(), ends)
    case .spring(let ends, let reference):
      let spring = SpringAnimation()
      spring.mass = reference.mass
      spring.stiffness = reference.stiffness
      spring.damping = reference.damping
      spring.initialVelocity = reference.velocity
      spring.allowsOverdamping = reference.allowsOverdamping
      animation = Self.basic(spring, ends)
    case .keyframes(let frames):
      let keyframes = KeyframeAnimation()
      keyframes.values = frames.values.map(\.engineValue)
      keyframes.keyTimes = frames.keyTimes
      keyframes.timingFunctions = frames.curves.map(curve)
      keyframes.calculationMode = .init(rawValue: frames.mode.rawValue)!
      keyframes.tensionValues = frames.shapes.map(\.tension)
      keyframes.continuityValues = frames.shapes.map(\.continuity)
      keyframes.biasValues = frames.shapes.map(\.bias)
      animation = keyframes
    case .path(let path, let turn):
      let keyframes = KeyframeAnimation()
      keyframes.path = path.enginePath
      keyframes.keyTimes = path.keyTimes
      keyframes.timingFunctions = path.curves.map(curve)
      keyframes.calculationMode = .init(rawValue: path.mode.rawValue)!
      keyframes.rotationMode = turn.map { $0 == 0 ? .auto : .autoReverse }
      animation = keyframes
    }
    if let animation = animation as? PropertyAnimation {
      animation.keyPath = reference.keyPath.text
      animation.isAdditive = reference.isAdditive
      animation.isCumulative = reference.isCumulative
      animation.valueFunction = reference.function.map {
        ValueFunction(name: ValueFunction.Name(rawValue: $0.name)!)
      }
    }
    set(reference.timing, of: animation)
    animation.timingFunction = reference.curve.map(curve)
    animation.isRemovedOnCompletion = reference.isRemovedOnCompletion
    return animation
  }

  private static func basic(
    _ animation: BasicAnimation, _ ends: ReferenceAnimation.Ends
  ) -> BasicAnimation {
    animation.fromValue = ends.from?.engineValue
    animation.toValue = ends.to?.engineValue
    animation.byValue = ends.by?.engineValue
    return animation
  }

  // MARK: - Looking

  /// Returns true if the layer is present, by the timings of all layers down to it.
  func isPresent(at time: Double) -> Bool { layers.allSatisfy { $0.isPresent(at: time) } }

  /// Returns the values of the presentation layer at the time of the last commit.
  func presented() -> LayerValues { layer.presentation()!.values }

  /// Returns the values that the published tree has for the layer at a time, if it is drawn separately.
  func published(_ tree: RenderTree, at time: Double) -> LayerValues? {
    guard let chunk = tree.storage.pages.last?.chunks.last, chunk.count > 0 else { return nil }
    let node = chunk.nodes[chunk.count - 1]
    return node.detail >= 0 ? chunk.details[Int(node.detail)]?.values(at: time) : nil
  }
}

extension ReferenceValue {
  /// The value as a user of the engine writes it.
  var engineValue: Any {
    let n = numbers
    switch kind {
    case .number: return n.count == 1 ? n[0] : n
    case .point: return CGPoint(x: n[0], y: n[1])
    case .size: return CGSize(width: n[0], height: n[1])
    case .rect: return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case .color: return Color(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    case .flag: return n[0] != 0
    case .matrix:
      return Transform3D(
        m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
        m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
        m44: n[15])
    }
  }

  /// One of the engine's values as plain numbers; nil for no value.
  init?(_ value: Any?) {
    switch value {
    case let number as Double: self.init(.number, [number])
    case let flag as Bool: self.init(.flag, [flag ? 1 : 0])
    case let point as CGPoint: self.init(.point, [point.x, point.y])
    case let rect as CGRect:
      self.init(.rect, [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case let color as Color:
      self.init(.color, [color.red, color.green, color.blue, color.alpha])
    case let m as Transform3D:
      self.init(
        .matrix,
        [
          m.m11, m.m12, m.m13, m.m14, m.m21, m.m22, m.m23, m.m24, m.m31, m.m32, m.m33, m.m34,
          m.m41, m.m42, m.m43, m.m44,
        ])
    default: return nil
    }
  }
}

extension ReferencePath {
  /// The same as a path of the engine.
  fileprivate var enginePath: Path {
    func point(_ n: [Double]) -> CGPoint { CGPoint(x: n[0], y: n[1]) }
    var path = Path()
    for step in steps {
      switch step {
      case .move(let p): path.move(to: point(p))
      case .line(let p): path.addLine(to: point(p))
      case .quad(let p, let c): path.addQuadCurve(to: point(p), control: point(c))
      case .curve(let p, let c, let d):
        path.addCurve(to: point(p), control1: point(c), control2: point(d))
      case .close: path.closeSubpath()
      }
    }
    return path
  }
}
