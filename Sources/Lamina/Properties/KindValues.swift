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

  /// The values of new layers of all kinds.
  static let newOfEachKind: [KindValues] = [
    .shape(ShapeValues()), .gradient(GradientValues()), .emitter(EmitterValues()),
    .tiled(TiledValues()), .replicator(ReplicatorValues()),
  ]

  /// The values of a new layer of the same kind.
  var defaults: KindValues {
    switch self {
    case .shape: .shape(ShapeValues())
    case .gradient: .gradient(GradientValues())
    case .emitter: .emitter(EmitterValues())
    case .tiled: .tiled(TiledValues())
    case .replicator: .replicator(ReplicatorValues())
    }
  }

  /// The declarations of the properties of layers of the kind.
  var properties: PropertyTable {
    switch self {
    case .shape: ShapeValues.properties
    case .gradient: GradientValues.properties
    case .emitter: EmitterValues.properties
    case .replicator: ReplicatorValues.properties
    case .tiled: TiledValues.properties
    }
  }

  /// True if the layer's appearance depends on its local time even without animations.
  var followsTime: Bool {
    if case .emitter = self { true } else { false }
  }

  /// True if the layer's appearance changes continuously.
  var isMoving: Bool {
    if case .emitter(let values) = self { values.isEmitting } else { false }
  }
}

/// The values of a kind of layer.
protocol LayerKind: Sendable, Equatable {
  /// The declarations of the properties, with those of every layer.
  static var properties: PropertyTable { get }

  init()
}

extension Layer {
  /// Makes a new layer one of a kind, using the rare values shared by all new layers of the kind.
  final func beginAs(_ box: RareValuesBox) {
    storage.values.rare = box
    storage.rareBox = Unmanaged.passUnretained(box)
  }
}

extension PropertyValue {
  /// The value in its public form.
  var userValue: Any? {
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
    var values = RareValues.defaults
    values.kind = kind
    self.init(values)
  }
}
