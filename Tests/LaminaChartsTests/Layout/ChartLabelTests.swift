import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The texts of a chart") struct ChartLabelTests {
  /// True if two turned boxes have a common area of more than a rounding error: no line along an edge
  /// of one of them separates their corners.
  static func overlap(_ a: PlacedText, _ b: PlacedText) -> Bool {
    for angle in [a.angle, a.angle + .pi / 2, b.angle, b.angle + .pi / 2] {
      let (c, s) = (cos(angle), sin(angle))
      let first = a.place.corners.map { $0.x * c + $0.y * s }
      let second = b.place.corners.map { $0.x * c + $0.y * s }
      if first.max()! <= second.min()! + 1e-6 || second.max()! <= first.min()! + 1e-6 {
        return false
      }
    }
    return true
  }

  @Test("neither overlap nor leave the picture, at any size", .slow, arguments: 1...8)
  func noOverlaps(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var labelled = 0
    for _ in 0..<60 {
      let chart = RandomCharts.chart(&numbers)
      let size = RandomCharts.size(&numbers)
      let scale = numbers.pick([1.0, 2.0, 1.5])
      let layout = try ChartLayout(chart, size: size, scale: scale)
      let picture = CGRect(origin: .zero, size: size).insetBy(dx: -1e-6, dy: -1e-6)
      for (index, text) in layout.texts.enumerated() {
        #expect(picture.contains(text.place.bounds), "\(text.role) \(text.string) of \(size)")
        for other in layout.texts.prefix(index) where Self.overlap(text, other) {
          Issue.record("\(size): \(text.role) \(text.string) and \(other.role) \(other.string)")
        }
      }
      if !layout.texts.isEmpty { labelled += 1 }
    }
    #expect(labelled > 3)
  }

  @Test("of an axis are all different", arguments: 1...4)
  func noRepeats(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<60 {
      let magnitude = pow(10, numbers.number(in: -12...12))
      let low = numbers.number(in: -1...1) * magnitude
      let high = low + numbers.unit() * magnitude * pow(10, -numbers.number(in: 0...6))
      let chart = Chart {
        LineMark(x: .value("X", low), y: .value("Y", low))
        LineMark(x: .value("X", high), y: .value("Y", high))
      }
      let layout = try ChartLayout(chart, size: CGSize(width: 500, height: 300))
      for role in [PlacedText.Role.xLabel, .yLabel] {
        let strings = layout.texts.filter { $0.role == role }.map(\.string)
        #expect(!strings.isEmpty)
        #expect(Set(strings).count == strings.count, "\(low)...\(high): \(strings)")
      }
    }
  }

  @Test("of dates are at steps of the calendar and in a format that are given, none twice in a row")
  func dateMarks() throws {
    // The year 2025, and a day more.
    let chart = Chart(0..<366) {
      LineMark(
        x: .value("Day", Date(timeIntervalSince1970: 1_735_689_600 + 86_400 * Double($0))),
        y: .value("Y", $0))
    }
    func labels(_ marks: AxisMarks, width: Double = 900) throws -> [String] {
      try ChartLayout(chart.chartXAxis(marks), size: CGSize(width: width, height: 300)).texts
        .filter { $0.role == .xLabel }.map(\.string)
    }
    let quarters = AxisMarks(format: .dateTime.month(), values: .stride(by: .quarter))
    #expect(try labels(quarters) == ["Jan", "Apr", "Jul", "Oct", "Jan"])
    let halves = AxisMarks(
      format: .dateTime.month(.wide), values: .stride(by: .month, count: 6))
    #expect(try labels(halves) == ["January", "July", "January"])
    let weeks = AxisMarks(format: .dateTime.month(), values: .stride(by: .weekOfYear))
    #expect(
      try labels(weeks) == [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ])
    let few = try labels(weeks, width: 200)
    #expect((2..<12).contains(few.count))
    // 8,784 hours are too many.
    #expect(try labels(AxisMarks(values: .stride(by: .hour))) == labels(AxisMarks()))
    // The time of day is the same in each.
    #expect(try labels(AxisMarks(format: .timeOfDay)) == ["00:00"])
    let numbers = Chart(0..<9) { LineMark(x: .value("X", $0), y: .value("Y", $0)) }
    let size = CGSize(width: 500, height: 300)
    #expect(
      try ChartLayout(numbers.chartXAxis(quarters), size: size).texts.map(\.string)
        == ChartLayout(numbers, size: size).texts.map(\.string))
  }

  @Test("of long categories are turned, those of many left out")
  func turned() throws {
    let chart = Chart(0..<12) {
      BarMark(x: .value("Name", "Category number \($0)"), y: .value("Y", $0))
    }
    let wide = try ChartLayout(chart, size: CGSize(width: 2000, height: 300))
    let upright = wide.texts.filter { $0.role == .xLabel }
    #expect(upright.count == 12)
    #expect(upright.allSatisfy { $0.angle == 0 })
    let narrow = try ChartLayout(chart, size: CGSize(width: 400, height: 300))
    let turned = narrow.texts.filter { $0.role == .xLabel }
    #expect(turned.count == 12)
    #expect(turned.allSatisfy { $0.angle < 0 })
    // Lines of turned text that touch each other are told apart.
    let narrower = try ChartLayout(chart, size: CGSize(width: 370, height: 300))
    #expect(narrower.texts.count { $0.role == .xLabel } == 12)
    let tiny = try ChartLayout(chart, size: CGSize(width: 160, height: 300))
    #expect((1..<12).contains(tiny.texts.count { $0.role == .xLabel }))
  }

  @Test("of categories that are too long keep their beginnings and ends")
  func truncated() throws {
    let chart = Chart(0..<3) {
      BarMark(
        x: .value("Name", "A name that is far too long for its place, and ends in \($0)"),
        y: .value("Y", $0))
    }
    .chartTitle("Names")
    let texts = try ChartLayout(chart, size: CGSize(width: 400, height: 200)).texts
    let labels = texts.filter { $0.role == .xLabel }
    #expect(!labels.isEmpty && labels.allSatisfy { $0.truncationMode == .middle })
    #expect(texts.filter { $0.role == .title }.map(\.truncationMode) == [.end])
  }

  @Test("of short categories are upright as long as there is a space between them")
  func months() throws {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let chart = Chart(months, id: \.self) { BarMark(x: .value("Month", $0), y: .value("Y", 1)) }
    let size = ChartTheme.light.labelSize
    for width in stride(from: 290.0, through: 480, by: 10) {
      let layout = try ChartLayout(chart, size: CGSize(width: width, height: 300))
      let labels = layout.texts.filter { $0.role == .xLabel }
      #expect(labels.count == 12)
      var room = Double.infinity
      for (a, b) in zip(labels, labels.dropFirst()) {
        let places = try [a, b].map { text -> Double in
          try #require(layout.x.position(of: PlottedValue.category(text.string)))
        }
        let widths: Double = a.box.width + b.box.width
        room = min(room, places[1] - places[0] - widths / 2)
      }
      if labels[0].angle == 0 {
        for (a, b) in zip(labels, labels.dropFirst()) {
          #expect(b.box.minX - a.box.maxX >= size * 0.3 - 1e-6)
        }
      } else {
        // The plot of upright labels may be a little narrower, as is that between whole pixels.
        #expect(room < size * 0.3 + 2, "turned at \(width)")
      }
    }
    let narrow = try ChartLayout(chart, size: CGSize(width: 400, height: 300))
    #expect(narrow.texts.filter { $0.role == .xLabel }.allSatisfy { $0.angle == 0 })
  }

  @Test("of a bar of colours are its ends and round numbers between them that fit")
  func colorBar() throws {
    func labels(_ low: Double, _ high: Double, width: Double = 500) throws -> [String] {
      let chart = Chart([low, high], id: \.self) {
        PointMark(x: .value("X", $0), y: .value("Y", $0)).foregroundStyle(by: .value("Z", $0))
      }
      let layout = try ChartLayout(chart, size: CGSize(width: width, height: 300))
      let bar = try #require(layout.colorBars.first?.frame)
      let texts = layout.texts.filter { $0.role == .legend && $0.string != "Z" }
      for text in texts {
        #expect(text.box.minY >= bar.maxY && text.box.maxY <= layout.plot.minY)
        #expect(text.box.minX >= bar.minX - 1 && text.box.maxX <= bar.maxX + 1)
      }
      for text in texts.dropFirst().dropLast() {
        // The number is below its colour, and has a tick.
        let value = try #require(
          Double(
            text.string.replacing(",", with: "").replacing("−", with: "-")))
        let place = bar.minX + (value - low) / (high - low) * bar.width
        #expect(abs(text.box.midX - place) <= 1)
        #expect(
          layout.axisLines.contains { abs($0.frame.midX - place) <= 1 && $0.frame.minY == bar.maxY }
        )
      }
      for (a, b) in zip(texts, texts.dropFirst()) { #expect(a.box.maxX < b.box.minX) }
      return texts.map(\.string)
    }
    #expect(try labels(6, 146) == ["6", "50", "100", "146"])
    #expect(try labels(0, 100) == ["0", "50", "100"])
    #expect(try labels(6, 101) == ["6", "50", "101"])
    #expect(try labels(0, 2) == ["0", "1", "2"])
    #expect(try labels(-1.5, 2).contains("0.0") || labels(-1.5, 2).contains("0"))
    #expect(try labels(-1_234_567.25, 1_234_567.25).count >= 2)
    #expect(try labels(5, 5) == ["5"])
    #expect(try labels(0, 100, width: 130).count >= 2)
  }

  @Test("of points with few free sides come before those with many")
  func crowd() throws {
    // Only the place above the first point is free, where the second has its text if it may.
    let points = [(5.0, 5.0), (5, 6.4), (4.3, 5), (5.7, 5), (5, 4.3)]
    let chart = Chart(points.indices.reversed(), id: \.self) { index in
      let point = PointMark(x: .value("X", points[index].0), y: .value("Y", points[index].1))
      if index < 2 {
        point.annotation(position: index == 0 ? .trailing : .bottom) { "point \(index)" }
      } else {
        point
      }
    }
    .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
    .chartXAxis(.hidden).chartYAxis(.hidden)
    let layout = try ChartLayout(chart, size: CGSize(width: 220, height: 220))
    let placed = layout.texts.filter { $0.role == .annotation }
    #expect(Set(placed.map(\.string)) == ["point 0", "point 1"])
  }

  @Test("of points make room for each other", arguments: [1.0, 2])
  func animals(_ scale: Double) throws {
    let animals: [(name: String, body: Double, brain: Double)] = [
      ("Wolf", 36, 120), ("Jaguar", 100, 157), ("Grey seal", 85, 325), ("Macaque", 6.8, 179),
      ("Chimpanzee", 52, 440), ("Gorilla", 207, 406), ("Human", 62, 1320), ("Horse", 521, 655),
      ("Giraffe", 529, 680),
    ]
    let chart = Chart(animals, id: \.name) { animal in
      PointMark(x: .value("Body", animal.body), y: .value("Brain", animal.brain))
        .annotation(position: .trailing) { animal.name }
    }
    .chartXScale(domain: 0.01...10_000, type: .log).chartYScale(domain: 0.1...10_000, type: .log)
    let layout = try ChartLayout(chart, size: CGSize(width: 560, height: 420), scale: scale)
    let names = layout.texts.filter { $0.role == .annotation }.map(\.string)
    #expect(Set(names) == Set(animals.map(\.name)))
  }

  @Test("of categories that are numbers are left out rather than turned")
  func numbers() throws {
    let chart = Chart(0..<24) { BarMark(x: .value("Hour", "\($0)"), y: .value("Y", $0)) }
    let layout = try ChartLayout(chart, size: CGSize(width: 300, height: 200))
    let labels = layout.texts.filter { $0.role == .xLabel }
    #expect(labels.allSatisfy { $0.angle == 0 })
    #expect(labels.map(\.string) == ["0", "3", "6", "9", "12", "15", "18", "21"])
  }

  @Test("are where the chart asks for them")
  func sides() throws {
    let chart = Chart {
      LineMark(x: .value("X", 1), y: .value("Y", 1))
      LineMark(x: .value("X", 2), y: .value("Y", 2))
    }
    .chartTitle("Title")
    .chartXAxis(AxisMarks(position: .top))
    .chartYAxis(AxisMarks(position: .trailing, values: [1, 2]))
    let layout = try ChartLayout(chart, size: CGSize(width: 400, height: 300))
    for text in layout.texts {
      switch text.role {
      case .xLabel: #expect(text.box.maxY <= layout.plot.minY)
      case .yLabel:
        #expect(text.box.minX >= layout.plot.maxX)
        #expect(["1", "2"].contains(text.string))
      case .title: #expect(text.box.maxY <= layout.plot.minY && text.string == "Title")
      default: break
      }
    }
    #expect(layout.texts.count { $0.role == .yLabel } == 2)
    let bare = try ChartLayout(
      chart.chartXAxis(.hidden).chartYAxis(.hidden), size: CGSize(width: 400, height: 300))
    #expect(bare.texts.map(\.role) == [.title])
    #expect(bare.gridLines.isEmpty)
  }
}
