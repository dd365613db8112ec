import Foundation
import LaminaTestSupport

/// Makes random scenes for the reference evaluator and the engine.
struct SampleMaker {
  /// The kinds of transforms in a scene: of the plane; of space, without mirrors, which rule 6.9 leaves
  /// open; or made of parts that key paths name.
  private enum Matrices { case plane, space, parts }

  private var numbers: SeededGenerator
  private let isRound: Bool
  private let matrices: Matrices
  /// True if an animation of a part of the transform was made. It must stay alone, as no rule says how a
  /// mirror or a turn by more than a quarter is read.
  private var hasTransformPart = false

  static func sample(seed: UInt64) -> SampleScene {
    var maker = SampleMaker(seed: seed)
    return maker.make()
  }

  private init(seed: UInt64) {
    numbers = SeededGenerator(seed: seed)
    isRound = numbers.chance(60)
    matrices = numbers.pick([.plane, .space, .parts])
  }

  private mutating func make() -> SampleScene {
    let layers = (0..<numbers.pick([1, 1, 2, 3])).map { _ in layerTiming() }
    let count = numbers.pick([1, 1, 1, 2, 3])
    let animations = (0..<count).map { _ in
      var animation = numbers.chance(25) ? group(depth: 1) : leaf()
      animation.isRemovedOnCompletion = numbers.chance(40)
      return animation
    }
    return SampleScene(
      scene: ReferenceScene(layers: layers, values: modelValues(), animations: animations),
      start: time(in: 0...2), times: (0..<20).map { _ in time(in: -1...9) }, isRound: isRound)
  }

  // MARK: - Times

  private mutating func time(in range: ClosedRange<Double>) -> Double {
    isRound
      ? Double(numbers.integer(in: Int(range.lowerBound * 16)...Int(range.upperBound * 16))) / 16
      : numbers.number(in: range)
  }

  private mutating func layerTiming() -> ReferenceTiming {
    var timing = ReferenceTiming.layer
    if numbers.chance(40) { return timing }
    if numbers.chance(40) { timing.beginTime = time(in: -1...3) }
    timing.speed = numbers.pick([1, 1, 1, 0.5, 2, -1, 0])
    if numbers.chance(40) { timing.timeOffset = time(in: -2...4) }
    if numbers.chance(30) { timing.duration = max(time(in: 0...4), 0.5) }
    timing.repeatCount = numbers.pick([0, 0, 2, 2.5, .infinity])
    if numbers.chance(15) { timing.repeatDuration = time(in: 1...6) }
    timing.autoreverses = numbers.chance(25)
    timing.holdsStart = numbers.chance(40)
    timing.holdsEnd = numbers.chance(40)
    return timing
  }

  private mutating func animationTiming(isChild: Bool) -> ReferenceTiming {
    var timing = ReferenceTiming()
    if numbers.chance(40) { timing.beginTime = isChild ? time(in: 0...1) : time(in: -1...3) }
    if !numbers.chance(12) { timing.duration = max(time(in: 0...3), 0.25) }
    timing.speed = numbers.pick([1, 1, 1, 1, 2, 0.5, -1, -2, 0])
    if numbers.chance(35) { timing.timeOffset = time(in: -1...3) }
    timing.repeatCount = numbers.pick([0, 0, 0, 2, 3, 2.5, 0.5, .infinity])
    if numbers.chance(20) { timing.repeatDuration = max(time(in: 0...5), 0.25) }
    timing.autoreverses = numbers.chance(30)
    timing.holdsStart = numbers.chance(45)
    timing.holdsEnd = numbers.chance(45)
    return timing
  }

  private mutating func curve() -> ReferenceCurve {
    numbers.chance(60)
      ? numbers.pick(ReferenceCurve.named).1
      : ReferenceCurve(
        x1: numbers.unit(), y1: numbers.number(in: -0.5...1.5), x2: numbers.unit(),
        y2: numbers.number(in: -0.5...1.5))
  }

  /// A curve that stays between its ends.
  private mutating func tameCurve() -> ReferenceCurve {
    ReferenceCurve(x1: numbers.unit(), y1: numbers.unit(), x2: numbers.unit(), y2: numbers.unit())
  }

