// CoverFlow: seven covers in perspective, each with its reflection.
//
//     swift run CoverFlow [FOLDER]       # writes covers.png, by default into out/CoverFlow
//
// A `sublayerTransform` is a perspective that all sublayers share. A cover and its reflection
// show one bitmap. The opacity of a layer with sublayers is that of all of them together, so
// reflections hide each other before the floor shows through.

import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/CoverFlow"
let side: CGFloat = 190

/// A cover: a colour, and a few discs and lines that differ from cover to cover.
func drawCover(_ number: Int, _ paper: UInt32, _ ink: UInt32) throws -> Bitmap {
  let context = try DrawingContext(width: 2 * Int(side), height: 2 * Int(side), scale: 2)
  context.fillColor = Color(rgb: paper)
  context.fill(CGRect(x: 0, y: 0, width: side, height: side))
  let center = CGPoint(x: 0.62 * side, y: 0.42 * side)
  for ring in 0..<5 {
    let radius = side * (0.52 - 0.1 * CGFloat(ring))
    context.fillColor = Color(rgb: ring % 2 == 0 ? ink : paper).withAlpha(ring == 0 ? 0.35 : 0.8)
    context.fill(
      Path(
        ellipseIn: CGRect(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)))
  }
  var wave = Path()
  for step in 0...88 {
    let x = CGFloat(step) * side / 88
    let swing = sin(Double(step) * 0.1 * Double(number % 3 + 1) + Double(number))
    let point = CGPoint(x: x, y: side * (0.78 + 0.1 * swing))
    if step == 0 { wave.move(to: point) } else { wave.addLine(to: point) }
  }
  context.strokeColor = .white
  context.lineWidth = 3
  context.lineJoin = .round
  context.stroke(wave)
  return context.makeBitmap()
}

/// Places a layer on the stage. `place` counts covers from the middle one; a reflection hangs
/// upside down from the foot of its cover.
func stand(_ layer: Layer, at place: CGFloat, isReflection: Bool) {
  layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
  layer.anchorPoint = CGPoint(x: 0.5, y: 1)
  let turned = max(-1, min(1, place))
  layer.position = CGPoint(x: 400 + turned * 62 + place * 92, y: 246)
  layer.zPosition = -60 * abs(turned) - 12 * abs(place)
  layer.transform = Transform3D(rotation: turned * -0.95, x: 0, y: 1, z: 0)
    .concatenating(Transform3D(scaleX: 1, y: isReflection ? -1 : 1))
}

let renderer = try Renderer(width: 800, height: 380)
let night = try Bitmap(width: 1, height: 380) { _, y in
  Color(rgb: 0x0B1A2A).mixed(with: Color(rgb: 0x35566F), 1 - abs(Double(y) - 210) / 210)
}
renderer.layer.contents = night

let floor = Layer()
let stage = Layer()
for group in [floor, stage] {
  group.frame = renderer.layer.bounds
  group.sublayerTransform.m34 = -1 / 620
  renderer.layer.addSublayer(group)
}
floor.opacity = 0.2

let inks: [(UInt32, UInt32)] = [
  (0x5B2A86, 0xF7B801), (0x0F7173, 0xF0C808), (0xB23A48, 0xFCB9B2), (0xF2783C, 0xFFF1D0),
  (0x1F4E8C, 0x9AD1F5), (0x3A5A40, 0xDAD7CD), (0x7A1F3D, 0xE88D67),
]
for (index, (paper, ink)) in inks.enumerated() {
  let bitmap = try drawCover(index, paper, ink)
  for isReflection in [true, false] {
    let cover = Layer()
    cover.contents = bitmap
    stand(cover, at: CGFloat(index - 3), isReflection: isReflection)
    (isReflection ? floor : stage).addSublayer(cover)
  }
}

let frame = try renderer.render(at: 0)
try frame.bitmap.write(to: "\(folder)/covers.png", createsFolder: true)
print("Wrote \(folder)/covers.png, \(frame.bitmap.width) x \(frame.bitmap.height) pixels.")

extension Color {
  /// This colour with a part of another in it.
  func mixed(with other: Color, _ part: Double) -> Color {
    Color(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part)
  }
}
