/// An explanation of why pixels of a frame were redrawn: the layers that look different, the
/// changes in them or their ancestors, and the transactions that made those.
///
/// Frames have one if ``RenderOptions/explainsDamage`` is on. Like damage, it is a function of two
/// trees and two times. It is computed on demand, and keeps the content of both frames alive.
public struct DamageExplanation: Sendable {
  /// The reason why the whole frame was drawn, whatever changed.
  @nonexhaustive
  public enum WholeFrame: Sendable, Equatable {
    /// It is the first frame, or the first after ``Renderer/invalidate()``.
    case firstFrame
    /// ``RenderOptions/redrawsEverything`` is on.
    case option
  }

  private let evidence: FrameEvidence
  /// The comparison of the two frames; nil if they were not recorded by the same observer.
  private let comparison: TreeComparison?

  init(_ evidence: FrameEvidence) {
    self.evidence = evidence
    comparison = evidence.sides.flatMap { TreeComparison($0.before, $0.after) }
  }

  /// The redrawn region, as in the frame.
  public var damage: Region { evidence.damage }
  /// The time of the frame, in seconds.
  public var time: Double { evidence.time }
  /// The reason why the whole frame was drawn, whatever changed; nil if only the damage was drawn.
  public var wholeFrame: WholeFrame? {
    evidence.isFirst ? .firstFrame : evidence.redrewEverything ? .option : nil
  }

  /// The operations that drew each rectangle of the damage.
  package var passes: [DrawnPass] { evidence.passes }

  /// Every layer that looks different, back to front; then those that were removed.
  ///
  /// - Complexity: O(layers of both trees).
  public var causes: [DamageCause] { causes(in: nil) }

  /// Returns the reasons why a pixel was redrawn: the layers that look different and cover it or
  /// did; empty if it was not redrawn.
  ///
  /// - Complexity: O(layers of both trees).
  public func causes(x: Int, y: Int) -> [DamageCause] {
    causes(in: PixelRect(x: x, y: y, width: 1, height: 1))
  }

  /// Returns the reasons why pixels of a rectangle, in pixels of the frame, were redrawn.
  ///
  /// If none of the changed layers accounts for a redrawn pixel, the last causes are the
  /// ``DamageChange/Kind/surroundings``: rectangles of damage are joined, most of the frame becomes
  /// all of it, and when layers are added or removed those around them may be redrawn, too.
  ///
  /// - Complexity: O(layers of both trees).
  public func causes(in rect: PixelRect) -> [DamageCause] { causes(in: .some(rect)) }

  /// Returns the layers that look different at a pixel, whether or not it was redrawn.
  package func changes(x: Int, y: Int) -> [DamageCause] {
    comparison?.causes(intersecting: [PixelRect(x: x, y: y, width: 1, height: 1)]) ?? []
  }

  /// Returns the layers that may touch a pixel of the frame, front to back.
  package func layers(x: Int, y: Int) -> [String] {
    comparison?.after.names(x: x, y: y) ?? []
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
    guard let comparison else {
      if wholeFrame != .firstFrame { causes.append(cause(.notRecorded, damage.bounds)) }
      return causes
    }
    let layers = comparison.causes(intersecting: comparison.sources(of: drawn))
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

extension Frame {
  /// An explanation of the damage; nil unless ``RenderOptions/explainsDamage`` was on.
  public var explanation: DamageExplanation? { evidence.map(DamageExplanation.init) }
}

/// A layer that looks different, and the reasons.
public struct DamageCause: Sendable, Equatable {
  /// The layer, named as in ``DamageChange/layer``; nil if it is not a single one.
  public let layer: String?
  /// The pixels that it may have touched in the previous frame; empty if none.
  public let oldRect: PixelRect
  /// The pixels that it may touch now; empty if none.
  public let newRect: PixelRect
  /// The changes of the layer and its ancestors: its own first, then those of its superlayer, and
  /// so on upwards; at most 16.
  public let changes: [DamageChange]
}

/// One change between two frames.
public struct DamageChange: Sendable, Equatable {
  /// The kind of a change.
  @nonexhaustive
  public enum Kind: Sendable, Equatable {
    /// A property was set. Values are formatted as in ``Layer/debugDescription``.
    case property(String, from: String, to: String)
    /// An animation of a property ran, began or ended; `key` is that of `add(_:forKey:)`, and
    /// `time` the frame's, in seconds.
    case animation(of: String, key: String?, time: Double)
    /// The layer was added to the tree.
    case joined
    /// The layer was removed from the tree.
    case left
    /// The layer has another superlayer or another position among its siblings.
    case moved
    /// Sublayers were added, removed or reordered, which makes the layer a group or no longer one.
    case sublayers
    /// The layer's own timing (its start, end or speed) shows it, hides it or advances its
    /// animations at the frame's time, in seconds.
    case timing(time: Double)
    /// The whole frame was drawn.
    case wholeFrame(DamageExplanation.WholeFrame)
    /// Something changed, but the tree before or after was not recorded.
    case notRecorded
    /// Nothing changed here. It was redrawn because rectangles of damage were joined or made up
    /// most of the frame, or because layers were added, removed or moved: if any were, these are
    /// the next changes of the cause. A layer is named if it shows what is behind it, or is in a group
    /// that was composed anew.
    case surroundings
  }

  /// The layer that changed: the one that looks different, or one of its ancestors; nil if it is
  /// not a single one.
  ///
  /// A layer is identified by class and name, `Layer "dot"`; one without a name by its path below
  /// the nearest ancestor with a name, at most eight layers long, with indices in paint order among
  /// siblings: `Layer "menu"/Layer[2]`.
  public let layer: String?
  /// The kind of the change.
  public let kind: Kind
  /// The transaction that made the change or added the animation; nil if it preceded the recording,
  /// and for the passing of time.
  public let transaction: RecordedTransaction?
}
