import Foundation
import Lamina

/// A point of a plot of columns, and its place in a chart.
struct PlacedColumnPoint {
  let index: Int
  /// The place, in points of the chart.
  let place: CGPoint
}

/// Finds the points of a plot of columns by their places in a chart.
///
/// - Complexity: of each search, O(log *n*) for each run between gaps, and O(number of points as near)
///   for the nearest in the plane, if the x values rise; otherwise O(*n*).
struct PlotSearch {
  let columns: PlotColumns
  let x: AxisScale
  let y: AxisScale
  /// The plot, in points of the chart. Points beside it are not found.
  let frame: CGRect

  /// The distance from the plot, in points, up to which a point counts as in it.
  static let tolerance = 0.01

  /// Returns the point whose place along the x axis is nearest to one; nil if there is none.
  func nearest(along place: Double) -> PlacedColumnPoint? {
    nearest(around: place) { abs($0.x - place) }
  }

  /// Returns the point nearest to one in the plane; nil if there is none.
  func nearest(to point: CGPoint) -> PlacedColumnPoint? {
    nearest(around: point.x) { hypot($0.x - point.x, $0.y - point.y) }
  }

  /// Returns the point that is nearest by a distance, which is at least that along the x axis.
  private func nearest(
    around place: Double, by distance: (CGPoint) -> Double
  ) -> PlacedColumnPoint? {
    var best: PlacedColumnPoint?
    var least = Double.infinity
    func look(_ index: Int, _ point: CGPoint) {
      guard isVisible(point) else { return }
      let distance = distance(point)
      if distance < least {
        best = PlacedColumnPoint(index: index, place: point)
        least = distance
      }
    }
    let isTraced = trace { tracer in
      tracer.forEachRun { run in
        let middle = tracer.firstIndex(in: run, atOrBeyond: place)
        for indices in [
          stride(from: middle, to: run.upperBound, by: 1),
          stride(from: middle - 1, to: run.lowerBound - 1, by: -1),
        ] {
          for index in indices {
            let point = tracer.point(index)
            if abs(point.x - place) > least { break }
            look(index, point)
          }
        }
      }
    }
    if !isTraced { forEachPoint(look) }
    return best
  }

  /// Returns the first point whose place is at least a distance to the right of one, or to the left of
  /// it; nil if there is none.
  func next(from place: Double, by distance: Double, isForward: Bool) -> PlacedColumnPoint? {
    let bound =
      isForward
      ? max(place + distance, frame.minX - Self.tolerance)
      : min(place - distance, frame.maxX + Self.tolerance)
    var best: PlacedColumnPoint?
    func look(_ index: Int, _ point: CGPoint) {
      guard isVisible(point), isForward ? point.x >= bound : point.x <= bound else { return }
      if let best, isForward ? point.x >= best.place.x : point.x <= best.place.x { return }
      best = PlacedColumnPoint(index: index, place: point)
    }
    let isTraced = trace { tracer in
      tracer.forEachRun { run in
        let border = tracer.firstIndex(in: run, atOrBeyond: bound)
        for index in [border - 1, border] where run.contains(index) {
          look(index, tracer.point(index))
        }
      }
    }
    if !isTraced { forEachPoint(look) }
    return best
  }

  private func trace(_ body: (PlotTracer) -> Void) -> Bool {
    PlotTracer.trace(columns, x: x, y: y, frame: frame, margin: 0, scale: 1, body)
  }

  private func forEachPoint(_ body: (Int, CGPoint) -> Void) {
    var index = 0
    columns.forEachPoint { valueX, valueY in
      if valueX.isFinite, valueY.isFinite, let x = x.position(of: valueX),
        let y = y.position(of: valueY)
      {
        body(index, CGPoint(x: x, y: y))
      }
      index += 1
    }
  }

  private func isVisible(_ point: CGPoint) -> Bool {
    point.x >= frame.minX - Self.tolerance && point.x <= frame.maxX + Self.tolerance
  }
}
