// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Core Animation's names for what `LaminaText` has. They are here where the trait `Text` of the
// package is enabled, as it is by default: without it QuartzCore does not need Pango.

#if Text
  @_exported import LaminaText

  /// See `TextLayer`.
  public typealias CATextLayer = TextLayer
  /// See `TextTruncationMode`.
  public typealias CATextLayerTruncationMode = TextTruncationMode
  /// See `TextAlignmentMode`.
  public typealias CATextLayerAlignmentMode = TextAlignmentMode

  public let kCATruncationNone = CATextLayerTruncationMode.none
  public let kCATruncationStart = CATextLayerTruncationMode.start
  public let kCATruncationEnd = CATextLayerTruncationMode.end
  public let kCATruncationMiddle = CATextLayerTruncationMode.middle
  public let kCAAlignmentNatural = CATextLayerAlignmentMode.natural
  public let kCAAlignmentLeft = CATextLayerAlignmentMode.left
  public let kCAAlignmentRight = CATextLayerAlignmentMode.right
  public let kCAAlignmentCenter = CATextLayerAlignmentMode.center
  public let kCAAlignmentJustified = CATextLayerAlignmentMode.justified
#endif
