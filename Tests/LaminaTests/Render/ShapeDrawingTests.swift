import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("A shape layer draws")
struct ShapeDrawingTests {
  /// A shape at (0, 0) in a picture by itself.
  private func picture(
    _ width: Int, _ height: Int, scale: CGFloat = 1, _ prepare: (ShapeLayer) -> Void
  ) throws -> Bitmap {
    let renderer = try Renderer(size: CGSize(width: width, height: height), scale: scale)
    let layer = ShapeLayer()
    prepare(layer)
    renderer.layer.addSublayer(layer)
    return try renderer.render(at: 0).bitmap
  }

  private func line(_ points: (Double, Double)...) -> Path {
    var path = Path()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    return path
  }

  /// Returns the picture that a context draws.
  private func drawn(
    _ width: Int, _ height: Int, _ draw: (DrawingContext) -> Void
  ) throws -> Bitmap {
    let context = try DrawingContext(width: width, height: height)
    draw(context)
    return context.makeBitmap()
  }

  /// The columns and rows that are covered wholly.
  private func extent(_ bitmap: Bitmap) -> PixelRect {
    var box = PixelRect.empty
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap[x, y] >> 24 == 255 {
        box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  @Test("14.14: a part of the stroke, cut by length")
  func trimmedLine() throws {
    let bitmap = try picture(120, 6) {
      $0.position = CGPoint(x: 0, y: 3)
      $0.path = line((0, 0), (100, 0))
      $0.strokeColor = .black
      $0.lineWidth = 2
      $0.strokeStart = 0.25
      $0.strokeEnd = 0.5
    }
    #expect(extent(bitmap) == PixelRect(x: 25, y: 2, width: 25, height: 2))
    let alphas = bitmap.pixels.map { pixel in Int(pixel >> 24) }
    #expect(alphas.reduce(0, +) == 255 * 50)
  }

  @Test("closed subpaths as a whole, if only the beginning of the path is cut off")
  func trimmedBeginning() {
    var random = SeededGenerator(seed: firstWalkSeed)
    for seed in 0..<500 {
      var path = Path()
      for _ in 0..<2 {
        path.addLines(
          between: (0..<3).map { _ in CGPoint(x: random.below(99), y: random.below(50)) })
        path.closeSubpath()
      }
      let flat = FlattenedPath(path, transform: .identity)
      let part = flat.trimmed(from: 0.001, to: 1, measuredIn: nil)
      #expect(part.subpaths.last?.isClosed == true, "\(seed)")
    }
  }

  @Test("the stroked part shifted along the path, and around its end", arguments: [0.5, -1.5, 2.5])
  func strokeOffset(offset: CGFloat) throws {
    func dots(_ path: Path, _ parts: [(CGFloat, CGFloat)], offset: CGFloat = 0) throws -> Bitmap {
      let renderer = try Renderer(size: CGSize(width: 40, height: 40))
      for (start, end) in parts {
        let layer = ShapeLayer()
        layer.path = path
        layer.fillColor = nil
        layer.strokeColor = .black
        layer.lineWidth = 2
        layer.strokeStart = start
        layer.strokeEnd = end
        layer.strokeOffset = offset
        renderer.layer.addSublayer(layer)
      }
      return try renderer.render(at: 0).bitmap
    }
    let straight = line((0, 20), (32, 20))
    #expect(
      try dots(straight, [(0.125, 0.25)], offset: offset) == dots(straight, [(0.625, 0.75)]))
    #expect(
      try dots(straight, [(0.25, 0.75)], offset: offset) == dots(straight, [(0.75, 1), (0, 0.25)]))
    #expect(try dots(straight, [(0, 1)], offset: offset) == dots(straight, [(0, 1)]))
    // The corner of a closed path at which it begins is joined, not cut off.
    let square = Path(rect: CGRect(x: 8, y: 8, width: 16, height: 16))
    let corner = try dots(square, [(0.375, 0.625)], offset: offset)
    #expect(corner[7, 7] == Color.black.premultipliedPixel)
    #expect(corner[15, 7] != 0 && corner[7, 15] != 0 && corner[23, 23] == 0)
  }

