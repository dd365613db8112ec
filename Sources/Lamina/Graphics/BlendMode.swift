/// How a layer's pixels meet those behind it: what ``Layer/compositingFilter`` names.
///
/// The blend modes are those of PDF and Core Graphics, on components as they are stored, in sRGB.
/// Each leaves what is behind as it is where the layer shows nothing; operators that clear it there
/// (`copy`, `sourceIn` and the like) are not offered.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The product: black stays black, white leaves what is behind.
  case multiply
  /// The product of the inverted components, inverted.
  case screen
  /// Multiplies where it is dark behind, screens where it is light.
  case overlay
  /// The darker of both, for each component.
  case darken
  /// The lighter of both, for each component.
  case lighten
  /// What is behind, brightened by the layer.
  case colorDodge
  /// What is behind, darkened by the layer.
  case colorBurn
  /// ``overlay`` with the two exchanged.
  case hardLight
  /// A softer ``hardLight``.
  case softLight
  /// How far apart the two are.
  case difference
  /// ``difference`` with less contrast.
  case exclusion
  /// The layer's hue on what is behind.
  case hue
  /// The layer's saturation on what is behind.
  case saturation
  /// The layer's hue and saturation on what is behind.
  case color
  /// The layer's luminosity on what is behind.
  case luminosity
  /// The layer where there is something behind it.
  case sourceAtop
  /// The layer behind what is there.
  case destinationOver
  /// What is behind, but not where the layer is.
  case destinationOut
  /// Each where the other is not.
  case xor
  /// The sum.
  case plusLighter

  /// The mode of a name as Core Animation has it, such as "multiplyBlendMode", or of a raw value.
  public init?(name: String) {
    let suffix = "BlendMode"
    self.init(
      rawValue: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name)
  }
}
