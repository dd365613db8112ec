import Foundation

/// The instances of a replicator at one time, as a tree of their own: a layer for each instance,
/// which contains a copy of the replicated sublayers with a clock of its own.
struct InstanceTree {
  /// The inputs that determine the tree.
  struct InstanceSource: Equatable {
    let replicated: ReplicatedTree
    let values: ReplicatorValues
    /// The number of all instances.
    let count: Int
    /// The numbers of the instances in the tree: those that may be visible.
    private(set) var numbers: [Int]
    /// The point about which the instance transforms apply, in the replicator's space.
    let center: SIMD3<Double>
    /// The transform from the replicator to the plane in which the instances are seen.
    let base: Transform3D
    /// The clock from the time of the frames to the replicator's local time; the identity if that
    /// does not matter.
    let clock: LayerClock
    /// The replicator, to name it where an instance is left out.
    let layer: LayerIdentity?

    init(
      replicated: ReplicatedTree, values: ReplicatorValues, count: Int, center: SIMD3<Double>,
      base: Transform3D, clock: LayerClock, layer: LayerIdentity?
    ) {
      self.replicated = replicated
      self.values = values
      self.count = max(0, count)
      numbers = Array(0..<self.count)
      self.center = center
      self.base = base
      self.clock = clock
      self.layer = layer
    }

    static func == (left: InstanceSource, right: InstanceSource) -> Bool {
      left.replicated === right.replicated && left.values == right.values
        && left.count == right.count && left.numbers == right.numbers
        && left.center == right.center && left.base == right.base && left.clock == right.clock
        && left.layer == right.layer
    }

    /// Removes the instances that cannot be visible, unless that might change the order of others
    /// in the same 3-D space.
    ///
    /// - Parameters:
    ///   - toDevice: the transform from the plane of the instances to device pixels.
    ///   - clip: the relevant pixels.
    /// - Complexity: O(instances).
    mutating func removeUnseen(_ toDevice: ProjectiveTransform, in clip: PixelRect) {
      guard let seen = seenNumbers(toDevice, in: clip) else { return }
      if !values.preservesDepth || seen.isEmpty || sortsByCenters { numbers = seen }
    }

    /// True if the planes of all instances together are too many to be compared with each other, so
    /// that no plane affects the order of others.
    fileprivate var sortsByCenters: Bool {
      let planes = replicated.elements.dropFirst().count(where: \.isPlane)
      return planes * count > PainterSort.maximumCount
    }

    /// Returns the numbers of the instances that may be visible; nil if that is unknown.
    private func seenNumbers(_ toDevice: ProjectiveTransform, in clip: PixelRect) -> [Int]? {
      guard let extent = replicated.extent else { return nil }
      let first = place(.identity)
      let shift = values.instanceTransform.shift
      if let shift,
        extent.swept(by: shift * Double(count)).placed(by: first, toDevice)?.isSeen(in: clip)
          == false
      {
        return []
      }
      if let shift, shift.z == 0, first.isAffine, toDevice.isAffine {
        guard let placed = extent.placed(by: first, toDevice) else { return nil }
        let seen = ProjectiveTransform(flattening: first).concatenating(toDevice)
        let step = SIMD2(
          shift.x * seen.m11 + shift.y * seen.m21, shift.x * seen.m12 + shift.y * seen.m22)
        return numbers.filter {
          let offset = step * Double($0)
          // What leaves the domain is left out by name.
          return (offset * offset).sum() >= NumberDomain.limit * NumberDomain.limit / 4
            || placed.isSeen(in: clip, movedBy: offset)
        }
      }
      var transform = Transform3D.identity
      var next = 0
      return numbers.filter { number in
        while next < number {
          transform = transform.concatenating(values.instanceTransform)
          next += 1
        }
        return extent.placed(by: place(transform), toDevice)?.isSeen(in: clip) ?? true
      }
    }

    /// Returns the transform from an instance's space to the plane in which it is seen.
    ///
    /// - Parameter transform: the transform of the instance.
    fileprivate func place(_ transform: Transform3D) -> Transform3D {
      transform.about(center).concatenating(base)
    }
  }

  /// The maximum number of layers in the instances of a replicator, including their descendants.
  static let maximumLayerCount = 1 << 18

  private let source: InstanceSource
  /// The number of spaces of one instance.
  private let spaces: Int32
  /// The number of nodes of one instance.
  private let nodes: Int
  /// The number of nodes before the first instance.
  private let header: Int

  init(_ source: InstanceSource) {
    self.source = source
    spaces = Int32(truncatingIfNeeded: source.replicated.tree.spaceLimit)
    nodes = source.replicated.tree.layerCount + 1
    header = source.values.preservesDepth ? 1 : 0
  }

