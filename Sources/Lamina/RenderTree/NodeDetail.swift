import Foundation

/// The identity of the layer that a published value belongs to, for reports.
struct LayerIdentity: Sendable, Equatable {
  let id: ObjectIdentifier
  private let type: Layer.Type
  private let name: String?

  init(_ layer: Layer) {
    id = ObjectIdentifier(layer)
    type = Swift.type(of: layer)
    name = layer.name
  }

  static func == (left: LayerIdentity, right: LayerIdentity) -> Bool {
    left.id == right.id && left.name == right.name
  }

  /// The layer's name in diagnostics, as in its `diagnosticName`.
  var description: String { name.map { "\(type) \"\($0)\"" } ?? "\(type)" }
}

/// The committed state of a layer that is not plain. Immutable.
final class NodeDetail: Sendable {
  /// All committed values, from which animations start.
  let values: LayerValues
  /// The animations, in the order in which they are applied. Empty for a layer at rest.
  let animations: [CommittedAnimation]
  /// The mapping from the renderer's time to the layer's own.
  let clock: LayerClock
  /// True if the layer's own time begins, ends or repeats.
  let isTimed: Bool
  /// The running transition from the layer's previous appearance, if any.
  let transition: RunningTransition?
  /// True if tiles fade in.
  private let fadesTiles: Bool
  /// The coordinate space that contains the layer's mask; -1 without a mask.
  let maskSpace: Int32
  /// The content of each instance of a replicator; nil for other layers.
  let replicated: ReplicatedTree?
  /// The layer, or the replicator of an instance.
  let layer: LayerIdentity?
  /// True if the animated layer may be a plain one at some time.
  private let staysPlain: Bool
  /// The things that the animations move while they are active.
  private let largestMotion: LayerMotion

  init(
    values: LayerValues, animations: [CommittedAnimation] = [], clock: LayerClock = .identity,
    isTimed: Bool = false, transition: RunningTransition? = nil, maskSpace: Int32 = -1,
    replicated: ReplicatedTree? = nil, layer: LayerIdentity? = nil
  ) {
    self.values = values
    self.animations = animations
    self.clock = clock
    self.isTimed = isTimed
    self.transition = transition
    fadesTiles = values.fadesTiles
    self.maskSpace = maskSpace
    self.replicated = replicated
    largestMotion = animations.reduce(into: []) { $0.formUnion($1.motion) }
    self.layer = layer
    staysPlain =
      (isTimed || !animations.isEmpty || transition != nil) && maskSpace < 0 && values.isPlain
      && (transition?.isPlainFade ?? true) && animations.allSatisfy { $0.slot.staysPlain }
  }

  /// True if the layer's appearance depends on the time.
  var isAnimated: Bool {
    isTimed || !animations.isEmpty || transition != nil || fadesTiles
      || replicated?.tree.hasAnimations == true
  }

  /// Returns a copy with the mask in another space.
  func with(maskSpace: Int32) -> NodeDetail {
    NodeDetail(
      values: values, animations: animations, clock: clock, isTimed: isTimed,
      transition: transition,
      maskSpace: maskSpace, replicated: replicated, layer: layer)
  }

  /// Returns a copy with another clock.
  func with(clock: LayerClock) -> NodeDetail {
    NodeDetail(
      values: values, animations: animations, clock: clock, isTimed: isTimed,
      transition: transition,
      maskSpace: maskSpace, replicated: replicated, layer: layer)
  }

  /// Returns the state of the transition at a time, its snapshot of the layer's previous
  /// appearance, and true if it is in its active time; nil if it has no effect.
  func runningTransition(
    at time: Double
  ) -> (state: TransitionState, picture: TransitionSnapshot, isActive: Bool)? {
    guard let transition else { return nil }
    let local = clock.time(at: time)
    return transition.animation.transition(at: local).map {
      ($0, transition.picture, transition.animation.isActive(at: local))
    }
  }

