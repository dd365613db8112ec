import Foundation

/// Computes which patches of a layer's contents go where in its bounds.
enum ContentsPlacement {
  /// A part of the contents and its place.
  struct Patch {
    /// In the bitmap's pixels.
    var source: CGRect
    /// In the layer's own coordinates, points.
    var target: CGRect
  }

  /// The largest length of contents, in points; the inverse is the smallest. Past it the edges
  /// of pictures are so far away that nothing changes in what is seen of them.
  private static let largestLength = 1e15

  /// The patches of a bitmap of `width` x `height` pixels shown by a layer with `bounds`.
  ///
  /// One part, or nine where a centre stretches; none where nothing is to be seen.
  static func patches(
    width: Int, height: Int, bounds: CGRect, values: RareValues
  ) -> [Patch] {
    let rect = values.contentsRect.standardized
    let source = CGRect(
      x: nearWhole(rect.minX * CGFloat(width)), y: nearWhole(rect.minY * CGFloat(height)),
      width: nearWhole(rect.width * CGFloat(width)),
      height: nearWhole(rect.height * CGFloat(height)))
    // Only the proportions of what is stretched count, so no scale makes them overflow.
    let gravity = values.contentsGravity
    let scale = gravity.resizes ? 1 : values.contentsScale
    func limited(_ length: CGFloat) -> CGFloat {
      max(1 / largestLength, min(length, largestLength))
    }
    let size = CGSize(
      width: limited(source.width / scale), height: limited(source.height / scale))
    let target = place(size, in: bounds, gravity)
    guard !target.isEmpty, !source.isEmpty else { return [] }
    let center = values.contentsCenter.standardized
    let isWhole = center == CGRect(x: 0, y: 0, width: 1, height: 1)
    guard !isWhole, values.contentsGravity.resizes else {
      return [Patch(source: source, target: target)]
    }
    let columns = split(
      start: source.minX, length: source.width, center: (center.minX, center.maxX),
      targetStart: target.minX, targetLength: target.width, scale: values.contentsScale)
    let rows = split(
      start: source.minY, length: source.height, center: (center.minY, center.maxY),
      targetStart: target.minY, targetLength: target.height, scale: values.contentsScale)
    return rows.flatMap { row in
      columns.map { column in
        Patch(
          source: CGRect(
            x: column.source, y: row.source, width: column.sourceLength,
            height: row.sourceLength),
          target: CGRect(
            x: column.target, y: row.target, width: column.targetLength,
            height: row.targetLength))
      }
    }
  }

  /// A number of pixels without a rounding error.
  static func nearWhole(_ value: CGFloat) -> CGFloat {
    let whole = value.rounded()
    return abs(value - whole) < 1e-6 ? whole : value
  }

  /// The rectangle that contents of a size in points take up in the bounds.
  static func place(_ size: CGSize, in bounds: CGRect, _ gravity: ContentsGravity) -> CGRect {
    let slackX = bounds.width - size.width
    let slackY = bounds.height - size.height
    func at(_ x: CGFloat, _ y: CGFloat) -> CGRect {
      CGRect(
        x: bounds.minX + slackX * x, y: bounds.minY + slackY * y, width: size.width,
        height: size.height)
    }
    switch gravity {
    case .center: return at(0.5, 0.5)
    case .top: return at(0.5, 0)
    case .bottom: return at(0.5, 1)
    case .left: return at(0, 0.5)
    case .right: return at(1, 0.5)
    case .topLeft: return at(0, 0)
    case .topRight: return at(1, 0)
    case .bottomLeft: return at(0, 1)
    case .bottomRight: return at(1, 1)
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      guard size.width > 0, size.height > 0 else { return .zero }
      let x = bounds.width / size.width
      let y = bounds.height / size.height
      let scale = gravity == .resizeAspect ? min(x, y) : max(x, y)
      return place(
        CGSize(width: size.width * scale, height: size.height * scale), in: bounds, .center)
    }
  }

  private struct Stretch {
    var source: CGFloat
    var sourceLength: CGFloat
    var target: CGFloat
    var targetLength: CGFloat
  }

  /// Cuts one axis into a fixed start, a stretching middle and a fixed end.
  private static func split(
    start: CGFloat, length: CGFloat, center: (CGFloat, CGFloat), targetStart: CGFloat,
    targetLength: CGFloat, scale: CGFloat
  ) -> [Stretch] {
    let from = max(0, min(1, center.0)) * length
    var to = max(0, min(1, center.1)) * length
    // A centre without extent stretches one pixel.
    if to - from < 1 { to = min(length, from + 1) }
    var head = min(from / scale, largestLength)
    var tail = min((length - to) / scale, largestLength)
    // Where the fixed ends do not fit, they share what there is.
    if head + tail > targetLength {
      let share = targetLength / (head + tail)
      head *= share
      tail *= share
    }
    let stretches = [
      Stretch(source: start, sourceLength: from, target: targetStart, targetLength: head),
      Stretch(
        source: start + from, sourceLength: to - from, target: targetStart + head,
        targetLength: targetLength - head - tail),
      Stretch(
        source: start + to, sourceLength: length - to,
        target: targetStart + targetLength - tail, targetLength: tail),
    ]
    return stretches.filter { $0.sourceLength > 0 && $0.targetLength > 0 }
  }
}

extension ContentsGravity {
  var resizes: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }
}
