import Foundation
import Lamina

/// Layers that are made once and then only hidden, shown and moved.
///
/// A pass begins with all of them hidden, and shows those that it uses. None is ever taken out of
/// its superlayer.
struct LayerPool {
  private(set) var layers: [Layer] = []
  private(set) var used = 0

  /// Makes sure that there are `count` layers, the new ones made by `make` and put in front in
  /// `parent`, and hides all.
  mutating func begin(_ count: Int, in parent: Layer, _ make: () -> Layer) {
    if layers.count < count {
      let first = layers.count
      for _ in first..<count { layers.append(make()) }
      parent.addSublayers(layers[first...])
    }
    layers.withUnsafeBufferPointer { layers in
      for index in 0..<layers.count { layers[index].isHidden = true }
    }
    used = 0
  }

  /// Shows one more layer each time that `body` calls what it is given. There are as many as that.
  @inline(__always)
  mutating func use(_ body: (_ show: (CGRect) -> Void) -> Void) {
    var next = used
    layers.withUnsafeBufferPointer { layers in
      body { frame in
        let layer = layers[next]
        next += 1
        layer.isHidden = false
        layer.frame = frame
      }
    }
    used = next
  }

  /// Calls `body` with every layer.
  func forEach(_ body: (Layer) -> Void) { layers.forEach(body) }
}

extension Layer {
  /// Adds layers in front of all others.
  fileprivate func addSublayers(_ layers: ArraySlice<Layer>) {
    if sublayers?.isEmpty ?? true {
      sublayers = Array(layers)
    } else {
      for layer in layers { addSublayer(layer) }
    }
  }
}
