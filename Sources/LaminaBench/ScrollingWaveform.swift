import Foundation
import Lamina

// W1: the waveform of W2 scrolls by seven pixels a frame, with its ruler: everything changes.

/// The least there is to do: each pixel written once, row by row, by someone who knows the picture.
final class WaveformRowsLimit: Competitor {
  let peer = "limit: hand rows"
  private let framebuffer = LimitFramebuffer(width: Waveform.width, height: Waveform.height)
  private let waveform = Waveform()
  private var halves = [Int16](repeating: 0, count: Waveform.width)

  func draw(frame: Int) {
    let offset = frame * 7
    for column in 0..<Waveform.width {
      halves[column] = Int16(waveform.half(column: column, offset: offset))
    }
    let pixels = framebuffer.pixels
    halves.withUnsafeBufferPointer { halves in
      let heights = UnsafeRawPointer(halves.baseAddress!)
      for y in 0..<Waveform.height {
        let middle = Waveform.height / 2
        let distance = Int16(y < middle ? middle - y : y - middle + 1)
        let row = UnsafeMutableRawPointer(pixels + y * Waveform.width)
        let bar = SIMD8<UInt32>(repeating: Waveform.bar)
        let background = SIMD8<UInt32>(repeating: Waveform.background)
        for column in stride(from: 0, to: Waveform.width, by: 8) {
          let eight = heights.loadUnaligned(fromByteOffset: column * 2, as: SIMD8<Int16>.self)
          let isBar = SIMD8<Int32>(truncatingIfNeeded: eight) .>= SIMD8<Int32>(
            repeating: Int32(distance))
          row.storeBytes(
            of: background.replacing(with: bar, where: isBar), toByteOffset: column * 4,
            as: SIMD8<UInt32>.self)
        }
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

/// A layer for each bar and each tick, hidden, given a frame and shown again in every frame.
final class ScrollingBarScene: Scene {
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
