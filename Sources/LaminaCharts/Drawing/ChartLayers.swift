import Foundation
import Lamina
import LaminaText

/// The layers of a chart, which are kept from one layout to the next.
final class ChartLayers {
  private let grid = ChartItemGroup("grid")
  private let axes = ChartItemGroup("axes")
  /// The layers of the marks, one for each plot.
  private let plots = Layer()
  private var marks: [ChartItemGroup] = []
  private let legend = ChartItemGroup("legend")
  private let texts = ChartItemGroup("texts")
  /// True for each plot to which what is shown is clipped.
  private var clips: [Bool] = []

  /// The layers to show, from back to front, in the chart's coordinates.
  var layers: [Layer] { [grid.layer, axes.layer, plots, legend.layer, texts.layer] }

  init() { plots.name = "plots" }

  /// Changes the layers to show a layout, in the transaction in force.
  func show(_ layout: ChartLayout) {
    clips = layout.panels.map { $0.clip != nil }
    if marks.count != clips.count {
      marks = clips.indices.map { $0 < marks.count ? marks[$0] : ChartItemGroup("marks") }
      Transaction.run(disableActions: true) { plots.sublayers = marks.map(\.layer) }
    }
    let endsClipping = zip(marks, clips).contains { $0.layer.masksToBounds && !$1 }
    guard endsClipping, !Transaction.disableActions else {
      clip()
      return place(layout)
    }
    // Marks that come back into a plot are clipped until they are there.
    Transaction.run(disableActions: true) {
      for (group, clips) in zip(marks, clips) where clips { group.layer.masksToBounds = true }
    }
    Transaction.run(completion: { [weak self] in self?.clip() }) { place(layout) }
  }

  private func clip() {
    Transaction.run(disableActions: true) {
      for (group, clips) in zip(marks, clips) { group.layer.masksToBounds = clips }
    }
  }

  private func place(_ layout: ChartLayout) {
    Transaction.run(disableActions: true) {
      for layer in layers { layer.frame = CGRect(origin: .zero, size: layout.size) }
    }
    for (group, panel) in zip(marks, layout.panels) {
      let frame = panel.clip ?? panel.frame
      group.layer.bounds = frame
      group.layer.position = CGPoint(x: frame.midX, y: frame.midY)
    }
    func lines(_ lines: [PlacedLine], _ color: Color) -> [(PlacedKey, ChartItem)] {
      lines.map { line in
        let color = line.style?.color ?? color
        if let shape = line.dashedShape(color) { return (line.key, .shape(shape)) }
        return (line.key, .box(PlacedBox(frame: line.frame, cornerRadius: 0, corners: .all), color))
      }
    }
    grid.show(lines(layout.gridLines, layout.theme.gridColor), layout)
    axes.show(lines(layout.axisLines, layout.theme.axisColor), layout)
    var items: [[(PlacedKey, ChartItem)]] = Array(repeating: [], count: marks.count)
    for shape in layout.shapes {
      if let gradient = shape.gradient {
        if let item = shape.item(gradient, plot: layout.panels[shape.panel].frame) {
          items[shape.panel].append((shape.key, item))
        }
      } else if let box = shape.box {
        items[shape.panel].append((shape.key, .box(box, shape.fill ?? .clear)))
      } else if !shape.path.isEmpty {
        items[shape.panel].append((shape.key, .shape(shape)))
      }
    }
    for (group, items) in zip(marks, items) { group.show(items, layout) }
    let bars: [(PlacedKey, ChartItem)] = layout.colorBars.map {
      (PlacedKey(.swatch), .colorBar($0.frame, $0.colors))
    }
    legend.show(bars + layout.legend.map { ($0.key, .shape($0)) }, layout)
    texts.show(layout.texts.map { ($0.key, .text($0)) }, layout)
  }
}

extension PlacedShape {
  /// Returns the item for a shape that a gradient paints; nil if there is nothing to see.
  fileprivate func item(_ gradient: LinearGradient, plot: CGRect) -> ChartItem? {
    if box == nil, path.isEmpty { return nil }
    let reach = stroke == nil ? 0 : strokeStyle.width / 2
    let frame = box?.frame ?? path.boundingBoxOfPath.insetBy(dx: -reach, dy: -reach)
    return .gradient(self, gradient, alignsWithPlot ? plot : frame)
  }
}
