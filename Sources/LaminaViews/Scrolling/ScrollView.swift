import Foundation
import Lamina

/// A view that shows a part of larger content and is scrolled by fingers, the wheel and keys: the
/// counterpart of UIKit's `UIScrollView`.
///
/// The content offset is the origin of the bounds: the point of the content that is at the top
/// left. Add the content as subviews, and set ``contentSize``:
///
///     let scrollView = ScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
///     scrollView.addSubview(map)
///     scrollView.contentSize = map.bounds.size
///
/// Alternatively, add nothing and follow the offset as the ``delegate``: then the content can be a
/// million points wide at no cost.
///
/// Content pulled past an edge follows the finger with increasing resistance. After a fling, it
/// decelerates by ``decelerationRate`` each millisecond; at an edge it overshoots with its current
/// velocity, and returns like a critically damped spring. The motion is a function of the time
/// since the finger was lifted, so it does not depend on the frame rate. It needs a ``ViewHost``,
/// which supplies the time.
///
/// Offsets from drags and decelerations are whole device pixels.
open class ScrollView: View {
  // MARK: - Content

  /// The point of the content that is at the top left of the view.
  ///
  /// Any offset can be set; it is not clamped to the range that a finger can reach. A drag or a
  /// deceleration in progress continues from the new offset; an animation ends.
  ///
  /// - Precondition: both coordinates are finite.
  public final var contentOffset: CGPoint {
    get { layer.bounds.origin }
    set {
      Self.check(newValue)
      wheelRest = .zero
      if case .animation = motion { stopMotion() }
      guard newValue != contentOffset else { return }
      move(to: newValue)
      continueFromHere()
    }
  }

  /// The size of the content, in points. Zero by default.
  ///
  /// Setting it brings the offset into the range, unless a finger is down or the view is in motion.
  ///
  /// - Precondition: finite, and not negative.
  public final var contentSize = CGSize.zero {
    willSet {
      require(
        newValue.width >= 0 && newValue.height >= 0 && newValue.width.isFinite
          && newValue.height.isFinite,
        "the content size must be finite and not negative: \(newValue)")
    }
    didSet { if contentSize != oldValue { rangeDidChange() } }
  }

  /// The distance by which the view can scroll past the content at each edge, in points. Zero by
  /// default. The offset follows as with ``contentSize``.
  ///
  /// - Precondition: finite.
  public final var contentInset = EdgeInsets.zero {
    willSet {
      require(newValue.isFinite, "the content inset must be finite, not \(newValue)")
    }
    didSet { if contentInset != oldValue { rangeDidChange() } }
  }

  /// The smallest offset at which the view rests, in points.
  public final var minimumContentOffset: CGPoint {
    CGPoint(x: -contentInset.left, y: -contentInset.top)
  }

  /// The largest offset at which the view rests, in points; not less than the smallest.
  public final var maximumContentOffset: CGPoint {
    let (minimum, size) = (minimumContentOffset, layer.bounds.size)
    return CGPoint(
      x: max(minimum.x, contentSize.width + contentInset.right - size.width),
      y: max(minimum.y, contentSize.height + contentInset.bottom - size.height))
  }

  // MARK: - Behaviour

  /// The delegate that is told about scrolling.
  public final weak var delegate: (any ScrollViewDelegate)?
  /// A Boolean value indicating whether fingers, the wheel and keys scroll. True by default.
  public final var isScrollEnabled = true {
    didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
  }
  /// A Boolean value indicating whether drags and flings go past the edges and return. True by
  /// default.
  public final var bounces = true
  /// A Boolean value indicating whether a view that ``bounces`` does so along the x axis even if
  /// the content is no wider than the view. False by default.
  public final var alwaysBounceHorizontal = false
  /// A Boolean value indicating whether a view that ``bounces`` does so along the y axis even if
  /// the content is no taller than the view. False by default.
  public final var alwaysBounceVertical = false

  /// The factor by which the velocity of a fling is multiplied each millisecond.
  public struct DecelerationRate: RawRepresentable, Sendable, Hashable {
    public let rawValue: CGFloat

    /// - Precondition: greater than 0 and less than 1.
    public init(rawValue: CGFloat) {
      require(
        rawValue > 0 && rawValue < 1,
        "the deceleration rate must be between 0 and 1, not \(rawValue)")
      self.rawValue = rawValue
    }

    /// The normal rate, 0.998: a fling at 1,000 points per second travels 499.5 points.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// The fast rate, 0.99: such a fling travels 99.5 points.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// The rate at which flings come to rest. ``DecelerationRate/normal`` by default.
  public final var decelerationRate = DecelerationRate.normal

