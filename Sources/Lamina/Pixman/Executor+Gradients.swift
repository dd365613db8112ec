import Foundation

extension Executor {
  /// Draws the part of a gradient that lies in `box`.
  func draw(
    _ gradient: ItemGradient, alpha: UInt8, on target: Surface, _ box: PixelRect,
    in frame: PixelRect
  ) {
    if case .box(let shape) = gradient.shape {
      let part = shape.intersection(box)
      if !part.isEmpty { draw(gradient, alpha: alpha, on: target, part) }
      return
    }
    guard let mask = scratch.coverage(of: gradient.shape, in: box, frame: frame) else { return }
    let part = mask.bounds
    let row = scratch.row(part.width)
    for y in part.minY..<part.maxY {
      gradient.fill(row, x: part.minX, y: y, part.width)
      RowKernels.multiply(row, by: alpha, part.width)
      RowKernels.multiply(row, by: mask.row(y, part.minX), part.width)
      RowKernels.over(target.row(y, part.minX), row, part.width)
    }
    counts.samples += 1
    counts.pixels += part.area
  }

  /// The same over whole pixels.
  private func draw(
    _ gradient: ItemGradient, alpha: UInt8, on target: Surface, _ part: PixelRect
  ) {
    let replaces = gradient.ramp.isOpaque && alpha == 255
    let isEven = gradient.isEvenInColumns
    let row = scratch.row(part.width)
    for y in part.minY..<part.maxY {
      let place = target.row(y, part.minX)
      if replaces, !isEven {
        gradient.fill(place, x: part.minX, y: y, part.width)
        continue
      }
      if !isEven || y == part.minY {
        gradient.fill(row, x: part.minX, y: y, part.width)
        RowKernels.multiply(row, by: alpha, part.width)
      }
      if replaces {
        place.update(from: row, count: part.width)
      } else {
        RowKernels.over(place, row, part.width)
      }
    }
    counts.samples += 1
    counts.pixels += part.area
  }
}
