import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina
@testable import LaminaDrawing

@Suite("A drawing context")
struct DrawingContextTests {
  private func context(_ scale: CGFloat = 1) throws -> DrawingContext {
    try DrawingContext(width: 12, height: 9, scale: scale, background: .black)
  }

  /// The blue of one row.
  private func row(_ context: DrawingContext, _ y: Int) -> [UInt32] {
    let bitmap = context.makeBitmap()
    return (0..<bitmap.width).map { bitmap[$0, y] & 255 }
  }

  @Test("refuses a size no bitmap has")
  func size() {
    #expect(throws: BitmapError.invalidSize(width: 0, height: 5)) {
      try DrawingContext(width: 0, height: 5)
    }
  }

  @Test("fills whole pixels exactly and parts of pixels by their area")
  func rectangles() throws {
    let context = try context()
    context.fillColor = .white
    context.fill(CGRect(x: 2, y: 1, width: 3, height: 2))
    #expect(row(context, 1) == [0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0])
    #expect(row(context, 3) == Array(repeating: 0, count: 12))
    context.fill(CGRect(x: 1.5, y: 5.25, width: 3.25, height: 1))
    #expect(row(context, 5) == [0, 96, 191, 191, 143, 0, 0, 0, 0, 0, 0, 0])
    #expect(row(context, 6) == [0, 32, 64, 64, 48, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("draws in points, scaled to pixels")
  func scale() throws {
    let context = try context(2)
    context.fillColor = .white
    context.translateBy(x: 1, y: 0.5)
    context.fill(CGRect(x: 1, y: 1, width: 1.5, height: 1))
    #expect(row(context, 3) == [0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0])
    #expect(row(context, 2).allSatisfy { $0 == 0 })
  }

  @Test("clips, and reports the remaining clip, until the state is restored")
  func clipping() throws {
    let context = try context()
    context.fillColor = .white
    context.saveState()
    context.clip(to: CGRect(x: 3, y: 2, width: 4, height: 5))
    context.clip(to: CGRect(x: 5, y: 0, width: 40, height: 4))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 5, y: 2, width: 2, height: 2))
    context.fill(CGRect(x: 0, y: 0, width: 12, height: 9))
    #expect(row(context, 3) == [0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0])
    #expect(row(context, 4).allSatisfy { $0 == 0 })
    context.clip(to: CGRect.null)
    #expect(context.boundingBoxOfClipPath.isNull)
    context.restoreState()
    #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 12, height: 9))
  }

  @Test("strokes half the width on each side")
  func strokes() throws {
    let context = try context()
    context.strokeColor = .white
    context.lineWidth = 2
    context.strokeLines(between: [CGPoint(x: 2.5, y: 4), CGPoint(x: 7, y: 4)])
    let middle: [UInt32] = [0, 0, 128, 255, 255, 255, 255, 0, 0, 0, 0, 0]
    #expect(row(context, 2).allSatisfy { $0 == 0 })
    #expect(row(context, 3) == middle)
    #expect(row(context, 4) == middle)
    #expect(row(context, 5).allSatisfy { $0 == 0 })
  }

  @Test("cuts strokes into dashes from the phase on")
  func dashes() throws {
    let context = try DrawingContext(width: 25, height: 3, background: .black)
    context.strokeColor = .white
    context.strokeStyle = StrokeStyle(width: 1, dashPattern: [10, 5], dashPhase: 3)
    context.strokeLines(between: [CGPoint(x: 0, y: 1.5), CGPoint(x: 25, y: 1.5)])
    let drawn = row(context, 1).indices.filter { row(context, 1)[$0] == 255 }
    #expect(drawn == Array(0..<7) + Array(12..<22))
  }

  @Test("draws nothing with a pen of no width or a flat transform")
  func nothing() throws {
    let context = try context()
    context.strokeColor = .white
    context.lineWidth = 0
    context.stroke(Path(rect: CGRect(x: 2, y: 2, width: 5, height: 4)))
    context.lineWidth = 2
    context.scaleBy(x: 1, y: 0)
    context.stroke(Path(rect: CGRect(x: 2, y: 2, width: 5, height: 4)))
    #expect(Set(context.makeBitmap().pixels) == [0xFF00_0000])
  }

  @Test("draws a stretched bitmap as a layer shows it")
  func stretchedBitmap() throws {
    let bitmap = try Bitmap(width: 16, height: 8) { x, y in
      Color(rgb: UInt32(x * 991 + y * 70_001) & 0xFF_FFFF).withAlpha(CGFloat(x + y) / 22)
    }
    let place = CGRect(x: 3, y: 5, width: 64, height: 16)
    let context = try DrawingContext(width: 70, height: 23, background: .white)
    context.draw(bitmap, in: place)
    let renderer = try Renderer(size: CGSize(width: 70, height: 23))
    renderer.layer.backgroundColor = .white
    let layer = Layer()
    layer.frame = place
    layer.contents = bitmap
    renderer.layer.addSublayer(layer)
    #expect(context.makeBitmap().difference(from: try renderer.render(at: 0).bitmap) == nil)
  }

  @Test("blends as Pixel does, with alpha and any coverage, eight pixels at once or one")
  func blending() {
    var numbers = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let color = Color(
        red: numbers.number(in: 0...1), green: numbers.number(in: 0...1),
        blue: numbers.number(in: 0...1), alpha: numbers.integer(in: 0...1) == 0 ? 1 : 0.4
      ).premultipliedPixel
      let coverage = (0..<19).map { _ in UInt8(numbers.integer(in: 0...3) * 85) }
      let below = (0..<19).map { _ in UInt32(truncatingIfNeeded: numbers.next()) | 0xFF00_0000 }
      var row = below
      row.withUnsafeMutableBufferPointer { row in
        SpanKernels.blend(color, coverage, row.baseAddress!, row.count)
      }
      let expected = zip(coverage, below).map {
        Pixel.over(Pixel.multiply(color, $0), $1)
      }
      #expect(row == expected)
    }
  }

  @Test("does not change a bitmap that it has returned")
  func bitmaps() throws {
    let context = try context()
    let before = context.makeBitmap()
    context.fillColor = .white
    context.fill(CGRect(x: 0, y: 0, width: 12, height: 9))
    #expect(Set(before.pixels) == [0xFF00_0000])
    #expect(before.isOpaque)
    context.clear(CGRect(x: 1, y: 2, width: 3, height: 4))
    let cleared = context.makeBitmap()
    #expect(cleared[1, 2] == 0 && cleared[0, 2] == 0xFFFF_FFFF)
    #expect(!cleared.isOpaque)
  }

  @Test("draws bitmaps pixel by pixel where they fit, and stretched elsewhere")
  func images() throws {
    let bitmap = try Bitmap(
      width: 2, height: 1, pixels: [0xFF00_00FF, 0xFF00_0040])
    let context = try context()
    context.draw(bitmap, in: CGRect(x: 3, y: 2, width: 2, height: 1))
    #expect(row(context, 2) == [0, 0, 0, 255, 64, 0, 0, 0, 0, 0, 0, 0])
    context.draw(bitmap, in: CGRect(x: 0, y: 5, width: 8, height: 3))
    #expect(row(context, 5)[0] == 255)
    #expect(row(context, 6)[7] == 64)
    #expect(row(context, 6)[3] > row(context, 6)[4])
    context.alpha = 0.5
    context.draw(bitmap, in: CGRect(x: 9, y: 0, width: 2, height: 1))
    #expect(row(context, 0)[9] == 128)
  }

  @Test("draws a path of one open line as the line")
  func pathAsLine() throws {
    let points = (0..<9).map { CGPoint(x: Double($0) * 1.3, y: Double($0 * 5 % 8)) }
    let (a, b) = (try context(), try context())
    a.strokeColor = .white
    b.strokeColor = .white
    a.strokeLines(between: points)
    var path = Path()
    path.addLines(between: points)
    b.stroke(path)
    #expect(a.makeBitmap() == b.makeBitmap())
    #expect(a.makeBitmap().pixels.contains { $0 != 0xFF00_0000 })
  }
}
