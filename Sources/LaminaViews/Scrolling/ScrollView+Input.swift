import Foundation
import Lamina

extension ScrollView {
  // MARK: - Fingers

  /// Handles the first finger coming down, which catches a moving view.
  ///
  /// - Returns: true if the view was moving.
  final func touchDidCome() -> Bool {
    isTracking = true
    guard motion.isMoving else { return false }
    stopMotion()
    return true
  }

  /// Handles the lifting of the last finger.
  final func touchesDidGo() {
    isTracking = false
    guard !motion.isMoving, contentOffset != inRange(contentOffset) else { return }
    guard let time = host?.now else { return move(to: inRange(contentOffset)) }
    if letGo(at: .zero, time: time) { delegate?.scrollViewWillBeginDecelerating(self) }
  }

  /// Returns true if a finger's movement, in points of the picture, scrolls.
  final func canScroll(along movement: CGPoint) -> Bool {
    abs(movement.x) >= abs(movement.y) ? canScrollHorizontally : canScrollVertically
  }

  /// Handles a change of the pan recognizer's state.
  final func pan(_ pan: PanGestureRecognizer) {
    switch pan.state {
    case .began:
      stopMotion()
      isDragging = true
      dragOrigin = dragOrigin(for: .zero)
      indicators.show(self)
      delegate?.scrollViewWillBeginDragging(self)
      drag()
    case .changed: drag()
    case .ended, .cancelled:
      drag()
      isDragging = false
      var velocity = pan.state == .ended ? pan.velocity(in: self) : .zero
      velocity = CGPoint(x: -velocity.x, y: -velocity.y)
      let time = pan.touches.last?.timestamp ?? host?.time ?? 0
      let moves = letGo(at: velocity, time: time)
      delegate?.scrollViewDidEndDragging(self, willDecelerate: moves)
      if moves { delegate?.scrollViewWillBeginDecelerating(self) } else { indicators.fade() }
    case .possible, .failed: break
    }
  }

  /// Returns the offset that the finger would have asked for before moving by `translation`, if it
  /// now asks for the offset shown.
  final func dragOrigin(for translation: CGPoint) -> CGPoint {
    let size = layer.bounds.size
    let asked =
      bounces
      ? CGPoint(
        x: RubberBand.undo(contentOffset.x, to: xRange, length: size.width),
        y: RubberBand.undo(contentOffset.y, to: yRange, length: size.height)) : contentOffset
    return CGPoint(x: asked.x + translation.x, y: asked.y + translation.y)
  }

  /// Moves to the offset that the finger asks for.
  private func drag() {
    let translation = panGestureRecognizer.translation(in: self)
    guard translation.isFinite else { return }
    var offset = contentOffset
    let asked = CGPoint(x: dragOrigin.x - translation.x, y: dragOrigin.y - translation.y)
    if canScrollHorizontally { offset.x = asked.x }
    if canScrollVertically { offset.y = asked.y }
    if bounces {
      let size = layer.bounds.size
      offset.x = RubberBand.apply(offset.x, to: xRange, length: size.width)
      offset.y = RubberBand.apply(offset.y, to: yRange, length: size.height)
    } else {
      offset = inRange(offset)
    }
    move(to: onPixels(offset))
  }

  // MARK: - The wheel and keys

  final func scrollByWheel(_ translation: CGPoint) -> Bool {
    guard isScrollEnabled else { return false }
    var way = translation
    if way.x == 0, takesVerticalWheel { swap(&way.x, &way.y) }
    if xRange.lowerBound == xRange.upperBound { way.x = 0 }
    if yRange.lowerBound == yRange.upperBound { way.y = 0 }
    guard way != .zero else { return false }
    stopMotion()
    let asked = inRange(
      CGPoint(
        x: contentOffset.x + wheelRest.x - way.x, y: contentOffset.y + wheelRest.y - way.y))
    let offset = onPixels(asked)
    let rest = CGPoint(x: asked.x - offset.x, y: asked.y - offset.y)
    let isAtEnd = offset == contentOffset && rest == wheelRest
    if offset != contentOffset {
      contentOffset = offset
      flashScrollIndicators()
    }
    wheelRest = rest
    return !isAtEnd
  }

  /// True if turning a vertical wheel scrolls horizontally: neither this view nor one around it can
  /// scroll vertically.
  private var takesVerticalWheel: Bool {
    guard yRange.lowerBound == yRange.upperBound else { return false }
    var next = superview
    while let view = next {
      if let outer = view as? ScrollView, outer.isScrollEnabled,
        outer.yRange.lowerBound < outer.yRange.upperBound
      {
        return false
      }
      next = view.superview
    }
    return true
  }

  /// The distance that the arrow keys scroll and the overlap of successive pages, in points.
  private static let line: CGFloat = 40

  final func scrollByKey(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    let isShifted = modifiers == .shift
    guard isScrollEnabled, !isDragging, modifiers.isEmpty || (isShifted && key == .space) else {
      return false
    }
    var offset = contentOffset
    if case .animation(_, _, let target) = motion { offset = target }
    let start = offset
    let (low, high, size) = (minimumContentOffset, maximumContentOffset, layer.bounds.size)
    // The page keys, home and end scroll vertically, unless only the x axis can scroll.
    let isUpright = low.y < high.y || low.x == high.x
    func page(_ sign: CGFloat) {
      let length = isUpright ? size.height : size.width
      let way = sign * max(length - Self.line, length / 2)
      if isUpright { offset.y += way } else { offset.x += way }
    }
    switch key {
    case .left: offset.x -= Self.line
    case .right: offset.x += Self.line
    case .up: offset.y -= Self.line
    case .down: offset.y += Self.line
    case .pageUp: page(-1)
    case .pageDown: page(1)
    case .space: page(isShifted ? -1 : 1)
    case .home: if isUpright { offset.y = low.y } else { offset.x = low.x }
    case .end: if isUpright { offset.y = high.y } else { offset.x = high.x }
    default: return false
    }
    offset = onPixels(inRange(offset))
    guard offset != start else { return false }
    setContentOffset(offset, animated: true)
    return true
  }
}
