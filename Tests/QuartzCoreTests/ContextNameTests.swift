import QuartzCore
import Testing

@Suite("CGContext")
struct ContextNameTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  private func bitmapContext(
    _ width: Int = 24, _ height: Int = 16,
    _ alpha: CGImageAlphaInfo = .premultipliedLast
  ) -> CGContext? {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: alpha.rawValue)
  }

  private func makeContext(_ width: Int = 24, _ height: Int = 16) throws -> CGContext {
    try #require(bitmapContext(width, height))
  }

  /// Returns the picture that Lamina's own calls draw.
  private func picture(_ draw: (DrawingContext) -> Void) throws -> Bitmap {
    let context = try DrawingContext(width: 24, height: 16)
    draw(context)
    return context.makeBitmap()
  }

  @Test("A bitmap context is transparent or black, or nil")
  func making() throws {
    #expect(bitmapContext(3, 2)?.makeImage()?.pixels == [UInt32](repeating: 0, count: 6))
    #expect(
      bitmapContext(3, 2, .noneSkipLast)?.makeImage()?.pixels
        == [UInt32](repeating: 0xFF00_0000, count: 6))
    #expect(bitmapContext(0, 2) == nil)
    #expect(bitmapContext(3, 40_000) == nil)
    #expect(bitmapContext(3, 2, .last) == nil)
    #expect(bitmapContext(3, 2, .alphaOnly) == nil)
    func other(
      bits: Int = 8, row: Int = 0, space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    ) -> CGContext? {
      CGContext(
        data: nil, width: 3, height: 2, bitsPerComponent: bits, bytesPerRow: row, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
          | CGBitmapInfo.byteOrder32Little.rawValue)
    }
    #expect(other(row: 12) != nil && other(row: 64) != nil)
    #expect(other(bits: 16) == nil)
    #expect(other(row: 11) == nil)
    #expect(other(space: CGColorSpaceCreateDeviceGray()) == nil)
  }

  @Test("Rectangles, ellipses and lines are Lamina's")
  func shapes() throws {
    let context = try makeContext()
    context.setFillColor(red)
    context.fill(CGRect(x: 1, y: 2, width: 3, height: 4))
    context.fill([
      CGRect(x: 5, y: 2, width: 3, height: 4), CGRect(x: 9, y: 2, width: 3, height: 4),
    ])
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    context.fillEllipse(in: CGRect(x: 12, y: 1, width: 9, height: 7))
    context.setStrokeColor(gray: 0.25, alpha: 1)
    context.setLineWidth(2)
    context.stroke(CGRect(x: 2, y: 9, width: 6, height: 5))
    context.stroke(CGRect(x: 4, y: 10, width: 2, height: 3), width: 0.5)
    context.setStrokeColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.strokeEllipse(in: CGRect(x: 10, y: 9, width: 5, height: 6))
    context.setLineCap(.round)
    context.strokeLineSegments(between: [
      CGPoint(x: 17, y: 10), CGPoint(x: 22, y: 10), CGPoint(x: 17, y: 14), CGPoint(x: 22, y: 13),
      CGPoint(x: 0, y: 0),
    ])
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 3))

    let expected = try picture { own in
      own.fillColor = .red
      for x in [1, 5, 9] { own.fill(CGRect(x: x, y: 2, width: 3, height: 4)) }
      own.fillColor = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
      own.fill(Path(ellipseIn: CGRect(x: 12, y: 1, width: 9, height: 7)))
      own.strokeColor = Color(white: 0.25)
      own.lineWidth = 2
      own.stroke(Path(rect: CGRect(x: 2, y: 9, width: 6, height: 5)))
      own.lineWidth = 0.5
      own.stroke(Path(rect: CGRect(x: 4, y: 10, width: 2, height: 3)))
      own.lineWidth = 2
      own.strokeColor = .green
      own.stroke(Path(ellipseIn: CGRect(x: 10, y: 9, width: 5, height: 6)))
      own.lineCap = .round
      var lines = Path()
      lines.addLines(between: [CGPoint(x: 17, y: 10), CGPoint(x: 22, y: 10)])
      lines.addLines(between: [CGPoint(x: 17, y: 14), CGPoint(x: 22, y: 13)])
      own.stroke(lines)
      own.clear(CGRect(x: 0, y: 0, width: 2, height: 3))
    }
    #expect(context.makeImage() == expected)
    #expect(expected[1, 2] == 0 && expected[2, 3] == 0xFFFF_0000)
  }

  @Test("The current path is filled, stroked or both, and then gone")
  func currentPath() throws {
    let corners = [CGPoint(x: 3, y: 3), CGPoint(x: 20, y: 5), CGPoint(x: 9, y: 13)]
    var triangle = Path()
    triangle.addLines(between: corners)
    triangle.closeSubpath()
    for mode in [CGPathDrawingMode.fill, .eoFill, .stroke, .fillStroke, .eoFillStroke] {
      let context = try makeContext()
      context.setFillColor(red)
      context.setStrokeColor(.white)
      context.beginPath()
      context.move(to: corners[0])
      context.addLine(to: corners[1])
      context.addLine(to: corners[2])
      context.closePath()
      context.addRect(CGRect(x: 8, y: 6, width: 4, height: 2))
      #expect(!context.isPathEmpty)
      context.drawPath(using: mode)
      #expect(context.isPathEmpty && context.path == nil)
      let expected = try picture { own in
        own.fillColor = .red
        own.strokeColor = .white
        var path = triangle
        path.addRect(CGRect(x: 8, y: 6, width: 4, height: 2))
        switch mode {
        case .fill, .fillStroke: own.fill(path)
        case .eoFill, .eoFillStroke: own.fill(path, rule: .evenOdd)
        case .stroke: break
        }
        if mode == .stroke || mode == .fillStroke || mode == .eoFillStroke { own.stroke(path) }
      }
      #expect(context.makeImage() == expected, "\(mode)")
    }
  }

  @Test("Points of the path stay where they were put when the transform changes")
  func movingUnderThePath() throws {
    let context = try makeContext()
    context.setFillColor(red)
    context.move(to: CGPoint(x: 2, y: 2))
    context.saveGState()
    context.translateBy(x: 10, y: 4)
    context.scaleBy(x: 2, y: 2)
    context.addLine(to: CGPoint(x: 4, y: -1))
    #expect(context.currentPointOfPath == CGPoint(x: 4, y: -1))
    #expect(context.boundingBoxOfPath == CGRect(x: -4, y: -1, width: 8, height: 0))
    context.restoreGState()
    #expect(context.currentPointOfPath == CGPoint(x: 18, y: 2))
    context.addLine(to: CGPoint(x: 18, y: 12))
    context.addLine(to: CGPoint(x: 2, y: 12))
    context.fillPath()
    #expect(
      try context.makeImage()
        == picture { own in
          own.fillColor = .red
          own.fill(CGRect(x: 2, y: 2, width: 16, height: 10))
        })

    // The pen is that of the moment of drawing.
    let stroking = try makeContext()
    stroking.addLines(between: [CGPoint(x: 0, y: 8), CGPoint(x: 24, y: 8)])
    stroking.scaleBy(x: 2, y: 4)
    stroking.strokePath()
    #expect(stroking.makeImage()?[5, 5] == 0)
    #expect(stroking.makeImage()?[5, 6] == 0xFF00_0000)
    #expect(stroking.makeImage()?[5, 9] == 0xFF00_0000)
    #expect(stroking.makeImage()?[5, 10] == 0)

    // A transform that flattens the plane leaves nothing to add, and nothing to stroke.
    let flat = try makeContext()
    flat.setFillColor(red)
    flat.saveGState()
    flat.scaleBy(x: 0, y: 1)
    flat.addRect(CGRect(x: 3, y: 3, width: 5, height: 5))
    flat.restoreGState()
    flat.addRect(CGRect(x: 4, y: 2, width: 3, height: 2))
    flat.fillPath()
    #expect(
      try flat.makeImage()
        == picture { own in
          own.fillColor = .red
          own.fill(CGRect(x: 4, y: 2, width: 3, height: 2))
        })
  }

  @Test("Every kind of step goes into the path")
  func steps() throws {
    let context = try makeContext()
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addQuadCurve(to: CGPoint(x: 7, y: 1), control: CGPoint(x: 4, y: 5))
    path.addCurve(
      to: CGPoint(x: 9, y: 9), control1: CGPoint(x: 8, y: 3), control2: CGPoint(x: 10, y: 7))
    path.addArc(
      center: CGPoint(x: 9, y: 12), radius: 3, startAngle: 0, endAngle: 2, clockwise: true)
    path.addArc(
      tangent1End: CGPoint(x: 3, y: 15), tangent2End: CGPoint(x: 3, y: 2), radius: 2)
    path.closeSubpath()
    path.addEllipse(in: CGRect(x: 12, y: 2, width: 5, height: 4))
    path.addRect(CGRect(x: 12, y: 8, width: 5, height: 4))
    path.addRect(CGRect(x: 18, y: 8, width: 2, height: 4))
    path.addRect(CGRect(x: 20, y: 1, width: 2, height: 2))

    context.move(to: CGPoint(x: 1, y: 1))
    context.addQuadCurve(to: CGPoint(x: 7, y: 1), control: CGPoint(x: 4, y: 5))
    context.addCurve(
      to: CGPoint(x: 9, y: 9), control1: CGPoint(x: 8, y: 3), control2: CGPoint(x: 10, y: 7))
    context.addArc(
      center: CGPoint(x: 9, y: 12), radius: 3, startAngle: 0, endAngle: 2, clockwise: true)
    context.addArc(
      tangent1End: CGPoint(x: 3, y: 15), tangent2End: CGPoint(x: 3, y: 2), radius: 2)
    context.closePath()
    context.addEllipse(in: CGRect(x: 12, y: 2, width: 5, height: 4))
    context.addRects([
      CGRect(x: 12, y: 8, width: 5, height: 4), CGRect(x: 18, y: 8, width: 2, height: 4),
    ])
    context.addPath(CGPath(rect: CGRect(x: 20, y: 1, width: 2, height: 2), transform: nil))
    #expect(context.path == path)
    #expect(context.boundingBoxOfPath == path.boundingBox)
    #expect(context.pathContains(CGPoint(x: 13, y: 9), mode: .fill))
    #expect(context.pathContains(CGPoint(x: 13, y: 9), mode: .eoFillStroke))
    #expect(!context.pathContains(CGPoint(x: 14, y: 10), mode: .stroke))
    #expect(context.pathContains(CGPoint(x: 12.25, y: 10), mode: .stroke))

    context.setLineWidth(1)
    let stroked = try picture { $0.stroke(path.path) }
    context.replacePathWithStrokedPath()
    context.fillPath()
    // The outline is nearly the stroke: its curves are lines.
    let filled = try #require(context.makeImage())
    for (a, b) in zip(filled.pixels, stroked.pixels) {
      #expect(abs(Int(a >> 24) - Int(b >> 24)) <= 3)
    }
  }

  @Test("Clips are paths, rectangles or several of them")
  func clipping() throws {
    let context = try makeContext()
    context.saveGState()
    context.addEllipse(in: CGRect(x: 2, y: 2, width: 12, height: 10))
    context.clip()
    #expect(context.isPathEmpty)
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 24, height: 16))
    context.restoreGState()
    context.clip(to: [
      CGRect(x: 16, y: 2, width: 3, height: 4), CGRect(x: 20, y: 2, width: 3, height: 4),
    ])
    context.fill(CGRect(x: 15, y: 0, width: 9, height: 16))
    let expected = try picture { own in
      own.saveState()
      own.clip(to: Path(ellipseIn: CGRect(x: 2, y: 2, width: 12, height: 10)))
      own.fillColor = .red
      own.fill(CGRect(x: 0, y: 0, width: 24, height: 16))
      own.restoreState()
      own.fillColor = .black
      own.fill(CGRect(x: 16, y: 2, width: 3, height: 4))
      own.fill(CGRect(x: 20, y: 2, width: 3, height: 4))
    }
    #expect(context.makeImage() == expected)

    let one = try makeContext()
    one.clip(to: [CGRect(x: 3, y: 4, width: 5, height: 6)])
    #expect(one.boundingBoxOfClipPath == CGRect(x: 3, y: 4, width: 5, height: 6))
    one.clip(to: [])
    #expect(one.boundingBoxOfClipPath.isNull)
  }

  @Test("State and coordinates")
  func state() throws {
    let context = try makeContext()
    context.saveGState()
    context.concatenate(CGAffineTransform(translationX: 4, y: 2))
    context.rotate(by: 0)
    context.scaleBy(x: 2, y: 8)
    #expect(context.ctm == CGAffineTransform(2, 0, 0, 8, 4, 2))
    #expect(context.userSpaceToDeviceSpaceTransform == context.ctm)
    #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 6, y: 10))
    #expect(context.convertToUserSpace(CGPoint(x: 6, y: 10)) == CGPoint(x: 1, y: 1))
    #expect(
      context.convertToDeviceSpace(CGSize(width: 1, height: 1)) == CGSize(width: 2, height: 8))
    #expect(
      context.convertToUserSpace(CGSize(width: 2, height: 8)) == CGSize(width: 1, height: 1))
    let rect = CGRect(x: 1, y: 1, width: 2, height: 3)
    #expect(context.convertToDeviceSpace(rect) == CGRect(x: 6, y: 10, width: 4, height: 24))
    #expect(context.convertToUserSpace(context.convertToDeviceSpace(rect)) == rect)
    context.setAlpha(0.5)
    context.setLineJoin(.bevel)
    context.setMiterLimit(3)
    context.setLineDash(phase: 1, lengths: [2, 4])
    #expect(context.alpha == 0.5 && context.lineJoin == .bevel && context.miterLimit == 3)
    #expect(context.strokeStyle.dashPattern == [2, 4] && context.strokeStyle.dashPhase == 1)
    context.restoreGState()
    #expect(context.ctm.isIdentity && context.alpha == 1 && context.lineJoin == .miter)
    #expect(context.strokeStyle.dashPattern.isEmpty)
  }

  @Test("An image stands upright, and what is drawn later leaves an image alone")
  func images() throws {
    let image = try CGImage(width: 1, height: 2, pixels: [0xFFFF_0000, 0xFF00_00FF])
    let context = try makeContext(4, 4)
    context.draw(image, in: CGRect(x: 1, y: 1, width: 1, height: 2))
    let before = try #require(context.makeImage())
    #expect(before[1, 1] == 0xFFFF_0000 && before[1, 2] == 0xFF00_00FF)
    context.setFillColor(gray: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(before[1, 1] == 0xFFFF_0000)
    #expect(context.makeImage()?[1, 1] == 0xFFFF_FFFF)
  }
}
