import Foundation
import Lamina
import LaminaGraphs
import LaminaViews

// W1: the waveform of W2 scrolls by seven pixels per frame, with its ruler, so everything changes.

/// The minimum of work, with knowledge of the picture: a row of pixels is kept, changed where bars
/// begin or end, and copied to the picture.
final class WaveformRowsLimit: Competitor {
  let peer = "limit: hand rows"
  private let framebuffer = LimitFramebuffer(width: Waveform.width, height: Waveform.height)
  private let waveform = Waveform()
  private var row = [UInt32](repeating: Waveform.background, count: Waveform.width)
  /// The columns sorted by the half height of their bars, and the start of each height.
  private var columns = [Int32](repeating: 0, count: Waveform.width)
  private var starts = [Int32](repeating: 0, count: Waveform.height / 2 + 3)
  private var halves = [Int](repeating: 0, count: Waveform.width)

  func draw(frame: Int) {
    let offset = frame * 7
    let middle = Waveform.height / 2
    for index in starts.indices { starts[index] = 0 }
    for column in 0..<Waveform.width {
      halves[column] = waveform.half(column: column, offset: offset)
      starts[halves[column] + 2] += 1
    }
    for half in 2..<starts.count { starts[half] += starts[half - 1] }
    for column in 0..<Waveform.width {
      let place = halves[column] + 1
      columns[Int(starts[place])] = Int32(column)
      starts[place] += 1
    }
    for column in 0..<Waveform.width { row[column] = Waveform.bar }
    // From the middle up and down at once: fewer and fewer bars reach that far.
    for distance in 1...middle {
      for index in Int(starts[distance - 1])..<Int(starts[distance]) {
        row[Int(columns[index])] = Waveform.background
      }
      row.withUnsafeBufferPointer { row in
        let pixels = framebuffer.pixels
        (pixels + (middle - distance) * Waveform.width)
          .update(from: row.baseAddress!, count: Waveform.width)
        (pixels + (middle + distance - 1) * Waveform.width)
          .update(from: row.baseAddress!, count: Waveform.width)
      }
    }
    framebuffer.fill(
      x: 0, y: 0, width: Waveform.width, height: Waveform.rulerHeight, Waveform.ruler)
    for tick in 0..<Waveform.minorTickCount {
      framebuffer.fill(
        x: Waveform.minorTickX(tick, offset: offset), y: 0, width: 1,
        height: Waveform.minorTickHeight, Waveform.minorTick)
    }
    for tick in 0..<Waveform.majorTickCount {
      framebuffer.fill(
        x: Waveform.majorTickX(tick, offset: offset), y: 0, width: 2,
        height: Waveform.rulerHeight, Waveform.majorTick)
    }
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(framebuffer.picture) }
}

/// A scene with a layer for each bar and each tick, hidden, given a frame and shown again in every
/// frame.
final class ScrollingBarScene: BenchScene {
  private let waveform = Waveform()
  private var bars: [Layer] = []
  private var minorTicks: [Layer] = []
  private var majorTicks: [Layer] = []

  init() throws {
    try super.init(
      width: Waveform.width, height: Waveform.height, background: Waveform.background)
    func layers(_ count: Int, _ color: UInt32) -> [Layer] {
      (0..<count).map { _ in Layer(x: 0, y: 0, width: 1, height: 1, color: color) }
    }
    bars = layers(Waveform.width, Waveform.bar)
    minorTicks = layers(Waveform.minorTickCount, Waveform.minorTick)
    majorTicks = layers(Waveform.majorTickCount, Waveform.majorTick)
    let ruler = Layer(
      x: 0, y: 0, width: Waveform.width, height: Waveform.rulerHeight, color: Waveform.ruler)
    root.sublayers = bars + [ruler] + minorTicks + majorTicks
  }

  override func change(frame: Int) {
    let offset = frame * 7
    for layer in bars { layer.isHidden = true }
    for layer in minorTicks { layer.isHidden = true }
    for layer in majorTicks { layer.isHidden = true }
    for (column, bar) in bars.enumerated() {
      let half = waveform.half(column: column, offset: offset)
      bar.isHidden = false
      bar.frame = CGRect(x: column, y: Waveform.height / 2 - half, width: 1, height: 2 * half)
    }
    for (index, tick) in minorTicks.enumerated() {
      tick.isHidden = false
      tick.frame = CGRect(
        x: Waveform.minorTickX(index, offset: offset), y: 0, width: 1,
        height: Waveform.minorTickHeight)
    }
    for (index, tick) in majorTicks.enumerated() {
      tick.isHidden = false
      tick.frame = CGRect(
        x: Waveform.majorTickX(index, offset: offset), y: 0, width: 2,
        height: Waveform.rulerHeight)
    }
  }
}

/// An `AudioGraphView` of four minutes at 44.1 kHz, 2,048 x 1,536 pixels, in a host.
final class AudioGraphScene: Competitor {
  /// The change in each frame.
  enum Motion: String { case scrolling, zooming, resizing }

  let peer: String
  private let motion: Motion
  private let graph: AudioGraphView
  private let host: ViewHost
  private var time = 0.0

  init(_ motion: Motion) throws {
    self.motion = motion
    peer = "lamina \(motion.rawValue)"
    graph = AudioGraphView()
    graph.backgroundColor = .black
    graph.summaryKind = .peaks
    graph.scrollView.showsHorizontalScrollIndicator = false
    host = try ViewHost(
      rootView: graph, size: CGSize(width: Waveform.width, height: Waveform.height))
    graph.setSamples(Self.samples, sampleRate: 44_100)
    _ = try host.render(at: 0)
  }

  /// Speech-like samples: the waveform's values with noise, 10.6 million of them.
  private static let samples: [Float] = {
    let waveform = Waveform()
    var random = Xorshift(state: 5)
    let half = Float(Waveform.height / 2)
    return (0..<240 * 44_100).map { index in
      Float(waveform.half(column: index / 64, offset: 0)) / half * Float(random.unit() * 2 - 1)
    }
  }()

  func draw(frame: Int) throws {
    time += 1.0 / 60
    switch motion {
    case .scrolling: graph.scrollView.contentOffset.x = CGFloat(frame * 7 % 18_000)
    case .zooming: graph.zoom = 10 + CGFloat(frame % 400) / 20
    case .resizing:
      try host.resize(
        to: CGSize(width: Waveform.width - frame % 100, height: Waveform.height), scale: 1)
    }
    _ = try host.render(at: time)
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(nil) }
}
