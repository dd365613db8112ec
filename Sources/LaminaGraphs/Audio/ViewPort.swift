import Foundation
import Lamina
import LaminaViews

/// The visible part of a long graph and its scale: the geometry shared by an ``AudioGraphView`` and
/// its layers.
///
/// It is the delegate of an empty scroll view, which only reports how far the user has scrolled.
/// Lengths are in points unless they are given in columns: a column is one device pixel wide,
/// because one line is drawn for each of these.
///
/// To show its layers without that view, set ``size`` and ``scale``, make it the delegate of a
/// scroll view, and pass it to the layers' `update` methods.
public final class ViewPort: ScrollViewDelegate {
  /// The zoom of a new view port.
  static let initialZoom: CGFloat = 10
  /// The maximum zoom, at which the content is a million times as wide as the view.
  public static let maximumZoom: CGFloat = 1_000_000

  /// The ratio of the content's width to the view's. 10 at first. New values are clamped to
  /// 1...``maximumZoom``; NaN is ignored.
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
  public var size = CGSize.zero
  /// The number of device pixels per point.
  public var scale: CGFloat = 1
  /// The distance by which the content has been scrolled to the left. It is below 0 or beyond the
  /// end while the scroll view bounces.
  public private(set) var translation: CGFloat = 0

  /// The width of the whole content: the width of the view times the ``zoom``.
  public var contentWidth: CGFloat { size.width * zoom }
  /// The number of visible columns, the last one perhaps in part: at most
  /// `Bitmap.maximumSideLength`.
  public var visibleColumnCount: Int {
    Int(min(max(0, (size.width * scale).rounded(.up)), CGFloat(Self.maximumVisibleColumnCount)))
  }
  /// The maximum number of visible columns: as many as the widest picture has.
  static let maximumVisibleColumnCount = Bitmap.maximumSideLength
  /// The visible width, in points: that of the view, but at most that of the widest picture.
  var visibleWidth: CGFloat {
    min(size.width, CGFloat(Self.maximumVisibleColumnCount) / scale)
  }
  /// The total number of columns, at most 2^60. It need not be a whole number.
  public var columnCount: Double { min(Double(contentWidth * scale), 0x1p60) }
  /// The column at the left edge of the view, between -2^60 and 2^60; below 0 if the content
  /// begins further right.
  public var firstColumn: Int64 {
    Int64(min(max(Double(translation * scale).rounded(), -0x1p60), 0x1p60))
  }

  private var observers: [(owner: Weak, change: (ViewPort) -> Void)] = []

  private struct Weak {
    weak var object: AnyObject?
  }

  /// Creates a view port of zero size.
  public init() {}

  // MARK: - Observing

  /// Adds a closure that is called after the view port has been scrolled or zoomed, for as long as
  /// `owner` lives.
  public func addObserver(_ owner: AnyObject, _ change: @escaping (ViewPort) -> Void) {
    observers.removeAll { $0.owner.object == nil }
    observers.append((Weak(object: owner), change))
  }

  /// Removes the closures of an owner.
  public func removeObserver(_ owner: AnyObject) {
    observers.removeAll { $0.owner.object == nil || $0.owner.object === owner }
  }

  private func notify() {
    for observer in observers where observer.owner.object != nil { observer.change(self) }
  }

  /// Adopts the new content offset.
  public func scrollViewDidScroll(_ scrollView: ScrollView) {
    let offset = scrollView.contentOffset.x
    if offset == translation { return }
    translation = offset
    notify()
  }

  // MARK: - Time

  /// Returns the position of a time in the view.
  ///
  /// - Parameters:
  ///   - time: the seconds from the beginning of the content.
  ///   - duration: the duration of the whole content, in seconds.
  /// - Returns: the left edge of a column, in points from the left edge of the view; NaN if the
  ///   content has no length.
  public func x(of time: TimeInterval, duration: TimeInterval) -> CGFloat {
    guard duration > 0 else { return .nan }
    let place = time / duration * columnCount
    // Restores what rounding took from a whole unit.
    let unit = (place + 4 * place.ulp).rounded(.down)
    return CGFloat(unit - Double(firstColumn)) / scale
  }

  /// Returns the time at a position in the view, in seconds; before 0 or after `duration` outside
  /// the content.
  public func time(atX x: CGFloat, duration: TimeInterval) -> TimeInterval {
    columnCount > 0
      ? (Double(firstColumn) + Double(x * scale)) / columnCount * duration : 0
  }
}
