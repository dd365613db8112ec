// The older constants for what is absent.

@available(*, unavailable, message: "there are no smaller copies of contents; use kCAFilterLinear")
public let kCAFilterTrilinear = "trilinear"

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
