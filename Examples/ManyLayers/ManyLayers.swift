import Foundation
import Lamina
import LaminaViews

/// The seeds of a sunflower, of which each is a layer.
package enum Sunflower {
  package static let count = 100_000
  /// The size of the picture, in points.
  package static let size = CGSize(width: 1_280, height: 800)
  package static let background = Color(rgb: 0x0C_1020)

  /// Returns the place of a seed: each is a golden angle on from the one before.
  package static func place(_ index: Int, turned: Double = 0) -> CGPoint {
    let angle = Double(index) * 2.399_963_229_728_653 + turned
    let radius = 1.245 * Double(index).squareRoot()
    return CGPoint(
      x: size.width / 2 + 1.55 * radius * cos(angle),
      y: size.height / 2 + 0.98 * radius * sin(angle))
  }

  package static func color(_ index: Int) -> Color {
    let part = Double(index) / Double(count)
    let wave = 0.5 + 0.5 * sin(Double(index % 34) / 34 * 2 * .pi + part * 22)
    return Color(
      red: 0.98 - 0.55 * part * wave, green: 0.75 - 0.6 * part + 0.15 * wave,
      blue: 0.12 + 0.75 * part * part + 0.1 * wave, alpha: 1)
  }

  package static func makeSeed(_ index: Int) -> Layer {
    let seed = Layer()
    seed.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    seed.position = place(index)
    seed.backgroundColor = color(index)
    return seed
  }
}

/// The sunflower to play with: a finger pushes seeds away, which come back behind it, and the arrow
/// keys turn all of them.
package final class SunflowerView: View {
  /// The distance that seeds keep from the finger, in points.
  private static let reach: CGFloat = 48

  private let seeds: [Layer]
  /// The places of the seeds as long as nobody pushes them.
  private var homes: [CGPoint]
  /// The numbers of those that are pushed.
  private var pushed: Set<Int> = []
  private var turned = 0.0

  /// - Parameter count: how many seeds, from the middle on.
  package init(count: Int = Sunflower.count) {
    seeds = (0..<count).map { Sunflower.makeSeed($0) }
    homes = seeds.map(\.position)
    super.init(frame: CGRect(origin: .zero, size: Sunflower.size))
    backgroundColor = Sunflower.background
    layer.sublayers = seeds
  }

  /// Pushes seeds to the edge of a circle around each finger, and lets others go back.
  private func push(away touches: [Touch]) {
    let fingers = touches.map { $0.location(in: self) }
    var near: Set<Int> = []
    // What is pushed follows the finger at once.
    Transaction.run(disableActions: true) {
      for finger in fingers {
        for (index, home) in homes.enumerated() {
          let (x, y) = (home.x - finger.x, home.y - finger.y)
          guard x * x + y * y < Self.reach * Self.reach else { continue }
          let part = Self.reach / max(hypot(x, y), 0.001)
          seeds[index].position = CGPoint(x: finger.x + x * part, y: finger.y + y * part)
          near.insert(index)
        }
      }
    }
    // What comes back is animated: implicitly, as every change is.
    Transaction.run(duration: 0.5) {
      for index in pushed where !near.contains(index) { seeds[index].position = homes[index] }
    }
    pushed = near
  }

  /// Turns all seeds by an angle, in radians, at once.
  private func turn(by angle: Double) {
    turned += angle
    Transaction.run(disableActions: true) {
      for (index, seed) in seeds.enumerated() {
        homes[index] = Sunflower.place(index, turned: turned)
        seed.position = homes[index]
      }
    }
    pushed = []
  }

  package override func touchesBegan(_ touches: [Touch]) { push(away: touches) }
  package override func touchesMoved(_ touches: [Touch]) { push(away: touches) }
  package override func touchesEnded(_ touches: [Touch]) { push(away: []) }
  package override func touchesCancelled(_ touches: [Touch]) { push(away: []) }

  package override func didMoveToHost() { host?.firstResponder = self }

  package override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    switch key {
    case .left: turn(by: -0.02)
    case .right: turn(by: 0.02)
    default: return false
    }
    return true
  }
}
