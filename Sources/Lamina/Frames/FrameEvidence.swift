/// A record of a frame and the frame before, from which the damage can be explained.
///
/// It is behind one reference because every frame has room for it.
package final class FrameEvidence: Sendable {
  /// One frame: the record that a ``ChangeObserver`` made for its tree, its display list, and its
  /// time in seconds.
  struct ObservedFrame: Sendable {
    let record: any AnyObject & Sendable
    let list: DisplayList
    let time: Double
  }

  let damage: Region
  let time: Double
  /// True if the frame is the first one, or the first after ``Compositor/invalidate()``.
  let isFirst: Bool
  /// True if ``RenderOptions/redrawsEverything`` was on.
  let redrewEverything: Bool
  /// The frame before and this one; nil if one of their trees was not recorded.
  let sides: (before: ObservedFrame, after: ObservedFrame)?
  /// The operations that drew each rectangle of the damage.
  let passes: [DrawnPass]

  init(
    damage: Region, time: Double, isFirst: Bool = false, redrewEverything: Bool = false,
    sides: (before: ObservedFrame, after: ObservedFrame)? = nil, passes: [DrawnPass] = []
  ) {
    self.damage = damage
    self.time = time
    self.isFirst = isFirst
    self.redrewEverything = redrewEverything
    self.sides = sides
    self.passes = passes
  }
}

/// The operations that drew a rectangle of a frame.
package struct DrawnPass: Sendable, Equatable {
  /// The rectangle, in pixels of the frame.
  package let rect: PixelRect
  /// The pixels inside the rectangle that each operation touched, back to front.
  package let operations: [PixelRect]
  /// An estimate of what they cost: the time in which so many pixels are copied.
  package let cost: Int
}

extension Plan {
  /// The operations of each pass, without the rest of the plan.
  var drawnPasses: [DrawnPass] {
    passes.map { pass in
      DrawnPass(
        rect: pass.rect,
        operations: operations[pass.range].map { $0.box.intersection(pass.rect) }
          .filter { !$0.isEmpty },
        cost: cost(of: pass))
    }
  }
}
