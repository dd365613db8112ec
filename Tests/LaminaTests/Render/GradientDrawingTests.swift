import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite("A gradient layer draws")
struct GradientDrawingTests {
  /// A gradient in a picture by itself.
  private func picture(
    _ width: Int, _ height: Int, scale: CGFloat = 1, _ prepare: (GradientLayer) -> Void
  ) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: width, height: height), scale: scale)
    let layer = GradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    prepare(layer)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  private func mixed(_ a: Color, _ b: Color, _ part: Double) -> UInt32 {
    Color(
      red: a.red + (b.red - a.red) * part, green: a.green + (b.green - a.green) * part,
      blue: a.blue + (b.blue - a.blue) * part, alpha: a.alpha + (b.alpha - a.alpha) * part
    ).premultipliedPixel
  }

  @Test("14.12: along the axis, at the middle of each pixel, and on past both ends")
  func axial() throws {
    let (a, b) = (Color(red: 1, green: 0.25, blue: 0, alpha: 1), Color.blue.withAlpha(0.25))
    let bitmap = try picture(7, 100) { $0.colors = [a, b] }
    for y in 0..<100 {
      for x in 0..<7 { #expect(bitmap[x, y] == mixed(a, b, (Double(y) + 0.5) / 100)) }
    }
    // Between rows 24 and 25 lies y = 25, where a quarter of the way is done.
    let plain = try picture(3, 100) { $0.colors = [.red, .blue] }
    #expect(plain[1, 24] == 0xFFC1_003E && plain[1, 25] == 0xFFBE_0041)
    let part = try picture(80, 3) {
      $0.colors = [a, b]
      $0.startPoint = CGPoint(x: 0.25, y: 0)
      $0.endPoint = CGPoint(x: 0.75, y: 0)
    }
    for x in 0..<80 {
      #expect(part[x, 1] == mixed(a, b, max(0, min(1, (Double(x) + 0.5 - 20) / 40))))
    }
  }

  @Test("14.12: an axis is at right angles to its colours in points, whatever the bounds' shape")
  func diagonal() throws {
    let bitmap = try picture(60, 20) {
      $0.colors = [.black, .white]
      $0.startPoint = .zero
      $0.endPoint = CGPoint(x: 1, y: 1)
    }
    for y in 0..<20 {
      for x in 0..<60 {
        let t = ((Double(x) + 0.5) * 60 + (Double(y) + 0.5) * 20) / 4000
        let value = Int(bitmap[x, y] & 255)
        #expect(abs(Double(value) - 255 * t) <= 0.500001, "(\(x), \(y))")
      }
    }
  }

  @Test("14.12: each colour at its location, in steps where two are equal")
  func locations() throws {
    let bitmap = try picture(100, 2) {
      $0.colors = [.red, .green, .blue, .white]
      $0.locations = [0.2, 0.5, 0.5, 0.4]
      $0.startPoint = CGPoint(x: 0, y: 0)
      $0.endPoint = CGPoint(x: 1, y: 0)
    }
    #expect(bitmap[0, 0] == 0xFFFF_0000 && bitmap[19, 0] == 0xFFFF_0000)
    #expect(bitmap[35, 1] == mixed(.red, .green, 15.5 / 30))
    #expect(bitmap[49, 0] == mixed(.red, .green, 29.5 / 30))
    // White is said to be before blue, and counts as where blue is.
    #expect(bitmap[50, 0] == 0xFFFF_FFFF && bitmap[99, 0] == 0xFFFF_FFFF)
  }

  @Test("14.12: nothing for fewer than two colours, or another number of locations")
  func nothing() throws {
    let cases: [(GradientLayer) -> Void] = [
      { $0.colors = nil },
      { $0.colors = [] },
      { $0.colors = [.red] },
      {
        $0.colors = [.red, .blue]
        $0.locations = [0, 0.5, 1]
      },
      {
        $0.colors = [.red, .blue]
        $0.endPoint = $0.startPoint
      },
      {
        $0.colors = [.red, .blue]
        $0.type = .conic
        $0.endPoint = $0.startPoint
      },
      {
        $0.colors = [.red, .blue]
        $0.bounds.size.width = 0
      },
    ]
    for prepare in cases {
      #expect(try picture(20, 20, prepare).pixels.allSatisfy { $0 == 0 })
    }
  }

  @Test("14.13: radial in ellipses, and nothing without a height")
  func radial() throws {
    func bitmap(_ end: CGPoint) throws -> Bitmap {
      try picture(40, 20) {
        $0.colors = [.red, .blue]
        $0.type = .radial
        $0.startPoint = CGPoint(x: 0.5, y: 0.5)
        $0.endPoint = end
      }
    }
    let round = try bitmap(CGPoint(x: 1, y: 1))
    for y in 0..<20 {
      for x in 0..<40 {
        let dx = (Double(x) - 19.5) / 20
        let dy = (Double(y) - 9.5) / 10
        let t = min(1, (dx * dx + dy * dy).squareRoot())
        #expect(abs(Double(round[x, y] & 255) - 255 * t) <= 0.500001, "(\(x), \(y))")
      }
    }
    #expect(
      round[20, 10] >> 16 & 255 > 235 && round[39, 10] & 255 > 245 && round[20, 19] & 255 > 240)
    #expect(round[0, 0] == 0xFF00_00FF)
    #expect(try bitmap(CGPoint(x: 1, y: 0.5)).pixels.allSatisfy { $0 == 0 })
    #expect(try bitmap(CGPoint(x: 0.5, y: 1)).pixels.allSatisfy { $0 == 0 })
  }

  @Test("14.13: conic from the end point on, clockwise")
  func conic() throws {
    let bitmap = try picture(60, 40) {
      $0.colors = [.black, .white]
      $0.type = .conic
      $0.startPoint = CGPoint(x: 0.5, y: 0.5)
      $0.endPoint = CGPoint(x: 0.5, y: 0)
    }
    for y in 0..<40 {
      for x in 0..<60 {
        let dx = Double(x) - 29.5
        let dy = Double(y) - 19.5
        // From straight up, over +x: 0 at the top, a quarter on the right.
        var turn = atan2(dx, -dy) / (2 * .pi)
        if turn < 0 { turn += 1 }
        #expect(abs(Double(bitmap[x, y] & 255) - 255 * turn) <= 0.5001, "(\(x), \(y))")
      }
    }
  }

  @Test("computes angles to 4e-9 of a turn")
  func angles() {
    for step in 0..<40_000 {
      let angle = Double(step) / 40_000 * 2 * .pi
      let found = AngleApproximation.angle(x: cos(angle) * 7, y: sin(angle) * 7)
      let error = abs(found - Double(step) / 40_000)
      #expect(min(error, 1 - error) < 4e-9)
      #expect(found >= 0 && found < 1)
    }
    #expect(AngleApproximation.angle(x: 0, y: 0) == 0 && AngleApproximation.angle(x: 3, y: 0) == 0)
    #expect(
      AngleApproximation.angle(x: 0, y: 2) == 0.25 && AngleApproximation.angle(x: -1, y: 0) == 0.5)
    #expect(
      AngleApproximation.angle(x: 0, y: -2) == 0.75
        && AngleApproximation.angle(x: 1e300, y: -1e-300) == 0)
  }

  @Test("14.1: over the background, below contents and sublayers, in the corners")
  func order() throws {
    let bitmap = try picture(30, 30) {
      $0.frame = CGRect(x: 2, y: 4, width: 20, height: 20)
      $0.backgroundColor = .green
      $0.colors = [Color.red.withAlpha(0.5), Color.red.withAlpha(0.5)]
      $0.cornerRadius = 8
      $0.contents = TestBitmaps.all[1]
      $0.contentsGravity = .bottomRight
      $0.contentsScale = 2
      let sublayer = Layer()
      sublayer.frame = CGRect(x: 0, y: 10, width: 40, height: 2)
      sublayer.backgroundColor = .blue
      $0.addSublayer(sublayer)
    }
    #expect(bitmap[6, 10] == 0xFF80_7F00)
    #expect(bitmap[2, 4] == 0 && bitmap[21, 4] == 0 && bitmap[12, 4] >> 24 == 255)
    #expect(bitmap[25, 14] == 0xFF00_00FF)
    #expect(bitmap[20, 22] != 0xFF80_7F00)
  }

  @Test(
    "the same where a layer stands on parts of a pixel, mirrored, and turned by next to nothing")
  func places() throws {
    func bitmap(_ prepare: (GradientLayer) -> Void) throws -> Bitmap {
      try picture(50, 40) {
        $0.frame = CGRect(x: 5, y: 7, width: 30, height: 20)
        $0.colors = [.red, .yellow, Color.blue.withAlpha(0.5)]
        $0.startPoint = CGPoint(x: 0.1, y: 0.2)
        $0.endPoint = CGPoint(x: 0.7, y: 0.85)
        prepare($0)
      }
    }
    for kind in GradientLayer.Kind.allCases {
      let straight = try bitmap { $0.type = kind }
      let moved = try bitmap {
        $0.type = kind
        $0.position.x += 0.3
        $0.position.y -= 0.4
      }
      #expect(moved.difference(from: straight) == nil)
      let mirrored = try bitmap {
        $0.type = kind
        $0.setAffineTransform(Transform2D(scaleX: -1, y: 1))
      }
      for y in 0..<40 {
        for x in 0..<30 {
          let difference = [24, 16, 8, 0].map {
            abs(Int(mirrored[5 + x, y] >> $0 & 255) - Int(straight[34 - x, y] >> $0 & 255))
          }
          #expect(difference.max()! <= 1, "\(kind) at (\(x), \(y))")
        }
      }
      // A layer that is turned by nothing that is seen is drawn through its edges.
      let turned = try bitmap {
        $0.type = kind
        $0.setAffineTransform(Transform2D(a: 1, b: 1e-13, c: -1e-13, d: 1, tx: 0, ty: 0))
      }
      #expect(turned.largestDifference(from: straight) <= 1)
    }
  }

  @Test("in perspective what a picture of it shows in perspective")
  func perspective() throws {
    func bitmap(_ layer: Layer) throws -> Bitmap {
      let renderer = try Renderer(size: CGSize(width: 80, height: 60))
      renderer.layer.sublayerTransform.m34 = -1 / 90
      layer.frame = CGRect(x: 16, y: 6, width: 48, height: 48)
      layer.transform = Transform3D(rotation: 0.8, x: 0.2, y: 1, z: 0)
      renderer.layer.addSublayer(layer)
      return try renderer.render(at: 0).bitmap
    }
    let gradient = GradientLayer()
    gradient.colors = [.red, .yellow, .blue]
    gradient.type = .radial
    gradient.startPoint = CGPoint(x: 0.5, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    let plain = Layer()
    plain.contents = try Bitmap(width: 480, height: 480) { x, y in
      let dx = (Double(x) - 239.5) / 240
      let dy = (Double(y) - 239.5) / 240
      let t = min(1, (dx * dx + dy * dy).squareRoot()) * 2
      return t < 1
        ? Color(red: 1, green: t, blue: 0) : Color(red: 2 - t, green: 2 - t, blue: t - 1)
    }
    #expect(try bitmap(gradient).largestDifference(from: bitmap(plain)) <= 4)
  }

  @Test("damage of its box where a colour changes")
  func damage() throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 80))
    let layer = GradientLayer()
    layer.frame = CGRect(x: 12, y: 9, width: 40, height: 30)
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
    func damage(_ change: () -> Void) throws -> [PixelRect] {
      Transaction.run(disableActions: true, change)
      return try renderer.render(at: 1).damage.rects
    }
    let place = PixelRect(x: 12, y: 9, width: 40, height: 30)
    #expect(try damage { layer.type = .conic }.isEmpty)
    #expect(try damage { layer.colors = [.red, .blue] } == [place])
    #expect(try damage { layer.colors = [.red, .blue] }.isEmpty)
    #expect(try damage { layer.locations = [0, 1] }.isEmpty, "as without locations")
    #expect(try damage { layer.colors = nil } == [place])
  }
}
