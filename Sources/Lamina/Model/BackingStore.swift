import Foundation

// The pixels of layers that draw themselves.
//
// What was published is never drawn over, as another thread may be looking at it. So a layer that
// is drawn again and again has two stores and uses them in turn. Where a part is drawn, what the
// older one has missed is copied, and costs no more than it would to draw it.

extension Layer {
  /// The bytes of pixels that the engine keeps because the layer draws itself: width x height x
  /// 4 in pixels, which are points times ``contentsScale``, rounded up; 0 for a layer that shows
  /// a bitmap of yours, or nothing.
  ///
  /// While a layer is drawn in part from frame to frame it is twice that, and so it is while all of
  /// a store of 128 KB or more is drawn. The second store is given back after thirty commits in
  /// which it was not needed.
  public final var backingStoreByteCount: Int {
    if let layer = self as? TiledLayer { return layer.tiles.byteCount }
    guard core.pointee.status.contains(.drewContents), let contents = core.pointee.values.contents
    else { return 0 }
    return contents.storage.byteCount
      + (core.pointee.attachments?.drawing?.spareStore?.byteCount ?? 0)
  }

  /// For how many commits a second store is kept that nobody uses.
  static let spareStoreLife = 30
  /// How many bytes a store has at least for its memory to be kept where none of its pixels are:
  /// less is as soon got anew.
  private static let leastSpareMemory = 128 << 10

  /// From the layer's own coordinates to the pixels of its backing store.
  final var toPixels: Transform2D {
    let scale = contentsScale
    return Transform2D(translationX: -bounds.origin.x, y: -bounds.origin.y)
      .concatenating(Transform2D(scaleX: scale, y: scale))
  }

  /// What a drawing begins with.
  private final var emptyPixel: UInt32 {
    isOpaque ? Color.black.premultipliedPixel : Color.clear.premultipliedPixel
  }

  /// The backing store of a size that the layer has been drawn into.
  final func drawnStore(width: Int, height: Int) -> PixelStorage? {
    guard core.pointee.status.contains(.drewContents),
      let old = core.pointee.values.contents?.storage, old.width == width, old.height == height
    else { return nil }
    return old
  }

  /// The marked rectangle, on whole pixels, rounded outwards.
  final func dirtyPixels(in whole: PixelRect) -> PixelRect {
    guard let rect = core.pointee.attachments?.drawing?.drawnRect else { return whole }
    let scale = contentsScale
    let origin = bounds.origin
    return PixelRect(
      minX: PixelSnapping.floor((rect.minX - origin.x) * scale),
      minY: PixelSnapping.floor((rect.minY - origin.y) * scale),
      maxX: PixelSnapping.ceil((rect.maxX - origin.x) * scale),
      maxY: PixelSnapping.ceil((rect.maxY - origin.y) * scale)
    ).intersection(whole)
  }

  /// An empty store.
  final func newStorage(width: Int, height: Int) -> PixelStorage {
    let storage =
      takeSpareStore(width: width, height: height)
      ?? PixelStorage(width: width, height: height, padded: false)
    storage.history = StoreHistory()
    storage.clear(to: emptyPixel)
    return storage
  }

  /// Storage with the pixels of `old`, but for a part that is empty.
  final func storage(continuing old: PixelStorage, in part: PixelRect) -> PixelStorage {
    old.finishDrawing()
    guard let spare = takeSpareStore(width: old.width, height: old.height) else {
      let copy = old.copy(padded: false)
      copy.fill(part, with: emptyPixel)
      return copy
    }
    let whole = PixelRect(x: 0, y: 0, width: old.width, height: old.height)
    spare.copy(old.history.changes(since: spare.history) ?? whole, from: old)
    spare.history = StoreHistory()
    spare.fill(part, with: emptyPixel)
    return spare
  }

  /// The second store, if it has that size and nobody else holds it; the layer has none then.
  private final func takeSpareStore(width: Int, height: Int) -> PixelStorage? {
    let drawing = core.pointee.attachments?.drawing
    var spare = drawing?.spareStore
    drawing?.spareStore = nil
    guard spare?.width == width, spare?.height == height, isKnownUniquelyReferenced(&spare) else {
      return nil
    }
    spare?.reclaim()
    return spare
  }

  /// Keeps the store that the layer was drawn into before, to be drawn into next.
  ///
  /// - Parameters:
  ///   - old: nil if there was none of that size.
  ///   - isContinued: whether its pixels were kept but for a part.
  final func keepSpareStore(_ old: PixelStorage?, isContinued: Bool) {
    guard let old, isContinued || old.byteCount >= Self.leastSpareMemory,
      let host = core.pointee.host?.pointee.host.takeUnretainedValue()
    else { return }
    let drawing = attachments.makeDrawing()
    drawing.spareStore = old
    drawing.spareStoreAge = 0
    if drawing.isSparing { return }
    drawing.isSparing = true
    host.sparingLayers.append(self)
  }
}

extension Layer {
  /// Whether ``draw(in:)`` only notes down what is drawn, which is then carried out on a
  /// background thread. False by default. Not animatable.
  ///
  /// ``draw(in:)`` itself is called where it always is, and the pixels are the same. Frames, and
  /// whoever reads ``contents``, wait for them only where they need them. It pays where
  /// ``draw(in:)`` leaves much to draw, as with long strokes, and several layers are drawn at a
  /// time or there is something else to do before the frame; a few small figures are drawn faster
  /// than noted down. Clipping to a path is worked out at once, and so is everything drawn before
  /// ``DrawingContext/makeBitmap()`` is called.
  public final var drawsAsynchronously: Bool {
    get { core.pointee.values.flags.contains(.drawsAsynchronously) }
    set {
      requireModel("drawsAsynchronously")
      if newValue {
        core.pointee.values.flags.insert(.drawsAsynchronously)
      } else {
        core.pointee.values.flags.remove(.drawsAsynchronously)
      }
    }
  }
}

extension TreeHost {
  /// Lets go of second stores that were not used for a while.
  func giveBackSpareStores() {
    sparingLayers.removeAll { layer in
      guard let drawing = layer.core.pointee.attachments?.drawing else { return true }
      drawing.spareStoreAge += 1
      if drawing.spareStore != nil, drawing.spareStoreAge <= Layer.spareStoreLife {
        return false
      }
      drawing.giveBackSpareStore()
      return true
    }
  }

  /// Lets go of the second store of a layer that leaves.
  func giveBackSpareStore(of layer: Layer) {
    guard let drawing = layer.core.pointee.attachments?.drawing, drawing.isSparing else { return }
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
