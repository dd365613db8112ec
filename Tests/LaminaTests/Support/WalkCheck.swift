import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// Carries a walk out and looks, at every frame, for what must never be.
final class WalkCheck {
  /// A compositor that draws every frame of the walk in its own way.
  private struct Variant {
    var name: String
    var compositor: Compositor
  }

  /// The picture of a frame with all contents aligned to pixels: trees that are made anew have values
  /// in place of animations, so that their contents are at rest.
  private struct PictureAtRest {
    let walk: Walk
    private var picture: Bitmap?

    init(walk: Walk) { self.walk = walk }

    func compositor() throws -> Compositor {
      let compositor = try WalkCheck.compositor(walk)
      compositor.options.contentsAlignment = .always
      return compositor
    }

    /// Draws it once.
    mutating func picture(of tree: RenderTree, at time: Double) throws -> Bitmap {
      if let picture { return picture }
      let picture = try compositor().render(tree, at: time).bitmap
      self.picture = picture
      return picture
    }
  }

  private let walk: Walk
  private let renderer: Renderer
  private let scene: EditedScene
  private var variants: [Variant] = []
  private var frameCount = 0
  private var lastFrame: Frame?
  /// A frame that was kept, and its pixels when it was drawn.
  private var kept: (frame: Frame, pixels: [UInt32])?
  private var trees: [(tree: RenderTree, time: Double, picture: Bitmap)] = []
  /// Draws old trees again, in any order.
  private let revisitor: Compositor
  private var numbers = SeededGenerator(seed: 42)
  private let writtenOut: WrittenOutScene?
  /// True if each frame is checked in all ways, even if the walk is sampled.
  private let allVariants: Bool

  init(_ walk: Walk, allVariants: Bool) throws {
    self.walk = walk
    let root = Layer()
    root.frame = CGRect(origin: .zero, size: walk.size)
    renderer = Renderer(layer: root, compositor: try Self.compositor(walk))
    scene = try EditedScene(walk, renderer)
    revisitor = try Self.compositor(walk)
    writtenOut = walk.isWrittenOut ? try WrittenOutScene(walk) : nil
    self.allVariants = allVariants
    try add("all switches off") {
      ($0.cullsHiddenLayers, $0.usesCaches, $0.usesReferenceLoops) = (false, false, true)
    }
    try add("3 bands") { ($0.bands, $0.bandThreshold) = (3, 1) }
    guard allVariants else { return }
    try add("culling off") { $0.cullsHiddenLayers = false }
    try add("caches off") { $0.usesCaches = false }
    try add("pixman only") { $0.usesReferenceLoops = true }
    try add("5 bands") { ($0.bands, $0.bandThreshold) = (5, 1) }
    try add("redrawing everything") { $0.redrawsEverything = true }
  }

  private static func compositor(_ walk: Walk) throws -> Compositor {
    try Compositor(width: walk.width, height: walk.height, scale: walk.scale)
  }

  private func add(_ name: String, _ change: (inout RenderOptions) -> Void) throws {
    let compositor = try Self.compositor(walk)
    change(&compositor.options)
    variants.append(Variant(name: name, compositor: compositor))
  }

  /// Runs the walk with some edits in place of its own, to their end or to the first failure.
  ///
  /// - Parameter rebuildInterval: every so many frames the tree is made anew from scratch.
  private static func run(
    _ walk: Walk, _ edits: RandomWalk<Edit>, allVariants: Bool, rebuildInterval: Int
  ) throws -> WalkFailure? {
    let check = try WalkCheck(walk.with(edits.edits), allVariants: allVariants)
    defer { check.scene.closeTransactions() }
    return edits.run(in: check) { check, edit in
      check.scene.apply(edit)
      check.writtenOut?.noteDepartures()
      guard case .draw(let time) = edit else { return nil }
      return try check.frame(at: time, rebuildInterval: rebuildInterval)
    }
  }

  /// Runs the walk, and records its failure with the shortest walk that fails, too.
  ///
  /// - Parameter rebuildInterval: every so many frames the tree is made anew from scratch; while a
  ///   failure is made shorter, at each.
  static func expectNoFailure(
    of walk: Walk, seed: UInt64, rebuildInterval: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try RandomWalk(seed: seed, edits: walk.edits, setting: walk.setting).expectNoFailure(
      sourceLocation: sourceLocation,
      simplified: { edits, attempts, fails in
        var edits = edits
        edits.edits = try walk.with(edits.edits).hoisted(attempts: &attempts) { walk in
          var candidate = edits
          candidate.edits = walk.edits
          return try fails(candidate)
        }.edits
        return edits
      },
      { edits, isShrinking in
        try run(
          walk, edits, allVariants: isShrinking || !walk.isSampled,
          rebuildInterval: isShrinking ? 1 : rebuildInterval)
      })
  }

  // MARK: - One frame

