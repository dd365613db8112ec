import Foundation
import Lamina

/// The tree of W3: a layer for each sprite, 64 bitmaps between them.
class SpriteScene: BenchScene {
  let field: SpriteField
  let sprites: [Layer]

  init(count: Int, threads: Int = 1) throws {
    let field = SpriteField(count: count)
    let bitmaps = try field.images.map {
      try Bitmap(width: SpriteField.side, height: SpriteField.side, pixels: $0)
    }
    self.field = field
    sprites = (0..<count).map { sprite in
      Layer(
        x: Int(field.x[sprite]), y: Int(field.y[sprite]),
        showing: bitmaps[sprite % SpriteField.imageCount])
    }
    try super.init(
      width: SpriteField.width, height: SpriteField.height, background: SpriteField.background,
      threads: threads)
    root.sublayers = sprites
  }

  final func place(_ sprite: Int) {
    sprites[sprite].position = CGPoint(x: Int(field.x[sprite]), y: Int(field.y[sprite]))
  }
}

/// W3a: every sprite moves.
final class AllSpritesScene: SpriteScene {
  override func change(frame: Int) {
    field.moveAll(frame: frame)
    for sprite in sprites.indices { place(sprite) }
  }
}

/// W3b and W3c: one sprite moves.
final class OneSpriteScene: SpriteScene {
  override func change(frame: Int) {
    let sprite = field.movingSprite(frame: frame)
    field.move(sprite)
    place(sprite)
  }
}

/// A tree in which nothing changes, rendered again and again.
final class IdleScene: SpriteScene {
  override var operationsPerFrame: Int { 100 }

  override func draw(frame: Int) throws {
    for _ in 0..<operationsPerFrame { try render() }
  }
}

/// One property of one layer, set to a new value each time.
final class SetterScene: SpriteScene {
  override var operationsPerFrame: Int { 1_000 }

  override func draw(frame: Int) {
    let layer = sprites[0]
    Transaction.begin()
    Transaction.disableActions = true
    for step in 0..<operationsPerFrame { layer.position = CGPoint(x: step, y: frame) }
    Transaction.commit()
  }
}

/// The frame of one layer, set to a new place and size each time.
final class FrameSetterScene: SpriteScene {
  override var operationsPerFrame: Int { 1_000 }

  override func draw(frame: Int) {
    let layer = sprites[0]
    Transaction.begin()
    Transaction.disableActions = true
    for step in 0..<operationsPerFrame {
      layer.frame = CGRect(x: step, y: frame, width: 1 + step, height: 2 + frame)
    }
    Transaction.commit()
  }
}

/// One property of each of many layers, set for the first time since the last commit.
final class FirstSetScene: SpriteScene {
  override var operationsPerFrame: Int { sprites.count }

  override func prepare(frame: Int) throws { try render() }

  override func draw(frame: Int) {
    Transaction.begin()
    Transaction.disableActions = true
    for layer in sprites { layer.position = CGPoint(x: frame % 1_000, y: 7) }
    Transaction.commit()
  }
}

/// One layer among many is inserted, removed or put elsewhere in the order.
final class EditScene: SpriteScene {
  enum Edit { case insert, remove, reorder }

  private let edit: Edit
  private var random = Xorshift(state: 31_337)
  private var layer: Layer
  private var index = 0

  init(_ edit: Edit, count: Int) throws {
    self.edit = edit
    layer = Layer()
    try super.init(count: count)
    layer = sprites[count / 2]
  }

  /// Brings the tree to where the edit can be made, and chooses the place of the edit.
  override func prepare(frame: Int) throws {
    Transaction.begin()
    Transaction.disableActions = true
    if layer.superlayer == nil { root.insertSublayer(layer, at: index) }
    layer = sprites[Int(random.next() % UInt32(sprites.count))]
    index = Int(random.next() % UInt32(sprites.count))
    if edit == .insert { layer.removeFromSuperlayer() }
    Transaction.commit()
    try render()
  }

  override func change(frame: Int) {
    switch edit {
    case .insert, .reorder: root.insertSublayer(layer, at: index)
    case .remove: layer.removeFromSuperlayer()
    }
  }
}
