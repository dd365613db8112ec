import Dispatch
import Foundation
import Lamina
import LaminaViews

/// A view of a long sound as a waveform with a ruler, which scrolls, zooms and follows the view's
/// size.
///
///     let graph = AudioGraphView(frame: CGRect(x: 0, y: 0, width: 800, height: 200))
///     graph.setSamples(samples, sampleRate: 44_100)
///     let host = try ViewHost(rootView: graph, size: graph.frame.size, scale: 2)
///
/// An empty scroll view covers the view and only reports how far the user has scrolled. The visible
/// content is in two layers of the view itself: a ``WaveformLayer`` with a layer for each column of
/// pixels, and a ``RulerLayer``. Both ask the ``viewPort`` for the visible part and the
/// ``dataProvider`` for its values. So scrolling through hours costs only the visible columns, and
/// no picture is ever as wide as the content.
///
/// After layout, scrolling and zooming, ``update()`` brings everything up to date, without
/// animations.
public final class AudioGraphView: View {
  /// The default height of the ruler, in points.
  public static let defaultRulerHeight: CGFloat = 30

  // MARK: - Parts

  /// The visible part of the sound.
  public let viewPort = ViewPort()
  /// The scroll view, which is empty and only reports how far the user has scrolled.
  public let scrollView = ScrollView()
  /// The gesture recognizer that zooms.
  public let pinchGestureRecognizer = PinchGestureRecognizer()
  /// The layer that shows the samples.
  public let waveformLayer = WaveformLayer()
  /// The layer that shows the time.
  public let rulerLayer = RulerLayer()
  /// The layer that shows the selection.
  public let selectionLayer = SelectionLayer()
  /// The layer that shows the playback position.
  public let playheadLayer = PlayheadLayer()
  /// The layer that shows named parts of the sound.
  public let regionsLayer = RegionsLayer()
  /// The gesture recognizer that finds the times for ``onTap``.
  public let tapGestureRecognizer = TapGestureRecognizer()
  /// The layer that shows the progress of loading.
  let progressLayer = ProgressLayer()

  // MARK: - What is shown

  /// The samples. New samples are shown from the same relative position on, at the same zoom.
  public var dataProvider = DataProvider() {
    didSet {
      if pauses == 0 { made = nil }
      dataDidChange()
    }
  }

  /// The values that columns show: the mean of a moving window, the default, or the exact peaks.
  public var summaryKind = Summary.Kind.movingMean(window: 128) {
    didSet { if summaryKind != oldValue { dataDidChange() } }
  }

  /// The ratio of the content's width to the view's: 10 at first, and never below 1. The centre
  /// stays fixed; see `ScrollView.recenterForScale(_:)`.
  public var zoom: CGFloat {
    get { viewPort.zoom }
    set { setZoom(newValue) }
  }

  /// The colour of the waveform.
  public var waveformColor: Color {
    get { waveformLayer.color }
    set { Transaction.run(disableActions: true) { waveformLayer.color = newValue } }
  }

  /// The mapping from amplitudes to heights. Linear by default.
  public var amplitudeScale: AmplitudeScale {
    get { waveformLayer.amplitudeScale }
    set {
      waveformLayer.amplitudeScale = newValue
      setNeedsLayout()
    }
  }

  /// The amplitude that fills a lane's height. Nil, the default, is the largest magnitude of the
  /// samples.
  ///
  /// - Precondition: finite and above 0.
  public var fullAmplitude: Float? {
    get { waveformLayer.fullAmplitude }
    set {
      waveformLayer.fullAmplitude = newValue
      setNeedsLayout()
    }
  }

  /// The height of the ruler, in points. 30 by default; 0 removes it.
  ///
  /// - Precondition: finite and not negative.
  public var rulerHeight = defaultRulerHeight {
    didSet {
      require(
        rulerHeight.isFinite && rulerHeight >= 0,
        "a ruler \(rulerHeight) points high: it must be finite and not negative")
      if rulerHeight != oldValue { setNeedsLayout() }
    }
  }

