import Lamina

// Text where the trait `Text` of the package is off.

#if !Text
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  open class CATextLayer: CALayer {
    public var string: Any?
    public var font: Any?
    public var fontSize: CGFloat = 36
    public var foregroundColor: CGColor?
    public var isWrapped = false
    public var truncationMode = CATextLayerTruncationMode.none
    public var alignmentMode = CATextLayerAlignmentMode.natural
    public var allowsFontSubpixelQuantization = false
  }

  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public enum CATextLayerTruncationMode: String, Sendable {
    case none, start, end, middle
  }

  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public enum CATextLayerAlignmentMode: String, Sendable {
    case natural, left, right, center, justified
  }

  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCATruncationNone = "truncationNone"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCATruncationStart = "truncationStart"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCATruncationEnd = "truncationEnd"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCATruncationMiddle = "truncationMiddle"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCAAlignmentNatural = "alignmentNatural"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCAAlignmentLeft = "alignmentLeft"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCAAlignmentRight = "alignmentRight"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCAAlignmentCenter = "alignmentCenter"
  @available(*, unavailable, message: "needs Pango; enable the package's Text trait")
  public let kCAAlignmentJustified = "alignmentJustified"
#endif
