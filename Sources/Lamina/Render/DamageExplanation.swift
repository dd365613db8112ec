/// Why pixels of a frame were drawn again: which layers look different, what changed in them or
/// above them, and which transactions did it.
///
/// Frames carry one where ``RenderOptions/explainsDamage`` is on. Like damage it follows from two
/// trees and two times; it is worked out when it is asked for. While it is kept, so is what the
/// two frames showed.
public struct DamageExplanation: Sendable {
  /// Why all of the frame was drawn, whatever changed; nil where only the damage was.
  public enum WholeFrame: Sendable, Equatable {
    /// It is the first frame, or the first after ``Renderer/invalidate()``.
    case firstFrame
    /// ``RenderOptions/redrawsEverything`` is on.
    case option
  }

  /// All of it behind one reference, as every frame has room for one.
  private final class Storage: Sendable {
    let damage: Region
    let time: Double
    let wholeFrame: WholeFrame?
    let comparison: TreeComparison?

    init(_ damage: Region, _ time: Double, _ wholeFrame: WholeFrame?, _ pair: TreeComparison?) {
      self.damage = damage
      self.time = time
      self.wholeFrame = wholeFrame
      comparison = pair
    }
  }

  private let storage: Storage

  /// - Parameter comparison: nil where one of the two trees was not recorded.
  init(damage: Region, time: Double, wholeFrame: WholeFrame?, comparison: TreeComparison?) {
    storage = Storage(damage, time, wholeFrame, comparison)
  }

  /// What was drawn again, as in the frame.
  public var damage: Region { storage.damage }
  /// The time of the frame, in seconds.
  public var time: Double { storage.time }
  /// Why all of the frame was drawn, whatever changed; nil where only the damage was.
  public var wholeFrame: WholeFrame? { storage.wholeFrame }

  /// Every layer that looks different, back to front; then those that are gone.
  ///
  /// - Complexity: O(layers of both trees).
  public var causes: [DamageCause] { causes(in: nil) }

  /// Why a pixel was drawn again: the layers that look different and cover it or did; empty
  /// where it was not drawn.
  ///
  /// - Complexity: O(layers of both trees).
  public func causes(x: Int, y: Int) -> [DamageCause] {
    causes(in: PixelRect(x: x, y: y, width: 1, height: 1))
  }

  /// Why pixels of a rectangle, in pixels of the frame, were drawn again.
  ///
  /// Where none of the changed layers accounts for a pixel that was drawn, the last causes are the
  /// ``DamageChange/Kind/surroundings``: rectangles of damage are joined, and where layers come and
  /// go those around them may be drawn too.
  ///
  /// - Complexity: O(layers of both trees).
  public func causes(in rect: PixelRect) -> [DamageCause] { causes(in: .some(rect)) }

  /// The layers that look different at a pixel, whether it was drawn again or not.
  package func changes(x: Int, y: Int) -> [DamageCause] {
    storage.comparison?.causes(touching: [PixelRect(x: x, y: y, width: 1, height: 1)]) ?? []
  }

  /// The layers that may touch a pixel of the frame, front to back.
  package func layers(x: Int, y: Int) -> [String] {
    storage.comparison?.after.names(x: x, y: y) ?? []
  }

  private func causes(in rect: PixelRect?) -> [DamageCause] {
    let drawn = rect.map { damage.intersection($0).rects } ?? damage.rects
    if drawn.isEmpty { return [] }
    func cause(_ kind: DamageChange.Kind, _ rect: PixelRect) -> DamageCause {
      DamageCause(
        layer: nil, oldRect: rect, newRect: rect,
        changes: [DamageChange(layer: nil, kind: kind, transaction: nil)])
    }
    var causes: [DamageCause] = []
    if let wholeFrame { causes.append(cause(.wholeFrame(wholeFrame), damage.bounds)) }
    guard let comparison = storage.comparison else {
      if wholeFrame != .firstFrame { causes.append(cause(.notRecorded, damage.bounds)) }
      return causes
    }
    let layers = comparison.causes(touching: comparison.sources(of: drawn))
    causes += layers
    if wholeFrame != nil { return causes }
    var rest = drawn
    for layer in layers {
      rest = rest.flatMap { $0.subtracting(layer.oldRect) }
      rest = rest.flatMap { $0.subtracting(layer.newRect) }
      if rest.isEmpty { return causes }
    }
    let remainder = damage.rects.filter { rest.contains(where: $0.intersects) }
    if remainder.isEmpty { return causes }
    let reasons =
      [DamageChange(layer: nil, kind: .surroundings, transaction: nil)]
      + comparison.rearrangements.prefix(TreeComparison.maximumChanges - 1)
    return causes
      + remainder.map {
        DamageCause(layer: nil, oldRect: $0, newRect: $0, changes: reasons)
      }
  }
}

/// A layer that looks different, and why.
public struct DamageCause: Sendable, Equatable {
  /// The layer, as ``DamageChange/layer`` names it; nil where it is no single one.
  public let layer: String?
  /// The pixels that it may have touched in the frame before; empty if none.
  public let oldRect: PixelRect
  /// The pixels that it may touch now; empty if none.
  public let newRect: PixelRect
  /// What changed in the layer and in those that hold it: its own changes first, then those of its
  /// superlayer, and so on upwards; at most 16.
  public let changes: [DamageChange]
}

/// One thing that changed between two frames.
public struct DamageChange: Sendable, Equatable {
  /// What kind of thing.
  public enum Kind: Sendable, Equatable {
    /// A property was set. Values are written as ``Layer/debugDescription`` writes them.
    case property(String, from: String, to: String)
    /// An animation of a property ran, began or ended; `key` is that of `add(_:forKey:)`, and
    /// `time` the frame's, in seconds.
    case animation(of: String, key: String?, time: Double)
    /// The layer came into the tree.
    case joined
    /// The layer left the tree.
    case left
    /// The layer has another superlayer or another place among its siblings.
    case moved
    /// Sublayers came, went or changed places, which makes the layer a group or no longer one.
    case sublayers
    /// The layer's own timing (its begin, end or speed) shows it, hides it or moves on its
    /// animations at the frame's time, in seconds.
    case timing(time: Double)
    /// The whole frame was drawn.
    case wholeFrame(DamageExplanation.WholeFrame)
    /// Something changed, and the tree before or after was not recorded.
    case notRecorded
    /// Nothing changed here. It was drawn because rectangles of damage were joined, or because
    /// layers came, left or moved: if any did, these are the next changes of the cause.
    case surroundings
  }

  /// The layer that changed: the one that looks different, or one that holds it; nil where it is
  /// no single one.
  ///
  /// A layer is named by class and name, `Layer "dot"`; one without a name by its place in drawing
  /// order among the sublayers of the next above it that has one, `Layer "menu"/Layer[2]`.
  public let layer: String?
  /// What changed.
  public let kind: Kind
  /// The transaction that changed it, or that added the animation; nil where it was before changes
  /// were recorded, and for time that passes.
  public let transaction: RecordedTransaction?
}