  /// The pan recognizer that scrolls the view.
  public final let panGestureRecognizer: PanGestureRecognizer = ScrollPanGestureRecognizer()

  // MARK: - Scroll indicators

  /// A Boolean value indicating whether a bar shows the visible part of the width while the view
  /// scrolls. True by default.
  public final var showsHorizontalScrollIndicator = true {
    didSet { indicators.update(self) }
  }
  /// A Boolean value indicating whether a bar shows the visible part of the height while the view
  /// scrolls. True by default.
  public final var showsVerticalScrollIndicator = true {
    didSet { indicators.update(self) }
  }
  /// The colour of the scroll indicators: black with an alpha of 0.35 by default.
  public final var scrollIndicatorColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35) {
    didSet { indicators.update(self) }
  }

  // MARK: - State

  /// A Boolean value indicating whether a finger is down on the view, even if it does not drag yet.
  public internal(set) final var isTracking = false
  /// A Boolean value indicating whether a finger drags the view.
  public internal(set) final var isDragging = false
  /// A Boolean value indicating whether the view moves on by itself after a finger was lifted.
  public final var isDecelerating: Bool {
    if case .deceleration = motion { true } else { false }
  }

  final var motion = Motion.none {
    didSet { link.requiresContinuousUpdates = motion.isMoving }
  }
  /// The offset that the finger would ask for if it had not moved.
  final var dragOrigin = CGPoint.zero
  /// The part of the wheel's translation, less than a pixel, that was not scrolled yet.
  final var wheelRest = CGPoint.zero
  final let indicators = ScrollIndicators()
  /// The size of the view at the last update of the range.
  private var rangeSize: CGSize?
  final lazy var link = UpdateLink(view: self) { [unowned self] time in step(to: time) }

  /// Creates a view that clips its content to its bounds.
  public override init(frame: CGRect = .zero) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
    panGestureRecognizer.addAction { [unowned self] in pan($0) }
    _ = link
  }

  // MARK: - Scrolling

  /// Scrolls to an offset. A drag is not ended and may continue from there; any other motion stops.
  ///
  /// An animation takes 0.3 seconds and eases in and out. It begins with the event or the
  /// frame in which it is requested, or else with the next one. Without a host, the offset is
  /// reached at once.
  ///
  /// - Precondition: both coordinates are finite.
  public final func setContentOffset(_ offset: CGPoint, animated: Bool) {
    Self.check(offset)
    stopMotion()
    guard offset != contentOffset else { return }
    guard animated, let host else {
      contentOffset = offset
      return
    }
    wheelRest = .zero
    indicators.show(self)
    motion = .animation(start: host.now, from: contentOffset, to: offset)
  }

  /// The duration of an animated change of the offset, in seconds: 0.3.
  static let animationDuration: TimeInterval = 0.3

  /// Scrolls by the shortest distance that makes a rectangle of the content visible, or as much of
  /// it as fits.
  ///
  /// - Precondition: all four numbers are finite.
  public final func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    require(
      rect.origin.isFinite && rect.width.isFinite && rect.height.isFinite,
      "the rectangle to scroll to must be finite, not \(rect)")
    let (rect, size) = (rect.standardized, layer.bounds.size)
    func offset(_ old: CGFloat, _ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> CGFloat {
      min(max(old, high - length), low)
    }
    let target = CGPoint(
      x: offset(contentOffset.x, rect.minX, rect.maxX, size.width),
      y: offset(contentOffset.y, rect.minY, rect.maxY, size.height))
    setContentOffset(inRange(target), animated: animated)
  }

  /// Shows the scroll indicators briefly.
  public final func flashScrollIndicators() {
    indicators.show(self)
    if !isMoving { indicators.fade() }
  }

  private static func check(_ offset: CGPoint) {
    require(offset.isFinite, "the content offset must be finite, not \(offset)")
  }

  // MARK: - Overrides

  /// Returns the deepest view at a point. While the view decelerates, it is this one: a touch
  /// catches it and does not reach its content.
  open override func hitTest(_ point: CGPoint) -> View? {
    guard let view = super.hitTest(point) else { return nil }
    return isDecelerating ? self : view
  }

  open override func layoutSublayers(of layer: Layer) -> Bool {
    if rangeSize != layer.bounds.size {
      rangeSize = layer.bounds.size
      rangeDidChange()
    }
    return super.layoutSublayers(of: layer)
  }

  open override func didMoveToHost() {
    super.didMoveToHost()
    if host == nil { finishMotion() }
  }

  open override func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool {
    scrollByWheel(translation)
  }

  open override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    scrollByKey(key, modifiers)
  }
}
