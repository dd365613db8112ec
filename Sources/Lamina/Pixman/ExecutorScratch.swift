import Foundation

/// The scratch memory that an executor reuses from frame to frame.
final class ExecutorScratch {
  /// An alpha mask: the coverage of a shape's pixels.
  struct CoverageMask {
    let bounds: PixelRect
    /// The number of bytes from one row to the next, a multiple of four.
    let stride: Int
    let bytes: UnsafeMutablePointer<UInt8>

    func row(_ y: Int, _ x: Int) -> UnsafeMutablePointer<UInt8> {
      bytes + (y - bounds.minY) * stride + (x - bounds.minX)
    }

    /// Returns the span from the first to the last covered pixel of a row; nil if none is covered.
    func coveredPart(_ y: Int) -> (x: Int, count: Int)? {
      let row = UnsafeRawPointer(row(y, bounds.minX))
      func isClear(_ x: Int) -> Bool { row.load(fromByteOffset: x, as: UInt8.self) == 0 }
      func areClear(eightFrom x: Int) -> Bool {
        row.loadUnaligned(fromByteOffset: x, as: UInt64.self) == 0
      }
      var (start, end) = (0, bounds.width)
      while start + 8 <= end, areClear(eightFrom: start) { start += 8 }
      while start < end, isClear(start) { start += 1 }
      while start + 8 <= end, areClear(eightFrom: end - 8) { end -= 8 }
      while end > start, isClear(end - 1) { end -= 1 }
      return start < end ? (bounds.minX + start, end - start) : nil
    }
  }

  private typealias PixelMemory = (pixels: UnsafeMutablePointer<UInt32>, capacity: Int)
  /// The memory of the pushed surfaces, and the free memory.
  private var used: [PixelMemory] = []
  private var free: [PixelMemory] = []
  /// The total number of pixels of the surfaces pushed since it was reset.
  var clearedPixels = 0
  @exclusivity(unchecked) private var maskBytes = ScratchArray<UInt8>()
  let rasterizer = PathRasterizer()
  /// The polygon of the quad drawn last.
  @exclusivity(unchecked) private var quadPolygon = FlattenedPath()
  private(set) lazy var graphRasterizer = MonotonePolylineRasterizer()
  @exclusivity(unchecked) var sweep = SolidSpanFiller()
  @exclusivity(unchecked) private var rowPixels = ScratchArray<UInt32>()
  private var alphaBytes = ScratchArray<UInt8>()
  let blur = BlurWorker()
  let shadows = ShadowCache()
  var stretched = BilinearScaler()
  var stretchedCopy = BilinearScaler()

  deinit {
    for memory in used + free { memory.pixels.deallocate() }
  }

  /// Returns a transparent surface for `box`, valid until ``popSurface()``.
  func pushSurface(_ box: PixelRect) -> Surface {
    let area = max(1, box.area)
    let memory = takeMemory(area)
    used.append(memory)
    memory.pixels.update(repeating: 0, count: area)
    clearedPixels += box.area
    return Surface(pixels: memory.pixels, rect: box, stride: max(1, box.width))
  }

  func popSurface() { free.append(used.removeLast()) }

  /// Removes the surface below the last one.
  ///
  /// - Returns: the last one.
  func replaceSurfaceBelow(by last: Surface) -> Surface {
    free.append(used.remove(at: used.count - 2))
    return last
  }

  /// Enlarges a pushed surface to a box around it.
  ///
  /// - Returns: the surface in its place, with the same pixels and transparent ones around them.
  func grow(_ surface: Surface, to box: PixelRect) -> Surface {
    let old = surface.row(surface.rect.minY, surface.rect.minX)
    guard !surface.rect.contains(box), let index = used.lastIndex(where: { $0.pixels == old })
    else { return surface }
    let larger = pushSurface(box)
    for y in surface.rect.minY..<surface.rect.maxY {
      larger.row(y, surface.rect.minX)
        .update(from: surface.row(y, surface.rect.minX), count: surface.rect.width)
    }
    used.swapAt(index, used.count - 1)
    popSurface()
    return larger
  }

