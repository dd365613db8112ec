// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Lamina

// Types of the properties that layers do not have, and of what is none of Lamina's business.

@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
public enum CALayerContentsFormat: String, Sendable {
  case RGBA8Uint, RGBA16Float, gray8Uint
}

@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
public enum CADynamicRange: String, Sendable {
  case automatic, standard, constrainedHigh, high
}

@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
public enum CAToneMapMode: String, Sendable {
  case automatic, never, ifSupported
}

@available(
  *, unavailable,
  message: "there is no display to follow; call render(at:) on a Renderer for each frame instead"
)
open class CADisplayLink {
  public init(target: Any, selector: String) { absent() }
  public func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) { absent() }
  public func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) { absent() }
  public func invalidate() { absent() }
  public var timestamp: CFTimeInterval { absent() }
  public var targetTimestamp: CFTimeInterval { absent() }
  public var duration: CFTimeInterval { absent() }
  public var isPaused = false
  public var frameInterval = 1
  public var preferredFramesPerSecond = 0
  public var preferredFrameRateRange: CAFrameRateRange {
    get { absent() }
    set { absent() }
  }
}

@available(
  *, unavailable,
  message: "leave it out: the caller of render(at:) chooses the times of the frames"
)
public struct CAFrameRateRange: Sendable {
  public var minimum: Float
  public var maximum: Float
  public var preferred: Float?
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) { absent() }
  public static var `default`: CAFrameRateRange { absent() }
}

@available(
  *, unavailable,
  message: "use a Renderer instead; it takes the time and returns the frame with its damage"
)
open class CARenderer {
  public init(mtlTexture: Any, options: [AnyHashable: Any]? = nil) { absent() }
  public var layer: CALayer?
  public var bounds = CGRect.null
  public func beginFrame(atTime time: CFTimeInterval, timeStamp: Any?) { absent() }
  public func updateBounds() -> CGRect { absent() }
  public func addUpdate(_ rect: CGRect) { absent() }
  public func render() { absent() }
  public func nextFrameTime() -> CFTimeInterval { absent() }
  public func endFrame() { absent() }
  public func setDestination(_ texture: Any) { absent() }
}

@available(
  *, unavailable,
  message: "trees cannot cross processes, only threads; send the pixels of a Frame instead"
)
open class CARemoteLayerClient {}

@available(
  *, unavailable,
  message: "trees cannot cross processes, only threads; send the pixels of a Frame instead"
)
open class CARemoteLayerServer {}