  /// Returns the nodes of all instances as a tree in space 0.
  func make() -> RenderTreeStorage {
    var writer = NodeWriter(capacity: header + source.numbers.count * nodes)
    if header > 0 {
      // The node that holds all instances in one space.
      var values = LayerValues()
      values.flags.insert(.preservesDepth)
      var node = RenderNode()
      node.parentSpace = 0
      node.space = 1
      writer.append(node, nil, NodeDetail(values: values, layer: source.layer))
    }
    var transform = Transform3D.identity
    var next = 0
    for (index, number) in source.numbers.enumerated() {
      while next < number {
        transform = transform.concatenating(source.values.instanceTransform)
        next += 1
      }
      append(number, at: index, transform, to: &writer)
    }
    return writer.finish(
      spaceLimit: Int(space(0, of: source.numbers.count)), motion: motion(count: writer.count))
  }

  private func space(_ space: Int32, of instance: Int) -> Int32 {
    Int32(truncatingIfNeeded: header + 1) + Int32(truncatingIfNeeded: instance) * spaces + space
  }

  /// Appends the instance with the given number.
  ///
  /// - Parameter place: the number of instances before it.
  private func append(
    _ number: Int, at place: Int, _ transform: Transform3D, to writer: inout NodeWriter
  ) {
    var values = LayerValues()
    values.flags = [.preservesDepth, .instance]
    let whole = source.place(transform)
    if !whole.isFinite {
      // Out of the domain, but finite for the sorting by depth.
      values.rareValues.transform = Transform3D(translationX: 1e300, y: 0)
    } else if !whole.isIdentity {
      values.rareValues.transform = whole
    }
    let color = source.values.color(of: number)
    if color != .white {
      values.opacity = Float(color.alpha)
      values.backgroundColor = color.withAlpha(1)
    }
    var node = RenderNode()
    node.parentSpace = Int32(truncatingIfNeeded: header)
    node.space = space(0, of: place)
    writer.append(node, nil, NodeDetail(values: values, layer: source.layer))
    let delay = source.values.instanceDelay * Double(number)
    let clock = source.clock
    for page in source.replicated.tree.pages {
      for chunk in page.chunks {
        for index in 0..<chunk.count {
          var node = chunk.nodes[index]
          node.parentSpace = space(node.parentSpace, of: place)
          if node.space >= 0 { node.space = space(node.space, of: place) }
          var detail = node.detail >= 0 ? chunk.details[Int(node.detail)] : nil
          if let masked = detail, masked.maskSpace >= 0 {
            detail = masked.with(maskSpace: space(masked.maskSpace, of: place))
          }
          if let timed = detail, timed.isAnimated {
            detail = timed.with(clock: clock.delayed(by: delay, then: timed.clock))
          }
          writer.append(node, node.bitmap >= 0 ? chunk.bitmaps[Int(node.bitmap)] : nil, detail)
        }
      }
    }
  }

  // MARK: - Depth

  /// Returns the depth motion of the instances: the nodes that move in depth or are depth-sorted;
  /// nil if there are none.
  private func motion(count: Int) -> ZOrderMotion? {
    let one = source.replicated.motion
    if one == nil, header == 0 { return nil }
    var families: [AnimatedSiblings] = []
    var contexts: [DepthContext] = []
    let replicator = NodePlace(number: 0)
    for number in source.numbers.indices {
      let start = header + number * nodes
      func place(_ place: NodePlace) -> NodePlace { NodePlace(number: start + place.number) }
      for family in one?.families ?? [] where header == 0 || family.parent != replicator {
        families.append(family.moved(place))
      }
      for context in one?.contexts ?? []
      where header == 0 || context.superlayer != replicator {
        contexts.append(context.moved(place))
      }
    }
    if header > 0 { contexts.insert(allInstances(count: count), at: 0) }
    return ZOrderMotion(families: families, contexts: contexts)
  }

  /// Returns the context that holds all instances in one space.
  private func allInstances(count: Int) -> DepthContext {
    let end = NodePlace(number: count)
    var elements = [
      DepthContext.Element(
        place: NodePlace(number: 0), end: !source.numbers.isEmpty ? NodePlace(number: 1) : end,
        parent: -1, isPlane: false)
    ]
    for number in source.numbers.indices {
      let start = header + number * nodes
      let first = elements.count
      for (index, element) in source.replicated.elements.enumerated() {
        let element = element.moved { NodePlace(number: start + $0.number) }
        elements.append(
          .init(
            place: element.place, end: element.end, parent: index == 0 ? 0 : element.parent + first,
            isPlane: index > 0 && element.isPlane))
      }
    }
    return DepthContext(
      superlayer: nil, elements: elements, sortsByCenters: source.sortsByCenters)
  }
}

extension Transform3D {
  /// The translation that the transform represents; nil if it is more than that.
  fileprivate var shift: SIMD3<Double>? {
    var rest = self
    (rest.m41, rest.m42, rest.m43) = (0, 0, 0)
    return rest.isIdentity ? SIMD3(Double(m41), Double(m42), Double(m43)) : nil
  }
}
