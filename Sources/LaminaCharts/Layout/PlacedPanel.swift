import Foundation
import Lamina

/// A plot with its scales: the only one of a chart, or that of a facet.
package struct PlacedPanel: Sendable {
  /// The number of the facet; nil for the only plot.
  package var facet: Int?
  /// The area between the axes, in points of the chart, on whole pixels.
  package var frame: CGRect
  package var x: AxisScale
  package var y: AxisScale
  /// The scale of the second y axis; `.none` if there is none.
  package var y2: AxisScale
  /// True if marks may be outside the plot, so that they are clipped.
  package var clipsMarks = false
}
