/// The picture of a rasterized layer, and what it was drawn with.
///
/// `@unchecked Sendable`: it is drawn once, before bands of rows read it.
final class RasterPicture: @unchecked Sendable {
  /// What draws it: one pass.
  let plan: Plan
  /// Its pixels: all that the layer and those below it touch.
  let bounds: PixelRect
  /// What its operations do not keep alive themselves.
  private let bitmaps: [PixelStorage]
  /// The pixels, row by row without gaps.
  let pixels: UnsafeMutablePointer<UInt32>
  /// Whether the pixels are there.
  var isDrawn = false
  /// The space of the layer that it was made for; negative for one without sublayers.
  fileprivate let owner: Int32
  fileprivate var lastUse = 0

  fileprivate init(_ plan: Plan, _ bounds: PixelRect, owner: Int32) {
    self.owner = owner
    self.plan = plan
    self.bounds = bounds
    bitmaps = plan.operations.compactMap { $0.source?.takeUnretainedValue() }
    pixels = .allocate(capacity: max(1, bounds.area))
    pixels.initialize(repeating: 0, count: max(1, bounds.area))
  }

  deinit { pixels.deallocate() }

  /// Whether these operations give the same pixels.
  fileprivate func isDrawn(by other: Plan, _ bounds: PixelRect) -> Bool {
    self.bounds == bounds && plan.frame == other.frame && plan.operations == other.operations
      && plan.details == other.details && plan.groups.count == other.groups.count
      && zip(plan.groups, other.groups).allSatisfy { $0.draws(like: $1) }
  }
}

/// The pictures of rasterized layers that were drawn last.
final class RasterCache {
  /// How many times the pixels that a frame shows a picture may have and be kept.
  static let largestInFrames = 4
  /// The most pixels of a picture that is kept, and of all of them.
  private static let largest = 1 << 22
  private static let budget = 1 << 24
  /// How many pictures of a layer are kept, and how many of layers without sublayers together: what
  /// changes in every frame must not fill the memory.
  private static let largestCount = 2
  private static let largestLeafCount = 64

  private var kept: [RasterPicture] = []
  private var total = 0
  private var uses = 0

  /// How many pictures are kept.
  var count: Int { kept.count }

  /// The picture that operations draw; nil for one that is too large to be kept.
  ///
  /// - Parameter owner: the space of the layer that it shows.
  func picture(_ plan: Plan, _ bounds: PixelRect, owner: Int32) -> RasterPicture? {
    guard bounds.area <= Self.largest,
      max(bounds.width, bounds.height) <= RasterPlacement.largestSide
    else { return nil }
    uses += 1
    if let found = kept.first(where: { $0.isDrawn(by: plan, bounds) }) {
      found.lastUse = uses
      return found
    }
    let made = RasterPicture(plan, bounds, owner: owner)
    made.lastUse = uses
    let own = kept.indices.filter { kept[$0].owner == owner }
    if own.count >= (owner < 0 ? Self.largestLeafCount : Self.largestCount) {
      removeOldest(of: own)
    }
    while total + bounds.area > Self.budget, !kept.isEmpty { removeOldest(of: Array(kept.indices)) }
    kept.append(made)
    total += bounds.area
    return made
  }

  private func removeOldest(of indices: [Int]) {
    guard let oldest = indices.min(by: { kept[$0].lastUse < kept[$1].lastUse }) else { return }
    total -= kept[oldest].bounds.area
    kept.remove(at: oldest)
  }
}

extension DisplayGroup {
  /// Whether two groups do the same to what is drawn in them, whatever they are in.
  fileprivate func draws(like other: DisplayGroup) -> Bool {
    alpha == other.alpha && outline == other.outline && overlay == other.overlay
      && transition == other.transition && blend == other.blend && effects == other.effects
      && isMask == other.isMask && raster == other.raster && clip == other.clip
      && frame == other.frame && outerFrame == other.outerFrame
  }
}

extension CompositeOperation: Equatable {
  static func == (left: CompositeOperation, right: CompositeOperation) -> Bool {
    left.kind == right.kind && left.box == right.box && left.originX == right.originX
      && left.originY == right.originY && left.paint == right.paint
      && left.source?.toOpaque() == right.source?.toOpaque()
  }
}
