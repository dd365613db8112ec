import Lamina

/// The delegate of layers that change at once.
final class NoActions: LayerDelegate {
  func action(for layer: Layer, forKey key: String) -> (any Action)? { NoAction() }
}
