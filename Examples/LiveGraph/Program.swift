// LiveGraph: a graph grows at its right edge, one sample a frame.
//
//     swift run LiveGraph -o 'graph/%04d.png'    # writes all frames; or -o graph.apng, graph.mp4
//     swift run LiveGraph --window               # shows it live; a click or space halts it
//
// The graph is cut into tall, narrow tiles that only slide. A new sample costs the redrawing of
// the few columns of pixels that its line touches, however wide the graph is. The view, in
// LiveGraph.swift, is told the time of each frame, and adds the samples that have come by then.

import ExampleScenes
import LaminaScenes

@main
struct LiveGraph: Scene {
  static let scene = SceneConfiguration(size: WaveView.size, duration: 200.0 / 60)

  func makeRoot(in context: SceneContext) -> WaveView { WaveView() }
}
