import Lamina

// Kinds of layers that are still to come.

@available(*, unavailable, message: "still to come; use a layer for each copy instead")
open class CAReplicatorLayer: CALayer {
  public var instanceCount = 1
  public var preservesDepth = false
  public var instanceDelay: CFTimeInterval = 0
  public var instanceTransform = CATransform3DIdentity
  public var instanceColor: CGColor?
  public var instanceRedOffset: Float = 0
  public var instanceGreenOffset: Float = 0
  public var instanceBlueOffset: Float = 0
  public var instanceAlphaOffset: Float = 0
}

@available(*, unavailable, message: "still to come; use sublayerTransform and zPosition instead")
open class CATransformLayer: CALayer {}

@available(*, unavailable, message: "there is no GPU; use contents, or draw(in:), instead")
open class CAMetalLayer: CALayer {
  public var device: Any?
  public var pixelFormat: UInt = 80
  public var framebufferOnly = true
  public var drawableSize = CGSize.zero
  public var maximumDrawableCount = 3
  public var presentsWithTransaction = false
  public var colorspace: CGColorSpace?
  public var displaySyncEnabled = true
  public var allowsNextDrawableTimeout = true
  public func nextDrawable() -> (any CAMetalDrawable)? { absent() }
}

@available(*, unavailable, message: "there is no GPU; use contents, or draw(in:), instead")
public protocol CAMetalDrawable {}

@available(*, unavailable, message: "there is no GPU; use contents, or draw(in:), instead")
open class CAOpenGLLayer: CALayer {
  public var isAsynchronous = false
  public var colorspace: CGColorSpace?
}

@available(*, unavailable, message: "there is no GPU; use contents, or draw(in:), instead")
open class CAEAGLLayer: CALayer {}
