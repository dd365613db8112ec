import Foundation
import Lamina

/// The colours of the marks: given ones, a palette for categories, and a scale for numbers.
///
/// Categories that the palette has no colour for repeat its colours: filled marks as tints, while lines
/// get dashes and points get other symbols. Colours that the chart gives repeat as they are.
package struct ColorEncoding: Sendable {
  /// The name of the quantity.
  package private(set) var label = ""
  /// The categories in order; empty if numbers select the colours.
  package private(set) var categories: [String] = []
  /// The smallest and the largest number; nil if none selects a colour.
  package private(set) var limits: (low: Double, high: Double)?
  /// True if all numbers that select colours are whole.
  private(set) var isWhole = true
  package let palette: ContinuousPalette
  private let colors: [Color]
  /// The colours that the chart gives to categories.
  private let given: CategoryScaleOptions<Color>
  private var numbers: [String: Int] = [:]
  private let theme: ChartTheme

  init(_ records: [MarkRecord], _ options: ChartOptions) {
    let theme = options.theme
    palette = options.color.continuous ?? theme.continuousPalette
    given = options.color.categories
    let range = given.range.isEmpty ? theme.palette : given.range
    colors = range.isEmpty ? [theme.labelColor] : range
    self.theme = theme
    for name in given.domain { add(name) }
    for record in records {
      guard let encoding = record.style.colorEncoding else { continue }
      switch encoding.value {
      case .number(let number):
        limits = (min(limits?.low ?? number, number), max(limits?.high ?? number, number))
        if number != number.rounded() { isWhole = false }
      case .missing: continue
      case .category, .date: CategoryEncoding.name(encoding.value).map { add($0) }
      }
      label = encoding.label
    }
    if let range = options.color.limits { limits = (range.lowerBound, range.upperBound) }
  }

  private mutating func add(_ name: String) {
    if numbers[name] == nil {
      numbers[name] = categories.count
      categories.append(name)
    }
  }

  /// The number of tints of a palette's colours, the first of which are the colours. More would hardly
  /// differ from the background.
  private static let tintCount = 3

  /// Returns the colour of a category.
  ///
  /// - Parameter isFilled: true for bars, areas, rectangles and sectors.
  package func color(of category: String, isFilled: Bool) -> Color {
    if let color = given.named[category] { return color }
    let color = colors[(numbers[category] ?? 0) % colors.count]
    let tint = round(of: category) % Self.tintCount
    guard isFilled, tint > 0 else { return color }
    return color.withAlpha(1 / Double(tint + 1))
      .composited(over: theme.backgroundColor ?? .white)
  }

  /// Returns how many times the palette was used up before a category.
  package func round(of category: String) -> Int {
    !given.range.isEmpty || given.named[category] != nil
      ? 0 : (numbers[category] ?? 0) / colors.count
  }

  /// Returns how many times the palette was used up before a mark's category; nil if none selects its
  /// colour.
  func round(of record: MarkRecord) -> Int? {
    guard record.style.color == nil, let encoding = record.style.colorEncoding else { return nil }
    if case .number = encoding.value { return nil }
    return CategoryEncoding.name(encoding.value).map(round(of:))
  }

  /// Returns the colour of a number.
  package func color(of number: Double) -> Color {
    guard let limits else { return colors[0] }
    let span = limits.high / 2 - limits.low / 2
    let fraction = span > 0 ? (number / 2 - limits.low / 2) / span : 0.5
    // So many steps look smooth, and marks of one colour are one shape.
    return palette.color(at: (max(0, min(fraction, 1)) * 255).rounded() / 255)
  }

  /// Returns the number of a mark's category; nil if none selects its colour.
  func index(of record: MarkRecord) -> Int? {
    record.style.colorEncoding.flatMap { CategoryEncoding.name($0.value) }.flatMap { numbers[$0] }
  }

  /// Returns the colour of a mark, without its opacity.
  func color(of record: MarkRecord) -> Color {
    if let color = record.style.color { return color }
    if let encoding = record.style.colorEncoding {
      if case .number(let number) = encoding.value { return color(of: number) }
      if let name = CategoryEncoding.name(encoding.value) {
        return color(of: name, isFilled: record.kind.isFilled)
      }
      return .clear
    }
    switch record.baseColor {
    case .axis: return theme.axisColor
    case .text: return theme.titleColor
    // The marks of the second axis differ from those of the first.
    case .palette(let index): return colors[(index + (record.isSecondary ? 1 : 0)) % colors.count]
    }
  }
}
