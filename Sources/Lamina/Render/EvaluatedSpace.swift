import Foundation

/// The coordinate space of a layer's sublayers as it is at one time: where their boxes go, and
/// what is done to them there.
struct EvaluatedSpace: Equatable {
  /// From the space (the layer's own coordinates, in points) to device pixels, for planes at
  /// depth 0: with the layer's sublayer transform.
  var transform = PlaneTransform.identity
  /// `transform` where it is upright: x' = scaleX * x + offsetX.
  var scaleX = 1.0
  var scaleY = 1.0
  var offsetX = 0.0
  var offsetY = 0.0
  var isUpright = true
  /// Whether `Double` cannot hold the transform, which is then kept elsewhere.
  var isWide = false
  var isHidden = false
  /// Whether the plane shows its back to the viewer.
  var facesAway = false
  /// Whether the layer has a sublayer transform: sublayers with a depth need all of it.
  var hasSublayerTransform = false
  /// Whether contents are aligned to whole pixels, and not sampled at their true place.
  var alignsContents = true
  /// The opacity that layers without group opacity hand down, in 255ths.
  var alpha: UInt8 = 255
  /// The pixels that upright clips leave.
  var clip: PixelRect

  init(clip: PixelRect) { self.clip = clip }

  /// Leaves the transform to a ``WideSpace``.
  mutating func setWide() {
    isWide = true
    isUpright = false
  }

  mutating func setTransform(_ transform: PlaneTransform) {
    self.transform = transform
    isUpright = transform.isUpright
    scaleX = transform.m11
    scaleY = transform.m22
    offsetX = transform.m31
    offsetY = transform.m32
  }
}
