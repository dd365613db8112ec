import Foundation
import Lamina
import LaminaBase
import LaminaViews

/// A view that shows a chart, and lets its users explore it.
///
///     let view = ChartView(chart)
///     let host = try ViewHost(rootView: view, size: CGSize(width: 800, height: 400), scale: 2)
///     Transaction.run(duration: 0.5) { view.chart = tomorrow }     // the marks move there
///
/// The pointer shows a crosshair with the values of each series at the nearest place. The wheel and two
/// fingers zoom about the pointer, dragging moves the content or, where there is nothing to move, the
/// crosshair; with the shift key it selects an interval. A click on an entry of the legend hides or
/// shows its marks, and a double click shows all again. The keys do the same: see
/// ``keyDown(_:modifiers:)``.
public final class ChartView: View {
  /// The layer that shows the chart.
  let chartLayer: ChartLayer
  let overlay = ChartOverlay()
  /// The bindings that receive a selected value, interval or angle.
  var selections: [ChartSelection] = []
  /// The axes without zoom; nil until they are needed.
  private var wholeScales: (x: AxisScale, y: AxisScale)?
  /// The place of the pointer at a mark that no other chart shares: a sector, a lying bar, or a point
  /// of a scatter plot; nil for none.
  var pointer: CGPoint?
  /// The place at which the last touch came down.
  var touchPlace = CGPoint.zero
  /// The place at which the selection of an interval began.
  var selectionStart: CGPoint?
  /// The number of the plot that shows the crosshair.
  var pointedPlot = 0

  /// The chart. An equal one changes nothing; another changes the layers of this one in the
  /// transaction in force, as ``ChartLayer/chart`` does. Zoom, crosshair and hidden marks stay.
  public var chart: Chart {
    didSet {
      guard chart != oldValue else { return }
      wholeScales = nil
      update()
    }
  }

  /// The reason for which the chart cannot be drawn; nil if there is none, or before the first layout.
  public var error: ChartError? { chartLayer.error }

  /// The visible part of the x axis, and the crosshair. Views that share one are linked.
  public var viewport = ChartViewport() {
    didSet {
      guard viewport !== oldValue else { return }
      oldValue.remove(self)
      viewport.add(self)
      domainDidChange()
      crosshairDidChange()
    }
  }

  /// The visible interval of the y axis: numbers, seconds since the reference date, or bands of
  /// categories, of which the first is from 0 to 1; nil, the default, for all of it.
  ///
  /// - Precondition: both ends are finite, and the lower is less than the upper.
  public var yDomain: ClosedRange<Double>? {
    willSet { Self.check(newValue) }
    didSet { if yDomain != oldValue { domainDidChange() } }
  }

  /// The axes that the wheel, fingers and keys zoom. The x axis by default.
  public var zoomableAxes: ChartAxes = .x

  /// The names of the legend's entries whose marks are hidden. None by default. The other marks keep
  /// their colours, and the axes show what is left.
  public var hiddenEntries: Set<String> = [] {
    didSet {
      guard hiddenEntries != oldValue else { return }
      wholeScales = nil
      update()
    }
  }

  /// The selected interval of the x axis: numbers or, for dates, seconds since the reference date; nil
  /// for none.
  ///
  /// - Precondition: both ends are finite, and the lower is less than the upper.
  public var selectedXRange: ClosedRange<Double>? {
    willSet { Self.check(newValue) }
    didSet {
      guard selectedXRange != oldValue else { return }
      showSelection()
      for selection in selections { selection.rangeChanged?(plottedRange) }
    }
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - frame: the frame in the superview's coordinate space, in points.
  /// - Precondition: all four numbers of the frame are finite.
  public init(_ chart: Chart = Chart {}, frame: CGRect = .zero) {
    self.chart = chart
    chartLayer = ChartLayer(chart)
    super.init(frame: frame)
    layer.addSublayer(chartLayer)
    layer.addSublayer(overlay.layer)
    viewport.add(self)
    addRecognizers()
  }

  /// The number of device pixels per point.
  public override var contentScaleFactor: CGFloat {
    didSet {
      chartLayer.contentsScale = contentScaleFactor
      chartLayer.setNeedsLayout()
      setNeedsLayout()
    }
  }

  /// Lays out the chart, which fills the bounds.
  public override func layoutSubviews() {
    let isResized = chartLayer.frame != bounds
    Transaction.run(disableActions: true) {
      chartLayer.frame = bounds
      overlay.layer.frame = bounds
      chartLayer.layoutIfNeeded()
    }
    if isResized {
      wholeScales = nil
      Transaction.run(disableActions: true) { update() }
    } else {
      crosshairDidChange()
      showSelection()
    }
  }

  /// Zooms about the pointer by a turn up or down, and moves the content by one to the side.
  ///
  /// - Returns: false outside of the plot, and if no axis can be zoomed.
  public override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool {
    turnWheel(by: translation, at: point)
  }

  /// Handles a key:
  ///
  /// | Key | |
  /// |---|---|
  /// | left, right | the crosshair goes to the neighbouring value; up, down in charts of lying bars |
  /// | `+`, `-` | zoom about the crosshair, or else the middle |
  /// | shift with an arrow | moves the content by a tenth of the plot |
  /// | `0`, Home | shows all again |
  /// | `1` to `9` | hides or shows the marks of an entry of the legend |
  /// | escape | hides the crosshair and ends the selection |
  ///
  /// - Returns: true if the key did something.
  public override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    press(key, modifiers)
  }

