/// The things that an animation moves.
struct LayerMotion: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The layer in its superlayer.
  static let layer = LayerMotion(rawValue: 1 << 0)
  /// The sublayers in the layer.
  static let sublayers = LayerMotion(rawValue: 1 << 1)
}

extension CommittedAnimation {
  /// The things that the animation moves while it is active. A change of depth alone does not
  /// count, nor do held values, between which layers are at rest.
  var motion: LayerMotion {
    if source.heldTimes != nil { return [] }
    return switch slot {
    case .position, .transform: .layer
    case .bounds: [.layer, .sublayers]
    case .opacity, .backgroundColor: []
    case .byName: PropertyTable.motions[property] ?? []
    }
  }
}
