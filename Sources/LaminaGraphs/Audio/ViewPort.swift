import Foundation
import Lamina
import LaminaViews

/// What part of a long graph is seen, and how large: the geometry that an ``AudioGraphView`` and the
/// layers in it share.
///
/// It is the delegate of an empty scroll view, which only says how far the user has scrolled.
/// Lengths are in points unless they are said to be units: a unit of x is one device pixel, because
/// one line is drawn for each of these.
public final class ViewPort: ScrollViewDelegate {
  /// The zoom of a new view port.
  public static let initialZoom: CGFloat = 10
  /// The whole content is a million times the width of the view at most.
  public static let maximumZoom: CGFloat = 1_000_000

  /// How many times the content is wider than the view. 10 at first. What is set is brought into
  /// 1...``maximumZoom``; NaN changes nothing.
  public var zoom: CGFloat {
    get { currentZoom }
    set {
      guard !newValue.isNaN else { return }
      let zoom = min(max(newValue, 1), Self.maximumZoom)
      if zoom == currentZoom { return }
      currentZoom = zoom
      notify()
    }
  }
  private var currentZoom = initialZoom

  /// The size of the view.
  public internal(set) var size = CGSize.zero
  /// Device pixels per point.
  public internal(set) var screenScale: CGFloat = 1
  /// How far the content has been scrolled to the left. Below 0 and beyond the end while the scroll
  /// view bounces.
  public private(set) var translation: CGFloat = 0

  /// How wide the whole content is: the width of the view times the ``zoom``.
  public var contentWidth: CGFloat { size.width * zoom }
  /// How many units of x are seen, the last one perhaps in part: ``maximumVisibleXUnits`` at most.
  public var visibleXUnits: Int {
    Int(min(max(0, (size.width * screenScale).rounded(.up)), CGFloat(Self.maximumVisibleXUnits)))
  }
  /// As many as the widest picture has.
  public static let maximumVisibleXUnits = Bitmap.maximumSideLength
  /// The width that may be seen, in points: that of the view, and of the widest picture at most.
  var visibleWidth: CGFloat {
    min(size.width, CGFloat(Self.maximumVisibleXUnits) / screenScale)
  }
  /// How many units of x there are in all, 2^60 at most. It need not be a whole number.
  public var totalXUnits: Double { min(Double(contentWidth * screenScale), 0x1p60) }
  /// The unit of x at the left edge of the view, between -2^60 and 2^60; below 0 where the content
  /// begins further right.
  public var firstXUnit: Int64 {
    Int64(min(max(Double(translation * screenScale).rounded(), -0x1p60), 0x1p60))
  }

  private var observers: [(owner: Weak, change: (ViewPort) -> Void)] = []

  private struct Weak {
    weak var object: AnyObject?
  }

  /// Creates a view port of no size.
  public init() {}

  // MARK: - Observing

  /// Has `change` called after the view port has been scrolled or zoomed, for as long as `owner`
  /// lives.
  public func addObserver(_ owner: AnyObject, _ change: @escaping (ViewPort) -> Void) {
    observers.removeAll { $0.owner.object == nil }
    observers.append((Weak(object: owner), change))
  }

  /// Ends what ``addObserver(_:_:)`` began.
  public func removeObserver(_ owner: AnyObject) {
    observers.removeAll { $0.owner.object == nil || $0.owner.object === owner }
  }

  private func notify() {
    for observer in observers where observer.owner.object != nil { observer.change(self) }
  }

  /// Takes the new offset over.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {
    let offset = scrollView.contentOffset.x
    if offset == translation { return }
    translation = offset
    notify()
  }

  // MARK: - Time

  /// Where a time is in the view.
  ///
  /// - Parameters:
  ///   - time: seconds from the beginning of the content.
  ///   - duration: how long the whole content is, in seconds.
  /// - Returns: the left edge of a unit of x, in points from the left edge of the view; NaN where
  ///   the content has no length.
  public func x(of time: TimeInterval, duration: TimeInterval) -> CGFloat {
    guard duration > 0 else { return .nan }
    let place = time / duration * totalXUnits
    // What rounding took from a whole unit is given back.
    let unit = (place + 4 * place.ulp).rounded(.down)
    return CGFloat(unit - Double(firstXUnit)) / screenScale
  }

  /// The time that is at a place in the view, in seconds; before 0 and after `duration` where the
  /// content does not reach.
  public func time(atX x: CGFloat, duration: TimeInterval) -> TimeInterval {
    totalXUnits > 0
      ? (Double(firstXUnit) + Double(x * screenScale)) / totalXUnits * duration : 0
  }
}
