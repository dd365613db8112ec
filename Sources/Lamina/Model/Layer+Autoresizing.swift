import Foundation

/// Which parts of an axis give way when the superlayer's size changes: the margin before the
/// layer, the layer itself, the margin after it. What `CAAutoresizingMask` is in Core Animation.
///
/// "Min" is left and top here, where x and y are least.
public struct AutoresizingMask: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing gives way: position and size stay.
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
  /// How the layer's frame follows the size of its superlayer's bounds. Not at all by default.
  ///
  /// When the size of the superlayer's bounds changes, each part of an axis (margin, size,
  /// margin) is worth a third of the change, whatever their lengths are. A part that does not
  /// give way leaves its third to the margins that do, or to the size where neither does. A
  /// margin beside a size that gives way takes whole points, rounded down, and the size the rest.
  /// Setting this changes nothing at once.
  public final var autoresizingMask: AutoresizingMask {
    get { AutoresizingMask(rawValue: core.pointee.autoresizing) }
    set {
      requireModel("autoresizingMask")
      core.pointee.autoresizing = newValue.rawValue
    }
  }

  /// What ``resize(withOldSuperlayerSize:)`` does in this class (semantics 13.9).
  final func autoresize(withOldSuperlayerSize old: CGSize) {
    guard let parent = core.pointee.superlayer?.takeUnretainedValue() else { return }
    let new = parent.core.pointee.values.bounds.size
    let mask = autoresizingMask
    let x = AutoresizedAxis(
      change: new.width - old.width, min: mask.contains(.layerMinXMargin),
      size: mask.contains(.layerWidthSizable), max: mask.contains(.layerMaxXMargin))
    let y = AutoresizedAxis(
      change: new.height - old.height, min: mask.contains(.layerMinYMargin),
      size: mask.contains(.layerHeightSizable), max: mask.contains(.layerMaxYMargin))
    if x.isNothing, y.isNothing { return }
    // The transform turns the layer about its anchor point in any case, so it is left out.
    var frame = core.pointee.values.untransformedFrame
    frame.origin.x += x.offset
    frame.origin.y += y.offset
    frame.size.width += x.growth
    frame.size.height += y.growth
    guard frame.isFiniteRect else { return }
    frame = frame.standardized
    let anchor = anchorPoint
    position = CGPoint(
      x: frame.origin.x + anchor.x * frame.size.width,
      y: frame.origin.y + anchor.y * frame.size.height)
    bounds.size = frame.size
  }
}

/// What a change of the superlayer's length does to a layer along one axis, in points.
private struct AutoresizedAxis {
  /// By how much the near edge moves.
  var offset: CGFloat = 0
  /// By how much the layer grows.
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
