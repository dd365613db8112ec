import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("Gradients of marks") struct ChartGradientTests {
  private static let size = CGSize(width: 300, height: 200)
  private static let vertical = LinearGradient(
    colors: [.red, .blue], startPoint: .top, endPoint: .bottom)

  /// Returns the colour at a part of the way along the vertical gradient.
  private static func color(_ part: Double) -> Color {
    Color(red: 1 - part, green: 0, blue: part)
  }

  private static func isNear(_ pixel: UInt32, _ color: Color) -> Bool {
    let other = color.premultipliedPixel
    return [0, 8, 16, 24].allSatisfy {
      abs(Int(pixel >> $0 & 255) - Int(other >> $0 & 255)) <= 2
    }
  }

  /// Expects the vertical gradient from a row to another in the middle of a rectangle.
  private static func expect(
    _ bitmap: Bitmap, in frame: CGRect, from top: CGFloat, to bottom: CGFloat,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for row in stride(from: Int(frame.minY.rounded(.up)) + 1, to: Int(frame.maxY) - 1, by: 7) {
      let part = (Double(row) + 0.5 - top) / (bottom - top)
      #expect(
        isNear(bitmap[Int(frame.midX), row], color(part)), "row \(row)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("extend from edge to edge of an area, of marks and of columns", arguments: [true, false])
  func area(ofColumns isPlot: Bool) throws {
    let chart = Chart {
      if isPlot {
        AreaPlot(x: .value("X", [0.0, 1, 2]), y: .value("Y", [60.0, 60, 60]))
          .foregroundStyle(Self.vertical)
      } else {
        for x in 0..<3 {
          AreaMark(x: .value("X", x), y: .value("Y", 60)).foregroundStyle(Self.vertical)
        }
      }
    }
    .chartYScale(domain: 0...100)
    let layout = try ChartLayout(chart, size: Self.size)
    let top = try #require(layout.y.position(of: 60))
    let bottom = try #require(layout.y.position(of: 0))
    let middle = CGRect(x: layout.plot.midX, y: top, width: 0, height: bottom - top)
    Self.expect(try chart.bitmap(size: Self.size), in: middle, from: top, to: bottom)
  }

  @Test("extend from edge to edge of each bar, or across the plot", arguments: [false, true])
  func bars(alignsWithPlot: Bool) throws {
    let chart = Chart(["a", "b", "c"].enumerated().map { ($0, $1) }, id: \.0) { number, name in
      BarMark(x: .value("Name", name), y: .value("Y", 40 * number + 20))
        .cornerRadius(4)
        .foregroundStyle(Gradient(colors: [.red, .blue]))
        .alignsMarkStylesWithPlotArea(alignsWithPlot)
    }
    .chartYScale(domain: 0...100)
    let layout = try ChartLayout(chart, size: Self.size)
    let bitmap = try chart.bitmap(size: Self.size)
    #expect(layout.shapes.count == 3)
    for shape in layout.shapes {
      let frame = try #require(shape.box).frame
      let span = alignsWithPlot ? layout.plot : frame
      Self.expect(bitmap, in: frame, from: span.minY, to: span.maxY)
    }
  }

  @Test("are seen on a level line, and have the opacity of the mark")
  func line() throws {
    let gradient = LinearGradient(
      stops: [.init(color: .red, location: 0), .init(color: .blue, location: 1)],
      startPoint: .leading, endPoint: .trailing)
    func chart(_ opacity: Double) -> Chart {
      Chart(0..<3) { x in
        LineMark(x: .value("X", x), y: .value("Y", 50))
          .lineStyle(StrokeStyle(lineWidth: 8))
          .foregroundStyle(gradient)
          .opacity(opacity)
      }
      .chartYScale(domain: 0...100)
    }
    let layout = try ChartLayout(chart(1), size: Self.size)
    let row = Int(try #require(layout.y.position(of: 50)))
    let start = try #require(layout.x.position(of: 0)) - 4
    let end = try #require(layout.x.position(of: 2)) + 4
    let (opaque, faint) = (
      try chart(1).bitmap(size: Self.size), try chart(0.5).bitmap(size: Self.size)
    )
    for column in stride(from: Int(start) + 4, to: Int(end) - 4, by: 9) {
      let color = Self.color((Double(column) + 0.5 - start) / (end - start))
      #expect(Self.isNear(opaque[column, row], color), "column \(column)")
      let mixed = color.opacity(0.5).composited(over: .white)
      #expect(Self.isNear(faint[column, row + 2], mixed), "column \(column)")
    }
  }

  @Test("of one colour paint with it, and those of none paint nothing")
  func fewStops() throws {
    func chart(_ colors: [Color]) -> Chart {
      Chart {
        RectangleMark(
          xStart: .value("X", 0), xEnd: .value("X", 1), yStart: .value("Y", 0),
          yEnd: .value("Y", 1)
        )
        .foregroundStyle(
          .linearGradient(colors: colors, startPoint: .leading, endPoint: .topTrailing))
      }
    }
    let layout = try ChartLayout(chart([.red]), size: Self.size)
    let (x, y) = (Int(layout.plot.midX), Int(layout.plot.midY))
    #expect(try chart([.red]).bitmap(size: Self.size)[x, y] == Color.red.premultipliedPixel)
    let rest = Chart {
      RectangleMark(
        xStart: .value("X", 0), xEnd: .value("X", 1), yStart: .value("Y", 0), yEnd: .value("Y", 1)
      )
      .foregroundStyle(.clear)
    }
    #expect(try chart([]).bitmap(size: Self.size) == rest.bitmap(size: Self.size))
  }

  @Test("are scales of numbers")
  func palette() throws {
    let even = ContinuousPalette(Gradient(colors: [.black, .red, .yellow]))
    for (place, color) in [(0.0, Color.black), (0.5, .red), (1, .yellow), (2, .yellow)] {
      #expect(even.color(at: place) == color)
    }
    #expect(even.color(at: 0.25) == Color(red: 0.5, green: 0, blue: 0))
    let stops: [Gradient.Stop] = [
      .init(color: .red, location: 0.25), .init(color: .blue, location: 0.25),
      .init(color: .black, location: 0.75),
    ]
    let uneven = ContinuousPalette(Gradient(stops: stops))
    #expect(uneven.color(at: 0.125) == .red)
    #expect(uneven.color(at: 0.5) == Color(red: 0, green: 0, blue: 0.5))
    #expect(uneven.color(at: 1) == .black)
    let chart = Chart(0..<3) { x in
      RectangleMark(x: .value("X", "\(x)"), y: .value("Y", "y"))
        .foregroundStyle(by: .value("Heat", x))
    }
    .chartForegroundStyleScale(range: Gradient(colors: [.white, .red]))
    #expect(try PreparedChart(chart).marks.map(\.color).first == .white)
    #expect(try PreparedChart(chart).marks.map(\.color).last == .red)
  }

  @Test("tell series apart, and come and go as colours do")
  func series() throws {
    func chart(_ first: LinearGradient?, _ second: LinearGradient) -> Chart {
      Chart(0..<4) { x in
        if let first {
          AreaMark(x: .value("X", x), y: .value("Y", x + 2)).foregroundStyle(first)
        } else {
          AreaMark(x: .value("X", x), y: .value("Y", x + 2)).foregroundStyle(.red)
        }
        LineMark(x: .value("X", x), y: .value("Y", 4 - x)).foregroundStyle(second)
      }
    }
    let other = LinearGradient(colors: [.green, .blue], startPoint: .top, endPoint: .bottom)
    let both = Chart(0..<4) { x in
      LineMark(x: .value("X", x), y: .value("Y", x)).foregroundStyle(Self.vertical)
      LineMark(x: .value("X", x), y: .value("Y", -x)).foregroundStyle(other)
    }
    #expect(try ChartLayout(both, size: Self.size).shapes.count == 2)
    let scene = try ChartScene(chart(nil, other), size: Self.size)
    var time = 0.0
    for gradient in [Self.vertical, other, nil, Self.vertical] {
      Transaction.run(duration: 1) { scene.layer.chart = chart(gradient, Self.vertical) }
      for step in [0.5, 2] {
        let frame = try scene.renderer.render(at: time + step)
        scene.renderer.invalidate()
        #expect(try scene.renderer.render(at: time + step).bitmap == frame.bitmap)
      }
      time += 2
      #expect(
        try scene.renderer.render(at: time).bitmap
          == chart(gradient, Self.vertical).bitmap(size: Self.size))
    }
  }
}
