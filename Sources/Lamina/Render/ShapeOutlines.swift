import Foundation

/// A cache of the polygons of shapes: a shape that merely moves is neither flattened nor stroked
/// again.
///
/// The result depends on the arguments alone, never on the contents of the cache.
final class ShapeOutlines {
  /// The number of points beyond which the entries that were not used in the last evaluation are
  /// evicted.
  private static let capacity = 1 << 18

  /// The inputs that determine the polygons, apart from the shape's translation.
  private struct OutlineKey: Hashable {
    /// The address of the path's elements. Every entry keeps its path alive.
    let steps: UnsafeRawPointer?
    let count: Int
    let transform: Transform2D
    /// The stroke; nil for a fill.
    let stroke: Stroke?
  }

  private struct Stroke: Hashable {
    let style: StrokeStyle
    /// The part of the path: from a fraction of its length, less than 1, to a greater one. A part
    /// that extends past 1 continues at the beginning of the path.
    let start: Double
    let end: Double
  }

  private struct CachedOutline {
    let path: Path
    let shape: FlatShape
    var lastUse: Int
    /// The polygons as last placed.
    var placed: (toDevice: ProjectiveTransform, frame: PixelRect, path: ItemPath)
  }

  /// A shape before it is put into place.
  private struct FlatShape {
    /// The polygons, or the lines of a dense graph.
    let path: FlattenedPath
    /// The pen that strokes the graph; nil for polygons.
    var pen: Stroker.Pen?

    func placed(by steps: PlacementSteps, _ frame: PixelRect, _ rule: FillRule) -> ItemPath {
      let path = steps.place(path, frame)
      guard let pen else { return ItemPath(path, rule: rule) }
      if let line = MonotonePolyline(path, pen.style) {
        return ItemPath(GraphStroke(line), rule: rule)
      }
      // It is too far away.
      return ItemPath(Stroker.outline(path, pen), rule: rule)
    }
  }

  private var entries: [OutlineKey: CachedOutline] = [:]
  private var pointCount = 0
  /// The number of outlines flattened or stroked so far.
  private(set) var madeCount = 0
  private var evaluation = 0

  /// Begins an evaluation.
  ///
  /// - Parameter forgetting: true to discard everything from earlier evaluations.
  func begin(forgetting: Bool) {
    if forgetting {
      entries.removeAll()
      pointCount = 0
    } else if pointCount > Self.capacity {
      entries = entries.filter { $0.value.lastUse == evaluation }
      pointCount = entries.values.reduce(0) { $0 + $1.shape.path.points.count }
    }
    evaluation += 1
  }

  /// Returns the parts that draw a shape: its fill, and its stroke over it.
  ///
  /// - Parameters:
  ///   - toDevice: the transform from the layer's own coordinates to device pixels.
  ///   - frame: the bounds of all relevant pixels.
  func parts(
    of shape: ShapeValues, toDevice: ProjectiveTransform, frame: PixelRect
  ) -> [(path: ItemPath, pixel: UInt32)] {
    guard let path = shape.path, !path.isEmpty, toDevice.isFinite else { return [] }
    var parts: [(path: ItemPath, pixel: UInt32)] = []
    let fill = shape.fillColor?.premultipliedPixel ?? 0
    if fill != 0 {
      parts.append((outline(path, nil, shape.fillRule, toDevice, frame), fill))
    }
    let pixel = shape.strokeColor?.premultipliedPixel ?? 0
    if pixel != 0, let stroke = stroke(of: shape) {
      parts.append((outline(path, stroke, .nonZero, toDevice, frame), pixel))
    }
    return parts
  }

  /// Returns the stroke of a shape; nil if nothing is stroked.
  private func stroke(of shape: ShapeValues) -> Stroke? {
    guard let (start, end) = shape.strokedPart else { return nil }
    // All of the path is stroked as it is.
    let shift = end - start < 1 ? Double(shape.strokeOffset) : 0
    let first = start + shift
    let offset = shift - first.rounded(.down)
    return Stroke(
      style: StrokeStyle(
        width: shape.lineWidth, cap: shape.lineCap, join: shape.lineJoin,
        miterLimit: shape.miterLimit, dashPattern: shape.lineDashPattern ?? [],
        dashPhase: shape.lineDashPhase),
      start: start + offset, end: end + offset)
  }

