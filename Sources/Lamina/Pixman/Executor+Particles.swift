import Foundation

extension Executor {
  /// Draws the part of particles that lies in `box`.
  func draw(
    _ particles: ItemParticles, alpha: UInt8, on target: Surface, _ box: PixelRect,
    in frame: PixelRect
  ) {
    for piece in particles.pieces {
      let part = piece.bounds.intersection(box)
      guard !part.isEmpty,
        let mask = scratch.coverage(of: .quad(piece.quad), in: part, frame: frame)
      else { continue }
      drawTurned(
        piece.slice, piece.quad, mask, alpha: alpha, tint: piece.tint, adds: particles.adds,
        on: target)
    }
  }
}

extension RowKernels {
  /// Multiplies each component of `count` pixels by that of a colour.
  static func tint(_ pixels: UnsafeMutablePointer<UInt32>, by color: UInt32, _ count: Int) {
    if color == .max { return }
    let factors = SIMD4(repeating: color).bytes.lowWords
    @inline(__always)
    func product(_ two: SIMD4<UInt32>) -> SIMD4<UInt32> {
      let words = SpanKernels.multiply(two.bytes.lowWords, factors)
      return words.bytes(followedBy: words).pixels
    }
    var index = 0
    while index &+ 2 <= count {
      product(SIMD4(loadingTwo: pixels + index)).storeTwo(to: pixels + index)
      index &+= 2
    }
    if index < count { pixels[index] = product(SIMD4(pixels[index], 0, 0, 0))[0] }
  }

  /// Adds `count` pixels to others, each component up to 255.
  static func add(
    _ destination: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count where source[index] != 0 {
      let (a, b) = (destination[index], source[index])
      func sum(_ shift: UInt32) -> UInt32 {
        min(255, (a >> shift & 255) &+ (b >> shift & 255)) << shift
      }
      destination[index] = sum(24) | sum(16) | sum(8) | sum(0)
    }
  }
}
