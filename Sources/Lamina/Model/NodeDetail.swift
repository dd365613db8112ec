import Foundation

/// Which layer a published value is of, for reports.
struct LayerIdentity: Sendable {
  let id: ObjectIdentifier
  private let type: Layer.Type
  private let name: String?

  init(_ layer: Layer) {
    id = ObjectIdentifier(layer)
    type = Swift.type(of: layer)
    name = layer.name
  }

  /// The same as the layer's `diagnosticName`.
  var description: String { name.map { "\(type) \"\($0)\"" } ?? "\(type)" }
}

/// What a commit keeps of a layer that is not plain. Never changed after it is made.
final class NodeDetail: Sendable {
  /// All committed values: animations start from them.
  let values: LayerValues
  /// The animations, in order of application. Empty for a layer at rest.
  let records: [AnimationRecord]
  /// From the renderer's time to the layer's own.
  let clock: LayerClock
  /// Whether the layer's own time begins, ends or repeats.
  let isTimed: Bool
  /// The transition from what the layer had been.
  let transition: RunningTransition?
  /// Whether tiles fade in.
  private let fadesTiles: Bool
  /// The coordinate space that the layer's mask stands in; -1 without a mask.
  let maskSpace: Int32
  /// What each instance shows of a layer that replicates what it holds.
  let replicated: ReplicatedTree?
  /// The layer; nil where it was made up for an evaluation.
  let layer: LayerIdentity?
  /// Whether the animations can leave the layer a plain one.
  private let staysPlain: Bool
  /// What the animations move while they are active.
  private let largestMotion: LayerMotion

  init(
    values: LayerValues, records: [AnimationRecord] = [], clock: LayerClock = .identity,
    isTimed: Bool = false, transition: RunningTransition? = nil, maskSpace: Int32 = -1,
    replicated: ReplicatedTree? = nil, layer: LayerIdentity? = nil
  ) {
    self.values = values
    self.records = records
    self.clock = clock
    self.isTimed = isTimed
    self.transition = transition
    fadesTiles = values.fadesTiles
    self.maskSpace = maskSpace
    self.replicated = replicated
    largestMotion = records.reduce(into: []) { $0.formUnion($1.motion) }
    self.layer = layer
    staysPlain =
      (isTimed || !records.isEmpty) && transition == nil && maskSpace < 0
      && values.isPlain
      && records.allSatisfy { $0.slot.staysPlain }
  }

  /// Whether what is seen of the layer depends on the time.
  var isAnimated: Bool {
    isTimed || !records.isEmpty || transition != nil || fadesTiles
      || replicated?.tree.hasAnimations == true
  }

  /// The same with the mask in another space.
  func with(maskSpace: Int32) -> NodeDetail {
    NodeDetail(
      values: values, records: records, clock: clock, isTimed: isTimed, transition: transition,
      maskSpace: maskSpace, replicated: replicated, layer: layer)
  }

  /// The same in another time.
  func with(clock: LayerClock) -> NodeDetail {
    NodeDetail(
      values: values, records: records, clock: clock, isTimed: isTimed, transition: transition,
      maskSpace: maskSpace, replicated: replicated, layer: layer)
  }

  /// How far the transition is at a time, from what, and whether it is in its active time; nil where
  /// it has no effect.
  func runningTransition(
    at time: Double
  ) -> (state: TransitionState, picture: OldPicture, isActive: Bool)? {
    guard let transition else { return nil }
    let local = clock.time(at: time)
    return transition.record.transition(at: local).map {
      ($0, transition.picture, transition.record.isActive(at: local))
    }
  }

  /// What animations move at a time.
  func motion(at time: Double) -> LayerMotion {
    if largestMotion.isEmpty { return [] }
    let local = clock.time(at: time)
    return records.reduce(into: []) { motion, record in
      if !motion.isSuperset(of: record.motion), record.isActive(at: local) {
        motion.formUnion(record.motion)
      }
    }
  }

  /// The values as they are seen at a time.
  @inline(__always)
  func values(at time: Double) -> LayerValues {
    var values = values
    if !records.isEmpty { values.apply(records, at: clock.time(at: time)) }
    if isTimed, !clock.isPresent(at: time) { values.flags.insert(.hidden) }
    if fadesTiles { values.rareValues.tiled.time = time }
    return values
  }

  /// The node of a plain layer that looks as the animated one of `node` does at a time; nil
  /// where no plain one does.
  func plainNode(of node: RenderNode, at time: Double) -> RenderNode? {
    guard staysPlain else { return nil }
    let values = values(at: time)
    guard values.isPlain else { return nil }
    var plain = node
    plain.background = values.backgroundPixel
    plain.opacity = values.opacityByte
    plain.flags = NodeFlags(values.flags)
    plain.setBox(
      bounds: values.bounds, position: values.position, anchor: values.anchorPoint)
    return plain.isOrdinary(bounds: values.bounds, position: values.position) ? plain : nil
  }
}

extension AnimatedSlot {
  /// Whether a plain layer remains one, or may, when the property changes.
  fileprivate var staysPlain: Bool {
    switch self {
    case .position, .opacity, .bounds, .backgroundColor: true
    case .transform, .byName: false
    }
  }
}

extension LayerValues {
  /// Whether the layer is an upright box with a colour or a bitmap stretched over it: all of it
  /// stands in its node.
  var isPlain: Bool {
    rare == nil && flags.isDisjoint(with: [.geometryFlipped, .singleSided, .preservesDepth])
      && bounds.origin.x == 0 && bounds.origin.y == 0
  }
}
