import Foundation
import Synchronization

/// The reasons why a frame cannot be drawn.
@nonexhaustive
public enum RenderError: LocalizedError, Equatable, CustomStringConvertible {
  /// A side of the frame is less than 1 pixel or more than ``Bitmap/maximumSideLength``.
  case invalidSize(width: Int, height: Int)
  /// The scale is not a finite number greater than 0.
  case invalidScale(Double)
  /// The time is not a finite number.
  case invalidTime(Double)
  /// The rows of the memory given for a framebuffer are shorter than the frame, or not whole
  /// pixels.
  case strideTooSmall(bytesPerRow: Int, needed: Int)
  /// A layer of the tree could not draw its contents.
  case undrawnLayer(LayerDrawingError)
  /// The system has no memory for a framebuffer of `byteCount` bytes.
  case outOfMemory(width: Int, height: Int, byteCount: Int)
  /// The loaded pixman is older than 0.42.2.
  case pixmanTooOld(version: String)

  public var description: String {
    switch self {
    case .invalidSize(let width, let height):
      "cannot render a frame of \(width) x \(height) pixels: each side must be from 1 to "
        + "\(Bitmap.maximumSideLength)"
    case .invalidScale(let scale):
      "the scale must be finite and greater than 0 pixels per point, not \(scale)"
    case .invalidTime(let time): "the time must be finite, not \(time) s"
    case .strideTooSmall(let bytesPerRow, let needed):
      "bytesPerRow must be a multiple of 4 and at least \(needed) for this width, not \(bytesPerRow)"
    case .undrawnLayer(let error): error.description
    case .outOfMemory(let width, let height, let byteCount):
      "cannot allocate \(byteCount) bytes of memory for a frame of \(width) x \(height) pixels"
    case .pixmanTooOld(let version):
      "pixman \(version) is too old: version 0.42.2 or later is required"
    }
  }

  public var errorDescription: String? { description }
}

/// Draws render trees: evaluation, damage, plan, and the drawing operations themselves.
///
/// A compositor keeps a framebuffer, and draws only what differs between a new tree and the last
/// one. Use it from one thread at a time, whichever that is. ``Renderer`` has one for the thread
/// that owns the tree; create another to draw the same trees elsewhere.
public final class Compositor {
  /// The frame's width in pixels.
  public let width: Int
  /// The frame's height in pixels.
  public let height: Int
  /// Device pixels per point.
  public let scale: CGFloat
  /// The drawing options.
  public var options: RenderOptions {
    get { currentOptions }
    set {
      let alignmentChanges = newValue.contentsAlignment != currentOptions.contentsAlignment
      currentOptions = newValue
      guard alignmentChanges else { return }
      evaluator.alignment = newValue.contentsAlignment
      invalidate()
    }
  }
  /// Private, so that frames read it without an exclusivity check.
  private var currentOptions = RenderOptions()

  private var evaluator: Evaluator
  private var planner = Planner()
  private var plan = Plan()
  private var executors = [Executor()]
  private var framebuffer: PixelStorage
  private let framebufferIsBorrowed: Bool
  private var spares = SpareFramebuffers()
  private var lastTree: RenderTreeStorage?
  private var lastTime = 0.0
  /// The items left out of the last frame.
  private var omissions: [FrameOmission] = []
  private var identity = Frame.Identity(
    compositor: count.wrappingAdd(1, ordering: .relaxed).newValue, number: 0, change: FrameChange())

  /// The number of compositors created so far.
  private static let count = Atomic<Int>(0)

  /// Creates a compositor with a framebuffer of its own.
  ///
  /// - Parameters:
  ///   - width: pixels, 1...``Bitmap/maximumSideLength``.
  ///   - height: pixels, 1...``Bitmap/maximumSideLength``.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``.
  public convenience init(width: Int, height: Int, scale: CGFloat = 1) throws(RenderError) {
    try Self.check(width: width, height: height, scale: scale)
    self.init(
      framebuffer: try Self.framebuffer(width: width, height: height), isBorrowed: false,
      scale: scale)
  }

