import Foundation
import Lamina
import LaminaCharts
import Testing

@Suite("The description of a chart") struct ChartDescriptionTests {
  enum City: String, Plottable { case oslo, rome }

  struct Band: ChartContent {
    var low: Double
    var body: some ChartContent {
      RectangleMark(yStart: .value("Low", low), yEnd: .value("High", low + 1))
      if low > 3 { RuleMark(y: .value("Low", low)) }
    }
  }

  @Test("is built with conditions, loops and types of one's own")
  func builder() {
    let showsLimit = true
    let chart = Chart {
      for value in 0..<3 { PointMark(x: .value("X", value), y: .value("Y", value)) }
      if showsLimit {
        RuleMark(y: .value("Limit", 2))
      } else {
        RuleMark(x: .value("Limit", 2))
      }
      ForEach([1.0, 4.0]) { low in Band(low: low) }
    }
    #expect(
      chart.records.map(\.kind) == [.point, .point, .point, .rule, .rectangle, .rectangle, .rule])
    let same = Chart([1, 2], id: \.self) { LineMark(x: .value("X", $0), y: .value("Y", $0)) }
    #expect(same.records.count == 2)
    #expect(same.records[1].x.value == .number(2))
    #expect(same.records[1].x.label == "X")
  }

  @Test("reads numbers, dates and strings, and takes what is no number for missing")
  func values() {
    func value<Value: Plottable>(_ value: Value?) -> PlottedValue? {
      Chart { PointMark(x: .value("X", value)) }.records[0].x.value
    }
    #expect(value(3) == .number(3))
    #expect(value(UInt8(3)) == .number(3))
    #expect(value(Decimal(string: "0.5")) == .number(0.5))
    #expect(value(Float(0.5)) == .number(0.5))
    #expect(value("a") == .category("a"))
    #expect(value(City.rome) == .category("rome"))
    #expect(value(Date(timeIntervalSince1970: 5)) == .date(Date(timeIntervalSince1970: 5)))
    #expect(value(Double.nan) == .missing)
    #expect(value(-Double.infinity) == .missing)
    #expect(value(Date(timeIntervalSince1970: .nan)) == .missing)
    #expect(value(Int?.none) == .missing)
  }

  @Test("lets an inner modifier prevail")
  func modifiers() {
    let chart = Chart {
      ForEach([1, 2]) { value in
        PointMark(x: .value("X", value), y: .value("Y", value)).foregroundStyle(.red)
        PointMark(x: .value("X", value), y: .value("Y", value))
      }
      .foregroundStyle(.blue)
      .symbol(.square)
      .opacity(0.5)
      .opacity(0.5)
    }
    #expect(chart.records.map(\.style.color) == [.red, .blue, .red, .blue])
    #expect(chart.records.allSatisfy { $0.style.symbol == .square && $0.style.opacity == 0.25 })
  }

  @Test("of mixed values or of sectors with axes is refused with a sentence")
  func errors() {
    let mixed = Chart {
      PointMark(x: .value("X", 1), y: .value("Y", 1))
      PointMark(x: .value("X", "a"), y: .value("Y", 1))
    }
    #expect(throws: ChartError.mixedValues(axis: "x", types: ["categories", "numbers"])) {
      try mixed.bitmap(size: CGSize(width: 100, height: 100))
    }
    let sectors = Chart {
      SectorMark(angle: .value("A", 1))
      RuleMark(y: .value("Y", 1))
    }
    #expect(throws: ChartError.sectorsWithAxes) {
      try sectors.bitmap(size: CGSize(width: 100, height: 100))
    }
    #expect(
      "\(ChartError.mixedValues(axis: "x", types: ["dates", "numbers"]))"
        == "the x axis cannot show dates and numbers at once: all values of an axis must be of one "
        + "type")
  }
}
