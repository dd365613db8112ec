import Foundation
import Lamina
import LaminaBase

// A modifier applies to all marks of the content that have no such attribute yet, so that the inner of
// two modifiers prevails.
extension ChartContent {
  // MARK: - Colour

  /// Sets the colour.
  ///
  /// Lines and areas of different colours are different series.
  ///
  /// - Precondition: the components are finite.
  public func foregroundStyle(_ color: Color) -> MarkList {
    require(color.isFinite, "the components of a mark's colour must be finite, not \(color)")
    return styled {
      if $0.color == nil, $0.colorEncoding == nil { $0.color = color }
    }
  }

  /// Sets a gradient, from one edge of each mark to the other.
  ///
  /// Lines, areas and the points of a series are painted by one gradient, as are more than 4,000 bars.
  /// The stop in the middle has the colour that stands for the mark where a single one is needed.
  public func foregroundStyle(_ gradient: LinearGradient) -> MarkList {
    styled {
      if $0.color == nil, $0.colorEncoding == nil {
        $0.color = gradient.gradient.middleColor
        $0.gradient = gradient
      }
    }
  }

  /// Sets a gradient from the top of each mark to the bottom.
  public func foregroundStyle(_ gradient: Gradient) -> MarkList {
    foregroundStyle(LinearGradient(gradient: gradient, startPoint: .top, endPoint: .bottom))
  }

  /// Lets gradients extend from one edge of the plot to the other, so that marks have the colours of their
  /// places.
  public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> MarkList {
    styled { if $0.alignsWithPlot == nil { $0.alignsWithPlot = aligns } }
  }

  /// Selects the colour by a value: a category's from the palette, a number's from a continuous
  /// scale. The legend explains it.
  public func foregroundStyle<Value: Plottable>(by value: PlottableValue<Value>) -> MarkList {
    styled {
      if $0.color == nil, $0.colorEncoding == nil { $0.colorEncoding = .init(value) }
    }
  }

  /// Multiplies the opacity.
  ///
  /// - Parameter opacity: 0 to 1; other numbers are clamped.
  public func opacity(_ opacity: Double) -> MarkList {
    let opacity = opacity > 0 ? min(opacity, 1) : 0
    return styled { $0.opacity = ($0.opacity ?? 1) * opacity }
  }

  // MARK: - Symbols

  /// Sets the shape of points. On a line, it puts a point at each vertex.
  public func symbol(_ symbol: ChartSymbol) -> MarkList {
    styled {
      if $0.symbol == nil, $0.symbolEncoding == nil { $0.symbol = symbol }
    }
  }

  /// Selects the shape of points by a value. On a line, it puts a point at each vertex.
  public func symbol<Value: Plottable>(by value: PlottableValue<Value>) -> MarkList {
    styled {
      if $0.symbol == nil, $0.symbolEncoding == nil { $0.symbolEncoding = .init(value) }
    }
  }

  /// Sets the area of points in square points.
  ///
  /// - Precondition: `area` is finite, 0 or more.
  public func symbolSize(_ area: CGFloat) -> MarkList {
    require(
      area.isFinite && area >= 0, "the area of a symbol must be 0 or more, not \(area)")
    return styled {
      if $0.symbolSize == nil, $0.sizeEncoding == nil { $0.symbolSize = Double(area) }
    }
  }

  /// Selects the area of points by a number: the area is in proportion to it.
  public func symbolSize<Value: Plottable>(by value: PlottableValue<Value>) -> MarkList {
    styled {
      if $0.symbolSize == nil, $0.sizeEncoding == nil { $0.sizeEncoding = .init(value) }
    }
  }

  // MARK: - Lines

  /// Sets the curve through the vertices of lines and areas.
  public func interpolationMethod(_ method: InterpolationMethod) -> MarkList {
    styled { if $0.interpolation == nil { $0.interpolation = method } }
  }

  /// Sets the width, dashes, caps and joins of lines and rules.
  ///
  /// Lines have round joins in place of miters, whose tips would be beyond the values. Without dashes they
  /// have round ends in place of butt ones, so that a point between two gaps is seen.
  public func lineStyle(_ style: StrokeStyle) -> MarkList {
    styled {
      if $0.stroke == nil, $0.dashEncoding == nil { $0.stroke = style }
    }
  }

  /// Selects the dashes of lines by a value.
  public func lineStyle<Value: Plottable>(by value: PlottableValue<Value>) -> MarkList {
    styled {
      if $0.stroke == nil, $0.dashEncoding == nil { $0.dashEncoding = .init(value) }
    }
  }

  // MARK: - Order, axes and plots

  /// Sets the order of drawing: marks of larger numbers are drawn over those of smaller ones, and marks of
  /// the same number, which is 0 by default, in the order of the chart.
  ///
  /// - Precondition: `value` is finite.
  public func zIndex(_ value: Double) -> MarkList {
    require(value.isFinite, "the z index of a mark must be finite, not \(value)")
    return styled { if $0.zIndex == nil { $0.zIndex = value } }
  }

  /// Selects the y axis that the y values are on. Those on the secondary axis have a scale of their own,
  /// which is labelled at the other side of the plot.
  public func yAxis(_ axis: YAxis) -> MarkList {
    styled { if $0.yAxis == nil { $0.yAxis = axis } }
  }

  /// Selects the plot by a value: each has one of its own, with the same scales. Marks without such a
  /// value are in all plots.
  public func facet<Value: Plottable>(by value: PlottableValue<Value>) -> MarkList {
    styled { if $0.facetEncoding == nil { $0.facetEncoding = .init(value) } }
  }

  // MARK: - Bars

  /// Places bars, box plots and error bars side by side that have different values.
  public func position<Value: Plottable>(by value: PlottableValue<Value>) -> MarkList {
    styled { if $0.positionEncoding == nil { $0.positionEncoding = .init(value) } }
  }

  /// Rounds the corners of bars, rectangles and sectors.
  ///
  /// - Parameter radius: the radius in points, at most half of the mark's shorter side. Bars from
  ///   zero keep the corners at zero.
  /// - Precondition: `radius` is finite, 0 or more.
  public func cornerRadius(_ radius: CGFloat) -> MarkList {
    require(
      radius.isFinite && radius >= 0, "a corner radius must be 0 or more points, not \(radius)")
    return styled { if $0.cornerRadius == nil { $0.cornerRadius = radius } }
  }

  // MARK: - Text

  /// Adds a text beside each mark. A text for which there is no room is left out.
  ///
  /// - Parameters:
  ///   - position: the side of the mark.
  ///   - alignment: the alignment along that side.
  ///   - spacing: the distance in points; nil for the theme's.
  ///   - content: the text.
  /// - Precondition: `spacing` is finite.
  public func annotation(
    position: AnnotationPosition = .automatic, alignment: AnnotationAlignment = .center,
    spacing: CGFloat? = nil, content: () -> String
  ) -> MarkList {
    require(
      spacing?.isFinite ?? true, "the spacing of an annotation must be finite, not \(spacing ?? 0)")
    let annotation = MarkAnnotation(
      text: content(), position: position, alignment: alignment, spacing: spacing ?? 4)
    return styled { $0.annotations.append(annotation) }
  }

  private func styled(_ change: (inout MarkStyle) -> Void) -> MarkList {
    marks.changed { change(&$0.style) }
  }
}
