import Foundation

/// An error that prevents a layer's contents from being drawn.
@nonexhaustive
public enum LayerDrawingError: LocalizedError, Equatable, CustomStringConvertible {
  /// The contents would have a side longer than ``Bitmap/maximumSideLength`` pixels. Their size is
  /// that of the bounds times ``Layer/contentsScale``, rounded up.
  case contentsTooLarge(layer: String, width: Int, height: Int)

  public var description: String {
    switch self {
    case .contentsTooLarge(let layer, let width, let height):
      "\(layer): its contents would be \(width) x \(height) pixels, but a side can have at "
        + "most \(Bitmap.maximumSideLength)"
    }
  }

  public var errorDescription: String? { description }
}

extension Layer {
  /// Marks the whole layer as needing display: its contents are redrawn before the next commit is
  /// published.
  public final func setNeedsDisplay() {
    requireModel("contents")
    if storage.status.contains(.tiled) { return redrawTiles(nil) }
    storage.sideTable?.drawing?.displayRect = nil
    requestDisplay()
  }

  /// Marks a rectangle of the layer as needing display, in the layer's own coordinate space
  /// (points): only this part is redrawn, over a copy of the contents. Several rectangles are
  /// redrawn as their bounding box.
  ///
  /// A rectangle that is null, empty or outside the bounds has no effect. All of the layer is drawn
  /// if no contents have been drawn at the current size yet.
  ///
  /// - Precondition: all four numbers are finite, unless the rectangle is null.
  public final func setNeedsDisplay(_ rect: CGRect) {
    requireModel("contents")
    if rect.isNull { return }
    checkFinite(rect, "the rectangle to display")
    if storage.status.contains(.tiled) { return redrawTiles(rect.standardized) }
    let part = rect.standardized.clipped(to: bounds)
    guard !part.isNull, part.width > 0, part.height > 0 else { return }
    if !needsDisplay() {
      sideTable.makeDrawing().displayRect = part
      requestDisplay()
    } else if let drawing = sideTable.drawing, let earlier = drawing.displayRect {
      drawing.displayRect = earlier.union(part)
    }
  }

  private final func redrawTiles(_ rect: CGRect?) {
    if let layer = self as? TiledLayer { layer.invalidateTiles(rect) }
  }

  /// Returns a Boolean value indicating whether the layer is marked as needing display.
  public final func needsDisplay() -> Bool { storage.status.contains(.needsDisplay) }

  /// Calls ``display()`` immediately if the layer is marked as needing display.
  public final func displayIfNeeded() {
    guard needsDisplay() else { return }
    storage.status.remove(.needsDisplay)
    let drawing = storage.sideTable?.makeDrawing()
    if let drawing {
      drawing.displayCount += 1
      drawing.drawnRect = drawing.displayRect
      drawing.displayRect = nil
    }
    display()
    drawing?.drawnRect = nil
  }

  private final func requestDisplay() {
    guard !needsDisplay() else { return }
    storage.status.insert(.needsDisplay)
    layerTree?.markModified()
    layerTree?.awaitingDisplay.append(self)
  }

  /// Implements ``display()`` for this class (rule 13.6).
  final func displayContents() {
    requireModel("contents")
    storage.status.remove(.needsDisplay)
    let delegate = self.delegate
    if let delegate, delegate.display(self) { return }
    if delegate == nil, type(of: self) == Layer.self { return }
    delegate?.layerWillDraw(self)

    let width = Self.pixels(bounds.size.width * contentsScale)
    let height = Self.pixels(bounds.size.height * contentsScale)
    guard width > 0, height > 0 else {
      if storage.status.contains(.drewContents) { contents = nil }
      return
    }
    guard max(width, height) <= Bitmap.maximumSideLength else {
      sideTable.makeDrawing().error = .contentsTooLarge(
        layer: diagnosticName, width: width, height: height)
      layerTree?.noteUndrawn(self)
      return
    }
    storage.sideTable?.drawing?.error = nil
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    let previous = drawnStore(width: width, height: height)
    let old = storage.sideTable?.drawing?.drawnRect == nil ? nil : previous
    let part = old == nil ? whole : dirtyPixels(in: whole)
    let context = DrawingContext(
      storage: old.map { storage(continuing: $0, in: part) }
        ?? newStorage(width: width, height: height),
      clip: part, transform: toPixels, isOpaque: isOpaque && old == nil)
    if drawsAsynchronously { context.beginRecording() }
    storage.status.remove(.drewNothing)
    draw(in: context)
    if storage.status.contains(.drewNothing), !context.hasDrawn { return }
    contents = context.makeContents(continuing: old, in: part)
    storage.status.insert(.drewContents)
    keepSpareStore(previous, isContinued: old != nil)
  }

  /// Returns a length in pixels, rounded up unless it exceeds a whole number only by a rounding
  /// error.
  static func pixels(_ length: CGFloat) -> Int {
    length > 0 ? Int(min((length * (1 - 1e-12)).rounded(.up), 1e15)) : 0
  }
}

extension LayerTree {
  /// Records a layer whose contents could not be drawn.
  func noteUndrawn(_ layer: Layer) {
    if !undrawnLayers.contains(where: { $0 === layer }) { undrawnLayers.append(layer) }
  }

  /// The first outstanding error of a layer that keeps the tree from being drawn completely, or
  /// nil.
  var drawingError: LayerDrawingError? {
    if undrawnLayers.isEmpty { return nil }
    undrawnLayers.removeAll {
      $0.layerTree !== self || $0.storage.sideTable?.drawing?.error == nil
    }
    return undrawnLayers.first?.storage.sideTable?.drawing?.error
  }
}
