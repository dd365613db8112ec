import Foundation
import Lamina
import LaminaText

/// The layers of a chart, which are kept from one layout to the next.
final class ChartLayers {
  private let grid = ChartItemGroup("grid")
  private let axes = ChartItemGroup("axes")
  private let marks = ChartItemGroup("marks")
  private let legend = ChartItemGroup("legend")
  private let texts = ChartItemGroup("texts")
  /// True if what is shown is clipped to the plot.
  private var clips = false

  /// The layers to show, from back to front, in the chart's coordinates.
  var layers: [Layer] { [grid, axes, marks, legend, texts].map(\.layer) }

  /// Changes the layers to show a layout, in the transaction in force.
  func show(_ layout: ChartLayout) {
    clips = layout.clipsMarks
    guard marks.layer.masksToBounds, !clips, !Transaction.disableActions else {
      Transaction.run(disableActions: true) { marks.layer.masksToBounds = clips }
      return place(layout)
    }
    // Marks that come back into the plot are clipped until they are there.
    Transaction.run(completion: { [weak self] in self?.endClipping() }) { place(layout) }
  }

  private func endClipping() {
    if !clips { Transaction.run(disableActions: true) { marks.layer.masksToBounds = false } }
  }

  private func place(_ layout: ChartLayout) {
    Transaction.run(disableActions: true) {
      for group in [grid, axes, legend, texts] {
        group.layer.frame = CGRect(origin: .zero, size: layout.size)
      }
    }
    marks.layer.bounds = layout.plot
    marks.layer.position = CGPoint(x: layout.plot.midX, y: layout.plot.midY)
    func lines(_ lines: [PlacedLine], _ color: Color) -> [(PlacedKey, ChartItem)] {
      lines.map {
        ($0.key, .box(PlacedBox(frame: $0.frame, cornerRadius: 0, corners: .all), color))
      }
    }
    grid.show(lines(layout.gridLines, layout.theme.gridColor), layout)
    axes.show(lines(layout.axisLines, layout.theme.axisColor), layout)
    marks.show(
      layout.shapes.compactMap { shape in
        if let box = shape.box { return (shape.key, .box(box, shape.fill ?? .clear)) }
        return shape.path.isEmpty ? nil : (shape.key, .shape(shape))
      }, layout)
    var entries: [(PlacedKey, ChartItem)] = layout.legend.map { ($0.key, .shape($0)) }
    if let bar = layout.colorBar {
      entries.insert((PlacedKey(.swatch), .colorBar(bar.frame, bar.colors)), at: 0)
    }
    legend.show(entries, layout)
    texts.show(layout.texts.map { ($0.key, .text($0)) }, layout)
  }
}
