import Foundation

/// How a group that a transition makes meets what it had been.
struct DisplayTransition: Sendable, Equatable {
  /// What the layer and all below it had been, in device pixels.
  let old: PictureList
  let blend: GroupBlend

  static func == (left: DisplayTransition, right: DisplayTransition) -> Bool {
    left.old === right.old && left.blend == right.blend
  }
}

/// How a group's picture is put on what is behind it.
enum GroupBlend: Sendable, Equatable {
  case over
  /// Behind what is there already.
  case under
  /// So much of what is there, in 255ths, and the rest of the group.
  case mix(UInt8)
}

/// A picture that stands in another by itself, in device pixels: an old one, or the instances of a
/// replicator.
///
/// `@unchecked Sendable`: it never changes, and keeps alive what its list shows.
final class PictureList: @unchecked Sendable {
  let list: DisplayList
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// What goes on making such pictures as long as somebody has one.
  private let maker: AnyObject?

  init(_ list: DisplayList, keeping maker: AnyObject? = nil) {
    self.list = list
    self.maker = maker
    bounds = list.items.reduce(PixelRect.empty) { $0.union($1.bounds) }
  }
}

/// The old pictures of an evaluator, where they are drawn, and the groups that they make.
struct TransitionCache {
  /// A layer in transition. The instances of a replicator share their pictures, but no space.
  private struct Key: Hashable {
    let picture: ObjectIdentifier
    let space: Int32
  }

  private struct Entry {
    let picture: OldPicture
    let transform: PlaneTransform
    let clip: PixelRect
    let frame: PixelRect
    let alignsContents: Bool
    let list: PictureList
    var group: DisplayGroup?
    var evaluation: UInt64
  }

  private var entries: [Key: Entry] = [:]
  /// How many layers the instances of replicators may have in one of them.
  var layerBudget = InstanceTree.maximumLayerCount
  /// Whether instances of which nothing can be seen are left out.
  var culls = true
  /// When contents are aligned to pixels.
  var alignment = ContentsAlignment.automatic

  /// Forgets everything.
  mutating func removeAll() { entries.removeAll() }

  /// Forgets the pictures that an evaluation did not ask for.
  mutating func removeAll(notUsedIn evaluation: UInt64) {
    if entries.isEmpty { return }
    entries = entries.filter { $0.value.evaluation == evaluation }
  }

  /// The group of a transition: the one of the last evaluation where nothing has changed.
  ///
  /// - Parameters:
  ///   - space: the one that the layer stands in.
  ///   - transform: from the picture's space, its box at the origin, to device pixels.
  ///   - clip: the pixels that upright clips around the layer leave.
  ///   - alignsContents: whether the old picture is at rest.
  mutating func group(
    _ picture: OldPicture, in space: Int32, blend: GroupBlend, parent: DisplayGroup?, alpha: UInt8,
    transform: PlaneTransform, clip: PixelRect, frame: PixelRect, alignsContents: Bool,
    evaluation: UInt64
  ) -> DisplayGroup {
    let key = Key(picture: ObjectIdentifier(picture), space: space)
    let known = entries[key].flatMap {
      $0.transform == transform && $0.clip == clip && $0.frame == frame
        && $0.alignsContents == alignsContents ? $0 : nil
    }
    let list = known?.list ?? self.list(picture, transform, clip, frame, alignsContents)
    let transition = DisplayTransition(old: list, blend: blend)
    var group = known?.group
    if group?.matches(parent: parent, alpha: alpha, transition: transition) != true {
      group = DisplayGroup(
        parent: parent, alpha: alpha, transition: transition, frame: frame)
    }
    entries[key] = Entry(
      picture: picture, transform: transform, clip: clip, frame: frame,
      alignsContents: alignsContents, list: list, group: group, evaluation: evaluation)
    return group!
  }

  private func list(
    _ picture: OldPicture, _ transform: PlaneTransform, _ clip: PixelRect, _ frame: PixelRect,
    _ alignsContents: Bool
  ) -> PictureList {
    guard let tree = picture.tree else {
      return PictureList(DisplayList(width: frame.maxX, height: frame.maxY))
    }
    var evaluator = Evaluator(
      frame: frame, transform: transform, clip: clip, spaceCapacity: tree.spaceLimit)
    defer { evaluator.deallocate() }
    evaluator.layerBudget = layerBudget
    evaluator.culls = culls
    evaluator.alignment = alignment
    evaluator.spaces.root.alignsContents = alignsContents
    _ = evaluator.evaluate(tree, at: tree.time)
    return PictureList(evaluator.list)
  }
}

extension TransitionState {
  /// How the old picture meets the new one.
  var blend: GroupBlend {
    switch kind {
    case .fade: .mix(UInt8(progress * 255 + 0.5))
    case .push, .moveIn: .under
    case .reveal: .over
    }
  }

  /// Whether the new picture moves.
  var movesNew: Bool { kind == .push || kind == .moveIn }
  /// Whether the old picture moves.
  var movesOld: Bool { kind == .push || kind == .reveal }

  /// How far the new picture is from its place, for a box of a size, in points.
  func newOffset(in size: CGSize) -> CGSize {
    switch kind {
    case .push, .moveIn: motion(progress - 1, size)
    case .fade, .reveal: .zero
    }
  }

  /// How far the old picture is from where it was, for a box of a size, in points.
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
