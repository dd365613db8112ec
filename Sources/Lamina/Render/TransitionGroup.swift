import Foundation

/// The old picture of a transition, and the way in which it is blended with the new one.
struct TransitionGroup: Sendable, Equatable {
  /// The picture of the layer and its descendants before the transition, in device pixels.
  let old: EmbeddedDisplayList
  let blend: GroupCompositing

  /// True if the old picture filters what is behind a part of it.
  var readsBelow: Bool { !old.list.backdrops.isEmpty }

  /// The distance from which such filters take pixels.
  var backdropReach: (x: Int, y: Int) {
    old.list.backdrops.reduce((0, 0)) { ($0.x + $1.x, $0.y + $1.y) }
  }

  static func == (left: TransitionGroup, right: TransitionGroup) -> Bool {
    left.old === right.old && left.blend == right.blend
  }
}

/// The way in which a group's picture is composited with what is behind it.
enum GroupCompositing: Sendable, Equatable {
  case over
  /// The picture goes behind what is there already.
  case under
  /// A mix of what is there, with this weight in 255ths, and of the picture, with the rest.
  case mix(UInt8)
}

/// An embedded display list in device pixels: an old picture, or the instances of a replicator.
///
/// `@unchecked Sendable`: it never changes, and keeps alive what its list shows.
final class EmbeddedDisplayList: @unchecked Sendable {
  let list: DisplayList
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// The object that makes such pictures, kept alive for as long as one is in use.
  private let maker: AnyObject?

  init(_ list: DisplayList, keeping maker: AnyObject? = nil) {
    self.list = list
    self.maker = maker
    bounds = list.items.reduce(PixelRect.empty) { $0.union($1.bounds) }
  }
}

/// A cache of an evaluator's old pictures, as they are placed, and of their transition groups.
struct TransitionCache {
  /// A layer in transition. The instances of a replicator share their pictures, but not their
  /// spaces.
  private struct TransitionKey: Hashable {
    let picture: ObjectIdentifier
    let space: Int32
  }

  private final class CachedTransition {
    /// Kept alive, so that its identity names no other picture.
    let picture: TransitionSnapshot
    let transform: ProjectiveTransform
    let clip: PixelRect
    let frame: PixelRect
    let alignsContents: Bool
    let list: EmbeddedDisplayList
    /// The group in which the list was drawn last.
    var group: DisplayGroup
    var evaluation: UInt64

    init(
      _ picture: TransitionSnapshot, transform: ProjectiveTransform, clip: PixelRect,
      frame: PixelRect, alignsContents: Bool, list: EmbeddedDisplayList, group: DisplayGroup,
      evaluation: UInt64
    ) {
      self.picture = picture
      self.transform = transform
      self.clip = clip
      self.frame = frame
      self.alignsContents = alignsContents
      self.list = list
      self.group = group
      self.evaluation = evaluation
    }
  }

  private var entries: [TransitionKey: CachedTransition] = [:]
  /// The maximum number of layers that the instances of replicators may have in one picture.
  var layerBudget = InstanceTree.maximumLayerCount
  /// True if instances that cannot be visible are culled.
  var culls = true
  /// The rule by which contents are aligned to pixels.
  var alignment = ContentsAlignment.automatic

  /// Removes all entries.
  mutating func removeAll() { entries.removeAll() }

  /// Removes the pictures that were not used in an evaluation.
  mutating func removeAll(notUsedIn evaluation: UInt64) {
    if entries.values.allSatisfy({ $0.evaluation == evaluation }) { return }
    entries = entries.filter { $0.value.evaluation == evaluation }
  }

  /// Returns the group of a transition: that of the last evaluation if nothing has changed.
  ///
  /// - Parameters:
  ///   - space: the space that the layer stands in.
  ///   - transform: the transform from the picture's space, with its box at the origin, to device
  ///     pixels.
  ///   - clip: the pixels that axis-aligned clips leave around the layer.
  ///   - alignsContents: true to align the contents of the old picture to whole pixels, as at rest.
  mutating func group(
    _ picture: TransitionSnapshot, in space: Int32, blend: GroupCompositing, parent: DisplayGroup?,
    alpha: UInt8,
    transform: ProjectiveTransform, clip: PixelRect, frame: PixelRect, alignsContents: Bool,
    evaluation: UInt64
  ) -> DisplayGroup {
    let key = TransitionKey(picture: ObjectIdentifier(picture), space: space)
    func group(showing list: EmbeddedDisplayList) -> DisplayGroup {
      DisplayGroup(
        parent: parent, alpha: alpha, transition: TransitionGroup(old: list, blend: blend),
        frame: frame)
    }
    if let known = entries[key], known.transform == transform, known.clip == clip,
      known.frame == frame, known.alignsContents == alignsContents
    {
      known.evaluation = evaluation
      let transition = TransitionGroup(old: known.list, blend: blend)
      if !known.group.matches(parent: parent, alpha: alpha, transition: transition) {
        known.group = group(showing: known.list)
      }
      return known.group
    }
    let list = self.list(picture, transform, clip, frame, alignsContents)
    let made = group(showing: list)
    entries[key] = CachedTransition(
      picture, transform: transform, clip: clip, frame: frame, alignsContents: alignsContents,
      list: list, group: made, evaluation: evaluation)
    return made
  }

  private func list(
    _ picture: TransitionSnapshot, _ transform: ProjectiveTransform, _ clip: PixelRect,
    _ frame: PixelRect,
    _ alignsContents: Bool
  ) -> EmbeddedDisplayList {
    guard let tree = picture.tree else {
      return EmbeddedDisplayList(DisplayList(width: frame.maxX, height: frame.maxY))
    }
    var evaluator = Evaluator(
      frame: frame, transform: transform, clip: clip, spaceCapacity: tree.spaceLimit)
    evaluator.layerBudget = layerBudget
    evaluator.culls = culls
    evaluator.alignment = alignment
    evaluator.spaces.root.alignsContents = alignsContents
    _ = evaluator.evaluate(tree, at: tree.time)
    return EmbeddedDisplayList(evaluator.list)
  }
}

extension TransitionState {
  /// The weight of the new picture in a fade, in 255ths; the old picture has the rest.
  var weight: UInt8 { UInt8(progress * 255 + 0.5) }

  /// The way in which the old picture is blended with the new one.
  var blend: GroupCompositing {
    switch kind {
    case .fade: .mix(weight)
    case .push, .moveIn: .under
    case .reveal: .over
    }
  }

  /// True if the new picture moves.
  var movesNew: Bool { kind == .push || kind == .moveIn }
  /// True if the old picture moves.
  var movesOld: Bool { kind == .push || kind == .reveal }

  /// Returns the offset of the new picture from its place, in points, for a box of the given size.
  func newOffset(in size: CGSize) -> CGSize {
    switch kind {
    case .push, .moveIn: motion(progress - 1, size)
    case .fade, .reveal: .zero
    }
  }

  /// Returns the offset of the old picture from where it was, in points, for a box of the given
  /// size.
  func oldOffset(in size: CGSize) -> CGSize {
    switch kind {
    case .push, .reveal: motion(progress, size)
    case .fade, .moveIn: .zero
    }
  }

  private func motion(_ part: Double, _ size: CGSize) -> CGSize {
    switch direction {
    case .fromLeft: CGSize(width: part * size.width, height: 0)
    case .fromRight: CGSize(width: -part * size.width, height: 0)
    case .fromTop: CGSize(width: 0, height: part * size.height)
    case .fromBottom: CGSize(width: 0, height: -part * size.height)
    }
  }
}
