import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaTestSupport
import LaminaText
import Testing

@Suite("A chart in a picture") struct ChartOutputTests {
  static let line = Chart(0..<10) { LineMark(x: .value("X", $0), y: .value("Y", $0 * $0)) }
    .chartTitle("Squares")

  @Test("is written by the extension of the file")
  func files() throws {
    let folder = TemporaryFolder()
    let size = CGSize(width: 200, height: 100)
    for name in ["a.png", "a.ppm"] {
      let path = folder(name)
      try Self.line.write(to: path, size: size, scale: 2)
      let bitmap = try Bitmap(contentsOfFile: path)
      #expect(bitmap.width == 400 && bitmap.height == 200)
      #expect(try bitmap == Self.line.bitmap(size: size, scale: 2))
    }
    #expect(throws: OutputError.self) { try Self.line.write(to: folder("a.gif"), size: size) }
    #expect(throws: OutputError.self) { try Self.line.write(to: folder("a.y4m"), size: size) }
    #expect(throws: ChartError.invalidSize(width: 0, height: 5)) {
      try Self.line.write(to: folder("b.png"), size: CGSize(width: 0, height: 5))
    }
    #expect(folder.names == ["a.png", "a.ppm"])
  }

  @Test("is drawn at any size and of any numbers, or refused with a sentence")
  func extremes() throws {
    let extremes: [Double] = [
      0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300, 1e-300, 1e16,
    ]
    var numbers = SeededGenerator(seed: 3)
    for _ in 0..<150 {
      let count = numbers.below(5)
      let values = (0..<count).map { _ in (numbers.pick(extremes), numbers.pick(extremes)) }
      let kind = numbers.below(6)
      let chart = Chart(values, id: \.0) { x, y in
        switch kind {
        case 0: LineMark(x: .value("X", x), y: .value("Y", y)).interpolationMethod(.catmullRom)
        case 1: BarMark(x: .value("X", x), y: .value("Y", y)).cornerRadius(3)
        case 2: PointMark(x: .value("X", x), y: .value("Y", y)).symbolSize(by: .value("S", y))
        case 3: AreaMark(x: .value("X", x), yStart: .value("Y", x), yEnd: .value("Y", y))
        case 4: SectorMark(angle: .value("X", x))
        default:
          RectangleMark(x: .value("X", x), y: .value("Y", y))
            .foregroundStyle(by: .value("Heat", x))
        }
      }
      let size = numbers.pick([
        CGSize(width: 1, height: 1), CGSize(width: 300, height: 1), CGSize(width: 120, height: 80),
      ])
      do {
        let bitmap = try chart.bitmap(size: size)
        #expect(bitmap.width == Int(size.width))
      } catch let error as ChartError {
        #expect("\(error)".count > 20)
      }
    }
  }

  @Test("is drawn for dates from the year 1 to 9999, and for both days of a clock change")
  func dates() throws {
    for (first, last) in [
      (-62_135_596_800.0, 253_402_300_799.0), (1_774_656_000, 1_774_742_400),
      (1_792_800_000, 1_792_886_400), (0, 0),
    ] {
      let chart = Chart([first, last], id: \.self) {
        LineMark(x: .value("X", Date(timeIntervalSince1970: $0)), y: .value("Y", $0))
      }
      .chartTimeZone(TimeZone(identifier: "Europe/Berlin")!)
      #expect(try chart.bitmap(size: CGSize(width: 300, height: 200)).width == 300)
    }
  }

  @Test("of many thousand categories is limited to what can be seen", .slow)
  func manyCategories() throws {
    let chart = Chart(0..<30_000) {
      BarMark(x: .value("X", "\($0)"), y: .value("Y", $0 % 100))
    }
    let layout = try ChartLayout(chart, size: CGSize(width: 300, height: 200))
    #expect(layout.texts.count < 40)
    let steps = layout.shapes.reduce(0) { $0 + $1.path.elements.count }
    #expect(steps < 5 * 2 * 300)
    #expect(try chart.bitmap(size: CGSize(width: 300, height: 200)).width == 300)
  }

  @Test("of many series has a legend that says how many it leaves out")
  func manySeries() throws {
    let chart = Chart(0..<1000) {
      PointMark(x: .value("X", $0), y: .value("Y", $0))
        .foregroundStyle(by: .value("Series", "Series \($0)"))
    }
    let layout = try ChartLayout(chart, size: CGSize(width: 400, height: 300))
    let legend = layout.texts.filter { $0.role == .legend }
    #expect(legend.last?.string == "+ \(1000 - legend.count + 1) more")
  }

  @Test("changes with the chart of its layer")
  func layer() throws {
    let renderer = try Renderer(size: CGSize(width: 200, height: 100))
    let layer = ChartLayer(Self.line)
    layer.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    renderer.layer.addSublayer(layer)
    let first = try renderer.render(at: 0).bitmap
    #expect(try first == Self.line.bitmap(size: CGSize(width: 200, height: 100)))
    let other = Self.line.chartTheme(.dark)
    Transaction.run(disableActions: true) { layer.chart = other }
    let second = try renderer.render(at: 1).bitmap
    #expect(try second == other.bitmap(size: CGSize(width: 200, height: 100)))
    #expect(second != first)
    layer.chart = Chart {
      PointMark(x: .value("X", 1))
      PointMark(x: .value("X", "a"))
    }
    _ = try renderer.render(at: 2)
    #expect(layer.error == .mixedValues(axis: "x", types: ["categories", "numbers"]))
    #expect(layer.sublayers?.isEmpty ?? true)
  }
}
