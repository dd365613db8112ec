import Foundation
import LaminaTestSupport

@testable import Lamina

/// One step of a walk. Layers are named by number; number 0 is the root.
///
/// Every edit can be applied to every scene: what makes no sense there (a layer that would hold
/// itself, a sibling that is somewhere else) does nothing. So any part of a walk is a walk, and
/// a failing one can be cut down.
enum Edit {
  case set(Int, LayerChange)
  case insert(Int, into: Int, at: Int)
  case insertBelow(Int, sibling: Int?, in: Int)
  case insertAbove(Int, sibling: Int?, in: Int)
  case replace(Int, by: Int)
  case remove(Int)
  case setSublayers(Int, [Int])
  /// Puts a layer's sublayers into another order, which the seed gives, without every third of
  /// them if `drops` is true.
  case rearrange(Int, seed: UInt64, drops: Bool)
  /// Has a layer that draws itself draw a part again, or all where there is no rectangle.
  case display(Int, CGRect?)
  /// Makes one layer the mask of another, or takes its mask away.
  case mask(Int?, of: Int)
  case animate(Int, AnimationPlan)
  case removeAnimations(Int)
  case transition(Int, TransitionPlan)
  case setTiming(Int, TimingChange)
  /// Sets the duration of the animations that changes start, in seconds, until the next frame.
  case setDuration(Double)
  /// Turns animations of the changes that follow off or on.
  case setDisablesActions(Bool)
  /// Opens an explicit transaction: until it is closed, frames show the tree before it.
  case begin
  case commit
  /// Draws the tree at a time, in seconds, and compares.
  case draw(at: Double)

  /// The numbers of the layers that it is about.
  var layers: [Int] {
    switch self {
    case .set(let number, _), .remove(let number), .rearrange(let number, _, _),
      .display(let number, _), .animate(let number, _), .removeAnimations(let number),
      .transition(let number, _), .setTiming(let number, _):
      [number]
    case .insert(let number, let parent, _): [number, parent]
    case .insertBelow(let number, let sibling, let parent),
      .insertAbove(let number, let sibling, let parent):
      [number, parent] + (sibling.map { [$0] } ?? [])
    case .replace(let old, let new): [old, new]
    case .setSublayers(let parent, let numbers): [parent] + numbers
    case .mask(let mask, let number): [number] + (mask.map { [$0] } ?? [])
    case .setDuration, .setDisablesActions, .begin, .commit, .draw: []
    }
  }
}

/// Shows one of the test bitmaps, by a number of its own, `level`.
private final class GaugeLayer: Layer {
  override class func needsDisplay(forKey key: String) -> Bool { key == "level" }

  override func display() {
    let level = value(forKey: "level") as? Double ?? 0
    contents = TestBitmaps.all[Int(abs(level)) % TestBitmaps.all.count]
  }
}

/// Draws stripes of another colour each time.
private final class StripedLayer: Layer {
  private var count: UInt32 = 0

  /// A store for a large layer would take minutes, or could not be had.
  override func display() {
    if max(bounds.width, bounds.height) * contentsScale < 1_000 { super.display() }
  }

  override func draw(in context: DrawingContext) {
    count += 1
    context.fillColor = Color(rgb: count &* 0x35_79B1 & 0xFF_FFFF)
    context.fill(context.boundingBoxOfClipPath.insetBy(dx: 0, dy: CGFloat(count % 3)))
    if count % 4 == 0 { context.clear(CGRect(x: 3, y: 2, width: 9, height: 5)) }
  }
}

/// A layer tree that edits are applied to.
final class EditedScene {
  let renderer: Renderer
  let animates: Bool
  private let kinds: LayerKinds?
  private var disablesActions = false
  /// Draws the tree whose root is layer 1.
  private(set) var secondRenderer: Renderer?
  private(set) var layers: [Layer]
  private(set) var openTransactions = 0

  init(_ walk: Walk, _ renderer: Renderer) throws {
    self.renderer = renderer
    animates = walk.animates
    kinds = walk.kinds
    layers = [renderer.layer]
    if walk.hasSecondTree {
      secondRenderer = try Renderer(layer: layer(1), width: walk.height, height: walk.width)
    }
  }

  deinit { closeTransactions() }

  /// Closes what edits have opened.
  func closeTransactions() { while openTransactions > 0 { closeTransaction() } }

  /// The layer with a number, made when it is first asked for.
  func layer(_ number: Int) -> Layer {
    // Some draw themselves, one kind of them also for frames of animations.
    while layers.count <= number {
      if let kinds {
        let made = kinds.makeLayer(layers.count) ?? StripedLayer()
        if let tiled = made as? TiledLayer {
          tiled.tileSize = CGSize(width: 16, height: 20)
          tiled.drawTile = { tileSquares($0) }
        }
        layers.append(made)
        continue
      }
      switch layers.count % 9 {
      case 8: layers.append(GaugeLayer())
      case 5: layers.append(StripedLayer())
      default: layers.append(KindChange.layer(layers.count))
      }
    }
    return layers[number]
  }

  func apply(_ edit: Edit) {
    switch edit {
    case .begin:
      Transaction.begin()
      openTransactions += 1
    case .commit: closeTransaction()
    case .setDuration(let duration): Transaction.animationDuration = duration
    case .setDisablesActions(let value): disablesActions = value
    default:
      if animates, !disablesActions {
        applyChange(edit)
      } else {
        Transaction.run(disableActions: true) { applyChange(edit) }
      }
    }
  }