  /// Returns the things that animations move at a time.
  func motion(at time: Double) -> LayerMotion {
    if largestMotion.isEmpty { return [] }
    let local = clock.time(at: time)
    return animations.reduce(into: []) { motion, animation in
      if !motion.isSuperset(of: animation.motion), animation.isActive(at: local) {
        motion.formUnion(animation.motion)
      }
    }
  }

  /// Returns the presented values at a time.
  @inline(__always)
  func values(at time: Double) -> LayerValues {
    var values = values
    if !animations.isEmpty { values.apply(animations, at: clock.time(at: time)) }
    if isTimed, !clock.isPresent(at: time) { values.flags.insert(.hidden) }
    if fadesTiles { values.rareValues.tiled.time = time }
    return values
  }

  /// Returns a plain node with the appearance of an animated one without sublayers at a time, or
  /// nil if there is none.
  func plainNode(of node: RenderNode, at time: Double) -> RenderNode? {
    guard staysPlain else { return nil }
    if animations.isEmpty, !isTimed { return plainNode(of: node, values, at: time) }
    let values = values(at: time)
    return values.isPlain ? plainNode(of: node, values, at: time) : nil
  }

  @inline(__always)
  private func plainNode(
    of node: RenderNode, _ values: LayerValues, at time: Double
  ) -> RenderNode? {
    var plain = node
    plain.background = values.backgroundPixel
    plain.opacity = values.opacityByte
    plain.flags = NodeFlags(values.flags)
    plain.setBox(
      bounds: values.bounds, position: values.position, anchor: values.anchorPoint)
    guard plain.isOrdinary(bounds: values.bounds, position: values.position) else { return nil }
    return transition == nil ? plain : faded(plain, at: time)
  }

  /// Returns the node that looks like a plain one in a fade: with less opacity, if the layer shows
  /// something either before the fade or after it. Nil if it does both.
  private func faded(_ plain: RenderNode, at time: Double) -> RenderNode? {
    guard let transition, let state = transition.animation.transition(at: clock.time(at: time))
    else {
      return plain
    }
    var result = plain
    switch transition.picture.content {
    case .nothing:
      result.opacity = Pixel.multiply(plain.opacity, state.weight)
    case .plain(let old):
      guard plain.flags.contains(.hidden) else { return nil }
      result.flags.remove(.hidden)
      result.opacity = Pixel.multiply(plain.opacity, 255 - state.weight)
      result.background = old.values.backgroundPixel
      result.contents = old.values.contents.map { Unmanaged.passUnretained($0.storage) }
      let corner = CGPoint(x: plain.minX, y: plain.minY)
      result.setBox(bounds: old.values.bounds, position: corner, anchor: .zero)
      guard result.isOrdinary(bounds: old.values.bounds, position: corner) else { return nil }
    case .tree: return nil
    }
    return result
  }
}

extension RunningTransition {
  /// True for a fade from a picture that shows no more than a plain layer.
  fileprivate var isPlainFade: Bool {
    if case .tree = picture.content { return false }
    return animation.isFade
  }
}

extension CommittedAnimation {
  /// True for a transition that moves neither picture.
  fileprivate var isFade: Bool {
    if case .transition(let source) = source { source.kind == .fade } else { false }
  }
}

extension AnimatedSlot {
  /// True if a plain layer stays plain, or may do so, when the property changes.
  fileprivate var staysPlain: Bool {
    switch self {
    case .position, .opacity, .bounds, .backgroundColor: true
    case .transform, .byName: false
    }
  }
}

extension LayerValues {
  /// True if the layer is an axis-aligned box with a colour or a bitmap stretched over it, so that
  /// its node describes it completely.
  var isPlain: Bool {
    rare == nil && flags.isDisjoint(with: [.geometryFlipped, .singleSided, .preservesDepth])
      && bounds.origin.x == 0 && bounds.origin.y == 0
  }
}
