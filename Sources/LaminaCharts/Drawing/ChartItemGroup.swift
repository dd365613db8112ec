import Foundation
import Lamina

/// A layer whose sublayers show the items of one part of a chart, and stay for as long as the items
/// do.
final class ChartItemGroup {
  let layer = Layer()
  /// The items that are shown, in drawing order.
  private var keys: [PlacedKey] = []
  private var layers: [Layer] = []
  /// The layers of items that are no longer there, while they fade.
  private var leaving: [Layer] = []

  init(_ name: String) { layer.name = name }

  /// Shows items in place of those that are shown, as actions of the transaction in force have it:
  /// layers whose keys stay are changed; others fade in and out.
  func show(_ items: [(key: PlacedKey, item: ChartItem)], _ layout: ChartLayout) {
    var new = items.map(\.key)
    PlacedKey.number(&new)
    if new == keys {
      let areSame = zip(layers, items).allSatisfy { $1.item.show(on: $0, layout) }
      if areSame { return }
    }
    var old = Dictionary(uniqueKeysWithValues: zip(keys, layers))
    var added: [Layer] = []
    layers = zip(new, items).map { key, item in
      if let layer = old[key], item.item.show(on: layer, layout) {
        old[key] = nil
        return layer
      }
      let layer = item.item.makeLayer()
      _ = item.item.show(on: layer, layout)
      added.append(layer)
      return layer
    }
    remove(keys.compactMap { old[$0] })
    keys = new
    arrange()
    if !Transaction.disableActions { added.forEach(Self.fadeIn) }
  }

  /// Lets layers fade, and keeps them until they have.
  private func remove(_ layers: [Layer]) {
    if layers.isEmpty || Transaction.disableActions { return }
    leaving += layers
    Transaction.run(completion: { [weak self] in self?.drop(layers) }) {
      for layer in layers { layer.opacity = 0 }
    }
  }

  private func drop(_ layers: [Layer]) {
    leaving.removeAll { layer in layers.contains { $0 === layer } }
    arrange()
  }

  /// Puts the layers in order, those that leave behind the others.
  private func arrange() {
    Transaction.run(disableActions: true) {
      layer.sublayers = leaving + layers
    }
  }

  private static func fadeIn(_ layer: Layer) {
    let fade = BasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.timingFunction = Transaction.animationTimingFunction ?? .default
    fade.fillMode = .backwards
    layer.add(fade, forKey: "opacity")
  }
}
