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
  /// The area that marks are clipped to, in points of the chart: the plot along axes with given ends,
  /// beyond which there may be marks, and all of the chart along others. Nil if no axis has such ends.
  package var clip: CGRect?
}
