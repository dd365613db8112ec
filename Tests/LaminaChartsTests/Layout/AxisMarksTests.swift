import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("Axis marks")
struct AxisMarksTests {
  private static let size = CGSize(width: 600, height: 300)
  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// A level from 0 to 1 in each half hour of 2025-01-01.
  private static let battery = Chart(0..<48) { index in
    BarMark(
      x: .value(
        "Time", Date(timeIntervalSince1970: 1_735_689_600 + Double(index) * 1800), unit: .hour),
      y: .value("Level", 1 - Double(index) / 48))
  }

  private static let line = Chart(0..<101) { index in
    LineMark(x: .value("X", index), y: .value("Y", index))
  }

  private func layout(_ chart: Chart, scale: Double = 1) throws -> ChartLayout {
    try ChartLayout(chart, size: Self.size, scale: scale)
  }

  private func texts(_ layout: ChartLayout, _ role: PlacedText.Role) -> [String] {
    layout.texts.filter { $0.role == role }.map(\.string)
  }

  @Test("of an axis may be several: labels at some values, lines at others")
  func several() throws {
    let layout = try layout(
      Self.battery.chartYAxis {
        AxisMarks(format: Decimal.FormatStyle.Percent.percent, values: [0, 0.5, 1])
        AxisMarks(values: [0, 0.25, 0.5, 0.75, 1]) { AxisGridLine() }
      })
    #expect(texts(layout, .yLabel) == ["0%", "50%", "100%"])
    // Three have two lines, one above the other.
    let rows = Set(layout.gridLines.map(\.frame.minY))
    #expect(rows.count == 5)
    #expect(layout.gridLines.count == 8)
    let bare = try self.layout(Self.battery.chartYAxis {})
    #expect(texts(bare, .yLabel).isEmpty)
    #expect(bare.gridLines.isEmpty)
  }

  @Test("of dates are told from each other by the closure")
  func hours() throws {
    let calendar = Self.utc
    let layout = try layout(
      Self.battery.chartXAxis {
        AxisMarks(values: .stride(by: .hour, count: 3)) { value in
          if let date = value.as(Date.self) {
            let hour = calendar.component(.hour, from: date)
            switch hour {
            case 0, 12: AxisValueLabel(format: .dateTime.hour(), centered: false)
            default:
              AxisValueLabel(
                format: .dateTime.hour(.defaultDigits(amPM: .omitted)), centered: false)
            }
            if hour.isMultiple(of: 6) { AxisGridLine(centered: false) }
            AxisTick(centered: false)
          }
        }
      })
    let labels = texts(layout, .xLabel).map { $0.replacing("\u{202F}", with: " ") }
    #expect(labels == ["12 AM", "03", "06", "09", "12 PM", "03", "06", "09"])
    let vertical = layout.gridLines.filter { $0.frame.height == layout.plot.height }
    #expect(vertical.count == 4)
    let ticks = layout.axisLines.filter { $0.frame.minY == layout.plot.maxY && $0.frame.width == 1 }
    #expect(ticks.count == 8)
    for (index, tick) in ticks.enumerated() {
      let place = layout.plot.minX + layout.plot.width * Double(index) / 8
      #expect(abs(tick.frame.midX - place) <= 1)
    }
  }

  @Test("in the middle are half way to the next value, and not outside")
  func centered() throws {
    let layout = try layout(
      Self.line.chartXAxis {
        AxisMarks(values: [0, 20, 60, 100]) { value in
          AxisGridLine(centered: true)
          AxisTick()
          if let number = value.as(Int.self) { AxisValueLabel("\(number)", centered: true) }
        }
      })
    func place(_ value: Double) -> Double {
      layout.plot.minX + layout.plot.width * value / 100
    }
    let labels = layout.texts.filter { $0.role == .xLabel }
    #expect(labels.map(\.string) == ["0", "20", "60"])
    for (label, middle) in zip(labels, [10.0, 40, 80]) {
      #expect(abs(label.box.midX - place(middle)) <= 1)
    }
    let lines = layout.gridLines.filter { $0.frame.height == layout.plot.height }
    for (line, middle) in zip(lines, [10.0, 40, 80]) {
      #expect(abs(line.frame.midX - place(middle)) <= 1)
    }
    #expect(lines.count == 3)
    let ticks = layout.axisLines.filter { $0.frame.minY == layout.plot.maxY && $0.frame.width == 1 }
    #expect(ticks.count == 4)
    for (tick, value) in zip(ticks, [0.0, 20, 60, 100]) {
      #expect(abs(tick.frame.midX - place(value)) <= 1)
    }
  }

