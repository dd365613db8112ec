import CPixman
import Foundation

/// The pixman images of the 64 different sprites.
final class SpriteImages {
  private let pixels: [UnsafeMutablePointer<UInt32>]
  private let images: UnsafeMutableBufferPointer<OpaquePointer>

  init(_ field: SpriteField) {
    let side = SpriteField.side
    pixels = field.images.map { image in
      let pixels = allocatePixels(count: side * side)
      pixels.update(from: image, count: side * side)
      return pixels
    }
    images = .allocate(capacity: pixels.count)
    _ = images.initialize(
      from: pixels.map { makeImage(PIXMAN_a8r8g8b8, width: side, height: side, pixels: $0) })
  }

  deinit {
    for image in images { pixman_image_unref(image) }
    images.deallocate()
    for memory in pixels { free(memory) }
  }

  /// The image of a sprite.
  subscript(sprite: Int) -> OpaquePointer { images[sprite % SpriteField.imageCount] }
}

/// W3a: black, then every sprite.
final class AllSpritesLimit: Competitor {
  let peer = "limit: raw pixman OVER x10k"
  private let framebuffer = LimitFramebuffer(
    width: SpriteField.width, height: SpriteField.height)
  private let field: SpriteField
  private let images: SpriteImages

  init(count: Int) {
    field = SpriteField(count: count)
    images = SpriteImages(field)
  }

  func draw(frame: Int) {
    field.moveAll(frame: frame)
    drawAllSprites(field, images, into: framebuffer)
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(framebuffer.picture) }
}

private func drawAllSprites(
  _ field: SpriteField, _ images: SpriteImages, into framebuffer: LimitFramebuffer
) {
  let side = Int32(SpriteField.side)
  framebuffer.fill(
    x: 0, y: 0, width: SpriteField.width, height: SpriteField.height, SpriteField.background)
  for sprite in 0..<field.count {
    pixman_image_composite32(
      PIXMAN_OP_OVER, images[sprite], nil, framebuffer.image, 0, 0, 0, 0, field.x[sprite],
      field.y[sprite], side, side)
  }
}

/// W3b and W3c: an index of 64-pixel cells says what to repaint where one sprite has moved.
final class SpriteGridLimit: Competitor {
  let peer = "limit: pixman hand damage + grid"
  private static let cell = 64
  private static let columns = 31
  private static let rows = 18

  private let framebuffer = LimitFramebuffer(
    width: SpriteField.width, height: SpriteField.height)
  private let field: SpriteField
  private let images: SpriteImages
  /// The sprites that touch each cell, from back to front.
  private var grid = [[Int32]](repeating: [], count: columns * rows)

  init(count: Int) {
    field = SpriteField(count: count)
    images = SpriteImages(field)
    for sprite in 0..<count { insert(sprite) }
  }

  func draw(frame: Int) {
    if frame == 0 { drawAllSprites(field, images, into: framebuffer) }
    let sprite = field.movingSprite(frame: frame)
    let oldX = Int(field.x[sprite])
    remove(sprite)
    field.move(sprite)
    insert(sprite)
    let newX = Int(field.x[sprite])
    let y = Int(field.y[sprite])
    let side = SpriteField.side
    if newX > oldX {
      repaint(x: oldX, y: y, width: newX + side - oldX, height: side)
    } else {
      repaint(x: oldX, y: y, width: side, height: side)
      repaint(x: newX, y: y, width: side, height: side)
    }
  }

  func withPicture<Result>(_ body: (Picture?) -> Result) -> Result { body(framebuffer.picture) }

  private func cellColumns(of sprite: Int) -> ClosedRange<Int> {
    let x = Int(field.x[sprite])
    return x / Self.cell...(x + SpriteField.side - 1) / Self.cell
  }

  private func cellRows(of sprite: Int) -> ClosedRange<Int> {
    let y = Int(field.y[sprite])
    return y / Self.cell...(y + SpriteField.side - 1) / Self.cell
  }

  private func insert(_ sprite: Int) {
    let number = Int32(sprite)
    for row in cellRows(of: sprite) {
      for column in cellColumns(of: sprite) {
        let index = row * Self.columns + column
        var place = grid[index].count
        while place > 0, grid[index][place - 1] > number { place -= 1 }
        grid[index].insert(number, at: place)
      }
    }
  }

  private func remove(_ sprite: Int) {
    let number = Int32(sprite)
    for row in cellRows(of: sprite) {
      for column in cellColumns(of: sprite) {
        let index = row * Self.columns + column
        if let place = grid[index].firstIndex(of: number) { grid[index].remove(at: place) }
      }
    }
  }

  private func repaint(x: Int, y: Int, width: Int, height: Int) {
    let cell = Self.cell
    for row in y / cell...(y + height - 1) / cell {
      for column in x / cell...(x + width - 1) / cell {
        repaint(
          cell: row * Self.columns + column, left: max(column * cell, x), top: max(row * cell, y),
          right: min((column + 1) * cell, x + width), bottom: min((row + 1) * cell, y + height))
      }
    }
  }

  private func repaint(cell: Int, left: Int, top: Int, right: Int, bottom: Int) {
    framebuffer.fill(
      x: left, y: top, width: right - left, height: bottom - top, SpriteField.background)
    for number in grid[cell] {
      let sprite = Int(number)
      let x = Int(field.x[sprite])
      let y = Int(field.y[sprite])
      let x0 = max(x, left)
      let y0 = max(y, top)
      let x1 = min(x + SpriteField.side, right)
      let y1 = min(y + SpriteField.side, bottom)
      guard x0 < x1, y0 < y1 else { continue }
      pixman_image_composite32(
        PIXMAN_OP_OVER, images[sprite], nil, framebuffer.image, Int32(x0 - x), Int32(y0 - y), 0, 0,
        Int32(x0), Int32(y0), Int32(x1 - x0), Int32(y1 - y0))
    }
  }
}
