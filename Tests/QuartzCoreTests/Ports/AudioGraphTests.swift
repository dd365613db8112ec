import QuartzCore
import Testing

/// A graph of sound with a layer for each column of pixels, written for UIKit and Core Animation.
@Suite("A ported waveform")
struct AudioGraphTests {
  private static let scale: CGFloat = 2
  private static let (width, height) = (80, 48)

  /// The magnitude of a column of four samples: so many 24ths, one of them the whole.
  private func magnitude(_ column: Int) -> Int { column == 7 ? 24 : (column * 5) % 23 }

  private func makeView() throws -> (renderer: Renderer, view: AudioGraphView) {
    // 150 columns of four samples, 0.02 s each; in each the second one is the loudest.
    let samples = (0..<150).flatMap { column -> [Float] in
      let loudest = Float(magnitude(column)) / 24
      return [loudest / 2, -loudest, 0, loudest / 3]
    }
    let renderer = try Renderer(size: CGSize(width: 40, height: 24), scale: Self.scale)
    let view = AudioGraphView(
      frame: CGRect(x: 0, y: 0, width: 40, height: 24), scale: Self.scale,
      dataProvider: DataProvider(samples: samples, sampleRate: 200))
    view.viewPort.samplesPerPixel = 4
    renderer.layer.addSublayer(view.layer)
    renderer.commit(at: 0)
    return (renderer, view)
  }

  /// The picture, column by column, from the first one that is seen.
  private func picture(from first: Int) throws -> CGImage {
    let white = CGColor.white
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let gray = CGColor(gray: 0.5, alpha: 1)
    return try CGImage(width: Self.width, height: Self.height) { x, y in
      let column = first + x
      // A tenth of a second has five columns.
      if column % 50 == 0, column <= 150, y < 16 { return white }
      if column % 5 == 0, column <= 150, y < 6 { return white }
      let half = column < 150 ? magnitude(column) : 0
      if abs(Double(y) + 0.5 - 24) < Double(half) { return blue }
      return y == 24 ? gray : .clear
    }
  }

  @Test("has a line for each column of pixels, and ticks for tenths and seconds")
  func pictures() throws {
    let (renderer, view) = try makeView()
    var time = 0.0
    for first in [0, 1, 13, 50, 100, 149, 3] {
      view.viewPort.xTranslation = CGFloat(first) / Self.scale
      view.update()
      let frame = try renderer.render(at: time)
      #expect(try frame.bitmap == picture(from: first), "from column \(first)")
      time += 0.01
    }
  }

  @Test("animates nothing, and makes no more layers while it scrolls")
  func layers() throws {
    let (renderer, view) = try makeView()
    let waves = view.waveformLayer.sublayers ?? []
    let ticks = view.rulerLayer.sublayers ?? []
    #expect(waves.count == 81 && ticks.count == 18)
    for step in 1...20 {
      view.viewPort.xTranslation = CGFloat(step * 5) / Self.scale
      view.update()
      renderer.commit(at: Double(step))
    }
    #expect(view.waveformLayer.sublayers == waves && view.rulerLayer.sublayers == ticks)
    for layer in waves + ticks + [view.waveformLayer, view.rulerLayer, view.layer] {
      #expect(layer.animationKeys() == nil)
    }
    // From column 100 on there are 50, and the rest of the lines is hidden.
    #expect(waves.dropFirst().count { $0.isHidden } == 30)
  }

  @Test("redraws nothing where nothing has moved")
  func still() throws {
    let (renderer, view) = try makeView()
    _ = try renderer.render(at: 0)
    view.update()
    let frame = try renderer.render(at: 1)
    #expect(frame.damage.isEmpty)
    #expect(frame.bitmap.width == Self.width)
  }

  @Test("shows twice as much time after zooming out")
  func zooming() throws {
    let (renderer, view) = try makeView()
    view.viewPort.samplesPerPixel = 8
    view.update()
    let frame = try renderer.render(at: 0)
    #expect(view.dataProvider.summary.count == 75)
    // The whole second stands at column 25 now, and the louder of two columns is drawn.
    #expect(frame.bitmap[25, 15] == 0xFFFF_FFFF && frame.bitmap[25, 16] != 0xFFFF_FFFF)
    #expect(frame.bitmap[3, 8] == 0xFF00_00FF && frame.bitmap[3, 47] == 0xFF00_00FF)
    #expect(view.dataProvider.sample(at: 3 * 0.04) == 1)
  }
}
