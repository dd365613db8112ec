import Foundation
import Lamina

extension FramePlanner {
  func xLabels(_ lineHeight: Double) -> XLabels {
    guard showsMarks(chart.x, chart.options.x) else { return XLabels() }
    let gap = theme.labelSize * 0.7
    var count = xCount
    while true {
      let labels = x.marks(
        count: count, lines: xLines, axis: chart.x, options: chart.options.x,
        chartOptions: chart.options)
      if fitsUpright(labels, gap) { return upright(labels, lineHeight, count) }
      if chart.options.x.isAutomatic, chart.x.kind != .category {
        if count > 1 {
          count -= 1
          continue
        }
        return upright(thinnedUpright(labels, gap), lineHeight, count)
      }
      if chart.x.kind != .category {
        return upright(thinnedUpright(labels, gap), lineHeight, count)
      }
      // Numbers among which some are left out are still understood.
      if labels.allSatisfy({ !$0.hasText || Double($0.text) != nil }) {
        return upright(thinnedUpright(labels, gap), lineHeight, count)
      }
      // Names that are close together are easier to read than turned ones.
      if fitsUpright(labels, theme.labelSize * 0.3) { return upright(labels, lineHeight, count) }
      return turned(labels, lineHeight) ?? upright(thinnedUpright(labels, gap), lineHeight, count)
    }
  }

  func thinnedUpright(_ labels: [AxisLabel], _ gap: Double) -> [AxisLabel] {
    Self.thinned(labels) { fitsUpright($0, gap) }
  }

  func upright(_ labels: [AxisLabel], _ lineHeight: Double, _ count: Int) -> XLabels {
    let lines = labels.contains { $0.larger != nil } ? 2.0 : 1.0
    return XLabels(
      labels: labels, count: count,
      height: labels.contains(where: \.hasText) ? lineHeight * lines : 0)
  }

  /// Returns the horizontal place of a text of a width, which is in the picture if it can be.
  func left(_ position: Double, _ width: Double) -> Double {
    let margin = has(.margin) ? pixel(theme.margin) : 0
    let rightmost = ((size.width - margin / 2 - width) * scale).rounded(.down) / scale
    if rightmost < margin {
      return max(0, ((size.width - width) / 2 * scale).rounded(.down) / scale)
    }
    return max(margin, min(pixel(position - width / 2), rightmost))
  }

  func fitsUpright(_ labels: [AxisLabel], _ gap: Double) -> Bool {
    var ends = (text: -Double.infinity, larger: -Double.infinity)
    for label in labels.sorted(by: { $0.position < $1.position }) where label.hasText {
      let width = measurer.size(label.text, theme.font, theme.labelSize).width
      let start = left(label.position, width)
      if start < ends.text || width > size.width { return false }
      ends.text = start + width + gap
      if let larger = label.larger {
        let width = measurer.size(larger, theme.font, theme.labelSize).width
        let start = left(label.position, width)
        if start < ends.larger || width > size.width { return false }
        ends.larger = start + width + gap
      }
    }
    return true
  }

  /// Returns labels that rise by 45 degrees, as many as fit; nil if none does.
  func turned(_ all: [AxisLabel], _ lineHeight: Double) -> XLabels? {
    let labels = all.filter(\.hasText)
    guard labels.count > 1 else { return nil }
    let angle = -Double.pi / 4
    let distance = lineHeight / sin(Double.pi / 4)
    let step = abs(labels[1].position - labels[0].position)
    let every = max(1, Int((distance / max(step, 1e-9)).rounded(.up)))
    let some = stride(from: 0, to: labels.count, by: every).map { labels[$0] }
    var width = 0.0
    for label in some {
      width = max(width, measurer.size(label.text, theme.font, theme.labelSize).width)
    }
    let limit = size.height * 0.3 / sin(Double.pi / 4)
    guard limit > 3 * theme.labelSize else { return nil }
    width = min(width, pixel(limit))
    return XLabels(
      labels: all.filter { !$0.hasText } + some, angle: angle, maxWidth: width,
      height: pixels((width + lineHeight) * sin(Double.pi / 4)))
  }

  /// The room that turned labels need at the left of the plot.
  func turnedOverhang(_ labels: XLabels) -> Double {
    var reach = 0.0
    for label in labels.labels where label.hasText {
      let width = min(
        measurer.size(label.text, theme.font, theme.labelSize).width, labels.maxWidth)
      reach = max(reach, width * cos(labels.angle) + theme.labelSize - (label.position - plot.minX))
    }
    return pixels(min(reach, size.width * 0.3))
  }

  /// The room that the last label needs at the right of the plot, beyond the margin.
  func overhang(_ labels: XLabels, _ isTrailing: Bool) -> Double {
    guard labels.angle == 0, !isTrailing else { return 0 }
    var reach = 0.0
    for label in labels.labels {
      for text in [label.text, label.larger ?? ""] where label.position > plot.midX {
        let width = measurer.size(text, theme.font, theme.labelSize).width
        reach = max(reach, label.position + width / 2 - plot.maxX)
      }
    }
    return pixels(max(0, min(reach - theme.margin / 2, size.width * 0.2)))
  }

  mutating func addXLabels(_ xLabels: XLabels, _ lineHeight: Double, _ isTop: Bool) {
    let top =
      isTop
      ? plot.minY - xGap - xLabels.height : plot.maxY + xGap
    for label in xLabels.labels where label.hasText {
      let natural = measurer.size(label.text, theme.font, theme.labelSize).width
      if xLabels.angle == 0 {
        addLabel(
          .xLabel, label.text, label.value,
          CGRect(
            x: left(label.position, natural), y: top, width: natural, height: lineHeight),
          color: label.color)
        guard let larger = label.larger else { continue }
        let width = measurer.size(larger, theme.font, theme.labelSize).width
        addLabel(
          .xLabel, larger, label.value,
          CGRect(
            x: left(label.position, width), y: top + lineHeight, width: width,
            height: lineHeight), color: label.color)
        continue
      }
      // The end of the text is below the place.
      let width = min(natural, xLabels.maxWidth)
      let end = CGPoint(x: label.position, y: top + lineHeight * 0.5 * sin(Double.pi / 4))
      let center = CGPoint(
        x: end.x - width / 2 * cos(xLabels.angle), y: end.y - width / 2 * sin(xLabels.angle))
      addLabel(
        .xLabel, label.text, label.value,
        CGRect(
          x: center.x - width / 2, y: center.y - lineHeight / 2, width: width, height: lineHeight),
        angle: xLabels.angle, color: label.color)
    }
  }
}
