import Foundation
import Lamina

/// The attributes that modifiers set. Nil leaves the choice to a modifier further out, and in the
/// end to the theme.
package struct MarkStyle: Sendable, Equatable {
  /// A value that a scale turns into a colour, a symbol or a place, with the name of its quantity.
  package struct Encoding: Sendable, Equatable {
    package var label: String
    package var value: PlottedValue

    init<Value: Plottable>(_ value: PlottableValue<Value>) {
      label = value.label
      self.value = value.plotted
    }
  }

  package var color: Color?
  /// A gradient that paints the mark in place of the colour.
  package var gradient: LinearGradient?
  /// True if the gradient extends across the plot.
  package var alignsWithPlot: Bool?
  package var colorEncoding: Encoding?
  package var symbol: ChartSymbol?
  package var symbolEncoding: Encoding?
  /// The area of a symbol in square points.
  package var symbolSize: Double?
  package var sizeEncoding: Encoding?
  package var positionEncoding: Encoding?
  package var facetEncoding: Encoding?
  package var yAxis: YAxis?
  package var dashEncoding: Encoding?
  package var interpolation: InterpolationMethod?
  package var stroke: StrokeStyle?
  package var opacity: Double?
  /// True to mix the colour with the background's instead of letting what is behind show through.
  package var hidesGrid = false
  package var zIndex: Double?
  package var cornerRadius: CGFloat?
  package var annotations: [MarkAnnotation] = []

  package init() {}
}
