import Foundation
import Lamina
import LaminaText

extension GalleryScene {
  /// A scene for each kind of layer.
  static var kinds: [GalleryScene] {
    [
      plain, shown, drawn, filled, stroked, dashed, axial, radial, conic, text, tiled, scrolled,
      particles, replicated, solid,
    ]
  }

  private static var plain: GalleryScene {
    GalleryScene("Layer", "colour, border, corners") { stage in
      for (index, color) in [Color.indigo, .coral, .amber].enumerated() {
        let card = makeLayer(30 + 28 * CGFloat(index), 20 + 12 * CGFloat(index), 60, 56, color)
        card.cornerRadius = 14
        card.borderWidth = 4
        card.borderColor = color.mixed(with: .ink, 0.28)
        stage.addSublayer(card)
      }
    }
  }

  private static var shown: GalleryScene {
    GalleryScene("contents", "one bitmap, three layers", on: .white) { stage in
      for (x, y, width, height) in [(14.0, 16.0, 92.0, 66.0), (62, 40, 66, 48), (116, 58, 46, 46)] {
        let picture = makeLayer(x, y, width, height)
        picture.contents = Pictures.landscape
        picture.contentsGravity = .resizeAspectFill
        picture.masksToBounds = true
        let holder = makeLayer(x - 3, y - 3, width + 6, height + 6, .white)
        holder.shadowOpacity = 0.3
        holder.shadowRadius = 3
        holder.shadowOffset = CGSize(width: 0, height: 2)
        picture.frame.origin = CGPoint(x: 3, y: 3)
        holder.addSublayer(picture)
        stage.addSublayer(holder)
      }
    }
  }

  private static var drawn: GalleryScene {
    /// A layer that draws itself.
    final class Spirograph: Layer {
      override func draw(in context: DrawingContext) {
        let middle = CGPoint(x: bounds.midX, y: bounds.midY)
        for (turn, color) in [Color.plum, .sky, .leaf].enumerated() {
          var path = Path()
          let inner = 11.0 + 6.5 * Double(turn)
          for step in 0...720 {
            let angle = Double(step) / 360 * 2 * .pi
            let point = CGPoint(
              x: middle.x + 29 * cos(angle) + inner * cos(4.5 * angle + Double(turn)),
              y: middle.y + 29 * sin(angle) - inner * sin(4.5 * angle + Double(turn)))
            if step == 0 { path.move(to: point) } else { path.addLine(to: point) }
          }
          context.strokeColor = color
          context.lineWidth = 1.25
          context.stroke(path)
        }
      }
    }
    return GalleryScene("draw(in:)", "drawn once, into a bitmap", on: .white) { stage in
      let drawing = Spirograph()
      drawing.frame = stage.bounds
      drawing.contentsScale = 2
      drawing.setNeedsDisplay()
      stage.addSublayer(drawing)
    }
  }

  private static var filled: GalleryScene {
    GalleryScene("ShapeLayer", "fillRule: non-zero, even-odd") { stage in
      for (x, rule, color) in [(48.0, FillRule.nonZero, Color.coral), (128, .evenOdd, .indigo)] {
        var star = Path()
        for point in 0..<5 {
          let angle = Double(point) * 0.8 * .pi - .pi / 2
          let corner = CGPoint(x: x + 38 * cos(angle), y: 64 + 38 * sin(angle))
          if point == 0 { star.move(to: corner) } else { star.addLine(to: corner) }
        }
        star.closeSubpath()
        let shape = makeShape(star, color)
        shape.fillRule = rule
        stage.addSublayer(shape)
      }
    }
  }

