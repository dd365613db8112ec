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
/// The chart fills the layer's bounds. Its parts are sublayers: shapes for the marks, and texts. They
/// are laid out when the chart, the size of the bounds or the `contentsScale` changes, and change without
/// animation.
public final class ChartLayer: Layer {
  /// The chart.
  public var chart: Chart {
    didSet {
      if chart != oldValue { setNeedsLayout() }
    }
  }

  /// The reason for which the chart cannot be drawn: the layer then shows only the background. Nil if
  /// there is none, or before the first layout.
  public private(set) var error: ChartError?

  private var shown: (chart: Chart, size: CGSize, scale: CGFloat)?

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
    if let shown, shown.size == size, shown.scale == scale, shown.chart == chart { return }
    shown = (chart, size, scale)
    Transaction.run(disableActions: true) { show(size, scale) }
  }

  private func show(_ size: CGSize, _ scale: CGFloat) {
    backgroundColor = chart.options.theme.backgroundColor
    do throws(ChartError) {
      error = nil
      sublayers =
        size.width > 0 && size.height > 0
        ? ChartDrawing.layers(try ChartLayout(chart, size: size, scale: scale)) : []
    } catch {
      self.error = error
      sublayers = []
    }
  }
}
