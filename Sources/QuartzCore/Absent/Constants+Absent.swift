// The older constants for what is absent.

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
