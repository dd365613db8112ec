import Foundation

/// The values of a layer's properties at one moment.
///
/// The same type has three uses: as the storage of a model layer, as the committed values of a
/// layer that is not plain, and as the values to which animations are applied. The properties that
/// most layers never change are in ``rare``, behind one reference.
struct LayerValues: Sendable {
  var bounds = CGRect.zero
  var position = CGPoint.zero
  var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// The background colour as drawn, premultiplied; 0 if there is none.
  var backgroundPixel: UInt32 = 0
  var opacity: Float = 1
  var flags: LayerFlags = []
  var backgroundColor: Color?
  var contents: Bitmap?
  /// The rarely set properties; nil while all of them have their defaults.
  var rare: RareValuesBox?

  /// The rarely set properties by value. Setting them creates a new box.
  var rareValues: RareValues {
    get { (rare ?? .defaults).values }
    set { rare = RareValuesBox(newValue) }
  }
}

/// The Boolean properties of a layer.
struct LayerFlags: OptionSet, Sendable {
  let rawValue: UInt16
  static let hidden = LayerFlags(rawValue: 1 << 0)
  static let masksToBounds = LayerFlags(rawValue: 1 << 1)
  static let opaque = LayerFlags(rawValue: 1 << 2)
  static let geometryFlipped = LayerFlags(rawValue: 1 << 3)
  /// `isDoubleSided` is false.
  static let singleSided = LayerFlags(rawValue: 1 << 4)
  static let needsDisplayOnBoundsChange = LayerFlags(rawValue: 1 << 5)
  /// `allowsGroupOpacity` is false.
  static let separateOpacity = LayerFlags(rawValue: 1 << 6)
  /// Sublayers are not flattened: a ``TransformLayer``.
  static let preservesDepth = LayerFlags(rawValue: 1 << 11)
  /// An instance of a ``ReplicatorLayer``.
  static let instance = LayerFlags(rawValue: 1 << 10)
  static let drawsAsynchronously = LayerFlags(rawValue: 1 << 12)
}

/// The properties that most layers leave at their defaults.
struct RareValues: Sendable {
  var zPosition: CGFloat = 0
  var anchorPointZ: CGFloat = 0
  var transform = Transform3D.identity
  var sublayerTransform = Transform3D.identity
  var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  var contentsGravity = ContentsGravity.resize
  var contentsScale: CGFloat = 1
  var magnificationFilter = ContentsFilter.linear
  var minificationFilter = ContentsFilter.linear
  var minificationFilterBias: Float = 0
  var alignsContentsToPixels = true
  var appearance = Appearance()
  /// The properties added by one of the engine's subclasses; nil for a plain ``Layer``.
  var kind: KindValues?
  /// The effects; nil while all of them have their defaults.
  var effectsBox: EffectsBox?
  /// The cross-fade of an animation from one bitmap to another; nil otherwise. `contents` is then
  /// the more visible of the two.
  var contentsFade: Crossfade?
}

/// A shared, immutable copy of ``RareValues``.
final class RareValuesBox: Sendable {
  let values: RareValues

  static let defaults = RareValuesBox(RareValues())

  init(_ values: RareValues) { self.values = values }
}
