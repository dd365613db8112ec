import Foundation
import Lamina
import Testing

@testable import LaminaGraphs

@Suite("The picture of a graph")
struct GraphPictureTests {
  @Test("is the same whether it grew sample by sample or is drawn at once", arguments: [1, 2, 7])
  func incremental(step: Int) throws {
    let growing = try GraphScene(width: 100, height: 60)
    try growing.render()
    var count = 0
    while count < 260 {
      for _ in 0..<step {
        growing.graph.addSample(wave(count))
        count += 1
      }
      let picture = try growing.render(at: Double(count))
      let whole = try GraphScene(width: 100, height: 60, series: growing.graph.series)
      let expected = try whole.render()
      try #require(picture == expected, "after \(count) samples")
    }
  }
}
