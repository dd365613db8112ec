import Foundation
import Lamina

/// A binding of a chart's selection, whatever its type.
struct ChartSelection {
  var xChanged: ((PlottedValue?) -> Void)?
  var yChanged: ((PlottedValue?) -> Void)?
  var angleChanged: ((Double?) -> Void)?
  var rangeChanged: (((PlottedValue, PlottedValue)?) -> Void)?
}

extension ChartView {
  /// Writes the x value of the crosshair to a binding: that of the nearest mark, nil without a
  /// crosshair or for a value of another type. A value that the binding has now becomes the place of
  /// the crosshair.
  @discardableResult
  public func chartXSelection<X: Plottable>(value: ChartBinding<X?>) -> ChartView {
    let initial = value.wrappedValue
    selections.append(
      ChartSelection(xChanged: { value.wrappedValue = $0?.nearest(X.self) }))
    if let initial { viewport.crosshair = initial.primitivePlottable.plottedValue }
    return self
  }

  /// Writes the selected interval of the x axis to a binding; nil for none. An interval that the
  /// binding has now is selected.
  @discardableResult
  public func chartXSelection<X: Plottable & Comparable>(
    range: ChartBinding<ClosedRange<X>?>
  ) -> ChartView {
    let initial = range.wrappedValue
    selections.append(
      ChartSelection(rangeChanged: { ends in
        guard let ends, let low = ends.0.nearest(X.self), let high = ends.1.nearest(X.self),
          low <= high
        else {
          range.wrappedValue = nil
          return
        }
        range.wrappedValue = low...high
      }))
    if let initial,
      let low = initial.lowerBound.primitivePlottable.plottedValue.scalar,
      let high = initial.upperBound.primitivePlottable.plottedValue.scalar, low < high
    {
      selectedXRange = low...high
    }
    return self
  }

  /// Writes the y value at the pointer to a binding; nil outside of the plot, or for a value of another
  /// type.
  @discardableResult
  public func chartYSelection<Y: Plottable>(value: ChartBinding<Y?>) -> ChartView {
    selections.append(
      ChartSelection(yChanged: { value.wrappedValue = $0?.nearest(Y.self) }))
    return self
  }

  /// Writes the sum of the sectors' values up to the pointer, clockwise from the top, to a binding; nil
  /// outside of the circle.
  @discardableResult
  public func chartAngleSelection(value: ChartBinding<Double?>) -> ChartView {
    selections.append(ChartSelection(angleChanged: { value.wrappedValue = $0 }))
    return self
  }

  /// Moves the crosshair to a point of the view; nil hides it.
  func point(at point: CGPoint?) {
    guard let layout = chartLayout, let point, let plot = layout.plot(at: point) else {
      return select(nil, at: nil, y: nil, angle: nil)
    }
    pointedPlot = layout.plotIndex(at: point) ?? 0
    let reading = layout.reading(of: chartLayer.chart, at: point, in: plot)
    var angle: Double?
    if let turn = layout.angle(at: point, in: plot) {
      let sum = plot.marks.reduce(0) { sum, mark in
        mark.angles == nil ? sum : sum + (chart.records[mark.record].angle?.scalar ?? 0)
      }
      if sum > 0 { angle = turn / (2 * .pi) * sum }
    }
    select(reading, at: point, y: plot.y.value(at: point.y), angle: angle)
  }

  private func select(
    _ reading: ChartReading?, at point: CGPoint?, y: PlottedValue?, angle: Double?
  ) {
    pointer = reading?.isShared == false ? point : nil
    viewport.crosshair = reading?.isShared == true ? reading?.value : nil
    crosshairDidChange()
    for selection in selections {
      selection.xChanged?(reading?.plot.isTurned == true ? nil : reading?.value)
      selection.yChanged?(y)
      selection.angleChanged?(angle)
    }
  }
}