  // MARK: - Values

  private static let kinds: [(name: String, kind: ReferenceValue.Kind, parts: [String])] = [
    ("opacity", .number, []), ("zPosition", .number, []), ("anchorPointZ", .number, []),
    ("position", .point, ["x", "y"]), ("anchorPoint", .point, ["x"]),
    (
      "bounds", .rect, ["origin", "size", "origin.x", "origin.y", "size.width", "size.height"]
    ),
    ("contentsRect", .rect, ["size", "origin.y"]), ("backgroundColor", .color, []),
    (
      "transform", .matrix,
      [
        "scale", "scale.x", "scale.y", "scale.z", "rotation", "rotation.x", "rotation.y",
        "rotation.z", "translation", "translation.x", "translation.y", "translation.z",
      ]
    ),
    ("sublayerTransform", .matrix, []), ("hidden", .flag, []),
  ]

  private mutating func modelValues() -> [String: ReferenceValue] {
    var values: [String: ReferenceValue] = [:]
    for kind in Self.kinds {
      if kind.kind == .color, numbers.chance(30) { continue }
      var made = value(kind.kind)
      if kind.name == "opacity" { made.numbers[0] = Double(Float(made.numbers[0])) }
      values[kind.name] = made
    }
    values["hidden"] = ReferenceValue(.flag, [0])
    return values
  }

  private mutating func value(_ kind: ReferenceValue.Kind) -> ReferenceValue {
    func many(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
      (0..<count).map { _ in numbers.number(in: range) }
    }
    switch kind {
    case .number: return ReferenceValue(kind, many(-2...3, 1))
    case .point: return ReferenceValue(kind, many(-60...90, 2))
    case .size: return ReferenceValue(kind, many(1...70, 2))
    case .rect: return ReferenceValue(kind, many(-20...20, 2) + many(1...70, 2))
    case .color: return ReferenceValue(kind, many(0...1, 4))
    case .flag: return ReferenceValue(kind, [numbers.chance(50) ? 1 : 0])
    case .matrix: return ReferenceValue(matrix())
    }
  }

  private mutating func matrix() -> ReferenceMatrix {
    func sign() -> Double { matrices == .plane && numbers.chance(30) ? -1 : 1 }
    let isFlat = matrices == .plane || numbers.chance(30)
    var skew = ReferenceMatrix.identity
    var perspective = ReferenceMatrix.identity
    if matrices != .parts, numbers.chance(40) {
      skew.rows[1][0] = numbers.number(in: -0.5...0.5)
      if !isFlat { skew.rows[2][0] = numbers.number(in: -0.5...0.5) }
    }
    if matrices == .space, !isFlat, numbers.chance(40) {
      for row in 0..<3 { perspective.rows[row][3] = numbers.number(in: -0.004...0.004) }
    }
    let turned = ReferenceMatrix(
      scale: [
        numbers.number(in: 0.3...2.5) * sign(), numbers.number(in: 0.3...2.5) * sign(),
        isFlat ? 1 : numbers.number(in: 0.3...2),
      ],
      angles: isFlat
        ? [0, 0, numbers.number(in: -3...3)]
        : [numbers.number(in: -3...3), numbers.number(in: -1.4...1.4), numbers.number(in: -3...3)],
      shift: [
        numbers.number(in: -50...50), numbers.number(in: -50...50),
        isFlat ? 0 : numbers.number(in: -50...50),
      ])
    return skew * turned * perspective
  }

  /// A value for a part of the transform: scales stay above 0.
  private mutating func transformPart(_ part: String) -> ReferenceValue {
    if part.hasPrefix("scale") { return ReferenceValue(.number, [numbers.number(in: 0.6...2)]) }
    if part.hasPrefix("rotation") { return ReferenceValue(.number, [numbers.number(in: -7...7)]) }
    return part == "translation"
      ? value(.size) : ReferenceValue(.number, [numbers.number(in: -9...9)])
  }

  // MARK: - Animations