  @Test("have the text, the second line and the colour that they are given")
  func text() throws {
    let layout = try layout(
      Self.line
        .chartXAxis {
          AxisMarks(values: [0, 50, 100]) { value in
            AxisValueLabel {
              "km \(value.index)"
              if value.index == 1 { "of \(value.count)" }
            }
            .foregroundStyle(.red)
          }
        }
        .chartYAxis {
          AxisMarks(values: .automatic(desiredCount: 3)) { value in
            if value.index > 0 {
              AxisValueLabel {
                "about"
                "\(value.as(Double.self) ?? -1)"
              }
            }
          }
        })
    let below = layout.texts.filter { $0.role == .xLabel }
    #expect(below.map(\.string) == ["km 0", "km 1", "of 3", "km 2"])
    #expect(below.allSatisfy { $0.color == .red })
    #expect(below[2].box.minY == below[1].box.maxY)
    #expect(texts(layout, .yLabel) == ["about 50.0", "about 100.0"])
    #expect(layout.gridLines.isEmpty)
  }

  @Test("are only at the categories that are given")
  func categories() throws {
    let chart = Chart(0..<24) { BarMark(x: .value("Hour", "\($0)"), y: .value("Y", $0)) }
    let marks = AxisMarks(values: ["0", "12", "23", "24"]) { AxisValueLabel() }
    #expect(texts(try layout(chart.chartXAxis(marks)), .xLabel) == ["0", "12", "23"])
    #expect(
      texts(try layout(chart.chartXAxis(AxisMarks(values: ["4", "8"]))), .xLabel) == ["4", "8"])
  }

  @Test("have lines with the width, dashes, length and colour that they are given")
  func strokes() throws {
    let chart = Self.line
      .chartXAxis {
        AxisMarks(values: [50]) {
          AxisTick(length: 20, stroke: StrokeStyle(lineWidth: 3)).foregroundStyle(.blue)
          AxisValueLabel()
        }
      }
      .chartYAxis {
        AxisMarks(values: [50]) {
          AxisGridLine(stroke: StrokeStyle(lineWidth: 2, dash: [8])).foregroundStyle(.red)
          AxisGridLine(stroke: StrokeStyle(lineWidth: 2, dash: [8]))
            .foregroundStyle(.green).foregroundStyle(.red)
          AxisTick(length: 7)
          AxisValueLabel()
        }
      }
      .chartXAxisLabel("").chartYAxisLabel("")
    let layout = try layout(chart)
    let tick = try #require(layout.axisLines.first { $0.style?.color == .blue }?.frame)
    #expect(tick.size == CGSize(width: 3, height: 20))
    #expect(tick.minY == layout.plot.maxY)
    let label = try #require(layout.texts.first { $0.role == .xLabel })
    #expect(label.box.minY >= tick.maxY)
    let yTick = try #require(layout.axisLines.first { $0.frame.maxX == layout.plot.minX }?.frame)
    #expect(yTick.size == CGSize(width: 7, height: 1))
    #expect(try #require(layout.texts.first { $0.role == .yLabel }).box.maxX <= yTick.minX)
    let grid = try #require(layout.gridLines.first)
    #expect(layout.gridLines.count == 1)
    #expect(grid.style?.color == .green)
    #expect(grid.frame.height == 2)
    // Eight pixels with, and eight without, from the left edge of the plot.
    let image = try chart.bitmap(size: Self.size)
    let green: UInt32 = 0xFF00_FF00
    let row = Int(grid.frame.minY)
    let columns = (0..<32).filter { column in
      image[Int(layout.plot.minX) + column, row] == green
    }
    #expect(columns == Array(0..<8) + Array(16..<24))
  }

  @Test("without labels have their lines")
  func hiddenLabels() throws {
    let shown = try layout(Self.line.chartYAxis(AxisMarks(values: [25, 75])))
    let hidden = try layout(Self.line.chartYAxis(AxisMarks(values: [25, 75], labels: .hidden)))
    #expect(texts(hidden, .yLabel).isEmpty)
    #expect(shown.gridLines.count == 2)
    #expect(hidden.gridLines.count == 2)
    #expect(hidden.plot.width > shown.plot.width)
    let dashed = AxisMarks(values: [25, 75], stroke: StrokeStyle(dash: [2]))
    #expect(
      try layout(Self.line.chartYAxis(dashed)).gridLines.allSatisfy { $0.style?.stroke != nil })
  }

  @Test("whose labels do not fit are left out, lines without labels stay")
  func crowded() throws {
    let layout = try layout(
      Self.line.chartXAxis {
        AxisMarks(values: .stride(by: 1)) { value in
          AxisGridLine()
          if value.index.isMultiple(of: 2) { AxisValueLabel("number \(value.index)") }
        }
      })
    let labels = texts(layout, .xLabel)
    #expect((3..<12).contains(labels.count))
    let lines = layout.gridLines.filter { $0.frame.height == layout.plot.height }
    #expect(lines.count == 50 + labels.count)
  }

  @Test("have values of the types that they are asked for")
  func values() {
    enum City: String, Plottable { case oslo, rome }
    func value(_ value: PlottedValue) -> AxisValue { AxisValue(index: 0, count: 1, value: value) }
    #expect(value(.number(2)).as(Int.self) == 2)
    #expect(value(.number(2)).as(UInt8.self) == 2)
    #expect(value(.number(2.5)).as(Int.self) == nil)
    #expect(value(.number(300)).as(UInt8.self) == nil)
    #expect(value(.number(0.1)).as(Float.self) == 0.1)
    #expect(value(.number(0.5)).as(Decimal.self) == Decimal(string: "0.5"))
    #expect(value(.number(2)).as(Date.self) == nil)
    #expect(value(.number(2)).as(String.self) == nil)
    let date = Date(timeIntervalSince1970: 1)
    #expect(value(.date(date)).as(Date.self) == date)
    #expect(value(.date(date)).as(Double.self) == nil)
    #expect(value(.category("oslo")).as(City.self) == .oslo)
    #expect(value(.category("Paris")).as(City.self) == nil)
    #expect(value(.missing).as(Double.self) == nil)
  }

  @Test("are at least a step apart if they must")
  func minimumStride() throws {
    let chart = Chart(0..<4) { LineMark(x: .value("X", $0), y: .value("Y", Double($0) / 2)) }
      .chartXAxis(.hidden)
    func labels(_ values: AxisMarkValues) throws -> [String] {
      texts(try layout(chart.chartYAxis(AxisMarks(values: values))), .yLabel)
    }
    #expect(try labels(.automatic).count > 3)
    #expect(try labels(.automatic(minimumStride: 1)) == ["0", "1"])
    #expect(try labels(.automatic(minimumStride: 100)).count <= 1)
  }

  @Test("are written in formats for numbers, integers, decimals and dates")
  func formats() throws {
    func labels(_ marks: AxisMarks) throws -> [String] {
      texts(try layout(Self.line.chartYAxis(marks)), .yLabel)
    }
    let english = Locale(identifier: "en_US")
    #expect(
      try labels(
        AxisMarks(
          format: IntegerFormatStyle<Int>(locale: english), values: .values([0, 0.5, 50])))
        == ["0", "50"])
    #expect(
      try labels(
        AxisMarks(
          format: .number.precision(.fractionLength(1)), values: .automatic(desiredCount: 2)))
        == ["0.0", "50.0", "100.0"])
    #expect(
      try labels(
        AxisMarks(values: [0, 50]) { _ in
          AxisValueLabel(
            format: .currency(code: "USD").precision(.fractionLength(2)).locale(english))
        }) == ["$0.00", "$50.00"])
    #expect(
      try labels(AxisMarks(values: [10, 20]) { AxisValueLabel(format: .prefixed(unit: "m")) })
        == ["10 m", "20 m"])
    #expect(
      try labels(
        AxisMarks(values: [0, 5000]) {
          AxisValueLabel(format: .number.notation(.compactName).locale(english))
        }) == ["0"])
    // The format of a label is that of single values, too.
    let chart = Self.line.chartYAxis { AxisMarks { AxisValueLabel(format: .percent) } }
    #expect(chart.textDescription.contains("10,000%"))
  }

  @Test("of dates say the larger unit at the first label, wherever it is")
  func largerUnit() throws {
    let layout = try layout(
      Self.battery.chartXAxis {
        AxisMarks(values: .stride(by: .hour, count: 2)) { value in
          if value.index % 3 == 2 { AxisValueLabel() }
        }
      })
    #expect(texts(layout, .xLabel) == ["04:00", "1 Jan 2025", "10:00", "16:00", "22:00"])
  }

  @Test("are equal to themselves")
  func equality() {
    let marks = AxisMarks { AxisGridLine() }
    let (chart, copy) = (Self.line.chartXAxis(marks), Self.line.chartXAxis(marks))
    #expect(chart == copy)
    #expect(Self.line.chartXAxis { AxisMarks { AxisGridLine() } } != chart)
  }
}
