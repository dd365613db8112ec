import Foundation
import LaminaTestSupport

@testable import Lamina

/// A new value for one property of a layer.
enum LayerChange {
  case bounds(CGRect)
  case frame(CGRect)
  case position(CGPoint)
  case anchorPoint(CGPoint)
  case anchorPointZ(CGFloat)
  case zPosition(CGFloat)
  case transform(Transform3D)
  case sublayerTransform(Transform3D)
  case opacity(Float)
  case backgroundColor(Color?)
  /// An index into `TestBitmaps.all`.
  case contents(Int?)
  case contentsGravity(ContentsGravity)
  case contentsRect(CGRect)
  case contentsCenter(CGRect)
  case contentsScale(CGFloat)
  case magnificationFilter(ContentsFilter)
  case minificationFilter(ContentsFilter)
  case isHidden(Bool)
  case masksToBounds(Bool)
  case isOpaque(Bool)
  case isGeometryFlipped(Bool)
  case isDoubleSided(Bool)
  case allowsGroupOpacity(Bool)
  case cornerRadius(CGFloat)
  case maskedCorners(CornerMask)
  case cornerCurve(CornerCurve)
  case borderWidth(CGFloat)
  case borderColor(Color?)
  case shadowColor(Color?)
  case shadowOpacity(Float)
  case shadowOffset(CGSize)
  case shadowRadius(CGFloat)
  case shadowPath(Path?)
  case filters([Filter])
  case backgroundFilters([Filter])
  case compositingFilter(BlendMode?)
  case shouldRasterize(Bool)
  case minificationFilterBias(Float)
  case edgeAntialiasingMask(EdgeAntialiasingMask)
  case allowsEdgeAntialiasing(Bool)
  case alignsContentsToPixels(Bool)
  case rasterizationScale(CGFloat)
  case kind(KindChange)
  case name(String?)
  /// A value under a key of the layer's own.
  case level(Double)

  func apply(to layer: Layer) {
    switch self {
    case .bounds(let value): layer.bounds = value
    case .frame(let value): layer.frame = value
    case .position(let value): layer.position = value
    case .anchorPoint(let value): layer.anchorPoint = value
    case .anchorPointZ(let value): layer.anchorPointZ = value
    case .zPosition(let value): layer.zPosition = value
    case .transform(let value): layer.transform = value
    case .sublayerTransform(let value): layer.sublayerTransform = value
    case .opacity(let value): layer.opacity = value
    case .backgroundColor(let value): layer.backgroundColor = value
    case .contents(let value): layer.contents = value.map { TestBitmaps.all[$0] }
    case .contentsGravity(let value): layer.contentsGravity = value
    case .contentsRect(let value): layer.contentsRect = value
    case .contentsCenter(let value): layer.contentsCenter = value
    case .contentsScale(let value): layer.contentsScale = value
    case .magnificationFilter(let value): layer.magnificationFilter = value
    case .minificationFilter(let value): layer.minificationFilter = value
    case .isHidden(let value): layer.isHidden = value
    case .masksToBounds(let value): layer.masksToBounds = value
    case .isOpaque(let value): layer.isOpaque = value
    case .isGeometryFlipped(let value): layer.isGeometryFlipped = value
    case .isDoubleSided(let value): layer.isDoubleSided = value
    case .allowsGroupOpacity(let value): layer.allowsGroupOpacity = value
    case .cornerRadius(let value): layer.cornerRadius = value
    case .maskedCorners(let value): layer.maskedCorners = value
    case .cornerCurve(let value): layer.cornerCurve = value
    case .borderWidth(let value): layer.borderWidth = value
    case .borderColor(let value): layer.borderColor = value
    case .shadowColor(let value): layer.shadowColor = value
    case .shadowOpacity(let value): layer.shadowOpacity = value
    case .shadowOffset(let value): layer.shadowOffset = value
    case .shadowRadius(let value): layer.shadowRadius = value
    case .shadowPath(let value): layer.shadowPath = value
    case .filters(let value): layer.filters = value
    case .backgroundFilters(let value): layer.backgroundFilters = value
    case .compositingFilter(let value): layer.compositingFilter = value
    case .minificationFilterBias(let value): layer.minificationFilterBias = value
    case .edgeAntialiasingMask(let value): layer.edgeAntialiasingMask = value
    case .allowsEdgeAntialiasing(let value): layer.allowsEdgeAntialiasing = value
    case .alignsContentsToPixels(let value): layer.alignsContentsToPixels = value
    case .shouldRasterize(let value): layer.shouldRasterize = value
    case .rasterizationScale(let value): layer.rasterizationScale = value
    case .kind(let value): value.apply(to: layer)
    case .name(let value): layer.name = value
    case .level(let value): layer.setValue(value, forKey: "level")
    }
  }
}