  private mutating func group(depth: Int) -> ReferenceAnimation {
    let children = (0..<numbers.pick([1, 2, 2, 3])).map { _ -> ReferenceAnimation in
      if depth < 3, numbers.chance(20) { return group(depth: depth + 1) }
      return leaf(isChild: true)
    }
    var result = ReferenceAnimation(kind: .group(children))
    result.timing = animationTiming(isChild: depth > 1)
    if numbers.chance(30) { result.curve = tameCurve() }
    return result
  }

  private mutating func leaf(isChild: Bool = false) -> ReferenceAnimation {
    var animation = target()
    animation.timing = animationTiming(isChild: isChild)
    // What is overshot or counted up must not turn a scale over, nor grow without end.
    let isMatrix = animation.keyPath.property.lowercased().hasSuffix("transform")
    if isMatrix {
      if animation.isCumulative {
        animation.timing.repeatDuration = 0
        if animation.timing.repeatCount > 3 { animation.timing.repeatCount = 2 }
      }
    }
    if numbers.chance(50) { animation.curve = isMatrix ? tameCurve() : curve() }
    if case .path = animation.kind, animation.curve != nil { animation.curve = tameCurve() }
    return animation
  }

  /// An animation without its timing.
  private mutating func target() -> ReferenceAnimation {
    if numbers.chance(12) { return path() }
    if matrices != .parts, numbers.chance(8) { return functionAnimation() }
    while true {
      let kind = numbers.pick(Self.kinds)
      let isTransform = kind.name == "transform"
      if isTransform, hasTransformPart { continue }
      var path = ReferenceKeyPath(property: kind.name, part: nil)
      if !kind.parts.isEmpty, numbers.chance(50), !isTransform || matrices == .parts {
        path.part = numbers.pick(kind.parts)
      }
      if isTransform, matrices == .parts {
        if path.part == nil { continue }
        hasTransformPart = true
      }
      var animation = ReferenceAnimation(kind: .group([]))
      animation.keyPath = path
      let base = value(kind.kind)
      let partKind = path.read(base).kind
      let isPart = isTransform && path.part != nil
      func make(_ maker: inout SampleMaker) -> ReferenceValue {
        isPart ? maker.transformPart(path.part!) : maker.value(partKind)
      }
      animation.kind = contents(
        partKind, isScale: path.part?.hasPrefix("scale") == true, make)
      let isScale = path.part?.hasPrefix("scale") == true
      animation.isAdditive = kind.kind != .flag && numbers.chance(20)
      animation.isCumulative = kind.kind != .flag && !isScale && numbers.chance(20)
      return animation
    }
  }

  private mutating func contents(
    _ kind: ReferenceValue.Kind, isScale: Bool, _ make: (inout SampleMaker) -> ReferenceValue
  ) -> ReferenceAnimation.Kind {
    if numbers.chance(30) { return .keyframes(keyframes(kind, isScale: isScale, make)) }
    var ends = ReferenceAnimation.Ends()
    switch numbers.below(kind == .flag ? 2 : 7) {
    case 0: (ends.from, ends.to) = (make(&self), make(&self))
    case 1: ends.to = make(&self)
    case 2: (ends.from, ends.by) = (make(&self), make(&self))
    case 3: (ends.to, ends.by) = (make(&self), make(&self))
    case 4: ends.from = make(&self)
    case 5: ends.by = make(&self)
    default: break
    }
    if isScale { ends.by = ends.by.map { $0.times(0.2) } }
    // A spring may go far past its ends, where a scale turns over.
    if isScale || kind == .matrix || !numbers.chance(25) { return .basic(ends) }
    return .spring(ends, spring())
  }

  private mutating func spring() -> ReferenceSpring {
    if numbers.chance(15) {
      return ReferenceSpring(damping: 20, velocity: numbers.number(in: -5...5))
    }
    return ReferenceSpring(
      mass: numbers.number(in: 0.5...2), stiffness: numbers.number(in: 20...300),
      damping: numbers.number(in: 0...80), velocity: numbers.number(in: -5...5),
      allowsOverdamping: numbers.chance(50))
  }