  private func outline(
    _ path: Path, _ stroke: Stroke?, _ rule: FillRule, _ toDevice: ProjectiveTransform,
    _ frame: PixelRect
  ) -> ItemPath {
    let way = PlacementSteps(toDevice, over: path)
    let key = path.elements.withUnsafeBufferPointer {
      OutlineKey(
        steps: UnsafeRawPointer($0.baseAddress), count: $0.count, transform: way.flattening,
        stroke: stroke)
    }
    if var entry = entries[key] {
      entry.lastUse = evaluation
      defer { entries[key] = entry }
      let placed = entry.placed
      if placed.toDevice == toDevice, placed.frame == frame, placed.path.rule == rule {
        return placed.path
      }
      let result = entry.shape.placed(by: way, frame, rule)
      entry.placed = (toDevice, frame, result)
      return result
    }
    madeCount += 1
    let shape = Self.flat(path, stroke, way)
    let result = shape.placed(by: way, frame, rule)
    entries[key] = CachedOutline(
      path: path, shape: shape, lastUse: evaluation, placed: (toDevice, frame, result))
    pointCount += shape.path.points.count
    return result
  }

  private static func flat(
    _ path: Path, _ stroke: Stroke?, _ steps: PlacementSteps
  ) -> FlatShape {
    let transform = steps.flattening
    guard let stroke else { return FlatShape(path: FlattenedPath(path, transform: transform)) }
    guard let pen = Stroker.Pen(stroke.style, transform) else {
      return FlatShape(path: FlattenedPath())
    }
    let flat = FlattenedPath(path, transform: transform, pen: pen)
    let space = pen.transform.map { $0.inverted() }
    var part = flat.trimmed(from: stroke.start, to: min(stroke.end, 1), measuredIn: space)
    if stroke.end > 1 {
      part = part.continued(by: flat.trimmed(from: 0, to: stroke.end - 1, measuredIn: space))
    }
    if pen.transform == nil, pen.style.dashPattern.isEmpty, steps.isAffine,
      pen.style.width / 2 >= MonotonePolyline.smallestRadius, part.isDenseGraph
    {
      return FlatShape(path: part, pen: pen)
    }
    return FlatShape(path: Stroker.outline(part, pen))
  }

  /// The two steps from a path to device pixels: one that flattens, and stays the same while a
  /// shape moves within a cell of the grid, and one that puts the polygons into place.
  private struct PlacementSteps {
    /// The transform from the path's coordinates to those in which it is flattened.
    let flattening: Transform2D
    /// The translation to device pixels.
    private let offset: SIMD2<Double>
    /// The transform from flattened coordinates to device pixels, in perspective; nil for an affine
    /// transform.
    private let perspective: ProjectiveTransform?
    var isAffine: Bool { perspective == nil }

    /// The distance, in pixels, between the places at which shapes are flattened. A shape is then
    /// moved by up to half of it, which is less than ``FlattenedPath/reach`` allows.
    private static let grid = 65_536.0

    init(_ toDevice: ProjectiveTransform, over path: Path) {
      guard var affine = toDevice.affine else {
        let scale = toDevice.largestScale(in: path.boundingBox)
        flattening = Transform2D(scaleX: scale, y: scale)
        offset = .zero
        perspective = ProjectiveTransform(Transform2D(scaleX: 1 / scale, y: 1 / scale))
          .concatenating(toDevice)
        return
      }
      let shift = SIMD2(Double(affine.tx), Double(affine.ty))
      let coarse = (shift / Self.grid).rounded(.toNearestOrEven) * Self.grid
      affine.tx = CGFloat(coarse.x)
      affine.ty = CGFloat(coarse.y)
      flattening = affine
      offset = shift - coarse
      perspective = nil
    }

    func place(_ flat: FlattenedPath, _ frame: PixelRect) -> FlattenedPath {
      guard let perspective else { return flat.moved(by: offset) }
      return flat.seen(through: perspective, in: frame)
    }
  }
}

extension FlattenedPath {
  /// Returns the lines of this path and of another one, whose first line continues the last one
  /// of this path if it begins where that ends.
  fileprivate func continued(by other: FlattenedPath) -> FlattenedPath {
    var result = FlattenedPath()
    var isJoined = false
    if let last = subpaths.last, let first = other.subpaths.first, !last.isClosed, !first.isClosed {
      let gap = points[last.end - 1] - other.points[first.start]
      isJoined = (gap * gap).sum() < 1e-12
    }
    for (index, subpath) in subpaths.enumerated() {
      for place in subpath.start..<subpath.end { result.append(point: points[place]) }
      if !isJoined || index + 1 < subpaths.count { result.finishPart(closed: subpath.isClosed) }
    }
    for (index, subpath) in other.subpaths.enumerated() {
      let first = subpath.start + (isJoined && index == 0 ? 1 : 0)
      for place in first..<subpath.end { result.append(point: other.points[place]) }
      result.finishPart(closed: subpath.isClosed)
    }
    return result
  }
}
