// CoverFlow: seven covers in perspective, each with its reflection.
//
//     swift run CoverFlow                # writes CoverFlow.png
//     swift run CoverFlow --window       # shows them live: drag, click, wheel, arrow keys
//
// A `sublayerTransform` is a perspective that all sublayers share. A cover and its reflection
// show one bitmap. The opacity of a layer with sublayers is that of all of them together, so
// reflections hide each other before the floor shows through. All of this is in CoverFlow.swift.

import ExampleScenes
import LaminaScenes

@main
struct CoverFlow: Scene {
  static let scene = SceneConfiguration(size: CoverFlowView.size)

  func makeRoot(in context: SceneContext) throws -> CoverFlowView { try CoverFlowView() }
}
