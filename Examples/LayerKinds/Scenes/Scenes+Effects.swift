import Foundation
import Lamina
import LaminaText

extension GalleryScene {
  /// Scenes of what is done to a layer's picture, and to what is behind it.
  static var effects: [GalleryScene] {
    [
      shadow, shadowPath, maskOfGradient, maskOfText, roundClip, blurs, colors, backdrop,
      rasterized,
      groupOpacity, multiplied, screened, blendModes, vignette, borderAbove,
    ]
  }

  /// A layer that shows the landscape.
  private static func landscape(_ frame: CGRect) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.contents = Pictures.landscape
    layer.contentsGravity = .resizeAspectFill
    layer.masksToBounds = true
    return layer
  }

  private static var shadow: GalleryScene {
    GalleryScene("Shadow", "offset, radius, colour, opacity", on: .white) { stage in
      for (x, color, radius, depth) in [
        (22.0, Color.coral, 3.0, 3.0), (69, .indigo, 6, 7), (116, .leaf, 9, 12),
      ] {
        let card = makeLayer(x, 34, 38, 46, color)
        card.cornerRadius = 9
        card.shadowColor = color.mixed(with: .night, 0.35)
        card.shadowOpacity = 0.6
        card.shadowRadius = radius
        card.shadowOffset = CGSize(width: 0, height: depth)
        stage.addSublayer(card)
      }
    }
  }

  private static var shadowPath: GalleryScene {
    GalleryScene("shadowPath", "any shape casts the shadow", on: .white) { stage in
      let card = makeLayer(34, 18, 108, 74, .amber)
      var path = Path()
      path.move(to: CGPoint(x: 4, y: 20))
      path.addLine(to: CGPoint(x: 104, y: 20))
      path.addLine(to: CGPoint(x: 105, y: 86))
      path.addQuadCurve(to: CGPoint(x: 3, y: 86), control: CGPoint(x: 54, y: 64))
      path.closeSubpath()
      card.shadowPath = path
      card.shadowOpacity = 0.5
      card.shadowRadius = 4
      card.shadowOffset = .zero
      for (y, width) in [(18.0, 72.0), (32, 56), (46, 64)] {
        let line = makeLayer(18, y, width, 5, Color.white.withAlpha(0.7))
        line.cornerRadius = 2.5
        card.addSublayer(line)
      }
      stage.addSublayer(card)
    }
  }

  private static var maskOfGradient: GalleryScene {
    GalleryScene("mask", "a gradient fades a picture out", on: .white) { stage in
      let picture = landscape(stage.bounds)
      let fade = GradientLayer()
      fade.frame = stage.bounds
      fade.type = .radial
      fade.colors = [.black, .black, .clear]
      fade.locations = [0, 0.35, 1]
      fade.startPoint = CGPoint(x: 0.5, y: 0.5)
      fade.endPoint = CGPoint(x: 1, y: 1)
      picture.mask = fade
      stage.addSublayer(picture)
    }
  }

  private static var maskOfText: GalleryScene {
    GalleryScene("mask", "letters cut a picture out", on: .white) { stage in
      let picture = landscape(stage.bounds)
      let letters = makeText(
        "SKY", 66, .black, .bold, in: CGRect(x: 0, y: 20, width: 176, height: 84))
      letters.alignmentMode = .center
      picture.mask = letters
      stage.addSublayer(picture)
    }
  }

  private static var roundClip: GalleryScene {
    GalleryScene("masksToBounds", "cuts at round corners") { stage in
      for (x, side, radius) in [(20.0, 84.0, 20.0), (112, 48, 24)] {
        let frame = CGRect(x: x, y: 60 - side / 2, width: side, height: side)
        let picture = landscape(frame)
        picture.cornerRadius = radius
        stage.addSublayer(picture)
      }
    }
  }

  private static var blurs: GalleryScene {
    GalleryScene("filters", "gaussianBlur: 0, 1.5, 4") { stage in
      for (index, radius) in [0, 1.5, 4].enumerated() {
        let x = CGFloat(index) * 59
        let strip = makeLayer(x, 0, 58, 120)
        strip.masksToBounds = true
        let picture = landscape(CGRect(x: -x - 22, y: -15, width: 220, height: 150))
        picture.filters = [.gaussianBlur(radius: radius)]
        strip.addSublayer(picture)
        stage.addSublayer(strip)
      }
    }
  }

  private static var colors: GalleryScene {
    GalleryScene("filters", "grey, sepia, contrast, invert") { stage in
      let filters: [[Filter]] = [
        [.saturation(0)], [.sepia(1)], [.contrast(1.6)], [.invert],
      ]
      for (index, filters) in filters.enumerated() {
        let strip = makeLayer(CGFloat(index) * 44, 0, index < 3 ? 43 : 44, 120)
        strip.masksToBounds = true
        strip.addSublayer(
          landscape(CGRect(x: -CGFloat(index) * 44, y: 0, width: 176, height: 120)))
        strip.filters = filters
        stage.addSublayer(strip)
      }
    }
  }

  private static var backdrop: GalleryScene {
    GalleryScene("backgroundFilters", "frosted glass") { stage in
      stage.addSublayer(landscape(stage.bounds))
      let glass = makeLayer(28, 34, 120, 56, Color.white.withAlpha(0.28))
      glass.cornerRadius = 14
      glass.borderWidth = 1
      glass.borderColor = Color.white.withAlpha(0.6)
      glass.backgroundFilters = [.saturation(1.4), .gaussianBlur(radius: 5)]
      let icon = makeLayer(14, 14, 28, 28, .white)
      icon.cornerRadius = 14
      let title = makeLayer(54, 17, 50, 8, .white)
      let line = makeLayer(54, 32, 36, 6, Color.white.withAlpha(0.7))
      title.cornerRadius = 4
      line.cornerRadius = 3
      glass.sublayers = [icon, title, line]
      stage.addSublayer(glass)
    }
  }

  private static var rasterized: GalleryScene {
    GalleryScene("shouldRasterize", "rasterizationScale: 2, 0.25") { stage in
      for (x, scale) in [(8.0, 2.0), (92, 0.25)] {
        let badge = makeLayer(x, 22, 76, 76)
        for (inset, color) in [(0.0, Color.indigo), (10, .white), (16, .coral), (30, .amber)] {
          let ring = makeLayer(inset, inset, 76 - 2 * inset, 76 - 2 * inset, color)
          ring.cornerRadius = 38 - inset
          badge.addSublayer(ring)
        }
        badge.shouldRasterize = true
        badge.rasterizationScale = scale
        stage.addSublayer(badge)
      }
    }
  }

  private static var groupOpacity: GalleryScene {
    GalleryScene("opacity", "of a group, of each layer") { stage in
      let stripes = makeShape(Path())
      var lines = Path()
      for x in stride(from: -120.0, to: 176, by: 12) {
        lines.move(to: CGPoint(x: x, y: 120))
        lines.addLine(to: CGPoint(x: x + 120, y: 0))
      }
      stripes.path = lines
      stripes.strokeColor = .line
      stripes.lineWidth = 3
      stage.addSublayer(stripes)
      for (x, isGroup) in [(14.0, true), (96, false)] {
        let pair = makeLayer(x, 24, 66, 72)
        pair.opacity = 0.55
        pair.allowsGroupOpacity = isGroup
        for (offset, color) in [(0.0, Color.indigo), (22, .coral)] {
          let disc = makeLayer(offset, offset == 0 ? 4 : 24, 44, 44, color)
          disc.cornerRadius = 22
          pair.addSublayer(disc)
        }
        stage.addSublayer(pair)
      }
    }
  }

  /// Three discs that overlap, each with a blend mode.
  private static func discs(_ colors: [Color], _ mode: BlendMode, on stage: Layer) {
    for (index, color) in colors.enumerated() {
      let angle = Double(index) * 2 / 3 * .pi - .pi / 2
      let disc = makeLayer(
        (54 + 21 * cos(angle)).rounded(), (30 + 21 * sin(angle)).rounded(), 68, 68, color)
      disc.cornerRadius = 34
      disc.compositingFilter = mode
      stage.addSublayer(disc)
    }
  }

  private static var multiplied: GalleryScene {
    GalleryScene("compositingFilter", "multiply", on: .white) { stage in
      discs(
        [Color(rgb: 0x35C3E8), Color(rgb: 0xF0569C), Color(rgb: 0xFFDD3C)], .multiply, on: stage)
    }
  }

  private static var screened: GalleryScene {
    GalleryScene("compositingFilter", "screen", on: .night) { stage in
      discs(
        [Color(rgb: 0xF04438), Color(rgb: 0x2DBE60), Color(rgb: 0x3563F0)], .screen, on: stage)
    }
  }

  private static var blendModes: GalleryScene {
    GalleryScene("compositingFilter", "ten of twenty modes") { stage in
      let modes: [BlendMode] = [
        .multiply, .screen, .overlay, .softLight, .hardLight, .colorDodge, .colorBurn, .difference,
        .hue, .luminosity,
      ]
      stage.addSublayer(landscape(stage.bounds))
      for (index, mode) in modes.enumerated() {
        let tile = GradientLayer()
        tile.frame = CGRect(
          x: 10 + 32 * CGFloat(index % 5), y: index < 5 ? 12 : 64, width: 28, height: 44)
        tile.colors = [.amber, .coral, .plum]
        tile.cornerRadius = 6
        tile.compositingFilter = mode
        stage.addSublayer(tile)
      }
    }
  }

  private static var vignette: GalleryScene {
    GalleryScene("Everything together", "turned, filtered, blended", on: .white) { stage in
      let card = makeLayer(23, 15, 130, 88, .white)
      card.setAffineTransform(Transform2D(rotationAngle: -0.07))
      card.shadowOpacity = 0.35
      card.shadowRadius = 4
      card.shadowOffset = CGSize(width: 0, height: 4)
      let photo = landscape(CGRect(x: 6, y: 6, width: 118, height: 68))
      photo.filters = [.sepia(0.55), .contrast(1.1)]
      let glow = makeLayer(58, 2, 60, 60, Color(rgb: 0xFFB347))
      glow.cornerRadius = 30
      glow.filters = [.gaussianBlur(radius: 7)]
      glow.compositingFilter = .screen
      let fade = GradientLayer()
      fade.frame = CGRect(x: -30, y: -30, width: 120, height: 120)
      fade.colors = [.black, Color.black.withAlpha(0.3)]
      glow.mask = fade
      photo.addSublayer(glow)
      card.addSublayer(photo)
      stage.addSublayer(card)
    }
  }

  private static var borderAbove: GalleryScene {
    GalleryScene("border", "over what a layer holds") { stage in
      let frame = makeLayer(38, 16, 100, 88, .white)
      frame.cornerRadius = 24
      frame.borderWidth = 8
      frame.borderColor = .indigo
      for (x, y, side, color) in [
        (-16.0, -14.0, 64.0, Color.amber), (52, 40, 62, .coral), (40, -12, 38, .sky),
      ] {
        let disc = makeLayer(x, y, side, side, color)
        disc.cornerRadius = side / 2
        frame.addSublayer(disc)
      }
      frame.masksToBounds = true
      stage.addSublayer(frame)
    }
  }
}
