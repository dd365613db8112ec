import Foundation

/// What is needed to draw an item that is more than a box of one colour or a plain bitmap.
struct ItemDetail: Sendable, Equatable {
  /// The pixels it may touch: inside every upright clip.
  var visible: PixelRect
  /// In 255ths, for all parts together.
  var alpha: UInt8 = 255
  /// The pixels that its group is needed for: also what a transition puts there.
  var extent = PixelRect.empty
  /// What is drawn, back to front.
  var parts: [ItemPart] = []
  /// What is drawn over that of the instances of a replicator, in groups of their own.
  var instances: PictureList?

  static func == (left: ItemDetail, right: ItemDetail) -> Bool {
    left.instances === right.instances && left.isSame(as: right)
  }

  /// Whether all but the instances is the same.
  func isSame(as other: ItemDetail) -> Bool {
    visible == other.visible && alpha == other.alpha && extent == other.extent
      && parts == other.parts
  }
}

/// One of the things that a layer shows.
enum ItemPart: Sendable, Equatable {
  /// What the other parts, or a path, cast.
  case shadow(ItemShadow)
  /// One colour, premultiplied, over a shape.
  case solid(ItemShape, UInt32)
  case gradient(ItemGradient)
  case particles(ItemParticles)
  /// Contents.
  case slices([BitmapSlice])
  /// Contents that fade over.
  case fade(ContentsFade)
  /// Tiles, back to front.
  case tiles([TileSlice])
}

/// Where a part of a layer is, in device pixels.
enum ItemShape: Sendable, Equatable {
  /// Upright, on whole pixels.
  case box(PixelRect)
  case quad(Quad)
  /// With round corners, or a hole.
  case path(ItemPath)

  /// The pixels that it may touch, in a clip.
  func bounds(in clip: PixelRect) -> PixelRect {
    switch self {
    case .box(let box): box.intersection(clip)
    case .quad(let quad): quad.pixelBounds(in: clip)
    case .path(let path): path.bounds.intersection(clip)
    }
  }
}

/// Polygons in device pixels.
struct ItemPath: Sendable, Equatable {
  let flat: FlatPath
  let rule: FillRule
  /// The pixels that the polygons may touch.
  let bounds: PixelRect

  /// - Parameter box: the pixels that the polygons are known to keep to.
  init(_ flat: FlatPath, rule: FillRule, in box: PixelRect? = nil) {
    self.flat = flat
    self.rule = rule
    bounds = box ?? PathRasterizer.bounds(flat) ?? .empty
  }
}

/// Two contents, one fading into the other.
struct ContentsFade: Sendable, Equatable {
  var from: [BitmapSlice]
  var to: [BitmapSlice]
  /// How much of the new contents is shown, in 255ths; the rest is the old ones.
  var progress: UInt8
}

/// A tile, and how much of it is seen, in 255ths.
struct TileSlice: Sendable, Equatable {
  var slice: BitmapSlice
  var alpha: UInt8
}

/// A part of a bitmap and where it goes.
struct BitmapSlice: Sendable, Equatable {
  /// Where a slice is put.
  enum Target: Sendable, Equatable {
    /// Upright, on whole pixels; each axis may be mirrored.
    case box(PixelRect, mirrorsX: Bool, mirrorsY: Bool)
    case quad(Quad)
  }

  var bitmap: Bitmap
  /// The part, in the bitmap's pixels. Beyond the bitmap its edge pixels extend.
  var source: CGRect
  var target: Target
  var filter: ContentsFilter
  /// How many times it is halved before it is read, of ``ContentsFilter/trilinear``.
  var level = 0.0

  /// The pixels that it may touch, in a clip.
  func bounds(in clip: PixelRect) -> PixelRect {
    switch target {
    case .box(let box, _, _): box.intersection(clip)
    case .quad(let quad): quad.pixelBounds(in: clip)
    }
  }

  static func == (left: BitmapSlice, right: BitmapSlice) -> Bool {
    left.bitmap.storage === right.bitmap.storage && left.source == right.source
      && left.target == right.target && left.filter == right.filter && left.level == right.level
  }
}

extension BitmapSlice {
  /// A slice that is read by one filter where it is enlarged, and by another where it is shrunk.
  ///
  /// - Parameters:
  ///   - area: how many pixels of the bitmap come to one that is drawn.
  ///   - bias: levels of detail to be added where it is shrunk.
  init(
    bitmap: Bitmap, source: CGRect, target: Target, area: Double,
    enlargedBy magnification: ContentsFilter, shrunkBy minification: ContentsFilter, bias: Float
  ) {
    let isEnlarged = area <= 1
    self.init(
      bitmap: bitmap, source: source, target: target,
      filter: isEnlarged ? magnification : minification,
      level: isEnlarged ? 0 : Self.level(minification, of: area, bias: bias))
  }

  /// The level of detail to be read.
  ///
  /// Between powers of two it follows the size in a straight line.
  ///
  /// - Parameters:
  ///   - area: how many pixels of the bitmap come to one that is drawn.
  ///   - bias: levels to be added.
  private static func level(_ filter: ContentsFilter, of area: Double, bias: Float) -> Double {
    let side = area.squareRoot()
    guard filter == .trilinear, side.isNormal else { return 0 }
    let level = Double(side.exponent) + (side.significand - 1) + Double(bias)
    return max(0, min(64, level))
  }
}
