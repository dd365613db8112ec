import Foundation
import Lamina

extension GalleryScene {
  /// Scenes of corners, borders, contents, turns and depth.
  static var geometry: [GalleryScene] {
    [
      corners, curves, maskedCorners, borders, turned, sheared, perspective, cards, gravities,
      cropped, ninePart, magnified, depth, nested, anchors,
    ]
  }

  private static var corners: GalleryScene {
    GalleryScene("cornerRadius", "0, 8, 12, half the side") { stage in
      for (index, color) in [Color.coral, .amber, .leaf, .indigo].enumerated() {
        let box = makeLayer(13 + 39 * CGFloat(index), 43, 33, 33, color)
        box.cornerRadius = [0, 8, 12, 40][index]
        stage.addSublayer(box)
      }
    }
  }

  private static var curves: GalleryScene {
    GalleryScene("cornerCurve", "continuous, inside circular", on: .white) { stage in
      for (curve, color) in [(CornerCurve.circular, Color.coral), (.continuous, .indigo)] {
        let box = makeLayer(22, 14, 400, 400, color)
        box.cornerRadius = 130
        box.cornerCurve = curve
        stage.addSublayer(box)
      }
    }
  }

  private static var maskedCorners: GalleryScene {
    GalleryScene("maskedCorners", "some round, some not") { stage in
      let bubbles: [(CGRect, CornerMask, Color)] = [
        (
          CGRect(x: 18, y: 20, width: 96, height: 34),
          [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner], .white
        ),
        (
          CGRect(x: 62, y: 66, width: 96, height: 34),
          [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner], .sky
        ),
      ]
      for (frame, corners, color) in bubbles {
        let bubble = Layer()
        bubble.frame = frame
        bubble.backgroundColor = color
        bubble.cornerRadius = 16
        bubble.maskedCorners = corners
        for (index, width) in [64.0, 44].enumerated() {
          let line = makeLayer(
            14, 9 + 10 * CGFloat(index), width, 5, color == .white ? .line : .white)
          line.cornerRadius = 2.5
          bubble.addSublayer(line)
        }
        stage.addSublayer(bubble)
      }
    }
  }

  private static var borders: GalleryScene {
    GalleryScene("borderWidth", "inside the bounds", on: .white) { stage in
      for (index, color) in [Color.coral, .amber, .leaf, .sky, .indigo, .plum].enumerated() {
        let inset = 8 * CGFloat(index)
        let ring = makeLayer(28 + inset, 10 + inset, 120 - 2 * inset, 100 - 2 * inset)
        ring.cornerRadius = max(6, 30 - inset / 2)
        ring.borderWidth = 1 + CGFloat(index)
        ring.borderColor = color
        stage.addSublayer(ring)
      }
    }
  }

  private static var turned: GalleryScene {
    GalleryScene("transform", "turned about the anchor point") { stage in
      let colors: [Color] = [.plum, .indigo, .sky, .leaf, .amber, .coral]
      for (index, color) in colors.enumerated() {
        let blade = Layer()
        blade.bounds = CGRect(x: 0, y: 0, width: 24, height: 82)
        blade.anchorPoint = CGPoint(x: 0.5, y: 1)
        blade.position = CGPoint(x: 88, y: 103)
        blade.backgroundColor = color
        blade.cornerRadius = 6
        blade.borderWidth = 2
        blade.borderColor = color.mixed(with: .ink, 0.28)
        blade.setAffineTransform(Transform2D(rotationAngle: 0.42 * (CGFloat(index) - 2.5)))
        stage.addSublayer(blade)
      }
    }
  }

  private static var sheared: GalleryScene {
    GalleryScene("transform", "any affine map", on: .white) { stage in
      let faces: [(Transform2D, Color)] = [
        (Transform2D(a: 0.866, b: 0.5, c: 0, d: 1, tx: -21.65, ty: 12.5), .indigo),
        (Transform2D(a: 0.866, b: -0.5, c: 0, d: 1, tx: 21.65, ty: 12.5), .sky),
        (Transform2D(a: 0.866, b: -0.5, c: 0.866, d: 0.5, tx: 0, ty: -25), .amber),
      ]
      for (map, color) in faces {
        let face = Layer()
        face.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
        face.position = CGPoint(x: 88, y: 60)
        face.backgroundColor = color
        face.setAffineTransform(map)
        for cell in 0..<4 {
          let dot = makeLayer(
            7 + 22 * CGFloat(cell % 2), 7 + 22 * CGFloat(cell / 2), 14, 14,
            Color.white.withAlpha(0.55))
          dot.cornerRadius = 5
          face.addSublayer(dot)
        }
        stage.addSublayer(face)
      }
    }
  }

  private static var perspective: GalleryScene {
    GalleryScene("sublayerTransform", "one perspective for all", on: .night) { stage in
      stage.sublayerTransform.m34 = -1 / 240
      for index in [0, 4, 1, 3, 2] {
        let place = CGFloat(index) - 2
        let turned = max(-1, min(1, place))
        let cover = makeLayer(0, 0, 64, 64)
        cover.position = CGPoint(x: 88 + 30 * turned + 15 * place, y: 60)
        cover.zPosition = -40 * abs(turned) - 4 * abs(place)
        cover.contents = Pictures.landscape
        cover.contentsGravity = .resizeAspectFill
        cover.masksToBounds = true
        cover.borderWidth = 1
        cover.borderColor = Color.white.withAlpha(0.85)
        cover.transform = Transform3D(rotation: -0.9 * turned, x: 0, y: 1, z: 0)
        stage.addSublayer(cover)
      }
    }
  }

