/// The placement of plain boxes in one axis-aligned space: the fast case of placing layers, which
/// `Evaluator.evaluateGeneral` does for all others, and for those declined here.
///
/// It holds the values that all of them share, so that a run of boxes is placed without reading the
/// space again. Edges are rounded by ``PixelSnapping`` and items are written by ``DisplayItems``, as
/// in the general case.
struct AxisAlignedPlacement {
  private let scale: SIMD2<Double>
  private let offset: SIMD2<Double>
  /// The opacity that the space hands down, in 255ths.
  private let alpha: UInt8
  private let clip: PixelBox
  /// True if the clip is just the frame's edge, to which all drawing is clipped anyway.
  private let clipsNothing: Bool
  /// True if contents are aligned to whole pixels.
  private let alignsContents: Bool
  private let items: DisplayItems

  /// - Parameters:
  ///   - space: an axis-aligned space that is not hidden.
  ///   - frame: the bounds of all relevant pixels.
  ///   - items: the destination of the boxes.
  init(in space: CoordinateSpace, frame: PixelRect, items: DisplayItems) {
    scale = SIMD2(space.scaleX, space.scaleY)
    offset = SIMD2(space.offsetX, space.offsetY)
    alpha = space.alpha
    clip = PixelBox(space.clip)
    clipsNothing = space.clip == frame
    alignsContents = space.alignsContents
    self.items = items
  }

  @inline(__always)
  private func box(of node: RenderNode) -> PixelBox {
    PixelBox(
      snapping: SIMD2(node.minX, node.minY) * scale + offset,
      SIMD2(node.maxX, node.maxY) * scale + offset)
  }

  /// Places an axis-aligned box that shows one thing.
  ///
  /// - Returns: false if the box needs more than that.
  @inline(__always)
  func place(_ node: RenderNode, _ index: Int) -> Bool {
    if node.flags.contains(.hidden) || node.opacity == 0 {
      items.setNothing(index)
      return true
    }
    let box = box(of: node)
    let visible = box.clipped(to: clip)
    if visible.isEmpty {
      if box.isInverted { return false }
      items.setNothing(index)
      return true
    }
    let alpha = Pixel.multiply(node.opacity, alpha)
    guard let contents = node.contents else {
      items.setSolid(index, visible, Pixel.multiply(node.background, alpha))
      return true
    }
    return contents._withUnsafeGuaranteedRef { storage in
      guard alpha == 255, alignsContents, box.width == storage.width, box.height == storage.height,
        node.background == 0 || storage.isOpaque, clipsNothing || visible == box,
        !box.mayBeClamped
      else { return false }
      items.setBitmap(index, box, storage)
      return true
    }
  }
}
