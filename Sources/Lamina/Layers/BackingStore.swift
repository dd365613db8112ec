import Foundation

// The backing stores of layers that draw themselves.
//
// Published pixels are never overwritten, as another thread may be reading them. So a layer that is
// drawn repeatedly has two stores and alternates between them. If only a part is drawn, the area
// that the older store has missed is copied, which costs no more than drawing it.

extension Layer {
  /// The number of bytes of the pixels that the engine keeps because the layer draws itself: width
  /// x height x 4 in pixels, which are points times ``contentsScale``, rounded up; 0 for a layer
  /// that shows a bitmap of yours, or nothing.
  ///
  /// While a part of a layer is drawn from frame to frame, it is twice that, as it is while all of
  /// a store of 128 KB or more is drawn. The second store is released after thirty commits in which
  /// it was not needed.
  public final var backingStoreByteCount: Int {
    if let layer = self as? TiledLayer { return layer.tiles.byteCount }
    guard storage.status.contains(.drewContents), let contents = storage.values.contents
    else { return 0 }
    return contents.storage.byteCount
      + (storage.sideTable?.drawing?.spareStore?.byteCount ?? 0)
  }

  /// The number of commits for which an unused second store is kept.
  static let spareStoreLife = 30
  /// The minimum size, in bytes, of a store whose memory is kept although none of its pixels are:
  /// smaller ones are allocated again just as fast.
  private static let leastSpareMemory = 128 << 10

  /// The transform from the layer's own coordinates to the pixels of its backing store.
  final var toPixels: Transform2D {
    let scale = contentsScale
    return Transform2D(translationX: -bounds.origin.x, y: -bounds.origin.y)
      .concatenating(Transform2D(scaleX: scale, y: scale))
  }

  /// The initial pixel of a drawing.
  private final var emptyPixel: UInt32 {
    isOpaque ? Color.black.premultipliedPixel : Color.clear.premultipliedPixel
  }

  /// Returns the backing store of a given size that the layer has drawn into, or nil.
  final func drawnStore(width: Int, height: Int) -> PixelStorage? {
    guard storage.status.contains(.drewContents),
      let old = storage.values.contents?.storage, old.width == width, old.height == height
    else { return nil }
    return old
  }

  /// Returns the dirty rectangle, on whole pixels, rounded outwards.
  final func dirtyPixels(in whole: PixelRect) -> PixelRect {
    guard let rect = storage.sideTable?.drawing?.drawnRect else { return whole }
    let scale = contentsScale
    let origin = bounds.origin
    return PixelRect(
      minX: PixelSnapping.floor((rect.minX - origin.x) * scale),
      minY: PixelSnapping.floor((rect.minY - origin.y) * scale),
      maxX: PixelSnapping.ceil((rect.maxX - origin.x) * scale),
      maxY: PixelSnapping.ceil((rect.maxY - origin.y) * scale)
    ).intersection(whole)
  }

  /// Returns an empty store.
  final func newStorage(width: Int, height: Int) -> PixelStorage {
    let storage =
      takeSpareStore(width: width, height: height)
      ?? PixelStorage(width: width, height: height, padded: false)
    storage.history = BackingStoreHistory()
    storage.clear(to: emptyPixel)
    return storage
  }

  /// Returns storage with the pixels of `old`, except for an empty part.
  final func storage(continuing old: PixelStorage, in part: PixelRect) -> PixelStorage {
    old.finishDrawing()
    guard let spare = takeSpareStore(width: old.width, height: old.height) else {
      let copy = old.copy(padded: false)
      copy.fill(part, with: emptyPixel)
      return copy
    }
    let whole = PixelRect(x: 0, y: 0, width: old.width, height: old.height)
    spare.copy(old.history.changes(since: spare.history) ?? whole, from: old)
    spare.history = BackingStoreHistory()
    spare.fill(part, with: emptyPixel)
    return spare
  }

  /// Takes the second store from the layer and returns it if it has that size and is not referenced
  /// elsewhere, otherwise nil.
  private final func takeSpareStore(width: Int, height: Int) -> PixelStorage? {
    let drawing = storage.sideTable?.drawing
    var spare = drawing?.spareStore
    drawing?.spareStore = nil
    guard spare?.width == width, spare?.height == height, isKnownUniquelyReferenced(&spare) else {
      return nil
    }
    spare?.reclaim()
    return spare
  }

  /// Keeps the store that the layer was drawn into before as the next back buffer.
  ///
  /// - Parameters:
  ///   - old: the store; nil if there was none of that size.
  ///   - isContinued: whether its pixels were kept except for a part.
  final func keepSpareStore(_ old: PixelStorage?, isContinued: Bool) {
    guard let old, isContinued || old.byteCount >= Self.leastSpareMemory,
      let layerTree
    else { return }
    let drawing = sideTable.makeDrawing()
    drawing.spareStore = old
    drawing.spareStoreAge = 0
    if drawing.isSparing { return }
    drawing.isSparing = true
    layerTree.sparingLayers.append(self)
  }
}

extension Layer {
  /// A Boolean value indicating whether the commands of ``draw(in:)`` are recorded, then replayed
  /// on a background thread. False by default. Not animatable.
  ///
  /// ``draw(in:)`` itself is called at the usual time, and the pixels are the same. Frames, and
  /// readers of ``contents``, wait for the pixels only when they need them. It pays off if
  /// ``draw(in:)`` leaves much to draw, as with long strokes, and several layers are drawn at a
  /// time or there is other work to do before the frame; a few small figures are drawn faster than
  /// recorded. Clipping to a path is evaluated immediately, and so is everything drawn before
  /// ``DrawingContext/makeBitmap()`` is called.
  public final var drawsAsynchronously: Bool {
    get { storage.values.flags.contains(.drawsAsynchronously) }
    set {
      requireModel("drawsAsynchronously")
      if newValue {
        storage.values.flags.insert(.drawsAsynchronously)
      } else {
        storage.values.flags.remove(.drawsAsynchronously)
      }
    }
  }
}

extension LayerTree {
  /// Releases second stores that have not been used for a while.
  func giveBackSpareStores() {
    sparingLayers.removeAll { layer in
      guard let drawing = layer.storage.sideTable?.drawing else { return true }
      drawing.spareStoreAge += 1
      if drawing.spareStore != nil, drawing.spareStoreAge <= Layer.spareStoreLife {
        return false
      }
      drawing.giveBackSpareStore()
      return true
    }
  }

  /// Releases the second store of a layer that leaves.
  func giveBackSpareStore(of layer: Layer) {
    guard let drawing = layer.storage.sideTable?.drawing, drawing.isSparing else { return }
    drawing.giveBackSpareStore()
    sparingLayers.removeAll { $0 === layer }
  }
}

extension LayerDrawing {
  fileprivate func giveBackSpareStore() {
    spareStore = nil
    isSparing = false
  }
}
