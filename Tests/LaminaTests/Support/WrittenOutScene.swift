import Foundation

@testable import Lamina

/// A tree in which each replicator is a plain layer that holds a layer for each instance, with
/// copies of what the replicator holds. It follows another tree from frame to frame.
///
/// Each copy has the values and the animations of its layer. Transitions go from what the copies
/// showed in the frame before, and those of layers that have left the tree since then from nothing,
/// which is not followed.
final class WrittenOutScene {
  /// A layer of the other tree, and the instances that it is in, from the outermost.
  private struct Key: Hashable {
    var layer: ObjectIdentifier
    var instances: [Int]
    /// True for the layer that holds the last of the instances.
    var isHolder = false
  }

  private final class Copy {
    let original: Layer
    let layer: Layer
    /// The animations that it was given, and the keys that they have here.
    var animations: [(animation: Animation, key: String)] = []
    /// True if it was in the last frame.
    var wasDrawn = false
    /// True if its transition begins with something that it has not shown itself.
    var isUnknown = false

    init(_ original: Layer, _ layer: Layer) {
      self.original = original
      self.layer = layer
    }
  }

  /// The number of layers beyond which a tree is not written out: replicators in each other multiply.
  private static let largestCount = 20_000

  private let renderer: Renderer
  private var copies: [Key: Copy] = [:]
  private var seen: Set<Key> = []
  private var keyCount = 0
  private var isKnown = true
  /// True if the frame before was known.
  private var wasKnown = true

