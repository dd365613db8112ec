import Foundation

// Shadows, blurs, colour filters and masks.

extension Executor {
  /// The picture of a group with its effects: the pixels of a box that are not transparent for
  /// certain. A surface that is to be popped.
  ///
  /// Only pixels with something in them are looked at, so that the cost follows what is there, not
  /// what might be.
  ///
  /// - Parameters:
  ///   - shadowSource: the picture that casts the shadow; nil if `picture` does.
  ///   - mask: what multiplies the alpha of the result; nil where nothing of it was drawn.
  func apply(
    _ effects: GroupEffects, to picture: Surface, shadowSource: Surface?, mask: Surface?,
    _ box: PixelRect
  ) -> Surface {
    let needed = effects.pixelsNeeded(for: box).intersection(picture.rect)
    let filled = effects.reaches ? picture.contentBounds(in: needed) : needed
    var current = scratch.pushSurface(filled)
    copy(picture, to: current, filled)
    if let shadow = effects.shadow {
      let source = shadowSource.map { $0.cut(to: $0.contentBounds(in: $0.rect)) } ?? current
      let reached = filled.union(shadow.extent(of: source.rect))
      let composed = scratch.pushSurface(
        effects.filters.reached(from: box).intersection(reached))
      draw(shadow, of: source, on: composed)
      let shared = composed.rect.intersection(filled)
      for y in shared.minY..<shared.maxY {
        RowKernels.over(
          composed.row(y, shared.minX), current.row(y, shared.minX), shared.width)
      }
      current = scratch.replaceSurfaceBelow(by: composed)
    }
    current = apply(effects.filters, to: current, for: box)
    if effects.hasMask { multiply(current, byAlphaOf: mask) }
    return current
  }

  /// Filters the surface that was pushed last, which holds all in reach of a box that is not
  /// transparent.
  ///
  /// - Parameter extendsEdges: true if the pixels at the edge of the surface repeat beyond it.
  /// - Returns: the surface in its place, which holds the part of the box that is not transparent.
  private func apply(
    _ filters: PixelFilters, to picture: Surface, for box: PixelRect, extendsEdges: Bool = false
  ) -> Surface {
    var current = picture
    var reach = filters.reach
    var extendsEdges = extendsEdges
    for step in filters.steps {
      switch step {
      case .colors(let matrix):
        for y in current.rect.minY..<current.rect.maxY {
          matrix.apply(current.row(y, current.rect.minX), current.rect.width)
        }
      case .blur(let blur):
        reach.x -= blur.x.reach
        reach.y -= blur.y.reach
        let wanted = box.grown(byX: reach.x, y: reach.y)
        let result = scratch.pushSurface(
          extendsEdges ? wanted : wanted.intersection(blur.grown(current.rect)))
        self.blur(current, blur, into: result, extendsEdges: extendsEdges)
        // What is beyond the edge is there by now.
        extendsEdges = false
        current = scratch.replaceSurfaceBelow(by: result)
      }
    }
    return current
  }

  /// Copies the part of a rectangle that is in both surfaces.
  func copy(_ source: Surface, to target: Surface, _ rect: PixelRect) {
    let shared = source.rect.intersection(target.rect).intersection(rect)
    for y in shared.minY..<shared.maxY {
      target.row(y, shared.minX).update(from: source.row(y, shared.minX), count: shared.width)
    }
  }

  private func multiply(_ picture: Surface, byAlphaOf mask: Surface?) {
    let box = picture.rect
    let covered = (mask?.rect ?? .empty).intersection(box)
    for y in box.minY..<box.maxY {
      let row = picture.row(y, box.minX)
      guard let mask, y >= covered.minY, y < covered.maxY else {
        row.update(repeating: 0, count: box.width)
        continue
      }
      row.update(repeating: 0, count: covered.minX - box.minX)
      (row + (covered.maxX - box.minX)).update(repeating: 0, count: box.maxX - covered.maxX)
      let alphas = mask.row(y, covered.minX)
      let masked = row + (covered.minX - box.minX)
      for x in 0..<covered.width {
        masked[x] = Pixel.multiply(masked[x], UInt8(truncatingIfNeeded: alphas[x] >> 24))
      }
    }
  }

