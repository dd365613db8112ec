import Foundation

// Animations of values under custom keys: their presented values, and the drawing that depends on
// them (rule 13.8).

/// The contents of a layer at a frame, drawn by a presentation copy.
struct FrameDrawing {
  /// The inputs of the drawing, which is redrawn only when they change.
  struct DrawnState: Equatable {
    var values: [AnimatableValue?]
    var bounds: CGRect
    var contentsScale: CGFloat
    var displayCount: Int
  }

  var source: DrawnState
  var contents: Bitmap?
  /// True if drawing failed.
  var failed: Bool
}

extension Layer {
  /// Returns the values under custom keys as presented at a frame's time, in seconds.
  final func presentationKeyedValues(at time: Double) -> [String: Any] {
    let own = storage.sideTable
    var values = own?.published?.keyedValues ?? own?.keyedValues ?? [:]
    let animations = publishedAnimations
    if animations.isEmpty { return values }
    let local = publishedClock.time(at: time)
    for entry in animations {
      let committedAnimations =
        entry.hasBegun
        ? entry.ownKeyAnimations
        : entry.isPublished ? entry.ownKeyAnimations(beginningAt: local) : []
      for animation in committedAnimations { apply(animation, at: local, to: &values) }
    }
    return values
  }

  private final func apply(
    _ animation: CommittedAnimation, at local: Double, to values: inout [String: Any]
  ) {
    let key = animation.property
    let model = values[key] ?? unsetValue(forKey: key)
    guard let underlying = try? AnimatableValue(model),
      let value = animation.value(at: local, over: underlying)
    else { return }
    values[key] = value.userValue(like: model)
  }

  /// Returns the value for a key that was never set: the style's, or else the class's default.
  final func unsetValue(forKey key: String) -> Any? {
    Self.value(in: storage.sideTable?.style, forKey: key)
      ?? type(of: self).defaultValue(forKey: key)
  }

  /// Returns the value under a custom key, or nil if it is not animatable.
  final func ownAnimatableValue(forKey key: String) -> AnimatableValue? {
    let value = storage.sideTable?.keyedValues[key] ?? unsetValue(forKey: key)
    return value.flatMap { try? AnimatableValue($0) }
  }

  // MARK: - Drawing

  /// The drawing for the last frame, if it replaces the contents.
  final var frameDrawing: FrameDrawing? {
    storage.status.contains(.drawsFrames) ? storage.sideTable?.drawing?.frame : nil
  }

  /// Draws the contents presented at a frame's time, in seconds, unless they are already drawn.
  final func drawFrame(at time: Double) {
    let copy = presentation(at: time)
    let drawing = sideTable.makeDrawing()
    let keys = storage.animations.entries.flatMap { $0.drawnAnimations.map(\.property) }
    let source = FrameDrawing.DrawnState(
      values: keys.map { copy.ownAnimatableValue(forKey: $0) }, bounds: copy.bounds,
      contentsScale: copy.contentsScale, displayCount: drawing.displayCount)
    if drawing.frame?.source == source { return }
    let before = copy.storage.contentsStorage?.toOpaque()
    copy.storage.status.insert(.isDrawingFrame)
    copy.display()
    copy.storage.status.remove(.isDrawingFrame)
    let drawsNothing =
      copy.storage.contentsStorage?.toOpaque() == before && frameDrawing == nil
    let error = copy.sideTable.drawing?.error
    if let error {
      drawing.error = error
      layerTree?.noteUndrawn(self)
    } else if drawing.frame?.failed == true {
      drawing.error = nil
    }
    drawing.frame = FrameDrawing(
      source: source, contents: copy.contents, failed: error != nil)
    if drawsNothing { return }
    storage.status.insert(.drawsFrames)
    LayerTree.enqueue(self)
  }

  /// Shows the layer's contents again, when no animation needs a drawing any more.
  final func endFrames() {
    // Whether the contents themselves can be drawn must be determined again.
    let drawing = sideTable.drawing
    if drawing?.frame?.failed == true {
      drawing?.error = nil
      setNeedsDisplay()
    }
    drawing?.frame = nil
    guard storage.status.contains(.drawsFrames) else { return }
    storage.status.remove(.drawsFrames)
    LayerTree.enqueue(self)
  }

  /// The values that the renderer starts from.
  final var drawnValues: LayerValues {
    guard let frameDrawing else { return storage.values }
    var values = storage.values
    values.show(frameDrawing.contents)
    return values
  }

  /// The animations that the renderer applies, without those of the contents if these are drawn for
  /// each frame.
  final var drawnAnimations: [CommittedAnimation] {
    storage.status.contains(.drawsFrames)
      ? activeRecords.filter { $0.property != "contents" } : activeRecords
  }
}

extension LayerValues {
  /// Sets the contents to a bitmap or nil, without a cross-fade.
  mutating func show(_ bitmap: Bitmap?) {
    contents = bitmap
    if rare?.values.contentsFade != nil { rareValues.contentsFade = nil }
  }
}

extension AnimatableValue {
  /// Returns the value in its public form, with a number converted to the type of another one.
  func userValue(like original: Any?) -> Any? {
    guard case .scalar(let number) = self else { return userValue }
    switch original {
    case is Float: return Float(number)
    case is CGFloat: return CGFloat(number)
    case let original as any BinaryInteger: return number.clamped(like: original)
    default: return number
    }
  }
}

extension Double {
  /// Returns the number truncated toward zero, in the type of another one.
  fileprivate func clamped<Integer: BinaryInteger>(like other: Integer) -> Integer {
    Integer(clamping: Int(Swift.max(-0x1p62, Swift.min(0x1p62, self))))
  }
}
