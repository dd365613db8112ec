import Foundation

/// Executes a plan on pixels.
///
/// An executor belongs to one worker: it keeps the memory for groups, coverage and rows from frame
/// to frame.
final class Executor {
  /// True to draw fills, blends and unscaled bitmaps with pixman instead of the engine's own loops,
  /// and solid paths by way of an alpha mask.
  var usesReferenceLoops = false
  var counts = OperationCounts()
  /// The sizes that bound the cost of a frame's operations.
  var extent = DrawnExtent()
  let scratch = ExecutorScratch()

  /// The largest sizes, in pixels, that operations worked on. Tests bound the cost of a frame by
  /// them.
  struct DrawnExtent {
    /// The largest width and height of a surface: the frame's, or those of a rasterized layer's
    /// picture or of the part of it that is drawn.
    var width = 0
    var height = 0
    /// The number of blurs and the largest distance at which one reads, including those of pictures
    /// that are empty: what is in reach was drawn to find that out.
    var blurs = 0
    var blurReach = 0

    mutating func add(_ blur: PixelBlur) {
      blurs += 1
      blurReach = max(blurReach, blur.x.reach, blur.y.reach)
    }
  }

  /// Executes the part of a plan that lies in some rows of the frame.
  func run(_ plan: Plan, on frame: Surface, rows: Range<Int>) {
    counts = OperationCounts()
    extent.width = max(extent.width, frame.rect.width)
    extent.height = max(extent.height, frame.rect.height)
    scratch.clearedPixels = 0
    scratch.shadows.pictureArea = frame.rect.area
    defer { counts.offscreenPixels = scratch.clearedPixels }
    for pass in plan.passes {
      let band = pass.rect.intersection(
        PixelRect(
          minX: frame.rect.minX, minY: rows.lowerBound, maxX: frame.rect.maxX,
          maxY: rows.upperBound))
      if band.isEmpty { continue }
      let drawn = band.grown(byX: pass.drawn.width, y: pass.reach).intersection(pass.drawn)
      if pass.reach == 0 || drawn == band {
        run(plan, pass.range, on: frame, band: band)
      } else {
        // The surroundings are drawn for their effect inside, then discarded.
        let picture = scratch.pushSurface(drawn)
        run(plan, pass.range, on: picture, band: drawn)
        copy(picture, to: frame, band)
        scratch.popSurface()
      }
    }
  }

  /// The destination of drawing operations.
  private struct RenderTarget {
    /// The pixels allocated so far.
    var surface: Surface
    /// The bounds of all pixels that may be drawn, while the surface does not contain them all;
    /// else nil.
    var limit: PixelRect?
    private var hasGrown = false

    init(_ surface: Surface, limit: PixelRect? = nil) {
      self.surface = surface
      self.limit = limit
    }

    /// Enlarges the surface to contain all pixels of a rectangle that may be drawn.
    mutating func reserve(_ rect: PixelRect, _ scratch: ExecutorScratch) {
      guard let limit else { return }
      let wanted = rect.intersection(limit)
      if surface.rect.contains(wanted) { return }
      var larger = surface.rect.union(wanted)
      // The second time, more may follow.
      if hasGrown {
        larger = larger.grown(byX: larger.width / 4, y: larger.height / 4).intersection(limit)
      }
      hasGrown = !surface.rect.isEmpty
      surface = scratch.grow(surface, to: larger)
      if larger == limit { self.limit = nil }
    }
  }

  /// The state of a group while it is drawn.
  private struct GroupInProgress {
    /// The canvas behind the group, the pixels to draw there, and the bounds of all relevant
    /// pixels.
    var target: RenderTarget
    let band: PixelRect
    let frame: PixelRect
    /// The picture of what casts the group's shadow, if that is far from what is seen of the group.
    var shadowSource: Surface?
    /// The picture of the group's mask; nil until that has been drawn.
    var mask: Surface?
  }

