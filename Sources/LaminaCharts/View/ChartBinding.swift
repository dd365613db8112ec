import Foundation

/// A value of the program that a chart's selection reads and writes: what `Binding` is in SwiftUI.
///
///     view.chartXSelection(value: ChartBinding(model, \.selectedDay))
///
/// It belongs to the isolation of the view that it is given to.
public struct ChartBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// Creates a binding of two closures.
  ///
  /// - Parameters:
  ///   - get: returns the value.
  ///   - set: stores the value. It may change the chart.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding to a property of an object, which it retains.
  public init<Root: AnyObject>(_ object: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    self.init(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}
