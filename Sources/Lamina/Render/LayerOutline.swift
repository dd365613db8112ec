import Foundation

/// The outline of a layer in device pixels: its bounds with their corners, and the border inside.
struct LayerOutline {
  /// The bounds, in drawing coordinates.
  let rect: CGRect
  let appearance: Appearance
  let toDevice: ProjectiveTransform
  /// The bounds of all relevant pixels.
  let frame: PixelRect

  /// The filled bounds.
  var shape: ItemShape {
    guard appearance.hasCorners, !rect.isEmpty else {
      return toDevice.isUpright
        ? .box(toDevice.pixelBox(of: rect).box)
        : .quad(Quad(transform: toDevice, rect: rect, hardEdges: appearance.hardEdges))
    }
    return .path(path([corners(of: rect, inset: 0)], .nonZero))
  }

  /// The parts that draw the border: boxes, quads or a ring; empty if there is no border.
  var border: [ItemPart] {
    let pixel = appearance.borderPixel
    let width = appearance.borderWidth
    let inner = rect.insetBy(dx: width, dy: width)
    guard pixel != 0, !rect.isEmpty else { return [] }
    if inner.isNull || inner.isEmpty { return [.solid(shape, pixel)] }
    if toDevice.isUpright, !appearance.hasCorners {
      let hole = toDevice.pixelBox(of: inner).box
      return toDevice.pixelBox(of: rect).box.subtracting(hole).map { .solid(.box($0), pixel) }
    }
    if !appearance.hasCorners, !appearance.hardEdges.isEmpty {
      return strips(around: inner).map { .solid(.quad($0), pixel) }
    }
    let ring = [corners(of: rect, inset: 0), corners(of: inner, inset: width)]
    return [.solid(.path(path(ring, .evenOdd)), pixel)]
  }

  /// Returns the border of a layer with hard outer edges: four strips, whose shared edges are hard
  /// too.
  private func strips(around inner: CGRect) -> [Quad] {
    func strip(
      _ minX: CGFloat, _ minY: CGFloat, _ maxX: CGFloat, _ maxY: CGFloat,
      _ inside: EdgeAntialiasingMask
    ) -> Quad {
      Quad(
        transform: toDevice,
        rect: CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY),
        hardEdges: appearance.hardEdges.union(inside))
    }
    return [
      strip(rect.minX, rect.minY, rect.maxX, inner.minY, .layerTopEdge),
      strip(
        rect.minX, inner.minY, inner.minX, inner.maxY,
        [.layerBottomEdge, .layerRightEdge, .layerTopEdge]),
      strip(
        inner.maxX, inner.minY, rect.maxX, inner.maxY,
        [.layerBottomEdge, .layerLeftEdge, .layerTopEdge]),
      strip(rect.minX, inner.maxY, rect.maxX, rect.maxY, .layerBottomEdge),
    ]
  }

  private func path(_ paths: [Path], _ rule: FillRule) -> ItemPath {
    let box = toDevice.isUpright ? toDevice.pixelBox(of: rect).box : nil
    return ItemPath(flattened(paths), rule: rule, in: box)
  }

  /// Returns a rectangle with the layer's corners, whose radius is reduced by the inset, in drawing
  /// coordinates, or in device pixels if the transform is axis-aligned.
  private func corners(of rect: CGRect, inset: CGFloat) -> Path {
    let radius = max(
      0, min(appearance.cornerRadius, min(self.rect.width, self.rect.height) / 2) - inset)
    var rect = rect
    var size = CGSize(width: radius, height: radius)
    var corners = appearance.maskedCorners
    if toDevice.isUpright {
      // On whole pixels, like layers without corners.
      let (box, mirrorsX, mirrorsY) = toDevice.pixelBox(of: rect)
      rect = CGRect(x: box.minX, y: box.minY, width: box.width, height: box.height)
      size.width *= abs(toDevice.m11)
      size.height *= abs(toDevice.m22)
      if mirrorsX { corners = corners.mirroredX }
      if mirrorsY { corners = corners.mirroredY }
    }
    return Path(
      rect, cornerSize: size, corners: appearance.hasCorners ? corners : [],
      curve: appearance.cornerCurve)
  }

  /// Returns closed paths as polygons in device pixels.
  private func flattened(_ paths: [Path]) -> FlattenedPath {
    var whole = Path()
    for path in paths { whole.addPath(path) }
    if toDevice.isUpright { return FlattenedPath(whole, transform: .identity) }
    if let transform = toDevice.affine { return FlattenedPath(whole, transform: transform) }
    return FlattenedPath(whole, seenThrough: toDevice, near: rect, in: frame)
  }
}

extension FlattenedPath {
  /// Creates polygons in device pixels from the visible part of a path, flattened in its plane
  /// finely enough for where it appears largest.
  ///
  /// - Parameters:
  ///   - rect: the approximate bounds of the path, in its plane.
  ///   - frame: the pixels to which the path is clipped.
  init(
    _ path: Path, seenThrough toDevice: ProjectiveTransform, near rect: CGRect, in frame: PixelRect
  ) {
    let scale = toDevice.largestScale(in: rect)
    self = FlattenedPath(path, transform: Transform2D(scaleX: scale, y: scale)).seen(
      through: ProjectiveTransform(Transform2D(scaleX: 1 / scale, y: 1 / scale))
        .concatenating(toDevice), in: frame)
  }

  /// Returns the polygons of a plane as seen in perspective, clipped to `frame`.
  func seen(through transform: ProjectiveTransform, in frame: PixelRect) -> FlattenedPath {
    var result = FlattenedPath()
    for subpath in subpaths {
      result.append(
        polygon: Quad.polygon(
          of: points[subpath.start..<subpath.end], transform: transform, in: frame))
    }
    return result
  }
}

extension ProjectiveTransform {
  /// Returns the number of pixels per unit of the plane at the corner of a rectangle that appears
  /// largest, clamped to 0.25...64.
  func largestScale(in rect: CGRect) -> CGFloat {
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY),
    ]
    let largest = corners.map { abs(areaScale(at: $0)).squareRoot() }.max() ?? 1
    return largest.isFinite ? max(0.25, min(64, CGFloat(largest))) : 64
  }
}

extension CornerMask {
  /// The mask with left and right exchanged.
  fileprivate var mirroredX: CornerMask {
    CornerMask(rawValue: (rawValue & 5) << 1 | (rawValue & 10) >> 1)
  }

  /// The mask with top and bottom exchanged.
  fileprivate var mirroredY: CornerMask {
    CornerMask(rawValue: (rawValue & 3) << 2 | (rawValue & 12) >> 2)
  }
}