  private static var stroked: GalleryScene {
    GalleryScene("ShapeLayer", "lineCap and lineJoin") { stage in
      let styles: [(LineCap, LineJoin, Color)] = [
        (.butt, .miter, .coral), (.round, .round, .amber), (.square, .bevel, .leaf),
      ]
      for (index, (cap, join, color)) in styles.enumerated() {
        let x = 22 + 50 * CGFloat(index)
        var path = Path()
        path.addLines(between: [
          CGPoint(x: x, y: 90), CGPoint(x: x + 16, y: 34), CGPoint(x: x + 32, y: 90),
        ])
        let shape = makeShape(path)
        shape.strokeColor = color
        shape.lineWidth = 14
        shape.lineCap = cap
        shape.lineJoin = join
        stage.addSublayer(shape)
        let center = makeShape(path)
        center.strokeColor = .white
        center.lineWidth = 1.5
        stage.addSublayer(center)
      }
    }
  }

  private static var dashed: GalleryScene {
    GalleryScene("ShapeLayer", "strokeEnd, lineDashPattern", on: .white) { stage in
      let rings: [(radius: CGFloat, width: CGFloat, dash: [CGFloat]?, end: CGFloat, color: Color)] =
        [
          (48, 6, [0, 10.05], 1, .sky), (38, 6, nil, 0.72, .indigo), (28, 6, [14, 8], 1, .plum),
          (17, 8, nil, 0.45, .coral),
        ]
      for ring in rings {
        var path = Path()
        path.addArc(
          center: CGPoint(x: 88, y: 60), radius: ring.radius, startAngle: -.pi / 2,
          endAngle: 1.5 * .pi, clockwise: false)
        let track = makeShape(path)
        track.strokeColor = .mist
        track.lineWidth = ring.width
        stage.addSublayer(track)
        let shape = makeShape(path)
        shape.strokeColor = ring.color
        shape.lineWidth = ring.width
        shape.lineCap = .round
        shape.lineDashPattern = ring.dash
        shape.strokeEnd = ring.end
        stage.addSublayer(shape)
      }
    }
  }

  private static var axial: GalleryScene {
    GalleryScene("GradientLayer", "axial, four colours") { stage in
      let gradient = GradientLayer()
      gradient.frame = stage.bounds
      gradient.colors = [Color(rgb: 0x2B3A8F), .plum, .coral, .amber]
      gradient.locations = [0, 0.4, 0.75, 1]
      stage.addSublayer(gradient)
    }
  }

  private static var radial: GalleryScene {
    GalleryScene("GradientLayer", "radial, in round corners") { stage in
      for (x, y, side, color) in [
        (26.0, 24.0, 76.0, Color.indigo), (96, 52, 48, .leaf), (120, 18, 32, .amber),
      ] {
        let ball = GradientLayer()
        ball.frame = CGRect(x: x, y: y, width: side, height: side)
        ball.cornerRadius = side / 2
        ball.type = .radial
        ball.colors = [color.mixed(with: .white, 0.75), color, color.mixed(with: .night, 0.45)]
        ball.locations = [0, 0.45, 1]
        ball.startPoint = CGPoint(x: 0.35, y: 0.3)
        ball.endPoint = CGPoint(x: 1.05, y: 1)
        ball.shadowOpacity = 0.3
        ball.shadowOffset = CGSize(width: 0, height: 4)
        ball.shadowRadius = 4
        stage.addSublayer(ball)
      }
    }
  }

  private static var conic: GalleryScene {
    GalleryScene("GradientLayer", "conic, masked by a ring", on: .white) { stage in
      let wheel = GradientLayer()
      wheel.frame = CGRect(x: 36, y: 8, width: 104, height: 104)
      wheel.type = .conic
      wheel.colors = [.coral, .amber, .leaf, .sky, .indigo, .plum, .coral]
      wheel.startPoint = CGPoint(x: 0.5, y: 0.5)
      wheel.endPoint = CGPoint(x: 0.5, y: 0)
      let ring = ShapeLayer()
      ring.path = Path(ellipseIn: CGRect(x: 13, y: 13, width: 78, height: 78))
      ring.fillColor = nil
      ring.strokeColor = .black
      ring.lineWidth = 20
      wheel.mask = ring
      stage.addSublayer(wheel)
    }
  }

