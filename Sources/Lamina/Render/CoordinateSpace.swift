import Foundation

/// The coordinate space of a layer's sublayers at one time: their transform to device pixels and
/// the state that they inherit.
struct CoordinateSpace: Equatable {
  /// The transform from the space (the layer's own coordinates, in points) to device pixels, for
  /// planes at depth 0; includes the layer's sublayer transform.
  var transform = ProjectiveTransform.identity
  /// The coefficients of `transform` if it is axis-aligned: x' = scaleX * x + offsetX.
  var scaleX = 1.0
  var scaleY = 1.0
  var offsetX = 0.0
  var offsetY = 0.0
  /// True if the transform is axis-aligned and keeps the box of every plain node in the domain.
  var takesPlainBoxes = true
  var isHidden = false
  /// The reason why everything in the space is left out, which is then hidden too.
  var omission: FrameOmission.Reason?
  /// True if the plane shows its back to the viewer.
  var facesAway = false
  /// True if the layer has a sublayer transform, all of which is needed by sublayers with a depth.
  var hasSublayerTransform = false
  /// True if contents are aligned to whole pixels; else they are sampled at their true position.
  var alignsContents = true
  /// The opacity inherited from layers without group opacity, in 255ths.
  var alpha: UInt8 = 255
  /// The pixels that axis-aligned clips leave.
  var clip: PixelRect

  init(clip: PixelRect) { self.clip = clip }

  mutating func setTransform(_ transform: ProjectiveTransform) {
    self.transform = transform
    takesPlainBoxes = transform.isUpright && transform.keepsPlainBoxesInDomain
    scaleX = transform.m11
    scaleY = transform.m22
    offsetX = transform.m31
    offsetY = transform.m32
  }
}

extension ProjectiveTransform {
  /// True if the box of every plain node, up to twice ``LayerValues/vastLength`` away, stays in the
  /// domain.
  var keepsPlainBoxesInDomain: Bool {
    let scale = NumberDomain.limit / LayerValues.vastLength / 8
    let offset = NumberDomain.limit / 4
    return abs(m11) <= scale && abs(m12) <= scale && abs(m13) <= scale && abs(m21) <= scale
      && abs(m22) <= scale && abs(m23) <= scale && abs(m31) <= offset && abs(m32) <= offset
      && abs(m33) <= offset
  }
}
