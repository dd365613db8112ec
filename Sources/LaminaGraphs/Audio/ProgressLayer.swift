import Foundation
import Lamina

/// A bar in the middle of a view that says what part of something is done.
final class ProgressLayer: Layer {
  private static let width: CGFloat = 200
  private static let height: CGFloat = 6
  private let bar = Layer()

  override init() {
    super.init()
    backgroundColor = Color(rgb: 0xC7C7CC)
    cornerRadius = Self.height / 2
    masksToBounds = true
    isHidden = true
    bar.backgroundColor = Color(rgb: 0x0A84FF)
    addSublayer(bar)
  }

  required init(layer: Any) { super.init(layer: layer) }

  /// - Parameter progress: from 0 to 1; nil for nothing.
  func update(_ progress: Double?, in bounds: CGRect) {
    isHidden = progress == nil
    guard let progress else { return }
    let part = progress.isNaN ? 0 : min(max(progress, 0), 1)
    let width = min(Self.width, (bounds.width * 0.8).rounded(.down))
    frame = CGRect(
      x: (bounds.midX - width / 2).rounded(), y: (bounds.midY - Self.height / 2).rounded(),
      width: width, height: Self.height)
    bar.frame = CGRect(x: 0, y: 0, width: width * part, height: Self.height)
  }
}