  private static var text: GalleryScene {
    GalleryScene("TextLayer", "wrapped, in any script", on: .white) { stage in
      func part(_ string: String, _ size: CGFloat, _ color: Color, _ weight: Font.Weight = .regular)
        -> AttributedText
      {
        AttributedText(
          string, font: Font(family: "DejaVu Sans", weight: weight), fontSize: size,
          foregroundColor: color)
      }
      let title = TextLayer()
      title.attributedString = part("Aa", 46, .indigo, .bold)
      title.frame = CGRect(x: 14, y: 8, width: 76, height: 58)
      stage.addSublayer(title)
      for (index, (string, color)) in [
        ("Ελληνικά", Color.coral), ("Кириллица", .leaf), ("עברית", .plum), ("العربية", .amber),
      ].enumerated() {
        let line = TextLayer()
        line.attributedString = part(string, 11, color, .bold)
        line.alignmentMode = .right
        line.frame = CGRect(x: 90, y: 11 + 14 * CGFloat(index), width: 74, height: 15)
        stage.addSublayer(line)
      }
      let body = TextLayer()
      body.attributedString =
        part("Lines break where they ", 10, .ink) + part("have to", 10, .coral, .bold)
        + part(", and what does not fit any more is left out at the end of it all.", 10, .ink)
      body.isWrapped = true
      body.truncationMode = .end
      body.frame = CGRect(x: 14, y: 74, width: 150, height: 38)
      stage.addSublayer(body)
    }
  }

