import Foundation

/// The values of a layer's properties at one moment.
///
/// The same value serves three times: as the storage of a model layer, as what a commit keeps
/// of a layer whose drawing depends on time, and as what animations are applied to. What most
/// layers never change stands in ``rare``, behind one reference.
struct LayerValues: Sendable {
  var bounds = CGRect.zero
  var position = CGPoint.zero
  var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// The background colour as it is drawn; 0 without one.
  var backgroundPixel: UInt32 = 0
  var opacity: Float = 1
  var flags: LayerFlags = []
  var backgroundColor: Color?
  var contents: Bitmap?
  /// Nil while every property in it has its default.
  var rare: RareBox?

  /// The rarely changed properties, by value; writing makes a private copy where it is shared.
  var rareValues: RareValues {
    get { rare?.values ?? RareValues.defaults }
    set { rare = RareBox(newValue) }
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
  /// Stands for an instance of a ``ReplicatorLayer``.
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
  /// What a subclass of the engine's own adds; nil for a plain ``Layer``.
  var kind: KindValues?
  /// Nil while every effect has its default.
  var effectsBox: EffectsBox?
  /// Set only while an animation fades one bitmap into another; `contents` is then the one that
  /// shows more.
  var contentsFade: Crossfade?

  static let defaults = RareValues()
}

/// One shared copy of ``RareValues``. Never changed after it is made.
final class RareBox: Sendable {
  let values: RareValues

  init(_ values: RareValues) { self.values = values }
}
