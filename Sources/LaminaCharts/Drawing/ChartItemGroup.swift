import Foundation
import Lamina

/// A layer whose sublayers show the items of one part of a chart, and stay for as long as the items
/// do.
final class ChartItemGroup {
  let layer = Layer()
  /// The items that are shown, in drawing order.
  private var keys: [PlacedKey] = []
  private var layers: [PlacedKey: Layer] = [:]
  /// The layers of items that are no longer there, while they fade.
  private var leaving: [Layer] = []

  init(_ name: String) { layer.name = name }

  /// Shows items in place of those that are shown, as actions of the transaction in force have it:
  /// layers whose keys stay are changed; others fade in and out.
  func show(_ items: [(key: PlacedKey, item: ChartItem)], _ layout: ChartLayout) {
    var new = items.map(\.key)
    PlacedKey.number(&new)
    if new == keys {
      var isSame = true
      for (key, item) in zip(new, items) where isSame {
        if let layer = layers[key] { isSame = item.item.show(on: layer, layout) }
      }
      if isSame { return }
    }
    var old = layers
    layers.removeAll(keepingCapacity: true)
    var added: [Layer] = []
    for (key, item) in zip(new, items) {
      if let layer = old[key], item.item.show(on: layer, layout) {
        layers[key] = layer
        old[key] = nil
        continue
      }
      let layer = item.item.makeLayer()
      _ = item.item.show(on: layer, layout)
      layers[key] = layer
      added.append(layer)
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
      layer.sublayers = leaving + keys.compactMap { layers[$0] }
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
