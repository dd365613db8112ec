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
