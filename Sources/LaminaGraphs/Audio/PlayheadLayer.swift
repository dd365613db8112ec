import Foundation
import Lamina

/// A line at the playback position of a sound.
public final class PlayheadLayer: Layer {
  /// The width of the line, in points.
  static let lineWidth: CGFloat = 1

  /// The playback position, in seconds from the beginning of the sound. Nil, the default, shows no
  /// line.
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
  /// the layer. A time that is NaN, before 0 or after the end shows no line.
  ///
  /// - Parameters:
  ///   - viewPort: the visible part of the content.
  ///   - duration: the duration of the whole content, in seconds.
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