  /// Creates a compositor that replaces another one, which must not be used again. It takes over
  /// the framebuffer's memory if that fits and no frame holds it.
  convenience init(
    width: Int, height: Int, scale: CGFloat, replacing old: Compositor
  ) throws(RenderError) {
    try Self.check(width: width, height: height, scale: scale)
    let isFree = !old.framebufferIsBorrowed && isKnownUniquelyReferenced(&old.framebuffer)
    self.init(
      framebuffer: try Self.framebuffer(
        width: width, height: height, replacing: isFree ? old.framebuffer : nil),
      isBorrowed: false, scale: scale)
  }

  /// Creates a compositor that draws into memory you provide.
  ///
  /// The memory must outlive the compositor and all of its frames. Frames share it: a frame's
  /// bitmap shows whatever was drawn last.
  ///
  /// - Parameters:
  ///   - memory: room for `height` rows, aligned for `UInt32`. Its contents do not matter.
  ///   - bytesPerRow: the distance from one row to the next in bytes, a multiple of 4.
  ///   - width: the width of the frames in device pixels.
  ///   - height: the height of the frames in device pixels.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``.
  public convenience init(
    memory: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
    scale: CGFloat = 1
  ) throws(RenderError) {
    try Self.check(width: width, height: height, scale: scale)
    guard bytesPerRow >= width * 4, bytesPerRow % 4 == 0 else {
      throw .strideTooSmall(bytesPerRow: bytesPerRow, needed: width * 4)
    }
    let pixels = memory.bindMemory(to: UInt32.self, capacity: bytesPerRow / 4 * height)
    self.init(
      framebuffer: PixelStorage(
        borrowing: pixels, width: width, height: height, stride: bytesPerRow / 4),
      isBorrowed: true, scale: scale)
  }

  private init(framebuffer: PixelStorage, isBorrowed: Bool, scale: CGFloat) {
    self.framebuffer = framebuffer
    framebufferIsBorrowed = isBorrowed
    width = framebuffer.width
    height = framebuffer.height
    self.scale = scale
    evaluator = Evaluator(
      width: width, height: height,
      transform: ProjectiveTransform(Transform2D(scaleX: scale, y: scale)))
  }

  private static func framebuffer(
    width: Int, height: Int, replacing old: PixelStorage? = nil
  ) throws(RenderError) -> PixelStorage {
    do {
      return try PixelStorage(trying: width, height: height, padded: true, replacing: old)
    } catch {
      throw .outOfMemory(width: width, height: height, byteCount: error.byteCount)
    }
  }

  private static func check(width: Int, height: Int, scale: CGFloat) throws(RenderError) {
    guard (1...Bitmap.maximumSideLength).contains(width),
      (1...Bitmap.maximumSideLength).contains(height)
    else { throw .invalidSize(width: width, height: height) }
    guard scale > 0, scale.isFinite else { throw .invalidScale(Double(scale)) }
    guard Pixman.isRecentEnough else { throw .pixmanTooOld(version: Pixman.versionText) }
  }

  /// Draws `tree` as it is at a time.
  ///
  /// The result depends only on the tree and the time, not on what was drawn before.
  ///
  /// - Parameters:
  ///   - tree: the tree to draw.
  ///   - time: seconds, on the clock of the tree's commits.
  /// - Throws: ``RenderError/invalidTime(_:)``, or
  ///   ``RenderError/outOfMemory(width:height:byteCount:)`` if an earlier frame is kept and there
  ///   is no memory for another.
  /// - Complexity: grows with the visible changes since the last frame; O(1) if nothing can have
  ///   changed.
  public func render(_ tree: RenderTree, at time: Double) throws(RenderError) -> Frame {
    guard time.isFinite else { throw .invalidTime(time) }
    let storage = tree.storage
    if storage === lastTree, !storage.hasAnimations || time == lastTime,
      !currentOptions.redrawsEverything
    {
      lastTime = time
      refuseOmissions(at: time)
      return Frame(
        bitmap: Bitmap(storage: framebuffer), damage: Region(), time: time,
        report: FrameReport(omissions: omissions),
        evidence: currentOptions.explainsDamage
          ? FrameEvidence(damage: Region(), time: time) : nil,
        identity: currentOptions.damageTint == nil ? identity : nil)
    }
    return try draw(storage, at: time)
  }

  /// Discards the last frame, so that the next one is drawn whole.
  public func invalidate() {
    lastTree = nil
    evaluator.reset()
  }

  // MARK: - One frame

