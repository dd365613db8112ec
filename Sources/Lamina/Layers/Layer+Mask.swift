import Foundation

extension Layer {
  /// A layer whose alpha multiplies that of the picture of this layer and its sublayers; nil, the
  /// default, for none. A change cross-fades.
  ///
  /// The mask is in this layer's coordinate space, is laid out, displayed and animated like any
  /// other layer, and may have sublayers; its colours do not matter. Where it shows nothing,
  /// nothing of the layer is visible, and nothing can be hit. Its ``superlayer`` is this layer,
  /// whose ``sublayers`` do not include it. A layer that becomes a mask is removed from its
  /// previous superlayer.
  ///
  /// - Precondition: the mask is neither this layer nor one of its ancestors, and is not the root
  ///   of a renderer.
  public final var mask: Layer? {
    get {
      storage.status.contains(.presentation)
        ? presentedMask : storage.sideTable?.mask
    }
    set {
      requireModel("mask")
      let old = storage.sideTable?.mask
      if old === newValue { return }
      if let newValue {
        checkCanAdopt(newValue)
        newValue.removeFromSuperlayer()
        require(
          newValue.storage.tree == nil,
          "\(newValue.diagnosticName) is the root of a renderer and cannot be a mask")
      }
      let pending = willChange(.mask)
      sideTableWillChange()
      if let old { detachMask(old) }
      if let newValue { attachMask(newValue) }
      didChange(pending)
    }
  }

  private final func attachMask(_ mask: Layer) {
    sideTable.mask = mask
    storage.status.insert(.hasMask)
    mask.storage.status.insert(.isMask)
    mask.storage.superlayer = Unmanaged.passUnretained(self)
    if let layerTree {
      layerTree.join(mask)
      mask.runOrderAction("onOrderIn")
    }
  }

  private final func detachMask(_ mask: Layer) {
    if layerTree != nil { mask.runOrderAction("onOrderOut") }
    layerTree?.leave(mask)
    layerTree?.rope.releaseMaskSpace(of: self)
    mask.storage.superlayer = nil
    mask.storage.status.remove(.isMask)
    storage.status.remove(.hasMask)
    sideTable.mask = nil
  }

  /// The mask of a copy: a copy of the model's mask, at the same time.
  private final var presentedMask: Layer? {
    guard let sideTable = storage.sideTable, let model = sideTable.model,
      let own = model.storage.sideTable, let mask = own.published.map(\.mask) ?? own.mask,
      let layerTree = mask.publishedLayerTree, layerTree === model.publishedLayerTree
    else { return nil }
    return mask.presentation(at: sideTable.presentationTime)
  }

  /// The mask, for walks through all layers of a tree.
  final var maskToVisit: Layer? {
    storage.status.contains(.hasMask) ? storage.sideTable?.mask : nil
  }
}
