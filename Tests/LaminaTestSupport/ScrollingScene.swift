import Foundation
import Lamina

/// Tiles that scroll together under labels that stay, as the tiles of a graph do.
package final class ScrollingScene {
  package let renderer: Renderer
  private let content = Layer()
  private var tiles: [Layer] = []
  package let labels: [Layer]
  private let tile: CGSize
  private var number: UInt64 = 0

  /// Creates a scene whose tiles cover the frame and more.
  package init(width: Int, height: Int, columns: Int, rows: Int, labelCount: Int = 0) throws {
    renderer = try Renderer(size: CGSize(width: width, height: height))
    tile = CGSize(width: (width + columns - 1) / columns, height: (height + rows - 1) / rows)
    labels = (0..<labelCount).map { _ in Layer() }
    renderer.layer.backgroundColor = .red
    renderer.layer.addSublayer(content)
    for row in 0..<rows {
      for column in 0..<columns {
        let layer = Layer()
        layer.frame = CGRect(
          x: CGFloat(column) * tile.width, y: CGFloat(row) * tile.height, width: tile.width,
          height: tile.height)
        layer.actions = ["contents": .noAction, "position": .noAction]
        content.addSublayer(layer)
        tiles.append(layer)
        draw(layer)
      }
    }
    for (index, label) in labels.enumerated() {
      label.backgroundColor = Color(red: 0, green: 1, blue: Double(index) / 9, alpha: 0.5)
      label.bounds.size = CGSize(width: width / 8 + 1, height: height / 8 + 1)
      renderer.layer.addSublayer(label)
    }
  }

  /// Moves all tiles. Those that have left the frame come back at the other side.
  package func scroll(byX dx: Int, y dy: Int) {
    let size = CGSize(width: renderer.layer.bounds.width, height: renderer.layer.bounds.height)
    Transaction.run(disableActions: true) {
      for layer in tiles {
        var place = CGPoint(x: layer.position.x + CGFloat(dx), y: layer.position.y + CGFloat(dy))
        if place.x < -tile.width { place.x += size.width + 2 * tile.width }
        if place.x > size.width + tile.width { place.x -= size.width + 2 * tile.width }
        if place.y < -tile.height { place.y += size.height + 2 * tile.height }
        if place.y > size.height + tile.height { place.y -= size.height + 2 * tile.height }
        layer.position = place
      }
    }
  }

  /// Draws a tile again.
  package func draw(_ index: Int) { draw(tiles[index]) }

  private func draw(_ layer: Layer) {
    number += 1
    var noise = SeededGenerator(seed: number)
    let size = (width: Int(tile.width), height: Int(tile.height))
    // Some tiles have translucent pixels.
    let alpha: UInt32 = number % 40 == 0 ? 0 : 0xFF00_0000
    // Sizes and counts are right by construction.
    let bitmap = try! Bitmap(
      width: size.width, height: size.height,
      pixels: (0..<size.width * size.height).map { _ in
        UInt32(truncatingIfNeeded: noise.next()) | alpha
      })
    layer.contents = bitmap
  }

  /// Scrolls, and changes a few tiles and labels.
  package func change(_ random: inout SeededGenerator) {
    Transaction.begin()
    Transaction.disableActions = true
    if random.chance(80) {
      scroll(byX: random.pick([-2, -1, -1, 0, 1, 3]), y: random.pick([-1, 0, 0, 0, 2]))
    }
    if random.chance(50) { draw(random.below(tiles.count)) }
    for tile in tiles where random.chance(1) {
      tile.isHidden = random.chance(5)
      tile.opacity = random.chance(5) ? 0.5 : 1
      tile.position.x += random.chance(5) ? 1 : 0
    }
    for label in labels where random.chance(10) {
      label.position = random.point(
        Double(renderer.layer.bounds.width), Double(renderer.layer.bounds.height))
    }
    if random.chance(5) { content.zPosition = random.chance(20) ? 1 : 0 }
    if random.chance(3) {
      let animation = BasicAnimation(.zPosition, from: -1, to: 1)
      animation.duration = 8
      content.add(animation, forKey: "depth")
    }
    Transaction.commit()
  }
}
