import Foundation

// Animations of values under keys of the user's own: what presentations show of them, and the
// drawing that follows them (semantics 13.8).

/// What a layer shows at a frame, drawn by a presentation copy.
struct FrameDrawing {
  /// What the drawing followed from: nothing is drawn again while it stays the same.
  struct Source: Equatable {
    var values: [AnimatableValue?]
    var bounds: CGRect
    var contentsScale: CGFloat
    var displayCount: Int
  }

  var source: Source
  var contents: Bitmap?
  /// Whether it could not be drawn.
  var failed: Bool
}

extension Layer {
  /// The values under own keys as they are seen at a frame's time, in seconds.
  final func presentationKeyedValues(at time: Double) -> [String: Any] {
    guard let own = core.pointee.attachments else { return [:] }
    var values = own.published?.keyedValues ?? own.keyedValues
    let animations = publishedAnimations
    if animations.isEmpty { return values }
    let local = publishedClock.time(at: time)
    for entry in animations {
      let records =
        entry.hasBegun
        ? entry.ownRecords : entry.isPublished ? entry.ownRecords(beginningAt: local) : []
      for record in records { apply(record, at: local, to: &values) }
    }
    return values
  }

  private final func apply(
    _ record: AnimationRecord, at local: Double, to values: inout [String: Any]
  ) {
    let key = record.property
    let model = values[key] ?? unsetValue(forKey: key)
    guard let underlying = try? AnimatableValue(model),
      let value = record.value(at: local, over: underlying)
    else { return }
    values[key] = value.userValue(like: model)
  }

  /// The value under a key that was never set: that of the style, else the class's default.
  final func unsetValue(forKey key: String) -> Any? {
    Self.value(in: core.pointee.attachments?.style, forKey: key)
      ?? type(of: self).defaultValue(forKey: key)
  }

  /// The value under an own key, where it can be animated.
  final func ownAnimatableValue(forKey key: String) -> AnimatableValue? {
    let value = core.pointee.attachments?.keyedValues[key] ?? unsetValue(forKey: key)
    return value.flatMap { try? AnimatableValue($0) }
  }

  // MARK: - Drawing

  /// What was drawn for the last frame.
  final var frameDrawing: FrameDrawing? {
    core.pointee.status.contains(.drawsFrames) ? core.pointee.attachments?.drawing?.frame : nil
  }

  /// Draws what the layer shows at a frame's time, in seconds, unless that is drawn already.
  final func drawFrame(at time: Double) {
    let copy = presentation(at: time)
    let drawing = attachments.makeDrawing()
    let keys = attachments.animations.entries.flatMap { $0.drawnRecords.map(\.property) }
    let source = FrameDrawing.Source(
      values: keys.map { copy.ownAnimatableValue(forKey: $0) }, bounds: copy.bounds,
      contentsScale: copy.contentsScale, displayCount: drawing.displayCount)
    if drawing.frame?.source == source { return }
    let before = copy.core.pointee.contentsStorage?.toOpaque()
    copy.core.pointee.status.insert(.isDrawingFrame)
    copy.display()
    copy.core.pointee.status.remove(.isDrawingFrame)
    let drawsNothing =
      copy.core.pointee.contentsStorage?.toOpaque() == before && frameDrawing == nil
    let error = copy.attachments.drawing?.error
    if let error {
      drawing.error = error
      core.pointee.host?.pointee.host.takeUnretainedValue().noteUndrawn(self)
    } else if drawing.frame?.failed == true {
      drawing.error = nil
    }
    drawing.frame = FrameDrawing(
      source: source, contents: copy.contents, failed: error != nil)
    if drawsNothing { return }
    core.pointee.status.insert(.drawsFrames)
    TreeHost.enqueue(self, .values)
  }

  /// Shows the layer's contents again: no animation asks for drawing any more.
  final func endFrames() {
    // Whether the contents themselves can be drawn has to be found out again.
    let drawing = attachments.drawing
    if drawing?.frame?.failed == true {
      drawing?.error = nil
      setNeedsDisplay()
    }
    drawing?.frame = nil
    guard core.pointee.status.contains(.drawsFrames) else { return }
    core.pointee.status.remove(.drawsFrames)
    TreeHost.enqueue(self, .values)
  }

  /// The values that the renderer starts from.
  final var drawnValues: LayerValues {
    guard let frameDrawing else { return core.pointee.values }
    var values = core.pointee.values
    values.show(frameDrawing.contents)
    return values
  }

  /// The animations that the renderer applies: none of the contents, where those are drawn for
  /// each frame.
  final var drawnRecords: [AnimationRecord] {
    core.pointee.status.contains(.drawsFrames)
      ? activeRecords.filter { $0.property != "contents" } : activeRecords
  }
}

extension LayerValues {
  /// Shows a bitmap, or nothing, and no fade.
  mutating func show(_ bitmap: Bitmap?) {
    contents = bitmap
    if rare?.values.contentsFade != nil { rareValues.contentsFade = nil }
  }
}

extension AnimatableValue {
  /// The value as the user writes it, a number in the type of another one.
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
  /// The whole number towards zero, in another one's type.
  fileprivate func clamped<Integer: BinaryInteger>(like other: Integer) -> Integer {
    Integer(clamping: Int(Swift.max(-0x1p62, Swift.min(0x1p62, self))))
  }
}
