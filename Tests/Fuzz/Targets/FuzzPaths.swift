import Foundation
import Lamina

extension FuzzTarget {
  /// Any path can be measured, stroked, dashed and filled. The outline lies inside the box of its
  /// control points, and a part of the picture is the same whether or not the rest is drawn.
  package static let paths = FuzzTarget(name: "FuzzPaths") { bytes in
    var input = FuzzInput(bytes)
    let path = input.path()
    let style = input.style()
    let rule = input.rule()
    let isStroked = input.flag()

    let outer = path.boundingBox
    let inner = path.boundingBoxOfPath
    try require(outer.isNull == inner.isNull, "one box is empty, and the other is not")
    if !outer.isNull {
      // The extremes of curves are found within what rounding leaves.
      let more = 1e-9 * max(abs(outer.minX), abs(outer.minY), abs(outer.maxX), abs(outer.maxY))
      try require(
        outer.minX - more <= inner.minX && outer.minY - more <= inner.minY,
        "outline above or left of the box")
      try require(
        inner.maxX <= outer.maxX + more && inner.maxY <= outer.maxY + more,
        "outline below or right of the box")
    }
    _ = path.contains(input.point(), rule: rule)
    if input.flag() { _ = path.stroked(style).boundingBox }
    if input.flag() { _ = path.dashed(style.dashPattern, phase: style.dashPhase).isEmpty }

    let pictures = try [
      CGRect(x: 0, y: 0, width: 40, height: 30), CGRect(x: 7, y: 5, width: 11, height: 9),
    ]
    .map { clip in
      let context = try DrawingContext(width: 40, height: 30)
      context.clip(to: clip)
      context.strokeStyle = style
      if isStroked { context.stroke(path) } else { context.fill(path, rule: rule) }
      return context.makeBitmap()
    }
    for y in 5..<14 {
      for x in 7..<18 {
        try require(
          pictures[0][x, y] == pictures[1][x, y], "another pixel in a part of the picture")
      }
    }
  }
}
