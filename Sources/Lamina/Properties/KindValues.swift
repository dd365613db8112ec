import Foundation

/// The properties that one of the engine's subclasses of ``Layer`` adds to those of every layer.
///
/// They are stored among a layer's rare values, so that a kind's properties are committed,
/// presented, animated and compared like all others. They are boxed.
indirect enum KindValues: Sendable, Equatable {
  case shape(ShapeValues)
  case gradient(GradientValues)
  case emitter(EmitterValues)
  case tiled(TiledValues)
  case replicator(ReplicatorValues)

  /// The declarations of the properties of layers of the kind.
  var properties: PropertyTable {
    switch self {
    case .shape: ShapeValues.properties
    case .gradient: GradientValues.properties
    case .emitter: EmitterValues.properties
    case .replicator: ReplicatorValues.properties
    case .tiled: .plain
    }
  }

  /// True if the layer's appearance depends on its local time even without animations.
  var followsTime: Bool {
    switch self {
    case .emitter: true
    case .shape, .gradient, .tiled, .replicator: false
    }
  }

  /// True if the layer's appearance changes continuously.
  var isMoving: Bool {
    switch self {
    case .emitter(let values): values.isEmitting
    case .shape, .gradient, .tiled, .replicator: false
    }
  }
}

extension PropertyValue {
  /// The value in its public form.
  package var userValue: Any? {
    switch self {
    case .word(let word): word.isEmpty ? nil : word
    case .value(let value): value.userValue
    case .object(let cells as [EmitterCellValues]): cells.map { EmitterCell($0) }
    case .object(let object): object
    }
  }
}

extension RareValuesBox {
  /// Creates the rare values of a new layer of a kind.
  convenience init(kind: KindValues) {
    var values = RareValues()
    values.kind = kind
    self.init(values)
  }
}
