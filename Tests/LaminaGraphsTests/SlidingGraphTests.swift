import Foundation
import Lamina
@testable import LaminaGraphs
import LaminaTestSupport
import Testing

@Suite("A sliding graph")
struct SlidingGraphTests {
  enum Kind: CaseIterable {
    case plain, scaled, spread, dense, filled, translucent
    /// Tiles that rest between pixels, where they are aligned to the nearest ones.
    case fractional

    var scale: CGFloat { self == .scaled ? 2 : 1 }

    var pointsPerSample: CGFloat {
      switch self {
      case .spread: 5
      case .dense, .fractional: 0.125
      default: 1
      }
    }

    /// The number of samples before the one that makes the tiles slide.
    var sampleCount: Int {
      switch self {
      case .dense: 1607
      case .fractional: 1603
      default: 203
      }
    }

    /// By how much a component may differ. Where many samples share a pixel, a tile that has few is
    /// measured at 16 places of a pixel, and its neighbour at 32.
    var tolerance: Int { pointsPerSample < 1 ? 1 : 0 }

    var style: GraphStyle {
      switch self {
      case .filled:
        GraphStyle(
          fill: GraphFill(topColor: .black, bottomColor: .blue),
          grid: GraphGrid(color: .white, levels: [12, 40.5], samplesPerLine: 4))
      case .translucent: GraphStyle(backgroundColor: Color.black.withAlpha(0.5), lineWidth: 1.5)
      default: GraphStyle()
      }
    }

    func scene(_ movement: GraphView.TileMovement, samples: Int) throws -> GraphScene {
      let scene = try GraphScene(
        width: 100, height: 60, scale: scale,
        configuration: GraphView.Configuration(
          tileWidth: 20, pointsPerSample: pointsPerSample, movement: movement), style: style)
      for index in 0..<samples { scene.graph.series.append(wave(index)) }
      return scene
    }
  }

  /// The picture moved to the right by 256ths of a pixel; the columns that come in are missing.
  private func moved(_ picture: Bitmap, by distance: Int, x: Int, y: Int) -> UInt32 {
    let place = x * 256 - distance
    let (left, weight) = (place >> 8, UInt32(place & 255))
    let (a, b) = (picture[left, y], picture[min(left + 1, picture.width - 1), y])
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      let sum = (a >> shift & 255) * (256 - weight) + (b >> shift & 255) * weight
      result |= ((sum + 128) >> 8) << shift
    }
    return result
  }

  @Test(
    "is its picture at rest, shifted by any fraction of a pixel", .slow, arguments: Kind.allCases)
  func phases(kind: Kind) throws {
    let count = kind.sampleCount
    let scene = try kind.scene(.linear(duration: 1), samples: count)
    try scene.render(at: 0)
    scene.graph.series.append(wave(count))
    try scene.render(at: 1)
    let frames = try (0..<32).map { try scene.render(at: 1 + Double($0) / 32) }
    let rest = try scene.render(at: 2.5)
    let way = kind.pointsPerSample * kind.scale * 256
    // At rest, tiles are on whole pixels.
    let left = scene.graph.frame(forTile: 1).minX * kind.scale
    let alignment = ((left + 0.5).rounded(.down) - left) * 256
    var largest = 0
    for (step, frame) in frames.enumerated() {
      let distance = Int((way * CGFloat(32 - step) / 32 - alignment).rounded())
      for y in 0..<rest.height {
        for x in max(0, (distance + 255) >> 8)..<rest.width - (distance < 0 ? 1 : 0) {
          let expected = moved(rest, by: distance, x: x, y: y)
          largest = max(largest, largestDifference(frame[x, y], expected))
        }
      }
    }
    #expect(largest <= kind.tolerance)
  }

  @Test("is at rest what a graph that does not slide is", arguments: Kind.allCases)
  func rest(kind: Kind) throws {
    let sliding = try kind.scene(.linear(duration: 1), samples: 203)
    try sliding.render(at: 0)
    sliding.graph.series.append(wave(203))
    try sliding.render(at: 1)
    let instant = try kind.scene(.instant, samples: 204)
    #expect(try sliding.render(at: 3) == instant.render(at: 3))
  }
}
