import Foundation
import Lamina
import LaminaGraphs
import LaminaTestSupport
import Testing

@Suite("The picture of a graph")
struct GraphPictureTests {
  /// Views of all kinds that tiles have to fit together in.
  enum Kind: CaseIterable {
    case plain, scaled, wideLine, spread, dense, hairline, filled, translucent, gaps, mitred

    var scale: CGFloat { self == .scaled ? 2 : 1 }

    var configuration: GraphView.Configuration {
      switch self {
      case .spread: GraphView.Configuration(tileWidth: 40, pointsPerSample: 5)
      case .dense: GraphView.Configuration(pointsPerSample: 0.125)
      default: GraphView.Configuration()
      }
    }

    var style: GraphStyle {
      switch self {
      case .wideLine: GraphStyle(lineWidth: 5)
      case .hairline: GraphStyle(lineWidth: 0.25)
      case .filled:
        GraphStyle(
          fill: GraphFill(
            topColor: Color.black.withAlpha(0.75), bottomColor: Color.blue.withAlpha(0.25)),
          grid: GraphGrid(
            color: Color.white.withAlpha(0.25), levels: [12, 40.5], samplesPerLine: 7))
      case .translucent: GraphStyle(backgroundColor: Color.black.withAlpha(0.5), lineWidth: 1.5)
      case .mitred: GraphStyle(lineWidth: 2, lineJoin: .miter)
      default: GraphStyle()
      }
    }

    func sample(_ index: Int) -> Double {
      self == .gaps && (index % 11 == 4 || index % 7 == 5 || index % 23 > 18) ? .nan : wave(index)
    }

    func scene(_ series: SampleSeries) throws -> GraphScene {
      try GraphScene(
        width: 100, height: 60, scale: scale, series: series, configuration: configuration,
        style: style)
    }
  }

  @Test(
    "is the same whether it grew sample by sample or is drawn at once", .slow,
    arguments: Kind.allCases,
    [1, 3])
  func grown(kind: Kind, step: Int) throws {
    let growing = try kind.scene(SampleSeries())
    try growing.render()
    var count = 0
    while count < 200 {
      for _ in 0..<step {
        growing.graph.series.append(kind.sample(count))
        count += 1
      }
      let picture = try growing.render(at: Double(count))
      guard count > 60 || count < 10 else { continue }
      let expected = try kind.scene(growing.graph.series).render()
      try #require(picture == expected, "after \(count) samples")
    }
  }

  /// 76, 208 and 382 are scenes whose tiles share edges in the middles of pixels, by sums that
  /// differ in their last bits. In 1869 samples far out of sight give a growing tile more points
  /// than lines are commonly sampled for.
  private static let seeds = sampledCases(of: 0..<40) + [76, 208, 382, 1869]

