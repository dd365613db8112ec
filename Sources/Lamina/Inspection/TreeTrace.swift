/// The last transactions to change a layer.
struct ChangeStamps: Sendable {
  var properties: [LayerKey: RecordedTransaction] = [:]
  /// The transaction in which the layer joined the tree, or moved in it.
  var place: RecordedTransaction?
  /// The transaction in which sublayers were added, removed or moved.
  var sublayers: RecordedTransaction?
  var timing: RecordedTransaction?
}

/// The record of a tree's layers that a commit publishes, besides the drawn values, to explain
/// damage.
final class TreeTrace: Sendable {
  struct LayerTrace: Sendable {
    let serial: Int
    let className: String
    let name: String?
    /// The index among the sublayers of the superlayer, in paint order.
    let index: Int
    /// The index of the superlayer among ``TreeTrace/layers``; -1 for the root.
    let parent: Int
    let values: LayerValues
    let timing: TimingParameters
    let clock: LayerClock
    let animations: [AnimationTrace]
    let mask: MaskTrace?
    let stamps: ChangeStamps
  }

  /// The mask of a layer, by its identity and name.
  struct MaskTrace: Sendable {
    let identity: ObjectIdentifier
    let text: String
  }

  /// An animation that has an effect.
  struct AnimationTrace: Sendable {
    let identity: ObjectIdentifier
    let key: String?
    let committedAnimations: [CommittedAnimation]
    /// The transaction that added it; nil if that was before recording began.
    let transaction: RecordedTransaction?
  }

  /// An identity that distinguishes the traces of one observer from those of others, which may use
  /// the same serials.
  final class Origin: Sendable {}

  let origin: Origin
  /// The layers in the order of the tree's nodes.
  let layers: [LayerTrace]
  let departures: [Int: RecordedTransaction]
  private let places: [Int: Int]

  init(
    origin: Origin, layers: [LayerTrace], departures: [Int: RecordedTransaction]
  ) {
    self.origin = origin
    self.layers = layers
    self.departures = departures
    places = Dictionary(
      uniqueKeysWithValues: layers.enumerated().map { ($0.element.serial, $0.offset) })
  }

  /// Returns the index of the layer with a serial, if it is in the tree.
  func place(of serial: Int) -> Int? { places[serial] }
}

extension TreeTrace.LayerTrace {
  /// Returns the committed values with animations applied, at a frame's time.
  func presented(at time: Double) -> LayerValues { animated(values, at: time) }

  /// Returns other values with this layer's animations applied.
  func animated(_ values: LayerValues, at time: Double) -> LayerValues {
    var values = values
    let local = clock.time(at: time)
    for animation in animations { values.apply(animation.committedAnimations, at: local) }
    return values
  }

  /// Returns true if the layer's own timing makes it visible at a frame's time.
  func isPresent(at time: Double) -> Bool {
    timing.isEndlessLayer || clock.isPresent(at: time)
  }
}
