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

extension PixelRows {
  /// Multiplies each component of `count` pixels by that of a colour.
  static func tint(_ pixels: UnsafeMutablePointer<UInt32>, by color: UInt32, _ count: Int) {
    if color == .max { return }
    for index in 0..<count {
      let pixel = pixels[index]
      var result: UInt32 = 0
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let product = Pixel.multiply(
          UInt8(truncatingIfNeeded: pixel >> shift), UInt8(truncatingIfNeeded: color >> shift))
        result |= UInt32(product) << shift
      }
      pixels[index] = result
    }
  }

  /// Adds `count` pixels to others, each component up to 255.
  static func add(
    _ destination: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count where source[index] != 0 {
      var result: UInt32 = 0
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let sum = (destination[index] >> shift & 255) + (source[index] >> shift & 255)
        result |= min(255, sum) << shift
      }
      destination[index] = result
    }
  }
}
