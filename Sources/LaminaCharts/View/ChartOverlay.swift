import Foundation
import Lamina
import LaminaText

/// The layers in front of a chart: the crosshair with its values, and the selected interval.
final class ChartOverlay {
  let layer = Layer()
  private let selection = Layer()
  private let line = Layer()
  private let callout = Layer()
  private var dots: [Layer] = []
  private var texts: [ChartTextLayer] = []

  init() {
    layer.name = "overlay"
    callout.name = "callout"
    line.name = "crosshair"
    selection.name = "selection"
    for part in [selection, line, callout] {
      part.isHidden = true
      layer.addSublayer(part)
    }
  }

  /// Shows an interval along an axis in each plot, in points of the chart; none to hide it.
  func showSelection(_ frames: [CGRect], _ theme: ChartTheme) {
    Transaction.run(disableActions: true) {
      selection.isHidden = frames.isEmpty
      if selection.sublayers?.count ?? 0 != frames.count {
        selection.sublayers = frames.map { _ in Layer() }
      }
      for (band, frame) in zip(selection.sublayers ?? [], frames) {
        band.frame = frame
        band.backgroundColor = (theme.palette.first ?? theme.labelColor).withAlpha(0.15)
      }
    }
  }

  /// Shows the values at a place; nil for none.
  ///
  /// - Parameter scale: device pixels per point.
  func show(_ reading: ChartReading?, _ theme: ChartTheme, size: CGSize, scale: CGFloat) {
    Transaction.run(disableActions: true) {
      callout.isHidden = reading == nil
      line.isHidden = reading?.place == nil
      for dot in dots { dot.isHidden = true }
      guard let reading else { return }
      func pixel(_ value: CGFloat) -> CGFloat { (value * scale).rounded() / scale }
      let frame = reading.plot.frame
      if let place = reading.place {
        let width = max(1, scale.rounded(.down)) / scale
        line.backgroundColor = theme.axisColor
        line.frame =
          reading.plot.isTurned
          ? CGRect(
            x: frame.minX, y: pixel(place - width / 2), width: frame.width, height: width)
          : CGRect(
            x: pixel(place - width / 2), y: frame.minY, width: width, height: frame.height)
      }
      showDots(reading, theme)
      showTexts(reading, theme, size, scale)
    }
  }

  private func showDots(_ reading: ChartReading, _ theme: ChartTheme) {
    while dots.count < reading.rows.count {
      let dot = Layer()
      layer.insertSublayer(dot, below: callout)
      dots.append(dot)
    }
    for (dot, row) in zip(dots, reading.rows) {
      dot.isHidden = !reading.plot.frame.insetBy(dx: -1, dy: -1).contains(row.point)
      dot.backgroundColor = row.color
      dot.borderColor = theme.backgroundColor ?? .white
      dot.borderWidth = 1.5
      dot.cornerRadius = 4.5
      dot.frame = CGRect(x: row.point.x - 4.5, y: row.point.y - 4.5, width: 9, height: 9)
    }
  }

  private func showTexts(
    _ reading: ChartReading, _ theme: ChartTheme, _ size: CGSize, _ scale: CGFloat
  ) {
    var lines: [(text: String, color: Color)] = []
    if !reading.title.isEmpty { lines.append((reading.title, theme.labelColor)) }
    for row in reading.rows {
      let text = row.name.isEmpty ? row.value : "\(row.name): \(row.value)"
      if !text.isEmpty { lines.append((text, theme.titleColor)) }
    }
    while texts.count < lines.count {
      let text = ChartTextLayer()
      callout.addSublayer(text)
      texts.append(text)
    }
    for text in texts.dropFirst(lines.count) { text.isHidden = true }
    let padding = max(4, theme.spacing)
    var (width, height) = (CGFloat(0), padding * 0.75)
    for (text, line) in zip(texts, lines) {
      text.isHidden = false
      text.font = theme.font
      text.fontSize = theme.labelSize
      text.foregroundColor = line.color
      text.setScale(scale)
      text.string = line.text
      let needed = text.preferredFrameSize()
      text.frame = CGRect(origin: CGPoint(x: padding, y: height), size: needed)
      width = max(width, needed.width)
      height += needed.height
    }
    callout.isHidden = lines.isEmpty
    let box = CGSize(width: width + 2 * padding, height: height + padding * 0.75)
    let frame = reading.plot.frame
    let place = reading.place ?? reading.rows.first?.point.x ?? frame.midX
    var origin = CGPoint(x: place + 10, y: frame.minY + 4)
    if reading.plot.isTurned {
      origin = CGPoint(x: frame.maxX - box.width - 4, y: place + 10)
      if origin.y + box.height > size.height { origin.y = place - 10 - box.height }
    } else if origin.x + box.width > size.width {
      origin.x = place - 10 - box.width
    }
    origin.x = max(0, min(origin.x, size.width - box.width))
    origin.y = max(0, min(origin.y, size.height - box.height))
    callout.frame = CGRect(
      origin: CGPoint(
        x: (origin.x * scale).rounded() / scale, y: (origin.y * scale).rounded() / scale),
      size: box)
    callout.backgroundColor = (theme.backgroundColor ?? .white).withAlpha(0.94)
    callout.borderColor = theme.gridColor
    callout.borderWidth = 1
    callout.cornerRadius = 4
  }
}