  /// Returns an estimate of the cost of drawing a tree at a time, without drawing it: the time in which so
  /// many pixels are copied.
  ///
  /// The frames before are those that were estimated. Call ``invalidate()`` before one is drawn.
  ///
  /// - Complexity: grows with the visible changes since the last frame.
  package func estimate(_ tree: RenderTree, at time: Double) -> Int {
    let storage = tree.storage
    if storage === lastTree, !storage.hasAnimations || time == lastTime { return 0 }
    let change = evaluate(storage, at: time)
    lastTree = storage
    lastTime = time
    // To evaluate a layer takes about as long as to copy a hundred pixels.
    let evaluation = 100 * evaluator.visitedLayers
    if change.isEmpty { return evaluation }
    planner.plan(evaluator.list, change.region, into: &plan)
    return evaluation + (change.copy?.destination.area ?? 0) + plan.cost
  }

  /// Evaluates a tree at a time, and returns the difference from the last frame.
  private func evaluate(_ tree: RenderTreeStorage, at time: Double) -> FrameChange {
    evaluator.reusesChunks = currentOptions.usesCaches
    evaluator.culls = currentOptions.cullsHiddenLayers
    planner.culls = currentOptions.cullsHiddenLayers
    planner.keepsRasters = currentOptions.usesCaches
    let difference = evaluator.evaluate(tree, at: time)
    let damage = damage(of: difference)
    let frame = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    let backdrops = evaluator.list.backdrops
    if !backdrops.isEmpty {
      return FrameChange(region: Damage.spread(damage, by: backdrops, in: frame))
    }
    guard damage.rects.first == frame, lastTree != nil, evaluator.list.order == nil,
      currentOptions.usesCaches, !currentOptions.redrawsEverything,
      case .chunks(let changes) = difference,
      let copy = Damage.scroll(changes, in: evaluator.list)
    else { return FrameChange(region: damage) }
    var region = Region()
    for rect in frame.subtracting(copy.destination) { region.insert(rect) }
    return FrameChange(copy: copy, region: region)
  }

  private func draw(_ tree: RenderTreeStorage, at time: Double) throws(RenderError) -> Frame {
    let listBefore = currentOptions.explainsDamage ? evaluator.list : nil
    let change = evaluate(tree, at: time)
    let damage = change.damage
    omissions = evaluator.list.omissions
    refuseOmissions(at: time)
    var report = FrameReport(omissions: omissions)
    report.layersVisited = evaluator.visitedLayers
    report.instancesVisited = evaluator.visitedInstances
    report.cacheHits = evaluator.reusedChunks
    if !change.isEmpty {
      try makeFramebufferWritable(for: change)
      report.scrolledPixels = change.copy?.destination.area ?? 0
      planner.plan(evaluator.list, change.region, into: &plan)
      report.layersCulled = planner.culledItems
      execute(&report)
    }
    let evidence = listBefore.map { makeEvidence(for: damage, of: tree, at: time, after: $0) }
    lastTree = tree
    lastTime = time
    identity = Frame.Identity(
      compositor: identity.compositor, number: identity.number + 1, change: change)
    return Frame(
      bitmap: tinted(change.region) ?? Bitmap(storage: framebuffer), damage: damage, time: time,
      report: report, evidence: evidence,
      identity: currentOptions.damageTint == nil ? identity : nil)
  }

  /// Traps if the frame leaves out layers and the options ask for that.
  private func refuseOmissions(at time: Double) {
    guard currentOptions.trapsOnOmissions, let first = omissions.first else { return }
    refuse("the frame at \(time) s leaves out \(first)")
  }

  /// Returns what the explanation of the frame's damage needs.
  private func makeEvidence(
    for damage: Region, of tree: RenderTreeStorage, at time: Double, after list: DisplayList
  ) -> FrameEvidence {
    var sides: (before: FrameEvidence.ObservedFrame, after: FrameEvidence.ObservedFrame)?
    if let before = lastTree?.record, let after = tree.record {
      sides = (
        FrameEvidence.ObservedFrame(record: before, list: list, time: lastTime),
        FrameEvidence.ObservedFrame(record: after, list: evaluator.list, time: time)
      )
    }
    return FrameEvidence(
      damage: damage, time: time, isFirst: lastTree == nil,
      redrewEverything: currentOptions.redrawsEverything, sides: sides,
      passes: damage.isEmpty ? [] : plan.drawnPasses)
  }

