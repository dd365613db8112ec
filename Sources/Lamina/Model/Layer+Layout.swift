import Foundation

/// Who places a layer's sublayers where neither its class nor its delegate does.
public protocol LayoutManager: AnyObject {
  /// Places the sublayers.
  func layoutSublayers(of layer: Layer)
  /// The layer has been marked for layout: forget what was remembered of it. Called when the
  /// mark is set, not again while it stands.
  func invalidateLayout(of layer: Layer)
  /// The size that the layer would like to have, in points of its superlayer's space.
  func preferredSize(of layer: Layer) -> CGSize
}

extension LayoutManager {
  /// Does nothing.
  public func invalidateLayout(of layer: Layer) {}
  /// The size that the layer has.
  public func preferredSize(of layer: Layer) -> CGSize { layer.frame.size }
}

extension Layer {
  /// Who places the sublayers where the delegate does not. Nil by default. Setting it marks the
  /// layer for layout.
  public final var layoutManager: (any LayoutManager)? {
    get { core.pointee.attachments?.layoutManager }
    set {
      requireModel("layoutManager")
      attachments.layoutManager = newValue
      markNeedsLayout()
    }
  }

  /// Marks the layer: its ``layoutSublayers()`` is called before the next commit is published.
  ///
  /// Changes of the bounds, the transform and the list of sublayers mark it too, unless it is inside
  /// its own `layoutSublayers()`; so do changes of a sublayer's bounds and transform.
  public final func setNeedsLayout() {
    requireModel("layout")
    if !core.pointee.status.contains(.needsLayout) { requestLayout() }
  }

  /// Whether the layer is marked for layout.
  public final func needsLayout() -> Bool { core.pointee.status.contains(.needsLayout) }

  /// Marks the layer after a change, unless it is just laying out its sublayers.
  @inline(__always)
  final func markNeedsLayout() {
    if core.pointee.status.isDisjoint(with: [.needsLayout, .layingOut]) { requestLayout() }
  }

  private final func requestLayout() {
    core.pointee.status.insert(.needsLayout)
    if let attachments = core.pointee.attachments {
      attachments.layoutManager?.invalidateLayout(of: self)
    }
    guard let state = core.pointee.host else { return }
    if core.pointee.queueIndex >= 0, isLayoutIdle {
      // The queue keeps track of the layer already.
      state.pointee.idleMarks.append(core.pointee.queueIndex)
      state.pointee.host._withUnsafeGuaranteedRef { $0.touch() }
      return
    }
    state.pointee.host._withUnsafeGuaranteedRef {
      $0.touch()
      $0.awaitingLayout.append(self)
    }
  }

  /// Lays out now what is marked: goes up as long as superlayers are marked too, and lays out
  /// all that is marked from there down, outermost first.
  ///
  /// What layout itself marks above the layer it stands in waits for the next time.
  ///
  /// - Complexity: O(layers in the subtree).
  public final func layoutIfNeeded() {
    requireModel("layout")
    var top = self
    while let parent = top.core.pointee.superlayer?.takeUnretainedValue(), parent.needsLayout() {
      top = parent
    }
    var stack = [top]
    while let layer = stack.popLast() {
      if layer.needsLayout() { layer.layOut() }
      stack.append(contentsOf: layer.core.pointee.sublayers.array().reversed())
      if let mask = layer.maskToVisit { stack.append(mask) }
    }
  }

  /// Clears the mark and lets the sublayers be placed.
  final func layOut() {
    core.pointee.status.remove(.needsLayout)
    core.pointee.status.insert(.layingOut)
    layoutSublayers()
    core.pointee.status.remove(.layingOut)
    if core.pointee.status.contains(.live),
      !TransactionStack.currentHot.pointee.disablesActions,
      let action = action(forKey: LayerKey.onLayout.rawValue)
    {
      run(action, forKey: LayerKey.onLayout.rawValue)
    }
  }
}

extension Layer {
  /// Whether nobody places the layer's sublayers or has anything to do when that is due.
  @inline(__always)
  fileprivate final var isLayoutIdle: Bool {
    core.pointee.attachments == nil && core.pointee.status.contains(.overridesNothing)
  }
}

extension TreeHost {
  /// How often one commit goes back to layers that layout and drawing mark again; what is
  /// still marked then waits for the next commit.
  static let maximumLayoutPasses = 100

  /// Lays out the whole tree, then draws the contents that are to be drawn (semantics 13.5).
  func layoutAndDisplay() {
    for _ in 0..<Self.maximumLayoutPasses {
      if !awaitingLayout.isEmpty {
        let batch = awaitingLayout
        awaitingLayout = []
        layOut(batch)
      } else if state.pointee.idleMarks.count > 0 {
        settleIdleMarks()
      } else if !awaitingDisplay.isEmpty {
        let batch = awaitingDisplay
        awaitingDisplay = []
        for layer in batch where layer.core.pointee.host == state { layer.displayIfNeeded() }
      } else {
        return
      }
    }
  }

  /// Clears the marks of layers that have nothing to do in layout. Those that have by now wait for
  /// theirs.
  func settleIdleMarks() {
    for mark in 0..<state.pointee.idleMarks.count {
      let index = state.pointee.idleMarks[mark]
      guard let reference = state.pointee.queue[Int(index)] else { continue }
      reference._withUnsafeGuaranteedRef { layer in
        if !layer.needsLayout() { return }
        if layer.isLayoutIdle {
          layer.core.pointee.status.remove(.needsLayout)
        } else {
          awaitingLayout.append(layer)
        }
      }
    }
    state.pointee.idleMarks.count = 0
  }

  /// Lays out marked layers, each after its marked superlayers.
  private func layOut(_ batch: [Layer]) {
    var path: [Layer] = []
    for layer in batch where layer.core.pointee.host == state && layer.needsLayout() {
      if layer.isLayoutIdle {
        layer.core.pointee.status.remove(.needsLayout)
        continue
      }
      var next: Layer? = layer
      while let marked = next, marked.needsLayout() {
        path.append(marked)
        next = marked.core.pointee.superlayer?.takeUnretainedValue()
      }
      while let marked = path.popLast() {
        if marked.core.pointee.host == state, marked.needsLayout() { marked.layOut() }
      }
    }
  }
}
