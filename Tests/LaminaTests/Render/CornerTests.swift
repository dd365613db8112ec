import Foundation
import Lamina
import Testing

/// Round corners and borders.
@Suite("Corners and borders")
struct CornerTests {
  /// One layer in a picture by itself.
  /// The covered area, in pixels.
  private func area(_ bitmap: Bitmap) -> Double {
    Double(bitmap.pixels.reduce(0) { $0 + Int($1 >> 24) }) / 255
  }

  @Test("14.2: a border lies inside the bounds")
  func borderArea() throws {
    let bitmap = try layerPicture(100, 80) {
      $0.frame = CGRect(x: 10, y: 7, width: 80, height: 60)
      $0.borderWidth = 5
    }
    #expect(area(bitmap) == 1300)
    #expect(bitmap[10, 7] == 0xFF00_0000 && bitmap[9, 7] == 0 && bitmap[15, 12] == 0)
    #expect(bitmap[14, 40] == 0xFF00_0000 && bitmap[15, 40] == 0 && bitmap[89, 66] >> 24 == 255)
  }

  @Test("14.2: a border is drawn over contents and sublayers, inside the group")
  func borderOverSublayers() throws {
    let bitmap = try layerPicture(40, 30) {
      $0.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
      $0.backgroundColor = .red
      $0.opacity = 0.5
      let sublayer = Layer()
      sublayer.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
      sublayer.backgroundColor = .green
      sublayer.borderColor = .blue
      sublayer.borderWidth = 2
      $0.addSublayer(sublayer)
    }
    #expect(bitmap[3, 3] == 0x8080_0000)
    #expect(bitmap[15, 15] == 0x8000_8000)
    #expect(bitmap[10, 15] == 0x8000_0080 && bitmap[11, 11] == 0x8000_0080)
    #expect(bitmap[12, 12] == 0x8000_8000)
  }

  @Test("14.2: a border inside a group reaches around contents that are smaller than the bounds")
  func borderAroundSmallContents() throws {
    let bitmap = try layerPicture(40, 30) {
      $0.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
      $0.borderWidth = 2
      $0.contents = try? Bitmap(width: 10, height: 5) { _, _ in .red }
      $0.contentsGravity = .center
      $0.opacity = 0.5
      let sublayer = Layer()
      sublayer.frame = CGRect(x: 16, y: 14, width: 3, height: 3)
      sublayer.backgroundColor = .green
      $0.addSublayer(sublayer)
    }
    // The border, and the contents with the sublayer on them.
    #expect(area(bitmap) == Double((264 + 50) * 128) / 255)
  }

  @Test("14.1: a border lies over sublayers that reach across it, and under later siblings")
  func borderOrder() throws {
    let renderer = try Renderer(size: CGSize(width: 40, height: 30))
    let layer = Layer()
    layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    layer.borderWidth = 3
    layer.borderColor = .green
    let child = Layer()
    child.frame = CGRect(x: -3, y: 4, width: 40, height: 6)
    child.backgroundColor = .red
    layer.addSublayer(child)
    let sibling = Layer()
    sibling.frame = CGRect(x: 5, y: 20, width: 4, height: 4)
    sibling.backgroundColor = .blue
    renderer.layer.addSublayer(layer)
    renderer.layer.addSublayer(sibling)
    let bitmap = try renderer.render(at: 0).bitmap
    #expect(bitmap[3, 10] == 0xFFFF_0000 && bitmap[30, 10] == 0xFFFF_0000)
    #expect(bitmap[5, 10] == 0xFF00_FF00 && bitmap[24, 10] == 0xFF00_FF00)
    #expect(bitmap[12, 10] == 0xFFFF_0000)
    #expect(bitmap[6, 21] == 0xFF00_00FF)
  }