  private mutating func keyTimes(_ count: Int) -> [Double]? {
    if numbers.chance(50) { return nil }
    var times = (0..<count).map { _ in
      isRound ? Double(numbers.below(17)) / 16 : numbers.unit()
    }.sorted()
    if numbers.chance(70) { (times[0], times[count - 1]) = (0, 1) }
    // Out of order, and outside 0...1: rule 7.4b.
    if numbers.chance(15) { times[numbers.below(count)] = numbers.number(in: -1...2) }
    // Another count than that of the values: rule 7.5.
    if numbers.chance(15), count > 3 { times.removeLast() }
    return times
  }

  private mutating func keyframes(
    _ kind: ReferenceValue.Kind, isScale: Bool, _ make: (inout SampleMaker) -> ReferenceValue
  ) -> ReferenceKeyframes {
    let count = numbers.integer(in: 1...5)
    let mode: ReferenceKeyframes.Mode =
      kind == .flag
      ? numbers.pick([.linear, .discrete])
      : kind == .matrix || isScale
        ? numbers.pick([.linear, .discrete]) : numbers.pick(ReferenceKeyframes.Mode.allCases)
    return ReferenceKeyframes(
      values: (0..<count).map { _ in make(&self) },
      keyTimes: keyTimes(count + (mode == .discrete ? 1 : 0)),
      curves: numbers.chance(30) ? (0..<numbers.below(count + 1)).map { _ in tameCurve() } : [],
      mode: mode,
      shapes: numbers.chance(60)
        ? []
        : (0..<numbers.integer(in: 1...count)).map { _ in
          ReferenceKeyframes.Shape(
            tension: numbers.number(in: -1...1), continuity: numbers.number(in: -1...1),
            bias: numbers.number(in: -1...1))
        })
  }

  private mutating func path() -> ReferenceAnimation {
    func point() -> [Double] { [numbers.number(in: -50...90), numbers.number(in: -40...70)] }
    var steps: [ReferencePath.Step] = [.move(point())]
    for _ in 0..<numbers.integer(in: 0...4) {
      switch numbers.below(9) {
      case 0: steps.append(.move(point()))
      case 1: steps.append(.close)
      case 2...4: steps.append(.line(point()))
      case 5...6: steps.append(.quad(point(), control: point()))
      default: steps.append(.curve(point(), point(), point()))
      }
    }
    let turns = matrices != .parts && numbers.chance(40)
    let count = steps.count { if case .move = $0 { false } else { true } }
    let path = ReferencePath(
      steps: steps, keyTimes: count > 0 ? keyTimes(count + 1) : nil,
      curves: numbers.chance(30) ? (0..<numbers.below(4)).map { _ in tameCurve() } : [],
      mode: numbers.pick(ReferenceKeyframes.Mode.allCases))
    var animation = ReferenceAnimation(
      kind: .path(path, turn: turns ? numbers.pick([0, Double.pi]) : nil))
    animation.keyPath = ReferenceKeyPath(property: "position", part: nil)
    animation.isAdditive = numbers.chance(20)
    return animation
  }

  private mutating func functionAnimation() -> ReferenceAnimation {
    var names = ["rotateZ", "scaleX", "scaleY", "translateX", "translateY"]
    // These leave the plane, where there are mirrors that rule 6.9 does not settle.
    if matrices == .space {
      names += ["rotateX", "rotateY", "scale", "scaleZ", "translate", "translateZ"]
    }
    let function = ReferenceFunction(name: numbers.pick(names))
    func make(_ maker: inout SampleMaker) -> ReferenceValue {
      ReferenceValue(.number, (0..<function.count).map { _ in maker.numbers.number(in: 0.5...3) })
    }
    var animation = ReferenceAnimation(kind: .group([]))
    animation.keyPath = ReferenceKeyPath(property: "transform", part: nil)
    animation.function = function
    if numbers.chance(40) {
      animation.kind = .keyframes(keyframes(.number, isScale: true, make))
    } else {
      var ends = ReferenceAnimation.Ends()
      ends.from = make(&self)
      if numbers.chance(50) { ends.to = make(&self) } else { ends.by = make(&self) }
      animation.kind = .basic(ends)
    }
    animation.isAdditive = numbers.chance(20)
    animation.isCumulative = !function.name.hasPrefix("scale") && numbers.chance(30)
    return animation
  }
}
