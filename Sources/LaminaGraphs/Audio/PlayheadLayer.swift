import Foundation
import Lamina

/// A line where a sound is played.
public final class PlayheadLayer: Layer {
  /// How wide the line is, in points.
  public static let lineWidth: CGFloat = 1

  /// Where the sound is played, in seconds from its beginning. Nil, the default, is nowhere.
  ///
  /// Call ``update(_:duration:)`` to show it.
  public var time: TimeInterval?
  /// The colour of the line. Red by default.
  public var color = Color(rgb: 0xFF453A) { didSet { line.backgroundColor = color } }

  private let line = Layer()
  private let noActions = NoActions()

  public override init() {
    super.init()
    line.delegate = noActions
    line.backgroundColor = color
    line.isHidden = true
    addSublayer(line)
  }

  public required init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? PlayheadLayer else { return }
    time = other.time
    color = other.color
  }

  /// Shows the line where the view port has the time: on whole device pixels, from top to bottom of
  /// the layer. A time that is NaN, before 0 or after the end shows none.
  ///
  /// - Parameters:
  ///   - viewPort: what is seen of the content.
  ///   - duration: how long the whole content is, in seconds.
  public func update(_ viewPort: ViewPort, duration: TimeInterval) {
    guard let time, time >= 0, time <= duration,
      let span = viewPort.span(of: time..<time, duration: duration), span.showsStart
    else {
      line.isHidden = true
      return
    }
    line.isHidden = false
    line.frame = CGRect(
      x: bounds.minX + span.x, y: bounds.minY, width: viewPort.wholePixels(Self.lineWidth),
      height: bounds.height)
  }
}
