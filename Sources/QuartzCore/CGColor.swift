// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Lamina

/// A colour space: RGB or grey.
///
/// Lamina has one encoding, sRGB. Grey is sRGB with three equal components; device colour spaces
/// are sRGB as well.
public final class CGColorSpace: Sendable, Hashable {
  /// The model of the colour space.
  public let model: CGColorSpaceModel

  init(_ model: CGColorSpaceModel) { self.model = model }

  /// Creates the colour space with a name, or nil if Lamina has no such space.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB, Self.genericRGB: self.init(.rgb)
    case Self.genericGrayGamma2_2: self.init(.monochrome)
    default: return nil
    }
  }

  /// The name of sRGB, the only encoding.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" }
  /// The name of generic RGB, treated as sRGB.
  public static var genericRGB: CFString { "kCGColorSpaceGenericRGB" }
  /// The name of generic grey with a gamma of 2.2, treated as sRGB with equal components.
  public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" }

  /// The number of components of a colour, without alpha.
  public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.model == b.model }

  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// The models of colour spaces.
public enum CGColorSpaceModel: Sendable, Hashable {
  case monochrome, rgb
}

/// Returns the RGB colour space: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.rgb) }

/// Returns the grey colour space: sRGB with three equal components.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.monochrome) }

extension CGColor {
  /// Creates a shade of grey, from 0 (black) to 1 (white). Like all colours here, it has four
  /// components.
  public init(gray: CGFloat, alpha: CGFloat) { self.init(white: gray, alpha: alpha) }

  /// Creates a shade of grey, treated as sRGB-encoded.
  public init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(white: gray, alpha: alpha)
  }

  /// Creates a colour in sRGB.
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a colour in a colour space.
  ///
  /// - Parameters:
  ///   - space: the colour space.
  ///   - components: the components of the space, followed by alpha.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    switch space.model {
    case .monochrome: self.init(gray: components[0], alpha: components[1])
    case .rgb:
      self.init(
        red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
  }

  /// The components of every colour: red, green, blue and alpha.
  public var components: [CGFloat]? { [red, green, blue, alpha] }

  /// The number of ``components``: 4.
  public var numberOfComponents: Int { 4 }

  /// The colour space of every colour: sRGB.
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

  /// Returns this colour.
  public func copy() -> CGColor? { self }

  /// Returns this colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? { withAlpha(alpha) }
}
