import Foundation

extension Layer {
  /// Returns a copy of the layer as presented at the time of the last frame: its committed values
  /// with running animations applied. Returns nil until the layer has been committed in a
  /// renderer's tree.
  ///
  /// The copy reflects nothing that is not committed yet: no values, no animations, and no added or
  /// removed sublayers.
  ///
  /// The copy is an instance of the layer's class, created with ``init(layer:)``. It cannot be
  /// modified. Its ``superlayer`` and ``sublayers`` are copies, too, so hit testing and conversion
  /// work with what is on screen. It does not follow later frames. The presentation of a copy is
  /// the copy itself.
  ///
  /// - Complexity: O(*n*) in the animations of the layer.
  public final func presentation() -> Self? {
    if isPresentation { return self }
    guard let time = timeOfLastCommit else { return nil }
    return presentation(at: time)
  }

  /// True if the layer is a copy that presents another.
  // Not inlined: the optimizer of Swift 6.3 fails on functions that return Self and access `storage`.
  @inline(never)
  private final var isPresentation: Bool { storage.status.contains(.presentation) }

  /// The time of the last commit of the tree that the layer was last published in, in seconds; nil
  /// if there is no such tree.
  @inline(never)
  private final var timeOfLastCommit: Double? {
    publishedLayerTree.map { $0.time ?? 0 }
  }

  /// Returns the layer that this copy presents, or the layer itself if it is not a copy.
  public final func model() -> Self {
    guard isPresentation else { return self }
    guard let model = sideTable.model as? Self else {
      refuse("\(diagnosticName) is a presentation layer whose model layer no longer exists")
    }
    return model
  }

  /// Returns a copy as presented at a frame's time, in seconds.
  package final func presentation(at time: Double) -> Self {
    let copy = type(of: self).init(layer: self)
    copy.present(self, at: time)
    return copy
  }

  /// Makes this new copy present a layer at a frame's time, in seconds.
  @inline(never)
  private final func present(_ layer: Layer, at time: Double) {
    storage.values = layer.presentationValues(at: time)
    let sideTable = sideTable
    sideTable.model = layer
    sideTable.presentationTime = time
    if layer.storage.sideTable != nil || !layer.publishedAnimations.isEmpty {
      sideTable.keyedValues = layer.presentationKeyedValues(at: time)
      sideTable.timing = layer.publishedTiming
    }
    storage.status.insert(.presentation)
  }

  /// Returns true if the layer's own timing makes it present at a frame's time; see ``fillMode``.
  final func isPresent(at time: Double) -> Bool {
    publishedTiming.isEndlessLayer || publishedClock.isPresent(at: time)
  }

  /// Returns the committed values with the animations of committed transactions applied.
  final func presentationValues(at time: Double) -> LayerValues {
    guard let layerTree = publishedLayerTree else { return storage.values }
    var values = layerTree.journal.values(of: self) ?? storage.values
    let animations = publishedAnimations
    if animations.isEmpty { return values }
    let local = publishedClock.time(at: time)
    for entry in animations {
      if entry.hasBegun {
        values.apply(entry.committedAnimations, at: local)
      } else if entry.isPublished {
        // It begins with the next frame, so it is presented at its beginning.
        values.apply(entry.committedAnimations(beginningAt: local), at: local)
      }
    }
    if let frameDrawing { values.show(frameDrawing.contents) }
    return values
  }

  /// The animations as last published; some may have been removed since.
  final var publishedAnimations: [AnimationEntry] {
    storage.animations.published
  }

  /// The superlayer in the published tree.
  final var publishedSuperlayer: Layer? {
    publishedLayerTree?.journal.superlayer(of: self)
  }

  /// The sublayers in the published tree.
  final var publishedSublayers: [Layer] {
    publishedLayerTree?.journal.sublayers(of: self) ?? []
  }

  /// The published timing of the layer.
  final var publishedTiming: TimingParameters {
    guard let sideTable = storage.sideTable else { return .layerDefaults }
    return sideTable.published?.timing ?? sideTable.timing
  }

  /// The superlayer of a copy: a copy of the model's superlayer at the same time.
  final var presentedSuperlayer: Layer? {
    guard storage.status.contains(.presentation),
      let sideTable = storage.sideTable,
      let parent = sideTable.model?.publishedSuperlayer
    else { return nil }
    return parent.presentation(at: sideTable.presentationTime)
  }

  /// The sublayers of a copy: copies of the model's sublayers that are present at the same time.
  final var presentedSublayers: [Layer]? {
    guard let sideTable = storage.sideTable, let model = sideTable.model else {
      return nil
    }
    let layerTree = model.publishedLayerTree
    let copies = model.publishedSublayers.compactMap { layer -> Layer? in
      guard layer.publishedLayerTree === layerTree,
        layer.isPresent(at: sideTable.presentationTime)
      else { return nil }
      return layer.presentation(at: sideTable.presentationTime)
    }
    return copies.isEmpty ? nil : copies
  }
}
