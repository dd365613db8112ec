import Lamina

// What Core Graphics' contexts, paths and images do and Lamina's do not.

@available(
  *, unavailable,
  message: "drawing blends source over destination; set the alpha of the colours instead"
)
extension CGContext {
  public func setBlendMode(_ mode: CGBlendMode) { absent() }
}

@available(
  *, unavailable,
  message: "drawing blends source over destination; set the alpha of the colours instead"
)
public enum CGBlendMode: Int32, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity, clear, copy
  case sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut
  case destinationAtop, xor, plusDarker, plusLighter
}

@available(
  *, unavailable,
  message: "shadows are not supported yet; draw a translucent path first instead"
)
extension CGContext {
  public func setShadow(offset: CGSize, blur: CGFloat) { absent() }
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) { absent() }
}

@available(
  *, unavailable,
  message: "gradients are not supported yet; draw a CGImage made pixel by pixel instead"
)
extension CGContext {
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) { absent() }
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) { absent() }
}

@available(
  *, unavailable,
  message: "gradients are not supported yet; draw a CGImage made pixel by pixel instead"
)
public final class CGGradient: Sendable {
  public init?(colorsSpace: CGColorSpace?, colors: [CGColor], locations: [CGFloat]?) { absent() }
}

@available(
  *, unavailable,
  message: "gradients are not supported yet; draw a CGImage made pixel by pixel instead"
)
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

@available(*, unavailable, message: "leave it out: edges are always antialiased by their area")
extension CGContext {
  public func setShouldAntialias(_ shouldAntialias: Bool) { absent() }
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { absent() }
}

@available(*, unavailable, message: "leave it out: images are always interpolated linearly")
extension CGContext {
  public var interpolationQuality: CGInterpolationQuality {
    get { absent() }
    set { absent() }
  }
}

@available(*, unavailable, message: "leave it out: images are always interpolated linearly")
public enum CGInterpolationQuality: Int32, Sendable {
  case `default`, none, low, high, medium
}

@available(*, unavailable, message: "leave it out: curves are accurate to 1/100 of a pixel")
extension CGContext {
  public func setFlatness(_ flatness: CGFloat) { absent() }
}

@available(
  *, unavailable,
  message: "draw into a separate context, then draw its image with setAlpha(_:) instead"
)
extension CGContext {
  public func beginTransparencyLayer(auxiliaryInfo: [AnyHashable: Any]?) { absent() }
  public func endTransparencyLayer() { absent() }
}

@available(*, unavailable, message: "masks are not supported yet; clip to a path instead")
extension CGContext {
  public func clip(to rect: CGRect, mask: CGImage) { absent() }
}

@available(*, unavailable, message: "restore the state from before the clip instead")
extension CGContext {
  public func resetClip() { absent() }
}

@available(*, unavailable, message: "read the pixels of makeImage() instead")
extension CGContext {
  public var data: UnsafeMutableRawPointer? { absent() }
}

@available(*, unavailable, message: "draw the image once for each tile instead")
extension CGContext {
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) { absent() }
}

@available(*, unavailable, message: "text is not supported yet; draw a picture of it instead")
extension CGContext {
  public var textMatrix: CGAffineTransform {
    get { absent() }
    set { absent() }
  }
  public var textPosition: CGPoint {
    get { absent() }
    set { absent() }
  }
  public func setFont(_ font: Any) { absent() }
  public func setFontSize(_ size: CGFloat) { absent() }
}

@available(*, unavailable, message: "draw with a clip instead")
extension CGImage {
  public func masking(_ mask: CGImage) -> CGImage? { absent() }
}