  private static var cards: GalleryScene {
    GalleryScene("isDoubleSided", "a card turns over") { stage in
      for (index, angle) in [0.0, 0.7, 1.3, 2.4, 3.14].enumerated() {
        let holder = makeLayer(8 + 33 * CGFloat(index), 36, 28, 48)
        for (isFront, color) in [(true, Color.coral), (false, .indigo)] {
          let side = makeLayer(0, 0, 28, 48, color)
          side.cornerRadius = 4
          side.isDoubleSided = false
          let turn = isFront ? angle : angle + .pi
          side.transform = Transform3D(rotation: turn, x: 0, y: 1, z: 0)
          let mark = makeLayer(8, 18, 12, 12, Color.white.withAlpha(0.8))
          mark.cornerRadius = isFront ? 6 : 1
          side.addSublayer(mark)
          holder.addSublayer(side)
        }
        holder.sublayerTransform.m34 = -1 / 120
        stage.addSublayer(holder)
      }
    }
  }

  private static var gravities: GalleryScene {
    GalleryScene("contentsGravity", "six of twelve") { stage in
      let gravities: [ContentsGravity] = [
        .resize, .resizeAspect, .resizeAspectFill, .center, .topLeft, .bottomRight,
      ]
      for (index, gravity) in gravities.enumerated() {
        let box = makeLayer(
          12 + 54 * CGFloat(index % 3), 11 + 54 * CGFloat(index / 3), 44, 44, .white)
        box.contents = Pictures.landscape
        box.contentsGravity = gravity
        box.contentsScale = 11
        box.masksToBounds = true
        box.borderWidth = 1
        box.borderColor = .line
        stage.addSublayer(box)
      }
    }
  }

  private static var cropped: GalleryScene {
    GalleryScene("contentsRect", "parts of one bitmap", on: .white) { stage in
      for row in 0..<2 {
        for column in 0..<3 {
          let piece = makeLayer(
            13 + 52 * CGFloat(column), 12 + 50 * CGFloat(row), 46, 46)
          piece.contents = Pictures.landscape
          piece.contentsRect = CGRect(
            x: Double(column) / 3, y: Double(row) / 2, width: 1 / 3.0, height: 0.5)
          piece.cornerRadius = 8
          piece.masksToBounds = true
          stage.addSublayer(piece)
        }
      }
    }
  }

  private static var ninePart: GalleryScene {
    GalleryScene("contentsCenter", "corners keep their size") { stage in
      for frame in [
        CGRect(x: 16, y: 14, width: 36, height: 36), CGRect(x: 62, y: 14, width: 98, height: 36),
        CGRect(x: 16, y: 60, width: 144, height: 46),
      ] {
        let button = Layer()
        button.frame = frame
        button.contents = Pictures.button
        button.contentsScale = 2
        button.contentsCenter = CGRect(x: 0.375, y: 0.375, width: 0.25, height: 0.25)
        stage.addSublayer(button)
      }
    }
  }

  private static var magnified: GalleryScene {
    GalleryScene("magnificationFilter", "nearest, linear", on: .white) { stage in
      for (x, filter) in [(6.0, ContentsFilter.nearest), (93, .linear)] {
        let heart = makeLayer(x, 24, 77, 70)
        heart.contents = Pictures.heart
        heart.magnificationFilter = filter
        stage.addSublayer(heart)
      }
    }
  }

  private static var depth: GalleryScene {
    GalleryScene("zPosition", "decides what is in front") { stage in
      let ring: [Color] = [.coral, .amber, .leaf, .sky, .indigo, .plum]
      for (index, color) in ring.enumerated() {
        let angle = Double(index) / 6 * 2 * .pi
        let disc = makeLayer(
          (67 + 46 * sin(angle)).rounded(), (39 + 16 * cos(angle)).rounded(), 42, 42, color)
        disc.cornerRadius = 21
        disc.borderWidth = 4
        disc.borderColor = color.mixed(with: .ink, 0.28)
        disc.zPosition = 16 * cos(angle)
        stage.addSublayer(disc)
      }
    }
  }

  private static var nested: GalleryScene {
    GalleryScene("masksToBounds", "turned clips inside each other", on: .white) { stage in
      var parent = stage
      let colors: [Color] = [.indigo, .sky, .leaf, .amber, .coral]
      for (index, color) in colors.enumerated() {
        let side = 88 - 12 * CGFloat(index)
        let box = Layer()
        box.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        box.position =
          index == 0
          ? CGPoint(x: 88, y: 60)
          : CGPoint(x: parent.bounds.midX + 6, y: parent.bounds.midY + 4)
        box.backgroundColor = color
        box.masksToBounds = true
        box.setAffineTransform(Transform2D(rotationAngle: 0.22))
        parent.addSublayer(box)
        parent = box
      }
    }
  }

  private static var anchors: GalleryScene {
    GalleryScene("anchorPoint", "what position places") { stage in
      for (x, anchor, color) in [
        (34.0, CGPoint(x: 0, y: 0), Color.coral), (88, CGPoint(x: 0.5, y: 0.5), .leaf),
        (142, CGPoint(x: 1, y: 1), .indigo),
      ] {
        for (angle, alpha) in [(0.0, 0.3), (0.35, 1)] {
          let box = Layer()
          box.bounds = CGRect(x: 0, y: 0, width: 34, height: 34)
          box.anchorPoint = anchor
          box.position = CGPoint(x: x, y: 60)
          box.backgroundColor = color.withAlpha(alpha)
          box.setAffineTransform(Transform2D(rotationAngle: angle))
          stage.addSublayer(box)
        }
        let pin = makeLayer(x - 4, 56, 8, 8, .white)
        pin.cornerRadius = 4
        pin.borderWidth = 2
        pin.borderColor = .ink
        stage.addSublayer(pin)
      }
    }
  }
}
