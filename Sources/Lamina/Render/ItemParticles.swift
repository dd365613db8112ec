import Foundation

/// Particles in device pixels, in paint order.
struct ItemParticles: Sendable, Equatable {
  /// The picture of one particle.
  struct Piece: Sendable, Equatable {
    let slice: BitmapSlice
    let quad: Quad
    /// The colour by which the picture is multiplied, component by component.
    let tint: UInt32
    /// The pixels that the particle may touch.
    let bounds: PixelRect
  }

  var pieces: [Piece] = []
  /// True if the particles are added to what is behind them instead of blended over it.
  let adds: Bool
  /// The pixels that all of them may touch.
  var bounds = PixelRect.empty

  /// - Parameters:
  ///   - time: the layer's local time, in seconds.
  ///   - toDevice: the transform from the layer's own coordinates to device pixels.
  ///   - clip: the relevant pixels.
  init(_ values: EmitterValues, at time: Double, toDevice: ProjectiveTransform, clip: PixelRect) {
    adds = values.renderMode == .additive
    guard toDevice.isFinite, !clip.isEmpty else { return }
    let particles = values.particles(at: time)
    pieces.reserveCapacity(particles.count)
    for particle in particles {
      guard let piece = Self.piece(particle, toDevice, clip) else { continue }
      pieces.append(piece)
      bounds = bounds.union(piece.bounds)
    }
  }

  @inline(__always)
  private static func piece(
    _ particle: Particle, _ toDevice: ProjectiveTransform, _ clip: PixelRect
  ) -> Piece? {
    let cell = particle.cell
    guard let bitmap = cell.contents, particle.tint != 0 else { return nil }
    let source = CGRect(
      x: cell.contentsRect.minX * CGFloat(bitmap.width),
      y: cell.contentsRect.minY * CGFloat(bitmap.height),
      width: cell.contentsRect.width * CGFloat(bitmap.width),
      height: cell.contentsRect.height * CGFloat(bitmap.height))
    let size = CGSize(
      width: source.width / cell.contentsScale, height: source.height / cell.contentsScale)
    let rect = CGRect(
      x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
    let turn = AngleApproximation.direction(particle.rotation)
    let scale = particle.scale
    let own = ProjectiveTransform(
      m11: turn.cosine * scale, m12: turn.sine * scale, m13: 0,
      m21: -turn.sine * scale, m22: turn.cosine * scale, m23: 0,
      m31: particle.place.x, m32: particle.place.y, m33: 1)
    let transform = own.concatenating(toDevice)
    guard transform.isFinite, rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    let quad = Quad(transform: transform, rect: rect)
    let bounds = quad.pixelBounds(in: clip)
    if bounds.isEmpty { return nil }
    let seen = abs(transform.areaScale(at: .zero)) * Double(rect.width * rect.height)
    let area = Double(source.width * source.height) / seen
    return Piece(
      slice: BitmapSlice(
        bitmap: bitmap, source: source, target: .quad(quad),
        area: area,
        enlargedBy: cell.magnificationFilter, shrunkBy: cell.minificationFilter,
        bias: cell.minificationFilterBias),
      quad: quad, tint: particle.tint, bounds: bounds)
  }
}
