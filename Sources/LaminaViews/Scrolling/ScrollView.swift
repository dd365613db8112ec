import Foundation
import Lamina

/// A view that shows a part of something larger, and that fingers, the wheel and keys move: what
/// `UIScrollView` is in UIKit.
///
/// The content offset is the origin of the bounds: what is at this point of the content is at the
/// top left. Add what is to be scrolled as subviews, and set ``contentSize``:
///
///     let scrollView = ScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
///     scrollView.addSubview(map)
///     scrollView.contentSize = map.bounds.size
///
/// Or add nothing, and follow the offset as its ``delegate``: then the content may be a million
/// points wide and costs nothing.
///
/// A finger that pulls past an edge is followed less and less. What is flung goes on, slower by
/// ``decelerationRate`` each millisecond; at an edge it goes beyond with the velocity it has, and
/// comes back as a critically damped spring does. All of this is a function of the time since the
/// finger was lifted, so how often frames are drawn makes no difference. It needs a ``ViewHost``,
/// which says what time it is.
///
/// Offsets that come from fingers and from moving on are whole device pixels.
open class ScrollView: View {
  // MARK: - Content

  /// The point of the content that is at the top left of the view.
  ///
  /// Any offset can be set; it is not moved into the range of those that a finger can reach. While
  /// a finger drags or the view decelerates, that goes on from the new offset. Setting it ends an
  /// animation.
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

  /// The size of what is scrolled, in points. Zero by default.
  ///
  /// Setting it brings the offset into the range, unless the view is dragged or moves.
  ///
  /// - Precondition: finite, and not negative.
  public final var contentSize = CGSize.zero {
    willSet {
      require(
        newValue.width >= 0 && newValue.height >= 0 && newValue.width.isFinite
          && newValue.height.isFinite,
        "a content size of \(newValue): it must be finite and not negative")
    }
    didSet { if contentSize != oldValue { rangeDidChange() } }
  }

  /// How far one can scroll past the content at each edge, in points. Zero by default. The offset
  /// follows as it does with ``contentSize``.
  ///
  /// - Precondition: finite.
  public final var contentInset = EdgeInsets.zero {
    willSet {
      require(newValue.isFinite, "a content inset of \(newValue): it must be finite")
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

  /// Who is told what happens.
  public final weak var delegate: (any ScrollViewDelegate)?
  /// Whether fingers, the wheel and keys scroll. True by default.
  public final var isScrollEnabled = true {
    didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
  }
  /// Whether fingers and flings go past the edges, and come back. True by default.
  public final var bounces = true
  /// Whether that is so along the x axis, too, if the content is no wider than the view. False by
  /// default.
  public final var alwaysBounceHorizontal = false
  /// Likewise along the y axis.
  public final var alwaysBounceVertical = false

  /// By what the velocity of a fling is multiplied each millisecond.
  public struct DecelerationRate: RawRepresentable, Sendable, Hashable {
    public let rawValue: CGFloat

    /// - Precondition: greater than 0 and less than 1.
    public init(rawValue: CGFloat) {
      require(
        rawValue > 0 && rawValue < 1,
        "a deceleration rate of \(rawValue): it must be between 0 and 1")
      self.rawValue = rawValue
    }

    /// 0.998: a fling of 1,000 points per second goes 499.5 points.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99: such a fling goes 99.5 points.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// How fast flings come to rest. ``DecelerationRate/normal`` by default.
  public final var decelerationRate = DecelerationRate.normal

  /// The pan that scrolls.
  public final let panGestureRecognizer: PanGestureRecognizer = ScrollPanGestureRecognizer()

  // MARK: - Scroll indicators

  /// Whether a bar shows, while the view scrolls, which part of the width is seen. True by default.
  public final var showsHorizontalScrollIndicator = true {
    didSet { indicators.update(self) }
  }
  /// Likewise for the height.
  public final var showsVerticalScrollIndicator = true {
    didSet { indicators.update(self) }
  }
  /// The colour of these bars: black with an alpha of 0.35 by default.
  public final var scrollIndicatorColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35) {
    didSet { indicators.update(self) }
  }

  // MARK: - What happens

  /// Whether a finger is down on the view, whether or not it drags yet.
  public internal(set) final var isTracking = false
  /// Whether a finger drags.
  public internal(set) final var isDragging = false
  /// Whether the view moves on by itself after a finger was lifted.
  public final var isDecelerating: Bool {
    if case .deceleration = motion { true } else { false }
  }

  final var motion = Motion.none {
    didSet { link.requiresContinuousUpdates = motion.isMoving }
  }
  /// The offset that the finger would ask for if it had not moved.
  final var dragOrigin = CGPoint.zero
  /// What the wheel asked for, less than a pixel.
  final var wheelRest = CGPoint.zero
  final let indicators = ScrollIndicators()
  /// The size for which the range was last looked at.
  private var rangeSize: CGSize?
  final lazy var link = UpdateLink(view: self) { [unowned self] time in step(to: time) }

  /// Creates a view that cuts off what reaches past its bounds.
  public override init(frame: CGRect = .zero) {
    super.init(frame: frame)
    clipsToBounds = true
    addGestureRecognizer(panGestureRecognizer)
    panGestureRecognizer.addAction { [unowned self] in pan($0) }
    _ = link
  }

  // MARK: - Scrolling

  /// Scrolls to an offset. The view is not dragged or flung further; a finger that is down may go
  /// on from there.
  ///
  /// An animation takes ``animationDuration``, slowly at its begin and end. It begins with the event
  /// or the frame in which it is asked for, or else with the next one. Without a host, the offset is
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

  /// How long an animated change of the offset takes, in seconds: 0.3.
  public static let animationDuration: TimeInterval = 0.3

  /// Scrolls by as little as it takes to see a rectangle of the content; as much of it as fits.
  ///
  /// - Precondition: all four numbers are finite.
  public final func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    require(
      rect.origin.isFinite && rect.width.isFinite && rect.height.isFinite,
      "a rectangle of \(rect) to scroll to: it must be finite")
    let (rect, size) = (rect.standardized, layer.bounds.size)
    func offset(_ old: CGFloat, _ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> CGFloat {
      min(max(old, high - length), low)
    }
    let target = CGPoint(
      x: offset(contentOffset.x, rect.minX, rect.maxX, size.width),
      y: offset(contentOffset.y, rect.minY, rect.maxY, size.height))
    setContentOffset(inRange(target), animated: animated)
  }

  /// Shows the scroll indicators for a moment.
  public final func flashScrollIndicators() {
    indicators.show(self)
    if !isMoving { indicators.fade() }
  }

  private static func check(_ offset: CGPoint) {
    require(offset.isFinite, "a content offset of \(offset): it must be finite")
  }

  // MARK: - Overridden

  /// While the view decelerates, a touch catches it and does not reach what is in it.
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