  private func frame(at time: Double, rebuildInterval: Int) throws -> String? {
    frameCount += 1
    if walk.kinds?.shares.contains(.tiled) == true { renderer.finishTiles(at: time) }
    let frame = try renderer.render(at: time)
    let tree = renderer.commit(at: time)
    let cost = FrameCost(extent: renderer.drawnExtent)
    if let text = cost.excess(in: frame.report, rects: frame.damage.rects.count) { return text }
    if let text = TreeCost(tree, at: time)
      .excess(in: frame.report, rects: frame.damage.rects.count)
    {
      return text
    }
    let full = try Self.compositor(walk).render(tree, at: time).bitmap
    if let difference = frame.bitmap.difference(from: full) {
      return "the frame differs from a full redraw: \(difference)"
    }
    if let text = outsideDamage(frame) { return text }
    var atRest = PictureAtRest(walk: walk)
    for variant in variants {
      let picture = try variant.compositor.render(tree, at: time).bitmap
      if let difference = picture.difference(from: full) {
        return "with \(variant.name) the frame differs: \(difference)"
      }
    }
    if scene.openTransactions == 0,
      let picture = try writtenOut?.picture(of: renderer.layer, at: time)
    {
      let expected = try atRest.picture(of: tree, at: time)
      // Instances are moved by whole pixels, but the shadow of a group is rounded once more than
      // that of a layer alone.
      if expected.largestDifference(from: picture) > 6,
        let difference = expected.difference(from: picture)
      {
        return "the frame differs from replicators written out: \(difference)"
      }
    }
    let isSampled = walk.isSampled && !allVariants
    if isSampled, frameCount % 4 != 0 { return nil }
    let again = try renderer.render(at: time)
    var idle = FrameReport()
    idle.omissions = again.report.omissions
    guard again.damage.isEmpty, again.report == idle else {
      return "drawing again damages \(again.damage.rects)"
    }
    if frameCount % rebuildInterval == 0, scene.openTransactions == 0,
      let root = scene.rebuilt(at: time)
    {
      let expected = try atRest.picture(of: tree, at: time)
      let picture = try Renderer(layer: root, compositor: atRest.compositor()).render(at: time)
        .bitmap
      if let difference = expected.difference(from: picture) {
        return "the frame differs from that of a tree made anew: \(difference)"
      }
    }
    // The flat list of layers must be the tree, depth first.
    if scene.openTransactions == 0, frameCount % 4 == 0,
      let text = renderer.layerTree.mistakeInRope()
    {
      return text
    }
    return try earlyChange(tree, full, at: time) ?? revisit(tree, full, at: time)
      ?? keptFrameChanged(frame) ?? secondTree(at: time)
  }

  private func secondTree(at time: Double) throws -> String? {
    guard let renderer = scene.secondRenderer else { return nil }
    let picture = try renderer.render(at: time).bitmap
    let tree = renderer.commit(at: time)
    let full = try Compositor(width: renderer.width, height: renderer.height)
      .render(tree, at: time).bitmap
    if let difference = picture.difference(from: full) {
      return "the second tree's frame differs: \(difference)"
    }
    return scene.openTransactions == 0 ? renderer.layerTree.mistakeInRope() : nil
  }

  /// Until the time that the renderer names, nothing may look different.
  private func earlyChange(_ tree: RenderTree, _ picture: Bitmap, at time: Double) throws
    -> String?
  {
    guard scene.openTransactions == 0 else { return nil }
    let quiet: Double
    switch renderer.nextFrameTime(after: time) {
    case .now: return nil
    case .at(let next): quiet = min(time + (next - time) * 0.999, next.nextDown)
    case .never: quiet = time + 1_000
    }
    let later = try Self.compositor(walk).render(tree, at: quiet).bitmap
    return later.difference(from: picture).map {
      "before the next frame is due, at \(quiet), something has changed: \($0)"
    }
  }

  /// Nothing may be written outside the damage.
  private func outsideDamage(_ frame: Frame) -> String? {
    defer { lastFrame = frame }
    guard let lastFrame else { return nil }
    let difference = frame.bitmap.difference(from: lastFrame.bitmap, outside: frame.damage)
    return difference.map { "a pixel outside the damage \(frame.damage.rects) changed: \($0)" }
  }

  /// A tree shows the same at the same time, whatever was drawn before it.
  private func revisit(_ tree: RenderTree, _ picture: Bitmap, at time: Double) throws -> String? {
    if trees.count < 12 {
      trees.append((tree, time, picture))
    } else if numbers.chance(20) {
      trees[numbers.below(trees.count)] = (tree, time, picture)
    }
    let old = numbers.pick(trees)
    let again = try revisitor.render(old.tree, at: old.time).bitmap
    return again.difference(from: old.picture).map { "an old tree drawn again differs: \($0)" }
  }

  /// A frame that somebody kept stays as it was.
  private func keptFrameChanged(_ frame: Frame) -> String? {
    if let kept, kept.frame.bitmap.pixels != kept.pixels { return "a kept frame has changed" }
    if frameCount % 24 == 1 { kept = (frame, frame.bitmap.pixels) }
    return nil
  }
}