  // MARK: - Blurs

  /// Blurs a picture into some of the pixels that it reaches.
  private func blur(
    _ source: Surface, _ blur: PixelBlur, into result: Surface, extendsEdges: Bool
  ) {
    let rect = result.rect
    if rect.isEmpty || source.rect.isEmpty { return extent.add(blur) }
    apply(
      blur,
      to: BlurSource(
        bytes: source.bytes(source.rect.minY, source.rect.minX), stride: source.stride * 4,
        rect: source.rect, channels: 4, extendsEdges: extendsEdges),
      into: result.bytes(rect.minY, rect.minX), stride: result.stride * 4, rect)
  }

  private func apply(
    _ blur: PixelBlur, to source: BlurSource, into result: UnsafeMutablePointer<UInt8>,
    stride: Int, _ rect: PixelRect
  ) {
    scratch.blur.apply(blur, to: source, into: result, resultStride: stride, rect)
    counts.blurs += 1
    counts.pixels += rect.area
    counts.blurredPixels += source.rect.area + rect.area
    extent.add(blur)
  }

  /// Draws the shadow of a picture.
  private func draw(_ shadow: GroupShadow, of picture: Surface, on target: Surface) {
    let rect = target.rect.intersection(shadow.extent(of: picture.rect))
    if rect.isEmpty { return extent.add(shadow.blur) }
    let needed = shadow.blur.grown(rect).moved(byX: -shadow.offsetX, y: -shadow.offsetY)
    let mask = blurredAlphas(
      of: picture, in: needed.intersection(picture.rect), shadow.blur,
      rect.moved(byX: -shadow.offsetX, y: -shadow.offsetY))
    Pixman.blend(
      shadow.pixel, coverage: mask.bytes, coverageStride: mask.stride, target, rect)
  }

  /// The blurred alphas of a part of a picture, until the next ones are made.
  ///
  /// - Parameter rect: the pixels of the result.
  private func blurredAlphas(
    of picture: Surface, in part: PixelRect, _ blur: PixelBlur, _ rect: PixelRect
  ) -> ExecutorScratch.CoverageMask {
    let mask = scratch.makeMask(rect)!
    apply(
      blur,
      to: BlurSource(
        bytes: scratch.alphas(of: picture, in: part), stride: part.width, rect: part, channels: 1),
      into: mask.bytes, stride: mask.stride, rect)
    return mask
  }

  // MARK: - What is behind a group

  /// Filters the pixels behind a group, in a box.
  ///
  /// - Parameter frame: the bounds of all relevant pixels; beyond them, those at the edge repeat.
  func filter(
    _ backdrop: Backdrop, alpha: UInt8, on target: Surface, _ box: PixelRect, _ frame: PixelRect
  ) {
    let rect = backdrop.bounds.intersection(box)
    if rect.isEmpty { return }
    let reach = backdrop.reach
    let reached = rect.grown(byX: reach.x, y: reach.y).intersection(frame)
    // An empty backdrop stays empty, as for the first layer of a group.
    if target.contentBounds(in: reached.intersection(target.rect)).isEmpty { return }
    var current = scratch.pushSurface(reached)
    copy(target, to: current, current.rect)
    current = apply(backdrop.filters, to: current, for: rect, extendsEdges: true)
    current = scratch.grow(current, to: rect)
    if let mask = scratch.coverage(of: backdrop.shape, in: rect, frame: frame) {
      let part = mask.bounds
      for y in part.minY..<part.maxY {
        let coverage = mask.row(y, part.minX)
        let row = target.row(y, part.minX)
        let filtered = current.row(y, part.minX)
        for x in 0..<part.width {
          let share = Pixel.multiply(coverage[x], alpha)
          // No component exceeds 255: the two shares add up to 1.
          row[x] = Pixel.multiply(row[x], 255 - share) &+ Pixel.multiply(filtered[x], share)
        }
      }
    }
    scratch.popSurface()
  }

