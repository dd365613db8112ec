/// A mode for compositing a layer's pixels with the backdrop, named by ``Layer/compositingFilter``.
///
/// The blend modes are those of PDF and Core Graphics, on components as they are stored, in sRGB.
/// Each leaves the backdrop unchanged where the layer is transparent; operators that clear it there
/// (`copy`, `sourceIn` and the like) are not offered.
@nonexhaustive
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The product: black stays black, white leaves the backdrop.
  case multiply
  /// The product of the inverted components, inverted.
  case screen
  /// Multiplies where the backdrop is dark, screens where it is light.
  case overlay
  /// The darker of both, for each component.
  case darken
  /// The lighter of both, for each component.
  case lighten
  /// The backdrop, brightened by the layer.
  case colorDodge
  /// The backdrop, darkened by the layer.
  case colorBurn
  /// ``overlay`` with layer and backdrop exchanged.
  case hardLight
  /// A softer ``hardLight``.
  case softLight
  /// The absolute difference of both.
  case difference
  /// ``difference`` with less contrast.
  case exclusion
  /// The layer's hue with the backdrop's saturation and luminosity.
  case hue
  /// The layer's saturation with the backdrop's hue and luminosity.
  case saturation
  /// The layer's hue and saturation with the backdrop's luminosity.
  case color
  /// The layer's luminosity with the backdrop's hue and saturation.
  case luminosity
  /// The layer, only where there is a backdrop.
  case sourceAtop
  /// The layer behind the backdrop.
  case destinationOver
  /// The backdrop, only where there is no layer.
  case destinationOut
  /// Layer and backdrop, each only where the other is not.
  case xor
  /// The sum of both.
  case plusLighter

  /// Creates the mode with a name in the manner of Core Animation, such as "multiplyBlendMode", or
  /// with a raw value.
  package init?(name: String) {
    let suffix = "BlendMode"
    self.init(
      rawValue: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
  }
}
