// MovingDot: a dot crosses the picture in one second.
//
//     swift run MovingDot                        # writes the first frame, MovingDot.png
//     swift run MovingDot -o 'dot/%04d.png'      # writes all frames; or -o dot.apng, dot.mp4
//     swift run MovingDot --window               # shows it live; a click or space sends the dot back
//
// The layer, in MovingDot.swift, is moved once. The frames in between come from the implicit
// animation.

import ExampleScenes
import Foundation
import LaminaScenes

@main
struct MovingDot: Scene {
  static let scene = SceneConfiguration(size: MovingDotScene.size, duration: 61.0 / 60)

  func makeRoot(in context: SceneContext) throws -> ChangingView {
    try ChangingView { try MovingDotScene(on: $0).move }
  }
}