  @Test("A translucent border without group opacity is as translucent as its layer")
  func separateBorder() throws {
    let bitmap = try layerPicture(30, 20) {
      $0.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
      $0.borderWidth = 4
      $0.borderColor = .white
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
      let child = Layer()
      child.frame = CGRect(x: 8, y: 8, width: 4, height: 4)
      child.backgroundColor = .red
      $0.addSublayer(child)
    }
    #expect(bitmap[1, 1] == 0x8080_8080)
    #expect(bitmap[9, 9] == 0x8080_0000)
  }

  @Test("A border without group opacity is apart from a layer only if that holds others")
  func borderOfLayerAlone() throws {
    for (sublayers, expected): ([Layer], UInt32) in [([], 0x8080_8080), ([Layer()], 0xC0C0_8080)] {
      let bitmap = try layerPicture(30, 20) {
        $0.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
        $0.backgroundColor = .red
        $0.borderWidth = 40
        $0.borderColor = .white
        $0.opacity = 0.5
        $0.allowsGroupOpacity = false
        $0.sublayers = sublayers
      }
      #expect(bitmap[9, 9] == expected)
    }
  }

  @Test("14.4: corners clip sublayers only if the layer masks to its bounds")
  func cornersOfSublayers() throws {
    func picture(masks: Bool) throws -> Bitmap {
      try layerPicture(40, 40) {
        $0.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        $0.backgroundColor = .red
        $0.cornerRadius = 10
        $0.masksToBounds = masks
        let sublayer = Layer()
        sublayer.frame = CGRect(x: -10, y: -10, width: 100, height: 100)
        sublayer.backgroundColor = .blue
        $0.addSublayer(sublayer)
      }
    }
    #expect(try picture(masks: false)[0, 0] == 0xFF00_00FF)
    let masked = try picture(masks: true)
    #expect(masked[0, 0] == 0 && masked[39, 39] == 0)
    #expect(masked[20, 20] == 0xFF00_00FF && masked[39, 20] == 0xFF00_00FF)
    // No red shines through at the edge of what is cut.
    #expect(masked.pixels.allSatisfy { $0 >> 16 & 255 == 0 })
  }

  @Test("14.4: corners clip contents, too, without sublayers and when rotated")
  func cornersOfContents() throws {
    let pixels = [UInt32](repeating: 0xFF00_FF00, count: 30 * 20)
    let contents = try Bitmap(width: 30, height: 20, pixels: pixels)
    for angle in [0, 0.3] {
      func picture(masks: Bool) throws -> Bitmap {
        try layerPicture(60, 50) {
          $0.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
          $0.position = CGPoint(x: 30, y: 25)
          $0.setAffineTransform(Transform2D(rotationAngle: angle))
          $0.contents = contents
          $0.cornerRadius = 8
          $0.masksToBounds = masks
        }
      }
      let whole = 600.0
      let corners = 64 * (4 - Double.pi)
      #expect(abs(area(try picture(masks: false)) - whole) < 1)
      // Turned, the edge pixels of the contents are cut once more by the same edge.
      let lost = whole - corners - area(try picture(masks: true))
      #expect(lost > -1 && lost < (angle == 0 ? 1 : 18))
    }
  }

  @Test("14.4: a radius above half the shorter side is limited to it; one below 0 is none")
  func limits() throws {
    func picture(_ radius: CGFloat) throws -> Bitmap {
      try layerPicture(50, 30) {
        $0.frame = CGRect(x: 2, y: 3, width: 40, height: 20)
        $0.backgroundColor = .red
        $0.cornerRadius = radius
      }
    }
    #expect(try picture(10) == picture(11))
    #expect(try picture(10) == picture(1e300))
    #expect(try picture(0) == picture(-5))
    #expect(abs(area(try picture(10)) - (800 - 100 * (4 - .pi))) < 0.5)
  }

