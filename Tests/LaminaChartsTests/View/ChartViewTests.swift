import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import LaminaViews
import Testing

/// A chart view in a host, and the input for it.
struct ChartStage {
  let view: ChartView
  let host: ViewHost

  init(_ chart: Chart, size: CGSize = CGSize(width: 500, height: 300)) throws {
    view = ChartView(chart)
    host = try ViewHost(rootView: view, size: size)
    _ = try host.render(at: 0)
  }

  func send(_ kind: InputEvent.Kind, at time: TimeInterval = 0, _ modifiers: KeyModifiers = []) {
    host.send(InputEvent(time: time, kind: kind, modifiers: modifiers))
  }

  func key(_ key: Key, _ modifiers: KeyModifiers = []) {
    send(.key(key, isDown: true, modifiers: modifiers))
  }

  func click(_ point: CGPoint, at time: TimeInterval) {
    send(.touch(id: 0, phase: .began, location: point), at: time)
    send(.touch(id: 0, phase: .ended, location: point), at: time + 0.05)
  }

  func drag(_ points: [CGPoint], at time: TimeInterval, _ modifiers: KeyModifiers = []) {
    for (index, point) in points.enumerated() {
      let phase: Touch.Phase = index == 0 ? .began : .moved
      send(
        .touch(id: 0, phase: phase, location: point), at: time + Double(index) / 100, modifiers)
    }
    send(.touch(id: 0, phase: .ended, location: points[points.count - 1]), at: time + 1, modifiers)
  }