extension Layer {
  /// Gives this layer the values of every property of another, but for its sublayers.
  ///
  /// - Parameter replicates: Whether a replicator's copy is one, too.
  func copyProperties(of other: Layer, replicates: Bool = true) {
    if let kind = other.values.rare?.values.kind, replicates || !(other is ReplicatorLayer) {
      setRare(\.kind, kind, .shape(.path), finite: true)
    }
    storage.values.flags.formUnion(other.values.flags.intersection(.preservesDepth))
    bounds = other.bounds
    position = other.position
    anchorPoint = other.anchorPoint
    anchorPointZ = other.anchorPointZ
    zPosition = other.zPosition
    transform = other.transform
    sublayerTransform = other.sublayerTransform
    opacity = other.opacity
    backgroundColor = other.backgroundColor
    contents = other.contents
    contentsGravity = other.contentsGravity
    contentsRect = other.contentsRect
    contentsCenter = other.contentsCenter
    contentsScale = other.contentsScale
    magnificationFilter = other.magnificationFilter
    minificationFilter = other.minificationFilter
    isHidden = other.isHidden
    masksToBounds = other.masksToBounds
    isOpaque = other.isOpaque
    isGeometryFlipped = other.isGeometryFlipped
    isDoubleSided = other.isDoubleSided
    allowsGroupOpacity = other.allowsGroupOpacity
    cornerRadius = other.cornerRadius
    maskedCorners = other.maskedCorners
    cornerCurve = other.cornerCurve
    borderWidth = other.borderWidth
    borderColor = other.borderColor
    shadowColor = other.shadowColor
    shadowOpacity = other.shadowOpacity
    shadowOffset = other.shadowOffset
    shadowRadius = other.shadowRadius
    shadowPath = other.shadowPath
    filters = other.filters
    backgroundFilters = other.backgroundFilters
    compositingFilter = other.compositingFilter
    minificationFilterBias = other.minificationFilterBias
    edgeAntialiasingMask = other.edgeAntialiasingMask
    allowsEdgeAntialiasing = other.allowsEdgeAntialiasing
    alignsContentsToPixels = other.alignsContentsToPixels
    shouldRasterize = other.shouldRasterize
    rasterizationScale = other.rasterizationScale
  }
}

