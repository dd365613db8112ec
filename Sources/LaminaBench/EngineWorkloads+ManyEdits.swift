import Foundation
import Lamina

/// All of 100,000 siblings are put elsewhere in the order, or taken out, in one transaction.
final class ManyEditsScene: SpriteScene {
  enum Edit {
    /// Each is put behind another.
    case below
    /// Each is put in front of all others.
    case front
    /// The list is set in another order.
    case shuffle
    /// The list is set to nil, with actions.
    case removeAll
  }

  private let edit: Edit
  private var random = Xorshift(state: 4_711)
  /// The order in which they are edited, and behind which sibling each is put.
  private var order: [Layer]
  private var others: [Layer]

  init(_ edit: Edit, count: Int) throws {
    self.edit = edit
    order = []
    others = []
    try super.init(count: count)
    order = sprites
    others = sprites
    for index in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(index, Int(random.next() % UInt32(index + 1)))
      others.swapAt(index, Int(random.next() % UInt32(index + 1)))
    }
  }

  override var operationsPerFrame: Int { sprites.count }

  override func prepare(frame: Int) throws {
    Transaction.begin()
    Transaction.disableActions = true
    root.sublayers = sprites
    Transaction.commit()
    try render()
  }

  override func draw(frame: Int) {
    Transaction.begin()
    Transaction.disableActions = edit != .removeAll
    switch edit {
    case .below:
      for (layer, other) in zip(order, others) { root.insertSublayer(layer, below: other) }
    case .front:
      for layer in order { root.addSublayer(layer) }
    case .shuffle: root.sublayers = order
    case .removeAll: root.sublayers = nil
    }
    Transaction.commit()
  }
}

/// 100,000 animations under as many keys come to one layer, or leave it one by one.
final class ManyKeysScene: BenchScene {
  enum Edit { case add, remove }

  private let edit: Edit
  private let keys: [String]
  private let animation = BasicAnimation(keyPath: "opacity")

  init(_ edit: Edit, count: Int) throws {
    self.edit = edit
    keys = (0..<count).map { "key \($0 * 7_919 % count)" }
    try super.init(width: 16, height: 16, background: 0xFF10_1010)
    animation.fromValue = 0.25
    animation.duration = 10
  }

  override var operationsPerFrame: Int { keys.count }

  override func prepare(frame: Int) throws {
    root.removeAllAnimations()
    try render()
    if edit == .remove { addAll() }
    Transaction.flush()
  }

  override func draw(frame: Int) {
    switch edit {
    case .add: addAll()
    case .remove:
      for key in keys.reversed() { root.removeAnimation(forKey: key) }
    }
    Transaction.flush()
  }

  private func addAll() {
    for key in keys { root.add(animation, forKey: key) }
  }
}

/// 100,000 layers are hidden or shown by turns with their implicit transitions: 4 x 4 pixels each,
/// or beside the picture, where what is left is the transaction, the commit and the evaluation.
final class ManyTransitionsScene: SpriteScene {
  init(count: Int, isSeen: Bool) throws {
    try super.init(count: count)
    if isSeen {
      for layer in sprites {
        layer.contents = nil
        layer.bounds.size = CGSize(width: 4, height: 4)
        layer.backgroundColor = Color(rgb: 0x40FF80)
      }
    } else {
      root.bounds.origin.x = -2 * CGFloat(SpriteField.width)
    }
    try render()
  }

  override var operationsPerFrame: Int { sprites.count }

  override func prepare(frame: Int) throws {
    // The transitions of the frame before have ended.
    time += 1
    try render()
  }

  override func draw(frame: Int) throws {
    for layer in sprites { layer.isHidden.toggle() }
    try render()
  }
}
