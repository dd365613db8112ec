import Foundation

/// An object that places a layer's sublayers if neither its class nor its delegate does.
public protocol LayoutManager: AnyObject {
  /// Places the sublayers.
  func layoutSublayers(of layer: Layer)
  /// Invalidates cached layout information about a layer that has been marked for layout. Called
  /// when the mark is set, and not again while it remains set.
  func invalidateLayout(of layer: Layer)
  /// Returns the size that the layer prefers, in points of its superlayer's coordinate space.
  func preferredSize(of layer: Layer) -> CGSize
}

extension LayoutManager {
  /// Does nothing.
  public func invalidateLayout(of layer: Layer) {}
  /// Returns the current size of the layer's frame.
  public func preferredSize(of layer: Layer) -> CGSize { layer.frame.size }
}

extension Layer {
  /// The object that places the sublayers if the delegate does not. Nil by default. Setting it
  /// marks the layer for layout.
  public final var layoutManager: (any LayoutManager)? {
    get { storage.sideTable?.layoutManager }
    set {
      requireModel("layoutManager")
      sideTable.layoutManager = newValue
      markNeedsLayout()
    }
  }

  /// Marks the layer for layout: ``layoutSublayers()`` is called before the next commit is
  /// published.
  ///
  /// Changes of the bounds, the transform and the list of sublayers also mark the layer, unless
  /// they happen in its own `layoutSublayers()`, as do changes of a sublayer's bounds and
  /// transform.
  public final func setNeedsLayout() {
    requireModel("layout")
    if !storage.status.contains(.needsLayout) { requestLayout() }
  }

  /// Returns a Boolean value indicating whether the layer is marked for layout.
  public final func needsLayout() -> Bool { storage.status.contains(.needsLayout) }

  /// Marks the layer for layout after a change, unless it is currently laying out its sublayers.
  final func markNeedsLayout() {
    if storage.status.isDisjoint(with: [.needsLayout, .layingOut]) { requestLayout() }
  }

  private final func requestLayout() {
    storage.status.insert(.needsLayout)
    if let sideTable = storage.sideTable {
      sideTable.layoutManager?.invalidateLayout(of: self)
    }
    storage.tree?._withUnsafeGuaranteedRef { layerTree in
      layerTree.markModified()
      if storage.queueIndex >= 0, isLayoutIdle {
        // The queue tracks the layer already.
        layerTree.idleMarks.append(storage.queueIndex)
      } else {
        layerTree.awaitingLayout.append(self)
      }
    }
  }

  /// Lays out the marked layers immediately: ascends while superlayers are marked too, then lays
  /// out all marked layers of that subtree, outermost first.
  ///
  /// Marks that layout sets above the layer being laid out wait for the next pass.
  ///
  /// - Complexity: O(*n*) in the layers of the subtree.
  public final func layoutIfNeeded() {
    requireModel("layout")
    var top = self
    while let parent = top.storage.superlayer?.takeUnretainedValue(), parent.needsLayout() {
      top = parent
    }
    var stack = [top]
    while let layer = stack.popLast() {
      if layer.needsLayout() { layer.layOut() }
      stack.append(contentsOf: layer.storage.sublayers.array().reversed())
      if let mask = layer.maskToVisit { stack.append(mask) }
    }
  }

  /// Clears the mark, places the sublayers and runs the layout action.
  final func layOut() {
    storage.status.remove(.needsLayout)
    storage.status.insert(.layingOut)
    layoutSublayers()
    storage.status.remove(.layingOut)
    if storage.status.contains(.live),
      !TransactionStack.disablesActions,
      let action = action(forKey: CommonKey.onLayout.rawValue)
    {
      run(action, forKey: CommonKey.onLayout.rawValue)
    }
  }
}

extension Layer {
  /// True if no attached object or override takes part in the layer's layout.
  fileprivate final var isLayoutIdle: Bool {
    storage.sideTable == nil && storage.status.contains(.overridesNothing)
  }
}

extension LayerTree {
  /// The maximum number of passes in which a commit revisits layers that layout and drawing have
  /// marked again. Layers still marked then wait for the next commit.
  static let maximumLayoutPasses = 100

  /// Lays out the whole tree, then draws the contents that need display (rule 13.5).
  func layoutAndDisplay() {
    for _ in 0..<Self.maximumLayoutPasses {
      if !awaitingLayout.isEmpty {
        let batch = awaitingLayout
        awaitingLayout = []
        layOut(batch)
      } else if idleMarks.count > 0 {
        settleIdleMarks()
      } else if !awaitingDisplay.isEmpty {
        let batch = awaitingDisplay
        awaitingDisplay = []
        for layer in batch where layer.layerTree === self { layer.displayIfNeeded() }
      } else {
        return
      }
    }
  }

  /// Clears the marks of layers that are idle in layout. Layers that are no longer idle are queued
  /// for layout.
  func settleIdleMarks() {
    for mark in 0..<idleMarks.count {
      let index = idleMarks[mark]
      guard let reference = queue[Int(index)] else { continue }
      reference._withUnsafeGuaranteedRef { layer in
        if !layer.needsLayout() { return }
        if layer.isLayoutIdle {
          layer.storage.status.remove(.needsLayout)
        } else {
          awaitingLayout.append(layer)
        }
      }
    }
    idleMarks.count = 0
  }

  /// Lays out marked layers, each after its marked ancestors.
  private func layOut(_ batch: [Layer]) {
    var path: [Layer] = []
    for layer in batch where layer.layerTree === self && layer.needsLayout() {
      if layer.isLayoutIdle {
        layer.storage.status.remove(.needsLayout)
        continue
      }
      var next: Layer? = layer
      while let marked = next, marked.needsLayout() {
        path.append(marked)
        next = marked.storage.superlayer?.takeUnretainedValue()
      }
      while let marked = path.popLast() {
        if marked.layerTree === self, marked.needsLayout() { marked.layOut() }
      }
    }
  }
}
