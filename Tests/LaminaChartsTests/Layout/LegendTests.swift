import Foundation
import Lamina
import LaminaCharts
import Testing

@Suite("Legends of lines")
struct LegendTests {
  @Test("have the widths and dashes that the chart gives them, no wider than there is room")
  func strokes() throws {
    let styles: [(String, StrokeStyle?)] = [
      ("dashed", StrokeStyle(lineWidth: 1, dash: [4, 3])), ("wide", StrokeStyle(lineWidth: 90)),
      ("plain", nil),
    ]
    let chart = Chart {
      for (name, style) in styles {
        for x in 0..<3 {
          let line = LineMark(x: .value("X", x), y: .value("Y", x))
            .foregroundStyle(by: .value("Series", name))
          if let style { line.lineStyle(style) } else { line }
        }
      }
    }
    let layout = try ChartLayout(chart, size: CGSize(width: 600, height: 300))
    let (lines, rows) = (layout.legend, layout.legendEntries.map(\.frame))
    #expect(layout.legendEntries.map(\.name) == styles.map(\.0))
    #expect(lines.map(\.strokeStyle.dashPattern) == [[4, 3], [], []])
    #expect(lines.map(\.strokeStyle.width) == [1, rows[1].height * 0.6, layout.theme.lineWidth])
    #expect(lines.map(\.strokeStyle.cap) == [.butt, .round, .round])
    for (line, row) in zip(lines, rows) {
      let bounds = line.path.boundingBox.insetBy(
        dx: -line.strokeStyle.width / 2, dy: -line.strokeStyle.width / 2)
      #expect(bounds.minX >= row.minX - 1e-6 && bounds.maxX <= row.maxX)
      #expect(bounds.minY >= row.minY && bounds.maxY <= row.maxY)
    }
  }
}
