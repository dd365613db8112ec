import Lamina
public final class RulerLayer: Layer {
  public override init() { super.init() }
  public required init(layer: Any) { super.init(layer: layer) }
  public func update(_ viewPort: ViewPort, duration: Double) {}
}
