import Foundation
import Lamina
import LaminaText

/// A layer that shows a chart.
///
///     let layer = ChartLayer(chart)
///     layer.frame = CGRect(x: 0, y: 0, width: 800, height: 400)
///     layer.contentsScale = 2
///     renderer.layer.addSublayer(layer)
///
/// The chart fills the layer's bounds. Its parts are sublayers: boxes for bars, cells and lines of
/// the grid, shapes for other marks, and texts. They stay when the ``chart`` is replaced, and change
/// as other layers do, with the duration and the timing function of the transaction in force:
///
///     Transaction.run(duration: 0.5) { layer.chart = tomorrow }
///     Transaction.run(disableActions: true) { layer.chart = live }    // at once
///
/// Marks are the same if they are of one series and, for bars and cells, at the same place. A line or
/// area with as many vertices as before takes on its new form point by point. What is new fades in,
/// what is gone fades out. A change of the size of the bounds is not animated, nor is one of
/// `contentsScale`, which takes effect with the next layout: call `setNeedsLayout()` after it.
public final class ChartLayer: Layer {
  /// The chart. An equal one changes nothing.
  ///
  /// - Complexity: setting it takes O(*n* log *n*) in the number of marks once the layer has been laid
  ///   out, for a layout; before, it is laid out with the next commit.
  public var chart: Chart {
    didSet {
      guard chart != oldValue else { return }
      if let shown, shown.size == bounds.size, shown.scale == contentsScale {
        show(shown.size, shown.scale)
      } else {
        // What is shown is the old chart, whatever the size at the next layout.
        (shown, chartLayout) = (nil, nil)
        setNeedsLayout()
      }
    }
  }

  /// The reason for which the chart cannot be drawn: the layer then shows only the background. Nil if
  /// there is none, or before the first layout.
  public private(set) var error: ChartError?

  /// The places of what is shown; nil before the first layout and if there is an ``error``.
  package private(set) var chartLayout: ChartLayout?

  private var layers: ChartLayers?
  private let measurer = TextMeasurer()
  private var shown: (size: CGSize, scale: CGFloat)?

  /// Creates a layer of zero size.
  public init(_ chart: Chart = Chart {}) {
    self.chart = chart
    super.init()
    setNeedsLayout()
  }

  /// Creates the copy that `presentation()` returns.
  public required init(layer: Any) {
    chart = (layer as? ChartLayer)?.chart ?? Chart {}
    super.init(layer: layer)
  }

  public override func layoutSublayers() {
    super.layoutSublayers()
    let (size, scale) = (bounds.size, contentsScale)
    if let shown, shown.size == size, shown.scale == scale { return }
    Transaction.run(disableActions: true) { show(size, scale) }
  }

  private func show(_ size: CGSize, _ scale: CGFloat) {
    shown = (size, scale)
    backgroundColor = chart.options.theme.backgroundColor
    do throws(ChartError) {
      error = nil
      guard size.width > 0, size.height > 0 else { return hideAll() }
      let layout = try ChartLayout(chart, size: size, scale: scale, measurer: measurer)
      chartLayout = layout
      if let layers { return layers.show(layout) }
      let layers = ChartLayers()
      self.layers = layers
      Transaction.run(disableActions: true) {
        layers.show(layout)
        for (index, layer) in layers.layers.enumerated() { insertSublayer(layer, at: index) }
      }
    } catch {
      self.error = error
      hideAll()
    }
  }

  private func hideAll() {
    Transaction.run(disableActions: true) {
      for layer in layers?.layers ?? [] { layer.removeFromSuperlayer() }
    }
    layers = nil
    chartLayout = nil
  }
}
