import Foundation
import Lamina
import LaminaCharts
import Testing

@Suite("The colours of charts") struct ChartThemeTests {
  static let themes: [ChartTheme] = [.light, .dark, .print]

  @Test("stand out from the background by 3:1, and text by 4.5:1", arguments: themes)
  func contrast(_ theme: ChartTheme) throws {
    let background = try #require(theme.backgroundColor)
    for color in theme.palette { #expect(color.contrast(to: background) >= 3, "\(color)") }
    #expect(theme.axisColor.contrast(to: background) >= 3)
    #expect(theme.labelColor.contrast(to: background) >= 4.5)
    #expect(theme.titleColor.contrast(to: background) >= 7)
  }

  @Test("can be told apart with each colour deficiency", arguments: themes)
  func deficiencies(_ theme: ChartTheme) {
    #expect(theme.palette.count == 7)
    for deficiency in ColorDeficiency.all {
      let seen = theme.palette.map { OKLab(deficiency.simulated($0)) }
      for (index, color) in seen.enumerated() {
        for (other, second) in seen.enumerated().prefix(index) {
          // The first four, of which most charts have no more, are further apart.
          let least = index < 4 ? 0.09 : 0.08
          #expect(
            color.distance(to: second) >= least, "\(deficiency.name): \(other) and \(index)")
        }
      }
    }
  }

  /// Returns the marks of a chart with a mark of each of eight categories, one more than the palette has
  /// colours.
  private func eight(
    _ modify: (Chart) -> Chart = { $0 }, _ mark: (PlottableValue<Double>) -> some ChartContent
  ) throws -> [PreparedMark] {
    let chart = Chart(0..<8, id: \.self) { number in
      mark(.value("Y", Double(number + 1)))
        .foregroundStyle(by: .value("Series", "\(number)"))
    }
    return try PreparedChart(modify(chart)).marks
  }

  @Test("repeat with dashes on lines, with other symbols, and as tints of bars", arguments: themes)
  func repeated(_ theme: ChartTheme) throws {
    let lines = try eight({ $0.chartTheme(theme) }) { LineMark(x: .value("X", 1), y: $0) }
    #expect(lines.map(\.color) == theme.palette + [theme.palette[0]])
    #expect(lines.map { $0.dashes?.isEmpty ?? true } == Array(repeating: true, count: 7) + [false])
    let points = try eight({ $0.chartTheme(theme) }) { PointMark(x: .value("X", 1), y: $0) }
    #expect(points.map(\.color) == theme.palette + [theme.palette[0]])
    #expect(points.map(\.symbol) == Array(repeating: .circle, count: 7) + [.square])
    let bars = try eight({ $0.chartTheme(theme) }) { BarMark(x: .value("X", 1), y: $0) }
    let tint = theme.palette[0].withAlpha(0.5).composited(over: try #require(theme.backgroundColor))
    #expect(bars.map(\.color) == theme.palette + [tint])
  }

  @Test("that a chart gives repeat as they are")
  func repeatedRange() throws {
    let colors: [Color] = [.red, .blue]
    let lines = try eight({ $0.chartForegroundStyleScale(range: colors) }) {
      LineMark(x: .value("X", 1), y: $0)
    }
    #expect(lines.map(\.color) == (0..<8).map { colors[$0 % 2] })
    #expect(lines.allSatisfy { $0.dashes?.isEmpty ?? true })
  }

  @Test("of the legend are those of the marks")
  func legend() throws {
    func swatches(_ mark: (PlottableValue<Double>) -> some ChartContent) throws -> [PlacedShape] {
      let chart = Chart(0..<9, id: \.self) { number in
        mark(.value("Y", Double(number + 1)))
          .foregroundStyle(by: .value("Series", "\(number)"))
      }
      return try ChartLayout(chart, size: CGSize(width: 900, height: 300)).legend
    }
    let lines = try swatches { LineMark(x: .value("X", 1), y: $0) }
    #expect(lines.map { $0.strokeStyle.dashPattern.isEmpty } == (0..<9).map { $0 < 7 })
    let bars = try swatches { BarMark(x: .value("X", 1), y: $0) }
    #expect(Set(bars.compactMap(\.fill)).count == 9)
    let points = try swatches { PointMark(x: .value("X", 1), y: $0) }
    #expect(points[8].path != points[1].path && points[8].fill == points[1].fill)
  }

  @Test("for numbers grow steadily lighter, with each deficiency")
  func continuous() {
    for palette in [ContinuousPalette.viridis, .cividis] {
      for deficiency in ColorDeficiency.all {
        let steps = (0...40).map {
          OKLab(deficiency.simulated(palette.color(at: Double($0) / 40))).lightness
        }
        for (a, b) in zip(steps, steps.dropFirst()) { #expect(b > a) }
      }
    }
  }

  @Test("for numbers are those of the palette at its ends, and beyond")
  func ends() {
    let palette = ContinuousPalette(colors: [.black, .white])
    #expect(palette.color(at: 0) == .black)
    #expect(palette.color(at: 1) == .white)
    #expect(palette.color(at: 0.5) == .gray)
    #expect(palette.color(at: -3) == .black)
    #expect(palette.color(at: .infinity) == .white)
    #expect(palette.color(at: .nan) == .black)
    #expect(palette.reversed.color(at: 0) == .white)
  }

  @Test("for numbers are those of the palette at the ends of its domain, and beyond")
  func continuousDomain() throws {
    let chart = Chart([-5.0, 0, 5, 10, 20], id: \.self) { number in
      PointMark(x: .value("X", number), y: .value("Y", 1))
        .foregroundStyle(by: .value("Z", number))
    }
    let palette = ContinuousPalette(colors: [.black, .white])
    func colors(_ chart: Chart) throws -> [Color] {
      let encoding = try PreparedChart(chart).colors
      return [-5, 0, 10, 20].map { encoding.color(of: $0) }
    }
    let whole = try colors(chart.chartForegroundStyleScale(palette))
    #expect(whole[0] == .black && whole[3] == .white && whole[1] != .black && whole[2] != .white)
    let part = try colors(chart.chartForegroundStyleScale(palette, domain: 0...10))
    #expect(part == [.black, .black, .white, .white])
  }
}
