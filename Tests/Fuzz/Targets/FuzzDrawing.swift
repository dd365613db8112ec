import Foundation
import Lamina

extension FuzzTarget {
  /// Any sequence of drawing commands can be carried out, and draws into a part of the picture what it
  /// draws there into the whole.
  package static let drawing = FuzzTarget(name: "FuzzDrawing") { bytes in
    let part = CGRect(x: 6, y: 4, width: 13, height: 11)
    let pictures = try [CGRect(x: 0, y: 0, width: 36, height: 28), part].map { clip in
      let context = try DrawingContext(width: 36, height: 28)
      context.clip(to: clip)
      draw(FuzzInput(bytes), in: context)
      return context.makeBitmap()
    }
    for y in 0..<28 {
      for x in 0..<36 {
        if part.contains(CGPoint(x: x, y: y)) {
          try require(pictures[0][x, y] == pictures[1][x, y], "another pixel in a part")
        } else {
          try require(pictures[1][x, y] == 0, "a pixel outside the clip")
        }
      }
    }
  }
}

private func draw(_ input: FuzzInput, in context: DrawingContext) {
  var input = input
  let bitmap = try! Bitmap(width: 5, height: 3) { x, y in
    Color(red: Double(x) / 5, green: Double(y) / 3, blue: 1, alpha: 0.8)
  }
  var depth = 0
  for _ in 0..<40 where !input.isAtEnd {
    switch input.choice(16) {
    case 0: context.fill(input.path(), rule: input.rule())
    case 1: context.stroke(input.path())
    case 2: context.fill(input.rect())
    case 3: context.strokeLines(between: (0..<input.choice(30)).map { _ in input.point() })
    case 4: context.draw(bitmap, in: input.rect())
    case 5: context.clear(input.rect())
    case 6: context.clip(to: input.rect())
    case 7: context.clip(to: input.path(), rule: input.rule())
    case 8:
      let transform = input.transform()
      if transform.concatenating(context.transform).isFinite { context.concatenate(transform) }
    case 9:
      context.saveState()
      depth += 1
    case 10:
      if depth > 0 {
        context.restoreState()
        depth -= 1
      }
    case 11: context.fillColor = input.color()
    case 12: context.strokeColor = input.color()
    case 13: context.strokeStyle = input.style()
    case 14: context.alpha = Double(input.number())
    default: _ = context.boundingBoxOfClipPath
    }
  }
}
