import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import LaminaText
import Testing

/// A chart layer in a renderer of its own.
struct ChartScene {
  let renderer: Renderer
  let layer: ChartLayer

  init(_ chart: Chart, size: CGSize = CGSize(width: 400, height: 240)) throws {
    renderer = try Renderer(size: size)
    layer = ChartLayer(chart)
    layer.frame = CGRect(origin: .zero, size: size)
    renderer.layer.addSublayer(layer)
  }

  /// The layers of a part: "marks", "grid", "axes", "legend" or "texts".
  func layers(_ part: String) -> [Layer] {
    let parts = layer.sublayers ?? []
    return (parts + parts.flatMap { $0.sublayers ?? [] })
      .filter { $0.name == part }.flatMap { $0.sublayers ?? [] }
  }

  /// The layer of a text.
  func text(_ string: String) -> TextLayer? {
    layers("texts").compactMap { $0 as? TextLayer }.first { $0.string == string }
  }
}

@Suite("The layers of a chart") struct ChartLayerTests {
  static func bars(_ values: KeyValuePairs<String, Double>) -> Chart {
    Chart(Array(values), id: \.key) {
      BarMark(x: .value("Name", $0.key), y: .value("Value", $0.value))
    }
    .chartYScale(domain: 0...100)
  }

  static func line(_ values: [Double]) -> Chart {
    Chart(Array(values.enumerated()), id: \.offset) {
      LineMark(x: .value("X", $0.offset), y: .value("Y", $0.element))
    }
    .chartYScale(domain: 0...100)
  }

  @Test("show a new chart, also if the size changes and changes back before the layout")
  func sizeAndBack() throws {
    let scene = try ChartScene(Self.bars(["a": 20]))
    _ = try scene.renderer.render(at: 0)
    let bounds = scene.layer.bounds
    Transaction.run(disableActions: true) {
      scene.layer.bounds.size.width = 200
      scene.layer.chart = Self.bars(["b": 40])
      scene.layer.bounds = bounds
    }
    _ = try scene.renderer.render(at: 1)
    #expect(scene.text("b") != nil)
    #expect(scene.layer.chartLayout != nil)
  }

  @Test("stay when their values change, and get there in the transaction's time")
  func barsMove() throws {
    let scene = try ChartScene(Self.bars(["a": 20, "b": 40]))
    _ = try scene.renderer.render(at: 0)
    let bars = scene.layers("marks")
    let start = bars.map(\.frame)
    Transaction.run(duration: 2, timingFunction: .linear) {
      scene.layer.chart = Self.bars(["a": 60, "b": 40])
    }
    _ = try scene.renderer.render(at: 1)
    #expect(scene.layers("marks").map(ObjectIdentifier.init) == bars.map(ObjectIdentifier.init))
    #expect(abs(bars[0].frame.height - start[0].height * 3) <= 1)
    #expect(bars[0].presentation()?.frame == start[0])
    #expect(bars[0].animationKeys()?.sorted() == ["bounds", "position"])
    #expect(bars[1].animationKeys() == nil)
    _ = try scene.renderer.render(at: 2)
    let half = try #require(bars[0].presentation()).frame
    #expect(abs(half.height - (start[0].height + bars[0].frame.height) / 2) < 1e-9)
    #expect(abs(half.maxY - start[0].maxY) < 1e-9)
  }

  @Test("are those of the same values when others come, go and change places")
  func identity() throws {
    let scene = try ChartScene(Self.bars(["a": 20, "b": 40, "c": 60]))
    _ = try scene.renderer.render(at: 0)
    let (a, b, c) = (scene.layers("marks")[0], scene.layers("marks")[1], scene.layers("marks")[2])
    let label = try #require(scene.text("c"))
    Transaction.run(duration: 1, timingFunction: .linear) {
      scene.layer.chart = Self.bars(["c": 60, "new": 10, "a": 20])
    }
    _ = try scene.renderer.render(at: 1)
    let marks = scene.layers("marks")
    #expect(marks.count == 4)
    #expect(marks[0] === b && marks[1] === c && marks[3] === a)
    #expect(scene.text("c") === label)
    let right = try #require(c.presentation()).frame.minX
    _ = try scene.renderer.render(at: 1.5)
    #expect(abs((b.presentation()?.opacity ?? 0) - 0.5) < 1e-6)
    #expect(abs((marks[2].presentation()?.opacity ?? 0) - 0.5) < 1e-6)
    #expect(try #require(c.presentation()).frame.minX < right - 20)
    _ = try scene.renderer.render(at: 2)
    _ = try scene.renderer.render(at: 3)
    #expect(scene.layers("marks").count == 3)
    #expect(b.superlayer == nil)
  }

