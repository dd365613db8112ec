import Foundation

/// The parts of an axis that are flexible when the superlayer's size changes: the margin before the
/// layer, the layer itself, and the margin after it. The counterpart of `CAAutoresizingMask` in
/// Core Animation.
///
/// "Min" refers to the left and the top, where x and y are smallest.
public struct AutoresizingMask: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No part is flexible: position and size stay.
  public static let layerNotSizable: AutoresizingMask = []
  /// The left margin.
  public static let layerMinXMargin = AutoresizingMask(rawValue: 1 << 0)
  public static let layerWidthSizable = AutoresizingMask(rawValue: 1 << 1)
  /// The right margin.
  public static let layerMaxXMargin = AutoresizingMask(rawValue: 1 << 2)
  /// The top margin.
  public static let layerMinYMargin = AutoresizingMask(rawValue: 1 << 3)
  public static let layerHeightSizable = AutoresizingMask(rawValue: 1 << 4)
  /// The bottom margin.
  public static let layerMaxYMargin = AutoresizingMask(rawValue: 1 << 5)
}

extension Layer {
  /// The way the layer's frame follows the size of its superlayer's bounds. Empty by default: the
  /// frame does not follow.
  ///
  /// Each part of an axis (margin, size, margin) accounts for a third of a change of the superlayer's
  /// bounds, whatever its length. The third of an inflexible part goes
  /// to the flexible margins, or to the size if neither margin is flexible. A margin beside a
  /// flexible size takes whole points, rounded down, and the size takes the rest. Setting this
  /// property changes no frame immediately.
  public final var autoresizingMask: AutoresizingMask {
    get { AutoresizingMask(rawValue: storage.autoresizing) }
    set {
      requireModel("autoresizingMask")
      storage.autoresizing = newValue.rawValue
    }
  }

  /// Implements ``resizeSublayers(withOldSize:)`` for this class.
  final func resizeEachSublayer(withOldSize size: CGSize) {
    // Actions may add or remove sublayers meanwhile.
    let sublayers = storage.sublayers.array()
    sublayers.withUnsafeBufferPointer { layers in
      // Most layers are skipped, without counting references.
      layers.withMemoryRebound(to: Unmanaged<Layer>.self) { layers in
        for layer in layers {
          layer._withUnsafeGuaranteedRef {
            if !$0.storage.ignoresResizing { $0.resize(withOldSuperlayerSize: size) }
          }
        }
      }
    }
  }

  /// Implements ``resize(withOldSuperlayerSize:)`` for this class (rule 13.9).
  final func autoresize(withOldSuperlayerSize old: CGSize) {
    guard let parent = storage.superlayer?.takeUnretainedValue() else { return }
    let new = parent.storage.values.bounds.size
    let mask = autoresizingMask
    let x = AutoresizedAxis(
      change: new.width - old.width, min: mask.contains(.layerMinXMargin),
      size: mask.contains(.layerWidthSizable), max: mask.contains(.layerMaxXMargin))
    let y = AutoresizedAxis(
      change: new.height - old.height, min: mask.contains(.layerMinYMargin),
      size: mask.contains(.layerHeightSizable), max: mask.contains(.layerMaxYMargin))
    if x.isNothing, y.isNothing { return }
    // The transform always applies about the anchor point, so it is omitted.
    var frame = storage.values.untransformedFrame
    frame.origin.x += x.offset
    frame.origin.y += y.offset
    frame.size.width += x.growth
    frame.size.height += y.growth
    guard frame.isFinite else { return }
    frame = frame.standardized
    let anchor = anchorPoint
    position = CGPoint(
      x: frame.origin.x + anchor.x * frame.size.width,
      y: frame.origin.y + anchor.y * frame.size.height)
    bounds.size = frame.size
  }
}

/// The effect of a change of the superlayer's length on a layer along one axis, in points.
private struct AutoresizedAxis {
  /// The displacement of the near edge.
  var offset: CGFloat = 0
  /// The increase in the layer's length.
  var growth: CGFloat = 0

  var isNothing: Bool { offset == 0 && growth == 0 }

  init(change: CGFloat, min: Bool, size: Bool, max: Bool) {
    switch (min, size, max) {
    case (false, false, _): break
    case (false, true, false): growth = change
    case (true, false, false): offset = change
    case (true, false, true): offset = (change / 2).rounded(.down)
    case (true, true, false):
      offset = (change * 2 / 3).rounded(.down)
      growth = change - offset
    case (false, true, true): growth = change - (change * 2 / 3).rounded(.down)
    case (true, true, true):
      offset = (change / 3).rounded(.down)
      growth = change - 2 * offset
    }
  }
}