extension LayerChange {
  /// Any property with any reasonable value.
  ///
  /// - Parameter reach: about how far a layer of this walk may stand from the origin, in points.
  static func random(_ numbers: inout SeededGenerator, reach: CGSize) -> LayerChange {
    if numbers.chance(12) { return .kind(.random(&numbers, reach: reach)) }
    return switch numbers.below(56) {
    case 0...7: .position(randomPoint(&numbers, reach))
    case 8...10:
      .bounds(
        CGRect(
          origin: numbers.chance(30) ? randomPoint(&numbers, reach) : .zero,
          size: randomSize(&numbers, reach)))
    case 11...12:
      .frame(CGRect(origin: randomPoint(&numbers, reach), size: randomSize(&numbers, reach)))
    case 13...16: .backgroundColor(randomColor(&numbers))
    case 17...19:
      .contents(numbers.chance(25) ? nil : numbers.below(TestBitmaps.all.count))
    case 20...21: .opacity(numbers.pick([0, 0.25, 0.5, 1, 1, 1, Float(numbers.unit())]))
    case 22...23: .zPosition(CGFloat(numbers.integer(in: -2...2)))
    case 24...25: .transform(randomTransform(&numbers))
    case 26: .sublayerTransform(randomTransform(&numbers))
    case 27: .isHidden(numbers.chance(40))
    case 28: .masksToBounds(numbers.chance(50))
    case 29:
      .anchorPoint(
        numbers.pick([
          CGPoint(x: 0.5, y: 0.5), .zero, CGPoint(x: 1, y: 0), CGPoint(x: -0.3, y: 1.7),
        ]))
    case 30: .contentsGravity(numbers.pick(ContentsGravity.allCases))
    case 31: .contentsRect(randomUnitRect(&numbers))
    case 32: .contentsCenter(randomUnitRect(&numbers))
    case 33: .contentsScale(numbers.pick([1, 2, 0.5, 1.5]))
    case 34:
      numbers.chance(50)
        ? .magnificationFilter(numbers.pick(ContentsFilter.allCases))
        : .minificationFilter(numbers.pick(ContentsFilter.allCases))
    case 35: .isGeometryFlipped(numbers.chance(50))
    case 36: .isDoubleSided(numbers.chance(50))
    case 37: .allowsGroupOpacity(numbers.chance(50))
    case 38: .anchorPointZ(CGFloat(numbers.integer(in: -20...20)))
    case 39...40: .cornerRadius(numbers.pick([0, 3, 5.5, 20, CGFloat(numbers.below(60))]))
    case 41: .maskedCorners(CornerMask(rawValue: UInt(numbers.below(16))))
    case 42:
      switch numbers.below(6) {
      case 4...5: .alignsContentsToPixels(numbers.chance(40))
      case 0: .edgeAntialiasingMask(EdgeAntialiasingMask(rawValue: UInt32(numbers.below(16))))
      case 1: .allowsEdgeAntialiasing(numbers.chance(50))
      case 2: .minificationFilterBias(numbers.pick([0, 1, -0.5, 2.25]))
      default: .cornerCurve(numbers.pick(CornerCurve.allCases))
      }
    case 43...44: .borderWidth(numbers.pick([0, 1, 2.5, 7, CGFloat(numbers.below(50))]))
    case 45: .borderColor(randomColor(&numbers))
    case 46...52: randomEffect(&numbers)
    default:
      switch numbers.below(3) {
      case 0: .isOpaque(numbers.chance(50))
      case 1: .name("layer")
      default: .level(numbers.number(in: -9...9))
      }
    }
  }

  private static func randomEffect(_ numbers: inout SeededGenerator) -> LayerChange {
    switch numbers.below(16) {
    case 12...13: .shouldRasterize(numbers.chance(60))
    case 14: .rasterizationScale(numbers.pick([1, 1, 2, 0.5, 0.75, 1.3, 0, -1]))
    case 0: .shadowColor(randomColor(&numbers))
    case 1...3: .shadowOpacity(numbers.pick([0, 0.4, 1, 2]))
    case 4:
      .shadowOffset(
        CGSize(width: CGFloat(numbers.integer(in: -30...30)), height: CGFloat(numbers.below(40))))
    case 5: .shadowRadius(numbers.pick([0, 1, 2.5, 6, -1]))
    case 6:
      .shadowPath(
        numbers.pick([
          nil, Path(ellipseIn: CGRect(x: -4, y: 3, width: 30, height: 20)),
          Path(rect: CGRect(x: 2, y: 2, width: 9, height: 50)), Path(),
        ]))
    case 7...8:
      .filters(
        numbers.pick([
          [], [.gaussianBlur(radius: 1.5)], [.invert],
          [.saturation(0.3), .gaussianBlur(radius: 3).named("soft")],
          [.gaussianBlur(radius: 0), .sepia(0.7)], [.contrast(2), .brightness(-0.2)],
        ]))
    case 9...10:
      .backgroundFilters(
        numbers.pick([
          [], [], [.gaussianBlur(radius: 2)], [.invert],
          [.gaussianBlur(radius: 1), .saturation(2).named("tone")],
        ]))
    default:
      .compositingFilter(numbers.chance(40) ? nil : numbers.pick(BlendMode.allCases))
    }
  }

