import Dispatch
import Foundation
import Lamina
import LaminaViews

/// A long sound as a waveform with a ruler, which scrolls, zooms and follows the size of the view.
///
///     let graph = AudioGraphView(frame: CGRect(x: 0, y: 0, width: 800, height: 200))
///     graph.setSamples(samples, sampleRate: 44_100)
///     let host = try ViewHost(rootView: graph, size: graph.frame.size, scale: 2)
///
/// A scroll view with nothing in it covers the view. It only says how far the user has scrolled;
/// what is seen is in two layers of the view itself: a ``WaveformLayer`` with a layer for each column
/// of pixels, and a ``RulerLayer``. Both ask the ``viewPort`` what is to be seen and the
/// ``dataProvider`` what it looks like. So scrolling through hours costs what the visible columns
/// cost, and no picture is ever as wide as the content.
///
/// Everything is brought up to date by ``update()``, without animations: after layout, scrolling and
/// zooming.
open class AudioGraphView: View {
  /// How high the ruler is by default, in points.
  public static let defaultRulerHeight: CGFloat = 30

  /// Where the values of columns are worked out.
  public enum Drawing: Sendable {
    /// At once, before the frame.
    case offline
    /// On a dispatch queue, of the view's own where it is nil. Until they are there, the columns
    /// that were worked out before are shown where they belong.
    case live(queue: DispatchQueue? = nil)
  }

  // MARK: - Parts

  /// What part of the sound is seen.
  public final let viewPort = ViewPort()
  /// Says how far the user has scrolled. It is empty.
  public final let scrollView = ScrollView()
  /// Zooms.
  public final let pinchGestureRecognizer = PinchGestureRecognizer()
  /// Shows the samples.
  public final let waveformLayer = WaveformLayer()
  /// Shows the time.
  public final let rulerLayer = RulerLayer()
  /// Shows what is selected.
  public final let selectionLayer = SelectionLayer()
  /// Shows where the sound is played.
  public final let playheadLayer = PlayheadLayer()
  /// Shows named parts of the sound.
  public final let regionsLayer = RegionsLayer()
  /// Finds the times for ``onTap``.
  public final let tapGestureRecognizer = TapGestureRecognizer()
  /// Shows how much has been loaded.
  final let progressLayer = ProgressLayer()

  // MARK: - What is shown

  /// The samples. Setting others shows these from the same part of the whole on, at the same zoom.
  public final var dataProvider = DataProvider() {
    didSet {
      if pauses == 0 { made = nil }
      dataDidChange()
    }
  }

  /// How samples become columns: by the document's mean of a moving window, the default, or their
  /// exact peaks.
  public final var summaryKind = Summary.Kind.movingMean(window: 128) {
    didSet { if summaryKind != oldValue { dataDidChange() } }
  }

  /// How many times the content is wider than the view: 10 at first, and never below 1. The centre
  /// stays where it is; see `ScrollView.recenterForScale(_:)`.
  public final var zoom: CGFloat {
    get { viewPort.zoom }
    set { setZoom(newValue) }
  }

  /// The colour of the waveform.
  public final var waveformColor: Color {
    get { waveformLayer.color }
    set { Transaction.run(disableActions: true) { waveformLayer.color = newValue } }
  }

