// MovingDot: a dot crosses the picture in one second.
//
//     swift run MovingDot [FOLDER]       # writes 0000.png … 0060.png and moving-dot.apng, by
//                                        # default into out/MovingDot
//
// The layer is moved once. The frames in between come from the implicit animation.

import Foundation
import Lamina
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/MovingDot"

let renderer = try Renderer(width: 320, height: 80)
renderer.layer.backgroundColor = Color(rgb: 0x12324A)

// What a layer shows is a bitmap. This one is drawn here, once; no frame draws it again.
let disc = try DrawingContext(width: 40, height: 40)
disc.fillColor = Color(rgb: 0xF2783C)
disc.fill(Path(ellipseIn: CGRect(x: 1, y: 1, width: 38, height: 38)))

let dot = Layer()
dot.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
dot.position = CGPoint(x: 40, y: 40)
dot.contents = disc.makeBitmap()
renderer.layer.addSublayer(dot)

// Only layers that were committed animate: this commit is the state to start from.
renderer.commit(at: 0)

Transaction.run(duration: 1, timingFunction: .easeInEaseOut) {
  dot.position = CGPoint(x: 280, y: 40)
}

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
