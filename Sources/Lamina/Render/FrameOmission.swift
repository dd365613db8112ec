import Foundation

/// A layer that is left out of a frame because its numbers have become too large to draw with.
///
/// Each number of a layer is finite, but their combination across several layers, or in the middle
/// of an animation, may overflow, or leave the domain of what can be drawn: ±10^15 points and
/// pixels. Such a layer does not end the program. It is left out with everything in it, and listed
/// in ``FrameReport/omissions`` if any of that would be visible.
public struct FrameOmission: Sendable, Hashable {
  /// The reason for an omission.
  @nonexhaustive
  public enum Reason: Sendable, Hashable {
    /// The transform from the layer's own coordinates to the frame is not finite, or has an element
    /// beyond ±10^15. If only the origin of the bounds is the reason, background, border and
    /// contents of the layer are drawn, but not its sublayers and its path, tiles or particles.
    case transformOverflow
    /// The bounds of the layer, or of a plain one in it, extend beyond ±10^15 points or pixels.
    case boundsOverflow
  }

  /// The layer, identified by class and name: `ShapeLayer "dial"`. It is the outermost one whose
  /// numbers are too large; what is left out with it is not listed. The name is the one that it had
  /// when it was last committed with a change.
  public let layer: String
  /// The identity of the layer object; nil if the scale of the frame is the reason.
  public let id: ObjectIdentifier?
  /// The reason for the omission.
  public let reason: Reason

  init(_ layer: LayerIdentity?, _ reason: Reason) {
    self.layer = layer?.description ?? "the root layer"
    id = layer?.id
    self.reason = reason
  }
}

extension FrameOmission: CustomStringConvertible {
  /// The layer and the reason: `ShapeLayer "dial" (its transform overflows)`.
  public var description: String {
    switch reason {
    case .transformOverflow: "\(layer) (its transform overflows)"
    case .boundsOverflow: "\(layer) (its bounds extend beyond 10^15)"
    }
  }
}

extension LayerItem {
  /// Returns true if something of the layer itself that would be visible is left out.
  ///
  /// - Parameter isOmitted: true if all of the layer is left out.
  func omitsSomething(_ isOmitted: Bool) -> Bool {
    switch values.rare?.values.kind {
    case .shape(let shape) where kindContext == nil && shape.path?.isEmpty == false:
      if (shape.fillColor ?? .clear).alpha > 0
        || (shape.strokeColor ?? .clear).alpha > 0 && shape.strokedPart != nil
      {
        return true
      }
    case .tiled(let tiled) where tiled.isUnplaced || kindContext == nil && tiled.shown != nil:
      return true
    case .emitter where kindContext == nil: return true
    case .shape, .tiled, .emitter, .gradient, .replicator, nil: break
    }
    if !isOmitted { return false }
    let rare = values.rareValues
    if values.contents != nil || rare.contentsFade != nil || hasBackdrop { return true }
    if castsShadow, rare.effectsBox?.values.shadow.path != nil { return true }
    // Not `isEmpty`: the origin may be infinite.
    if values.bounds.size.width == 0 || values.bounds.size.height == 0 { return false }
    if case .gradient(let gradient) = rare.kind, gradient.colors?.isEmpty == false { return true }
    return values.backgroundPixel != 0
      || rare.appearance.borderWidth > 0 && rare.appearance.borderPixel != 0
  }
}

extension ProjectiveTransform {
  /// Returns the reason why a layer with some bounds is left out; nil if it is drawn.
  func omission(of bounds: CGRect) -> FrameOmission.Reason? {
    guard isInDomain else { return .transformOverflow }
    let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
    let (right, bottom) = (left + Double(bounds.size.width), top + Double(bounds.size.height))
    func isIn(_ x: Double, _ y: Double) -> Bool {
      x.isInDomain && y.isInDomain && (x * m11 + y * m21 + m31).isInDomain
        && (x * m12 + y * m22 + m32).isInDomain && (x * m13 + y * m23 + m33).isInDomain
    }
    let isIn = isIn(left, top) && isIn(right, top) && isIn(left, bottom) && isIn(right, bottom)
    return isIn ? nil : .boundsOverflow
  }
}