  init(_ walk: Walk) throws {
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: walk.size)
    let compositor = try Compositor(width: walk.width, height: walk.height, scale: walk.scale)
    compositor.options.contentsAlignment = .always
    renderer = Renderer(
      layer: root,
      compositor: compositor)
  }

  /// The picture of a tree at a time; nil where it cannot be known.
  func picture(of root: Layer, at time: Double) throws -> Bitmap? {
    seen = []
    wasKnown = isKnown
    isKnown = true
    Transaction.run(disableActions: true) { _ = copy(of: root, [], isDelayed: false) }
    copies = copies.filter { seen.contains($0.key) }
    for copy in copies.values { copy.wasDrawn = true }
    let bitmap = try renderer.render(at: time).bitmap
    return isKnown ? bitmap : nil
  }

  /// Notes which layers are outside the tree after a transaction: should they come back before the next
  /// frame, they have shown nothing.
  func noteDepartures() {
    for copy in copies.values where copy.original.publishedLayerTree == nil {
      copy.wasDrawn = false
    }
  }

  private func known(_ key: Key, _ original: Layer) -> Copy {
    seen.insert(key)
    if let copy = copies[key] { return copy }
    let copy = Copy(original, key.instances.isEmpty && copies.isEmpty ? renderer.layer : Layer())
    copies[key] = copy
    return copy
  }

  private func copy(of layer: Layer, _ instances: [Int], isDelayed: Bool) -> Layer {
    let copy = known(Key(layer: ObjectIdentifier(layer), instances: instances), layer)
    copy.layer.copyProperties(of: layer, replicates: false)
    copy.layer.copyTiming(of: layer)
    updateAnimations(of: copy)
    if layer.activeTransition == nil {
      copy.isUnknown = false
    } else if isDelayed {
      copy.isUnknown = true
    }
    if copy.isUnknown { isKnown = false }
    let mask = layer.mask.map { self.copy(of: $0, instances, isDelayed: isDelayed) }
    if copy.layer.mask !== mask { copy.layer.mask = mask }
    let sublayers = layer.sublayers ?? []
    if let replicator = layer as? ReplicatorLayer {
      set(holders(of: replicator, sublayers, instances, isDelayed: isDelayed), in: copy.layer)
    } else {
      set(
        sublayers.map { self.copy(of: $0, instances, isDelayed: isDelayed) }, in: copy.layer)
    }
    return copy.layer
  }

  private func holders(
    of replicator: ReplicatorLayer, _ sublayers: [Layer], _ instances: [Int], isDelayed: Bool
  ) -> [Layer] {
    // Instances whose number or places are animated are not followed. Round corners that cut what a
    // layer holds have other pixels at their edges where it holds nothing.
    let entries = replicator.storage.animations.entries
    if entries.contains(where: {
      ($0.animation as? PropertyAnimation)?.keyPath?.hasPrefix("instance") == true
    }) || replicator.masksToBounds && (replicator.cornerRadius != 0 || !entries.isEmpty) {
      isKnown = false
    }
    // So deep inside others they show their sublayers once.
    if instances.count >= ReplicatorLayer.maximumNesting { isKnown = false }
    if seen.count > Self.largestCount {
      isKnown = false
      return []
    }
    var transform = Transform3D.identity
    let bounds = replicator.bounds
    // The border is over what a layer holds, even if none of it is seen, and else a part of the layer.
    let count = sublayers.isEmpty ? 0 : max(1, replicator.instanceCount)
    return (0..<count).map { number in
      let path = instances + [number]
      let holder = known(
        Key(layer: ObjectIdentifier(replicator), instances: path, isHolder: true), replicator)
      // Moving it moves all by whole pixels: nothing else of its place counts.
      holder.layer.isHidden = replicator.instanceCount < 1
      holder.layer.bounds = bounds
      holder.layer.position = CGPoint(x: bounds.midX, y: bounds.midY)
      holder.layer.transform = transform
      holder.layer.timeOffset = -replicator.instanceDelay * Double(number)
      transform = transform.concatenating(replicator.instanceTransform)
      set(
        sublayers.map {
          copy(of: $0, path, isDelayed: isDelayed || replicator.instanceDelay != 0)
        }, in: holder.layer)
      return holder.layer
    }
  }

  private func set(_ sublayers: [Layer], in layer: Layer) {
    let old = layer.sublayers ?? []
    if old.count != sublayers.count || zip(old, sublayers).contains(where: { $0 !== $1 }) {
      layer.sublayers = sublayers
    }
  }

  /// Adds the animations that a layer has and its copy does not, and removes others.
  private func updateAnimations(of copy: Copy) {
    let entries = copy.original.storage.animations.entries
    copy.animations.removeAll { known in
      if entries.contains(where: { $0.animation === known.animation }) { return false }
      copy.layer.removeAnimation(forKey: known.key)
      return true
    }
    for entry in entries {
      if let known = copy.animations.first(where: { $0.animation === entry.animation }) {
        // In a time of its own it may have ended before.
        if copy.layer.animation(forKey: known.key) == nil { isKnown = false }
        continue
      }
      if let moving = entry.animation as? PropertyAnimation,
        moving.keyPath?.hasPrefix("instance") == true
      {
        continue
      }
      keyCount += 1
      let isTransition = entry.animation is Transition
      let key = isTransition ? "transition" : "\(keyCount)"
      copy.animations.append((entry.animation, key))
      copy.layer.add(entry.animationToCopy, forKey: key)
      if isTransition, !copy.wasDrawn || !wasKnown { copy.isUnknown = true }
    }
  }
}

extension AnimationEntry {
  /// The animation with the time at which it has begun: one that began at 0 says the same as one that
  /// has not begun.
  fileprivate var animationToCopy: Animation {
    guard hasBegun, animation.beginTime == 0 else { return animation }
    let copy = animation.copy()
    copy.beginTime = -.leastNonzeroMagnitude
    return copy
  }
}

extension Layer {
  fileprivate func copyTiming(of other: Layer) {
    speed = other.speed
    timeOffset = other.timeOffset
    beginTime = other.beginTime
    duration = other.duration
    repeatCount = other.repeatCount
    repeatDuration = other.repeatDuration
    autoreverses = other.autoreverses
    fillMode = other.fillMode
  }
}
