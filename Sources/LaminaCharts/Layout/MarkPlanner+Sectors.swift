import Foundation
import Lamina

extension MarkPlanner {
  mutating func addSector(_ mark: PreparedMark) {
    let record = records[mark.record]
    let sum = chart.angleSums[number]
    guard case .number(let share)? = record.angle, share > 0, sum > 0, sum.isFinite else { return }
    let start = sectorStart / sum * 2 * .pi
    sectorStart += share
    let end = sectorStart / sum * 2 * .pi
    let whole = min(plot.width, plot.height) / 2
    func radius(_ dimension: MarkDimension, _ whole: Double, _ automatic: Double) -> Double {
      if case .inset(let points) = dimension {
        return max(0, min(whole - Double(points), whole))
      }
      return min(dimension.length(of: whole, automatic: automatic), whole)
    }
    let outer = radius(record.outerRadius, whole, 1)
    let inner = radius(record.innerRadius, outer, 0)
    let center = CGPoint(x: plot.midX, y: plot.midY)
    var mark = mark
    mark.series = -1 - mark.record
    let number = shape(mark)
    shapes[number].path = .sector(
      center: center, inner: inner, outer: outer, start: start, end: end,
      inset: record.angularInset)
    let middle = (start + end) / 2 - .pi / 2
    let distance = inner > 0 ? (inner + outer) / 2 : outer * 0.65
    let point = CGPoint(
      x: center.x + distance * cos(middle), y: center.y + distance * sin(middle))
    var placed = PlacedMark(
      record: mark.record, kind: .sector,
      frame: CGRect(
        x: center.x - outer, y: center.y - outer, width: 2 * outer, height: 2 * outer))
    placed.angles = (start, end)
    add(placed)
    /// True if a point is in the sector.
    func contains(_ x: Double, _ y: Double) -> Bool {
      let angle = atan2(y - center.y, x - center.x) + .pi / 2 - start
      let turn = angle - (angle / (2 * .pi)).rounded(.down) * 2 * .pi
      return turn <= end - start && (inner...outer).contains(hypot(x - center.x, y - center.y))
    }
    for annotation in record.style.annotations {
      let text = measurer.size(annotation.text, theme.font, theme.labelSize)
      // The ascenders and descenders of a line do not reach its corners.
      let box = CGRect(
        x: point.x - text.width / 2, y: point.y - text.height * 0.35, width: text.width,
        height: text.height * 0.7)
      guard
        [box.minX, box.maxX].allSatisfy({ x in
          contains(x, box.minY) && contains(x, box.maxY)
        })
      else { continue }
      pending.append(
        Pending(
          string: annotation.text, frame: CGRect(origin: point, size: .zero), position: .overlay,
          alignment: .center, spacing: 0, mark: mark))
    }
  }
}
