import Foundation

extension Layer {
  /// A copy of the layer as it is seen at the time of the last frame: committed values with
  /// running animations applied. Nil until the layer has been committed in a renderer's tree.
  ///
  /// Nothing shows of what is not committed yet: neither values nor animations, neither
  /// sublayers that were added nor such that were taken out.
  ///
  /// The copy has the layer's class, made with ``init(layer:)``. It cannot be changed; its
  /// ``superlayer`` and ``sublayers`` are copies, too, so hit testing and conversion work in
  /// what is seen. It does not follow later frames. The presentation of a copy is itself.
  ///
  /// - Complexity: O(animations of the layer).
  public final func presentation() -> Self? {
    if core.pointee.status.contains(.presentation) { return self }
    guard let state = core.pointee.publishedHost else { return nil }
    return presentation(at: state.pointee.time ?? 0)
  }

  /// The layer that this copy shows; a layer that is no copy itself.
  public final func model() -> Self {
    guard core.pointee.status.contains(.presentation) else { return self }
    guard let model = core.pointee.attachments?.model as? Self else {
      refuse("\(diagnosticName) is a presentation layer that has lost its model")
    }
    return model
  }

  /// A copy as it is seen at a frame's time, in seconds.
  package final func presentation(at time: Double) -> Self {
    let copy = type(of: self).init(layer: self)
    copy.core.pointee.values = presentationValues(at: time)
    let attachments = copy.attachments
    attachments.model = self
    attachments.presentationTime = time
    if core.pointee.attachments != nil {
      attachments.keyedValues = presentationKeyedValues(at: time)
      attachments.timing = publishedTiming
    }
    copy.core.pointee.status.insert(.presentation)
    return copy
  }

  /// Whether the layer's own timing has it there at a frame's time; see ``fillMode``.
  final func isPresent(at time: Double) -> Bool {
    publishedTiming.isEndlessLayer || publishedClock.isPresent(at: time)
  }

  /// The committed values with the animations of committed transactions applied.
  final func presentationValues(at time: Double) -> LayerValues {
    guard let host = core.pointee.publishedHost?.pointee.host.takeUnretainedValue() else {
      return core.pointee.values
    }
    var values = host.publishedValues(of: self)
    let animations = publishedAnimations
    if animations.isEmpty { return values }
    let local = publishedClock.time(at: time)
    for entry in animations {
      if entry.hasBegun {
        values.apply(entry.records, at: local)
      } else if entry.isPublished {
        // It begins with the next frame, so it is seen as at its beginning.
        values.apply(entry.records(beginningAt: local), at: local)
      }
    }
    if let frameDrawing { values.show(frameDrawing.contents) }
    return values
  }

  /// The animations as they were published; some may be removed by now.
  final var publishedAnimations: [AnimationEntry] {
    core.pointee.attachments?.animations.published ?? []
  }

  /// The superlayer of a copy: a copy of the model's superlayer, at the same time.
  final var presentedSuperlayer: Layer? {
    guard core.pointee.status.contains(.presentation),
      let attachments = core.pointee.attachments,
      let parent = attachments.model?.publishedSuperlayer
    else { return nil }
    return parent.presentation(at: attachments.presentationTime)
  }

  /// The sublayers of a copy: copies of the model's sublayers that are there at the same time.
  final var presentedSublayers: [Layer]? {
    guard let attachments = core.pointee.attachments, let model = attachments.model else {
      return nil
    }
    let host = model.core.pointee.publishedHost
    let copies = model.publishedSublayers.compactMap { layer -> Layer? in
      guard layer.core.pointee.publishedHost == host,
        layer.isPresent(at: attachments.presentationTime)
      else { return nil }
      return layer.presentation(at: attachments.presentationTime)
    }
    return copies.isEmpty ? nil : copies
  }
}
