/// The placement of plain boxes in one axis-aligned space.
///
/// It holds the values that all of them share, so that a run of boxes is placed without reading the
/// space again.
struct AxisAlignedPlacement {
  private let scale: SIMD2<Double>
  private let offset: SIMD2<Double>
  /// The opacity that the space hands down, in 255ths.
  private let alpha: UInt8
  private let clip: PixelEdges
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
    clip = PixelEdges(space.clip)
    clipsNothing = space.clip == frame
    alignsContents = space.alignsContents
    self.items = items
  }

  /// Returns true if nothing inside a box is visible, even if it is drawn up to a pixel outside, as
  /// contents at fractional positions are.
  func culls(_ box: UnsafePointer<RenderNode>) -> Bool {
    let edges = edges(of: box)
    return !edges.isInverted && edges.grown.clipped(to: clip).isEmpty
  }

  @inline(__always)
  private func edges(of node: UnsafePointer<RenderNode>) -> PixelEdges {
    PixelEdges(
      snapping: SIMD2(node.pointee.minX, node.pointee.minY) * scale + offset,
      SIMD2(node.pointee.maxX, node.pointee.maxY) * scale + offset)
  }

  /// Places an axis-aligned box that shows one thing.
  ///
  /// - Returns: false if the box needs more than that.
  @inline(__always)
  func place(_ node: UnsafePointer<RenderNode>, _ index: Int) -> Bool {
    if node.pointee.flags.contains(.hidden) || node.pointee.opacity == 0 {
      items.setNothing(index)
      return true
    }
    let edges = edges(of: node)
    let visible = edges.clipped(to: clip)
    if visible.isEmpty {
      if edges.isInverted { return false }
      items.setNothing(index)
      return true
    }
    let alpha = Pixel.multiply(node.pointee.opacity, alpha)
    guard let contents = node.pointee.contents else {
      let paint = Pixel.multiply(node.pointee.background, alpha)
      if paint >> 24 == 255 {
        items.set(index, ItemKind.opaqueSolid, visible, paint)
      } else if paint != 0 {
        items.set(index, ItemKind.translucentSolid, visible, paint)
      } else {
        items.setNothing(index)
      }
      return true
    }
    return contents._withUnsafeGuaranteedRef { storage in
      let box = edges.rect
      guard alpha == 255, alignsContents, box.width == storage.width, box.height == storage.height,
        storage.isOpaque || node.pointee.background == 0,
        clipsNothing || clip.rect.contains(box)
      else { return false }
      items.set(
        index, storage.isOpaque ? ItemKind.opaqueBitmap : ItemKind.translucentBitmap, edges,
        contents)
      return true
    }
  }
}
