// The older constants for what is absent.

@available(*, unavailable, message: "there are no smaller copies of contents; use kCAFilterLinear")
public let kCAFilterTrilinear = "trilinear"

@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCATruncationNone = "truncationNone"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCATruncationStart = "truncationStart"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCATruncationEnd = "truncationEnd"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCATruncationMiddle = "truncationMiddle"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCAAlignmentNatural = "alignmentNatural"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCAAlignmentLeft = "alignmentLeft"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCAAlignmentRight = "alignmentRight"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCAAlignmentCenter = "alignmentCenter"
@available(*, unavailable, message: "still to come; use contents with a picture of text instead")
public let kCAAlignmentJustified = "alignmentJustified"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerPoint = "emitterLayerPoint"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerLine = "emitterLayerLine"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerRectangle = "emitterLayerRectangle"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerCuboid = "emitterLayerCuboid"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerCircle = "emitterLayerCircle"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerSphere = "emitterLayerSphere"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerPoints = "emitterLayerPoints"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerOutline = "emitterLayerOutline"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerSurface = "emitterLayerSurface"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerVolume = "emitterLayerVolume"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerUnordered = "emitterLayerUnordered"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerOldestFirst = "emitterLayerOldestFirst"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerOldestLast = "emitterLayerOldestLast"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerBackToFront = "emitterLayerBackToFront"
@available(*, unavailable, message: "still to come; use a layer for each particle instead")
public let kCAEmitterLayerAdditive = "emitterLayerAdditive"
@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
public let kCAContentsFormatRGBA8Uint = "contentsFormatRGBA8Uint"
@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
public let kCAContentsFormatRGBA16Float = "contentsFormatRGBA16Float"
@available(
  *, unavailable,
  message: "leave it out: contents have 8 bits for each of red, green, blue and alpha"
)
public let kCAContentsFormatGray8Uint = "contentsFormatGray8Uint"
