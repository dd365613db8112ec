import Foundation
import Lamina

/// Lengths that the plot of a chart keeps from its edges, in points.
struct PlotInsets: Equatable {
  var left = 0.0
  var right = 0.0
  var top = 0.0
  var bottom = 0.0
}

extension ChartLayout {
  /// Lays out the charts of a grid: plots in a column have the same left and right edges, those in a row
  /// the same upper and lower ones, and all are equally large.
  mutating func placeCells(
    _ grid: Chart, in area: CGRect, _ measurer: TextMeasurer
  ) throws(ChartError) {
    let columns = min(grid.columns, grid.cells.count)
    let rows = (grid.cells.count + columns - 1) / columns
    let gap = (theme.spacing * 3 * scale).rounded() / scale
    var charts: [PreparedChart] = []
    for cell in grid.cells {
      var cell = cell
      cell.options.theme = theme
      cell.options.theme.margin = 0
      cell.options.hiddenEntries.formUnion(grid.options.hiddenEntries)
      // Smaller than the title of the grid.
      cell.options.theme.titleSize *= 0.85
      charts.append(try PreparedChart(cell))
    }
    func parts(_ whole: Double, _ count: Int, _ insets: [Double]) -> Double {
      let rest = whole - gap * Double(count - 1) - insets.reduce(0, +)
      return max(1 / scale, (rest / Double(count) * scale).rounded(.down) / scale)
    }
    var insets = Array(repeating: PlotInsets(), count: charts.count)
    var frames: [FramePlanner] = []
    var origins: [CGPoint] = []
    // Other insets change the lengths of axes, and with them their labels.
    for _ in 0..<4 {
      func greatest(
        _ count: Int, _ index: (Int) -> Int, _ length: (PlotInsets) -> Double
      ) -> [Double] {
        (0..<count).map { line in
          insets.indices.filter { index($0) == line }.map { length(insets[$0]) }.max() ?? 0
        }
      }
      let left = greatest(columns, { $0 % columns }, \.left)
      let right = greatest(columns, { $0 % columns }, \.right)
      let top = greatest(rows, { $0 / columns }, \.top)
      let bottom = greatest(rows, { $0 / columns }, \.bottom)
      let width = parts(area.width, columns, left + right)
      let height = parts(area.height, rows, top + bottom)
      frames = []
      origins = []
      var isSettled = true
      for (index, chart) in charts.enumerated() {
        let (column, row) = (index % columns, index / columns)
        let least = PlotInsets(
          left: left[column], right: right[column], top: top[row], bottom: bottom[row])
        let size = CGSize(
          width: width + least.left + least.right, height: height + least.top + least.bottom)
        var planner = FramePlanner(chart, size: size, scale: scale, measurer: measurer)
        planner.least = least
        try planner.place()
        let outside = planner.outside
        let found = PlotInsets(
          left: max(least.left, outside.left), right: max(least.right, outside.right),
          top: max(least.top, outside.top), bottom: max(least.bottom, outside.bottom))
        if found != least { isSettled = false }
        insets[index] = found
        frames.append(planner)
        origins.append(
          CGPoint(
            x: area.minX
              + (0..<column).reduce(0) { $0 + left[$1] + width + right[$1] + gap },
            y: area.minY
              + (0..<row).reduce(0) { $0 + top[$1] + height + bottom[$1] + gap }))
      }
      if isSettled { break }
    }
    var record = 0
    for (index, cell) in grid.cells.enumerated() {
      var part = ChartLayout(frames[index], charts[index], cell.records)
      part.move(by: origins[index], record: record, panel: panels.count)
      record += cell.records.count
      append(part)
    }
  }

  private mutating func append(_ part: ChartLayout) {
    panels += part.panels
    texts += part.texts
    gridLines += part.gridLines
    axisLines += part.axisLines
    legend += part.legend
    legendEntries += part.legendEntries
    colorBars += part.colorBars
    shapes += part.shapes
    marks += part.marks
  }

  /// Moves everything, and counts records and plots from other numbers.
  private mutating func move(by distance: CGPoint, record: Int, panel: Int) {
    let (dx, dy) = (Double(distance.x), Double(distance.y))
    let transform = Transform2D(translationX: dx, y: dy)
    for index in texts.indices {
      texts[index].box = texts[index].box.offsetBy(dx: dx, dy: dy)
      var subject = texts[index].key
      subject.panel += panel
      texts[index].subject = subject
    }
    for lines in [\ChartLayout.gridLines, \.axisLines] {
      for index in self[keyPath: lines].indices {
        self[keyPath: lines][index].frame = self[keyPath: lines][index].frame
          .offsetBy(dx: dx, dy: dy)
        self[keyPath: lines][index].key.panel += panel
      }
    }
    colorBars = colorBars.map { ($0.frame.offsetBy(dx: dx, dy: dy), $0.colors) }
    for index in legend.indices {
      legend[index].path = legend[index].path.applying(transform)
      legend[index].key.panel += panel
    }
    for index in legendEntries.indices {
      legendEntries[index].frame = legendEntries[index].frame.offsetBy(dx: dx, dy: dy)
    }
    for index in shapes.indices {
      shapes[index].path = shapes[index].path.applying(transform)
      if let box = shapes[index].box {
        shapes[index].box?.frame = box.frame.offsetBy(dx: dx, dy: dy)
      }
      shapes[index].panel += panel
      shapes[index].key.panel += panel
    }
    for index in marks.indices {
      marks[index].frame = marks[index].frame.offsetBy(dx: dx, dy: dy)
      marks[index].record += record
      marks[index].panel += panel
    }
    for index in panels.indices {
      panels[index].frame = panels[index].frame.offsetBy(dx: dx, dy: dy)
      panels[index].clip = panels[index].clip?.offsetBy(dx: dx, dy: dy)
      panels[index].x = panels[index].x.shifted(by: dx)
      panels[index].y = panels[index].y.shifted(by: dy)
      panels[index].y2 = panels[index].y2.shifted(by: dy)
    }
  }
}