  @Test("14.4: maskedCorners selects the corners, which rotate with the layer")
  func maskedCorners() throws {
    let names: [(CornerMask, x: Int, y: Int)] = [
      (.layerMinXMinYCorner, 0, 0), (.layerMaxXMinYCorner, 29, 0), (.layerMinXMaxYCorner, 0, 19),
      (.layerMaxXMaxYCorner, 29, 19),
    ]
    for (flippedX, flippedY) in [(false, false), (true, false), (false, true), (true, true)] {
      for (corner, _, _) in names {
        let bitmap = try layerPicture(30, 20) {
          $0.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
          $0.backgroundColor = .red
          $0.cornerRadius = 6
          $0.maskedCorners = corner
          $0.setAffineTransform(
            Transform2D(scaleX: flippedX ? -1 : 1, y: flippedY ? -1 : 1))
        }
        for (other, x, y) in names {
          let seen = bitmap[flippedX ? 29 - x : x, flippedY ? 19 - y : y]
          #expect(seen == (other == corner ? 0 : 0xFFFF_0000), "\(corner) \(other)")
        }
      }
    }
  }

  @Test("A layer's corners are the same at every place, and follow its scale")
  func scale() throws {
    let small = try layerPicture(20, 20) {
      $0.frame = CGRect(x: 3, y: 4, width: 12, height: 14)
      $0.backgroundColor = .red
      $0.cornerRadius = 5
      $0.borderWidth = 2
    }
    let moved = try layerPicture(20, 20) {
      $0.frame = CGRect(x: 6, y: 5, width: 12, height: 14)
      $0.backgroundColor = .red
      $0.cornerRadius = 5
      $0.borderWidth = 2
    }
    for y in 0..<18 {
      for x in 0..<16 { #expect(small[x, y] == moved[x + 3, y + 1]) }
    }
    let byRenderer = try layerPicture(20, 20, scale: 2) {
      $0.frame = CGRect(x: 3, y: 4, width: 12, height: 14)
      $0.backgroundColor = .red
      $0.cornerRadius = 5
      $0.borderWidth = 2
    }
    let byTransform = try layerPicture(40, 40) {
      $0.bounds = CGRect(x: 0, y: 0, width: 12, height: 14)
      $0.position = CGPoint(x: 18, y: 22)
      $0.setAffineTransform(Transform2D(scaleX: 2, y: 2))
      $0.backgroundColor = .red
      $0.cornerRadius = 5
      $0.borderWidth = 2
    }
    #expect(byRenderer == byTransform)
  }

  @Test("A ring of a round border has the area between two rounded rectangles")
  func ring() throws {
    for curve in CornerCurve.allCases {
      func filled(_ rect: CGRect, _ radius: CGFloat) throws -> Double {
        area(
          try layerPicture(60, 50) {
            $0.frame = rect
            $0.backgroundColor = .red
            $0.cornerRadius = radius
            $0.cornerCurve = curve
          })
      }
      let rect = CGRect(x: 5, y: 6, width: 48, height: 40)
      let outer = try filled(rect, 13)
      let inner = try filled(rect.insetBy(dx: 4, dy: 4), 9)
      let ring = try layerPicture(60, 50) {
        $0.frame = rect
        $0.borderWidth = 4
        $0.cornerRadius = 13
        $0.cornerCurve = curve
      }
      #expect(abs(area(ring) - (outer - inner)) < 0.5)
      #expect(ring[29, 26] == 0)
    }
  }

  @Test("A border wider than the layer covers it")
  func wideBorder() throws {
    for radius in [0, 6] as [CGFloat] {
      func make(_ prepare: (Layer) -> Void) throws -> Bitmap {
        try layerPicture(30, 20) {
          $0.frame = CGRect(x: 2, y: 2, width: 20, height: 14)
          $0.cornerRadius = radius
          prepare($0)
        }
      }
      let border = try make { $0.borderWidth = 1e9 }
      #expect(try border == make { $0.backgroundColor = .black })
    }
  }

  @Test("A continuous corner begins further out, and is a circle where there is no room")
  func continuousCorners() throws {
    #expect(Layer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(Layer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    func picture(_ curve: CornerCurve, _ radius: CGFloat) throws -> Bitmap {
      try layerPicture(80, 80) {
        $0.frame = CGRect(x: 0, y: 0, width: 80, height: 80)
        $0.backgroundColor = .red
        $0.cornerRadius = radius
        $0.cornerCurve = curve
      }
    }
    let circular = try picture(.circular, 20)
    let continuous = try picture(.continuous, 20)
    #expect(circular[22, 0] >> 24 == 255)
    // 30.57 points along the edge it begins.
    #expect(continuous[22, 0] >> 24 < 255 && continuous[31, 0] >> 24 == 255)
    for (a, b) in zip(try picture(.circular, 40).pixels, try picture(.continuous, 40).pixels) {
      // Each is within 0.02 pixels of its curve, and one quarter of a circle 0.011 from the other.
      #expect(abs(Int(a >> 24) - Int(b >> 24)) <= 13)
    }
    // Alike in both axes.
    for y in 0..<40 {
      for x in 0..<40 {
        #expect(abs(Int(continuous[x, y] >> 24) - Int(continuous[y, x] >> 24)) <= 1)
      }
    }
  }