  /// Takes the smallest free memory that is large enough; otherwise allocates memory in place of
  /// the largest.
  private func takeMemory(_ area: Int) -> PixelMemory {
    var best: Int?
    var largest: Int?
    for (index, memory) in free.enumerated() {
      if memory.capacity >= area, best.map({ memory.capacity < free[$0].capacity }) ?? true {
        best = index
      }
      if largest.map({ memory.capacity > free[$0].capacity }) ?? true { largest = index }
    }
    if let best { return free.remove(at: best) }
    if let largest { free.remove(at: largest).pixels.deallocate() }
    return (.allocate(capacity: area), area)
  }

  /// Returns the alphas of a picture in a rectangle, 0 outside the picture, row by row without
  /// gaps. Valid until the next call.
  func alphas(of picture: Surface, in rect: PixelRect) -> UnsafePointer<UInt8> {
    alphaBytes.reserve(max(1, rect.area))
    let bytes = alphaBytes.base
    bytes.update(repeating: 0, count: rect.area)
    let shared = picture.rect.intersection(rect)
    for y in shared.minY..<shared.maxY {
      let row = picture.row(y, shared.minX)
      let out = bytes + (y - rect.minY) * rect.width + (shared.minX - rect.minX)
      for x in 0..<shared.width { out[x] = UInt8(truncatingIfNeeded: row[x] >> 24) }
    }
    return UnsafePointer(bytes)
  }

  /// Returns room for a row of pixels, valid until the next call.
  func row(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    rowPixels.reserve(count)
    return rowPixels.base
  }

  /// Returns the alpha mask of a shape within `box`, valid until the next call; nil if the shape
  /// does not reach it.
  ///
  /// - Parameter frame: the whole frame, to which a quad is clipped first: clipping must not depend
  ///   on the redrawn region.
  func coverage(of shape: ItemShape, in box: PixelRect, frame: PixelRect) -> CoverageMask? {
    if case .box(let shape) = shape { return makeMask(shape.intersection(box), of: 255) }
    if let graph = shape.graph {
      guard let mask = makeMask(shape.bounds(in: box), of: 0) else { return nil }
      graphRasterizer.rows(of: graph.line, clip: mask.bounds) { y, x, coverage in
        mask.row(y, x).update(from: coverage.baseAddress!, count: coverage.count)
      }
      return mask
    }
    guard prepareRasterizer(for: shape, in: box, frame: frame),
      let mask = makeMask(rasterizer.clip, of: 0)
    else { return nil }
    rasterizer.cover(mask.bytes, stride: mask.stride)
    if case .quad(let quad) = shape, shape.hasHardEdges {
      let part = mask.bounds
      for y in part.minY..<part.maxY {
        quad.cutHardEdges(
          y: y, from: part.minX,
          UnsafeMutableBufferPointer(start: mask.row(y, part.minX), count: part.width))
      }
    }
    return mask
  }

  /// Prepares ``rasterizer`` to draw the polygons of a shape within `box`.
  ///
  /// - Parameter frame: the whole frame, to which a quad is clipped first.
  /// - Returns: false if they cover nothing there, or the shape is a box or a graph.
  func prepareRasterizer(for shape: ItemShape, in box: PixelRect, frame: PixelRect) -> Bool {
    switch shape {
    case .quad(let quad):
      quadPolygon.replace(with: quad, in: frame)
      let clip = shape.hasHardEdges ? quad.pixelBounds(in: frame).intersection(box) : box
      return rasterizer.prepare(quadPolygon, rule: .nonZero, isConvex: true, clip: clip)
    case .path(let path):
      guard case .polygons(let polygons) = path.outline else { return false }
      return rasterizer.prepare(polygons, rule: path.rule, clip: path.bounds.intersection(box))
    case .box: return false
    }
  }

  /// Returns a mask in which each pixel's coverage is `coverage`, valid until the next call.
  private func makeMask(_ bounds: PixelRect, of coverage: UInt8) -> CoverageMask? {
    let mask = makeMask(bounds)
    mask?.bytes.update(repeating: coverage, count: mask!.stride * bounds.height)
    return mask
  }

  func makeMask(_ bounds: PixelRect) -> CoverageMask? {
    guard !bounds.isEmpty else { return nil }
    let stride = (bounds.width + 3) & ~3
    let size = stride * bounds.height
    maskBytes.reserve(size)
    return CoverageMask(bounds: bounds, stride: stride, bytes: maskBytes.base)
  }
}
