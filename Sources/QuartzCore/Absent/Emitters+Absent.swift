import Lamina

// Particles, which are still to come.

@available(*, unavailable, message: "still to come; use a layer for each particle instead")
open class CAEmitterLayer: CALayer {
  public var emitterCells: [CAEmitterCell]?
  public var birthRate: Float = 1
  public var lifetime: Float = 1
  public var emitterPosition = CGPoint.zero
  public var emitterZPosition: CGFloat = 0
  public var emitterSize = CGSize.zero
  public var emitterDepth: CGFloat = 0
  public var emitterShape = CAEmitterLayerEmitterShape.point
  public var emitterMode = CAEmitterLayerEmitterMode.volume
  public var renderMode = CAEmitterLayerRenderMode.unordered
  public var preservesDepth = false
  public var velocity: Float = 1
  public var scale: Float = 1
  public var spin: Float = 1
  public var seed: UInt32 = 0
}

@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public enum CAEmitterLayerEmitterShape: String, Sendable {
  case point, line, rectangle, cuboid, circle, sphere
}

@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public enum CAEmitterLayerEmitterMode: String, Sendable {
  case points, outline, surface, volume
}

@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public enum CAEmitterLayerRenderMode: String, Sendable {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

@available(*, unavailable, message: "still to come; use a layer for each particle instead")
open class CAEmitterBehavior {}

@available(*, unavailable, message: "still to come; use a layer for each particle instead")
open class CAEmitterCell {
  public init() {}
  public var name: String?
  public var isEnabled = true
  public var birthRate: Float = 0
  public var lifetime: Float = 0
  public var lifetimeRange: Float = 0
  public var emissionLatitude: CGFloat = 0
  public var emissionLongitude: CGFloat = 0
  public var emissionRange: CGFloat = 0
  public var velocity: CGFloat = 0
  public var velocityRange: CGFloat = 0
  public var xAcceleration: CGFloat = 0
  public var yAcceleration: CGFloat = 0
  public var zAcceleration: CGFloat = 0
  public var scale: CGFloat = 1
  public var scaleRange: CGFloat = 0
  public var scaleSpeed: CGFloat = 0
  public var spin: CGFloat = 0
  public var spinRange: CGFloat = 0
  public var color: CGColor?
  public var redRange: Float = 0
  public var greenRange: Float = 0
  public var blueRange: Float = 0
  public var alphaRange: Float = 0
  public var redSpeed: Float = 0
  public var greenSpeed: Float = 0
  public var blueSpeed: Float = 0
  public var alphaSpeed: Float = 0
  public var contents: Any?
  public var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  public var contentsScale: CGFloat = 1
  public var minificationFilter = "linear"
  public var magnificationFilter = "linear"
  public var minificationFilterBias: Float = 0
  public var emitterCells: [CAEmitterCell]?
  public var style: [AnyHashable: Any]?
  public var beginTime: CFTimeInterval = 0
  public var duration = CFTimeInterval.infinity
  public var speed: Float = 1
  public var timeOffset: CFTimeInterval = 0
  public var repeatCount: Float = 0
  public var repeatDuration: CFTimeInterval = 0
  public var autoreverses = false
  public var fillMode = CAMediaTimingFillMode.removed
}
