import Foundation
import Lamina

/// Layers that are made once and then only hidden, shown and moved.
///
/// A pass begins with all of them hidden, and shows those that it uses. None is ever taken out of
/// its superlayer.
struct LayerPool {
  private(set) var layers: [Layer] = []
  /// The same without counting references, for the passes.
  private var unmanaged: [Unmanaged<Layer>] = []
  private(set) var used = 0

  /// Makes sure that there are `count` layers, the new ones made by `make` and put in front in
  /// `parent`, and hides all.
  mutating func begin(_ count: Int, in parent: Layer, _ make: () -> Layer) {
    if layers.count < count {
      let first = layers.count
      for _ in first..<count {
        let layer = make()
        layers.append(layer)
        unmanaged.append(Unmanaged.passUnretained(layer))
      }
      parent.addSublayers(layers[first...])
    }
    unmanaged.withUnsafeBufferPointer { layers in
      for layer in layers { layer._withUnsafeGuaranteedRef { $0.isHidden = true } }
    }
    used = 0
  }

  /// Shows one more layer each time that `body` calls what it is given. There are as many as that.
  mutating func use(_ body: (_ show: (CGRect) -> Void) -> Void) {
    var next = used
    unmanaged.withUnsafeBufferPointer { layers in
      body { frame in
        layers[next]._withUnsafeGuaranteedRef {
          $0.isHidden = false
          $0.frame = frame
        }
        next += 1
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
