// LayerKinds: a gallery of all kinds of layers, and of what can be done with them.
//
//     swift run LayerKinds [FOLDER [SCALE]]      # writes kinds.png, effects.png and geometry.png,
//                                                # by default into out/LayerKinds, at two pixels
//                                                # to a point
//     swift run lamina show kinds                # shows one live; also effects, geometry
//
// Each picture is a sheet of cards, and each card a small scene of its own, in the folder Scenes: the
// code of a scene is all it takes. The sheets themselves are layers, too: cards with shadows, stages
// cut off at round corners, and captions.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/LayerKinds"
let scale = CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 2
let clock = ContinuousClock()

for sheet in Sheet.all {
  let start = clock.now
  let renderer = try Renderer(size: sheet.size, scale: scale)
  try sheet.fill(renderer.layer)
  let built = clock.now
  // Tiles are drawn in the background; a picture of them all waits until they are there.
  renderer.finishTiles(at: 0)
  let frame = try renderer.render(at: 0)
  let drawn = clock.now
  let path = "\(folder)/\(sheet.name).png"
  let file = try OutputFile(.file(path: path), createsFolder: true)
  try file.write(frame.bitmap.pngData(compressionLevel: 12))
  try file.finish()
  func milliseconds(_ duration: Duration) -> Double {
    (duration / .milliseconds(1) * 10).rounded() / 10
  }
  print(
    "Wrote \(path), \(frame.bitmap.width) x \(frame.bitmap.height) pixels: \(sheet.scenes.count)",
    "scenes made in \(milliseconds(built - start)) ms, drawn in \(milliseconds(drawn - built)) ms.")
}
