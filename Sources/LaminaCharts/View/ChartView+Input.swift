import Foundation
import Lamina
import LaminaViews

extension ChartView: GestureRecognizerDelegate {
  func addRecognizers() {
    let hover = HoverGestureRecognizer()
    hover.addAction { [unowned self] hover in
      point(at: hover.state == .began || hover.state == .changed ? hover.location(in: self) : nil)
    }
    let tap = TapGestureRecognizer()
    tap.delegate = self
    tap.addAction { [unowned self] tap in self.tap(at: tap.location(in: self)) }
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    double.delegate = self
    double.addAction { [unowned self] tap in
      if chartLayout?.legendEntry(at: tap.location(in: self)) == nil { reset() }
    }
    let pan = PanGestureRecognizer()
    pan.maximumNumberOfTouches = 1
    pan.delegate = self
    pan.addAction { [unowned self] pan in drag(pan) }
    let pinch = PinchGestureRecognizer()
    pinch.addAction { [unowned self] pinch in
      if pinch.state == .changed { zoom(by: pinch.scale, about: pinch.location(in: self)) }
      pinch.scale = 1
    }
    for recognizer in [hover, tap, double, pan, pinch] { addGestureRecognizer(recognizer) }
  }

  /// Returns true, and notes the place of the touch.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool {
    touchPlace = touch.location(in: self)
    return true
  }

  /// Returns true for a tap and a double tap, the first of which counts as a tap at once.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    recognizer is TapGestureRecognizer && other is TapGestureRecognizer
  }

  // MARK: - Pointer

  private func tap(at point: CGPoint) {
    if let name = chartLayout?.legendEntry(at: point) {
      toggle(name)
    } else {
      self.point(at: point)
    }
  }

  /// Hides or shows the marks of an entry of the legend.
  private func toggle(_ name: String) {
    if hiddenEntries.remove(name) == nil { hiddenEntries.insert(name) }
  }

  private func drag(_ pan: PanGestureRecognizer) {
    let point = pan.location(in: self)
    let translation = pan.translation(in: self)
    pan.setTranslation(.zero, in: self)
    if pan.state == .began, pan.modifiers.contains(.shift) {
      selectionStart = touchPlace
    }
    if let start = selectionStart {
      select(from: start, to: point)
      if pan.state == .ended || pan.state == .cancelled { selectionStart = nil }
      return
    }
    guard pan.state == .began || pan.state == .changed else { return }
    if viewport.xDomain == nil, yDomain == nil {
      self.point(at: point)
    } else {
      Transaction.run(disableActions: true) { move(by: translation) }
    }
  }

  /// Selects the interval of x values between two places, in points.
  private func select(from start: CGPoint, to end: CGPoint) {
    guard let layout = chartLayout, let plot = layout.plot(at: start) ?? layout.plots.first,
      plot.x.ends != nil
    else { return }
    func value(_ place: CGPoint) -> Double? {
      plot.x.value(at: max(plot.frame.minX, min(place.x, plot.frame.maxX)))?.scalar
    }
    guard let a = value(start), let b = value(end), a.isFinite, b.isFinite, a != b else { return }
    selectedXRange = min(a, b)...max(a, b)
  }

  func turnWheel(by translation: CGPoint, at point: CGPoint) -> Bool {
    guard let layout = chartLayout, layout.plot(at: point) != nil, canZoom(layout) else {
      return false
    }
    if abs(translation.x) > abs(translation.y) {
      Transaction.run(disableActions: true) {
        move(by: CGPoint(x: translation.x, y: 0))
      }
    } else {
      // Four notches of 48 points double the size.
      zoom(by: exp2(translation.y / 192), about: point)
    }
    return true
  }

  private func canZoom(_ layout: ChartLayout) -> Bool {
    (zoomableAxes.contains(.x) && layout.x.coordinateEnds != nil)
      || (zoomableAxes.contains(.y) && layout.y.coordinateEnds != nil)
  }

  // MARK: - Zoom

  private func zoom(by factor: CGFloat, about point: CGPoint) {
    Transaction.run(disableActions: true) { magnify(by: factor, about: point) }
  }

  /// Magnifies the zoomable axes about a point of the view, in the transaction in force.
  private func magnify(by factor: CGFloat, about point: CGPoint) {
    guard let shown = chartLayout, !shown.isGrid, let whole = whole() else { return }
    let point = shown.pointInFirstPlot(point)
    change(
      x: AxisZoom(shown: shown.x, whole: whole.x).magnified(by: factor, about: point.x),
      y: AxisZoom(shown: shown.y, whole: whole.y).magnified(by: factor, about: point.y))
  }

  /// Moves the content of the zoomable axes.
  private func move(by distance: CGPoint) {
    guard let shown = chartLayout, !shown.isGrid, let whole = whole() else { return }
    change(
      x: AxisZoom(shown: shown.x, whole: whole.x).moved(by: distance.x),
      y: AxisZoom(shown: shown.y, whole: whole.y).moved(by: distance.y))
  }

  private func change(x: AxisZoom.Domain, y: AxisZoom.Domain) {
    if zoomableAxes.contains(.x) { x.apply(to: &viewport.xDomain) }
    if zoomableAxes.contains(.y) { y.apply(to: &yDomain) }
  }

  /// Shows all: the whole axes, and all marks, in the transaction in force.
  public func reset() {
    viewport.xDomain = nil
    yDomain = nil
    hiddenEntries = []
    selectedXRange = nil
  }

  // MARK: - Keys

  func press(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    guard let layout = chartLayout, modifiers.isSubset(of: .shift) else { return false }
    if case .character(let character) = key, let number = character.wholeNumberValue, number > 0 {
      guard number <= layout.legendEntries.count else { return false }
      toggle(layout.legendEntries[number - 1].name)
      return true
    }
    if key == .home || key == .character("0") {
      reset()
      return true
    }
    let plots = layout.plots
    guard let plot = plots.indices.contains(pointedPlot) ? plots[pointedPlot] : plots.first else {
      return false
    }
    if modifiers.contains(.shift), let direction = key.direction {
      guard viewport.xDomain != nil || yDomain != nil else { return false }
      move(
        by: CGPoint(
          x: -direction.x * plot.frame.width / 10, y: -direction.y * plot.frame.height / 10))
      return true
    }
    switch key {
    case .left, .right, .up, .down: return step(key, layout, plot)
    case .plus, .minus:
      guard canZoom(layout) else { return false }
      // A crosshair may have left the plot with the content.
      let seen = plot.frame.minX...plot.frame.maxX
      let crosshair = viewport.crosshair.flatMap { plot.x.position(of: $0) }
      let place = crosshair.flatMap { seen.contains($0) ? $0 : nil } ?? plot.frame.midX
      magnify(
        by: key == .plus ? exp2(0.5) : exp2(-0.5),
        about: CGPoint(x: place, y: plot.frame.midY))
      return true
    case .escape:
      guard pointer != nil || viewport.crosshair != nil || selectedXRange != nil else {
        return false
      }
      point(at: nil)
      selectedXRange = nil
      return true
    default: return false
    }
  }

  /// Moves the crosshair to the neighbouring place.
  private func step(_ key: Key, _ layout: ChartLayout, _ plot: PlacedPlot) -> Bool {
    guard let direction = key.direction else { return false }
    let forward = plot.isTurned ? direction.y : direction.x
    guard forward != 0 else { return false }
    let shown = pointer.flatMap { layout.reading(of: chartLayer.chart, at: $0, in: plot) }
    let current = shown?.place ?? viewport.crosshair.flatMap { plot.along.position(of: $0) }
    let start = current ?? (forward > 0 ? -.infinity : .infinity)
    guard let mark = layout.mark(nextTo: start, isForward: forward > 0, in: plot) else {
      return current != nil
    }
    let frame = plot.frame
    let next = plot.place(of: mark)
    point(
      at: plot.isTurned
        ? CGPoint(x: frame.midX, y: next)
        : CGPoint(x: next, y: plot.isScatter ? mark.frame.midY : frame.midY))
    return true
  }
}

extension Key {
  /// The direction of an arrow key, with y growing downwards; nil for other keys.
  fileprivate var direction: CGPoint? {
    switch self {
    case .left: CGPoint(x: -1, y: 0)
    case .right: CGPoint(x: 1, y: 0)
    case .up: CGPoint(x: 0, y: -1)
    case .down: CGPoint(x: 0, y: 1)
    default: nil
    }
  }
}