  // MARK: - Shadows of single layers

  /// Draws the part of a layer's shadow that lies in a box.
  func draw(_ shadow: ItemShadow, alpha: UInt8, on target: Surface, _ box: PixelRect) {
    let pixel = Pixel.multiply(shadow.pixel, alpha)
    let rect = shadow.bounds.intersection(box)
    if rect.isEmpty || pixel == 0 { return }
    let local = rect.moved(byX: -shadow.originX, y: -shadow.originY)
    let kept = scratch.shadows.mask(of: shadow, drawnBy: mask(of:in:))
    if shadow.fractionX > 0 || shadow.fractionY > 0 {
      // With the pixels to the left and above, which are mixed into those that are seen.
      let needed = PixelRect(
        minX: local.minX - 1, minY: local.minY - 1, maxX: local.maxX, maxY: local.maxY)
      let mask = kept.map { scratch.mask(copying: $0, needed) } ?? mask(of: shadow, in: needed)
      mask.shift(shadow.fractionX, shadow.fractionY)
      Pixman.blend(
        pixel, coverage: mask.bytes, coverageStride: mask.stride, x: 1, y: 1, target, rect)
    } else if let kept {
      let x = rect.minX - shadow.bounds.minX
      let y = rect.minY - shadow.bounds.minY
      Pixman.blend(
        pixel, coverage: kept.bytes, coverageStride: kept.stride, x: x, y: y, target, rect)
    } else {
      let mask = mask(of: shadow, in: local)
      Pixman.blend(pixel, coverage: mask.bytes, coverageStride: mask.stride, target, rect)
    }
    counts.pixels += rect.area
  }

  /// The blurred coverage of what casts a shadow, until the next one is made.
  ///
  /// - Parameter rect: the pixels, in the source's coordinates.
  private func mask(of shadow: ItemShadow, in rect: PixelRect) -> ExecutorScratch.CoverageMask {
    let needed = shadow.blur.grown(rect)
    let drawn = needed.intersection(shadow.extent)
    let picture = scratch.pushSurface(drawn)
    for part in shadow.source { draw(part, alpha: 255, on: picture, drawn, in: shadow.frame) }
    let mask = blurredAlphas(of: picture, in: drawn, shadow.blur, rect)
    scratch.popSurface()
    return mask
  }
}

extension ExecutorScratch {
  /// A part of a shadow that is kept, in the coordinates of its source; 0 beyond it.
  fileprivate func mask(copying kept: ShadowCache.Kept, _ rect: PixelRect) -> CoverageMask {
    let mask = makeMask(rect)!
    let whole = kept.shadow.blur.grown(kept.shadow.extent)
    let shared = whole.intersection(rect)
    mask.bytes.update(repeating: 0, count: mask.stride * rect.height)
    for y in shared.minY..<shared.maxY {
      mask.row(y, shared.minX).update(
        from: kept.bytes + (y - whole.minY) * kept.stride + (shared.minX - whole.minX),
        count: shared.width)
    }
    return mask
  }
}

extension ExecutorScratch.CoverageMask {
  /// Moves the coverage right and down by parts of a pixel, in 256ths. The first column and the
  /// first row lack what would come into them.
  fileprivate func shift(_ x: UInt32, _ y: UInt32) {
    func mix(_ before: UInt8, _ here: UInt8, _ weight: UInt32) -> UInt32 {
      UInt32(before) * weight + UInt32(here) * (256 - weight)
    }
    for row in (bounds.minY + 1..<bounds.maxY).reversed() {
      let here = self.row(row, bounds.minX)
      let above = self.row(row - 1, bounds.minX)
      for column in (1..<bounds.width).reversed() {
        let sum =
          mix(above[column - 1], above[column], x) * y
          + mix(here[column - 1], here[column], x) * (256 - y)
        here[column] = UInt8(truncatingIfNeeded: (sum + 0x8000) >> 16)
      }
    }
  }
}
