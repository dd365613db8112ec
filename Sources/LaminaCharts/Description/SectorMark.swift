import Foundation
import LaminaBase

/// A sector of a pie or donut chart, clockwise from the top.
public struct SectorMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a sector.
  ///
  /// - Parameters:
  ///   - angle: the sector's share, in parts of the sum of all. One that is missing, zero or
  ///     negative is not drawn.
  ///   - innerRadius: the radius of the hole; a ratio is one of the outer radius. None by default.
  ///   - outerRadius: the radius; by default as large as the plot allows.
  ///   - angularInset: the distance between the sector's straight edges and the middle of the gap
  ///     to its neighbours, in points.
  /// - Precondition: `angularInset` is finite, 0 or more.
  public init<Angle: Plottable>(
    angle: PlottableValue<Angle>, innerRadius: MarkDimension = .automatic,
    outerRadius: MarkDimension = .automatic, angularInset: CGFloat = 0
  ) {
    require(
      angularInset.isFinite && angularInset >= 0,
      "the inset of a sector must be 0 or more points, not \(angularInset)")
    var record = MarkRecord(.sector)
    record.angle = angle.plotted
    record.innerRadius = innerRadius
    record.outerRadius = outerRadius
    record.angularInset = Double(angularInset)
    self.record = record
  }
}