  private static var tiled: GalleryScene {
    GalleryScene("TiledLayer", "drawn tile by tile") { stage in
      let map = TiledLayer()
      map.frame = stage.bounds
      map.tileSize = CGSize(width: 66, height: 66)
      map.drawTile = { context in
        let rect = context.boundingBoxOfClipPath
        let step = Double(rect.width) / Double(context.width)
        let picture = try! Bitmap(width: context.width, height: context.height) { x, y in
          let u = (Double(rect.minX) + (Double(x) + 0.5) * step) / 26
          let v = (Double(rect.minY) + (Double(y) + 0.5) * step) / 26
          let height = sin(u) + cos(1.3 * v) + 0.6 * sin(0.8 * u + 1.7 * v)
          let band = (height * 2.5).rounded(.down) / 2.5
          let land = Color(rgb: 0xCFE3B4).mixed(with: Color(rgb: 0x5E9A63), band / 2.4)
          return height < -0.4
            ? Color.sky.mixed(with: Color(rgb: 0xBFE3F5), (band + 2.4) / 2) : land
        }
        context.draw(picture, in: rect)
        context.fillColor = Color.white.withAlpha(0.75)
        if rect.minY > 0 {
          context.fill(CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1))
        }
        if rect.minX > 0 {
          context.fill(CGRect(x: rect.minX, y: rect.minY, width: 1, height: rect.height))
        }
      }
      stage.addSublayer(map)
    }
  }

  private static var scrolled: GalleryScene {
    GalleryScene("ScrollLayer", "scroll(to:), cut at its bounds") { stage in
      let list = ScrollLayer()
      list.frame = CGRect(x: 38, y: 14, width: 100, height: 92)
      list.backgroundColor = .white
      list.cornerRadius = 10
      list.borderWidth = 1
      list.borderColor = .line
      let colors: [Color] = [.coral, .amber, .leaf, .sky, .indigo, .plum]
      for row in 0..<12 {
        let y = 8 + 26 * CGFloat(row)
        let avatar = makeLayer(9, y, 18, 18, colors[row % 6])
        avatar.cornerRadius = 9
        list.addSublayer(avatar)
        let title = makeLayer(34, y + 2, 34 + CGFloat(row * 7 % 18), 5, .line)
        let detail = makeLayer(34, y + 11, 44 - CGFloat(row * 5 % 16), 4, .mist)
        for bar in [title, detail] {
          bar.cornerRadius = 2
          list.addSublayer(bar)
        }
      }
      list.scroll(to: CGPoint(x: 0, y: 70))
      stage.addSublayer(list)
      let knob = makeLayer(130, 42, 4, 28, Color.ink.withAlpha(0.35))
      knob.cornerRadius = 2
      stage.addSublayer(knob)
    }
  }

  private static var replicated: GalleryScene {
    GalleryScene("ReplicatorLayer", "one layer, many times", on: .white) { stage in
      let flower = ReplicatorLayer()
      flower.frame = CGRect(x: 34, y: 6, width: 108, height: 108)
      flower.instanceCount = 16
      flower.instanceTransform = Transform3D(rotation: .pi / 8, x: 0, y: 0, z: 1)
      flower.instanceColor = .coral
      flower.instanceRedOffset = -0.045
      flower.instanceGreenOffset = 0.004
      flower.instanceBlueOffset = 0.032
      let petal = makeLayer(46, 2, 16, 32, .white)
      petal.cornerRadius = 8
      let dot = makeLayer(50, 38, 8, 8, .white)
      dot.cornerRadius = 4
      flower.sublayers = [petal, dot]
      stage.addSublayer(flower)
    }
  }

  private static var solid: GalleryScene {
    GalleryScene("TransformLayer", "sides that stand in space") { stage in
      stage.sublayerTransform.m34 = -1 / 320
      let half = 29.0
      let quarter = Double.pi / 2
      let sides: [(Transform3D, Color)] = [
        (.identity, .indigo), (Transform3D(rotation: quarter, x: 0, y: 1, z: 0), .coral),
        (Transform3D(rotation: -quarter, x: 0, y: 1, z: 0), .leaf),
        (Transform3D(rotation: quarter, x: 1, y: 0, z: 0), .amber),
        (Transform3D(rotation: -quarter, x: 1, y: 0, z: 0), .plum),
        (Transform3D(rotation: 2 * quarter, x: 0, y: 1, z: 0), .sky),
      ]
      let cube = TransformLayer()
      cube.position = CGPoint(x: 88, y: 61)
      for (turn, color) in sides {
        let side = Layer()
        side.bounds = CGRect(x: 0, y: 0, width: 2 * half, height: 2 * half)
        side.backgroundColor = color.withAlpha(0.82)
        side.borderWidth = 2
        side.borderColor = .white
        side.transform = Transform3D(translationX: 0, y: 0, z: half).concatenating(turn)
        cube.addSublayer(side)
      }
      cube.transform = Transform3D(rotation: 0.62, x: 0, y: 1, z: 0)
        .concatenating(Transform3D(rotation: -0.48, x: 1, y: 0, z: 0))
      stage.addSublayer(cube)
    }
  }

  private static var particles: GalleryScene {
    GalleryScene("EmitterLayer", "a function of time", on: .night) { stage in
      let spark = EmitterCell()
      spark.contents = Pictures.spot
      spark.birthRate = 150
      spark.lifetime = 1.5
      spark.lifetimeRange = 0.6
      spark.velocity = 128
      spark.velocityRange = 60
      spark.emissionLongitude = -.pi / 2
      spark.emissionRange = 0.95
      spark.yAcceleration = 96
      spark.scale = 0.4
      spark.scaleRange = 0.22
      spark.scaleSpeed = -0.12
      spark.color = Color(red: 1, green: 0.62, blue: 0.24, alpha: 0.95)
      spark.greenRange = 0.5
      spark.blueRange = 0.3
      spark.alphaSpeed = -0.5
      let fountain = EmitterLayer()
      fountain.frame = stage.bounds
      fountain.emitterPosition = CGPoint(x: 88, y: 108)
      fountain.emitterSize = CGSize(width: 18, height: 0)
      fountain.emitterShape = .line
      fountain.renderMode = .additive
      fountain.beginTime = -5
      fountain.emitterCells = [spark]
      stage.addSublayer(fountain)
    }
  }
}