  /// Executes operations of a plan, in a band.
  ///
  /// - Parameter caster: the group that the operations draw for its shadow alone; nil if they draw
  ///   more.
  private func run(
    _ plan: Plan, _ range: Range<Int>, on frame: Surface, band: PixelRect,
    castingShadowOf caster: DisplayGroup? = nil
  ) {
    var open: [GroupInProgress] = []
    var target = RenderTarget(frame)
    var band = band
    var whole = caster?.frame ?? plan.frame
    plan.operations.withUnsafeBufferPointer { operations in
      var next = range.lowerBound
      while next < range.upperBound {
        let index = next
        let operation = operations[index]
        next += 1
        switch operation.kind {
        case .fill:
          next = fill(operations, index..<range.upperBound, on: target.surface, band)
        case .beginGroup:
          let group = plan.groups[Int(operation.paint)]
          if group.isMask, open.isEmpty {
            // It applies to the shadow, not to its source.
            next = Self.end(ofGroupAt: index, operations) + 1
            continue
          }
          let extent = plan.extents[Int(operation.paint)]
          var begun = GroupInProgress(target: target, band: band, frame: whole)
          if let outer = open.last, group.isMask {
            band = group.pixelsNeeded(for: outer.band)
          } else if group.effects != nil || group.raster != nil {
            band = group.pixelsNeeded(for: band).intersection(extent.needed)
          }
          if let effects = group.effects, let shadow = effects.shadow {
            let box = operation.box.intersection(band)
            let shown = effects.filters.reached(from: begun.band.intersection(group.clip))
            let (reachX, reachY) = extent.backdropReach
            let source = shadow.source(of: shown).grown(byX: reachX, y: reachY).intersection(box)
            let seen = shown.grown(byX: reachX, y: reachY).intersection(box)
            band = seen.union(source)
            // The pixels between both are not drawn if they are most of the pixels.
            if band.area > max(Self.smallestGrowing, 2 * (seen.area + source.area)),
              caster == nil
            {
              let picture = scratch.pushSurface(source)
              run(
                plan, next..<Self.end(ofGroupAt: index, operations), on: picture, band: source,
                castingShadowOf: group)
              begun.shadowSource = picture
              band = seen
            }
          }
          open.append(begun)
          if group.isIsolated, !operation.box.intersects(band) {
            next = Self.end(ofGroupAt: index, operations)
          }
          whole = group.frame
          let rest = operations[next..<range.upperBound]
          if group.isIsolated {
            target = canvas(of: operation.box.intersection(band), for: rest)
          } else {
            reserve(rest, band, in: &target)
          }
        case .endGroup:
          let group = plan.groups[Int(operation.paint)]
          var closed = open.removeLast()
          if let overlay = group.overlay {
            target.reserve(overlay.visible.intersection(band), scratch)
            let picture = target.surface
            if !picture.rect.isEmpty {
              draw(overlay, on: picture, picture.rect.intersection(band), in: whole)
            }
          }
          let picture = target
          band = closed.band
          whole = closed.frame
          if group.isMask {
            // It is kept until the masked group ends.
            open[open.count - 1].mask = picture.surface
            target = closed.target
          } else if group.isIsolated {
            end(
              group, picture, mask: closed.mask, shadowSource: closed.shadowSource,
              on: &closed.target, operation.box.intersection(band))
            target = closed.target
          }
          reserve(operations[next..<range.upperBound], band, in: &target)
        default:
          let box = operation.box.intersection(band)
          if !box.isEmpty { draw(operation, box, on: target.surface, plan, whole) }
        }
      }
    }
    if let overlay = caster?.overlay { draw(overlay, on: frame, band, in: whole) }
  }

  /// Returns the index of the operation that ends a group.
  private static func end(
    ofGroupAt index: Int, _ operations: UnsafeBufferPointer<CompositeOperation>
  ) -> Int {
    var depth = 0
    for index in index..<operations.count {
      switch operations[index].kind {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      default: continue
      }
      if depth == 0 { return index }
    }
    return operations.count
  }

  /// The area, in pixels, above which a group that contains other groups starts small and grows as
  /// it is drawn: most of the area that effects may reach is often transparent.
  private static let smallestGrowing = 1 << 14

  /// Returns the canvas for a group.
  ///
  /// - Parameter operations: the group's operations, and those after it.
  private func canvas(
    of box: PixelRect, for operations: Slice<UnsafeBufferPointer<CompositeOperation>>
  ) -> RenderTarget {
    guard box.area > Self.smallestGrowing, let first = Self.boundsBeforeGroup(operations) else {
      return RenderTarget(scratch.pushSurface(box))
    }
    return RenderTarget(scratch.pushSurface(first.intersection(box)), limit: box)
  }

