import Foundation
import Lamina
import LaminaViews

/// A graph that grows at its right edge and slides to the left, sample by sample.
///
/// The picture is divided into tiles: tall, narrow layers, each with the line through a fixed
/// number of samples, drawn once and then only moved. A new sample costs a redraw of the newest
/// tile and, near its left edge, of the tile before it. When a new tile begins it takes over the
/// layer of the oldest tile, which has left the view by then.
///
/// The newest sample is one ``Configuration/pointsPerSample`` from the right edge, the others are
/// to the left of it. The y of a sample is its value, in points of the view's coordinate space:
/// larger values are lower. Gaps (NaN, and infinities likewise) break the line; a sample between
/// two gaps, or a single one, is drawn as a dot.
///
/// The samples are stored in a ``SampleSeries``, which other views can show too. Append to it, or
/// to its inlet from other threads:
///
///     let graph = GraphView(frame: CGRect(x: 0, y: 0, width: 320, height: 120))
///     renderer.layer.addSublayer(graph.layer)
///     graph.series.append(57)
///     let frame = try renderer.render(at: 0)
///
/// With ``GraphDrawingMode/offline`` this is all. With ``GraphDrawingMode/live(queue:)`` tiles are
/// drawn on a dispatch queue: the owner calls ``update()`` in every turn of its run loop, or when
/// the callback of ``setWakeUp(_:)`` or of the inlet is called.
///
/// Tiles meet without a seam where ``Configuration/tileWidth`` is a whole number of device pixels
/// at the view's ``contentScaleFactor``; otherwise each is stretched by less than a pixel. A view
/// wider than ``maximumTileCount`` layers shows only that many, at its right edge.
public final class GraphView: View {
  /// The maximum number of layers in a view.
  public static let maximumTileCount = 16_384

  /// The parameters of the tiling and of the movement.
  public let configuration: Configuration

  /// The samples on display. Assigning another series displays that one instead.
  public var series: SampleSeries {
    didSet {
      guard series !== oldValue else { return }
      oldValue.removeViewer(self)
      retainSamples()
      seriesWasReset()
    }
  }

  /// The appearance of the graph. Setting another style redraws every tile.
  public var style: GraphStyle {
    didSet { if style != oldValue { setNeedsLayout() } }
  }

  public override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set {
      guard newValue != contentScaleFactor else { return }
      super.contentScaleFactor = newValue
      setNeedsLayout()
    }
  }

  /// The reason for which a tile could not be drawn, which then shows only the background: its memory
  /// cannot be allocated. Nil if there is none; the next layout clears it and draws every tile anew.
  public internal(set) var error: BitmapError?

  /// The layers of the tiles on display.
  var tileLayers = GraphTiles()
  /// The tiles whose layers do not show all their samples. As this is a set, a tile that several
  /// samples change before it is drawn is drawn once.
  var tilesToRedraw = TileSet()
  /// The number of layouts so far. Tiles drawn for an earlier one are discarded.
  var generation = 0
  /// The properties that all tiles currently share; nil if there is no area to draw.
  var format: TileFormat?
  /// The action of the tiles' layers for a change of position; nil if they move without animation.
  let slide: TileSlide?
  /// The queue of a live view; nil for an offline one.
  let redrawQueue: RedrawQueue?
  /// The request of the tile that is being drawn, kept to reuse its storage.
  var request = TileRequest()

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: the frame, in points of the superview's coordinate space.
  ///   - series: the samples to show; a new series by default.
  ///   - configuration: the parameters of the tiling and of the movement.
  ///   - style: the appearance; a white line on orange by default.
  ///   - drawing: the thread on which tiles are drawn.
  public init(
    frame: CGRect = .zero, series: SampleSeries = SampleSeries(),
    configuration: Configuration = Configuration(), style: GraphStyle = GraphStyle(),
    drawing: GraphDrawingMode = .offline
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

  /// The number of newest samples that the view needs for its width: the visible ones and the padding
  /// on both sides. 8,192 while the view has no width, in expectation of one.
  public var requiredSampleCount: Int {
    if bounds.width == 0 { return 8192 }
    let visible = (bounds.width / configuration.pointsPerSample).rounded(.up)
    let limit = Self.maximumTileCount * configuration.samplesPerTile
    return Int(min(visible, CGFloat(limit))) + 2
      * TileFormat.padding(configuration, style, scale: contentScaleFactor)
  }

  /// The number of samples that the view needs for its width.
  @available(*, deprecated, renamed: "requiredSampleCount")
  public var maximumVisibleSampleCount: Int { requiredSampleCount }

  /// Sets the number of samples that the series retains for this view.
  func retainSamples() {
    series.setRetainedCount(requiredSampleCount, for: self)
  }

  /// Handles samples appended to the series.
  func samplesWereAppended(_ count: Int) {
    guard tileLayers.count > 0 else { return }
    moveTiles(by: count)
    queueTilesForRedraw(affectedByLast: count)
    layer.setNeedsLayout()
  }

  /// Handles the series being emptied, or replaced by another one.
  func seriesWasReset() {
    for graphTile in tileLayers.all { show(nil, on: graphTile) }
    setNeedsLayout()
  }

  // MARK: - Layout

  /// Sets up the layers for the size of the view and queues every tile for redraw.
  public override func layoutSubviews() {
    generation += 1
    error = nil
    format = TileFormat(
      configuration: configuration, style: style, bounds: bounds, scale: contentScaleFactor)
    retainSamples()
    // Layers are reassigned and rearranged here; none may be seen moving.
    Transaction.run(disableActions: true) {
      adjustTileLayers()
      layoutTileLayers()
    }
    tilesToRedraw.removeAll()
    for tile in tileLayers.tiles { queueTileForRedraw(tile) }
  }

  /// Performs ``layoutSubviews()`` if it is due, then one turn of drawing.
  public override func layoutSublayers(of layer: Layer) -> Bool {
    super.layoutSublayers(of: layer)
    redrawTurn()
    return true
  }
}
