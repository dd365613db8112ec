import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Remembers the tiles that were drawn, and can hold them up.
final class TileLog: Sendable {
  private let rects = Locked<[CGRect]>([])
  private let gate = NSCondition()
  private let isOpen = Locked(true)

  var drawn: [CGRect] {
    rects.withLock { $0 }.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
  }

  func add(_ rect: CGRect) {
    rects.withLock { $0.append(rect) }
    gate.lock()
    while !isOpen.withLock({ $0 }) { gate.wait() }
    gate.unlock()
  }

  func clear() { rects.withLock { $0 = [] } }

  func setOpen(_ value: Bool) {
    gate.lock()
    isOpen.withLock { $0 = value }
    gate.broadcast()
    gate.unlock()
  }
}

/// Scenes with one tiled layer.
struct TileScenes {
  let log = TileLog()

  /// A renderer and a layer of a million points a side, in tiles of 32 pixels.
  func scene(
    fades: Bool = false, width: CGFloat = 100, height: CGFloat = 70,
    _ change: (TiledLayer) -> Void = { _ in }
  ) throws -> (Renderer, TiledLayer) {
    let renderer = try Renderer(size: CGSize(width: width, height: height))
    let layer = fades ? TiledLayer() : QuickTiledLayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000)
    layer.tileSize = CGSize(width: 32, height: 32)
    layer.drawTile = { [log] in
      tileSquares($0)
      log.add($0.boundingBoxOfClipPath)
    }
    change(layer)
    layer.actions = ["bounds": NoAction(), "position": NoAction(), "transform": NoAction()]
    renderer.layer.addSublayer(layer)
    return (renderer, layer)
  }

  /// Returns the frame in which all of ``tileSquares(_:shift:)`` is drawn at once, `offset` points from
  /// the corner.
  func expected(_ renderer: Renderer, offset: CGPoint = .zero, zoom: CGFloat = 1) throws
    -> Bitmap
  {
    let context = try DrawingContext(
      width: renderer.width, height: renderer.height, scale: renderer.scale)
    context.translateBy(x: offset.x, y: offset.y)
    context.scaleBy(x: zoom, y: zoom)
    tileSquares(context)
    return context.makeBitmap()
  }
}
