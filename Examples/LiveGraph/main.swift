// LiveGraph: a graph grows at its right edge, one sample a frame.
//
//     swift run LiveGraph [FOLDER]       # writes 0000.png … 0199.png, by default into
//                                        # out/LiveGraph
//
// The graph is cut into tall, narrow tiles that only slide. A new sample costs the redrawing of
// the few columns of pixels that its line touches, however wide the graph is.

import Foundation
import Lamina
import LaminaGraphs
import LaminaImages

let folder = CommandLine.arguments.dropFirst().first ?? "out/LiveGraph"

let renderer = try Renderer(width: 320, height: 120)
let graph = GraphView(frame: CGRect(x: 0, y: 0, width: 320, height: 120))
renderer.layer.addSublayer(graph.layer)

let frames = PictureSequenceSink(
  pattern: try FileNamePattern("\(folder)/%04d.png"), encoder: PNGEncoder(), createsFolder: true)
let rate = FrameRate(60)
for index in 0..<200 {
  let t = Double(index)
  // A sample is a height in points from the top.
  graph.addSample(60 - 38 * sin(t / 11) - 13 * sin(t * 1.3))
  try frames.write(renderer.render(at: rate.time(ofFrame: index)))
}
try frames.finish()
print("Wrote \(frames.nextNumber) frames, \(folder)/0000.png … 0199.png.")
