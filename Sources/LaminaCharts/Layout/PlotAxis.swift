import Foundation

/// A scale; a linear one as factor and offset.
struct PlotAxis {
  let scale: AxisScale
  private(set) var line: (origin: Double, start: Double, factor: Double)?

  /// An axis whose values are their places.
  static let identity = PlotAxis()

  private init() {
    scale = .none(start: 0, end: 0)
    line = (0, 0, 1)
  }

  init(_ scale: AxisScale) {
    self.scale = scale
    var ends: (Double, Double)?
    switch scale {
    case .continuous(let scale):
      if scale.type == .linear || scale.type == .duration, !scale.isClamped {
        ends = scale.domain
      }
    case .date(let scale):
      ends = (
        scale.domain.lowerBound.timeIntervalSinceReferenceDate,
        scale.domain.upperBound.timeIntervalSinceReferenceDate
      )
    case .none, .band: break
    }
    guard let ends, let start = scale.position(of: ends.0), let end = scale.position(of: ends.1)
    else { return }
    let factor = (end - start) / (ends.1 - ends.0)
    if factor.isFinite { line = (ends.0, start, factor) }
  }

  @inline(__always)
  func position(of value: Double) -> Double? {
    guard let line else { return scale.position(of: value) }
    let position = line.start + (value - line.origin) * line.factor
    return max(-AxisScale.limit, min(position, AxisScale.limit))
  }

  /// Returns the distance of two values on the axis, without its sign.
  func distance(_ a: Double, _ b: Double) -> Double {
    if let line { return abs((a - b) * line.factor) }
    return a == b ? 0 : abs((position(of: a) ?? 0) - (position(of: b) ?? 0))
  }

  /// Returns a value whose position is as good as equal to one; nil if the scale is not linear.
  func value(at position: Double) -> Double? {
    line.map { $0.origin + (position - $0.start) / $0.factor }
  }
}
