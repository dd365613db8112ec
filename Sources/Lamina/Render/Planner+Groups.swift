// Groups, which are opened and closed around their items.

extension Planner {
  /// A group that is being planned.
  struct OpenGroup {
    let group: DisplayGroup
    /// The index of the operation that began the group.
    let operation: Int
    /// The pixels of the group that are needed, in the picture around it.
    let outside: PixelRect
    /// The pixels that have to be drawn inside the group.
    let inside: PixelRect
    /// The bounding box of those that were drawn.
    var bounds = PixelRect.empty
    /// The bounding box of what was drawn of its mask.
    var mask = PixelRect.empty
    /// The distance from which filters inside the group take pixels of what is behind them.
    var backdropReach: (x: Int, y: Int)

    init(_ group: DisplayGroup, operation: Int, outside: PixelRect, inside: PixelRect) {
      self.group = group
      self.operation = operation
      self.outside = outside
      self.inside = inside
      backdropReach = group.transition?.backdropReach ?? (0, 0)
    }

    /// Adds the reach of filters inside a nested group, and of its own.
    mutating func add(_ nested: (x: Int, y: Int), of group: DisplayGroup) {
      let own = group.effects?.backdrop?.reach ?? (x: 0, y: 0)
      // The picture of a rasterized layer is drawn under any transform.
      let everywhere = group.raster != nil && nested != (0, 0) ? PixelRect.everything.width : 0
      backdropReach.x += max(nested.x, everywhere) + own.x
      backdropReach.y += max(nested.y, everywhere) + own.y
    }

    /// The part of the group to draw: the part that its mask shows.
    var extent: Plan.GroupExtent {
      var extent = Plan.GroupExtent(backdropReach: backdropReach)
      if let effects = group.effects, effects.hasMask, mask.isEmpty || backdropReach == (0, 0) {
        extent.needed = effects.pixelsNeeded(for: mask)
      }
      return extent
    }
  }

  /// Closes and opens groups until `group` is the innermost one.
  ///
  /// - Parameter rect: the rectangle being planned.
  static func turn(
    to group: DisplayGroup?, in rect: PixelRect,
    _ open: inout [OpenGroup], _ plan: inout Plan
  ) {
    // The groups that have yet to be opened, innermost first.
    var path: [DisplayGroup] = []
    var next = group
    while let current = next {
      if current.depth < open.count, open[current.depth].group === current { break }
      path.append(current)
      next = current.parent
    }
    let common = next.map { $0.depth + 1 } ?? 0
    while open.count > common {
      let closed = open.removeLast()
      plan.operations[closed.operation].box = closed.bounds
      plan.extents[Int(plan.operations[closed.operation].paint)] = closed.extent
      if let transition = closed.group.transition {
        var box = closed.bounds
        if transition.blend == .mix(0) {
          // Nothing of the new picture is visible yet.
          plan.operations.removeSubrange((closed.operation + 1)...)
          box = box.intersection(transition.old.bounds)
          plan.operations[closed.operation].box = box
        }
        emit(transition, in: box, frame: closed.group.frame, into: &plan)
      }
      let box = closed.group.pixelsTouchedAround(by: closed.bounds)
        .intersection(closed.outside)
      var end = CompositeOperation(.endGroup, box)
      end.paint = plan.operations[closed.operation].paint
      plan.operations.append(end)
      guard let last = open.indices.last else { continue }
      open[last].add(closed.backdropReach, of: closed.group)
      // A mask adds nothing to the picture that it masks.
      if closed.group.isMask {
        open[last].mask = open[last].mask.union(box)
      } else {
        open[last].bounds = open[last].bounds.union(box)
      }
    }
    for group in path.reversed() {
      plan.begin(group)
      // A mask is needed where the masked picture is, not where the picture's effects need it.
      let around = open.last.map { group.isMask ? $0.outside : $0.inside } ?? rect
      open.append(
        OpenGroup(
          group, operation: plan.operations.count - 1,
          outside: around.intersection(group.clip), inside: group.pixelsNeeded(for: around)))
    }
  }

  /// Adds the old picture of a transition, as a group inside the transition's group. It fills the
  /// whole box, because the transition also affects new content where there was nothing before.
  ///
  /// - Parameter frame: the bounds of all relevant pixels inside that group.
  private static func emit(
    _ transition: TransitionGroup, in box: PixelRect, frame: PixelRect, into plan: inout Plan
  ) {
    if box.isEmpty { return }
    let paint = UInt32(truncatingIfNeeded: plan.groups.count)
    plan.begin(DisplayGroup(parent: nil, blend: transition.blend, frame: frame), box)
    var open: [OpenGroup] = []
    transition.old.list.forEachItem(intersecting: box) { chunk, items, item in
      emit(chunk, items, item, in: box, &open, &plan)
    }
    turn(to: nil, in: box, &open, &plan)
    plan.operations.append(CompositeOperation(.endGroup, box, paint: paint))
  }
}
