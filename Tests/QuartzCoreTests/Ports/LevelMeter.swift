import LaminaViews
import QuartzCore

/// A meter of ten segments, with a marker that stays at the peak for a second and then falls. The
/// guide Porting shows it before and after.
final class LevelMeter: View {
  private var segments: [CALayer] = []
  private let marker = CALayer()
  private var peak: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    for _ in 0..<10 {
      let segment = CALayer()
      segment.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      segment.opacity = 0.25
      layer.addSublayer(segment)
      segments.append(segment)
    }
    marker.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    marker.actions = ["position": NSNull(), "bounds": NSNull()]
    layer.addSublayer(marker)
  }

  override func layoutSubviews() {
    let height = bounds.height / 10
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, segment) in segments.enumerated() {
      segment.frame = CGRect(
        x: 0, y: bounds.maxY - CGFloat(index + 1) * height, width: bounds.width,
        height: height - 1)
    }
    marker.frame = CGRect(x: 0, y: bounds.maxY - 1, width: bounds.width, height: 2)
    CATransaction.commit()
  }

  /// Shows a level from 0 to 1.
  func show(_ level: CGFloat) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.5)
    for (index, segment) in segments.enumerated() {
      segment.opacity = CGFloat(index) < level * 10 ? 1 : 0.25
    }
    CATransaction.commit()

    guard level > peak else { return }
    peak = level
    marker.position.y = bounds.maxY - level * bounds.height
    let fall = CAKeyframeAnimation(keyPath: "position.y")
    fall.values = [marker.position.y, marker.position.y, bounds.maxY]
    fall.keyTimes = [0, 0.25, 1]
    fall.duration = 4
    fall.delegate = Landing { [weak self] in self?.peak = 0 }
    marker.position.y = bounds.maxY
    marker.add(fall, forKey: "fall")
  }
}

/// Says when an animation has run to its end.
private final class Landing: NSObject, CAAnimationDelegate {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if flag { action() }
  }
}
