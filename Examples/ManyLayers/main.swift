// ManyLayers: 100,000 layers on the screen at once.
//
//     swift run -c release ManyLayers [FOLDER]   # writes layers.png, by default into out/ManyLayers
//
// On a telephone of 2014 a few hundred layers were the limit. A layer here is a few hundred bytes of
// memory; what a frame costs follows from what changed and is seen, not from how many there are.

import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/ManyLayers"
let count = 100_000
let size = CGSize(width: 1_280, height: 800)
let clock = ContinuousClock()

/// Prints what something costs: the middle of several runs, in milliseconds.
func measure(_ name: String, runs: Int = 9, _ body: (Int) throws -> Void) throws {
  var costs: [Double] = []
  for run in 0..<runs {
    let start = clock.now
    try body(run)
    costs.append((clock.now - start) / .milliseconds(1))
  }
  let cost = (costs.sorted()[runs / 2] * 1_000).rounded() / 1_000
  let dots = String(repeating: " ", count: max(1, 52 - name.count))
  print("\(name)\(dots)\(cost) ms")
}

/// The seeds of a sunflower: each a golden angle on from the one before.
func place(_ index: Int, turned: Double = 0) -> CGPoint {
  let angle = Double(index) * 2.399_963_229_728_653 + turned
  let radius = 1.245 * Double(index).squareRoot()
  return CGPoint(
    x: size.width / 2 + 1.55 * radius * cos(angle), y: size.height / 2 + 0.98 * radius * sin(angle))
}

func color(_ index: Int) -> Color {
  let part = Double(index) / Double(count)
  let wave = 0.5 + 0.5 * sin(Double(index % 34) / 34 * 2 * .pi + part * 22)
  return Color(
    red: 0.98 - 0.55 * part * wave, green: 0.75 - 0.6 * part + 0.15 * wave,
    blue: 0.12 + 0.75 * part * part + 0.1 * wave, alpha: 1)
}

let renderer = try Renderer(width: size.width, height: size.height)
renderer.layer.backgroundColor = Color(rgb: 0x0C_1020)
var layers: [Layer] = []
try measure("100,000 layers made and put into the tree", runs: 1) { _ in
  for index in 0..<count {
    let layer = Layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    layer.position = place(index)
    layer.backgroundColor = color(index)
    layers.append(layer)
  }
  renderer.layer.sublayers = layers
}
try measure("the first frame", runs: 1) { _ in _ = try renderer.render(at: 0) }
try renderer.render(at: 0).bitmap.write(to: "\(folder)/layers.png", createsFolder: true)

// The layers move at once: no animations.
@MainActor func change(_ body: () -> Void) throws {
  Transaction.run(disableActions: true, body)
  _ = try renderer.render(at: 0)
}

try measure("a frame in which nothing changed") { _ in _ = try renderer.render(at: 0) }
try measure("a frame in which one layer moved") { run in
  try change { layers[50_000 + run].position.x += 7 }
}
try measure("a frame in which 1,000 layers changed their colour") { run in
  try change {
    for index in 0..<1_000 { layers[index * 97 + run].backgroundColor = color(index * 31 + run) }
  }
}
try measure("a frame in which all 100,000 moved") { run in
  try change {
    for (index, layer) in layers.enumerated() {
      layer.position = place(index, turned: 0.01 * Double(run + 1))
    }
  }
}
let point = CGPoint(x: 640, y: 380)
try measure("a hit test") { _ in _ = renderer.layer.hitTest(point) }
print("Wrote \(folder)/layers.png.")