  @Test("a running offset exactly, frame by frame")
  func animatedStrokeOffset() throws {
    let layer = ShapeLayer()
    layer.path = Path(ellipseIn: CGRect(x: 6, y: 6, width: 28, height: 28))
    layer.strokeColor = .orange
    layer.lineWidth = 5
    layer.strokeEnd = 0.25
    let partial = try Renderer(size: CGSize(width: 40, height: 40))
    partial.layer.addSublayer(layer)
    partial.commit(at: 0)
    let run = BasicAnimation(.strokeOffset, from: 0, to: 1)
    run.duration = 1
    run.repeatCount = .infinity
    layer.add(run, forKey: nil)
    for frame in 0...20 {
      let time = Double(frame) / 8
      let seen = try partial.render(at: time).bitmap
      let fixed = ShapeLayer(layer: try #require(layer.presentation()))
      #expect(abs(fixed.strokeOffset - CGFloat(time.truncatingRemainder(dividingBy: 1))) < 1e-9)
      let whole = try Renderer(size: CGSize(width: 40, height: 40))
      whole.layer.addSublayer(fixed)
      #expect(try whole.render(at: 0).bitmap == seen, "at \(time)")
    }
  }

  @Test("14.14: cuts by the length of all subpaths together, the closing line included")
  func trimmedSubpaths() throws {
    // 40 of a closed square, then 60 of a line: 100 in all.
    var path = Path(rect: CGRect(x: 10, y: 10, width: 10, height: 10))
    path.addLines(between: [CGPoint(x: 30, y: 30), CGPoint(x: 90, y: 30)])
    func bitmap(_ start: CGFloat, _ end: CGFloat) throws -> Bitmap {
      try picture(100, 40) {
        $0.path = path
        $0.fillColor = nil
        $0.strokeColor = .black
        $0.lineWidth = 2
        $0.strokeStart = start
        $0.strokeEnd = end
      }
    }
    // The square's last side and 20 of the line.
    let part = try bitmap(0.3, 0.6)
    let expected = try drawn(100, 40) {
      $0.strokeStyle.width = 2
      $0.stroke(line((10, 20), (10, 10)))
      $0.stroke(line((30, 30), (50, 30)))
    }
    #expect(part.difference(from: expected) == nil)
    // A subpath that is whole stays closed, with all four corners.
    let whole = try bitmap(0, 0.4)
    let square = try drawn(100, 40) {
      $0.strokeStyle.width = 2
      $0.stroke(Path(rect: CGRect(x: 10, y: 10, width: 10, height: 10)))
    }
    #expect(whole.difference(from: square) == nil)
    #expect(try bitmap(0.6, 0.6).pixels.allSatisfy { $0 == 0 })
    #expect(try bitmap(0.8, 0.2).pixels.allSatisfy { $0 == 0 })
    #expect(try bitmap(-5, 8) == bitmap(0, 1))
  }

  @Test("14.14: dashes along what is left, with their phase")
  func dashes() throws {
    func columns(_ prepare: (ShapeLayer) -> Void) throws -> [Bool] {
      let bitmap = try picture(30, 4) {
        $0.position = CGPoint(x: 0, y: 2)
        $0.path = line((0, 0), (24, 0))
        $0.strokeColor = .black
        $0.lineWidth = 2
        $0.lineDashPattern = [10, 5]
        $0.lineDashPhase = 3
        prepare($0)
      }
      return (0..<30).map { bitmap[$0, 1] >> 24 == 255 }
    }
    let expected = (0..<30).map { $0 < 7 || ($0 >= 12 && $0 < 22) }
    #expect(try columns { _ in } == expected)
    // Trimmed first: the pattern begins where the stroke does.
    let trimmed = (0..<30).map { ($0 >= 6 && $0 < 13) || ($0 >= 18 && $0 < 24) }
    #expect(try columns { $0.strokeStart = 0.25 } == trimmed)
  }

  @Test("14.1: its fill over contents, its stroke over the fill, and both below sublayers")
  func order() throws {
    let bitmap = try picture(30, 30) {
      $0.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      $0.backgroundColor = .white
      $0.contents = TestBitmaps.all[1]
      $0.path = Path(rect: CGRect(x: 4, y: 4, width: 20, height: 20))
      $0.fillColor = .red
      $0.strokeColor = .blue
      $0.lineWidth = 4
      let sublayer = Layer()
      sublayer.frame = CGRect(x: 0, y: 10, width: 30, height: 2)
      sublayer.backgroundColor = .green
      $0.addSublayer(sublayer)
      $0.borderWidth = 1
    }
    #expect(bitmap[8, 8] == 0xFFFF_0000)
    #expect(bitmap[3, 8] == 0xFF00_00FF && bitmap[5, 8] == 0xFF00_00FF)
    #expect(bitmap[8, 10] == 0xFF00_FF00 && bitmap[25, 11] == 0xFF00_FF00)
    #expect(bitmap[19, 8] == 0xFF00_0000)
    #expect(bitmap[22, 8] == 0xFF00_00FF, "past the bounds")
  }

  @Test("14.14: past its bounds, unless they mask it")
  func bounds() throws {
    func bitmap(masks: Bool, radius: CGFloat) throws -> Bitmap {
      try picture(40, 40) {
        $0.frame = CGRect(x: 10, y: 12, width: 20, height: 16)
        $0.path = Path(rect: CGRect(x: -8, y: -8, width: 36, height: 30))
        $0.masksToBounds = masks
        $0.cornerRadius = radius
      }
    }
    #expect(
      extent(try bitmap(masks: false, radius: 5)) == PixelRect(x: 2, y: 4, width: 36, height: 30))
    #expect(
      extent(try bitmap(masks: true, radius: 0)) == PixelRect(x: 10, y: 12, width: 20, height: 16))
    let round = try bitmap(masks: true, radius: 5)
    #expect(extent(round) == PixelRect(x: 10, y: 12, width: 20, height: 16))
    #expect(round[10, 12] >> 24 < 60 && round[29, 27] >> 24 < 60 && round[9, 20] == 0)
  }

  @Test("what a context draws with the same transform: rotated, stretched and sheared")
  func transforms() throws {
    var star = Path()
    star.addLines(
      between: [(0, -14), (9, 12), (-14, -4), (14, -4), (-9, 12)].map { CGPoint(x: $0.0, y: $0.1) })
    star.closeSubpath()
    star.addEllipse(in: CGRect(x: -17.5, y: -8, width: 35, height: 16))
    for transform in [
      Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0.25, ty: -0.5),
      Transform2D(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0),
      Transform2D(a: 2, b: 0, c: 0, d: 0.5, tx: 1, ty: 0),
      Transform2D(a: 1, b: 0.3, c: -0.7, d: 1.2, tx: 0, ty: 2),
    ] {
      let bitmap = try picture(90, 60) {
        $0.position = CGPoint(x: 45, y: 30)
        $0.setAffineTransform(transform)
        $0.path = star
        $0.fillRule = .evenOdd
        $0.fillColor = Color.orange.withAlpha(0.5)
        $0.strokeColor = .blue
        $0.lineWidth = 3
        $0.lineJoin = .round
        $0.lineCap = .square
        $0.lineDashPattern = [11, 6, 2]
      }
      let expected = try drawn(90, 60) {
        $0.concatenate(Transform2D(translationX: 45, y: 30))
        $0.concatenate(transform)
        $0.fillColor = Color.orange.withAlpha(0.5)
        $0.fill(star, rule: .evenOdd)
        $0.strokeColor = .blue
        $0.strokeStyle = StrokeStyle(width: 3, cap: .square, join: .round, dashPattern: [11, 6, 2])
        $0.stroke(star)
      }
      // Sums in another order may round a corner to the next 1/256 pixel.
      #expect(bitmap.largestDifference(from: expected) <= 2, "\(transform)")
    }
  }

  @Test("a quarter turn as the rotated picture")
  func quarterTurn() throws {
    func bitmap(_ transform: Transform2D) throws -> Bitmap {
      try picture(40, 40) {
        $0.position = CGPoint(x: 20, y: 20)
        $0.setAffineTransform(transform)
        $0.path = line((-15, -8), (3, 12), (13, -2.5))
        $0.strokeColor = .red
        $0.lineWidth = 2.5
      }
    }
    let straight = try bitmap(.identity)
    let turned = try bitmap(Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    for y in 0..<40 {
      for x in 0..<40 {
        // Corners between two places of the grid of 1/256 pixel are rounded to the even one.
        let difference = Int(turned[39 - y, x] >> 24) - Int(straight[x, y] >> 24)
        #expect(abs(difference) <= 1, "(\(x), \(y))")
      }
    }
  }

  @Test("in perspective: fill and stroke lie in the layer's plane")
  func perspective() throws {
    func bitmap(_ makeLayer: () -> Layer) throws -> Bitmap {
      let renderer = try Renderer(size: CGSize(width: 80, height: 60))
      renderer.layer.sublayerTransform.m34 = -1 / 70
      let layer = makeLayer()
      layer.frame = CGRect(x: 20, y: 15, width: 40, height: 30)
      layer.transform = Transform3D(rotation: 0.7, x: 0.3, y: 1, z: 0)
      renderer.layer.addSublayer(layer)
      return try renderer.render(at: 0).bitmap
    }
    let shape = try bitmap {
      let layer = ShapeLayer()
      layer.path = Path(rect: CGRect(x: 0, y: 0, width: 40, height: 30))
      layer.fillColor = .red
      return layer
    }
    let plain = try bitmap {
      let layer = Layer()
      layer.backgroundColor = .red
      return layer
    }
    #expect(shape.largestDifference(from: plain) <= 2)
    #expect(plain[40, 30] == 0xFFFF_0000)
    let stroked = try bitmap {
      let layer = ShapeLayer()
      layer.path = line((20, 0), (20, 30))
      layer.fillColor = nil
      layer.strokeColor = .red
      layer.lineWidth = 40
      return layer
    }
    #expect(stroked.largestDifference(from: plain) <= 2)
  }

  @Test("as one with its opacity: where fill and stroke overlap it is not darker")
  func opacity() throws {
    let bitmap = try picture(20, 20) {
      $0.path = Path(rect: CGRect(x: 5, y: 5, width: 10, height: 10))
      $0.fillColor = .red
      $0.strokeColor = .red
      $0.lineWidth = 4
      $0.opacity = 0.5
    }
    #expect(bitmap[6, 6] == 0x8080_0000 && bitmap[10, 10] == 0x8080_0000)
    #expect(bitmap[4, 10] == 0x8080_0000)
  }

  @Test("damage of what it was and what it is, strokes and miters included")
  func damage() throws {
    let renderer = try Renderer(size: CGSize(width: 200, height: 100))
    let shape = ShapeLayer()
    shape.path = Path(rect: CGRect(x: 20, y: 30, width: 40, height: 10))
    renderer.layer.addSublayer(shape)
    _ = try renderer.render(at: 0)
    func damage(_ change: () -> Void) throws -> [PixelRect] {
      Transaction.run(disableActions: true, change)
      return try renderer.render(at: 1).damage.rects
    }
    #expect(
      try damage { shape.fillColor = .green } == [PixelRect(x: 20, y: 30, width: 40, height: 10)])
    #expect(
      try damage {
        shape.strokeColor = .red
        shape.lineWidth = 6
      } == [PixelRect(x: 17, y: 27, width: 46, height: 16)])
    #expect(
      try damage { shape.path = Path(rect: CGRect(x: 120, y: 30, width: 10, height: 10)) } == [
        PixelRect(x: 17, y: 27, width: 46, height: 16),
        PixelRect(x: 117, y: 27, width: 16, height: 16),
      ])
    #expect(try damage { shape.path = nil } == [PixelRect(x: 117, y: 27, width: 16, height: 16)])
    #expect(try damage { shape.lineWidth = 9 }.isEmpty)
  }

  @Test("an outline once, however it is moved, and where it is moved to as if it were new")
  func outlines() throws {
    let outlines = ShapeOutlines()
    var values = ShapeValues()
    values.path = Path(ellipseIn: CGRect(x: 3, y: 4, width: 50, height: 21))
    values.strokeColor = .red
    let frame = PixelRect(x: 0, y: 0, width: 300, height: 200)
    func parts(_ toDevice: ProjectiveTransform, _ outlines: ShapeOutlines) -> [ItemPath] {
      outlines.parts(of: values, toDevice: toDevice, frame: frame).map(\.path)
    }
    for step in 0..<50 {
      outlines.begin(forgetting: false)
      let toDevice = ProjectiveTransform(translationX: 3.7 * Double(step), y: 1 / Double(step + 1))
      #expect(parts(toDevice, outlines) == parts(toDevice, ShapeOutlines()))
    }
    #expect(outlines.madeCount == 2)
    // Another width is another stroke, but the same fill; another colour is nothing new.
    values.lineWidth = 3
    values.fillColor = .green
    _ = parts(.identity, outlines)
    #expect(outlines.madeCount == 3)
    outlines.begin(forgetting: true)
    _ = parts(.identity, outlines)
    #expect(outlines.madeCount == 5)
  }

  @Test("nothing for no path, no colour, no width, no length")
  func nothing() throws {
    let square = Path(rect: CGRect(x: 5, y: 5, width: 10, height: 10))
    let cases: [(ShapeLayer) -> Void] = [
      { $0.path = nil },
      { $0.path = Path() },
      {
        $0.path = square
        $0.fillColor = nil
        $0.lineWidth = 0
        $0.strokeColor = .red
      },
      {
        $0.path = square
        $0.fillColor = .clear
        $0.strokeColor = .red
        $0.lineWidth = -4
      },
      {
        $0.path = line((4, 4), (12, 12))
        $0.setAffineTransform(Transform2D(scaleX: 1, y: 0))
        $0.strokeColor = .red
      },
      {
        $0.path = line((4, 4), (4, 4))
        $0.strokeColor = .red
        $0.lineWidth = 5
      },
    ]
    for prepare in cases {
      #expect(try picture(20, 20, prepare).pixels.allSatisfy { $0 == 0 })
    }
    // A line without length is a dot where its ends are round.
    let dot = try picture(20, 20) {
      $0.path = line((10, 10), (10, 10))
      $0.strokeColor = .red
      $0.lineWidth = 6
      $0.lineCap = .round
    }
    #expect(dot[10, 10] == 0xFFFF_0000 && dot[14, 10] == 0)
  }
}
