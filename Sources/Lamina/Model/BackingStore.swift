import Foundation

// The pixels of layers that draw themselves.
//
// What was published is never drawn over, as another thread may be looking at it. So a layer that
// is drawn in part, again and again, has two stores and uses them in turn: what the older one has
// missed is copied, and costs no more than it would to draw it.

extension Layer {
  /// The bytes of pixels that the engine keeps because the layer draws itself: width x height x
  /// 4 in pixels, which are points times ``contentsScale``, rounded up; 0 for a layer that shows
  /// a bitmap of yours, or nothing.
  ///
  /// While a layer is drawn in part from frame to frame it is twice that. The second store is
  /// given back after thirty commits in which it was not needed, and when all of the layer is
  /// drawn.
  public final var backingStoreByteCount: Int {
    if let layer = self as? TiledLayer { return layer.tiles.byteCount }
    guard core.pointee.status.contains(.drewContents), let contents = core.pointee.values.contents
    else { return 0 }
    return contents.storage.byteCount + (core.pointee.attachments?.spareStore?.byteCount ?? 0)
  }

  /// For how many commits a second store is kept that nobody uses.
  static let spareStoreLife = 30

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

  /// The store that only a part of is to be drawn again; nil where all has to be drawn.
  final func storeToContinue(width: Int, height: Int) -> PixelStorage? {
    guard core.pointee.attachments?.drawnRect != nil, core.pointee.status.contains(.drewContents),
      let old = core.pointee.values.contents?.storage, old.width == width, old.height == height
    else { return nil }
    return old
  }

  /// The marked rectangle, on whole pixels, rounded outwards.
  final func dirtyPixels(in whole: PixelRect) -> PixelRect {
    guard let rect = core.pointee.attachments?.drawnRect else { return whole }
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
    let storage = PixelStorage(width: width, height: height, padded: false)
    storage.clear(to: emptyPixel)
    return storage
  }

  /// Storage with the pixels of `old`, but for a part that is empty.
  final func storage(continuing old: PixelStorage, in part: PixelRect) -> PixelStorage {
    var spare = core.pointee.attachments?.spareStore
    core.pointee.attachments?.spareStore = nil
    old.finishDrawing()
    if let missed = spare.flatMap({ old.history.changes(since: $0.history) }),
      isKnownUniquelyReferenced(&spare), let spare
    {
      spare.reclaim()
      spare.history = StoreHistory()
      spare.copy(missed, from: old)
      spare.fill(part, with: emptyPixel)
      return spare
    }
    let copy = old.copy(padded: false)
    copy.fill(part, with: emptyPixel)
    return copy
  }

  /// Keeps the store that was just continued for the next drawing.
  ///
  /// - Parameter old: nil if all was drawn.
  final func keepSpareStore(_ old: PixelStorage?) {
    guard let host = core.pointee.host?.pointee.host.takeUnretainedValue() else { return }
    if old == nil, core.pointee.attachments?.spareStore == nil { return }
    attachments.spareStore = old
    attachments.spareStoreAge = 0
    if old != nil, !host.sparingLayers.contains(where: { $0 === self }) {
      host.sparingLayers.append(self)
    }
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
      guard layer.core.pointee.host == state, let attachments = layer.core.pointee.attachments,
        attachments.spareStore != nil
      else { return true }
      attachments.spareStoreAge += 1
      if attachments.spareStoreAge <= Layer.spareStoreLife { return false }
      attachments.spareStore = nil
      return true
    }
  }
}
