import Foundation
import Lamina

/// A point of a plot of columns, and its place in a chart.
package struct PlacedColumnPoint {
  package let index: Int
  /// The place, in points of the chart.
  package let place: CGPoint
}

/// Finds the points of a plot of columns by their places in a chart.
///
/// - Complexity: of each search, O(log *n*) for each run between gaps, and O(number of points as near)
///   for the nearest in the plane, if the x values rise. Otherwise O(*n*) for the first search of the
///   columns, which sorts the points into bins, and O(number of points as near) for the next ones.
package struct PlotSearch {
  let columns: PlotColumns
  let x: AxisScale
  let y: AxisScale
  /// The plot, in points of the chart. Points beside it are not found.
  let frame: CGRect

  /// The distance from the plot, in points, up to which a point counts as in it.
  static let tolerance = 0.01

  /// Returns the point whose place along the x axis is nearest to one; nil if there is none.
  package func nearest(along place: Double) -> PlacedColumnPoint? {
    nearest(around: place) { abs($0.x - place) }
  }

  /// Returns the point nearest to one in the plane; nil if there is none.
  package func nearest(to point: CGPoint) -> PlacedColumnPoint? {
    nearest(around: point.x) { hypot($0.x - point.x, $0.y - point.y) }
  }

  /// Returns the point that is nearest by a distance, which is at least that along the x axis: the first
  /// of several.
  private func nearest(
    around place: Double, by distance: (CGPoint) -> Double
  ) -> PlacedColumnPoint? {
    var best: PlacedColumnPoint?
    var least = Double.infinity
    func look(_ index: Int, _ point: CGPoint) {
      guard isVisible(point) else { return }
      let distance = distance(point)
      if distance < least || (distance == least && index < best?.index ?? 0) {
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
    if !isTraced {
      forEachPoint(from: place, isForward: true, within: { least }, look)
      forEachPoint(from: place, isForward: false, within: { least }, look)
    }
    return best
  }

  /// Returns the first point whose place is at least a distance to the right of one, or to the left of
  /// it; nil if there is none.
  package func next(
    from place: Double, by distance: Double, isForward: Bool
  ) -> PlacedColumnPoint? {
    let bound =
      isForward
      ? max(place + distance, frame.minX - Self.tolerance)
      : min(place - distance, frame.maxX + Self.tolerance)
    var best: PlacedColumnPoint?
    func look(_ index: Int, _ point: CGPoint) {
      guard isVisible(point), isForward ? point.x >= bound : point.x <= bound else { return }
      if let best {
        let isNearer = isForward ? point.x < best.place.x : point.x > best.place.x
        guard isNearer || (point.x == best.place.x && index < best.index) else { return }
      }
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
    if !isTraced {
      forEachPoint(
        from: bound, isForward: isForward,
        within: { best.map { abs($0.place.x - bound) } ?? .infinity }, look)
    }
    return best
  }

  private func trace(_ body: (PlotTracer) -> Void) -> Bool {
    PlotTracer.trace(
      columns, x: PlotAxis(x), y: PlotAxis(y), frame: frame, margin: 0, scale: 1, body)
  }

  /// Calls `body` with the points to the right of a place, or to the left of it, and with some others,
  /// roughly in the order of their places. Of few points, it is called with all of them.
  ///
  /// - Parameter distance: the distance from the place, in points, up to which points matter.
  private func forEachPoint(
    from place: Double, isForward: Bool, within distance: () -> Double,
    _ body: (Int, CGPoint) -> Void
  ) {
    columns.x.withReader { places in
      columns.y.numbers.withNumbers { values in
        func call(_ index: Int) {
          let (valueX, valueY) = (places[index], values[index])
          guard valueX.isFinite, valueY.isFinite, let x = x.position(of: valueX),
            let y = y.position(of: valueY)
          else { return }
          body(index, CGPoint(x: x, y: y))
        }
        guard let bins = columns.bins else { return values.indices.forEach(call) }
        let isUpward = isForward == x.isRising
        let (sign, step) = (isForward ? 1.0 : -1.0, isUpward ? 1 : -1)
        let reach = sign * ((isForward ? frame.maxX : frame.minX) - place) + Self.tolerance
        // The ends of bins are found to much less than a bin: one more counts on either side.
        let middle = bins.bin(of: x.value(at: place)?.scalar ?? 0)
        var bin = max(0, min(middle - step, bins.count - 1))
        while bin >= 0, bin < bins.count {
          let start = bins.start(of: isUpward ? bin - 1 : bin + 2)
          if let start = start.flatMap(x.position), sign * (start - place) > min(distance(), reach)
          {
            return
          }
          for index in bins[bin] { call(Int(index)) }
          bin += step
        }
      }
    }
  }

  private func isVisible(_ point: CGPoint) -> Bool {
    point.x >= frame.minX - Self.tolerance && point.x <= frame.maxX + Self.tolerance
  }
}
