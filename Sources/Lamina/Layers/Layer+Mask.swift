import Foundation

extension Layer {
  /// A layer whose alpha multiplies that of the picture of this layer and its sublayers; nil, the
  /// default, for none. A change fades over.
  ///
  /// The mask stands in this layer's coordinate space, is laid out, displayed and animated as other
  /// layers are, and may have sublayers; its colours do not matter. Where it shows nothing, nothing
  /// of the layer is seen, and nothing can be hit. Its ``superlayer`` is this layer, which does not
  /// have it among its ``sublayers``. A layer that becomes a mask leaves the place it had.
  ///
  /// - Precondition: the mask is not this layer, does not hold it, and is not the root of a renderer.
  public final var mask: Layer? {
    get {
      core.pointee.status.contains(.presentation)
        ? presentedMask : core.pointee.sideTable?.mask
    }
    set {
      requireModel("mask")
      let old = core.pointee.sideTable?.mask
      if old === newValue { return }
      if let newValue {
        checkCanAdopt(newValue)
        newValue.removeFromSuperlayer()
        require(
          newValue.core.pointee.treeState == nil,
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
    core.pointee.status.insert(.hasMask)
    mask.core.pointee.status.insert(.isMask)
    mask.core.pointee.superlayer = Unmanaged.passUnretained(self)
    core.pointee.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.noteMask(mask)
    }
    if let layerTree = core.pointee.treeState?.pointee.layerTree.takeUnretainedValue() {
      layerTree.join(mask)
      mask.runOrderAction("onOrderIn")
    }
  }

  private final func detachMask(_ mask: Layer) {
    if core.pointee.treeState != nil { mask.runOrderAction("onOrderOut") }
    core.pointee.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.noteRemovalOfMask(mask, from: self)
    }
    core.pointee.treeState?.pointee.layerTree.takeUnretainedValue().leave(mask)
    core.pointee.treeState?.pointee.layerTree.takeUnretainedValue().rope.releaseMaskSpace(of: self)
    mask.core.pointee.superlayer = nil
    mask.core.pointee.status.remove(.isMask)
    core.pointee.status.remove(.hasMask)
    sideTable.mask = nil
  }

  /// The mask of a copy: a copy of the model's mask, at the same time.
  private final var presentedMask: Layer? {
    guard let sideTable = core.pointee.sideTable, let model = sideTable.model,
      let own = model.core.pointee.sideTable, let mask = own.published.map(\.mask) ?? own.mask,
      mask.core.pointee.publishedTreeState == model.core.pointee.publishedTreeState,
      mask.core.pointee.publishedTreeState != nil
    else { return nil }
    return mask.presentation(at: sideTable.presentationTime)
  }

  /// The mask, for walks through all layers of a tree.
  @inline(__always)
  final var maskToVisit: Layer? {
    core.pointee.status.contains(.hasMask) ? core.pointee.sideTable?.mask : nil
  }
}
