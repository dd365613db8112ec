import Foundation
import Lamina
import LaminaDrawing
import LaminaTestSupport
import Testing

/// Strokes of graphs to which points are added, or whose last points change.
@Suite("A graph that is extended") struct ExtendedGraphTests {
  private static let size = CGSize(width: 300, height: 80)

  /// Adds points to lines, from left to right, some in new lines and some beside each other.
  private func extend(
    _ lines: inout [[CGPoint]], by count: Int, step: Double, _ random: inout SeededGenerator
  ) {
    for _ in 0..<count {
      let last = lines.last?.last ?? CGPoint(x: -5, y: 40)
      let point = CGPoint(
        x: last.x + (random.below(9) == 0 ? 0 : random.unit() * step),
        y: random.below(40) == 0 ? -25_000 * random.unit() : 80 * random.unit())
      if lines.isEmpty || random.below(60) == 0 {
        lines.append([point])
      } else {
        lines[lines.count - 1].append(point)
      }
    }
  }

  private func path(_ lines: [[CGPoint]]) -> Path {
    var path = Path()
    for line in lines { path.addLines(between: line) }
    return path
  }

  @Test(
    "looks as one that is drawn whole, and costs the columns that are new", .slow, arguments: 1...12
  )
  func partAndWhole(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let layer = ShapeLayer()
    layer.frame = CGRect(origin: .zero, size: Self.size)
    layer.fillColor = nil
    layer.strokeColor = Color(rgb: 0x3060C0).withAlpha(random.below(2) == 0 ? 1 : 0.5)
    layer.lineWidth = [0.7, 1.5, 4, 11][random.below(4)]
    layer.lineCap = [.butt, .round, .square][random.below(3)]
    layer.lineJoin = [.round, .round, .miter, .bevel][random.below(4)]
    let step = [0.05, 0.4, 0.7][random.below(3)]
    var lines: [[CGPoint]] = []
    extend(&lines, by: Int(220 / step), step: step, &random)
    let renderer = try Renderer(size: Self.size, scale: 1)
    renderer.layer.addSublayer(layer)
    var wasGraph = true
    for index in 0..<12 {
      if random.below(3) == 0, lines[lines.count - 1].count > 2 {
        lines[lines.count - 1].removeLast(random.below(2) + 1)
      }
      let shared = lines.last?.last?.x ?? 0
      extend(&lines, by: random.below(6), step: step, &random)
      let clips = random.below(8) == 0
      Transaction.run(disableActions: true) {
        if clips { layer.masksToBounds.toggle() }
        layer.path = path(lines)
      }
      let frame = try renderer.render(at: 0)
      // A line of one point has a dot only with round caps, and is then no graph.
      let isGraph = layer.lineCap == .round || lines.allSatisfy { $0.count > 1 }
      if index > 0, !clips, isGraph, wasGraph {
        let left = frame.damage.rects.map(\.minX).min() ?? .max
        #expect(Double(left) >= shared - 4 * layer.lineWidth - 64)
      }
      wasGraph = isGraph
      let whole = try Renderer(size: Self.size, scale: 1)
      let copy = ShapeLayer(layer: layer)
      whole.layer.addSublayer(copy)
      #expect(try whole.render(at: 0).bitmap.pixels == frame.bitmap.pixels)
    }
  }

  @Test("has a first column unlike another's where the points next to it differ")
  func firstColumn() throws {
    func line(_ count: Int, cap: LineCap = .round) throws -> MonotonePolyline {
      var path = Path()
      path.addLines(between: (0..<count).map { CGPoint(x: Double($0) / 2, y: Double($0 % 5)) })
      var style = StrokeStyle()
      (style.width, style.cap, style.join) = (2, cap, .round)
      return try #require(
        MonotonePolyline(FlattenedPath(path, transform: .identity), style))
    }
    let (short, long) = (try line(401), try line(420))
    // The last shared point is at 200; strips are 32 columns wide.
    #expect(long.firstColumnUnlike(short) == 192)
    #expect(short.firstColumnUnlike(long) == 192)
    #expect(try long.firstColumnUnlike(line(380)) == 160)
    #expect(try long.firstColumnUnlike(line(420, cap: .butt)) == nil)
    #expect(try long.firstColumnUnlike(line(3)) ?? 0 <= 0)
  }
}
