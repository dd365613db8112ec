import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The symbols of many points", .slow) struct SymbolGridTests {
  private static let frame = CGRect(x: -7.3, y: 2.6, width: 120, height: 90)

  private func picture(
    _ centers: [CGPoint], _ symbol: ChartSymbol, area: Double
  ) throws -> [UInt32] {
    var path = Path()
    for center in centers { path.addPath(symbol.path(center: center, area: CGFloat(area))) }
    let context = try DrawingContext(width: 140, height: 110)
    context.translateBy(x: 12, y: 5)
    context.fill(path)
    return context.makeBitmap().pixels
  }

  @Test("leave out those that nothing is seen of, and no others", arguments: ChartSymbol.allCases)
  func visible(symbol: ChartSymbol) throws {
    for (seed, area) in [(1, 20.0), (2, 60)] as [(UInt64, Double)] {
      var random = SeededGenerator(seed: seed)
      // A cloud, dense in the middle, and holes in it.
      let centers = (0..<30_000).map { _ in
        func place() -> Double { (random.unit() + random.unit() + random.unit()) / 3 }
        return CGPoint(
          x: Self.frame.minX + place() * Self.frame.width,
          y: Self.frame.minY + place() * Self.frame.height)
      }.filter { hypot($0.x - 50, $0.y - 40) > 9 }
      let grid = try #require(SymbolGrid(Self.frame, symbol: symbol, area: area))
      let visible = grid.visible(centers)
      #expect(visible.count < centers.count * 19 / 20)
      let all = try picture(centers, symbol, area: area)
      let some = try picture(visible, symbol, area: area)
      let largest = zip(all, some).map { abs(Int($0 >> 24) - Int($1 >> 24)) }.max()!
      #expect(largest <= 2, "\(symbol), \(area)")
    }
  }

  @Test("are all visible where they are far apart, and at the edges of the plot")
  func sparse() throws {
    let grid = try #require(SymbolGrid(Self.frame, symbol: .circle, area: 40))
    let apart = stride(from: Self.frame.minX, to: Self.frame.maxX, by: 8).map {
      CGPoint(x: $0, y: Self.frame.minY)
    }
    #expect(grid.visible(apart) == apart)
    // The same point many times is seen once only within others.
    let equal = Array(repeating: apart[3], count: 5)
    #expect(grid.visible(equal) == equal)
    #expect(grid.visible([]).isEmpty)
  }

  @Test("have no grid of more than 67 million cells, and none if they are empty")
  func limits() {
    let large = CGRect(x: 0, y: 0, width: 8000, height: 8000)
    #expect(SymbolGrid(large, symbol: .circle, area: 20) != nil)
    #expect(SymbolGrid(large, symbol: .circle, area: 0.1) == nil)
    #expect(SymbolGrid(large, symbol: .plus, area: 0) == nil)
  }
}
