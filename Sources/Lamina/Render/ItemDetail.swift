import Foundation

/// The data for drawing an item that is more than a box of one colour or a plain bitmap.
struct ItemDetail: Sendable, Equatable {
  /// The pixels that the item may touch, inside every axis-aligned clip.
  var visible: PixelRect
  /// The opacity of all parts together, in 255ths.
  var alpha: UInt8 = 255
  /// The pixels for which the item's group is needed, including those that a transition draws.
  var extent = PixelRect.empty
  /// The parts to draw, back to front.
  var parts: [ItemPart] = []
  /// The instances of a replicator, drawn over the parts in groups of their own.
  var instances: EmbeddedDisplayList?

  static func == (left: ItemDetail, right: ItemDetail) -> Bool {
    left.instances === right.instances && left.isSame(as: right)
  }

  /// Returns true if everything except the instances is equal.
  func isSame(as other: ItemDetail) -> Bool {
    visible == other.visible && alpha == other.alpha && extent == other.extent
      && parts == other.parts
  }
}

/// One of the things that a layer draws.
enum ItemPart: Sendable, Equatable {
  /// The shadow of the other parts, or of a path.
  case shadow(ItemShadow)
  /// A shape filled with one premultiplied colour.
  case solid(ItemShape, UInt32)
  case gradient(ItemGradient)
  case particles(ItemParticles)
  /// The slices of the layer's contents.
  case slices([BitmapSlice])
  /// The layer's contents in a crossfade.
  case fade(ContentsFade)
  /// Tiles, back to front.
  case tiles([TileSlice])
}

/// The shape of a part of a layer, in device pixels.
enum ItemShape: Sendable, Equatable {
  /// An axis-aligned box on whole pixels.
  case box(PixelRect)
  case quad(Quad)
  /// A shape with rounded corners or a hole, or any other path.
  case path(ItemPath)

  /// Returns the pixels in a clip that the shape may touch.
  func bounds(in clip: PixelRect) -> PixelRect {
    switch self {
    case .box(let box): box.intersection(clip)
    case .quad(let quad): quad.pixelBounds(in: clip)
    case .path(let path): path.bounds.intersection(clip)
    }
  }

  /// The stroke, if the shape is that of a graph.
  var graph: GraphStroke? {
    if case .path(let path) = self, case .graph(let graph) = path.outline { graph } else { nil }
  }

  /// A Boolean value indicating whether the shape is a quad with edges without antialiasing.
  var hasHardEdges: Bool {
    if case .quad(let quad) = self { !quad.hardEdges.isEmpty } else { false }
  }
}

/// Polygons in device pixels, or the stroke of a graph.
struct ItemPath: Sendable, Equatable {
  enum Outline: Sendable, Equatable {
    case polygons(FlattenedPath)
    case graph(GraphStroke)
  }

  let outline: Outline
  let rule: FillRule
  /// The pixels that the path may touch.
  let bounds: PixelRect

  /// - Parameter box: a known bounding box of the polygons, in pixels; nil to compute it.
  init(_ polygons: FlattenedPath, rule: FillRule, in box: PixelRect? = nil) {
    outline = .polygons(polygons)
    self.rule = rule
    bounds = box ?? PathRasterizer.bounds(polygons) ?? .empty
  }

  init(_ graph: GraphStroke, rule: FillRule) {
    outline = .graph(graph)
    self.rule = rule
    bounds = graph.strips.reduce(.empty) { $0.union($1) }
  }
}

/// The stroke of a graph in device pixels.
final class GraphStroke: Sendable, Equatable {
  let line: MonotonePolyline
  /// The pixels that the stroke may touch, in strips from left to right.
  let strips: [PixelRect]

  init(_ line: MonotonePolyline) {
    self.line = line
    strips = line.strips()
  }

  static func == (left: GraphStroke, right: GraphStroke) -> Bool {
    left === right || left.line == right.line
  }
}

/// A crossfade from old contents to new ones.
struct ContentsFade: Sendable, Equatable {
  var from: [BitmapSlice]
  var to: [BitmapSlice]
  /// The weight of the new contents, in 255ths; the old contents have the rest.
  var progress: UInt8
}

/// A tile and its opacity, in 255ths.
struct TileSlice: Sendable, Equatable {
  var slice: BitmapSlice
  var alpha: UInt8
}

/// A part of a bitmap and its destination.
struct BitmapSlice: Sendable, Equatable {
  /// The destination of a slice, in device pixels.
  enum Target: Sendable, Equatable {
    /// An axis-aligned box on whole pixels; each axis may be mirrored.
    case box(PixelRect, mirrorsX: Bool, mirrorsY: Bool)
    case quad(Quad)
  }

  var bitmap: Bitmap
  /// The source rectangle, in the bitmap's pixels. Outside the bitmap, its edge pixels are
  /// extended.
  var source: CGRect
  var target: Target
  var filter: ContentsFilter
  /// The mipmap level to sample with ``ContentsFilter/trilinear``: the number of times that the
  /// bitmap is halved.
  var level = 0.0

  /// Returns the pixels in a clip that the slice may touch.
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
  /// Creates a slice that is sampled with one filter if it is magnified, and with another if it is
  /// minified.
  ///
  /// - Parameters:
  ///   - area: the number of bitmap pixels per drawn pixel.
  ///   - bias: the bias added to the level of detail if the slice is minified.
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

  /// Returns the level of detail to sample.
  ///
  /// Between powers of two, the level is linear in the scale.
  ///
  /// - Parameters:
  ///   - area: the number of bitmap pixels per drawn pixel.
  ///   - bias: the bias added to the level.
  private static func level(_ filter: ContentsFilter, of area: Double, bias: Float) -> Double {
    let side = area.squareRoot()
    guard filter == .trilinear, side.isNormal else { return 0 }
    let level = Double(side.exponent) + (side.significand - 1) + Double(bias)
    return max(0, min(64, level))
  }
}
