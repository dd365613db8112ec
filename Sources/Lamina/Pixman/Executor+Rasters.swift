import Foundation

// The cached pictures of rasterized layers.

extension Executor {
  /// Renders a picture, once.
  func make(_ picture: RasterCacheEntry) {
    let bounds = picture.bounds
    run(picture.plan, on: picture.surface, rows: bounds.minY..<bounds.maxY)
    picture.isDrawn = true
  }

  /// Draws the part of a picture that lies in a box.
  func draw(
    _ placed: (group: DisplayGroup, picture: RasterCacheEntry), on target: Surface, _ box: PixelRect
  ) {
    guard let raster = placed.group.raster else { return }
    place(placed.picture.surface, raster, of: placed.group, on: target, box)
  }

  /// Composites the picture of a rasterized layer at its position, within a box.
  func place(
    _ picture: Surface, _ raster: RasterCachePlacement, of group: DisplayGroup, on target: Surface,
    _ box: PixelRect
  ) {
    if let backdrop = group.effects?.backdrop {
      filter(backdrop, alpha: group.alpha, on: target, box, group.outerFrame)
    }
    let placed = scratch.pushSurface(box)
    if raster.toOuter.isWholeTranslation {
      let x = Int(raster.toOuter.m31)
      let y = Int(raster.toOuter.m32)
      let part = picture.rect.moved(byX: x, y: y).intersection(box)
      for row in part.minY..<part.maxY {
        placed.row(row, part.minX)
          .update(from: picture.row(row - y, part.minX - x), count: part.width)
      }
    } else {
      sample(picture, raster.toInner, raster.edges, into: placed)
    }
    compose(placed, group, on: target, box)
    scratch.popSurface()
  }

  /// Fills a surface by sampling a picture through a transform: bilinearly, with transparent pixels
  /// beyond the picture.
  ///
  /// - Parameter edges: the edges of the layer, if pixels on either side of them are to be mixed
  ///   only where the layer shows something beyond them; nil to mix all.
  private func sample(
    _ picture: Surface, _ back: ProjectiveTransform, _ edges: RasterCachePlacement.Edges?,
    into result: Surface
  ) {
    let inside = edges?.inner.grown(byX: -1, y: -1)
    let low = SIMD2(Double(picture.rect.minX) - 1, Double(picture.rect.minY) - 1)
    let high = SIMD2(Double(picture.rect.maxX), Double(picture.rect.maxY))
    let rect = result.rect
    for deviceY in rect.minY..<rect.maxY {
      let row = result.row(deviceY, rect.minX)
      let centerY = Double(deviceY) + 0.5
      for index in 0..<rect.width {
        let centerX = Double(rect.minX + index) + 0.5
        let w = centerX * back.m13 + centerY * back.m23 + back.m33
        let x = (centerX * back.m11 + centerY * back.m21 + back.m31) / w - 0.5
        let y = (centerX * back.m12 + centerY * back.m22 + back.m32) / w - 0.5
        // Points behind the viewer, and NaN, are not in the picture.
        guard w > 0, x > low.x, y > low.y, x < high.x, y < high.y else { continue }
        let left = PixelSnapping.floor(x)
        let top = PixelSnapping.floor(y)
        // In 256ths, rounded, so that a quarter turn hits whole pixels.
        let weightX = UInt32((x - Double(left)) * 256 + 0.5)
        let weightY = UInt32((y - Double(top)) * 256 + 0.5)
        if let edges, inside?.contains(x: left, y: top) == false {
          let pixel = { picture.pixel($0, $1, seenAt: rect.minX + index, deviceY, edges) }
          row[index] = Sampler.mix(
            Sampler.mix(pixel(left, top), pixel(left + 1, top), weightX),
            Sampler.mix(pixel(left, top + 1), pixel(left + 1, top + 1), weightX), weightY)
          continue
        }
        row[index] = Sampler.mix(
          Sampler.mix(
            picture.pixel(left, top), picture.pixel(left + 1, top), weightX),
          Sampler.mix(
            picture.pixel(left, top + 1), picture.pixel(left + 1, top + 1), weightX),
          weightY)
      }
    }
    counts.samples += 1
    counts.pixels += rect.area
  }
}

extension RasterCacheEntry {
  fileprivate var surface: Surface {
    Surface(pixels: pixels, rect: bounds, stride: max(1, bounds.width))
  }
}

extension Surface {
  /// Returns a pixel; transparent outside the surface.
  fileprivate func pixel(_ x: Int, _ y: Int) -> UInt32 {
    x >= rect.minX && x < rect.maxX && y >= rect.minY && y < rect.maxY ? row(y, x).pointee : 0
  }

  /// Returns the value of a pixel as a sample for the pixel (`outerX`, `outerY`) of the surrounding
  /// picture. Across an edge beyond which there is nothing, a sample has the value of this side.
  fileprivate func pixel(
    _ x: Int, _ y: Int, seenAt outerX: Int, _ outerY: Int, _ edges: RasterCachePlacement.Edges
  ) -> UInt32 {
    let found = pixel(x, y)
    let (inner, outer) = (edges.inner, edges.outer)
    if outer.contains(x: outerX, y: outerY) {
      if found != 0 || inner.isEmpty || inner.contains(x: x, y: y) { return found }
      return pixel(
        max(inner.minX, min(inner.maxX - 1, x)), max(inner.minY, min(inner.maxY - 1, y)))
    }
    if found == 0 || !inner.contains(x: x, y: y) { return found }
    func beyond(_ place: Int, _ isBeyond: Bool, _ low: Int, _ high: Int) -> Int {
      isBeyond ? (place - low < high - 1 - place ? low - 1 : high) : place
    }
    let isClear =
      pixel(
        beyond(x, outerX < outer.minX || outerX >= outer.maxX, inner.minX, inner.maxX),
        beyond(y, outerY < outer.minY || outerY >= outer.maxY, inner.minY, inner.maxY)) == 0
    return isClear ? 0 : found
  }
}
