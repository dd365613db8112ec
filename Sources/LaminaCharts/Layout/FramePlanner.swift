import Foundation
import Lamina
import LaminaText

/// Places titles, legend, axes and plot.
struct FramePlanner {
  let chart: PreparedChart
  let size: CGSize
  let scale: Double
  let theme: ChartTheme
  /// The kinds of marks that the legend explains.
  let kinds: (hasLines: Bool, hasPoints: Bool)
  let measurer: TextMeasurer

  var plot = CGRect.zero
  var x = AxisScale.none(start: 0, end: 0)
  var y = AxisScale.none(start: 0, end: 0)
  var y2 = AxisScale.none(start: 0, end: 0)
  /// The panels: one, or one for each facet. The first has the scales above.
  var panels: [PlacedPanel] = []
  /// The number of the panel whose axes are placed.
  var panel = 0
  var texts: [PlacedText] = []
  var gridLines: [PlacedLine] = []
  var axisLines: [PlacedLine] = []
  var legendShapes: [PlacedShape] = []
  var legendEntries: [PlacedLegendEntry] = []
  var colorBar: (frame: CGRect, colors: [Color])?

  /// The parts of a chart beside the plot, the last of which are left out first where there is no
  /// room for all.
  enum Section: Int, CaseIterable {
    case margin, labels, title, legend, axisTitles, subtitle, footnote
  }

  /// The distances that the plot keeps from the edges, whatever its axes need, and those that they do.
  var least = PlotInsets()
  var outside = PlotInsets()
  /// The distance of the labels of the x axis from the plot.
  var xGap = 0.0
  /// The parts that there is room for.
  private var count = Section.allCases.count

  init(_ chart: PreparedChart, size: CGSize, scale: Double, measurer: TextMeasurer) {
    self.chart = chart
    self.size = size
    self.scale = scale
    theme = chart.options.theme
    kinds = chart.symbolizedKinds
    self.measurer = measurer
  }

  func has(_ section: Section) -> Bool { section.rawValue < count }

  /// Rounds a coordinate to a whole pixel.
  func pixel(_ value: Double) -> Double { (value * scale).rounded() / scale }
  /// Rounds a length up to whole pixels.
  func pixels(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }

  /// Places everything, leaving out parts until the plot has a size that shows something.
  mutating func place() throws(ChartError) {
    let least = CGSize(width: 5 * theme.labelSize, height: 4 * theme.labelSize)
    for count in (0...Section.allCases.count).reversed() {
      self.count = count
      texts = []
      gridLines = []
      axisLines = []
      legendShapes = []
      legendEntries = []
      colorBar = nil
      let inner = placeSurroundings()
      if count > 0, inner.width < least.width || inner.height < least.height { continue }
      panels = []
      if chart.isPie {
        addPlots(cells(of: inner))
        return
      }
      try placeAxes(in: inner)
      removeCollisions()
      if count == 0 || (plot.width >= least.width && plot.height >= least.height) { return }
    }
  }

  /// Removes the texts that leave the picture or are on earlier ones, which a theme with little
  /// spacing or large type may leave no room for.
  private mutating func removeCollisions() {
    let picture = CGRect(origin: .zero, size: size).insetBy(dx: -1e-6, dy: -1e-6)
    var kept: [TurnedRect] = []
    texts = texts.filter { text in
      let place = text.place
      guard picture.contains(place.bounds), !kept.contains(where: { $0.overlaps(place) }) else {
        return false
      }
      kept.append(place)
      return true
    }
  }

  // MARK: - Titles and legend

  /// Places titles, footnote and legend, and returns the rest of the chart.
  private mutating func placeSurroundings() -> CGRect {
    let margin = has(.margin) ? pixel(theme.margin) : 0
    var rest = CGRect(origin: .zero, size: size).insetBy(dx: margin, dy: margin)
    if rest.isNull || rest.width <= 0 || rest.height <= 0 {
      rest = CGRect(origin: .zero, size: size)
    }
    rest.size.width = max(1 / scale, (rest.width * scale).rounded(.down) / scale)
    rest.size.height = max(1 / scale, (rest.height * scale).rounded(.down) / scale)
    let options = chart.options
    var hasHead = false
    func head(
      _ string: String?, _ role: PlacedText.Role, _ font: Font, _ size: CGFloat,
      _ color: Color, _ gap: Double
    ) {
      guard let string, !string.isEmpty else { return }
      let height = min(
        measurer.size(string, font, size, width: rest.width).height,
        3 * measurer.size("Ag", font, size).height, rest.height)
      guard height > 0 else { return }
      texts.append(
        PlacedText(
          role: role, string: string, font: font, fontSize: size, color: color,
          box: CGRect(x: rest.minX, y: rest.minY, width: rest.width, height: height),
          alignment: .natural, isWrapped: true, isTruncated: true))
      cut(&rest, height + pixel(gap), at: .top)
      hasHead = true
    }
    if has(.title) {
      head(
        options.title, .title, theme.titleFont, theme.titleSize, theme.titleColor,
        theme.spacing / 3)
    }
    if has(.subtitle) {
      head(
        options.subtitle, .subtitle, theme.font, theme.subtitleSize, theme.labelColor,
        theme.spacing / 3)
    }
    if hasHead { cut(&rest, pixel(theme.spacing), at: .top) }
    if has(.footnote), let note = options.footnote, !note.isEmpty {
      let size = theme.labelSize * 0.9
      let height = min(
        measurer.size(note, theme.font, size, width: rest.width).height,
        3 * measurer.size("Ag", theme.font, size).height, rest.height)
      if height > 0 {
        texts.append(
          PlacedText(
            role: .footnote, string: note, font: theme.font, fontSize: size,
            color: theme.labelColor,
            box: CGRect(x: rest.minX, y: rest.maxY - height, width: rest.width, height: height),
            alignment: .natural, isWrapped: true, isTruncated: true))
        cut(&rest, height + pixel(theme.spacing * 1.5), at: .bottom)
      }
    }
    if has(.legend) { placeLegend(&rest) }
    return rest
  }

  /// Takes a strip off a rectangle, and leaves at least nothing.
  func cut(_ rect: inout CGRect, _ length: Double, at side: AnnotationPosition) {
    switch side {
    case .top:
      let length = min(length, rect.height)
      rect.origin.y += length
      rect.size.height -= length
    case .bottom: rect.size.height -= min(length, rect.height)
    case .leading:
      let length = min(length, rect.width)
      rect.origin.x += length
      rect.size.width -= length
    case .trailing: rect.size.width -= min(length, rect.width)
    case .automatic, .overlay, .topLeading, .topTrailing, .bottomLeading, .bottomTrailing: break
    }
  }
}
