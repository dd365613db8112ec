import Foundation
import Lamina
import LaminaBase
import LaminaText

/// The appearance of charts: colours, fonts and sizes. Lengths are in points.
///
///     var theme = ChartTheme.dark
///     theme.font = "Inter"
///     theme.lineWidth = 1.5
///
/// People with a colour deficiency can tell the colours of each theme apart: they are lighter and
/// darker shades of those of Okabe and Ito ("Color Universal Design", 2008), each with a contrast of
/// at least 3:1 to the background, as WCAG 2.1 asks of graphics.
public struct ChartTheme: Sendable, Equatable {
  /// The background; nil for none.
  public var backgroundColor: Color?
  /// The colour of the title and of annotations.
  public var titleColor: Color
  /// The colour of all other text.
  public var labelColor: Color
  /// The colour of the grid lines.
  public var gridColor: Color
  /// The colour of the line at which bars stand, and of rules without a colour.
  public var axisColor: Color
  /// The colours of categories, in order.
  public var palette: [Color]
  /// The colours of numbers.
  public var continuousPalette: ContinuousPalette

  /// The font of all text but the title.
  public var font: Font
  /// The font of the title.
  public var titleFont: Font
  /// The size of the title's font.
  ///
  /// - Precondition: this and all other numbers are finite, 0 or more.
  public var titleSize: CGFloat { didSet { check(titleSize) } }
  /// The font size of the subtitle.
  public var subtitleSize: CGFloat { didSet { check(subtitleSize) } }
  /// The font size of axis labels, legend, annotations and footnote.
  public var labelSize: CGFloat { didSet { check(labelSize) } }

  /// The width of lines.
  public var lineWidth: CGFloat { didSet { check(lineWidth) } }
  /// The width of rules.
  public var ruleWidth: CGFloat { didSet { check(ruleWidth) } }
  /// The width of grid lines, rounded to whole pixels.
  public var gridWidth: CGFloat { didSet { check(gridWidth) } }
  /// The area of points in square points.
  public var symbolSize: CGFloat { didSet { check(symbolSize) } }
  /// The opacity of areas that are not stacked.
  public var areaOpacity: CGFloat { didSet { check(areaOpacity) } }
  /// The radius of the corners of bars.
  public var barCornerRadius: CGFloat { didSet { check(barCornerRadius) } }
  /// The distance between the edge of the picture and its content.
  public var margin: CGFloat { didSet { check(margin) } }
  /// The distance between labels and what they label.
  public var spacing: CGFloat { didSet { check(spacing) } }

  private init(
    background: UInt32?, title: UInt32, label: UInt32, grid: UInt32, axis: UInt32,
    palette: [UInt32], continuousPalette: ContinuousPalette
  ) {
    backgroundColor = background.map(Color.init(rgb:))
    titleColor = Color(rgb: title)
    labelColor = Color(rgb: label)
    gridColor = Color(rgb: grid)
    axisColor = Color(rgb: axis)
    self.palette = palette.map(Color.init(rgb:))
    self.continuousPalette = continuousPalette
    font = .sansSerif
    titleFont = Font(family: "sans-serif", weight: .bold)
    titleSize = 15
    subtitleSize = 12
    labelSize = 11
    lineWidth = 2
    ruleWidth = 1
    gridWidth = 1
    symbolSize = 42
    areaOpacity = 0.25
    barCornerRadius = 0
    margin = 12
    spacing = 6
  }

  /// Dark text and strong colours on white. The default.
  public static let light = ChartTheme(
    background: 0xFFFFFF, title: 0x1D1F23, label: 0x5C6066, grid: 0xE4E6E9, axis: 0x8A8F96,
    palette: [0x1564A6, 0xD9590C, 0x14926D, 0xCC6DB2, 0x715405, 0x3496E8, 0x322F29],
    continuousPalette: .viridis.reversed)

  /// Light text and colours on almost black.
  public static let dark = ChartTheme(
    background: 0x1B1C1F, title: 0xF2F3F5, label: 0xA9AEB6, grid: 0x34363B, axis: 0x7C8189,
    palette: [0x4BB2FA, 0xEA7117, 0x3FA477, 0xDF81BB, 0xEDC85D, 0xB5E1F8, 0x846FBF],
    continuousPalette: .viridis)

  /// Black text, thin lines and small type on white, for paper.
  public static var print: ChartTheme {
    var theme = ChartTheme(
      background: 0xFFFFFF, title: 0x000000, label: 0x333333, grid: 0xD0D0D0, axis: 0x666666,
      palette: [0x1564A6, 0xD9590C, 0x14926D, 0xCC6DB2, 0x715405, 0x3496E8, 0x322F29],
      continuousPalette: .cividis.reversed)
    theme.lineWidth = 1.25
    theme.gridWidth = 0.5
    theme.titleSize = 13
    theme.subtitleSize = 10
    theme.labelSize = 9
    theme.symbolSize = 25
    return theme
  }

  private func check(_ number: CGFloat) {
    require(
      number.isFinite && number >= 0,
      "the sizes of a chart's theme must be finite and 0 or more, not \(number)")
  }
}
