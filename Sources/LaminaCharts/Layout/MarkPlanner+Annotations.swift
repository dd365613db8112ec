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
  /// the ends of each side of a point, the other side and the other ends of a rule.
  func places(
    _ annotation: Pending
  ) -> [(side: AnnotationPosition, alignment: AnnotationAlignment)] {
    let asked = (annotation.position, annotation.alignment)
    switch (annotation.mark.kind, annotation.position) {
    case (_, .overlay): return [asked]
    case (.point, _), (.line, _):
      return [asked] + [.trailing, .leading, .top, .bottom].map { ($0, annotation.alignment) }
        + [.top, .bottom, .trailing, .leading].flatMap { [($0, .leading), ($0, .trailing)] }
    case (.rule, let side):
      let opposite: AnnotationPosition
      switch side {
      case .top: opposite = .bottom
      case .bottom: opposite = .top
      case .leading: opposite = .trailing
      case .trailing: opposite = .leading
      default: return [asked]
      }
      return [annotation.alignment, .leading, .trailing, .center].flatMap { alignment in
        [(side, alignment), (opposite, alignment)]
      }
    default: return [asked]
    }
  }

  /// Places the annotations: each at its own side of the mark or, if it would be on another text, on
  /// a point or outside the picture, at another place; those for which there is no room nowhere.
  ///
  /// Those come first for which the points leave the fewest places. One that finds its places taken
  /// makes another go to a free place of that one's, if this is enough.
  mutating func placeAnnotations() {
    if pending.isEmpty { return }
    let symbols = Array(
      marks.lazy.filter { $0.kind == .point }.prefix(2000).map(\.frame))
    let candidates = pending.prefix(2000).map { ($0, freePlaces($0, symbols)) }
    var placed: [(index: Int, place: AnnotationPlace)] = []
    func taken(_ box: CGRect) -> [Int] {
      placed.indices.filter { placed[$0].place.box.intersects(box) }
    }
    let order = candidates.indices.sorted {
      (candidates[$0].1.count, $0) < (candidates[$1].1.count, $1)
    }
    for index in order {
      let places = candidates[index].1
      if let place = places.first(where: { taken($0.box).isEmpty }) {
        placed.append((index, place))
        continue
      }
      for place in places {
        let others = taken(place.box)
        guard others.count == 1 else { continue }
        let away = candidates[placed[others[0]].index].1.first {
          !$0.box.intersects(place.box) && Set(taken($0.box)).isSubset(of: others)
        }
        guard let away else { continue }
        placed[others[0]].place = away
        placed.append((index, place))
        break
      }
    }
    for (index, place) in placed.sorted(by: { $0.index < $1.index }) {
      add(candidates[index].0, place.box, place.side)
    }
  }

  /// A place of an annotation beside its mark.
  typealias AnnotationPlace = (box: CGRect, side: AnnotationPosition)

  /// Returns the places of an annotation in the picture that are not on points, or texts of the axes or
  /// of other plots.
  func freePlaces(
    _ annotation: Pending, _ symbols: [CGRect]
  ) -> [AnnotationPlace] {
    var places: [AnnotationPlace] = []
    for (side, alignment) in self.places(annotation) {
      guard let box = box(of: annotation, at: side, alignment) else { continue }
      if annotation.mark.kind == .point, side != .overlay,
        symbols.contains(where: { $0.intersects(box) && $0 != annotation.frame })
      {
        continue
      }
      places.append((box, side))
    }
    return places
  }

  /// Returns the place of an annotation; nil if it is on a text of the axes or of
  /// another plot, or not in the picture.
  func box(
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
    case .top, .topLeading, .topTrailing, .automatic: origin.y = frame.minY - spacing - text.height
    case .bottom, .bottomLeading, .bottomTrailing: origin.y = frame.maxY + spacing
    case .leading, .trailing: break
    case .overlay:
      origin = CGPoint(x: frame.midX - text.width / 2, y: frame.midY - text.height / 2)
    }
    switch side {
    case .leading, .topLeading, .bottomLeading: origin.x = frame.minX - spacing - text.width
    case .trailing, .topTrailing, .bottomTrailing: origin.x = frame.maxX + spacing
    case .top, .bottom, .automatic, .overlay: break
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