  /// Makes room for the operations before the next group begins or ends.
  private func reserve(
    _ operations: Slice<UnsafeBufferPointer<CompositeOperation>>, _ band: PixelRect,
    in target: inout RenderTarget
  ) {
    guard let limit = target.limit else { return }
    target.reserve(
      (Self.boundsBeforeGroup(operations, endsToo: true) ?? limit).intersection(band), scratch)
  }

  /// Returns the bounds of the operations before a group begins; nil if none begins soon.
  ///
  /// - Parameter endsToo: true if the end of the current group also counts.
  private static func boundsBeforeGroup(
    _ operations: Slice<UnsafeBufferPointer<CompositeOperation>>, endsToo: Bool = false
  ) -> PixelRect? {
    var result = PixelRect.empty
    for operation in operations.prefix(64) {
      switch operation.kind {
      case .beginGroup: return result
      case .endGroup: return endsToo ? result : nil
      default: result = result.union(operation.box)
      }
    }
    return nil
  }

  /// Composites the picture of a group with what is behind it, in a box.
  private func end(
    _ group: DisplayGroup, _ picture: RenderTarget, mask: Surface?, shadowSource: Surface?,
    on target: inout RenderTarget, _ box: PixelRect
  ) {
    // Other modes may also change what is behind transparent parts of the picture.
    let isLocal =
      group.blend == .over && group.effects?.blendMode == nil && group.effects?.backdrop == nil
    if !box.isEmpty, let raster = group.raster {
      extent.width = max(extent.width, picture.surface.rect.width)
      extent.height = max(extent.height, picture.surface.rect.height)
      // An empty picture is visible nowhere, however much of the box may show it.
      if !isLocal || !picture.surface.rect.isEmpty {
        target.reserve(box, scratch)
        place(picture.surface, raster, of: group, on: target.surface, box)
      }
    } else if !box.isEmpty {
      if !isLocal { target.reserve(box, scratch) }
      if let effects = group.effects {
        if let backdrop = effects.backdrop {
          filter(backdrop, alpha: group.alpha, on: target.surface, box, group.outerFrame)
        }
        var result = apply(
          effects, to: picture.surface, shadowSource: shadowSource, mask: mask, box)
        if !isLocal { result = scratch.grow(result, to: box) }
        let part = isLocal && effects.reaches ? result.contentBounds(in: result.rect) : result.rect
        target.reserve(part, scratch)
        compose(result, group, on: target.surface, part)
        scratch.popSurface()
      } else {
        var picture = picture
        if !isLocal { picture.reserve(box, scratch) }
        let part = picture.surface.rect.intersection(box)
        target.reserve(part, scratch)
        compose(picture.surface, group, on: target.surface, part)
      }
    }
    if mask != nil { scratch.popSurface() }
    scratch.popSurface()
    if shadowSource != nil { scratch.popSurface() }
  }

  private func draw(
    _ operation: CompositeOperation, _ box: PixelRect, on target: Surface, _ plan: Plan,
    _ frame: PixelRect
  ) {
    switch operation.kind {
    case .blend: blend(target, box, operation.paint)
    case .copy, .over:
      operation.source!._withUnsafeGuaranteedRef {
        draw(
          $0, Int(operation.originX), Int(operation.originY), alpha: 255,
          replacing: operation.kind == .copy, on: target, box)
      }
    case .detail: draw(plan.details[Int(operation.paint)], on: target, box, in: frame)
    case .picture: draw(plan.pictures[Int(operation.paint)], on: target, box)
    case .fill, .beginGroup, .endGroup: break
    }
  }

  // MARK: - Simple operations

  /// Draws the fills at the start of a range of operations; returns the index of the next
  /// operation.
  private func fill(
    _ operations: UnsafeBufferPointer<CompositeOperation>, _ range: Range<Int>,
    on target: Surface, _ band: PixelRect
  ) -> Int {
    // Looks no further than needed: of many scattered rectangles a sweep takes a few at a time.
    let least = min(range.lowerBound + SolidSpanFiller.fewest, range.upperBound)
    var index = range.lowerBound
    while index < least, operations[index].kind == .fill { index += 1 }
    if index - range.lowerBound < SolidSpanFiller.fewest || usesReferenceLoops {
      for operation in operations[range.lowerBound..<index] {
        let box = operation.box.intersection(band)
        if !box.isEmpty { fill(target, box, operation.paint) }
      }
      return index
    }
    index = range.lowerBound
    scratch.sweep.begin()
    let clip = PixelBox(band)
    while index < range.upperBound, operations[index].kind == .fill {
      let box = operations[index].edges.clipped(to: clip)
      if !box.isEmpty, !scratch.sweep.add(box, operations[index].paint) { break }
      index += 1
    }
    if scratch.sweep.isWorthwhile {
      counts.fills += scratch.sweep.count
      counts.pixels += scratch.sweep.area
      scratch.sweep.draw(on: target)
    } else {
      scratch.sweep.forEach { fill(target, $0, $1) }
    }
    return index
  }

