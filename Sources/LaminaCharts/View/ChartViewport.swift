import Foundation

/// The visible part of the x axis, and the place of the crosshair: shared by charts that are linked.
///
///     let viewport = ChartViewport()
///     for view in [processor, memory, network] { view.viewport = viewport }
///
/// The charts show the same interval, and their crosshairs are at the same x value. They should have
/// values of one type on their x axes.
public final class ChartViewport {
  private final class Observer {
    weak var view: ChartView?
    init(_ view: ChartView) { self.view = view }
  }

  private var observers: [Observer] = []

  /// The visible interval of the x axis: numbers, seconds since the reference date, or bands of
  /// categories, of which the first is from 0 to 1; nil, the default, for all of the axis. A chart
  /// whose axis has no part of it shows all.
  ///
  /// Charts change in the transaction in force.
  ///
  /// - Precondition: both ends are finite, and the lower is less than the upper.
  public var xDomain: ClosedRange<Double>? {
    willSet { ChartView.check(newValue) }
    didSet { if xDomain != oldValue { tell { $0.domainDidChange() } } }
  }

  /// The x value of the crosshair; nil, the default, for none.
  public var crosshair: PlottedValue? {
    didSet { if crosshair != oldValue { tell { $0.crosshairDidChange() } } }
  }

  /// Creates a viewport that shows all, without a crosshair.
  public init() {}

  func add(_ view: ChartView) { observers.append(Observer(view)) }

  func remove(_ view: ChartView) {
    observers.removeAll { $0.view == nil || $0.view === view }
  }

  private func tell(_ body: (ChartView) -> Void) {
    for observer in observers { if let view = observer.view { body(view) } }
  }
}

/// The axes of a chart that can be zoomed.
public struct ChartAxes: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  /// Creates a set of axes from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The horizontal axis.
  public static let x = ChartAxes(rawValue: 1)
  /// The vertical axis.
  public static let y = ChartAxes(rawValue: 2)
}
