import Foundation
import Lamina

extension MarkPlanner {
  mutating func annotate(
    _ mark: PreparedMark, _ frame: CGRect?, isNegative: Bool = false
  ) {
    let annotations = records[mark.record].style.annotations
    guard let frame, !annotations.isEmpty else { return }
    for annotation in annotations {
      var position = annotation.position
      if position == .automatic {
        position =
          mark.kind == .bar && !mark.isVertical
          ? (isNegative ? .leading : .trailing) : isNegative ? .bottom : .top
      }
      pending.append(
        Pending(
          string: annotation.text, frame: frame, position: position,
          alignment: annotation.alignment, spacing: Double(annotation.spacing), mark: mark))
    }
  }

  /// Returns the places to try for an annotation, the one that is asked for first: the other sides and
  /// the corners of a point, the other side and the other ends of a rule.
  func places(
    _ annotation: Pending
  ) -> [(side: AnnotationPosition, alignment: AnnotationAlignment)] {
    let asked = (annotation.position, annotation.alignment)
    switch (annotation.mark.kind, annotation.position) {
    case (_, .overlay): return [asked]
    case (.point, _), (.line, _):
      return [asked] + [.trailing, .leading, .top, .bottom].map { ($0, annotation.alignment) }
        + [(.top, .leading), (.top, .trailing), (.bottom, .leading), (.bottom, .trailing)]
    case (.rule, let side):
      let opposite: AnnotationPosition =
        switch side {
        case .top: .bottom
        case .bottom: .top
        case .leading: .trailing
        default: .leading
        }
      return [annotation.alignment, .leading, .trailing, .center].flatMap { alignment in
        [(side, alignment), (opposite, alignment)]
      }
    default: return [asked]
    }
  }

  /// Places the annotations: each at its own side of the mark or, if it would be on another text, on
  /// a point or outside the picture, at another place; those for which there is no room nowhere.
  mutating func placeAnnotations() {
    if pending.isEmpty { return }
    var symbols: [CGRect] = []
    for mark in marks where mark.kind == .point && symbols.count < 2000 {
      symbols.append(mark.frame)
    }
    for annotation in pending.prefix(2000) {
      for (side, alignment) in places(annotation) {
        guard let box = box(of: annotation, at: side, alignment) else { continue }
        if annotation.mark.kind == .point, side != .overlay,
          symbols.contains(where: { $0.intersects(box) && $0 != annotation.frame })
        {
          continue
        }
        add(annotation, box, side)
        break
      }
    }
  }

  /// Returns the place of an annotation; nil if it is on another text or not in the picture.
  mutating func box(
    of annotation: Pending, at side: AnnotationPosition, _ alignment: AnnotationAlignment
  ) -> CGRect? {
    let (frame, spacing, mark) = (annotation.frame, annotation.spacing, annotation.mark)
    let text = measurer.size(annotation.string, theme.font, theme.labelSize)
    guard text.width > 0, frame.minX.magnitude < 1e6, frame.minY.magnitude < 1e6,
      frame.width < 1e6, frame.height < 1e6
    else { return nil }
    if mark.kind == .rectangle || (mark.kind == .bar && side == .overlay),
      text.width > frame.width || text.height > frame.height
    {
      return nil
    }
    // A text at the end of a rule begins a little inside.
    let inset = mark.kind == .rule ? spacing : 0
    func along(_ low: Double, _ high: Double, _ length: Double) -> Double {
      switch alignment {
      case .leading: low + inset
      case .center: (low + high - length) / 2
      case .trailing: high - length - inset
      }
    }
    var origin = CGPoint(
      x: along(frame.minX, frame.maxX, text.width), y: along(frame.minY, frame.maxY, text.height))
    switch side {
    case .top, .automatic: origin.y = frame.minY - spacing - text.height
    case .bottom: origin.y = frame.maxY + spacing
    case .leading: origin.x = frame.minX - spacing - text.width
    case .trailing: origin.x = frame.maxX + spacing
    case .overlay:
      origin = CGPoint(x: frame.midX - text.width / 2, y: frame.midY - text.height / 2)
    }
    if mark.kind != .point || side == .top || side == .bottom {
      let edge = min(4, size.width / 20)
      let rightmost = ((size.width - edge - text.width) * scale).rounded(.down) / scale
      origin.x = max(edge, min(origin.x, rightmost))
    }
    let box = CGRect(origin: CGPoint(x: snap(origin.x), y: snap(origin.y)), size: text)
    guard box.minY >= 0, box.maxY <= size.height, box.minX >= 0, box.maxX <= size.width,
      !labels.contains(where: { $0.intersects(box) }),
      !annotations.contains(where: { $0.box.intersects(box) })
    else { return nil }
    return box
  }

  mutating func add(_ annotation: Pending, _ box: CGRect, _ side: AnnotationPosition) {
    let mark = annotation.mark
    var subject = records[mark.record].key(isVertical: mark.isVertical)
    subject.panel = number
    let isOver =
      side == .overlay && (mark.kind == .bar || mark.kind == .rectangle || mark.kind == .sector)
    annotations.append(
      PlacedText(
        role: .annotation, string: annotation.string, font: theme.font, fontSize: theme.labelSize,
        color: isOver
          ? mark.color.readableText : mark.kind == .rule ? color(mark) : theme.titleColor,
        box: box, subject: subject))
  }
}
