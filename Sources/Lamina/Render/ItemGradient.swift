import Foundation

/// A gradient in device pixels.
struct ItemGradient: Sendable, Equatable {
  let shape: ItemShape
  let ramp: GradientRamp
  let kind: GradientLayer.Kind
  /// The transform from device pixels to ramp coordinates: an axial gradient runs from x = 0 to x =
  /// 1, a radial gradient ends at the unit circle, and a conic gradient begins at +x.
  let toRamp: ProjectiveTransform

  /// - Parameters:
  ///   - size: the size of the bounds, in points.
  ///   - unit: the transform from device pixels to unit coordinates of the bounds.
  /// - Returns: nil if nothing is drawn.
  init?(_ values: GradientValues, shape: ItemShape, size: CGSize, unit: ProjectiveTransform) {
    guard let colors = values.colors, let ramp = GradientRamp(colors, at: values.locations)
    else { return nil }
    // Only the aspect ratio matters.
    let longer = max(size.width, size.height)
    guard size.width > 0, size.height > 0 else { return nil }
    let width = Double(size.width / longer)
    let height = Double(size.height / longer)
    let start = values.startPoint
    let dx = Double(values.endPoint.x - start.x) * width
    let dy = Double(values.endPoint.y - start.y) * height
    let fromStart = ProjectiveTransform(
      m11: width, m12: 0, m13: 0, m21: 0, m22: height, m23: 0, m31: -Double(start.x) * width,
      m32: -Double(start.y) * height, m33: 1)
    let ofKind: ProjectiveTransform
    switch values.type {
    case .axial, .conic:
      // Rotated to the direction, and for an axial gradient divided by the length.
      let square = dx * dx + dy * dy
      guard square > 0, square.isFinite else { return nil }
      let divisor = values.type == .axial ? square : square.squareRoot()
      ofKind = ProjectiveTransform(
        m11: dx / divisor, m12: -dy / divisor, m13: 0, m21: dy / divisor, m22: dx / divisor,
        m23: 0, m31: 0, m32: 0, m33: 1)
    case .radial:
      guard dx != 0, dy != 0 else { return nil }
      ofKind = ProjectiveTransform(
        m11: 1 / dx, m12: 0, m13: 0, m21: 0, m22: 1 / dy, m23: 0, m31: 0, m32: 0, m33: 1)
    }
    let toRamp = unit.concatenating(fromStart).concatenating(ofKind)
    guard toRamp.isFinite else { return nil }
    self.shape = shape
    self.ramp = ramp
    kind = values.type
    self.toRamp = toRamp
  }

  /// True if all rows are equal.
  var isEvenInColumns: Bool {
    kind == .axial && toRamp.isAffine && toRamp.m21 == 0
  }

  /// Writes the pixels of a part of row `y`, starting at column `x`.
  func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int, y: Int, _ count: Int) {
    let m = toRamp
    let centerY = Double(y) + 0.5
    let startX = centerY * m.m21 + m.m31
    let startY = centerY * m.m22 + m.m32
    if !m.isAffine {
      let startW = centerY * m.m23 + m.m33
      ramp.fill(row, count) { index in
        let centerX = Double(x + index) + 0.5
        let w = centerX * m.m13 + startW
        return place((centerX * m.m11 + startX) / w, (centerX * m.m12 + startY) / w)
      }
      return
    }
    switch kind {
    case .axial:
      if m.m11 == 0 {
        row.update(repeating: ramp.pixel(at: startX), count: count)
      } else {
        ramp.fill(row, count) { (Double(x + $0) + 0.5) * m.m11 + startX }
      }
    case .radial, .conic:
      ramp.fill(row, count) { index in
        let centerX = Double(x + index) + 0.5
        return place(centerX * m.m11 + startX, centerX * m.m12 + startY)
      }
    }
  }

  /// Returns the position of a point along the ramp; 0 where the plane is seen edge-on.
  private func place(_ x: Double, _ y: Double) -> Double {
    switch kind {
    case .axial: x.isNaN ? 0 : x
    case .radial:
      (x * x + y * y).isNaN ? 0 : (x * x + y * y).squareRoot()
    case .conic: (x + y).isFinite ? AngleApproximation.angle(x: x, y: y) : 0
    }
  }
}

extension LayerItem {
  /// Returns the gradient of a ``GradientLayer``, in its bounds and corners; nil if nothing is
  /// drawn.
  func gradient(_ values: GradientValues, in outline: LayerOutline) -> ItemGradient? {
    let rect = outline.rect
    guard rect.width > 0, rect.height > 0 else { return nil }
    let unit: ProjectiveTransform?
    let snapped = outline.toDevice.isUpright ? outline.toDevice.pixelBox(of: rect) : nil
    if let snapped, !snapped.box.isEmpty, snapped.box.isModerate {
      // On whole pixels, like the layer.
      let box = snapped.box
      let scaleX = (snapped.mirrorsX ? -1 : 1) / Double(box.width)
      let scaleY = (snapped.mirrorsY ? -1 : 1) / Double(box.height)
      unit = ProjectiveTransform(
        m11: scaleX, m12: 0, m13: 0, m21: 0, m22: scaleY, m23: 0,
        m31: -Double(snapped.mirrorsX ? box.maxX : box.minX) * scaleX,
        m32: -Double(snapped.mirrorsY ? box.maxY : box.minY) * scaleY, m33: 1)
    } else {
      let scaleX = 1 / Double(rect.width)
      let scaleY = 1 / Double(rect.height)
      let toUnit = ProjectiveTransform(
        m11: scaleX, m12: 0, m13: 0, m21: 0, m22: scaleY, m23: 0,
        m31: -Double(rect.minX) * scaleX, m32: -Double(rect.minY) * scaleY, m33: 1)
      unit = (outline.toDevice.inverted() ?? outline.toDevice.projectiveInverse())?
        .concatenating(toUnit)
    }
    guard let unit, unit.isFinite else { return nil }
    return ItemGradient(values, shape: outline.shape, size: self.values.bounds.size, unit: unit)
  }
}

extension PixelRect {
  /// True if no edge was clamped, so that all edges are exact.
  fileprivate var isModerate: Bool {
    let limit = 1 << 24
    return minX > -limit && minY > -limit && maxX < limit && maxY < limit
  }
}
