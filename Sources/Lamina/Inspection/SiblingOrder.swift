/// A comparison of the order of siblings in two frames.
enum SiblingOrder {
  /// Returns the serials of layers that were moved, or whose depth changed, and without which both
  /// trees draw all their layers in the same order.
  ///
  /// - Complexity: O(layers).
  static func moved(from before: TreeComparison.TracedFrame, to after: TreeComparison.TracedFrame)
    -> Set<Int>
  {
    var result: Set<Int> = []
    var suspects: Set<Int> = []
    var families: Set<Int> = []
    for layer in after.trace.layers {
      guard let oldPlace = before.trace.place(of: layer.serial) else { continue }
      let old = before.trace.layers[oldPlace]
      let parent = after.trace.parentSerial(of: layer)
      guard parent == before.trace.parentSerial(of: old) else {
        result.insert(layer.serial)
        continue
      }
      if layer.stamps.place != old.stamps.place
        || layer.presentedDepth(at: after.time) != old.presentedDepth(at: before.time)
      {
        suspects.insert(layer.serial)
        families.insert(parent)
      }
    }
    if suspects.isEmpty { return result }
    let old = sublayers(before, of: families)
    let new = sublayers(after, of: families)
    for family in families {
      // Layers that joined, left or changed their superlayer do not count.
      let oldOrder = (old[family] ?? []).filter { isCommon($0, after.trace, family) }
      let newOrder = (new[family] ?? []).filter { isCommon($0, before.trace, family) }
      result.formUnion(passed(oldOrder, newOrder, suspects))
    }
    return result
  }

  private static func isCommon(_ serial: Int, _ trace: TreeTrace, _ family: Int) -> Bool {
    trace.place(of: serial).map { trace.parentSerial(of: trace.layers[$0]) == family } ?? false
  }

  /// Returns the suspects that passed a layer that is not one, and those that passed each other.
  private static func passed(_ old: [Int], _ new: [Int], _ suspects: Set<Int>) -> [Int] {
    /// Returns, for each suspect, the number of layers before it that are not suspects.
    func slots(_ order: [Int]) -> [Int: Int] {
      var slots: [Int: Int] = [:]
      var resting = 0
      for serial in order {
        if suspects.contains(serial) { slots[serial] = resting } else { resting += 1 }
      }
      return slots
    }
    let oldSlots = slots(old)
    let newSlots = slots(new)
    var result = new.filter { suspects.contains($0) && oldSlots[$0] != newSlots[$0] }
    func others(_ order: [Int]) -> [Int] {
      order.filter { suspects.contains($0) && oldSlots[$0] == newSlots[$0] }
    }
    for (a, b) in zip(others(old), others(new)) where a != b { result.append(b) }
    return result
  }

  /// Returns the sublayers of some layers in paint order, all by their serials.
  private static func sublayers(
    _ side: TreeComparison.TracedFrame, of families: Set<Int>
  ) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for place in side.drawingOrder {
      let layer = side.trace.layers[place]
      let parent = side.trace.parentSerial(of: layer)
      if families.contains(parent) { result[parent, default: []].append(layer.serial) }
    }
    return result
  }
}

extension TreeComparison.TracedFrame {
  /// Returns the names of the layers that may touch a pixel, front to back.
  func names(x: Int, y: Int) -> [String] {
    let items = ListedItems(list)
    return drawingOrder.reversed().filter { items.box($0).contains(x: x, y: y) }.map(trace.name)
  }

  /// The places of all layers, back to front.
  fileprivate var drawingOrder: [Int] {
    guard let order = list.order else { return Array(trace.layers.indices) }
    var starts = [0]
    for chunk in list.chunks { starts.append(starts.last! + chunk.count) }
    func place(_ place: NodePlace) -> Int {
      place.chunk < list.chunks.count
        ? min(starts[place.chunk] + place.index, trace.layers.count) : trace.layers.count
    }
    return order.runs.flatMap { place($0.lowerBound)..<place($0.upperBound) }
  }
}

extension TreeTrace {
  /// Returns the serial of a layer's superlayer; 0 for the root.
  fileprivate func parentSerial(of layer: LayerTrace) -> Int {
    layer.parent >= 0 ? layers[layer.parent].serial : 0
  }
}

extension TreeTrace.LayerTrace {
  /// Returns the `zPosition` that is presented at a frame's time.
  fileprivate func presentedDepth(at time: Double) -> Double {
    let local = clock.time(at: time)
    return animations.reduce(into: values) { $0.apply($1.committedAnimations, at: local) }
      .rareValues.zPosition
  }
}
