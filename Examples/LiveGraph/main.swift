// LiveGraph: a graph grows by one sample a frame.
//
//     swift run LiveGraph        # writes frames/00000.png … frames/00119.png
//
// Each sample redraws three columns of pixels; everything else only moves.

import Foundation
import Lamina
import LaminaGraphs
import LaminaImages

let renderer = try Renderer(width: 320, height: 120)
let graph = GraphView(frame: CGRect(x: 0, y: 0, width: 320, height: 120))
renderer.layer.addSublayer(graph.layer)

let rate = FrameRate(60)
let frames = PictureSequenceSink(
  pattern: try FileNamePattern("frames/%05d.png"), encoder: PNGEncoder(), createsFolder: true)
for frame in 0..<120 {
  let t = Double(frame)
  graph.addSample(60 - 40 * sin(t / 9) - 12 * sin(t * 1.7))
  let time = rate.time(ofFrame: frame)
  try frames.write(renderer.render(at: time).bitmap, at: time)
}
try frames.finish()
