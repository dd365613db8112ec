// Groups, which open and close around what is in them.

extension Planner {
  /// A group that is being planned.
  struct OpenGroup {
    let group: DisplayGroup
    /// The operation that began it.
    let operation: Int
    /// The pixels that are wanted of the group, in the picture around it.
    let outside: PixelRect
    /// The pixels that have to be drawn inside it.
    let inside: PixelRect
    /// What was drawn of them.
    var bounds = PixelRect.empty
  }

  /// Closes and opens groups until `group` is the innermost one.
  ///
  /// - Parameter rect: what is planned for.
  static func turn(
    to group: DisplayGroup?, in rect: PixelRect,
    _ open: inout [OpenGroup], _ plan: inout Plan
  ) {
    // The groups that are yet to be opened, innermost first.
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
      if let transition = closed.group.transition {
        emit(transition, in: closed.bounds, frame: closed.group.frame, into: &plan)
      }
      let box = closed.group.pixelsTouchedAround(by: closed.bounds)
        .intersection(closed.outside)
      var end = CompositeOperation(.endGroup, box)
      end.paint = plan.operations[closed.operation].paint
      plan.operations.append(end)
      // A mask adds nothing to the picture that it masks.
      if let last = open.indices.last, !closed.group.isMask {
        open[last].bounds = open[last].bounds.union(box)
      }
    }
    for group in path.reversed() {
      plan.groups.append(group)
      plan.operations.append(
        CompositeOperation(
          .beginGroup, .empty, paint: UInt32(truncatingIfNeeded: plan.groups.count - 1)))
      // A mask is wanted where the masked picture is, not where its effects need it.
      let around = open.last.map { group.isMask ? $0.outside : $0.inside } ?? rect
      open.append(
        OpenGroup(
          group: group, operation: plan.operations.count - 1,
          outside: around.intersection(group.clip), inside: group.pixelsNeeded(for: around)))
    }
  }

  /// Adds what had been, as a group inside that of the transition: all of the box, as the
  /// transition acts on what is new also where nothing was.
  ///
  /// - Parameter frame: all pixels that count there.
  private static func emit(
    _ transition: DisplayTransition, in box: PixelRect, frame: PixelRect, into plan: inout Plan
  ) {
    if box.isEmpty { return }
    plan.groups.append(DisplayGroup(parent: nil, blend: transition.blend, frame: frame))
    let paint = UInt32(truncatingIfNeeded: plan.groups.count - 1)
    plan.operations.append(CompositeOperation(.beginGroup, box, paint: paint))
    var open: [OpenGroup] = []
    transition.old.list.forEachItem(touching: box) { chunk, items, item in
      emit(chunk, items, item, in: box, &open, &plan)
    }
    turn(to: nil, in: box, &open, &plan)
    plan.operations.append(CompositeOperation(.endGroup, box, paint: paint))
  }
}