  /// The fraction of the sound that has been loaded, from 0 to 1, shown by a bar in the middle of
  /// the view. Nil, the default, shows no bar. Values out of range are clamped; NaN is 0.
  public var loadingProgress: Double? {
    didSet { if loadingProgress != oldValue { setNeedsLayout() } }
  }

  /// Called with the updates per second, averaged over two seconds, every time that two seconds of
  /// the host's time have passed. Nil by default.
  public var frameRateLog: ((_ updatesPerSecond: Double) -> Void)?

  /// Called with the tapped time, in seconds. Nil by default.
  ///
  /// `graph.onTap = { [unowned graph] in graph.playhead = $0 }` lets the user move the playhead.
  public var onTap: ((TimeInterval) -> Void)?

  // MARK: - State

  /// The number of times that ``update()`` has brought the layers up to date.
  private(set) var updateCount = 0
  /// The number of pauses in effect. While it is above 0, changes of the view port cause no
  /// updates.
  private var pauses = 0
  private var laidOutSize = CGSize.zero
  /// The values of the visible columns, and the inputs from which they were computed; nil if they
  /// are only placeholders for values still to come.
  var summary = Summary()
  var summaryState: SummaryState?
  /// The latest result of the queue, and the latest request to it.
  var made: (state: SummaryState, summary: Summary)?
  var requestedState: SummaryState?
  /// The version of the data. Results for older data are dropped.
  var dataVersion = 0
  let summaryQueue: SummaryQueue?
  /// The sound being loaded, and the handler of its result.
  var loading: (job: AudioLoading, completion: ((Result<DataProvider, AudioLoadError>) -> Void)?)?
  /// The strips that show the whole sound.
  var overviews: [WeakOverview] = []
  private var rateWindow: (start: TimeInterval, updates: Int)?

  /// Creates a view that shows nothing yet.
  ///
  /// - Parameters:
  ///   - frame: the frame, in points of the superview's coordinate space.
  ///   - drawing: the mode of computing the values of columns.
  public init(frame: CGRect = .zero, drawing: GraphDrawingMode = .offline) {
    summaryQueue =
      switch drawing {
      case .offline: nil
      case .live(let queue): SummaryQueue(queue)
      }
    super.init(frame: frame)
    layer.masksToBounds = true
    for part in [
      waveformLayer, regionsLayer, selectionLayer, rulerLayer, playheadLayer, progressLayer,
    ] {
      layer.addSublayer(part)
    }
    addSubview(scrollView)
    scrollView.delegate = viewPort
    scrollView.alwaysBounceHorizontal = true
    scrollView.addGestureRecognizer(pinchGestureRecognizer)
    pinchGestureRecognizer.addAction { [unowned self] in pinched($0) }
    scrollView.addGestureRecognizer(tapGestureRecognizer)
    tapGestureRecognizer.addAction { [unowned self] in tapped($0) }
    viewPort.addObserver(self) { [unowned self] _ in
      if pauses == 0 { update() }
    }
    UpdateLink(view: self) { [unowned self] _ in
      takeLoading()
      takeSummary()
    }
  }

  // MARK: - Samples

  /// Shows samples of one channel.
  ///
  /// - Precondition: `sampleRate` is finite and above 0.
  /// - Complexity: O(number of samples).
  public func setSamples(_ samples: [Float], sampleRate: Double) {
    dataProvider = DataProvider(samples: samples, sampleRate: sampleRate)
  }

  /// Appends samples, one array for each channel, as they are recorded.
  ///
  /// - Parameters:
  ///   - channels: the samples of each channel.
  ///   - keepsScale: true to keep the width of a second: the zoom grows with the sound, and a view
  ///     that shows the end keeps showing it. Otherwise the zoom stays, and the content is
  ///     compressed.
  /// - Precondition: as `DataProvider.append(channels:)`.
  public func append(channels: [[Float]], keepsScale: Bool = true) {
    let before = dataProvider.frameCount
    let isAtEnd = scrollView.contentOffset.x >= scrollView.maximumContentOffset.x
    pause {
      dataProvider.append(channels: channels)
      guard keepsScale, before > 0, dataProvider.frameCount > before else { return }
      let offset = scrollView.contentOffset.x
      viewPort.zoom *= CGFloat(Double(dataProvider.frameCount) / Double(before))
      scrollView.contentSize.width = viewPort.contentWidth
      scrollView.contentOffset.x = isAtEnd ? scrollView.maximumContentOffset.x : offset
    }
    update()
  }

