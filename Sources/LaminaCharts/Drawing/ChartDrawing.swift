import Foundation
import Lamina
import LaminaText

/// Turns the layout of a chart into layers.
enum ChartDrawing {
  /// Returns the layers of a chart, from back to front, in the chart's coordinates.
  static func layers(_ layout: ChartLayout) -> [Layer] {
    var layers: [Layer] = []
    if let grid = lines(layout.gridLines, layout.theme.gridColor, layout) {
      grid.name = "grid"
      layers.append(grid)
    }
    if let axes = lines(layout.axisLines, layout.theme.axisColor, layout) {
      axes.name = "axes"
      layers.append(axes)
    }
    let marks = layout.panels.map { plot in
      let marks = Layer()
      marks.name = "marks"
      marks.frame = CGRect(origin: .zero, size: layout.size)
      if plot.clipsMarks {
        marks.frame = plot.frame
        marks.bounds.origin = plot.frame.origin
        marks.masksToBounds = true
      }
      return marks
    }
    for shape in layout.shapes where !shape.path.isEmpty {
      marks[shape.panel].addSublayer(layer(shape, layout))
    }
    layers += marks
    for bar in layout.colorBars {
      let layer = GradientLayer()
      layer.name = "color bar"
      layer.colors = bar.colors
      layer.startPoint = CGPoint(x: 0, y: 0.5)
      layer.endPoint = CGPoint(x: 1, y: 0.5)
      layer.frame = bar.frame
      layers.append(layer)
    }
    for shape in layout.legend {
      let layer = layer(shape, layout)
      layer.name = "legend"
      layers.append(layer)
    }
    for text in layout.texts { layers.append(layer(text, layout)) }
    return layers
  }

  private static func layer(_ shape: PlacedShape, _ layout: ChartLayout) -> ShapeLayer {
    let layer = ShapeLayer()
    layer.name = shape.kind.rawValue
    layer.frame = CGRect(origin: .zero, size: layout.size)
    layer.path = shape.path
    layer.fillColor = shape.fill
    layer.strokeColor = shape.stroke
    layer.lineWidth = shape.strokeStyle.width
    layer.lineCap = shape.strokeStyle.cap
    layer.lineJoin = shape.strokeStyle.join
    layer.miterLimit = shape.strokeStyle.miterLimit
    if !shape.strokeStyle.dashPattern.isEmpty {
      layer.lineDashPattern = shape.strokeStyle.dashPattern
      layer.lineDashPhase = shape.strokeStyle.dashPhase
    }
    return layer
  }

  private static func lines(
    _ rects: [CGRect], _ color: Color, _ layout: ChartLayout
  ) -> ShapeLayer? {
    if rects.isEmpty { return nil }
    var shape = PlacedShape(kind: .rule, fill: color)
    for rect in rects { shape.path.addRect(rect) }
    return layer(shape, layout)
  }

  private static func layer(_ text: PlacedText, _ layout: ChartLayout) -> TextLayer {
    let layer = TextLayer()
    layer.string = text.string
    layer.font = text.font
    layer.fontSize = text.fontSize
    layer.foregroundColor = text.color
    layer.alignmentMode = text.alignment
    layer.isWrapped = text.isWrapped
    layer.truncationMode = text.isTruncated ? .end : .none
    layer.contentsScale = layout.scale
    layer.frame = text.box
    if text.angle != 0 {
      // A bitmap that is turned is sampled twice as finely.
      layer.contentsScale = layout.scale * 2
      layer.setAffineTransform(Transform2D(rotationAngle: text.angle))
    }
    return layer
  }
}
