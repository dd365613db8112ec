import Lamina

// Layers that draw on a GPU.

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