  private func applyChange(_ edit: Edit) {
    switch edit {
    case .set(let number, let change):
      if canTake(change, layer(number)) { change.apply(to: layer(number)) }
    case .insert(let number, let parent, let index):
      if canMove(number, into: parent) { layer(parent).insertSublayer(layer(number), at: index) }
    case .insertBelow(let number, let sibling, let parent):
      if canMove(number, into: parent) {
        layer(parent).insertSublayer(layer(number), below: sibling.map(layer))
      }
    case .insertAbove(let number, let sibling, let parent):
      if canMove(number, into: parent) {
        layer(parent).insertSublayer(layer(number), above: sibling.map(layer))
      }
    case .replace(let old, let new):
      guard old != 0, let parent = layer(old).superlayer, parent.mask !== layer(old),
        canMove(new, into: parent)
      else { return }
      parent.replaceSublayer(layer(old), with: layer(new))
    case .remove(let number):
      if number != 0 { layer(number).removeFromSuperlayer() }
    case .setSublayers(let parent, let numbers):
      guard numbers.allSatisfy({ canMove($0, into: parent) }), Set(numbers).count == numbers.count
      else { return }
      layer(parent).sublayers = numbers.map(layer)
    case .rearrange(let parent, let seed, let drops):
      var numbers = SeededGenerator(seed: seed)
      var old = layer(parent).sublayers ?? []
      var new: [Layer] = []
      while !old.isEmpty { new.append(old.remove(at: numbers.below(old.count))) }
      if drops { new.removeLast(new.count / 3) }
      layer(parent).sublayers = new
    case .display(let number, let rect):
      let layer = layer(number)
      // A store for all of a large layer would take minutes.
      if max(layer.bounds.width, layer.bounds.height) * layer.contentsScale < 300 {
        if let rect { layer.setNeedsDisplay(rect) } else { layer.setNeedsDisplay() }
      }
    case .mask(let number, let masked):
      if let number {
        if canMove(number, into: masked) { layer(masked).mask = layer(number) }
      } else {
        layer(masked).mask = nil
      }
    case .animate(let number, let plan): plan.add(to: layer(number))
    case .removeAnimations(let number): layer(number).removeAllAnimations()
    case .transition(let number, let plan): plan.add(to: layer(number))
    case .setTiming(let number, let change): change.apply(to: layer(number))
    case .begin, .commit, .setDuration, .setDisablesActions, .draw: break
    }
  }

  /// Returns true if a layer's setter accepts a change, and the layer can draw itself after it.
  ///
  /// Under a transform without an inverse, no finite bounds give the layer a large frame; and a
  /// backing store for a large layer would take minutes, or cannot be had.
  private func canTake(_ change: LayerChange, _ layer: Layer) -> Bool {
    var size = layer.bounds.size
    var scale = layer.contentsScale
    switch change {
    case .frame(let frame):
      let (position, framedSize) = layer.storage.values.placement(framed: frame)
      guard [position?.x ?? 0, position?.y ?? 0].allSatisfy(\.isFinite),
        framedSize.width.isFinite, framedSize.height.isFinite
      else { return false }
      size = framedSize
    case .bounds(let bounds): size = bounds.size
    case .contentsScale(let newScale): scale = newScale
    default: return true
    }
    return !layer.needsDisplay() || max(abs(size.width), abs(size.height)) * scale < 300
  }

  private func closeTransaction() {
    guard openTransactions > 0 else { return }
    Transaction.commit()
    openTransactions -= 1
  }

  private func canMove(_ number: Int, into parent: Int) -> Bool {
    canMove(number, into: layer(parent))
  }

  private func canMove(_ number: Int, into parent: Layer) -> Bool {
    guard number != 0, number != 1 || secondRenderer == nil else { return false }
    let moved = layer(number)
    var ancestor: Layer? = parent
    while let current = ancestor {
      if current === moved { return false }
      ancestor = current.superlayer
    }
    return true
  }

  /// A tree that was never edited and never animated: new layers in the same order, with the
  /// values that are seen at a time.
  ///
  /// - Returns: nil where an animation shows what no property says: contents that fade, and
  ///   transitions.
  func rebuilt(at time: Double) -> Layer? {
    func copy(_ layer: Layer) -> Layer? {
      let result = Layer()
      defer { if !layer.isPresent(at: time) { result.isHidden = true } }
      // What it shows follows its time, which a copy does not have.
      if layer is EmitterLayer || layer is TiledLayer { return nil }
      // So may what later instances show.
      if let replicator = layer as? ReplicatorLayer,
        replicator.instanceDelay != 0 || layer.storage.status.contains(.animates)
      {
        return nil
      }
      guard layer.animationKeys() != nil || layer.storage.status.contains(.animates) else {
        result.copyProperties(of: layer)
        return result
      }
      let seen = layer.presentation(at: time)
      result.copyProperties(of: seen)
      let isFading = seen.storage.values.rareValues.contentsFade != nil
      let transition = layer.activeTransition?.animation.transition(at: layer.clock.time(at: time))
      return isFading || transition != nil ? nil : result
    }
    guard let root = copy(renderer.layer) else { return nil }
    var pending = [(renderer.layer, root)]
    while let (old, new) = pending.popLast() {
      if let mask = old.mask {
        guard let copied = copy(mask) else { return nil }
        new.mask = copied
        pending.append((mask, copied))
      }
      for sublayer in old.sublayers ?? [] {
        guard let copied = copy(sublayer) else { return nil }
        new.addSublayer(copied)
        pending.append((sublayer, copied))
      }
    }
    return root
  }
}
