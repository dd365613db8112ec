/// The cached picture of a rasterized layer, and the plan that draws it.
///
/// `@unchecked Sendable`: it is drawn once, before bands of rows read it.
final class RasterCacheEntry: @unchecked Sendable {
  /// The plan that draws the picture, in one pass.
  let plan: Plan
  /// The bounds of the picture: all pixels that the layer and its descendants touch.
  let bounds: PixelRect
  /// The bitmaps that the operations do not keep alive themselves.
  private let bitmaps: [PixelStorage]
  /// The pixels, row by row without padding.
  let pixels: UnsafeMutablePointer<UInt32>
  /// True if the pixels have been drawn.
  var isDrawn = false
  /// The space of the layer that the picture was made for; negative for a layer without sublayers.
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

  /// Returns true if a plan draws the same pixels.
  fileprivate func isDrawn(by other: Plan, _ bounds: PixelRect) -> Bool {
    self.bounds == bounds && plan.frame == other.frame && plan.operations == other.operations
      && plan.details == other.details && plan.groups.count == other.groups.count
      && zip(plan.groups, other.groups).allSatisfy { $0.draws(like: $1) }
  }
}

/// A cache of the most recently used pictures of rasterized layers.
final class RasterCache {
  /// The area of the largest cached picture relative to the part of it that fills a frame.
  static let largestInFrames = 4
  /// The most pixels of a picture that is kept, and of all of them.
  private static let largest = 1 << 22
  private static let budget = 1 << 24
  /// The maximum number of cached pictures per layer, and of all layers without sublayers together,
  /// so that content that changes in every frame does not fill the memory.
  private static let largestCount = 2
  private static let largestLeafCount = 64

  private var kept: [RasterCacheEntry] = []
  private var total = 0
  private var uses = 0

  /// The number of cached pictures.
  var count: Int { kept.count }

  /// Returns the picture that a plan draws; nil if it is too large to be cached.
  ///
  /// - Parameter owner: the space of the layer that it shows.
  func picture(_ plan: Plan, _ bounds: PixelRect, owner: Int32) -> RasterCacheEntry? {
    guard bounds.area <= Self.largest,
      max(bounds.width, bounds.height) <= RasterCachePlacement.largestSide
    else { return nil }
    uses += 1
    if let found = kept.first(where: { $0.isDrawn(by: plan, bounds) }) {
      found.lastUse = uses
      return found
    }
    let made = RasterCacheEntry(plan, bounds, owner: owner)
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
  /// Returns true if two groups do the same to what is drawn in them, whatever their parents.
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
