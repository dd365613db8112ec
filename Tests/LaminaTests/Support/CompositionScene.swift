import Foundation
import Lamina

/// A property that changes how a layer is composed, in several values.
enum CompositionProperty: String, CaseIterable, Sendable {
  case opacity, mask, corners, shadow, border, blendMode, transform, rasterize, clip, filters

  /// The effect of each value on a layer. Each makes layers and masks of its own.
  var values: [@Sendable (Layer) -> Void] {
    switch self {
    case .opacity: [{ $0.opacity = 0.6 }, { $0.opacity = 0.25 }]
    case .mask:
      [
        { $0.mask = Self.layer(CGRect(x: 3, y: -2, width: 17, height: 19), .black) },
        { layer in
          let mask = Self.layer(CGRect(x: 4, y: 2, width: 20, height: 14), nil)
          mask.opacity = 0.7
          mask.addSublayer(
            Self.layer(CGRect(x: 0, y: 0, width: 12, height: 14), Color.white.withAlpha(0.8)))
          mask.addSublayer(Self.layer(CGRect(x: 8, y: 4, width: 20, height: 6), .black))
          mask.setAffineTransform(Transform2D(rotationAngle: 0.3))
          layer.mask = mask
        },
      ]
    case .corners:
      [
        { $0.cornerRadius = 6 },
        {
          $0.cornerRadius = 40
          $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        },
      ]
    case .shadow:
      [
        {
          $0.shadowOpacity = 0.75
          $0.shadowColor = Color(rgb: 0x1030C0)
          $0.shadowOffset = CGSize(width: 5, height: 3)
          $0.shadowRadius = 0
        },
        {
          $0.shadowOpacity = 1
          $0.shadowOffset = CGSize(width: -3, height: 4)
          $0.shadowRadius = 1.6
        },
        {
          var path = Path(ellipseIn: CGRect(x: -4, y: 6, width: 33, height: 20))
          path.addRect(CGRect(x: 0, y: 0, width: 8, height: 12))
          $0.shadowPath = path
          $0.shadowOpacity = 0.8
          $0.shadowColor = Color(rgb: 0x008040)
          $0.shadowRadius = 1
          $0.shadowOffset = CGSize(width: 2, height: -2)
        },
      ]
    case .border:
      [
        {
          $0.borderWidth = 2
          $0.borderColor = Color(rgb: 0x203040)
        },
        {
          $0.borderWidth = 4.4
          $0.borderColor = Color(rgb: 0xF0F060).withAlpha(0.55)
        },
      ]
    case .blendMode:
      [
        { $0.compositingFilter = .multiply }, { $0.compositingFilter = .luminosity },
        { $0.compositingFilter = .xor },
      ]
    case .transform:
      [
        { $0.setAffineTransform(Transform2D(rotationAngle: 0.4)) },
        { $0.setAffineTransform(Transform2D(scaleX: -1.3, y: 0.75)) },
        { $0.setAffineTransform(Transform2D(a: 0.9, b: 0.2, c: -0.5, d: 0.8, tx: 1.5, ty: -2)) },
      ]
    case .rasterize:
      [
        { $0.shouldRasterize = true },
        {
          $0.shouldRasterize = true
          $0.rasterizationScale = 0.5
        },
      ]
    case .clip: [{ $0.masksToBounds = true }]
    case .filters:
      [
        { $0.filters = [.gaussianBlur(radius: 1.4)] },
        { $0.filters = [.invert, .brightness(-0.2)] },
        { $0.filters = [.saturation(0.3), .gaussianBlur(radius: 0.8), .contrast(1.2)] },
      ]
    }
  }

  fileprivate static func layer(_ frame: CGRect, _ color: Color?) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }
}

/// A small tree of layers on a backdrop that is opaque, translucent and empty from left to right, of
/// which two have properties that are to be tested together.
struct CompositionScene {
  /// A choice of the layers that have the properties.
  enum Arrangement: CaseIterable {
    /// A layer without sublayers has all of them.
    case leaf
    /// A layer with sublayers has all of them.
    case tree
    /// The first belongs to a layer, the others to one of its sublayers.
    case outside
    /// The first belongs to a sublayer, the others to its superlayer.
    case inside
  }

  /// One value of a property.
  struct Choice: CustomStringConvertible {
    let property: CompositionProperty
    let value: Int

    var description: String { "\(property.rawValue) \(value)" }
    func apply(to layer: Layer) { property.values[value](layer) }
  }

  static let width = 48
  static let height = 40

  /// Builds the tree.
  static func fill(_ root: Layer, _ arrangement: Arrangement, _ choices: [Choice]) {
    typealias Make = CompositionProperty
    let back = Make.layer(CGRect(x: 0, y: 0, width: 48, height: 40), nil)
    back.contents = backdrop
    root.addSublayer(back)
    let subject = Make.layer(
      CGRect(x: 10, y: 8, width: 25, height: 21), Color(rgb: 0xC86432).withAlpha(0.9))
    root.addSublayer(subject)
    if arrangement == .leaf {
      subject.contents = picture
      for choice in choices { choice.apply(to: subject) }
    } else {
      let child = Make.layer(CGRect(x: 12, y: 9, width: 18, height: 16), Color(rgb: 0x3C8CB4))
      let other = Make.layer(CGRect(x: -5, y: 3, width: 14, height: 9), nil)
      other.contents = picture
      subject.sublayers = [child, other]
      let outer = arrangement == .outside ? choices.prefix(1) : choices.dropFirst()
      let inner = arrangement == .outside ? choices.dropFirst() : choices.prefix(1)
      for choice in arrangement == .tree ? choices[...] : outer { choice.apply(to: subject) }
      for choice in arrangement == .tree ? [] : inner { choice.apply(to: child) }
    }
    let front = Make.layer(CGRect(x: 4, y: 30, width: 20, height: 5), Color(rgb: 0x808C28))
    root.addSublayer(front)
  }

  private static let backdrop = try! Bitmap(width: width, height: height) { x, y in
    let shade = Color(
      red: 0.25 + Double(x) / 96, green: 0.7 - Double(y) / 80, blue: 0.35 + Double(x * y) / 4_800)
    return x < 20 ? shade : x < 36 ? shade.withAlpha(0.6) : shade.withAlpha(0)
  }

  private static let picture = try! Bitmap(width: 4, height: 3) { x, y in
    Color(red: 0.2 + 0.2 * Double(x), green: 0.35 * Double(y), blue: 0.6)
      .withAlpha((x + y) % 2 == 0 ? 1 : 0.5)
  }
}