  static func check(_ domain: ClosedRange<Double>?) {
    guard let domain else { return }
    require(
      domain.lowerBound.isFinite && domain.upperBound.isFinite
        && domain.lowerBound < domain.upperBound,
      "the visible or selected interval of an axis must be finite and not empty, not \(domain)")
  }

  // MARK: - What is shown

  /// The places of what is shown; nil before the first layout and if there is an ``error``.
  package var chartLayout: ChartLayout? { chartLayer.chartLayout }

  /// The chart with the visible intervals and without the hidden marks.
  package var shownChart: Chart {
    var chart = wholeChart
    guard chart.cells.isEmpty, viewport.xDomain != nil || yDomain != nil, let whole = whole() else {
      return chart
    }
    if let domain = viewport.xDomain {
      Self.narrow(&chart.options.x, to: domain, whole.x, isY: false)
    }
    if let domain = yDomain { Self.narrow(&chart.options.y, to: domain, whole.y, isY: true) }
    return chart
  }

  private var wholeChart: Chart {
    guard !hiddenEntries.isEmpty else { return chart }
    return chart.with { $0.hiddenEntries = hiddenEntries }
  }

  /// Returns the axes without zoom; nil if the chart cannot be laid out.
  func whole() -> (x: AxisScale, y: AxisScale)? {
    if let wholeScales { return wholeScales }
    let layout = try? ChartLayout(
      wholeChart, size: chartLayer.bounds.size, scale: chartLayer.contentsScale)
    wholeScales = layout.map { ($0.x, $0.y) }
    return wholeScales
  }

  /// Narrows an axis to a visible interval, in the direction of the axis, if it has a part of that.
  private static func narrow(
    _ options: inout AxisOptions, to domain: ClosedRange<Double>, _ whole: AxisScale, isY: Bool
  ) {
    guard let ends = whole.coordinateEnds, domain.lowerBound < max(ends.0, ends.1),
      domain.upperBound > min(ends.0, ends.1)
    else { return }
    if whole.bandwidth != nil {
      options.shownBands = domain
    } else if let low = whole.position(of: domain.lowerBound),
      let high = whole.position(of: domain.upperBound)
    {
      let (a, b) = (whole.plotted(domain.lowerBound), whole.plotted(domain.upperBound))
      options.domain = (low > high) == isY ? .interval(a, b) : .interval(b, a)
    }
  }

  private func update() {
    chartLayer.chart = shownChart
    crosshairDidChange()
    showSelection()
  }

  func domainDidChange() { update() }

  func crosshairDidChange() {
    guard let layout = chartLayout else {
      overlay.show(nil, chart.options.theme, size: bounds.size, scale: contentScaleFactor)
      return
    }
    var reading: ChartReading?
    if let pointer, let plot = layout.plot(at: pointer) {
      reading = layout.reading(of: chartLayer.chart, at: pointer, in: plot)
    } else if let value = viewport.crosshair {
      let plots = layout.plots
      let order = plots.dropFirst(pointedPlot) + plots.prefix(pointedPlot)
      reading =
        order.lazy.compactMap {
          layout.reading(of: self.chartLayer.chart, at: value, in: $0)
        }.first
    }
    overlay.show(
      reading, chart.options.theme, size: bounds.size, scale: contentScaleFactor)
  }

  private func showSelection() {
    let plots = selectedXRange == nil ? [] : chartLayout?.plots ?? []
    let frames: [CGRect] = plots.compactMap { plot in
      guard let range = selectedXRange, let start = plot.x.position(of: range.lowerBound),
        let end = plot.x.position(of: range.upperBound)
      else { return nil }
      let (left, right) = (
        max(min(start, end), plot.frame.minX), min(max(start, end), plot.frame.maxX)
      )
      return right > left
        ? CGRect(x: left, y: plot.frame.minY, width: right - left, height: plot.frame.height)
        : nil
    }
    overlay.showSelection(frames, chart.options.theme)
  }

  /// The selected interval as values of the x axis.
  private var plottedRange: (PlottedValue, PlottedValue)? {
    guard let range = selectedXRange, let scale = chartLayout?.plots.first?.x else { return nil }
    return (scale.plotted(range.lowerBound), scale.plotted(range.upperBound))
  }
}
