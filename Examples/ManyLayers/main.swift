// ManyLayers: 100,000 layers on the screen at once.
//
//     swift run -c release ManyLayers [FOLDER]       # writes layers.png, by default into
//                                                    # out/ManyLayers
//     swift run -c release lamina show many-layers   # shows them live, to push about
//
// On a telephone of 2014 a few hundred layers were the limit. A layer here is a few hundred bytes of
// memory; what a frame costs follows from what changed and is seen, not from how many there are. The
// picture that they make is in ManyLayers.swift.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/ManyLayers"
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

let renderer = try Renderer(size: Sunflower.size)
renderer.layer.backgroundColor = Sunflower.background
var layers: [Layer] = []
try measure("100,000 layers made and put into the tree", runs: 1) { _ in
  for index in 0..<Sunflower.count { layers.append(Sunflower.makeSeed(index)) }
  renderer.layer.sublayers = layers
}
try measure("the first frame", runs: 1) { _ in _ = try renderer.render(at: 0) }
try renderer.render(at: 0).bitmap.write(toFile: "\(folder)/layers.png", createsFolder: true)

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
    for index in 0..<1_000 {
      layers[index * 97 + run].backgroundColor = Sunflower.color(index * 31 + run)
    }
  }
}
try measure("a frame in which all 100,000 moved") { run in
  try change {
    for (index, layer) in layers.enumerated() {
      layer.position = Sunflower.place(index, turned: 0.01 * Double(run + 1))
    }
  }
}
let point = CGPoint(x: 640, y: 380)
try measure("a hit test") { _ in _ = renderer.layer.hitTest(point) }
print("Wrote \(folder)/layers.png.")
