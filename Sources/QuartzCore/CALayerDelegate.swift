import Lamina

/// Whom a layer asks for its contents, its layout and its actions, with the methods as Core
/// Animation spells them. All of them may be left out.
///
/// It is a ``LayerDelegate`` whose methods need not say whether they did anything: that they are
/// there says it.
public protocol CALayerDelegate: LayerDelegate {
  /// Gives the layer its contents. Without it the layer draws them.
  func display(_ layer: CALayer)
  /// Draws the layer's contents, in points of its own coordinate space.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Places the sublayers. Without it the layer's layout manager does.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) { layer.noteDelegateDeclined() }
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.noteDelegateDeclined() }
  public func layoutSublayers(of layer: CALayer) { layer.noteDelegateDeclined() }

  /// Calls the delegate's own method; false where it has none.
  public func display(_ layer: CALayer) -> Bool {
    layer.isAnswered { let _: Void = self.display(layer) }
  }

  /// Calls the delegate's own method; false where it has none.
  public func draw(_ layer: CALayer, in ctx: CGContext) -> Bool {
    layer.isAnswered { let _: Void = self.draw(layer, in: ctx) }
  }

  /// Calls the delegate's own method; false where it has none.
  public func layoutSublayers(of layer: CALayer) -> Bool {
    layer.isAnswered { let _: Void = self.layoutSublayers(of: layer) }
  }
}

extension Action {
  /// Calls ``run(forKey:object:arguments:)``, which an action that is ported has.
  public func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
    run(forKey: key, object: layer, arguments: arguments)
  }
}
