import Foundation

extension DrawingContext {
  /// Draws only inside `rect` from now on, and inside all earlier clips.
  ///
  /// Where the transform keeps `rect` upright, its edges go to the nearest whole device pixel;
  /// otherwise the clip is antialiased. A rectangle of negative size is standardised; the null
  /// rectangle leaves nothing.
  public func clip(to rect: CGRect) {
    guard !rect.isNull else {
      state.clip = .empty
      return
    }
    if rect.isInfinite { return }
    let t = state.transform
    let rect = rect.standardized
    guard (t.b == 0 && t.c == 0) || (t.a == 0 && t.d == 0) else {
      clip(to: Path(rect: rect))
      return
    }
    let p = FlattenedPath.map(CGPoint(x: rect.minX, y: rect.minY), t)
    let q = FlattenedPath.map(CGPoint(x: rect.maxX, y: rect.maxY), t)
    state.clip = state.clip.intersection(
      PixelRect(
        minX: PixelSnapping.edge(min(p.x, q.x)), minY: PixelSnapping.edge(min(p.y, q.y)),
        maxX: PixelSnapping.edge(max(p.x, q.x)), maxY: PixelSnapping.edge(max(p.y, q.y))))
  }

  /// Draws only inside `path` from now on, antialiased, and inside all earlier clips.
  public func clip(to path: Path, rule: FillRule = .nonZero) {
    var mask = rasterizer.mask(path, transform: state.transform, rule: rule, clip: state.clip)
    state.clip = mask.bounds
    if let old = state.clipMask { mask.multiply(by: old) }
    state.clipMask = mask
  }

  /// The smallest upright rectangle, in points, that holds what can still be drawn into; the
  /// null rectangle where nothing can.
  public var boundingBoxOfClipPath: CGRect {
    let clip = state.clip
    if clip.isEmpty { return .null }
    let rect = CGRect(x: clip.minX, y: clip.minY, width: clip.width, height: clip.height)
    return rect.applying(state.transform.inverted())
  }
}
