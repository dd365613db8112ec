import Foundation
import Lamina
import LaminaTestSupport

/// Random walks of small pictures in which everything stands in everything: replicators and
/// transform layers in rasterized and translucent layers, shadows and blurs under scales, layers that
/// move from one parent to another while they fade.
struct NestingWalkMaker {
  /// The places of the layers of a walk, and the magnitude of their numbers.
  enum Region: Int, CaseIterable {
    /// In the picture and around it.
    case near
    /// In the picture, upright, so that replicators can be written out.
    case flat
    /// Up to a billion pixels away.
    case far
    /// Anywhere that a `Double` reaches.
    case extreme
  }

  private(set) var walk = Walk()
  /// The number of edits that build the first tree.
  private(set) var beginning = 0
  let region: Region
  private var numbers: SeededGenerator
  private var layerCount = 1
  private var time = 0.0

  init(seed: UInt64, edits: Int) {
    numbers = SeededGenerator(seed: seed)
    region = Self.pickRegion(&numbers)
    walk.animates = numbers.chance(65)
    walk.isSampled = true
    walk.isWrittenOut = region == .flat
    (walk.width, walk.height) = numbers.pick([(40, 30), (40, 30), (24, 18), (64, 15), (33, 44)])
    walk.scale = region == .flat ? 1 : numbers.pick([1, 1, 1.5, 0.75, 2])
    walk.kinds = LayerKinds(seed: numbers.next(), shares: kindShares())
    build(numbers.pick([4, 6, 9, 9, 14, 14, 25, 25, 60, 60, 150 + numbers.below(250)]))
    time = numbers.pick([0, 0.3, 10])
    walk.edits.append(.draw(at: time))
    beginning = walk.edits.count
    var done = 0
    while done < edits {
      // What fades while it is taken to another place cannot be written out.
      let batches = region == .flat ? [1, 1, 2, 3, 20] : [1, 1, 2, 3, 5, 8, 13, 30]
      let batch = min(edits - done, numbers.pick(batches))
      for _ in 0..<batch { edit() }
      done += batch
      if numbers.chance(70) {
        time +=
          region == .flat
          ? numbers.pick([0.1, 0.2, 1]) : numbers.pick([0.016, 0.1, 0.3, 1, -0.05])
      }
      walk.edits.append(.draw(at: time))
    }
  }

  private static func pickRegion(_ numbers: inout SeededGenerator) -> Region {
    numbers.pick([.near, .near, .near, .flat, .flat, .flat, .far, .far, .extreme])
  }

  /// The region of the walk of a seed.
  static func region(ofSeed seed: UInt64) -> Region {
    var numbers = SeededGenerator(seed: seed)
    return pickRegion(&numbers)
  }

  private mutating func kindShares() -> [LayerKinds.Kind] {
    var shares = [LayerKinds.Kind](repeating: .plain, count: numbers.pick([4, 8, 20]))
    shares += [.shape, .gradient, .replicator, .replicator]
    if region != .flat { shares += [.transform, .transform, .striped] }
    if region == .extreme { shares += [.tiled, .tiled] }
    if numbers.chance(10), region != .flat { shares.append(.emitter) }
    return shares
  }

  // MARK: - The first tree

  private mutating func build(_ count: Int) {
    let spread = numbers.pick([1, 2, 4, 12, 400])
    if numbers.chance(25) { walk.edits.append(.set(0, .shouldRasterize(true))) }
    for number in 1...count {
      addLayer(into: max(0, number - 1 - numbers.below(min(number, spread))))
    }
  }

  private mutating func addLayer(into parent: Int) {
    let number = layerCount
    layerCount += 1
    // An empty layer of no size in some cases.
    if numbers.chance(80) { walk.edits.append(.set(number, .frame(box()))) }
    if numbers.chance(75) {
      walk.edits.append(.set(number, .backgroundColor(LayerChange.randomColor(&numbers))))
    }
    while numbers.chance(45) { walk.edits.append(.set(number, change(of: number))) }
    walk.edits.append(.insert(number, into: parent, at: numbers.chance(80) ? .max : 0))
  }

  private mutating func box() -> CGRect {
    let size = CGSize(width: walk.size.width, height: walk.size.height)
    let origin = CGPoint(
      x: (CGFloat(numbers.number(in: -0.15...0.7)) * size.width).rounded(),
      y: (CGFloat(numbers.number(in: -0.15...0.7)) * size.height).rounded())
    return CGRect(
      origin: origin,
      size: CGSize(
        width: 1 + (CGFloat(numbers.unit()) * size.width * 0.8).rounded(),
        height: 1 + (CGFloat(numbers.unit()) * size.height * 0.8).rounded()))
  }

  // MARK: - Edits

  private mutating func anyLayer() -> Int { numbers.below(layerCount) }