  private func dataDidChange() {
    dataVersion += 1
    summaryState = nil
    if pauses == 0 { update() }
  }

  // MARK: - Zooming

  /// Handles the pinch: widens the content by the gesture's growth since the last call, and resets
  /// the gesture's scale.
  private func pinched(_ pinch: PinchGestureRecognizer) {
    guard pinch.state == .began || pinch.state == .changed else { return }
    setZoom(zoom * pinch.scale)
    pinch.scale = 1
  }

  private func setZoom(_ zoom: CGFloat) {
    guard !zoom.isNaN else { return }
    let before = viewPort.zoom
    let after = min(max(zoom, 1), ViewPort.maximumZoom)
    if after == before { return }
    // Recentring moves the offset, which would be one update; the zoom is another.
    pause {
      scrollView.recenterForScale(after / before)
      // Exact to the last bit, however often it was multiplied.
      scrollView.contentSize.width = viewPort.size.width * after
    }
    viewPort.zoom = after
  }

  /// Runs changes of the view port without updating for them.
  private func pause(_ body: () -> Void) {
    pauses += 1
    body()
    pauses -= 1
  }

  // MARK: - Layout

  /// Lets the sound being loaded request frames from the view's host.
  public override func didMoveToHost() {
    super.didMoveToHost()
    loading?.job.setRequester(host?.frameRequester)
  }

  public override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set {
      guard newValue != contentScaleFactor else { return }
      super.contentScaleFactor = newValue
      setNeedsLayout()
    }
  }

  /// Makes everything as large as the view, keeps the centre fixed, and updates.
  public override func layoutSubviews() {
    let size = bounds.size
    pause {
      let ratio = scrollView.offsetRatio
      viewPort.size = size
      viewPort.scale = contentScaleFactor
      scrollView.frame = bounds
      scrollView.contentSize = CGSize(width: viewPort.contentWidth, height: size.height)
      if laidOutSize.width > 0, size != laidOutSize { scrollView.offsetRatio = ratio }
      laidOutSize = size
    }
    Transaction.run(disableActions: true) {
      let height = min(rulerHeight, size.height)
      rulerLayer.frame = CGRect(
        x: bounds.minX, y: bounds.minY, width: size.width, height: height)
      rulerLayer.isHidden = height == 0
      waveformLayer.frame = CGRect(
        x: bounds.minX, y: bounds.minY + height, width: size.width, height: size.height - height)
      layoutOverlays()
      progressLayer.update(loadingProgress, in: bounds)
    }
    update()
  }

  // MARK: - Updating

  /// Brings all layers up to date with the view port and the data, without animations.
  ///
  /// Called after layout, scrolling and zooming; you rarely need to call it yourself.
  ///
  /// - Complexity: O(columns of pixels in the view).
  public func update() {
    guard viewPort.size.width > 0 else { return }
    updateCount += 1
    Transaction.run(disableActions: true) {
      updateSummary()
      waveformLayer.update(
        viewPort, summary: summary, provider: dataProvider,
        largest: fullAmplitude ?? dataProvider.largestMagnitude)
      if rulerHeight > 0 { rulerLayer.update(viewPort, duration: dataProvider.duration) }
      updateOverlays()
      updateOverviews()
    }
    logFrameRate()
  }

  private func logFrameRate() {
    guard let log = frameRateLog, let time = host?.time else { return }
    let window = rateWindow ?? (time, 0)
    let passed = time - window.start
    if passed >= 2 {
      log(Double(window.updates) / passed)
      rateWindow = (time, 1)
    } else {
      rateWindow = (window.start, window.updates + 1)
    }
  }
}
