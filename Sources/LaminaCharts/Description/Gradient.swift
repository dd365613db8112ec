import Foundation
import Lamina
import LaminaBase

/// The colours of a gradient.
public struct Gradient: Sendable, Hashable {
  /// A colour and its place.
  public struct Stop: Sendable, Hashable {
    public var color: Color
    /// The place, from 0 at the start of the gradient to 1 at its end.
    public var location: CGFloat

    /// Creates a stop.
    ///
    /// - Precondition: `location` and the components of `color` are finite.
    public init(color: Color, location: CGFloat) {
      require(
        color.isFinite && location.isFinite,
        "the colour and the location of a gradient's stop must be finite, not \(color) at \(location)"
      )
      self.color = color
      self.location = location
    }
  }

  /// The colours in order. Nothing is drawn if there are none.
  public var stops: [Stop]

  /// Creates a gradient from stops, whose locations rise.
  public init(stops: [Stop]) { self.stops = stops }

  /// Creates a gradient of colours at equal distances.
  ///
  /// - Precondition: the components of the colours are finite.
  public init(colors: [Color]) {
    let last = CGFloat(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
  }

  /// Returns the colour at a location; that of the nearest end beyond the stops, of which there is one at
  /// least.
  func color(at location: CGFloat) -> Color {
    guard let next = stops.firstIndex(where: { $0.location >= location }) else {
      return stops[stops.count - 1].color
    }
    if next == 0 { return stops[0].color }
    let (from, to) = (stops[next - 1], stops[next])
    return from.color.interpolated(
      to: to.color, (location - from.location) / (to.location - from.location))
  }

  /// The stops for a layer, which needs two.
  var layerStops: [Stop] { stops.count == 1 ? stops + stops : stops }

  /// The colour of the stop in the middle, which stands for the gradient where one colour is asked for.
  var middleColor: Color { stops.isEmpty ? .clear : stops[stops.count / 2].color }
}
