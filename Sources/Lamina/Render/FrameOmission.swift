/// A part of a frame that is omitted because numbers have become too large to draw with.
///
/// Each number of a layer is finite, but their combination across several layers, or in the middle
/// of an animation, may not be. Such a layer does not end the program: it is omitted and listed in
/// ``FrameReport/omissions``.
public struct FrameOmission: Sendable, Hashable {
  /// The reason for an omission.
  public enum Reason: Sendable, Hashable {
    /// The transform from the layer's own coordinates to the frame overflows. A ``ShapeLayer`` is
    /// drawn without its path, a ``TiledLayer`` without its tiles, and an ``EmitterLayer`` without
    /// its particles.
    case transformOverflow
  }

  /// The layer, identified by class and name: `ShapeLayer "dial"`. The name is the one that it had
  /// when it was last committed with a change.
  public let layer: String
  /// The identity of the layer object.
  public let id: ObjectIdentifier
  /// The reason for the omission.
  public let reason: Reason

  init(_ layer: LayerIdentity, _ reason: Reason) {
    self.layer = layer.description
    id = layer.id
    self.reason = reason
  }
}

extension FrameOmission: CustomStringConvertible {
  /// The layer and the reason: `ShapeLayer "dial" (its transform overflows)`.
  public var description: String {
    switch reason {
    case .transformOverflow: "\(layer) (its transform overflows)"
    }
  }
}

extension LayerItem {
  /// Returns the reason why the layer's content cannot be drawn although its position is known; nil
  /// if it can be drawn.
  func omissionReason(_ values: LayerValues) -> FrameOmission.Reason? {
    guard let kindPlace else { return nil }
    switch values.rare?.values.kind {
    case .shape(let shape):
      return shape.path == nil || kindPlace.toDevice.isFinite ? nil : .transformOverflow
    case .tiled(let tiled):
      return tiled.isUnplaced || tiled.shown != nil && !kindPlace.toDevice.isFinite
        ? .transformOverflow : nil
    case .emitter: return kindPlace.toDevice.isFinite ? nil : .transformOverflow
    case .gradient, .replicator, nil: return nil
    }
  }
}
