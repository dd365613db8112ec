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
    let (alpha, red) = (color >> 24, color >> 16 & 255)
    let (green, blue) = (color >> 8 & 255, color & 255)
    func product(_ byte: UInt32, _ factor: UInt32) -> UInt32 {
      let sum = byte &* factor &+ 0x80
      return (sum &+ sum >> 8) >> 8
    }
    for index in 0..<count {
      let pixel = pixels[index]
      if pixel == 0 { continue }
      pixels[index] =
        product(pixel >> 24, alpha) << 24 | product(pixel >> 16 & 255, red) << 16
        | product(pixel >> 8 & 255, green) << 8 | product(pixel & 255, blue)
    }
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
