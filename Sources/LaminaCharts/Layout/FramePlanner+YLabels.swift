import Foundation
import Lamina

extension FramePlanner {
  func yLabels(_ lineHeight: Double, isSecondary: Bool) -> AxisLabels {
    let (scale, axis, options) =
      isSecondary ? (y2, chart.y2, chart.options.y2) : (y, chart.y, chart.options.y)
    guard showsMarks(axis, options) else { return AxisLabels() }
    var count = yCount(options)
    while true {
      let labels = scale.marks(
        count: count, lines: yLines(isSecondary: isSecondary), axis: axis, options: options,
        chartOptions: chart.options)
      if fits(labels, lineHeight) {
        return AxisLabels(labels: labels.map(Self.onOneLine), count: count)
      }
      if options.isAutomatic, axis.kind != .category, count > 1 {
        count -= 1
        continue
      }
      let thinned = Self.thinned(labels) { fits($0, lineHeight) }
      return AxisLabels(labels: thinned.map(Self.onOneLine), count: count)
    }
  }

  static func onOneLine(_ label: AxisLabel) -> AxisLabel {
    guard let larger = label.larger else { return label }
    var result = label
    (result.text, result.larger) = ("\(label.text) \(larger)", nil)
    return result
  }

  /// Returns the upper edge of a label of the y axis, which is in the picture if it can be.
  func top(_ label: AxisLabel, _ lineHeight: Double) -> Double {
    let lowest = ((size.height - lineHeight) * scale).rounded(.down) / scale
    return max(0, min(pixel(label.position - lineHeight / 2), lowest))
  }

  func fits(_ labels: [AxisLabel], _ lineHeight: Double) -> Bool {
    let sorted = labels.compactMap { $0.hasText ? top($0, lineHeight) : nil }.sorted()
    return zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= lineHeight }
  }

  /// Leaves every second, third, ... label until they fit, and all lines without labels.
  static func thinned(
    _ all: [AxisLabel], _ fits: ([AxisLabel]) -> Bool
  ) -> [AxisLabel] {
    let labels = all.filter(\.hasText)
    return all.filter { !$0.hasText } + thinnedTexts(labels, fits)
  }

  private static func thinnedTexts(
    _ labels: [AxisLabel], _ fits: ([AxisLabel]) -> Bool
  ) -> [AxisLabel] {
    var step = 1
    while step < labels.count {
      let some = stride(from: 0, to: labels.count, by: step).map { labels[$0] }
      if fits(some) { return some }
      step += max(1, step / 8)
    }
    return labels.first.map { fits([$0]) ? [$0] : [] } ?? []
  }

  /// The width of the longest label: at most a third of the chart, at which it is truncated.
  func width(of labels: [AxisLabel]) -> Double {
    var width = 0.0
    for label in labels {
      width = max(width, measurer.size(label.text, theme.font, theme.labelSize).width)
    }
    return min(width, pixel(size.width * 0.36))
  }

  mutating func addYLabels(
    _ labels: [AxisLabel], _ lineHeight: Double, _ isTrailing: Bool, _ color: Color,
    isSecondary: Bool = false
  ) {
    let width = width(of: labels)
    let gap = distance(of: labels, atLeast: pixel(theme.spacing))
    let left = isTrailing ? plot.maxX + gap : plot.minX - gap - width
    for label in labels where label.hasText {
      let natural = min(measurer.size(label.text, theme.font, theme.labelSize).width, width)
      let top = top(label, lineHeight)
      addLabel(
        .yLabel, label.text, label.value,
        CGRect(
          x: isTrailing ? left : left + width - natural, y: top, width: natural,
          height: lineHeight), color: label.color ?? color, isSecondary: isSecondary)
    }
  }

  mutating func addLabel(
    _ role: PlacedText.Role, _ string: String, _ value: PlottedValue, _ box: CGRect,
    angle: Double = 0, color: Color? = nil, isSecondary: Bool = false
  ) {
    var text = PlacedText(
      role: role, string: string, font: theme.font, fontSize: theme.labelSize,
      color: color ?? theme.labelColor, box: box, angle: angle, isTruncated: true)
    if angle != 0 { text.alignment = .right }
    text.subject = PlacedKey(.text(role), x: value, panel: panel, isSecondary: isSecondary)
    texts.append(text)
  }
}
