import Foundation
import Lamina
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

/// A picture of any size: each square of 10 points has a colour of its own.
func tileSquares(_ context: DrawingContext, shift: Int = 0) {
  let rect = context.boundingBoxOfClipPath
  for y in Int((rect.minY / 10).rounded(.down))..<Int((rect.maxY / 10).rounded(.up)) {
    for x in Int((rect.minX / 10).rounded(.down))..<Int((rect.maxX / 10).rounded(.up)) {
      context.fillColor = Color(
        rgb: UInt32((x &* 71 &+ y &* 193 &+ shift &* 37) & 0xFF) &* 0x010203)
      context.fill(CGRect(x: x * 10, y: y * 10, width: 10, height: 10))
    }
  }
}

/// Shows tiles as soon as they are there.
final class QuickTiledLayer: TiledLayer {
  override class func fadeDuration() -> TimeInterval { 0 }
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

  /// What the frame shows if all of ``tileSquares(_:shift:)`` is drawn at once, `offset` points from the corner.
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
