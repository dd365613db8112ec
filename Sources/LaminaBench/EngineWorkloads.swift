import Foundation
import Lamina

/// A layer tree with a renderer, the base of every row named `lamina`.
class BenchScene: Competitor {
  let peer: String
  let threads: Int
  let root: Layer
  let renderer: Renderer
  /// The time from one frame to the next, in seconds.
  static let frameDuration = 1.0 / 60
  var time = 0.0

  /// Creates a root layer of the picture's size, in one colour or none.
  ///
  /// - Parameter threads: the number of threads that may draw; more than one is shown in the name.
  init(width: Int, height: Int, background: UInt32?, threads: Int = 1, name: String = "lamina")
    throws
  {
    peer = threads == 1 ? name : "\(name) x\(threads)"
    self.threads = threads
    root = Layer()
    root.frame = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = background.map { Color(opaque: $0) }
    renderer = try Renderer(layer: root, width: width, height: height)
    renderer.options.bands = threads
  }

  var operationsPerFrame: Int { 1 }

  /// Changes the tree for a frame. Subclasses override it.
  func change(frame: Int) throws {}

  /// Prepares a frame. This is not timed. Subclasses override it.
  func prepare(frame: Int) throws {}

  /// Changes the tree without animations, commits and renders.
  func draw(frame: Int) throws {
    Transaction.begin()
    Transaction.disableActions = true
    try change(frame: frame)
    Transaction.commit()
    try render()
  }

  func render() throws {
    time += Self.frameDuration
    _ = try renderer.render(at: time)
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result {
    guard let bitmap = try? renderer.render(at: time).bitmap else { return body(nil) }
    let pixels = bitmap.pixels
    return pixels.withUnsafeBufferPointer { buffer in
      body(
        Picture(
          pixels: buffer.baseAddress!, width: bitmap.width, height: bitmap.height,
          stride: bitmap.width))
    }
  }
}

extension Color {
  /// Creates the colour of an opaque pixel.
  init(opaque pixel: UInt32) { self.init(rgb: pixel & 0x00FF_FFFF) }
}

extension Layer {
  /// Creates a layer of one colour, placed by its centre.
  convenience init(x: Int, y: Int, width: Int, height: Int, color: UInt32) {
    self.init()
    frame = CGRect(x: x, y: y, width: width, height: height)
    backgroundColor = Color(opaque: color)
  }

  /// Creates a layer that shows a bitmap at one pixel per point, placed by its top left corner.
  convenience init(x: Int, y: Int, showing bitmap: Bitmap) {
    self.init()
    anchorPoint = .zero
    bounds = CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    position = CGPoint(x: x, y: y)
    contents = bitmap
  }
}

/// W2: a layer for each bar and each tick; one bar's bounds change.
final class BarScene: BenchScene {
  private var waveform = Waveform()
  private var bars: [Layer] = []

  init() throws {
    try super.init(
      width: Waveform.width, height: Waveform.height, background: Waveform.background)
    bars = waveform.halves.enumerated().map { column, half in
      Layer(
        x: column, y: Waveform.height / 2 - half, width: 1, height: 2 * half, color: Waveform.bar)
    }
    let minorTicks = (0..<Waveform.minorTickCount).map { tick in
      Layer(
        x: Waveform.minorTickX(tick, offset: 0), y: 0, width: 1, height: Waveform.minorTickHeight,
        color: Waveform.minorTick)
    }
    let majorTicks = (0..<Waveform.majorTickCount).map { tick in
      Layer(
        x: Waveform.majorTickX(tick, offset: 0), y: 0, width: 2, height: Waveform.rulerHeight,
        color: Waveform.majorTick)
    }
    let ruler = Layer(
      x: 0, y: 0, width: Waveform.width, height: Waveform.rulerHeight, color: Waveform.ruler)
    root.sublayers = bars + [ruler] + minorTicks + majorTicks
  }

  override func change(frame: Int) {
    let column = waveform.changeOneBar(frame: frame)
    bars[column].bounds = CGRect(x: 0, y: 0, width: 1, height: 2 * waveform.halves[column])
  }
}

/// W4: 50 layers as large as the picture, every pixel drawn again.
final class ScreenScene: BenchScene {
  init(_ screens: [Bitmap], threads: Int = 1) throws {
    try super.init(
      width: Screens.width, height: Screens.height, background: nil, threads: threads)
    root.sublayers = screens.map { Layer(x: 0, y: 0, showing: $0) }
    renderer.options.redrawsEverything = true
  }

  override func draw(frame: Int) throws { try render() }
}
