// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Lamina

/// A colour space: red, green and blue, or grey.
///
/// Lamina has one encoding, sRGB. Grey is sRGB with three equal components, and what a device's
/// own space would be is sRGB as well.
public final class CGColorSpace: Sendable, Hashable {
  /// The kind of a colour space.
  public let model: CGColorSpaceModel

  init(_ model: CGColorSpaceModel) { self.model = model }

  /// Creates the colour space of a name, or nil where Lamina has no such space.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB, Self.genericRGB: self.init(.rgb)
    case Self.genericGrayGamma2_2: self.init(.monochrome)
    default: return nil
    }
  }

  /// The one encoding that there is.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" }
  /// Taken as sRGB.
  public static var genericRGB: CFString { "kCGColorSpaceGenericRGB" }
  /// Taken as sRGB with equal components.
  public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" }

  /// How many components a colour has besides alpha.
  public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.model == b.model }

  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// The kinds of colour spaces there are.
public enum CGColorSpaceModel: Sendable, Hashable {
  case monochrome, rgb
}

/// sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.rgb) }

/// sRGB with three equal components.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.monochrome) }

extension CGColor {
  /// A shade of grey, from 0 (black) to 1 (white). It has four components, as all colours here.
  public init(gray: CGFloat, alpha: CGFloat) { self.init(white: gray, alpha: alpha) }

  /// A shade of grey, taken as sRGB-encoded.
  public init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(white: gray, alpha: alpha)
  }

  /// A colour of sRGB.
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A colour of a space.
  ///
  /// - Parameter components: as many as the space has, and alpha after them.
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    switch space.model {
    case .monochrome: self.init(gray: components[0], alpha: components[1])
    case .rgb:
      self.init(
        red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
  }

  /// Red, green, blue and alpha, for every colour.
  public var components: [CGFloat]? { [red, green, blue, alpha] }

  /// How many ``components`` there are: 4.
  public var numberOfComponents: Int { 4 }

  /// sRGB, for every colour.
  public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }

  /// This colour.
  public func copy() -> CGColor? { self }

  /// This colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? { withAlpha(alpha) }
}
