// LiveGraph: a graph grows at its right edge, one sample a frame.
//
//     swift run LiveGraph [FOLDER]       # writes 0000.png … 0199.png, by default into
//                                        # out/LiveGraph
//     swift run lamina show live-graph   # shows it live
//
// The graph is cut into tall, narrow tiles that only slide. A new sample costs the redrawing of
// the few columns of pixels that its line touches, however wide the graph is. The view, in
// LiveGraph.swift, is told the time of each frame, and adds the samples that have come by then.

import ExampleScenes
import Foundation
import Lamina
import LaminaImages
import LaminaViews

let folder = CommandLine.arguments.dropFirst().first ?? "out/LiveGraph"

let host = try ViewHost(rootView: WaveView(), size: WaveView.size)
let frames = PictureSequenceSink(
  pattern: try FileNamePattern("\(folder)/%04d.png"), encoder: PNGEncoder(), createsFolder: true)
for index in 0..<200 {
  try frames.write(host.render(at: WaveView.rate.time(ofFrame: index)))
}
try frames.finish()
print("Wrote \(frames.nextNumber) frames, \(folder)/0000.png … 0199.png.")