  @Test("A rotated layer's corners cover what an axis-aligned one's do, to a few thousandths")
  func turned() throws {
    var sums: [Double] = []
    for angle in [0, 0.2, 0.7, 1.3, .pi / 2] {
      sums.append(
        area(
          try layerPicture(70, 70) {
            $0.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
            $0.position = CGPoint(x: 35, y: 35)
            $0.setAffineTransform(Transform2D(rotationAngle: angle))
            $0.backgroundColor = .red
            $0.cornerRadius = 9
          }))
    }
    for sum in sums { #expect(abs(sum - (1200 - 81 * (4 - .pi))) < 1.5) }
  }

  @Test("Corners are seen in perspective")
  func perspective() throws {
    let bitmap = try layerPicture(80, 60) {
      var transform = Transform3D(rotation: 0.8, x: 0, y: 1, z: 0)
      var eye = Transform3D.identity
      eye.m34 = -1 / 80
      transform = transform.concatenating(eye)
      $0.bounds = CGRect(x: 0, y: 0, width: 50, height: 40)
      $0.position = CGPoint(x: 40, y: 30)
      $0.transform = transform
      $0.backgroundColor = .red
      $0.borderWidth = 3
      $0.borderColor = .green
      $0.cornerRadius = 12
    }
    #expect(bitmap[40, 30] == 0xFFFF_0000)
    let row = (0..<80).filter { bitmap[$0, 30] >> 24 == 255 }
    #expect(bitmap[row.first!, 30] == 0xFF00_FF00 && bitmap[row.last!, 30] == 0xFF00_FF00)
    // Upside down it looks the same.
    for y in 0..<30 {
      for x in 0..<80 {
        #expect(abs(Int(bitmap[x, y] >> 24) - Int(bitmap[x, 59 - y] >> 24)) <= 1)
      }
    }
  }

  @Test("Growing and shrinking borders and corners damage no more than the layer")
  func damage() throws {
    let renderer = try Renderer(size: CGSize(width: 90, height: 70))
    let layer = Layer()
    layer.frame = CGRect(x: 20, y: 10, width: 40, height: 30)
    let child = Layer()
    child.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
    child.backgroundColor = .red
    layer.addSublayer(child)
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    let box = PixelRect(x: 20, y: 10, width: 40, height: 30)
    for step in 0..<6 {
      Transaction.run(disableActions: true) {
        layer.borderWidth = [4, 0, 9, 9, 9, 1][step]
        layer.cornerRadius = [0, 0, 5, 0, 12, 12][step]
        layer.borderColor = step == 5 ? .blue : .green
      }
      let frame = try renderer.render(at: Double(step + 1))
      #expect(frame.damage.bounds == box, "step \(step)")
      let whole = try Compositor(width: 90, height: 70).render(
        renderer.commit(at: Double(step + 1)), at: Double(step + 1))
      #expect(frame.bitmap == whole.bitmap)
    }
  }
}
