import Foundation

// Details: layers that are transformed or clipped, or show more than one thing.

extension Executor {
  /// Draws the part of a detail that lies in `box`.
  func draw(_ detail: ItemDetail, on target: Surface, _ box: PixelRect, in frame: PixelRect) {
    // The item of a layer in transition covers more than the layer itself.
    let box = box.intersection(detail.visible)
    if box.isEmpty { return }
    counts.details += 1
    guard detail.alpha < 255, detail.blendCount > 1 else {
      for part in detail.parts { draw(part, alpha: detail.alpha, on: target, box, in: frame) }
      return
    }
    // Several parts share one opacity: composited first, then blended once.
    let group = scratch.pushSurface(box)
    for part in detail.parts { draw(part, alpha: 255, on: group, box, in: frame) }
    Pixman.blend(group, alpha: detail.alpha, target, box)
    scratch.popSurface()
  }

  func draw(
    _ part: ItemPart, alpha: UInt8, on target: Surface, _ box: PixelRect, in frame: PixelRect
  ) {
    switch part {
    case .shadow(let shadow): draw(shadow, alpha: alpha, on: target, box)
    case .solid(let shape, let color):
      draw(Pixel.multiply(color, alpha), over: shape, on: target, box, in: frame)
    case .gradient(let gradient):
      draw(gradient, alpha: alpha, on: target, box, in: frame)
    case .particles(let particles):
      draw(particles, alpha: alpha, on: target, box, in: frame)
    case .slices(let slices):
      for slice in slices { draw(slice, alpha: alpha, on: target, box, in: frame) }
    case .fade(let fade): draw(fade, alpha: alpha, on: target, box, in: frame)
    case .tiles(let tiles):
      for tile in tiles {
        draw(tile.slice, alpha: Pixel.multiply(tile.alpha, alpha), on: target, box, in: frame)
      }
    }
  }

  private func draw(
    _ paint: UInt32, over shape: ItemShape, on target: Surface, _ box: PixelRect,
    in frame: PixelRect
  ) {
    if paint == 0 { return }
    if case .box(let shape) = shape {
      let part = shape.intersection(box)
      if part.isEmpty { return }
      if paint >> 24 == 255 { fill(target, part, paint) } else { blend(target, part, paint) }
    } else if usesReferenceLoops || shape.hasHardEdges {
      guard let mask = scratch.coverage(of: shape, in: box, frame: frame) else { return }
      Pixman.blend(
        paint, coverage: mask.bytes, coverageStride: mask.stride, target, mask.bounds)
    } else if let graph = shape.graph {
      // Parts of the graph have no pixel in common.
      nonisolated(unsafe) let target = target
      scratch.graphRasterizer.concurrentRows(of: graph.line, clip: shape.bounds(in: box)) {
        SpanKernels.blend(paint, $2.baseAddress!, target.row($0, $1), $2.count)
      }
    } else if scratch.prepareRasterizer(for: shape, in: box, frame: frame) {
      scratch.rasterizer.fill(with: paint, target.row(0, 0), stride: target.stride)
    }
  }

  /// Draws a crossfade: weights the old and the new contents separately, adds them and blends the
  /// sum once.
  private func draw(
    _ fade: ContentsFade, alpha: UInt8, on target: Surface, _ box: PixelRect,
    in frame: PixelRect
  ) {
    let sum = scratch.pushSurface(box)
    let part = scratch.pushSurface(box)
    for slice in fade.from { draw(slice, alpha: 255, on: sum, box, in: frame) }
    for slice in fade.to { draw(slice, alpha: 255, on: part, box, in: frame) }
    for y in box.minY..<box.maxY {
      let row = sum.row(y, box.minX)
      let added = part.row(y, box.minX)
      RowKernels.multiply(row, by: 255 - fade.progress, box.width)
      RowKernels.multiply(added, by: fade.progress, box.width)
      // No component exceeds 255: the two factors add up to 1.
      for x in 0..<box.width { row[x] &+= added[x] }
    }
    scratch.popSurface()
    Pixman.blend(sum, alpha: alpha, target, box)
    scratch.popSurface()
  }

  private func draw(
    _ slice: BitmapSlice, alpha: UInt8, on target: Surface, _ box: PixelRect,
    in frame: PixelRect
  ) {
    switch slice.target {
    case .box(let place, let mirrorsX, let mirrorsY):
      let part = place.intersection(box)
      if part.isEmpty { return }
      if !mirrorsX, !mirrorsY, let origin = slice.pixelOrigin(in: place) {
        draw(
          slice.bitmap.storage, origin.x, origin.y, alpha: alpha,
          replacing: slice.bitmap.isOpaque && alpha == 255, on: target, part)
      } else {
        drawScaled(slice, place, mirrorsX, mirrorsY, alpha: alpha, on: target, part)
      }
    case .quad(let quad):
      if let mask = scratch.coverage(of: .quad(quad), in: box, frame: frame) {
        drawTurned(slice, quad, mask, alpha: alpha, on: target)
      }
    }
  }

