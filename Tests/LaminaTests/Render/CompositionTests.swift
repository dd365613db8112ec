import Foundation
import Lamina
import LaminaTestSupport
import ReferenceRenderer
import Testing

/// The engine's pictures, compared with those of the reference compositor.
@Suite("Composition", .slow)
struct CompositionTests {
  private typealias Scene = CompositionScene

  /// By how much a component may differ from the reference, in 255ths.
  ///
  /// Each step in bytes is off by half a 255th at most, and few of them add up. Areas are right to a
  /// hundredth of a pixel, 2.5 of 255; they count twice where an outline is filled and cut. Filters
  /// with contrast, and modes that divide, multiply what came before.
  private struct Tolerance {
    var inside = 2.2
    var atEdges = 4.0

    init(_ choices: [Scene.Choice], _ mode: BlendMode?) {
      let properties = choices.map(\.property)
      if properties.contains(.filters) || properties.contains(.rasterize) || properties.count > 2 {
        inside = 3
      }
      if mode != nil { (inside, atEdges) = (4, 5) }
      if properties.contains(.clip), properties.contains(.corners) { atEdges = 6 }
    }
  }

  /// Expects the picture of a scene to be the reference's, within the tolerance.
  private func check(
    _ arrangement: Scene.Arrangement, _ choices: [Scene.Choice], mode: BlendMode? = nil,
    scale: CGFloat = 1
  ) throws {
    let renderer = try Renderer(
      size: CGSize(width: CGFloat(Scene.width), height: CGFloat(Scene.height)), scale: scale)
    Scene.fill(renderer.layer, arrangement, choices)
    if let mode { renderer.layer.sublayers?[1].compositingFilter = mode }
    let bitmap = try renderer.render(at: 0).bitmap
    let reference = ReferenceCompositor(width: bitmap.width, height: bitmap.height)
    let picture = reference.picture(of: renderer.layer, scale: Double(scale))
    let tolerance = Tolerance(choices, mode)
    var worst = 1.0
    var place: String?
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        let index = picture.index(x, y)
        let isEdge = reference.edges.values[index] != 0
        let allowed = isEdge ? tolerance.atEdges : tolerance.inside
        for channel in 0..<4 {
          let expected = picture.values[4 * index + channel] * 255
          let error = abs(Double(pixel >> UInt32(24 - 8 * channel) & 255) - expected)
          if error / allowed > worst {
            worst = error / allowed
            let numbers = picture.components(x, y).map { "\(($0 * 10).rounded() / 10)" }
              .joined(separator: ", ")
            place =
              "(\(x), \(y)) is \(hex(pixel)) instead of \(numbers): \(error), \(allowed) allowed"
          }
        }
      }
    }
    if let place {
      let others = mode.map { ", \($0)" } ?? ""
      Issue.record("\(arrangement), \(choices)\(others), scale \(scale): \(place)")
    }
  }

  private static let pairs: [(CompositionProperty, CompositionProperty)] = {
    let all = CompositionProperty.allCases
    return all.indices.flatMap { first in all[first...].dropFirst().map { (all[first], $0) } }
  }()

  @Test("Two properties compose as in the reference compositor", arguments: pairs)
  func pair(first: CompositionProperty, second: CompositionProperty) throws {
    for arrangement in Scene.Arrangement.allCases {
      for one in first.values.indices {
        for other in second.values.indices {
          let choices = [
            Scene.Choice(property: first, value: one), Scene.Choice(property: second, value: other),
          ]
          try check(arrangement, choices)
        }
      }
    }
  }

  @Test(
    "Blend modes compose with opacity, masks, corners and rotation", arguments: BlendMode.allCases)
  func modes(mode: BlendMode) throws {
    for property in [CompositionProperty.opacity, .mask, .corners, .transform] {
      let choice = Scene.Choice(property: property, value: property.values.count - 1)
      for arrangement in [Scene.Arrangement.leaf, .tree] {
        try check(arrangement, [choice], mode: mode)
      }
    }
  }

  @Test(
    "Three and more properties, at several scales, compose as in the reference compositor",
    arguments: 0..<8)
  func several(round: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(4_000 + round))
    for _ in 0..<12 {
      var properties = CompositionProperty.allCases
      let choices = (0..<numbers.integer(in: 3...5)).map { _ in
        let property = properties.remove(at: numbers.below(properties.count))
        return Scene.Choice(property: property, value: numbers.below(property.values.count))
      }
      try check(
        numbers.pick(Scene.Arrangement.allCases), choices, scale: numbers.pick([1, 1, 1.5]))
    }
  }
}