  /// A layer of a kind where there is one, as a few tries find it.
  private mutating func layer(of kind: LayerKinds.Kind) -> Int {
    for _ in 0..<6 {
      let number = anyLayer()
      if walk.kinds?.kind(of: number) == kind { return number }
    }
    return anyLayer()
  }

  private mutating func edit() {
    if walk.animates, numbers.chance(15) {
      walk.edits.append(animationEdit())
      return
    }
    switch numbers.below(100) {
    case 0...64:
      let number = numbers.chance(25) ? layer(of: .replicator) : anyLayer()
      walk.edits.append(.set(number, change(of: number)))
    case 65...70: addLayer(into: anyLayer())
    case 71...78:
      let parent = numbers.chance(50) ? layer(of: .replicator) : anyLayer()
      walk.edits.append(.insert(anyLayer(), into: parent, at: numbers.below(8)))
    case 79...81: walk.edits.append(.insertBelow(anyLayer(), sibling: anyLayer(), in: anyLayer()))
    case 82...84: walk.edits.append(.replace(anyLayer(), by: anyLayer()))
    case 85...88: walk.edits.append(.remove(max(1, anyLayer())))
    case 89:
      let count = numbers.below(5)
      let parent = max(1, anyLayer())
      walk.edits.append(.setSublayers(parent, (0..<count).map { _ in anyLayer() }))
    case 90:
      walk.edits.append(.rearrange(anyLayer(), seed: numbers.next(), drops: numbers.chance(30)))
    case 91...92: walk.edits.append(.mask(numbers.chance(60) ? anyLayer() : nil, of: anyLayer()))
    case 93 where region != .flat: walk.edits.append(.begin)
    case 94...95 where region != .flat: walk.edits.append(.commit)
    case 96 where region != .flat: walk.edits.append(.display(layer(of: .striped), nil))
    default: walk.edits.append(.setDisablesActions(numbers.chance(50)))
    }
  }

  private mutating func animationEdit() -> Edit {
    switch numbers.below(10) {
    case 0...2: return .transition(anyLayer(), .random(&numbers))
    case 3: return .removeAnimations(anyLayer())
    case 4: return .setTiming(anyLayer(), .random(&numbers))
    case 5: return .setDuration(numbers.pick([0.1, 0.25, 1, 3]))
    default:
      var plan = AnimationPlan.random(&numbers, reach: walk.size)
      while region == .flat, !plan.isFlat { plan = .random(&numbers, reach: walk.size) }
      return .animate(anyLayer(), plan)
    }
  }

  private mutating func change(of number: Int) -> LayerChange {
    if region == .far || region == .extreme, numbers.chance(18) { return largeChange() }
    if numbers.chance(55) {
      if walk.kinds?.kind(of: number) == .replicator, numbers.chance(50) {
        return .kind(.replicator(replicatorChange()))
      }
      return nestingChange()
    }
    while true {
      let change = LayerChange.random(&numbers, reach: walk.size)
      if region != .flat || change.isFlat { return change }
    }
  }

  private mutating func replicatorChange() -> ReplicatorChange {
    if region != .flat, numbers.chance(30) { return .random(&numbers, reach: walk.size) }
    switch numbers.below(10) {
    case 0...4: return .count(numbers.pick([1, 2, 3, 3, 4, 0]))
    case 5 where region != .flat: return .preservesDepth(numbers.chance(70))
    case 5...6: return .delay(numbers.pick([0, 0, 0.25]))
    default:
      return .transform(
        Transform3D(
          translationX: CGFloat(numbers.integer(in: -9...9)),
          y: CGFloat(numbers.integer(in: -7...7))))
    }
  }

  /// Returns a change that makes a group, a picture or a space of a layer, or changes the layers below
  /// it.
  private mutating func nestingChange() -> LayerChange {
    switch numbers.below(26) {
    case 0...2: .shouldRasterize(numbers.chance(75))
    case 3: .rasterizationScale(numbers.pick([1, 2, 0.5]))
    case 4...6: .opacity(numbers.pick([0.5, 0.9, 1, 0]))
    case 7...8: .shadowOpacity(numbers.pick([0, 0.5, 1]))
    case 9...10: .shadowRadius(numbers.pick([0, 1, 3, 3, numbers.chance(30) ? 30 : 6]))
    case 11:
      .shadowOffset(
        CGSize(width: numbers.integer(in: -9...9), height: numbers.integer(in: -9...9)))
    case 12: .filters(numbers.chance(30) ? [] : [.gaussianBlur(radius: blurRadius())])
    case 13:
      .backgroundFilters(
        numbers.chance(60) ? [] : [.gaussianBlur(radius: blurRadius())])
    case 14...15 where region != .flat: .transform(scale())
    case 16...17 where region != .flat: .sublayerTransform(scale())
    case 18: .masksToBounds(numbers.chance(50))
    case 19: .isHidden(numbers.chance(40))
    case 20...21: .frame(box())
    case 22: .position(LayerChange.randomPoint(&numbers, walk.size))
    case 23: .cornerRadius(numbers.pick([0, 3, 15]))
    case 24 where region != .flat: .zPosition(CGFloat(numbers.integer(in: -2...2)))
    default: .backgroundColor(LayerChange.randomColor(&numbers))
    }
  }

