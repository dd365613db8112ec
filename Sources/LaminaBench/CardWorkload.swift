import Foundation
import Lamina

/// 500 cards with round corners, a border and a shadow, of which one moves by a pixel.
final class CardScene: BenchScene {
  private static let count = 500
  private let cards: [Layer]

  /// - Parameter layersOnEach: whether there is a picture and a line of text, as boxes, on each card,
  ///   whose shadow is that of a path.
  init(layersOnEach: Bool = false) throws {
    cards = (0..<Self.count).map { index in
      let card = Layer()
      card.frame = CGRect(x: index % 25 * 76 + 12, y: index / 25 * 53 + 12, width: 60, height: 38)
      card.backgroundColor = .white
      card.cornerRadius = 6
      card.borderWidth = 1
      card.borderColor = Color(rgb: 0xC0C8D0)
      card.shadowOpacity = 0.3
      card.shadowOffset = CGSize(width: 0, height: 2)
      card.shadowRadius = 4
      if layersOnEach { Self.fill(card) }
      return card
    }
    try super.init(
      width: SpriteField.width, height: SpriteField.height, background: 0xFFF0_F2F5)
    root.sublayers = cards
  }

  private static func fill(_ card: Layer) {
    card.shadowPath = Path(
      roundedRect: card.bounds, cornerWidth: card.cornerRadius, cornerHeight: card.cornerRadius)
    let picture = Layer()
    picture.frame = CGRect(x: 6, y: 6, width: 20, height: 26)
    picture.backgroundColor = Color(rgb: 0x30_70B0)
    picture.cornerRadius = 4
    let line = Layer()
    line.frame = CGRect(x: 32, y: 10, width: 22, height: 3)
    line.backgroundColor = Color(rgb: 0x60_6870)
    card.sublayers = [picture, line]
  }

  override func change(frame: Int) {
    // To the right, and in the next round back again.
    let card = cards[frame % Self.count]
    card.position.x += frame / Self.count % 2 == 0 ? 1 : -1
  }
}
