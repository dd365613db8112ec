import ArgumentParser
import Foundation
import Lamina
import LaminaScenes

@main
struct Pulse: Scene {
  static let scene = SceneConfiguration(size: CGSize(width: 320, height: 180), duration: 4)

  @Option(help: "Beats per second.")
  var rate = 1.0

  func makeRoot(in context: SceneContext) -> Layer {
    let root = Layer()
    let dot = Layer()
    dot.bounds = CGRect(x: 0, y: 0, width: 80, height: 80)
    dot.position = CGPoint(x: context.size.width / 2, y: context.size.height / 2)
    dot.cornerRadius = 40
    dot.backgroundColor = .orange
    root.addSublayer(dot)
    return root
  }

  func update(_ root: Layer, at time: TimeInterval, in context: SceneContext) {
    Transaction.run(disableActions: true) {
      root.sublayers?.first?.opacity = Float(0.5 + 0.5 * cos(2 * .pi * rate * time))
    }
  }
}
