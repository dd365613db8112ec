import Lamina

/// An object that provides a layer's contents, layout and actions, with the methods as Core
/// Animation spells them. All of them are optional.
///
/// It is a `LayerDelegate` whose methods need not return whether they did anything: implementing
/// a method is enough.
public protocol CALayerDelegate: LayerDelegate {
  /// Provides the layer's contents. Without this method, the layer draws them.
  func display(_ layer: CALayer)
  /// Draws the layer's contents, in points of the layer's coordinate space.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Lays out the sublayers. Without this method, the layer's layout manager does.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) { layer.noteDelegateDeclined() }
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.noteDelegateDeclined() }
  public func layoutSublayers(of layer: CALayer) { layer.noteDelegateDeclined() }

  /// Calls the delegate's own method. Returns false if it has none.
  public func display(_ layer: CALayer) -> Bool {
    layer.isAnswered { let _: Void = self.display(layer) }
  }

  /// Calls the delegate's own method. Returns false if it has none.
  public func draw(_ layer: CALayer, in ctx: CGContext) -> Bool {
    layer.isAnswered { let _: Void = self.draw(layer, in: ctx) }
  }

  /// Calls the delegate's own method. Returns false if it has none.
  public func layoutSublayers(of layer: CALayer) -> Bool {
    layer.isAnswered { let _: Void = self.layoutSublayers(of: layer) }
  }
}

extension Action {
  /// Calls `run(forKey:object:arguments:)`, the method that a ported action implements.
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
    run(forKey: key, object: layer, arguments: arguments)
  }
}