  /// Draws a bitmap scaled into the axis-aligned box `place`.
  private func drawScaled(
    _ slice: BitmapSlice, _ place: PixelRect, _ mirrorsX: Bool, _ mirrorsY: Bool,
    alpha: UInt8, on target: Surface, _ part: PixelRect
  ) {
    slice.bitmap.storage.finishDrawing()
    let copies = TrilinearSampler(slice.bitmap.storage, filter: slice.filter, level: slice.level)
    let stepX = Double(slice.source.width) / Double(place.width)
    let stepY = Double(slice.source.height) / Double(place.height)
    scratch.stretched.begin()
    scratch.stretchedCopy.begin()
    for x in part.minX..<part.maxX {
      let offset = mirrorsX ? place.maxX - 1 - x : x - place.minX
      let sourceX = Double(slice.source.minX) + (Double(offset) + 0.5) * stepX
      scratch.stretched.append(copies.larger.tapX(sourceX * copies.largerScale))
      if copies.weight == 0 { continue }
      scratch.stretchedCopy.append(copies.smaller.tapX(sourceX * copies.smallerScale))
    }
    for y in part.minY..<part.maxY {
      let offset = mirrorsY ? place.maxY - 1 - y : y - place.minY
      let sourceY = Double(slice.source.minY) + (Double(offset) + 0.5) * stepY
      let row = scratch.stretched.row(
        copies.larger.tapY(sourceY * copies.largerScale), of: copies.larger.storage)
      if copies.weight > 0 {
        let other = scratch.stretchedCopy.row(
          copies.smaller.tapY(sourceY * copies.smallerScale), of: copies.smaller.storage)
        RowKernels.mix(row, other, copies.weight, into: row, part.width)
      }
      RowKernels.multiply(row, by: alpha, part.width)
      RowKernels.over(target.row(y, part.minX), row, part.width)
    }
    counts.samples += 1
    counts.pixels += part.area
  }

  /// Draws a bitmap that is rotated, sheared or in perspective.
  ///
  /// - Parameters:
  ///   - tint: the factors of the components.
  ///   - adds: true to add the bitmap to what is behind it instead of blending it over.
  func drawTurned(
    _ slice: BitmapSlice, _ quad: Quad, _ mask: ExecutorScratch.CoverageMask, alpha: UInt8,
    tint: UInt32 = .max, adds: Bool = false, on target: Surface
  ) {
    // The transform from device pixels back to the bitmap's pixels.
    let source = slice.source
    let scaleX = min(source.width / quad.rect.width, 1e100)
    let scaleY = min(source.height / quad.rect.height, 1e100)
    guard
      let back = quad.transform.projectiveInverse()?.concatenating(
        ProjectiveTransform(
          Transform2D(
            a: scaleX, b: 0, c: 0, d: scaleY, tx: source.minX - quad.rect.minX * scaleX,
            ty: source.minY - quad.rect.minY * scaleY)))
    else { return }
    slice.bitmap.storage.finishDrawing()
    let copies = TrilinearSampler(slice.bitmap.storage, filter: slice.filter, level: slice.level)
    let part = mask.bounds
    let row = scratch.row(part.width)
    let places = slice.filter == .nearest || slice.level > 0 ? nil : FixedPointAffineMap(back)
    for y in part.minY..<part.maxY {
      guard let (left, count) = mask.coveredPart(y) else { continue }
      let coverage = mask.row(y, left)
      if let places {
        copies.larger.readLinearly(places, fromX: left, y: y, into: row, count)
      } else {
        copies.read(fromX: left, y: y, through: back, into: row, count)
      }
      RowKernels.multiply(row, by: alpha, count)
      RowKernels.multiply(row, by: coverage, count)
      RowKernels.tint(row, by: tint, count)
      if adds {
        RowKernels.add(target.row(y, left), row, count)
      } else {
        RowKernels.over(target.row(y, left), row, count)
      }
    }
    counts.samples += 1
    counts.pixels += part.area
  }
}

extension BitmapSlice {
  /// Returns the position of the bitmap's first pixel if the slice shows it pixel for pixel, else
  /// nil.
  func pixelOrigin(in place: PixelRect) -> (x: Int, y: Int)? {
    let whole = CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    guard source.width == CGFloat(place.width), source.height == CGFloat(place.height),
      whole.contains(source), source.minX == source.minX.rounded(.down),
      source.minY == source.minY.rounded(.down)
    else { return nil }
    return (place.minX - Int(source.minX), place.minY - Int(source.minY))
  }
}

extension ItemDetail {
  /// The largest number of times that drawing the parts may blend a pixel.
  fileprivate var blendCount: Int {
    parts.reduce(0) { count, part in
      switch part {
      case .slices(let slices): count + slices.count
      case .particles(let particles): count + particles.pieces.count
      case .tiles(let tiles): count + tiles.count
      default: count + 1
      }
    }
  }
}