  @Test("is the same in views of any numbers, grown and drawn at once", .slow, arguments: seeds)
  func random(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &numbers)! }
    let pointsPerSample = pick([0.25, 0.3, 0.5, 1, 1, 1.5, 2, 7] as [CGFloat])
    let configuration = GraphView.Configuration(
      tileWidth: pointsPerSample * CGFloat(pick([1, 2, 5, 16, 32])),
      pointsPerSample: pointsPerSample, paddingSamples: pick([0, 1, 2, 5]))
    let style = GraphStyle(
      backgroundColor: pick([.orange, Color.blue.withAlpha(0.5)]),
      lineWidth: pick([0.3, 1, 1, 1.5, 3, 8]), lineJoin: pick([.round, .round, .bevel, .miter]),
      fill: pick([nil, GraphFill(topColor: Color.black.withAlpha(0.5))]),
      grid: pick([nil, GraphGrid(color: .green, levels: [7.5], samplesPerLine: 3)]))
    let scale = pick([1, 1, 1.25, 2, 3] as [CGFloat])
    let (width, height) = (pick([17, 64, 90.5] as [CGFloat]), pick([13, 40.25] as [CGFloat]))
    func scene(_ series: SampleSeries) throws -> GraphScene {
      try GraphScene(
        width: width, height: height, scale: scale, series: series, configuration: configuration,
        style: style)
    }
    let growing = try scene(SampleSeries())
    for turn in 0..<60 {
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let ordinary = Double.random(in: -20...60, using: &numbers)
        let odd = pick([.nan, .infinity, 1e5, -1e9, 1e300, 32_768.5, 0] as [Double])
        growing.graph.series.append(Int.random(in: 0..<6, using: &numbers) == 0 ? odd : ordinary)
      }
      let picture = try growing.render(at: Double(turn))
      let expected = try scene(growing.graph.series).render()
      try #require(picture == expected, "turn \(turn) of \(configuration), \(style), \(scale)")
    }
  }

  @Test(
    "is the same in parts where jumps past both limits give the line more points than samples",
    .slow,
    arguments: [0.25, 0.5, 1])
  func jumps(pointsPerSample: CGFloat) throws {
    func scene(_ series: SampleSeries) throws -> GraphScene {
      try GraphScene(
        width: 100, height: 60, series: series,
        configuration: GraphView.Configuration(pointsPerSample: pointsPerSample))
    }
    let growing = try scene(SampleSeries())
    for count in 1...150 {
      let isJumping = count % 50 < 20
      growing.graph.series.append(isJumping ? (count % 2 == 0 ? 1e6 : -1e6) : wave(count))
      let picture = try growing.render(at: Double(count))
      let expected = try scene(growing.graph.series).render()
      try #require(picture == expected, "after \(count) samples")
    }
  }

  @Test("slides: one more sample shows the same picture one sample further left")
  func shifted() throws {
    let scene = try GraphScene(width: 100, height: 60)
    for index in 0..<300 { scene.graph.series.append(wave(index)) }
    var last = try scene.render()
    for index in 300..<370 {
      scene.graph.series.append(wave(index))
      let next = try scene.render(at: Double(index))
      // The line's end is another one; everything left of it has only moved.
      #expect(pixels(of: next, columns: 0..<97) == pixels(of: last, columns: 1..<98))
      last = next
    }
  }

  @Test("has no seams: it is what one stroke through all samples draws")
  func noSeams() throws {
    let scene = try GraphScene(width: 100, height: 60)
    for total in [40, 300, 317, 331] {
      while scene.graph.series.totalSampleCount < total {
        scene.graph.series.append(wave(scene.graph.series.totalSampleCount))
      }
      let context = try DrawingContext(width: 100, height: 60, background: .orange)
      context.strokeColor = .white
      context.lineJoin = .round
      context.strokeLines(
        between: (max(0, total - 110)..<total).map {
          CGPoint(x: CGFloat(100 - (total - $0)), y: CGFloat(wave($0)))
        })
      #expect(try scene.render(at: Double(total)) == context.makeBitmap(), "\(total) samples")
    }
  }

  @Test("breaks the line at gaps and shows a sample between two gaps as a dot")
  func gaps() throws {
    let scene = try GraphScene(width: 32, height: 20)
    // Indices 0...9; the last stands at x = 31.
    for sample in [10, 10, .nan, 5, .infinity, 15, 15, -.infinity, .nan, 8] as [Double] {
      scene.graph.series.append(sample)
    }
    let picture = try scene.render()
    func shade(_ x: Int, _ y: Int) -> UInt32 { picture[x, y] & 0xFF }
    // The line from 22 to 23 covers half of the rows 9 and 10, and nothing after 23.
    #expect(shade(22, 9) > 0 && shade(22, 10) > 0)
    #expect(shade(23, 9) == 0 && shade(24, 9) == 0 && shade(26, 10) == 0)
    // The dots at 25 and 31, with a diameter of two, and the line from 27 to 28.
    for (x, y) in [(24, 4), (25, 4), (24, 5), (25, 5), (30, 7), (31, 8)] {
      #expect(shade(x, y) > 0x80, "dot at \(x), \(y)")
    }
    #expect(shade(27, 14) > 0)
    #expect(shade(28, 14) == 0)
    #expect(shade(26, 4) == 0)
  }

  @Test("shows one sample alone as a dot, until the next one comes")
  func firstSample() throws {
    let scene = try GraphScene(width: 32, height: 20)
    let empty = try scene.render()
    #expect(empty[31, 9] == Color.orange.premultipliedPixel)
    scene.graph.series.append(10)
    let dot = try scene.render(at: 1)
    #expect(dot != empty)
    #expect(pixels(of: dot, columns: 0..<30) == pixels(of: empty, columns: 0..<30))
    scene.graph.series.append(10)
    let line = try scene.render(at: 2)
    #expect(pixels(of: line, columns: 31..<32) == pixels(of: empty, columns: 31..<32))
    #expect(line[30, 8] == empty[30, 8])
    #expect(line[30, 9] != empty[30, 9])
  }

  @Test("draws any values", arguments: [1e5, 1e9, 1e100, 1.7e308])
  func anyValues(value: Double) throws {
    let scene = try GraphScene(width: 32, height: 20)
    for sample in [10, value, 10, -value, value, -value, 10, .nan, value, .nan, 10, 10, 10] {
      scene.graph.series.append(sample)
      try scene.render(at: Double(scene.graph.series.totalSampleCount))
    }
    let picture = try scene.render(at: 99)
    let fresh = try GraphScene(width: 32, height: 20, series: scene.graph.series).render()
    #expect(picture == fresh)
    // Between the fourth and the fifth sample the line is upright at half past x = 22.
    #expect(picture[22, 1] == 0xFFFF_FFFF)
    #expect(picture[22, 18] == 0xFFFF_FFFF)
    // The line between the last three lies level.
    #expect(picture[29, 9] & 0xFF == 0x80)
    #expect(picture[30, 10] & 0xFF == 0x80)
  }

  @Test("is the same in two runs, for the same generator")
  func deterministic() throws {
    func frames() throws -> [Bitmap] {
      let scene = try GraphScene(width: 100, height: 120, scale: 2)
      var generator = SeededGenerator(seed: 42)
      return try (0..<50).map { frame in
        for _ in 0..<7 {
          scene.graph.series.append(.random(in: 0...120, using: &generator))
        }
        return try scene.render(at: Double(frame) / 60)
      }
    }
    #expect(try frames() == frames())
  }

  @Test("leaves a published frame as it was")
  func publishedFramesStay() throws {
    let scene = try GraphScene(width: 64, height: 20)
    var frames: [(Bitmap, [UInt32])] = []
    for index in 0..<80 {
      scene.graph.series.append(wave(index) / 3)
      let frame = try scene.render(at: Double(index))
      frames.append((frame, frame.pixels))
    }
    for (frame, pixels) in frames { #expect(frame.pixels == pixels) }
  }

  @Test("redraws one tile for a sample and moves the others, however many there were before")
  func work() throws {
    let scene = try GraphScene(width: 256, height: 60)
    for index in 0..<100 { scene.graph.series.append(wave(index)) }
    try scene.render()
    scene.graph.series.append(contentsOf: (0..<1_000_000).lazy.map { wave($0 % 1000) })
    try scene.render(at: 1)
    #expect(scene.graph.series.retainedIndices.count <= 2 * (256 + 4))
    scene.graph.series.append(20)
    let report = try scene.renderer.render(at: 2).report
    #expect(report.operations.copies == 1)
    // The newest tile has five samples.
    #expect(report.scrolledPixels == (256 - 5) * 60)
    #expect(report.operations.pixels <= 2 * 5 * 60)
  }

  @Test("is shown by several views of one series, each at its own size")
  func severalViews() throws {
    let series = SampleSeries()
    let left = try GraphScene(width: 64, height: 60, series: series)
    let right = try GraphScene(width: 130, height: 60, series: series)
    try left.render()
    try right.render()
    for index in 0..<150 { series.append(wave(index)) }
    let wide = try right.render(at: 1)
    #expect(try left.render(at: 1).width == 64)
    #expect(
      pixels(of: wide, columns: 66..<130) == pixels(of: try left.render(at: 1), columns: 0..<64))
  }
}