  /// The values that a new layer gets: a place, a size, and something to be seen.
  static func randomBeginnings(
    _ numbers: inout SeededGenerator, reach: CGSize
  ) -> [LayerChange] {
    var changes: [LayerChange] = [
      .frame(CGRect(origin: randomPoint(&numbers, reach), size: randomSize(&numbers, reach)))
    ]
    while numbers.chance(50) { changes.append(.kind(.random(&numbers, reach: reach))) }
    if numbers.chance(80) { changes.append(.backgroundColor(randomColor(&numbers))) }
    if numbers.chance(30) {
      let index = numbers.below(TestBitmaps.all.count)
      changes.append(.contents(index))
      // Half of them exactly as large as their bitmap, which is drawn another way.
      if numbers.chance(50) {
        let bitmap = TestBitmaps.all[index]
        changes.append(
          .bounds(CGRect(x: 0, y: 0, width: CGFloat(bitmap.width), height: CGFloat(bitmap.height))))
        changes.append(.backgroundColor(nil))
      }
    }
    while numbers.chance(30) { changes.append(.random(&numbers, reach: reach)) }
    return changes
  }

  private static func randomCoordinate(
    _ numbers: inout SeededGenerator, _ reach: CGFloat
  ) -> CGFloat {
    switch numbers.below(12) {
    case 0: CGFloat(numbers.integer(in: -40_000...40_000))
    case 1...2: CGFloat(numbers.number(in: -0.3...1.3)) * reach
    case 3: (CGFloat(numbers.unit()) * reach).rounded() + 0.5
    default: (CGFloat(numbers.number(in: -0.2...1.1)) * reach).rounded()
    }
  }

  static func randomPoint(
    _ numbers: inout SeededGenerator, _ reach: CGSize
  ) -> CGPoint {
    CGPoint(
      x: randomCoordinate(&numbers, reach.width), y: randomCoordinate(&numbers, reach.height))
  }

  static func randomSize(_ numbers: inout SeededGenerator, _ reach: CGSize) -> CGSize {
    func length(_ reach: CGFloat) -> CGFloat {
      switch numbers.below(12) {
      case 0: 0
      case 1: CGFloat(numbers.unit()) * reach
      case 2: reach
      case 3: CGFloat(numbers.below(100_000))
      case 4...5: (CGFloat(numbers.unit()) * reach).rounded()
      default: (CGFloat(numbers.unit()) * reach / 4).rounded(.up)
      }
    }
    return CGSize(width: length(reach.width), height: length(reach.height))
  }

  private static func randomUnitRect(_ numbers: inout SeededGenerator) -> CGRect {
    numbers.pick([
      CGRect(x: 0, y: 0, width: 1, height: 1),
      CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25),
      CGRect(x: 0, y: 0, width: 0.5, height: 1),
      CGRect(x: -0.5, y: 0.2, width: 2, height: 1.1),
      CGRect(x: 0.4, y: 0.4, width: 0, height: 0),
      CGRect(x: numbers.unit(), y: numbers.unit(), width: numbers.unit(), height: numbers.unit()),
    ])
  }

  static func randomColor(_ numbers: inout SeededGenerator) -> Color? {
    if numbers.chance(8) { return nil }
    let color = Color(rgb: UInt32(truncatingIfNeeded: numbers.next()) & 0xFF_FFFF)
    return numbers.chance(60) ? color : color.withAlpha(Double(numbers.below(256)) / 255)
  }

  static func randomTransform(_ numbers: inout SeededGenerator) -> Transform3D {
    let angle = CGFloat(numbers.number(in: -4...4))
    switch numbers.below(12) {
    case 0...3: return .identity
    case 4: return Transform3D(rotation: angle, x: 0, y: 0, z: 1)
    case 5:
      return Transform3D(scaleX: numbers.pick([-1, 0.5, 2, 3]), y: numbers.pick([-1, 1, 1.5]))
    case 6: return Transform3D(scaleX: 0, y: 1)
    case 7:
      return Transform3D(
        translationX: CGFloat(numbers.integer(in: -9...9)), y: CGFloat(numbers.unit()), z: 7)
    case 8: return Transform3D(rotation: angle, x: 1, y: 0.3, z: 0)
    case 9:
      var shear = Transform3D.identity
      shear.m21 = CGFloat(numbers.number(in: -1...1))
      return shear
    default:
      var perspective = Transform3D.identity
      perspective.m34 = -1 / CGFloat(numbers.number(in: 30...300))
      return numbers.chance(50)
        ? perspective
        : Transform3D(rotation: angle, x: 0.2, y: 1, z: 0).concatenating(perspective)
    }
  }
}
