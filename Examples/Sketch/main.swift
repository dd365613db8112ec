// Sketch: a finger draws a line, and each touch makes it longer.
//
//     swift run -c release Sketch [FOLDER]       # writes sketch.png, by default into out/Sketch
//     swift run -c release lamina show sketch    # shows it live, to draw on
//
// Either the view strokes its whole path whenever it grows, into a backing store, or a shape layer
// is given the path and strokes it into the frame. Both get slower as the line gets longer: every
// stroke is one shape, whose every part may cross the new one. The shape layer has no store, and
// draws only what is new in the frame. That is how the paper in Sketch.swift is drawn on.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/Sketch"
let clock = ContinuousClock()

/// Draws its path in draw(in:).
final class DrawingLayer: Layer {
  var path = Path() {
    didSet { setNeedsDisplay() }
  }

  override func draw(in context: DrawingContext) {
    context.strokeColor = SketchView.ink
    context.lineWidth = 5
    context.lineJoin = .round
    context.lineCap = .round
    context.stroke(path)
  }
}

let touches = SketchView.recordedTouches()

/// The costs of touches, each with its frame, in milliseconds, when the line has so many points.
func costs(of layer: Layer, at counts: [Int], _ show: (Path) -> Void) throws -> ([Double], Bitmap) {
  let renderer = try Renderer(size: SketchView.size)
  renderer.layer.backgroundColor = SketchView.paper
  layer.frame = renderer.layer.bounds
  layer.actions = ["contents": NoAction()]
  renderer.layer.addSublayer(layer)
  var path = Path()
  path.move(to: touches[0])
  var result: [Double] = []
  var samples: [Double] = []
  for (index, touch) in touches.enumerated().dropFirst() {
    path.addLine(to: touch)
    guard let next = counts.first(where: { $0 >= index }), next - index < 9 else { continue }
    let start = clock.now
    show(path)
    _ = try renderer.render(at: 0)
    samples.append((clock.now - start) / .milliseconds(1))
    if index == next {
      result.append(samples.sorted()[samples.count / 2])
      samples = []
    }
  }
  return (result, try renderer.render(at: 0).bitmap)
}

let counts = [100, 1_000, 4_999]
let drawing = DrawingLayer()
let drawn = try costs(of: drawing, at: counts) { drawing.path = $0 }
let shape = SketchView.makeLine()
let shaped = try costs(of: shape, at: counts) { shape.path = $0 }

func line(_ name: String, _ costs: [Double]) {
  let numbers = costs.map { "\(($0 * 100).rounded() / 100)" }
  print(name, numbers.joined(separator: ", "))
}
print("What a touch costs, with its frame, in milliseconds, with 100, 1,000 and 5,000 points:")
line("draw(in:)   ", drawn.0)
line("ShapeLayer  ", shaped.0)
line("ratio       ", zip(drawn.0, shaped.0).map { $0 / $1 })
print("Bytes of backing store: \(drawing.backingStoreByteCount), \(shape.backingStoreByteCount).")
try shaped.1.write(toFile: "\(folder)/sketch.png", createsFolder: true)
print("Wrote \(folder)/sketch.png.")
