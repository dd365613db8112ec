import Foundation
import Lamina
import LaminaViews

/// A strip with the whole of a sound, which marks the part that an ``AudioGraphView`` shows.
///
///     let overview = AudioOverviewView(
///       frame: CGRect(x: 0, y: 200, width: 800, height: 40), graph: graph)
///
/// Pressing beside the mark centres the graph on that place; dragging scrolls the graph. The wheel
/// scrolls as it does over the graph. The strip follows the graph's samples, amplitude scale,
/// selection and playhead.
public final class AudioOverviewView: View {
  /// The minimum width of the mark, in points.
  static let minimumMarkWidth: CGFloat = 4

  /// The graph that the strip belongs to.
  public let graph: AudioGraphView
  /// The strip: a graph that shows the whole sound as peaks, has no ruler and takes no input. Its
  /// colour, summary and regions are yours to set.
  public let stripView: AudioGraphView
  /// The mark, a translucent grey with a border.
  public let markLayer = Layer()

  private let noActions = NoActions()
  /// The version of the graph's data that the strip shows.
  private var shownVersion: Int?
  /// The finger that drags, its initial position, and the graph's offset at that time.
  private var drag: (touch: ObjectIdentifier, x: CGFloat, offset: CGFloat)?

  /// Creates a strip for a graph.
  ///
  /// - Parameters:
  ///   - frame: the frame, in points of the superview's coordinate space.
  ///   - graph: the graph that the strip belongs to. It keeps only a weak reference to the strip.
  ///   - drawing: the mode of computing the values of the strip's columns.
  public init(
    frame: CGRect = .zero, graph: AudioGraphView, drawing: GraphDrawingMode = .offline
  ) {
    self.graph = graph
    stripView = AudioGraphView(drawing: drawing)
    super.init(frame: frame)
    layer.masksToBounds = true
    stripView.isUserInteractionEnabled = false
    stripView.scrollView.showsHorizontalScrollIndicator = false
    stripView.summaryKind = .peaks
    stripView.rulerHeight = 0
    stripView.zoom = 1
    addSubview(stripView)
    markLayer.backgroundColor = Color(white: 0.5, alpha: 0.25)
    markLayer.borderColor = Color(rgb: 0x8E8E93)
    markLayer.borderWidth = 1
    markLayer.isHidden = true
    markLayer.delegate = noActions
    layer.addSublayer(markLayer)
    graph.addOverview(self)
    graphDidUpdate()
  }

  public override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set {
      guard newValue != contentScaleFactor else { return }
      super.contentScaleFactor = newValue
      setNeedsLayout()
    }
  }

  /// Gives the strip the size of the view, and places the mark.
  public override func layoutSubviews() {
    stripView.frame = bounds
    updateMark()
  }

  /// Updates the strip to what the graph shows.
  func graphDidUpdate() {
    if shownVersion != graph.dataVersion {
      shownVersion = graph.dataVersion
      stripView.dataProvider = graph.dataProvider
    }
    if stripView.amplitudeScale != graph.amplitudeScale {
      stripView.amplitudeScale = graph.amplitudeScale
    }
    if stripView.fullAmplitude != graph.fullAmplitude {
      stripView.fullAmplitude = graph.fullAmplitude
    }
    stripView.selection = graph.selection
    stripView.playhead = graph.playhead
    updateMark()
  }

  private func updateMark() {
    let viewPort = graph.viewPort
    let content = viewPort.contentWidth
    let size = bounds.size
    guard content > 0, size.width > 0, graph.dataProvider.frameCount > 0 else {
      markLayer.isHidden = true
      return
    }
    let scale = contentScaleFactor
    func place(_ x: CGFloat) -> CGFloat {
      (min(max(x / content, 0), 1) * size.width * scale).rounded() / scale
    }
    var left = place(viewPort.translation)
    var right = place(viewPort.translation + viewPort.size.width)
    let missing = min(Self.minimumMarkWidth, size.width) - (right - left)
    if missing > 0 {
      left = ((left - missing / 2) * scale).rounded(.down) / scale
      left = min(max(left, 0), size.width - min(Self.minimumMarkWidth, size.width))
      right = left + min(Self.minimumMarkWidth, size.width)
    }
    markLayer.isHidden = false
    markLayer.frame = CGRect(
      x: bounds.minX + left, y: bounds.minY, width: right - left, height: size.height)
  }

  // MARK: - Input

  /// Scrolls the graph to the nearest offset that it can have at rest.
  private func scroll(to offset: CGFloat) {
    let scrollView = graph.scrollView
    let scale = graph.viewPort.scale
    let last = max(0, graph.viewPort.contentWidth - graph.viewPort.size.width)
    let x = (min(max(offset, 0), last) * scale).rounded() / scale
    scrollView.setContentOffset(CGPoint(x: x, y: scrollView.contentOffset.y), animated: false)
  }

  /// The number of points of the content per point of the strip.
  private var contentPerPoint: CGFloat {
    bounds.width > 0 ? graph.viewPort.contentWidth / bounds.width : 0
  }

  /// Begins to drag: from the graph's position or, beside the mark, from the place that was
  /// pressed.
  public override func touchesBegan(_ touches: [Touch]) {
    guard drag == nil, let touch = touches.first, !markLayer.isHidden else { return }
    let x = touch.location(in: self).x
    let mark = markLayer.frame
    if x < mark.minX || x >= mark.maxX {
      scroll(to: (x - bounds.minX) * contentPerPoint - graph.viewPort.size.width / 2)
    }
    drag = (ObjectIdentifier(touch), x, graph.viewPort.translation)
  }

  public override func touchesMoved(_ touches: [Touch]) {
    guard let drag, let touch = touches.first(where: { ObjectIdentifier($0) == drag.touch }) else {
      return
    }
    scroll(to: drag.offset + (touch.location(in: self).x - drag.x) * contentPerPoint)
  }

  public override func touchesEnded(_ touches: [Touch]) { endDrag(touches) }

  public override func touchesCancelled(_ touches: [Touch]) { endDrag(touches) }

  private func endDrag(_ touches: [Touch]) {
    if touches.contains(where: { ObjectIdentifier($0) == drag?.touch }) { drag = nil }
  }

  public override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool {
    let center = CGPoint(x: graph.scrollView.bounds.midX, y: graph.scrollView.bounds.midY)
    return graph.scrollView.scrollWheel(translation, at: center)
  }
}

/// A weak reference to a strip.
struct WeakOverview {
  weak var view: AudioOverviewView?
}

extension AudioGraphView {
  /// Registers a strip to be updated with the view from now on.
  func addOverview(_ overview: AudioOverviewView) {
    overviews.removeAll { $0.view == nil }
    overviews.append(WeakOverview(view: overview))
  }

  /// Updates the strips to show what the view shows.
  func updateOverviews() {
    for overview in overviews { overview.view?.graphDidUpdate() }
  }
}
