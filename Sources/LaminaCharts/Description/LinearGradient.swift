import Foundation
import Lamina
import LaminaBase

/// A gradient along a line.
///
///     AreaMark(x: .value("Time", time), y: .value("Load", load))
///       .foregroundStyle(.linearGradient(colors: [.blue, .clear], startPoint: .top, endPoint: .bottom))
public struct LinearGradient: Sendable, Hashable {
  var gradient: Gradient
  let startPoint: UnitPoint
  let endPoint: UnitPoint

  /// Creates a gradient along a line between two points of what is painted.
  ///
  /// - Parameters:
  ///   - gradient: the colours. The first one extends before the start, the last one beyond the end.
  ///   - startPoint: the start of the line.
  ///   - endPoint: the end of the line. Nothing is drawn if it is where the line starts.
  /// - Precondition: the points are finite.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    require(
      [startPoint.x, startPoint.y, endPoint.x, endPoint.y].allSatisfy(\.isFinite),
      "the ends of a gradient must be finite, not \(startPoint) and \(endPoint)")
    (self.gradient, self.startPoint, self.endPoint) = (gradient, startPoint, endPoint)
  }

  /// Creates a gradient of colours at equal distances.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  /// Creates a gradient from stops.
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  /// Creates a gradient along a line between two points of what is painted.
  public static func linearGradient(
    _ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
  }

  /// Creates a gradient of colours at equal distances.
  public static func linearGradient(
    colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }

  /// Creates a gradient from stops.
  public static func linearGradient(
    stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(stops: stops, startPoint: startPoint, endPoint: endPoint)
  }

  /// Returns the gradient with the alpha of its colours multiplied.
  func opacity(_ opacity: Double) -> LinearGradient {
    var result = self
    for index in result.gradient.stops.indices {
      result.gradient.stops[index].color = gradient.stops[index].color.opacity(opacity)
    }
    return result
  }
}
