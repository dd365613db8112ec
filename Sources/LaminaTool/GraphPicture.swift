import Foundation
import Lamina
import LaminaCharts
import LaminaGraphs
import LaminaImages
import LaminaScenes
import LaminaViews

/// A picture of all samples of a source, or of the newest, fitted to its width.
struct GraphPicture {
  /// The size in points.
  let size: CGSize
  let scale: Double
  let style: StyleChoice
  /// The values at the lower and the upper edge; nil for those that fit the samples.
  let range: ValueRange?
  /// The number of samples per second, if it is known.
  let rate: FrameRate?
  let hasAxes: Bool

  /// The number of buckets of samples for each pixel of the width, at least.
  private static let bucketsPerPixel = 32

  /// Reads all samples of a source, and draws them.
  ///
  /// - Parameter last: the number of newest samples to show; nil shows all.
  func draw(
    _ source: any SampleSource, last: Int?, into sink: any FrameSink,
    interruption: Interruption, progress: ProgressCounter
  ) throws -> GraphDrawing.Outcome {
    var result = GraphDrawing.Outcome()
    var reduction = emptyReduction
    var newest: [Double] = []
    while !interruption.isRequested, let sample = try source.next() {
      result.add(sample)
      if let last {
        newest.append(sample)
        // In batches: only once there are twice as many as needed.
        if newest.count / 2 >= last { newest.removeFirst(newest.count - last) }
      } else {
        reduction.append(sample)
      }
      progress.advance(to: result.samples)
    }
    try interruption.check()
    try GraphDrawing.requireSamples(result, of: source, interruption)
    for sample in newest.suffix(last ?? 0) { reduction.append(sample) }
    let first = result.samples - reduction.count
    try sink.write(frame(of: reduction, first: first, column: source.column))
    result.frames = 1
    if first > 0 { result.shownSamples = reduction.count }
    return result
  }

  /// A reduction without samples that is as fine as the picture asks for.
  var emptyReduction: SampleReduction {
    SampleReduction(capacity: 2 * Self.bucketsPerPixel * Int((size.width * scale).rounded(.up)))
  }

  /// Returns the picture of some samples.
  ///
  /// - Parameters:
  ///   - first: the number of samples before them.
  ///   - column: the name of the values, if they have one.
  func frame(of samples: SampleReduction, first: Int, column: String?) throws -> Frame {
    let bounds = CGRect(origin: .zero, size: size)
    let extremes = samples.extremes.map { [$0.lowerBound, $0.upperBound] } ?? []
    let fitting = range ?? ValueRange(around: extremes)
    guard hasAxes else {
      let (graph, clip) = graph(
        of: samples, in: bounds,
        style: style.style(levels: fitting.levels(height: size.height), samplesPerLine: 0)
      ) { fitting.place($0, height: size.height) }
      return try render(clip.layer, of: graph, in: clip)
    }
    let chart = axes(samples, first: first, range: fitting, column: column)
    let layout = try ChartLayout(chart, size: size, scale: scale)
    let axes = ChartLayer(chart)
    axes.contentsScale = scale
    axes.frame = bounds
    let (graph, clip) = graph(
      of: samples, in: layout.plot, style: style.styleOnAxes
    ) { value in
      layout.y.position(of: value).map { $0 - layout.plot.minY } ?? .nan
    }
    axes.layoutIfNeeded()
    if let error = axes.error { throw error }
    // The line of the x axis is in front of the area below the graph.
    if let lines = axes.sublayers?.first(where: { $0.name == "axes" }) {
      axes.insertSublayer(clip.layer, below: lines)
    } else {
      axes.addSublayer(clip.layer)
    }
    return try render(axes, of: graph, in: clip)
  }

  /// Renders a layer in which there is that of the view around a graph.
  private func render(_ layer: Layer, of graph: GraphView, in view: View) throws -> Frame {
    let renderer = try Renderer(size: size, scale: scale)
    renderer.layer.addSublayer(layer)
    let frame = try withExtendedLifetime(view) { try renderer.render(at: 0) }
    if let error = graph.error { throw error }
    return frame
  }

  /// Returns a graph of the line, and the view that clips it to the sides of a rectangle.
  private func graph(
    of samples: SampleReduction, in rect: CGRect, style: GraphStyle, place: (Double) -> Double
  ) -> (GraphView, View) {
    let values = samples.vertices
    // One tile: it begins and ends on whole pixels, as the rectangle does.
    let spacing = rect.width / CGFloat(max(1, values.count - 1))
    let graph = GraphView(
      frame: CGRect(x: 0, y: 0, width: rect.width + spacing, height: rect.height),
      configuration: GraphView.Configuration(tileWidth: rect.width, pointsPerSample: spacing),
      style: style)
    graph.contentScaleFactor = scale
    // A single sample is in the middle.
    if values.count == 1 { graph.frame.origin.x -= rect.width / 2 }
    graph.series.append(contentsOf: values.map { $0.isNaN ? .nan : place($0) })
    let view = View(frame: rect)
    view.clipsToBounds = true
    view.addSubview(graph)
    return (graph, view)
  }

  /// Returns a chart of nothing but axes, the marks of which are not to be seen: they give the axes
  /// their scales.
  private func axes(
    _ samples: SampleReduction, first: Int, range: ValueRange, column: String?
  ) -> Chart {
    let name = rate == nil ? "Sample" : "Time"
    func place(_ index: Int) -> Double {
      rate.map { Double(index) * Double($0.denominator) / Double($0.numerator) }
        ?? Double(index + 1)
    }
    let ends = [(first, range.lower), (first + samples.count - 1, range.upper)]
    var chart = Chart(ends) { index, value in
      LineMark(x: .value(name, place(index)), y: .value(column ?? "", value)).opacity(0)
    }
    .chartTheme(style.chartTheme)
    if rate != nil {
      chart = chart.chartXScale(type: .duration).chartXAxis(AxisMarks(format: .duration))
    }
    if self.range != nil { chart = chart.chartYScale(domain: range.lower...range.upper) }
    return chart
  }
}