  func fill(_ target: Surface, _ box: PixelRect, _ pixel: UInt32) {
    counts.fills += 1
    counts.pixels += box.area
    if usesReferenceLoops { return Pixman.fill(target, box, pixel) }
    for y in box.minY..<box.maxY {
      target.row(y, box.minX).update(repeating: pixel, count: box.width)
    }
  }

  func blend(_ target: Surface, _ box: PixelRect, _ pixel: UInt32) {
    counts.blends += 1
    counts.pixels += box.area
    if usesReferenceLoops { return Pixman.blend(target, box, pixel) }
    for y in box.minY..<box.maxY {
      RowKernels.over(target.row(y, box.minX), color: pixel, box.width)
    }
  }

  func draw(
    _ source: PixelStorage, _ originX: Int, _ originY: Int, alpha: UInt8, replacing: Bool,
    on target: Surface, _ box: PixelRect
  ) {
    source.finishDrawing()
    if replacing { counts.copies += 1 } else { counts.overs += 1 }
    counts.pixels += box.area
    if usesReferenceLoops || alpha != 255 {
      return Pixman.draw(
        source, originX: originX, originY: originY, alpha: alpha, replacing: replacing, target,
        box)
    }
    let width = box.width
    var row = target.row(box.minY, box.minX)
    var pixels = source.pixels + (box.minY - originY) * source.stride + (box.minX - originX)
    if !replacing {
      return RowKernels.over(
        row, stride: target.stride, pixels, stride: source.stride, width: width, count: box.height)
    }
    for _ in box.minY..<box.maxY {
      row.update(from: pixels, count: width)
      row += target.stride
      pixels += source.stride
    }
  }

  // MARK: - Groups

  func compose(
    _ source: Surface, _ group: DisplayGroup, on target: Surface, _ box: PixelRect
  ) {
    counts.groups += 1
    counts.pixels += box.area
    switch group.blend {
    case .over: break
    case .under: return putUnder(source, target, box)
    case .mix(let part): return mix(source, into: target, keeping: part, box)
    }
    var part = box
    if let outline = group.outline {
      // The outline is clipped as in the picture around the group.
      guard let mask = scratch.coverage(of: outline, in: box, frame: group.outerFrame) else {
        return
      }
      part = mask.bounds.intersection(box)
      for y in part.minY..<part.maxY {
        RowKernels.multiply(
          source.row(y, part.minX), by: mask.row(y, part.minX), part.width)
      }
    }
    if part.isEmpty { return }
    guard let mode = group.effects?.blendMode else {
      return Pixman.blend(source, alpha: group.alpha, target, part)
    }
    // Not with a mask of pixman's: its hue, saturation, color and luminosity modes multiply green
    // by it twice, and blue not at all.
    for y in part.minY..<part.maxY {
      RowKernels.multiply(source.row(y, part.minX), by: group.alpha, part.width)
    }
    Pixman.blend(source, alpha: 255, mode: mode, target, part)
  }

  /// Composites a picture under the target's pixels.
  private func putUnder(_ source: Surface, _ target: Surface, _ box: PixelRect) {
    for y in box.minY..<box.maxY {
      let row = source.row(y, box.minX)
      let result = target.row(y, box.minX)
      RowKernels.over(row, result, box.width)
      result.update(from: row, count: box.width)
    }
  }

  /// Mixes the target's pixels, with a weight in 255ths, and a picture, with the rest.
  private func mix(
    _ source: Surface, into target: Surface, keeping part: UInt8, _ box: PixelRect
  ) {
    for y in box.minY..<box.maxY {
      let added = source.row(y, box.minX)
      let row = target.row(y, box.minX)
      RowKernels.multiply(row, by: part, box.width)
      RowKernels.multiply(added, by: 255 - part, box.width)
      // No component exceeds 255: the two factors add up to 1.
      for x in 0..<box.width { row[x] &+= added[x] }
    }
  }
}
