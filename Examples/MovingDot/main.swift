// MovingDot: a dot crosses the picture in one second.
//
//     swift run MovingDot [FOLDER]       # writes 0000.png … 0060.png and moving-dot.apng, by
//                                        # default into out/MovingDot
//     swift run lamina show moving-dot   # shows it live
//
// The layer, in MovingDot.swift, is moved once. The frames in between come from the implicit
// animation.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/MovingDot"

let size = MovingDotScene.size
let renderer = try Renderer(size: size)
let scene = try MovingDotScene(on: renderer.layer)

// Only layers that were committed animate: this commit is the state to start from.
renderer.commit(at: 0)
scene.move()

let frames = PictureSequenceSink(
  pattern: try FileNamePattern("\(folder)/%04d.png"), encoder: PNGEncoder(), createsFolder: true)
let rate = FrameRate(60)
// The animated PNG holds of each frame only what is new: a rectangle around the dot.
let animation = try AnimatedPNGSink(
  to: .file(path: "\(folder)/moving-dot.apng"), frameRate: rate, createsFolder: true)
for index in 0...60 {
  let frame = try renderer.render(at: rate.time(ofFrame: index))
  try frames.write(frame)
  try animation.write(frame)
}
try frames.finish()
try animation.finish()
print("Wrote \(frames.nextNumber) frames, \(folder)/0000.png … 0060.png, and moving-dot.apng.")
