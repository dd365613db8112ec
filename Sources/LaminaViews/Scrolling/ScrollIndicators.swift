import Foundation
import Lamina

/// The bars that show the visible part of the content. They are layers of the scroll view, created
/// when they are first shown.
final class ScrollIndicators {
  /// The thickness of a bar and its distance from the edges, in points.
  static let thickness: CGFloat = 3
  static let margin: CGFloat = 3
  /// The minimum length of a bar; beyond the ends of the content, it is shorter.
  static let minimumLength: CGFloat = 36
  /// The time that bars stay once nothing moves, and the time that they then take to fade, in
  /// seconds.
  static let stay = 0.4
  static let fading = 0.3

  private var horizontal: Layer?
  private var vertical: Layer?
  private var isShown = false
  private static let fadeKey = "fade"

  /// Shows the bars of the axes that can scroll, until ``fade()``.
  func show(_ view: ScrollView) {
    isShown = true
    update(view)
    for bar in [horizontal, vertical] {
      guard let bar else { continue }
      bar.removeAnimation(forKey: Self.fadeKey)
      Transaction.run(disableActions: true) { bar.opacity = 1 }
    }
  }

  /// Fades out the bars.
  func fade() {
    guard isShown else { return }
    isShown = false
    for bar in [horizontal, vertical] {
      guard let bar, bar.opacity > 0 else { continue }
      Transaction.run(disableActions: true) { bar.opacity = 0 }
      let fade = KeyframeAnimation(keyPath: "opacity")
      fade.values = [1, 1, 0]
      fade.keyTimes = [0, Self.stay / (Self.stay + Self.fading), 1]
      fade.duration = Self.stay + Self.fading
      bar.add(fade, forKey: Self.fadeKey)
    }
  }

  /// Updates the positions of the bars.
  func update(_ view: ScrollView) {
    guard isShown || horizontal != nil || vertical != nil else { return }
    let bounds = view.layer.bounds
    let (x, y) = (view.xRange, view.yRange)
    let showsX = view.showsHorizontalScrollIndicator && x.lowerBound < x.upperBound
    let showsY = view.showsVerticalScrollIndicator && y.lowerBound < y.upperBound
    if showsX, horizontal == nil { horizontal = makeBar(view) }
    if showsY, vertical == nil { vertical = makeBar(view) }
    // If both are shown, they leave the corner free.
    let corner = showsX && showsY ? Self.thickness + Self.margin : 0
    let (left, width) = Self.bar(
      track: bounds.width - 2 * Self.margin - corner, range: x, offset: bounds.minX,
      visible: bounds.width)
    let (top, height) = Self.bar(
      track: bounds.height - 2 * Self.margin - corner, range: y, offset: bounds.minY,
      visible: bounds.height)
    Transaction.run(disableActions: true) {
      place(
        horizontal,
        showsX && width > 0
          ? CGRect(
            x: bounds.minX + Self.margin + left,
            y: bounds.maxY - Self.margin - Self.thickness, width: width, height: Self.thickness)
          : nil, view)
      place(
        vertical,
        showsY && height > 0
          ? CGRect(
            x: bounds.maxX - Self.margin - Self.thickness,
            y: bounds.minY + Self.margin + top, width: Self.thickness, height: height)
          : nil, view)
    }
  }

  private func place(_ bar: Layer?, _ frame: CGRect?, _ view: ScrollView) {
    guard let bar else { return }
    bar.isHidden = frame == nil
    if let frame { bar.frame = frame }
    bar.backgroundColor = view.scrollIndicatorColor
  }

  private func makeBar(_ view: ScrollView) -> Layer {
    let bar = Layer()
    bar.cornerRadius = Self.thickness / 2
    // In front of subviews added later.
    bar.zPosition = 1
    bar.opacity = isShown ? 1 : 0
    view.layer.addSublayer(bar)
    return bar
  }

  /// Returns the start of a bar in its track, and its length, in points.
  ///
  /// The length of the bar is to the track as the visible part is to the whole content.
  /// Overscrolling shortens it by the same amount, and keeps it at the end of its track.
  static func bar(
    track: CGFloat, range: ClosedRange<CGFloat>, offset: CGFloat, visible: CGFloat
  ) -> (start: CGFloat, length: CGFloat) {
    let way = range.upperBound - range.lowerBound
    guard track > 0, way > 0 else { return (0, 0) }
    let beyond = max(range.lowerBound - offset, offset - range.upperBound, 0)
    var length = min(max(track * visible / (visible + way), minimumLength), track)
    length = min(max(length - beyond, thickness), track)
    let part = min(max((offset - range.lowerBound) / way, 0), 1)
    return ((track - length) * part, length)
  }
}
