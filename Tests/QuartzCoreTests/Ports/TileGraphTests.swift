import QuartzCore
import Testing

/// A graph of tiles, written for UIKit and Core Animation, with a picture that is known.
@MainActor
@Suite("A ported live graph")
struct TileGraphTests {
  private func sample(_ index: Int) -> CGFloat {
    30 + 17 * sin(Double(index) * 0.13) + 9 * sin(Double(index) * 1.7 + 1)
  }

  private func makeView(
    scale: CGFloat = 1, animatesTiles: Bool = false
  ) throws -> (renderer: Renderer, view: TileGraphView) {
    let renderer = try Renderer(size: CGSize(width: 100, height: 60), scale: scale)
    let view = TileGraphView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 60), animatesTiles: animatesTiles)
    view.contentScaleFactor = scale
    renderer.layer.addSublayer(view.layer)
    renderer.commit(at: 0)
    return (renderer, view)
  }

  /// The line through all samples that there are, drawn at once.
  private func picture(samples count: Int, scale: CGFloat) throws -> CGImage {
    let context = try #require(
      CGContext(
        data: nil, width: Int(100 * scale), height: Int(60 * scale), bitsPerComponent: 8,
        bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
    context.scaleBy(x: scale, y: scale)
    context.setFillColor(UIColor.orange.cgColor)
    context.fill(CGRect(x: 0, y: 0, width: 100, height: 60))
    context.setStrokeColor(UIColor.white.cgColor)
    context.setLineJoin(.round)
    let first = max(0, count - 110)
    context.addLines(
      between: (first..<count).map { CGPoint(x: CGFloat(100 - count + $0), y: sample($0)) })
    context.strokePath()
    return try #require(context.makeImage())
  }

  @Test("shows the line through its samples, whatever tiles it is made of", arguments: [1.0, 2.0])
  func pictures(scale: CGFloat) async throws {
    let (renderer, view) = try makeView(scale: scale)
    await view.finishRedraws()
    #expect(try renderer.render(at: 0).bitmap == picture(samples: 0, scale: scale))
    var count = 0
    for stop in [1, 2, 33, 64, 65, 66, 150, 1000] {
      while count < stop {
        view.addSample(sample(count))
        count += 1
      }
      await view.finishRedraws()
      let frame = try renderer.render(at: Double(count))
      #expect(try frame.bitmap == picture(samples: count, scale: scale), "\(count) samples")
      #expect(view.layer.sublayers?.count == 5)
    }
  }

  @Test("has a tile for every part of its width, and takes spare ones away")
  func resizing() async throws {
    let (renderer, view) = try makeView()
    #expect(view.tileLayers.keys.sorted() == [-5, -4, -3, -2, -1])
    for index in 0..<40 { view.addSample(sample(index)) }
    view.frame = CGRect(x: 0, y: 0, width: 40, height: 60)
    renderer.commit(at: 1)
    #expect(view.tileLayers.keys.sorted() == [-1, 0, 1])
    #expect(view.layer.sublayers?.count == 3)
    #expect(view.tileLayers[1]?.frame == CGRect(x: 32, y: 0, width: 32, height: 60))
    #expect(view.tileLayers.values.allSatisfy { $0.animationKeys() == nil })
    await view.finishRedraws()
  }

  @Test("shows its background where a tile is not drawn yet")
  func undrawn() async throws {
    let (renderer, view) = try makeView()
    let frame = try renderer.render(at: 0)
    #expect(frame.bitmap[50, 30] == 0xFF00_FF00)
    await view.finishRedraws()
    #expect(try renderer.render(at: 0).bitmap[50, 30] == 0xFFFF_8000)
  }

  @Test("lets its tiles glide for a tenth of a second, but not the one that is used again")
  func gliding() async throws {
    let (renderer, view) = try makeView(animatesTiles: true)
    for index in 0..<32 { view.addSample(sample(index)) }
    await view.finishRedraws()
    renderer.commit(at: 1)
    renderer.commit(at: 2)
    let oldest = try #require(view.tileLayers[-4])
    let newest = try #require(view.tileLayers[0])
    #expect(oldest.frame.minX == -60 && newest.frame.minX == 68)

    view.addSample(sample(32))
    #expect(view.tileLayers[1] === oldest && view.tileLayers[-4] == nil)
    #expect(newest.animation(forKey: "position")?.duration == 0.1)
    #expect(oldest.animationKeys() == nil && oldest.frame.minX == 99)
    await view.finishRedraws()
    #expect(newest.animationKeys() == ["position"])
    renderer.commit(at: 3)
    #expect(newest.presentation()?.frame.minX == 68)
    #expect(oldest.presentation()?.frame.minX == 99)
    renderer.commit(at: 3.025)
    #expect(abs((newest.presentation()?.frame.minX ?? 0) - 67.75) < 1e-9)
    renderer.commit(at: 3.125)
    #expect(newest.presentation()?.frame.minX == 67 && newest.animationKeys() == nil)
  }
}