  private func damage(of change: DisplayListDiff) -> Region {
    let frame = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    if currentOptions.redrawsEverything || lastTree == nil { return Region(frame) }
    switch change {
    case .chunks(let changes): return Damage.between(changes, frame: frame)
    case .reordered(let changes, let before):
      return Damage.between(changes, frame: frame, reordered: (before, evaluator.list))
    case .everything(let before): return Damage.between(before, evaluator.list)
    }
  }

  /// Moves the pixels that only move, in another framebuffer if a frame still holds this one, so that
  /// the frame keeps its pixels.
  ///
  /// - Parameter change: the difference to the next frame. The pixels of its region, which are about to
  ///   be drawn, need not be copied.
  private func makeFramebufferWritable(for change: FrameChange) throws(RenderError) {
    if framebufferIsBorrowed || isKnownUniquelyReferenced(&framebuffer) {
      if !framebufferIsBorrowed { framebuffer.reclaim() }
      if let copy = change.copy {
        framebuffer.copy(copy.destination, from: framebuffer, dx: copy.dx, dy: copy.dy)
      }
      spares.keepFramebuffer(making: change)
      return
    }
    do {
      framebuffer = try spares.replacement(for: framebuffer, making: change)
    } catch {
      // The damage is lost: the next frame is drawn whole.
      invalidate()
      throw .outOfMemory(width: width, height: height, byteCount: error.byteCount)
    }
  }

  private func execute(_ report: inout FrameReport) {
    let bounds = plan.passes.reduce(PixelRect.empty) { $0.union($1.rect) }
    let work = plan.passes.reduce(0) { $0 + $1.rect.area }
    let wanted = work > currentOptions.bandThreshold ? max(1, currentOptions.bands) : 1
    let bands = min(wanted, bounds.height)
    while executors.count < bands { executors.append(Executor()) }
    for executor in executors {
      executor.usesReferenceLoops = currentOptions.usesReferenceLoops
      executor.extent = Executor.DrawnExtent()
    }
    let surface = Surface(
      pixels: framebuffer.pixels,
      rect: PixelRect(minX: 0, minY: 0, maxX: width, maxY: height), stride: framebuffer.stride)
    for (_, picture) in plan.pictures where !picture.isDrawn {
      executors[0].make(picture)
      report.operations += executors[0].counts
    }
    if bands == 1 {
      executors[0].run(plan, on: surface, rows: bounds.minY..<bounds.maxY)
    } else {
      Self.run(plan, executors, bands, bounds, surface)
    }
    for executor in executors[..<bands] { report.operations += executor.counts }
    report.bands = bands
  }

  /// The largest sizes that the operations of the last frame worked on.
  var drawnExtent: Executor.DrawnExtent {
    executors.reduce(into: Executor.DrawnExtent()) { result, executor in
      result.width = max(result.width, executor.extent.width)
      result.height = max(result.height, executor.extent.height)
      result.blurs += executor.extent.blurs
      result.blurReach = max(result.blurReach, executor.extent.blurReach)
    }
  }

  /// Draws bands of rows concurrently. No two touch the same pixel.
  private static func run(
    _ plan: Plan, _ executors: [Executor], _ bands: Int, _ bounds: PixelRect, _ surface: Surface
  ) {
    struct Work: @unchecked Sendable {
      let plan: Plan
      let executors: [Executor]
      let surface: Surface
    }
    let work = Work(plan: plan, executors: executors, surface: surface)
    DispatchQueue.concurrentPerform(iterations: bands) { band in
      let from = bounds.minY + bounds.height * band / bands
      let to = bounds.minY + bounds.height * (band + 1) / bands
      work.executors[band].run(work.plan, on: work.surface, rows: from..<to)
    }
  }

  /// Returns a copy of the frame with the damage tinted, if that is enabled.
  private func tinted(_ damage: Region) -> Bitmap? {
    guard let tint = currentOptions.damageTint?.premultipliedPixel, !damage.isEmpty else {
      return nil
    }
    let copy = framebuffer.copy(padded: false)
    for rect in damage.rects {
      for y in rect.minY..<rect.maxY {
        RowKernels.over(copy.pixels + y * copy.stride + rect.minX, color: tint, rect.width)
      }
    }
    return Bitmap(storage: copy)
  }
}