  /// Mostly of a few pixels: a wide blur is a frame's whole cost.
  private mutating func blurRadius() -> CGFloat {
    numbers.pick([0.5, 1, 1, 2, numbers.chance(20) ? 40 : 4])
  }

  private mutating func scale() -> Transform3D {
    let factor = numbers.pick([1, 1, 0.01, 0.5, 2, 4, numbers.chance(20) ? 60 : 1.5])
    return Transform3D(scaleX: factor, y: factor * numbers.pick([1, 1.7]))
  }

  // MARK: - Large numbers

  private mutating func largeNumber() -> CGFloat {
    if region == .extreme, numbers.chance(15) { return numbers.pick(HostileNumbers.finite) }
    let exponent = numbers.number(in: 2...(region == .extreme ? 308 : 9))
    let small = region == .extreme && numbers.chance(25)
    return CGFloat(pow(10, small ? -exponent : exponent) * (numbers.chance(50) ? -1 : 1))
  }

  private mutating func largePoint() -> CGPoint {
    let point = LayerChange.randomPoint(&numbers, walk.size)
    return numbers.chance(50)
      ? CGPoint(x: largeNumber(), y: point.y) : CGPoint(x: point.x, y: largeNumber())
  }

  private mutating func largeSize() -> CGSize {
    let point = largePoint()
    return CGSize(width: abs(point.x), height: abs(point.y))
  }

  private mutating func largeTransform() -> Transform3D {
    var result = numbers.chance(50) ? Transform3D.identity : LayerChange.randomTransform(&numbers)
    let value = largeNumber()
    switch numbers.below(10) {
    case 0...1: result.m11 = value
    case 2: result.m22 = value
    case 3: result.m12 = value
    case 4...5: result.m41 = value
    case 6: result.m42 = value
    case 7: result.m43 = value
    case 8: result.m34 = value
    default: result.m14 = value
    }
    return result
  }

  /// A property with a number that is larger than any picture.
  private mutating func largeChange() -> LayerChange {
    switch numbers.below(30) {
    case 0...4: .position(largePoint())
    case 5...7: .bounds(CGRect(origin: .zero, size: largeSize()))
    case 8: .bounds(CGRect(origin: largePoint(), size: LayerChange.randomSize(&numbers, walk.size)))
    case 9...10: .anchorPoint(largePoint())
    case 11...12: .transform(largeTransform())
    case 13...14: .sublayerTransform(largeTransform())
    case 15...16:
      .contentsRect(CGRect(origin: numbers.chance(50) ? .zero : largePoint(), size: largeSize()))
    case 17: .cornerRadius(abs(largeNumber()))
    case 18: .borderWidth(abs(largeNumber()))
    case 19: .shadowOffset(largeSize())
    case 20 where numbers.chance(10): .shadowRadius(abs(largeNumber()))
    case 21 where numbers.chance(10): .filters([.gaussianBlur(radius: abs(largeNumber()))])
    case 22: .kind(.replicator(.transform(largeTransform())))
    case 23: .kind(.lineWidth(abs(largeNumber())))
    case 24:
      .kind(
        .path(
          Path(
            ellipseIn: CGRect(origin: numbers.chance(50) ? .zero : largePoint(), size: largeSize()))
        ))
    case 25: .anchorPointZ(largeNumber())
    case 26: .zPosition(largeNumber())
    case 27: .rasterizationScale(abs(largeNumber()))
    case 28: .contents(numbers.below(TestBitmaps.all.count))
    default: .kind(.replicator(.count(numbers.pick([1, 2, 60]))))
    }
  }
}

extension LayerChange {
  /// True if a layer stays upright in the plane of its superlayer, and pixels keep their values up to
  /// rounding.
  fileprivate var isFlat: Bool {
    switch self {
    case .zPosition, .anchorPointZ, .transform, .sublayerTransform, .compositingFilter,
      .isDoubleSided, .isGeometryFlipped:
      false
    case .kind(.replicator(let change)):
      switch change {
      case .count: true
      default: false
      }
    default: true
    }
  }
}

extension AnimationPlan {
  fileprivate var isFlat: Bool {
    [
      "transform", "zPosition", "sublayerTransform", "anchorPointZ", "doubleSided", "instance",
      "geometryFlipped", "filters", "backgroundFilters",
    ].allSatisfy { !keyPath.hasPrefix($0) }
  }
}