  /// The plot of what is shown.
  var plot: PlacedPlot { get throws { try #require(view.chartLayout?.plots.first) } }

  /// The place of an x value, in points.
  func x(_ value: Double) throws -> CGFloat { try #require(try plot.x.position(of: value)) }

  /// The labels of the x axis, from left to right.
  var xLabels: [String] {
    let labels = view.chartLayout?.texts.filter { $0.role == .xLabel } ?? []
    return labels.sorted { $0.box.midX < $1.box.midX }.map(\.string)
  }

  /// The texts of the callout, empty if it is hidden.
  var callout: [String] {
    var found: [String] = []
    func visit(_ layer: Layer) {
      if layer.isHidden { return }
      if layer.superlayer?.name == "callout", let text = layer.value(forKey: "string") as? String {
        found.append(text)
      }
      for sublayer in layer.sublayers ?? [] { visit(sublayer) }
    }
    visit(view.layer)
    return found
  }
}

@Suite("A view of a chart") struct ChartViewTests {
  /// Two lines: x squared, and 100 less x.
  static let lines = Chart(0...10, id: \.self) { x in
    LineMark(x: .value("X", x), y: .value("Y", x * x))
      .foregroundStyle(by: .value("Series", "square"))
    LineMark(x: .value("X", x), y: .value("Y", 100 - x))
      .foregroundStyle(by: .value("Series", "less"))
  }

  @Test("shows the values at the pointer, until it leaves")
  func crosshair() throws {
    let stage = try ChartStage(Self.lines)
    stage.send(.hover(location: CGPoint(x: try stage.x(4) + 3, y: 150)))
    #expect(stage.view.viewport.crosshair == .number(4))
    #expect(stage.callout == ["4", "square: 16", "less: 96"])
    stage.send(.hover(location: CGPoint(x: try stage.x(10), y: 150)))
    #expect(stage.callout == ["10", "square: 100", "less: 90"])
    stage.send(.hover(location: nil))
    #expect(stage.view.viewport.crosshair == nil)
    #expect(stage.callout.isEmpty)
  }

  @Test("reads the nearest point of a scatter plot, lying bars and sectors")
  func otherReadings() throws {
    let scatter = try ChartStage(
      Chart([(1.0, 10.0), (1.1, 90.0), (9.0, 50.0)], id: \.0) {
        PointMark(x: .value("X", $0.0), y: .value("Y", $0.1))
      })
    let y = try #require(try scatter.plot.y.position(of: 88.0))
    scatter.send(.hover(location: CGPoint(x: try scatter.x(1), y: y)))
    #expect(scatter.callout == ["1.1", "90"])
    let bars = try ChartStage(
      Chart(["a", "b"], id: \.self) {
        BarMark(x: .value("Count", $0 == "a" ? 3 : 5), y: .value("Name", $0))
      })
    let place = try #require(try bars.plot.y.position(of: .category("b")))
    bars.send(.hover(location: CGPoint(x: try bars.plot.frame.midX, y: place + 4)))
    #expect(bars.callout == ["b", "5"])
    bars.key(.up)
    #expect(bars.callout == ["a", "3"])
    var angle: Double?
    let pie = try ChartStage(
      Chart(["a", "b", "c", "d"], id: \.self) {
        SectorMark(angle: .value("Share", 5)).foregroundStyle(by: .value("Name", $0))
      })
    pie.view.chartAngleSelection(value: ChartBinding(get: { angle }, set: { angle = $0 }))
    let plot = try pie.plot.frame
    pie.send(.hover(location: CGPoint(x: plot.midX + 30, y: plot.midY + 30)))
    #expect(pie.callout == ["b: 5"])
    #expect(abs((angle ?? 0) - 7.5) < 1e-9)
    pie.send(.hover(location: CGPoint(x: plot.minX, y: plot.minY)))
    #expect(angle == nil)
  }

  @Test("zooms about the pointer, and not beyond its ends")
  func zoom() throws {
    let stage = try ChartStage(Self.lines)
    let place = CGPoint(x: try stage.x(4), y: 150)
    stage.send(.scroll(location: place, translation: CGPoint(x: 0, y: 192)))
    // The labels of other values may take a little more room.
    #expect(abs(try stage.x(4) - place.x) < 5)
    let domain = try #require(stage.view.viewport.xDomain)
    #expect(abs(domain.lowerBound - 2) < 1e-9 && abs(domain.upperBound - 7) < 1e-9)
    stage.send(.magnify(location: place, factor: 2))
    #expect(abs(try stage.x(4) - place.x) < 5)
    let half = try #require(stage.view.viewport.xDomain)
    #expect(abs(half.upperBound - half.lowerBound - 2.5) < 1e-9)
    // Far to the right: the content stops at its end.
    let middle = CGPoint(x: 300, y: 150)
    stage.drag([middle, CGPoint(x: 280, y: 150), CGPoint(x: -4000, y: 150)], at: 1)
    let right = try #require(stage.view.viewport.xDomain)
    #expect(abs(right.upperBound - 10) < 1e-9)
    #expect(abs(right.upperBound - right.lowerBound - 2.5) < 1e-9)
    stage.send(.scroll(location: place, translation: CGPoint(x: 0, y: -4000)))
    #expect(stage.view.viewport.xDomain == nil)
  }

  @Test("is zoomed and moved by keys, on every type of scale", .slow)
  func keys() throws {
    for type in [ScaleType.linear, .log, .symmetricLog] {
      let chart = Chart(1...1000, id: \.self) {
        LineMark(x: .value("X", $0), y: .value("Y", $0))
      }
      .chartXScale(type: type)
      let stage = try ChartStage(chart)
      stage.key(.plus)
      let first = try #require(stage.view.viewport.xDomain)
      stage.key(.right, .shift)
      let second = try #require(stage.view.viewport.xDomain)
      #expect(second.lowerBound > first.lowerBound && second.upperBound > first.upperBound)
      for _ in 0..<30 { stage.key(.right, .shift) }
      let last = try #require(stage.view.viewport.xDomain)
      #expect(abs(last.upperBound - 1000) < 1e-6)
      stage.key(.minus)
      stage.key(.minus)
      #expect(stage.view.viewport.xDomain == nil)
      for _ in 0..<100 { stage.key(.plus) }
      let deepest = try #require(stage.view.viewport.xDomain)
      #expect(deepest.upperBound > deepest.lowerBound)
      stage.key(.home)
      #expect(stage.view.viewport.xDomain == nil)
    }
  }

  @Test("zooms an axis of categories by bands, to one of them, and stops at its ends", .slow)
  func categories() throws {
    let names = (0..<20).map { "n\($0)" }
    let chart = Chart(names, id: \.self) {
      BarMark(x: .value("Name", $0), y: .value("Count", 3))
    }
    for chart in [chart, chart.chartXScale(domain: .automatic(reversed: true))] {
      let stage = try ChartStage(chart)
      let all = stage.xLabels
      let order = chart.options.x.domain == chart.options.y.domain ? names : names.reversed()
      stage.view.viewport.xDomain = 5...10
      let plot = try stage.plot
      #expect(stage.xLabels == Array(order[5..<10]))
      for (index, name) in order[5..<10].enumerated() {
        let place = try #require(plot.x.position(of: .category(name)))
        let expected = plot.frame.minX + plot.frame.width * (Double(index) + 0.5) / 5
        #expect(abs(place - expected) < 1e-9)
        // The bar under the pointer is read where it is seen.
        stage.send(.hover(location: CGPoint(x: place, y: plot.frame.midY)))
        #expect(stage.callout.first == name)
      }
      // Zoom keeps the place under the pointer.
      let left = CGPoint(x: plot.frame.minX, y: plot.frame.midY)
      stage.send(.scroll(location: left, translation: CGPoint(x: 0, y: 192)))
      #expect(stage.view.viewport.xDomain.map { abs($0.upperBound - 7.5) < 1e-9 } == true)
      for _ in 0..<20 { stage.key(.plus) }
      let deepest = try #require(stage.view.viewport.xDomain)
      #expect(deepest.upperBound - deepest.lowerBound >= 1)
      #expect(deepest.upperBound - deepest.lowerBound < 2)
      for _ in 0..<200 { stage.key(.right, .shift) }
      #expect(stage.view.viewport.xDomain.map { abs($0.upperBound - 20) < 1e-9 } == true)
      for _ in 0..<200 { stage.key(.left, .shift) }
      #expect(stage.view.viewport.xDomain.map { abs($0.lowerBound) < 1e-9 } == true)
      for _ in 0..<10 { stage.key(.minus) }
      #expect(stage.view.viewport.xDomain == nil)
      stage.view.viewport.xDomain = 25...30
      #expect(stage.xLabels == all)
    }
  }

  @Test("zooms into a hundred thousand categories, and bars that lie")
  func manyCategories() throws {
    let names = (0..<100_000).map { "n\($0)" }
    let stage = try ChartStage(
      Chart { BarMark(x: .value("Name", "n50001"), y: .value("Count", 2)) }
        .chartXScale(domain: names))
    stage.view.viewport.xDomain = 50_000...50_003
    #expect(stage.xLabels == ["n50000", "n50001", "n50002"])
    let lying = try ChartStage(
      Chart(["a", "b", "c", "d"], id: \.self) {
        BarMark(x: .value("Count", 3), y: .value("Name", $0))
      })
    lying.view.zoomableAxes = .y
    lying.view.yDomain = 1...3
    let plot = try lying.plot
    let place = try #require(plot.y.position(of: .category("b")))
    #expect(abs(place - (plot.frame.minY + plot.frame.height / 4)) < 1e-9)
  }

  @Test("moves the crosshair from value to value by keys, and hides it by escape")
  func steps() throws {
    let stage = try ChartStage(Self.lines)
    stage.key(.right)
    #expect(stage.callout.first == "0")
    for _ in 0..<3 { stage.key(.right) }
    #expect(stage.callout == ["3", "square: 9", "less: 97"])
    stage.key(.left)
    #expect(stage.view.viewport.crosshair == .number(2))
    for _ in 0..<20 { stage.key(.right) }
    #expect(stage.view.viewport.crosshair == .number(10))
    stage.key(.escape)
    #expect(stage.view.viewport.crosshair == nil && stage.callout.isEmpty)
  }

  @Test("hides and shows a series by a click on its entry of the legend, or a digit")
  func toggles() throws {
    let stage = try ChartStage(Self.lines)
    let entry = try #require(stage.view.chartLayout?.legendEntries.last)
    #expect(entry.name == "less")
    let color = stage.view.chartLayout?.shapes.first { $0.key.series?.color == "square" }?.stroke
    stage.click(CGPoint(x: entry.frame.midX, y: entry.frame.midY), at: 1)
    #expect(stage.view.hiddenEntries == ["less"])
    #expect(stage.view.chartLayout?.shapes.count == 1)
    #expect(stage.view.chartLayout?.shapes.first?.stroke == color)
    #expect(stage.view.chartLayout?.legendEntries.count == 2)
    stage.send(.hover(location: CGPoint(x: try stage.x(4), y: 150)), at: 2)
    #expect(stage.callout == ["4", "square: 16"])
    stage.key(.character("2"))
    stage.key(.character("1"))
    #expect(stage.view.hiddenEntries == ["square"])
    stage.key(.character("3"))
    stage.click(CGPoint(x: 250, y: 150), at: 3)
    stage.click(CGPoint(x: 250, y: 150), at: 3.2)
    #expect(stage.view.hiddenEntries.isEmpty)
  }

  @Test("selects an interval by dragging with the shift key")
  func range() throws {
    final class Model { var days: ClosedRange<Double>? }
    let model = Model()
    let stage = try ChartStage(Self.lines)
    stage.view.chartXSelection(range: ChartBinding(model, \.days))
    let places = [2.0, 3, 6].map { CGPoint(x: (try? stage.x($0)) ?? 0, y: 150) }
    stage.drag(places, at: 1, .shift)
    let days = try #require(model.days)
    #expect(abs(days.lowerBound - 2) < 1e-9 && abs(days.upperBound - 6) < 1e-9)
    #expect(stage.view.viewport.xDomain == nil)
    stage.key(.escape)
    #expect(model.days == nil)
    model.days = 1...2
    let other = ChartView(Self.lines).chartXSelection(range: ChartBinding(model, \.days))
    #expect(other.selectedXRange == 1...2)
  }

  @Test("writes what is selected to bindings of the values' type")
  func bindings() throws {
    enum City: String, Plottable { case berlin, oslo }
    var (city, height, wrong): (City?, Double?, Int?) = (nil, nil, 5)
    let chart = Chart([(City.berlin, 34.0), (.oslo, 23)], id: \.0) {
      BarMark(x: .value("City", $0.0), y: .value("Height", $0.1))
    }
    let stage = try ChartStage(chart)
    stage.view.chartXSelection(value: ChartBinding(get: { city }, set: { city = $0 }))
      .chartYSelection(value: ChartBinding(get: { height }, set: { height = $0 }))
      .chartXSelection(value: ChartBinding(get: { wrong }, set: { wrong = $0 }))
    let plot = try stage.plot
    let x = try #require(plot.x.position(of: .category("oslo")))
    let y = try #require(plot.y.position(of: 20.0))
    stage.send(.hover(location: CGPoint(x: x, y: y)))
    #expect(city == .oslo && wrong == nil)
    #expect(abs((height ?? 0) - 20) < 1e-9)
    stage.send(.hover(location: CGPoint(x: 1, y: 1)))
    #expect(city == nil && height == nil)
  }

  @Test("shows what the linked ones show")
  func linked() throws {
    let root = View()
    let (top, bottom) = (ChartView(Self.lines), ChartView(Self.lines.chartTheme(.dark)))
    let viewport = ChartViewport()
    for (index, view) in [top, bottom].enumerated() {
      view.viewport = viewport
      view.frame = CGRect(x: 0, y: 200 * index, width: 400, height: 200)
      root.addSubview(view)
    }
    let host = try ViewHost(rootView: root, size: CGSize(width: 400, height: 400))
    _ = try host.render(at: 0)
    let place = CGPoint(x: 200, y: 100)
    host.send(
      InputEvent(
        time: 1, kind: .scroll(location: place, translation: CGPoint(x: 0, y: 192))))
    host.send(InputEvent(time: 1, kind: .hover(location: place)))
    let shown = [top, bottom].map { $0.chartLayout?.plots.first?.x.ends?.0 ?? .nan }
    #expect(shown[0] > 0 && shown[0] == shown[1])
    let crosshairs = [top, bottom].map { view in
      view.layer.sublayers?.last?.sublayers?.first { $0.name == "crosshair" }
    }
    #expect(crosshairs.allSatisfy { $0?.isHidden == false })
    #expect(crosshairs[0]?.frame.minX == crosshairs[1]?.frame.minX)
  }

  @Test("is laid out anew for another size and scale, zoomed as before")
  func resizing() throws {
    let stage = try ChartStage(Self.lines)
    stage.view.viewport.xDomain = 2...6
    _ = try stage.host.render(at: 1)
    for (width, scale) in [(500.0, 2.0), (300, 2), (300, 1)] {
      let size = CGSize(width: width, height: 300)
      try stage.host.resize(to: size, scale: scale)
      let bitmap = try stage.host.render(at: 1 + scale).bitmap
      #expect(try bitmap == stage.view.shownChart.bitmap(size: size, scale: scale))
    }
    #expect(stage.view.viewport.xDomain == 2...6)
  }

  @Test("has no crosshair from a chart's change until its layout, if the scale changes with it")
  func pendingLayout() throws {
    let stage = try ChartStage(Self.lines)
    stage.send(.hover(location: CGPoint(x: try stage.x(10), y: 150)))
    stage.view.contentScaleFactor = 2
    stage.view.chart = Chart { PointMark(x: .value("X", 10), y: .value("Y", 3)) }
    #expect(stage.callout.isEmpty)
    _ = try stage.host.render(at: 1)
    #expect(stage.callout == ["10", "3"])
  }

  @Test("reads, zooms and selects in each plot of facets, and values of the second axis")
  func facets() throws {
    let chart = Chart(0...10, id: \.self) { x in
      for name in ["one", "two"] {
        LineMark(x: .value("X", x), y: .value("Y", name == "one" ? x : 10 - x))
          .facet(by: .value("Half", name))
        LineMark(x: .value("X", x), y: .value("Far", 1000 * x)).yAxis(.secondary)
          .facet(by: .value("Half", name))
      }
    }
    .chartFacets(columns: 2)
    let stage = try ChartStage(chart)
    let plots = try #require(stage.view.chartLayout).plots
    #expect(plots.count == 2)
    let place = CGPoint(x: try #require(plots[1].x.position(of: 4.0)), y: plots[1].frame.midY)
    stage.send(.hover(location: place))
    #expect(stage.callout == ["4", "6", "4,000"])
    stage.key(.right)
    #expect(stage.callout == ["5", "5", "5,000"])
    stage.send(.scroll(location: place, translation: CGPoint(x: 0, y: 192)))
    let domain = try #require(stage.view.viewport.xDomain)
    #expect(abs(domain.lowerBound - 2) < 1e-9 && abs(domain.upperBound - 7) < 1e-9)
    stage.view.reset()
    stage.drag([place, CGPoint(x: place.x + 20, y: place.y)], at: 1, .shift)
    let range = try #require(stage.view.selectedXRange)
    #expect(abs(range.lowerBound - 4) < 1e-9 && range.upperBound > 4 && range.upperBound < 10)
    let overlay = stage.view.layer.sublayers?.first { $0.name == "overlay" }
    let bands = overlay?.sublayers?.first { $0.name == "selection" }?.sublayers
    #expect(bands?.count == 2)
    #expect(bands?.map(\.frame.width).min() == bands?.map(\.frame.width).max())
  }

  @Test("of a grid hides the marks of an entry of the legend, and has no crosshair or zoom")
  func grid() throws {
    let stage = try ChartStage(Chart(grid: [Self.lines, Self.lines], columns: 2))
    let entries = try #require(stage.view.chartLayout).legendEntries
    #expect(entries.count == 4)
    let entry = entries[3].frame
    stage.click(CGPoint(x: entry.midX, y: entry.midY), at: 1)
    #expect(stage.view.hiddenEntries == ["less"])
    #expect(stage.view.chartLayout?.shapes.count == 2)
    stage.key(.character("1"))
    #expect(stage.view.hiddenEntries == ["less", "square"])
    stage.view.reset()
    let place = try #require(stage.view.chartLayout).panels[1].frame
    stage.send(.hover(location: CGPoint(x: place.midX, y: place.midY)), at: 2)
    stage.send(
      .scroll(
        location: CGPoint(x: place.midX, y: place.midY), translation: CGPoint(x: 0, y: 192)))
    stage.key(.plus)
    #expect(stage.callout.isEmpty && stage.view.viewport.xDomain == nil)
  }

  @Test("clips marks on their way back into the plot until they are there")
  func clipping() throws {
    let stage = try ChartStage(Self.lines)
    let plots = stage.view.layer.sublayers?.first?.sublayers?.first { $0.name == "plots" }
    let marks = try #require(plots?.sublayers?.first)
    #expect(!marks.masksToBounds)
    stage.view.viewport.xDomain = 2...6
    #expect(marks.masksToBounds)
    for time in [1.0, 2] { _ = try stage.host.render(at: time) }
    stage.view.reset()
    _ = try stage.host.render(at: 3)
    _ = try stage.host.render(at: 3.1)
    #expect(marks.masksToBounds)
    for time in [4.0, 5] { _ = try stage.host.render(at: time) }
    #expect(!marks.masksToBounds)
  }

  @Test("is what the guide shows")
  func guide() throws {
    final class Model { var selectedDay: Int? }
    let model = Model()
    func chart(of day: [Double]) -> Chart {
      Chart(Array(day.enumerated()), id: \.offset) {
        LineMark(x: .value("Day", $0.offset), y: .value("Value", $0.element))
      }
    }
    let (monday, tuesday) = ([1.0, 2, 3], [3.0, 1, 2])
    let (processor, memory) = (ChartView(), ChartView())
    // What follows is the listing of Documentation/Charts.md.
    let view = ChartView(chart(of: monday))
    let host = try ViewHost(rootView: view, size: CGSize(width: 800, height: 400), scale: 2)
    _ = try host.render(at: 0)

    Transaction.run(duration: 0.5) { view.chart = chart(of: tuesday) }
    #expect(host.nextFrameTime(after: 0) == .now)
    Transaction.run(disableActions: true) { view.chart = chart(of: tuesday) }

    let viewport = ChartViewport()
    for view in [processor, memory] { view.viewport = viewport }
    view.chartXSelection(value: ChartBinding(model, \.selectedDay))
    view.viewport.crosshair = .number(1)
    #expect(try host.render(at: 1).bitmap.width == 1600)
  }

  @Test("passes on what it has no use for, before it has a size, too")
  func ignored() throws {
    let view = ChartView(Self.lines)
    #expect(!view.keyDown(.plus, modifiers: []))
    #expect(!view.scrollWheel(CGPoint(x: 0, y: 10), at: .zero))
    view.reset()
    let stage = try ChartStage(Chart {})
    #expect(!stage.view.keyDown(.plus, modifiers: []))
    #expect(!stage.view.keyDown(.right, modifiers: []))
    #expect(!stage.view.keyDown(.character("1"), modifiers: []))
    #expect(!stage.view.keyDown(.right, modifiers: .control))
    #expect(!stage.view.keyDown(.escape, modifiers: []))
    #expect(!stage.view.scrollWheel(CGPoint(x: 0, y: 10), at: CGPoint(x: 1, y: 1)))
  }
}