  @Test("of lines take on a new form point by point, if they have as many points")
  func lines() throws {
    let scene = try ChartScene(Self.line([0, 50, 100]))
    _ = try scene.renderer.render(at: 0)
    let shape = try #require(scene.layers("marks").first as? ShapeLayer)
    let start = try #require(shape.path).elements
    Transaction.run(duration: 2, timingFunction: .linear) {
      scene.layer.chart = Self.line([100, 50, 0])
    }
    _ = try scene.renderer.render(at: 1)
    _ = try scene.renderer.render(at: 2)
    let end = try #require(shape.path).elements
    let half = try #require(shape.presentation()?.path).elements
    #expect(start != end)
    guard case .move(let from) = start[0], case .move(let to) = end[0],
      case .move(let between) = half[0]
    else {
      Issue.record("a line must begin with a point")
      return
    }
    #expect(abs(between.y - (from.y + to.y) / 2) < 1e-9)
    scene.layer.chart = Self.line([100, 50, 0, 20])
    #expect(shape.animationKeys() == nil)
    _ = try scene.renderer.render(at: 2.1)
    #expect(shape.presentation()?.path?.elements.count == 4)
  }

  @Test("of sectors of any angle have paths of the same steps")
  func sectors() throws {
    func pie(_ shares: [Double]) -> Chart {
      Chart(Array(shares.enumerated()), id: \.offset) {
        SectorMark(angle: .value("Share", $0.element), innerRadius: .ratio(0.5))
          .foregroundStyle(by: .value("Name", "\($0.offset)"))
      }
    }
    let scene = try ChartScene(pie([1, 5, 3]))
    _ = try scene.renderer.render(at: 0)
    scene.layer.chart = pie([7, 1, 3])
    #expect(scene.layers("marks").count == 3)
    #expect(scene.layers("marks").allSatisfy { $0.animationKeys() == ["path"] })
  }

  @Test("are not changed by an equal chart, and nothing is redrawn")
  func equal() throws {
    let scene = try ChartScene(Self.bars(["a": 20, "b": 40]))
    _ = try scene.renderer.render(at: 0)
    scene.layer.chart = Self.bars(["a": 20, "b": 40])
    #expect(scene.renderer.nextFrameTime(after: 0) == .never)
    let frame = try scene.renderer.render(at: 1)
    #expect(frame.damage.isEmpty)
  }

  @Test("are changed at once by a new size, and by a transaction without actions")
  func atOnce() throws {
    let scene = try ChartScene(Self.bars(["a": 20, "b": 40]))
    _ = try scene.renderer.render(at: 0)
    let bars = scene.layers("marks")
    scene.layer.frame.size = CGSize(width: 300, height: 200)
    _ = try scene.renderer.render(at: 1)
    #expect(scene.layers("marks").map(ObjectIdentifier.init) == bars.map(ObjectIdentifier.init))
    #expect(bars.allSatisfy { $0.animationKeys() == nil })
    Transaction.run(disableActions: true) { scene.layer.chart = Self.bars(["b": 1, "d": 2]) }
    #expect(scene.layers("marks").count == 2)
    #expect(scene.layers("marks").allSatisfy { $0.animationKeys() == nil })
    #expect(scene.layers("texts").allSatisfy { $0.animationKeys() == nil })
    let first = try scene.renderer.render(at: 2).bitmap
    #expect(scene.renderer.nextFrameTime(after: 2) != .now)
    let alone = try ChartScene(scene.layer.chart)
    alone.layer.frame.size = CGSize(width: 300, height: 200)
    #expect(try alone.renderer.render(at: 0).bitmap == first)
  }

  @Test("of 1,000 bars that all change are 1,000 that move, and no others")
  func cost() throws {
    func chart(_ factor: Double) -> Chart {
      Chart(0..<1000) {
        BarMark(x: .value("X", $0), y: .value("Y", (Double($0 % 37) + 1) * factor))
      }
      .chartYScale(domain: 0...100)
    }
    let scene = try ChartScene(chart(1), size: CGSize(width: 1200, height: 400))
    _ = try scene.renderer.render(at: 0)
    let all = ["grid", "axes", "marks", "legend", "texts"].flatMap { scene.layers($0) }
    Transaction.run(duration: 1) { scene.layer.chart = chart(2) }
    let moving = all.filter { $0.animationKeys() != nil }
    #expect(scene.layers("marks").count == 1000)
    #expect(moving.count == 1000)
    #expect(moving.allSatisfy { $0.superlayer?.name == "marks" })
    #expect(moving.allSatisfy { $0.animationKeys()?.count == 2 })
  }
}
