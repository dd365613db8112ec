import Foundation
import Lamina
import LaminaViews

/// A graph that grows at its right edge and slides to the left, sample by sample.
///
/// The picture is cut into tiles: tall, narrow layers, each with the line through a fixed number
/// of samples, drawn once and then only moved. A new sample costs the redrawing of the newest
/// tile, and near its left edge of the one before it. When a new tile begins, the layer of the
/// oldest tile, which has left the view by then, is used for it.
///
/// The newest sample stands one ``Configuration/pointsPerSample`` from the right edge, the others
/// to the left of it. The y of a sample is its value, in points of the view's coordinate space:
/// larger values are lower. Gaps (NaN, and the infinities likewise) break the line; a sample
/// between two gaps, or the only one, is a dot.
///
/// The samples are in a ``SampleSeries``, which other views may show too. Append to it, or to
/// its inlet from other threads:
///
///     let graph = GraphView(frame: CGRect(x: 0, y: 0, width: 320, height: 120))
///     renderer.layer.addSublayer(graph.layer)
///     graph.series.append(57)
///     let frame = try renderer.render(at: 0)
///
/// With ``DrawingMode/offline`` that is all. With ``DrawingMode/live(queue:)`` tiles are drawn on
/// a dispatch queue: the owner calls ``update()`` in every turn of its loop, or when the callback
/// of ``setWakeUp(_:)`` or of the inlet says that there is something to take over.
///
/// Tiles meet without a seam where ``Configuration/layerWidth`` is a whole number of device
/// pixels at the view's ``contentScaleFactor``; elsewhere each is stretched by less than a pixel.
/// A view wider than ``maximumTileCount`` layers shows no more than these, at its right edge.
open class GraphView: View {
  /// The most layers that a view has.
  public static let maximumTileCount = 16_384

  /// The numbers of the machine.
  public final let configuration: Configuration

  /// The samples. Setting another series shows that.
  public final var series: SampleSeries {
    didSet {
      guard series !== oldValue else { return }
      oldValue.removeViewer(self)
      retainSamples()
      seriesWasReset()
    }
  }

  /// How the graph looks. Setting another style redraws every tile.
  public final var style: GraphStyle {
    didSet { if style != oldValue { setNeedsLayout() } }
  }

  open override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set {
      guard newValue != contentScaleFactor else { return }
      super.contentScaleFactor = newValue
      setNeedsLayout()
    }
  }

  /// The layer of each tile on show.
  final var tileLayers = TileLayers()
  /// The tiles whose layers do not show all their samples. It is a set: a tile that several
  /// samples change before it is drawn is drawn once.
  final var tilesToRedraw = TileSet()
  /// Counts the layouts: what was drawn for an earlier one does not fit any more.
  final var generation = 0
  /// What all tiles have in common at present; nil where there is nothing to draw on.
  final var format: TileFormat?
  /// What the tiles' layers do when they get another position; nil where they move at once.
  final let slide: TileSlide?
  /// The queue of a live view.
  final let redrawQueue: RedrawQueue?
  /// The points of the tile that is being drawn; kept for its memory.
  final var request = TileRequest()

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: in points of the superview's coordinate space.
  ///   - series: the samples to show; a new series by default.
  ///   - configuration: the numbers of the machine.
  ///   - style: how it looks: by default a white line on orange.
  ///   - drawing: where tiles are drawn.
  public init(
    frame: CGRect = .zero, series: SampleSeries = SampleSeries(),
    configuration: Configuration = Configuration(), style: GraphStyle = GraphStyle(),
    drawing: DrawingMode = .offline
  ) {
    self.series = series
    self.configuration = configuration
    self.style = style
    slide =
      switch configuration.movement {
      case .instant: nil
      case .linear(let duration): TileSlide(duration: duration)
      }
    redrawQueue =
      switch drawing {
      case .offline: nil
      case .live(let queue): RedrawQueue(queue)
      }
    super.init(frame: frame)
    layer.masksToBounds = true
    retainSamples()
  }

  deinit { series.removeViewer(self) }

  // MARK: - Samples

  /// How many samples the series has ever had.
  public final var totalSampleCount: Int { series.totalSampleCount }

  /// Appends a sample to the series.
  public final func addSample(_ sample: Double) { series.append(sample) }

  /// Appends a random sample from 0 to 120 to the series.
  public final func addRandomSample(using generator: inout some RandomNumberGenerator) {
    series.appendRandomSample(using: &generator)
  }

  /// How many samples the view needs for its width: the visible ones and the padding on both
  /// sides. While it has no width, it is to be expected that it gets one: 8,192.
  public final var maximumVisibleSampleCount: Int {
    if bounds.width == 0 { return 8192 }
    let visible = (bounds.width / configuration.pointsPerSample).rounded(.up)
    let limit = Self.maximumTileCount * configuration.samplesPerTile
    return Int(min(visible, CGFloat(limit))) + 2
      * TileFormat.padding(configuration, style, scale: contentScaleFactor)
  }

  /// Tells the series how many samples this view needs.
  final func retainSamples() {
    series.setRetainedCount(maximumVisibleSampleCount, for: self)
  }

  /// The series has new samples at its end.
  final func samplesWereAppended(_ count: Int) {
    guard tileLayers.count > 0 else { return }
    moveTiles(by: count)
    queueTilesForRedraw(affectedByLast: count)
    layer.setNeedsLayout()
  }

  /// The series begins anew, or is another one.
  final func seriesWasReset() {
    for tileLayer in tileLayers.all { show(nil, on: tileLayer) }
    setNeedsLayout()
  }

  // MARK: - Layout

  /// Sets up the layers for the size of the view and queues every tile for redraw.
  open override func layoutSubviews() {
    generation += 1
    format = TileFormat(
      configuration: configuration, style: style, bounds: bounds, scale: contentScaleFactor)
    retainSamples()
    // Layers are shuffled all over the place here; none is to be seen flying.
    Transaction.run(disableActions: true) {
      adjustTileLayers()
      layoutTileLayers()
    }
    tilesToRedraw.removeAll()
    for tile in tileLayers.tiles { queueTileForRedraw(tile) }
  }

  /// Runs ``layoutSubviews()`` where it is due, and then a turn of drawing.
  open override func layoutSublayers(of layer: Layer) -> Bool {
    _ = super.layoutSublayers(of: layer)
    redrawTurn()
    return true
  }
}