  /// How heights follow from amplitudes. Linear by default.
  public final var amplitudeScale: AmplitudeScale {
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
  public final var fullAmplitude: Float? {
    get { waveformLayer.fullAmplitude }
    set {
      waveformLayer.fullAmplitude = newValue
      setNeedsLayout()
    }
  }

  /// How high the ruler is, in points. 30 by default; 0 leaves it out.
  ///
  /// - Precondition: finite and not negative.
  public final var rulerHeight = defaultRulerHeight {
    didSet {
      require(
        rulerHeight.isFinite && rulerHeight >= 0,
        "a ruler \(rulerHeight) points high: it must be finite and not negative")
      if rulerHeight != oldValue { setNeedsLayout() }
    }
  }

  /// What part of the sound has been loaded, from 0 to 1: shown by a bar in the middle of the view.
  /// Nil, the default, is none. What is out of range is brought into it, NaN is 0.
  public final var loadingProgress: Double? {
    didSet { if loadingProgress != oldValue { setNeedsLayout() } }
  }

  /// Called with the updates per second, averaged over two seconds, each time that two seconds of
  /// the host's time have passed. Nil by default.
  public final var frameRateLog: ((_ updatesPerSecond: Double) -> Void)?

  /// Called with the time that was tapped, in seconds. Nil by default.
  ///
  /// `graph.onTap = { [unowned graph] in graph.playhead = $0 }` lets the user move the playhead.
  public final var onTap: ((TimeInterval) -> Void)?

  // MARK: - State

  /// How often ``update()`` has brought the layers up to date.
  public private(set) final var updateCount = 0
  /// While it is above 0, changes of the view port do not lead to updates.
  private var pauses = 0
  private var laidOutSize = CGSize.zero
  /// The values of the columns on show, and what they were worked out from; nil where they only
  /// stand for those that are still to come.
  final var summary = Summary()
  final var summaryState: SummaryState?
  /// What the queue has made last, and what it was asked for last.
  final var made: (state: SummaryState, summary: Summary)?
  final var requestedState: SummaryState?
  /// Counts the data: what was worked out for older data is dropped.
  final var dataVersion = 0
  final let summaryQueue: SummaryQueue?
  /// The sound that is being read, and who wants to know.
  final var loading:
    (job: AudioLoading, completion: ((Result<DataProvider, AudioLoadError>) -> Void)?)?
  /// The strips that show all of the sound.
  final var overviews: [WeakOverview] = []
  private var rateWindow: (start: TimeInterval, updates: Int)?

  /// Creates a view that shows nothing yet.
  ///
  /// - Parameters:
  ///   - frame: in points of the superview's coordinate space.
  ///   - drawing: where the values of columns are worked out.
  public init(frame: CGRect = .zero, drawing: Drawing = .offline) {
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
    _ = UpdateLink(view: self) { [unowned self] _ in
      takeLoading()
      takeSummary()
    }
  }

  // MARK: - Samples

  /// Shows samples of one channel.
  ///
  /// - Precondition: `sampleRate` is finite and above 0.
  /// - Complexity: O(number of samples).
  public final func setSamples(_ samples: [Float], sampleRate: Double) {
    dataProvider = DataProvider(samples: samples, sampleRate: sampleRate)
  }

  /// Appends samples, one array for each channel, as they are recorded.
  ///
  /// - Parameter keepsScale: whether a second stays as wide as it is: the zoom grows with the sound,
  ///   and a view that shows its end goes on to show it. Otherwise the zoom stays, and the content
  ///   is compressed.
  /// - Precondition: as `DataProvider.append(channels:)`.
  public final func append(channels: [[Float]], keepsScale: Bool = true) {
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

  /// The handler of the pinch: makes the content wider by what the gesture has grown since it was
  /// last asked, and has it begin anew from there.
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
      // To the last bit, however often it was multiplied.
      scrollView.contentSize.width = viewPort.size.width * after
    }
    viewPort.zoom = after
  }

  /// Carries out what changes the view port without updating for it.
  private func pause(_ body: () -> Void) {
    pauses += 1
    body()
    pauses -= 1
  }

  // MARK: - Layout

  /// Has frames asked for from the host that the view is in.
  open override func didMoveToHost() {
    super.didMoveToHost()
    loading?.job.setRequester(host?.frameRequester)
  }

  open override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set {
      guard newValue != contentScaleFactor else { return }
      super.contentScaleFactor = newValue
      setNeedsLayout()
    }
  }

  /// Makes everything as large as the view, keeps the centre where it is, and updates.
  open override func layoutSubviews() {
    let size = bounds.size
    pause {
      let ratio = scrollView.offsetRatio
      viewPort.size = size
      viewPort.screenScale = contentScaleFactor
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
  /// Called after layout, scrolling and zooming; there is seldom a reason to call it yourself.
  ///
  /// - Complexity: O(columns of pixels in the view).
  public final func update() {
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
