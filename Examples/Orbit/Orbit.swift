// Orbit: planets around a sun, as a program with options of its own.
//
//     swift run Orbit --help
//     swift run Orbit --planets 5 --output orbit.apng
//     swift run Orbit --frames 120 --size 1280x720 --output orbit.png
//     swift run --traits default,Server Orbit --serve

import ArgumentParser
import Foundation
import Lamina
import LaminaScenes

@main
struct Orbit: Scene {
  static let scene = SceneConfiguration(size: CGSize(width: 640, height: 360), duration: 10)

  @Option(help: "The number of planets, at most 100.")
  var planets = 8

  final class Root: Layer {
    var planets: [(layer: Layer, distance: Double, period: Double)] = []
  }

  func validate() throws {
    guard (0...100).contains(planets) else {
      throw ValidationError("--planets \(planets): it must be from 0 to 100")
    }
  }

  func makeRoot(in context: SceneContext) -> Root {
    let root = Root()
    root.backgroundColor = Color(rgb: 0x0B1020)
    let center = CGPoint(x: context.size.width / 2, y: context.size.height / 2)
    root.addSublayer(disc(radius: 22, Color(rgb: 0xFFC94D), at: center))
    for number in 0..<planets {
      let distance = 40 + Double(number + 1) / Double(planets) * max(0, center.y - 52)
      let planet = disc(
        radius: .random(in: 3...8, using: &context.random),
        Color(
          red: .random(in: 0.4...1, using: &context.random),
          green: .random(in: 0.4...1, using: &context.random),
          blue: .random(in: 0.4...1, using: &context.random)), at: center)
      root.addSublayer(planet)
      // The third law of Kepler.
      root.planets.append((planet, distance, 2 * pow(distance / 40, 1.5)))
    }
    return root
  }

  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) {
    Transaction.run(disableActions: true) {
      for (layer, distance, period) in root.planets {
        let angle = 2 * Double.pi * time / period
        layer.position = CGPoint(
          x: root.bounds.midX + distance * cos(angle), y: root.bounds.midY + distance * sin(angle))
      }
    }
  }

  private func disc(radius: Double, _ color: Color, at center: CGPoint) -> Layer {
    let layer = Layer()
    layer.bounds = CGRect(x: 0, y: 0, width: 2 * radius, height: 2 * radius)
    layer.position = center
    layer.cornerRadius = radius
    layer.backgroundColor = color
    return layer
  }
}
