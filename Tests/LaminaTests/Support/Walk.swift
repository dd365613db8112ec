import Foundation
import Lamina
import LaminaTestSupport

/// A tree, what is done to it, and in what frame it is seen.
struct Walk {
  var width = 96
  var height = 64
  var scale: CGFloat = 1
  /// True if changes start implicit animations, and layers get explicit ones.
  var animates = false
  /// True if layer 1 is the root of a second tree, so that layers move from one to the other.
  var hasSecondTree = false
  /// The rule that determines the kinds of layers; nil for that of ``KindChange/layer(_:)``.
  var kinds: LayerKinds?
  /// True if replicators can be written out as plain layers, byte for byte.
  var isWrittenOut = false
  /// True if only some frames are checked in all ways, instead of all of them.
  var isSampled = false
  var edits: [Edit] = []

  var size: CGSize { CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale) }

  /// The number of edits that change something, after `first` of them.
  func changeCount(after first: Int) -> Int {
    edits[first...].count { if case .draw = $0 { false } else { true } }
  }
}

/// The kinds of layers of a walk: a layer's number determines its kind.
struct LayerKinds {
  enum Kind { case plain, replicator, transform, shape, gradient, emitter, tiled, striped }

  var seed: UInt64
  var shares: [Kind]

  func kind(of number: Int) -> Kind {
    var numbers = SeededGenerator(seed: seed &+ UInt64(number) &* 0x1000_0001)
    return number == 0 ? .plain : numbers.pick(shares)
  }

  func makeLayer(_ number: Int) -> Layer? {
    switch kind(of: number) {
    case .plain: Layer()
    case .replicator: ReplicatorLayer()
    case .transform: TransformLayer()
    case .shape: ShapeLayer()
    case .gradient: GradientLayer()
    case .emitter: EmitterLayer()
    case .tiled: QuickTiledLayer()
    case .striped: nil
    }
  }
}

/// A random walk: a tree of random size, and random edits of it.
struct WalkMaker {
  private var numbers: SeededGenerator
  private(set) var walk = Walk()
  /// The number of edits that build the first tree.
  private(set) var beginning = 0
  private var layerCount = 1
  private var time = 0.0

  init(seed: UInt64, edits: Int) {
    numbers = SeededGenerator(seed: seed)
    walk.animates = numbers.chance(50)
    walk.hasSecondTree = numbers.chance(20)
    switch numbers.below(10) {
    case 0: (walk.width, walk.height) = (200, 150)
    case 1: (walk.width, walk.height) = (4_300, 5)
    case 2: (walk.width, walk.height) = (31, 33)
    default: break
    }
    walk.scale = numbers.pick([1, 1, 1, 2, 1.5, 0.75])
    build(Self.treeSize(&numbers))
    walk.edits.append(.draw(at: time))
    beginning = walk.edits.count
    var done = 0
    while done < edits {
      let batch = min(edits - done, numbers.pick([1, 1, 1, 1, 2, 3, 8]))
      for _ in 0..<batch { edit() }
      done += batch
      if numbers.chance(60) { time += numbers.pick([0, 0.016, 0.1, 0.3, -0.05, -1]) }
      walk.edits.append(.draw(at: time))
    }
  }

  private static func treeSize(_ numbers: inout SeededGenerator) -> Int {
    switch numbers.below(20) {
    case 0...8: numbers.integer(in: 5...20)
    case 9...15: numbers.integer(in: 20...90)
    case 16...18: numbers.integer(in: 90...540)
    default: numbers.integer(in: 540...1_500)
    }
  }

  private mutating func build(_ count: Int) {
    // Wide trees, deep ones, and all between: new layers come under one of the last few.
    let spread = numbers.pick([1, 3, 20, 2_000])
    for number in 1...count {
      let parent = max(0, number - 1 - numbers.below(min(number, spread)))
      let isContainer = numbers.chance(80)
      addLayer(into: isContainer ? parent : 0, at: .max)
    }
  }

  private mutating func addLayer(into parent: Int, at index: Int) {
    let number = layerCount
    layerCount += 1
    for change in LayerChange.randomBeginnings(&numbers, reach: walk.size) {
      walk.edits.append(.set(number, change))
    }
    walk.edits.append(.insert(number, into: parent, at: index))
  }

  private mutating func anyLayer() -> Int { numbers.below(layerCount) }

  private mutating func edit() {
    if walk.animates, numbers.chance(25) {
      walk.edits.append(animationEdit())
      return
    }
    switch numbers.below(100) {
    case 0...65:
      walk.edits.append(.set(anyLayer(), .random(&numbers, reach: walk.size)))
    case 66...69:
      // A layer of those that draw themselves.
      let number = 5 + 9 * numbers.below(max(1, (layerCount + 3) / 9))
      let place = CGPoint(x: numbers.below(40), y: numbers.below(30))
      let rect = CGRect(
        origin: place, size: CGSize(width: 1 + numbers.below(20), height: 1 + numbers.below(9)))
      walk.edits.append(.display(number, numbers.chance(80) ? rect : nil))
    case 70...74: addLayer(into: anyLayer(), at: numbers.below(8))
    case 75...80:
      walk.edits.append(.insert(anyLayer(), into: anyLayer(), at: numbers.below(8)))
    case 81...83: walk.edits.append(.insertBelow(anyLayer(), sibling: sibling(), in: anyLayer()))
    case 84...86: walk.edits.append(.insertAbove(anyLayer(), sibling: sibling(), in: anyLayer()))
    case 87...89: walk.edits.append(.replace(anyLayer(), by: anyLayer()))
    case 90...93: walk.edits.append(.remove(anyLayer()))
    case 94:
      let count = numbers.below(8)
      // The root would lose nearly everything.
      let parent = max(1, anyLayer())
      walk.edits.append(.setSublayers(parent, (0..<count).map { _ in anyLayer() }))
    case 95:
      walk.edits.append(
        .rearrange(anyLayer(), seed: numbers.next(), drops: numbers.chance(30)))
    case 96: walk.edits.append(.begin)
    case 97...98:
      walk.edits.append(.mask(numbers.chance(70) ? anyLayer() : nil, of: anyLayer()))
    default: walk.edits.append(.commit)
    }
  }

  private mutating func animationEdit() -> Edit {
    switch numbers.below(12) {
    case 10...11: .transition(anyLayer(), .random(&numbers))
    case 0: .removeAnimations(anyLayer())
    case 1: .setTiming(anyLayer(), .random(&numbers))
    case 2: .setDuration(numbers.pick([0, 0.1, 0.25, 1, 3]))
    default: .animate(anyLayer(), .random(&numbers, reach: walk.size))
    }
  }

  private mutating func sibling() -> Int? { numbers.chance(15) ? nil : anyLayer() }
}
