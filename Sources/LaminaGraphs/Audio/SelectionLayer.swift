import Foundation
import Lamina

/// A translucent band over the selected part of a sound.
public final class SelectionLayer: Layer {
  /// The selected range, in seconds. Nil, the default, and an empty range select nothing.
  ///
  /// Call ``update(_:duration:)`` to show it.
  public var range: Range<TimeInterval>?
  /// The colour of the band: a translucent blue by default.
  public var color = Color(red: 0.04, green: 0.52, blue: 1, alpha: 0.25) {
    didSet { band.backgroundColor = color }
  }

  private let band = Layer()
  private let noActions = NoActions()

  public override init() {
    super.init()
    band.delegate = noActions
    band.backgroundColor = color
    band.isHidden = true
    addSublayer(band)
  }

  public required init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? SelectionLayer else { return }
    range = other.range
    color = other.color
  }

  /// Shows the visible part of the selection: from top to bottom of the layer, on whole device
  /// pixels, and at least one wide. Parts outside the content are cut off.
  ///
  /// - Parameters:
  ///   - viewPort: the visible part of the content.
  ///   - duration: the duration of the whole content, in seconds.
  public func update(_ viewPort: ViewPort, duration: TimeInterval) {
    guard let range, !range.isEmpty, let span = viewPort.span(of: range, duration: duration) else {
      band.isHidden = true
      return
    }
    band.isHidden = false
    band.frame = CGRect(
      x: bounds.minX + span.x, y: bounds.minY, width: span.width, height: bounds.height)
  }
}
