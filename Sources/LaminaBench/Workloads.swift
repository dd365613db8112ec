import Foundation
import Lamina

// The pictures that every renderer in the comparison draws, from the same numbers: the
// arithmetic here is that of the peers' C harness, operation by operation, so that the hashes
// of the frames can be compared. Sizes are in pixels.

/// The generator of all test data: xorshift with 32 bits of state.
struct Xorshift {
  var state: UInt32

  mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }

  /// A number from 0 up to, not including, 1, with 24 bits.
  mutating func unit() -> Double { Double(next() >> 8) * (1.0 / 16_777_216.0) }
}

/// Premultiplies straight components of 0...255, rounding down as the peers do.
func premultiplied(alpha: Int, red: Int, green: Int, blue: Int) -> UInt32 {
  UInt32(alpha) << 24 | UInt32(red * alpha / 255) << 16 | UInt32(green * alpha / 255) << 8
    | UInt32(blue * alpha / 255)
}

/// W2: a waveform of 2,048 bars, one pixel wide, with a ruler over it.
struct Waveform {
  static let width = 2_048
  static let height = 1_536
  static let background: UInt32 = 0xFF00_0000
  static let bar: UInt32 = 0xFF00_C060
  static let ruler: UInt32 = 0xFF33_3333
  static let majorTick: UInt32 = 0xFFFF_FFFF
  static let minorTick: UInt32 = 0xFF99_9999
  static let rulerHeight = 30
  static let minorTickHeight = 15
  static let majorTickCount = 21
  static let minorTickCount = 201

  private static let valueCount = 65_536
  private let values: [Float]
  /// Half the height of each bar. A bar reaches this far above and below the middle.
  private(set) var halves: [Int]

  init() {
    var random = Xorshift(state: 12_345)
    var envelope = 0.3
    var target = 0.5
    var values: [Float] = []
    values.reserveCapacity(Self.valueCount)
    for index in 0..<Self.valueCount {
      if index % 180 == 0 {
        target = random.unit() < 0.25 ? 0.02 : 0.15 + 0.8 * random.unit()
      }
      envelope += (target - envelope) * 0.02
      let noise = 0.35 + 0.65 * random.unit()
      values.append(Float(min(envelope * noise, 1)))
    }
    self.values = values
    halves = []
    halves = (0..<Self.width).map { half(column: $0, offset: 0) }
  }

  /// Half the height of a bar when the waveform is scrolled by `offset` columns.
  func half(column: Int, offset: Int) -> Int {
    let index = (column + offset) & (Self.valueCount - 1)
    return max(1, Int(values[index] * Float(Self.height / 2)))
  }

  static func majorTickX(_ tick: Int, offset: Int) -> Int { tick * 100 - offset % 100 }
  static func minorTickX(_ tick: Int, offset: Int) -> Int { tick * 10 - offset % 10 }

  /// Gives one bar a new height, as W2 does once a frame, and says which.
  mutating func changeOneBar(frame: Int) -> Int {
    let column = frame * 37 % Self.width
    halves[column] = half(column: column, offset: (frame + 1) * 13)
    return column
  }
}

/// W3: translucent discs of 24 x 24 pixels on black.
///
/// Positions are behind plain pointers, so that reading one costs a limit what it costs in C.
final class SpriteField {
  static let width = 1_920
  static let height = 1_080
  static let side = 24
  static let imageCount = 64
  static let background: UInt32 = 0xFF00_0000

  /// The pixels of the ``imageCount`` different discs. Sprite *i* shows image *i* modulo that.
  let images: [[UInt32]]
  let count: Int
  let x: UnsafeMutablePointer<Int32>
  let y: UnsafeMutablePointer<Int32>
  private let startX: UnsafeMutablePointer<Int32>

  init(count: Int) {
    var random = Xorshift(state: 777)
    images = (0..<Self.imageCount).map { _ in
      let red = Int(random.next() & 255)
      let green = Int(random.next() & 255)
      let blue = Int(random.next() & 255)
      return Self.disc(red: red, green: green, blue: blue)
    }
    self.count = count
    x = .allocate(capacity: count)
    y = .allocate(capacity: count)
    startX = .allocate(capacity: count)
    for index in 0..<count {
      x[index] = Int32(random.next() % UInt32(Self.width - Self.side))
      y[index] = Int32(random.next() % UInt32(Self.height - Self.side))
    }
    startX.update(from: x, count: count)
  }

  deinit {
    x.deallocate()
    y.deallocate()
    startX.deallocate()
  }

  private static func disc(red: Int, green: Int, blue: Int) -> [UInt32] {
    var pixels: [UInt32] = []
    for row in 0..<side {
      for column in 0..<side {
        let dx = Double(column) - 11.5
        let dy = Double(row) - 11.5
        let inside = 11.5 - (dx * dx + dy * dy).squareRoot()
        let alpha = inside < 0 ? 0 : inside > 1 ? 230 : Int(inside * 230)
        pixels.append(premultiplied(alpha: alpha, red: red, green: green, blue: blue))
      }
    }
    return pixels
  }

  /// Moves every sprite, as W3a does once a frame.
  func moveAll(frame: Int) {
    let limit = Int32(Self.width - Self.side)
    for index in 0..<count { x[index] = (startX[index] + Int32(frame)) % limit }
  }

  /// The sprite that W3b and W3c move in `frame`.
  func movingSprite(frame: Int) -> Int { frame * 7_919 % count }

  /// Moves one sprite one pixel to the right, starting again at the left edge.
  func move(_ sprite: Int) {
    x[sprite] = (x[sprite] + 1) % Int32(Self.width - Self.side)
  }
}

/// W4: 50 bitmaps as large as the picture, one over another.
enum Screens {
  static let width = 1_920
  static let height = 1_080
  static let count = 50

  static func bitmaps(opaque: Bool) throws -> [Bitmap] {
    try (0..<count).map {
      try Bitmap(width: width, height: height, pixels: pixels(of: $0, opaque: opaque))
    }
  }

  private static func pixels(of screen: Int, opaque: Bool) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height {
        for x in 0..<width {
          let alpha = opaque ? 255 : 16 + ((x ^ y ^ (screen * 37)) & 63)
          buffer[y * width + x] = premultiplied(
            alpha: alpha, red: (x + screen * 5) & 255, green: (y + screen * 11) & 255,
            blue: (screen * 40) & 255)
        }
      }
      count = width * height
    }
  }
}

/// W5: a live graph that gets one sample a frame; a sample is one pixel wide.
enum LiveGraph {
  static let width = 768
  static let height = 240
  static let background: UInt32 = 0xFF10_1010
  static let line: UInt32 = 0xFF40_FF80

  /// The distance of a sample from the top of the picture.
  static func y(ofSample index: Int) -> Double {
    let position = Double(index)
    let t = position * 0.05
    let value =
      0.55 * sin(t) + 0.3 * sin(t * 3.7 + 1)
      + 0.12 * sin(position * 1.3 + sin(position * 0.01) * 9)
    return 120 - value * 110
  }
}
