/// The properties that animate most, which evaluation finds without comparing names.
enum AnimatedSlot: UInt8, Sendable {
  case position, opacity, bounds, backgroundColor, transform
  /// All others.
  case byName

  /// The slot of a property's name.
  init(_ property: String) {
    self =
      switch property {
      case "position": .position
      case "opacity": .opacity
      case "bounds": .bounds
      case "backgroundColor": .backgroundColor
      case "transform": .transform
      default: .byName
      }
  }
}
