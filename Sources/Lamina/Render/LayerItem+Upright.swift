import Foundation

// Contents of axis-aligned layers: their box is on whole pixels, and they are stretched over it, or
// sampled at their true position in it.

extension LayerItem {
  /// Returns the destination of a patch of the contents, and sets the source of `patch` to what is
  /// visible there.
  ///
  /// - Returns: the destination, and the number of bitmap pixels per drawn pixel.
  func placeUpright(
    _ patch: inout ContentsPlacement.Patch, _ toDevice: ProjectiveTransform
  ) -> (BitmapSlice.Target, area: Double) {
    let placed = toDevice.pixelBox(of: patch.target)
    if alignsContents || !patch.sample(in: placed.box, toDevice) { patch.cut(toDevice) }
    return (
      .box(placed.box, mirrorsX: placed.mirrorsX, mirrorsY: placed.mirrorsY),
      Double(patch.source.width * patch.source.height) / Double(placed.box.area)
    )
  }
}

extension ContentsPlacement.Patch {
  /// Sets the source to what a box on whole pixels shows if the contents are neither moved nor
  /// stretched to fit it.
  ///
  /// - Returns: false, with nothing changed, if that cannot be computed.
  fileprivate mutating func sample(in box: PixelRect, _ toDevice: ProjectiveTransform) -> Bool {
    func sampled(
      _ start: CGFloat, _ length: CGFloat, _ from: Double, _ to: Double, _ low: Int, _ high: Int
    ) -> (start: CGFloat, length: CGFloat) {
      var step = length / abs(to - from)
      let skipped = from <= to ? Double(low) - from : from - Double(high)
      // Sums that come to the same pixel must not differ in their last bits.
      if abs(step - 1) < 0x1p-24 { step = 1 }
      let place = start + skipped * step
      return (
        step == 1 ? PixelSnapping.weight(place) : place, Double(high - low) * step
      )
    }
    let x = sampled(
      source.origin.x, source.size.width, Double(target.minX) * toDevice.m11 + toDevice.m31,
      Double(target.maxX) * toDevice.m11 + toDevice.m31, box.minX, box.maxX)
    let y = sampled(
      source.origin.y, source.size.height, Double(target.minY) * toDevice.m22 + toDevice.m32,
      Double(target.maxY) * toDevice.m22 + toDevice.m32, box.minY, box.maxY)
    let result = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
    guard result.isFinite else { return false }
    source = result
    return true
  }

  /// Crops the source to the limit of snapped pixels, to which the destination is clamped too.
  mutating func cut(_ toDevice: ProjectiveTransform) {
    func cut(_ start: inout CGFloat, _ length: inout CGFloat, _ from: Double, _ to: Double) {
      let limit = Double(PixelSnapping.limit)
      guard abs(from) > limit || abs(to) > limit else { return }
      // Halves, and never infinity, so that no difference overflows.
      let a = max(-.greatestFiniteMagnitude, min(.greatestFiniteMagnitude, from)) / 2
      let b = max(-.greatestFiniteMagnitude, min(.greatestFiniteMagnitude, to)) / 2
      let first = (max(-limit, min(limit, from)) / 2 - a) / (b - a)
      let last = (max(-limit, min(limit, to)) / 2 - a) / (b - a)
      guard first.isFinite, last.isFinite else { return }
      start += first * length
      length *= last - first
    }
    cut(
      &source.origin.x, &source.size.width, Double(target.minX) * toDevice.m11 + toDevice.m31,
      Double(target.maxX) * toDevice.m11 + toDevice.m31)
    cut(
      &source.origin.y, &source.size.height, Double(target.minY) * toDevice.m22 + toDevice.m32,
      Double(target.maxY) * toDevice.m22 + toDevice.m32)
  }
}

extension ProjectiveTransform {
  /// Returns the image of a rectangle under an axis-aligned transform, on whole pixels, and the
  /// axes that the transform mirrors.
  func pixelBox(of rect: CGRect) -> (box: PixelRect, mirrorsX: Bool, mirrorsY: Bool) {
    let x0 = PixelSnapping.edge(Double(rect.minX) * m11 + m31)
    let x1 = PixelSnapping.edge(Double(rect.maxX) * m11 + m31)
    let y0 = PixelSnapping.edge(Double(rect.minY) * m22 + m32)
    let y1 = PixelSnapping.edge(Double(rect.maxY) * m22 + m32)
    return (
      PixelRect(minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1)),
      m11 < 0, m22 < 0
    )
  }
}
