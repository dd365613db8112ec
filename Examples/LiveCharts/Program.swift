// LiveCharts: charts that change while they are looked at.
//
//     swift run LiveCharts --fps 10 -o 'charts/%04d.png'     # writes all frames; or -o charts.mp4
//     swift run LiveCharts --window      # shows them live: point, drag, turn the wheel, click the
//                                        # legend
//
// The view, in LiveCharts.swift, gives its charts new descriptions. Samples replace each other at
// once; bars move to their new values.

import ExampleScenes
import LaminaScenes

@main
struct LiveCharts: Scene {
  // Samples come ten times a second.
  static let scene = SceneConfiguration(size: DashboardView.size, duration: 12, timeStep: 0.1)

  func makeRoot(in context: SceneContext) -> DashboardView { DashboardView() }
}
