import Foundation
import Lamina

/// A layer that draws text, the counterpart of Core Animation's `CATextLayer`.
///
///     let label = TextLayer()
///     label.string = "Level"
///     label.fontSize = 14
///     label.frame.size = label.preferredFrameSize()
///     label.contentsScale = 2
///
/// The first line is at the top of the bounds. Lines are not broken unless the text is
/// ``isWrapped``; text that does not fit into the bounds is clipped, or truncated as
/// ``truncationMode`` specifies. If the text or the size of the bounds changes, the layer is
/// redrawn before the next commit is published; unchanged layers cost nothing.
///
/// ``fontSize`` and ``foregroundColor`` are animatable. Lengths are in points of the layer's
/// coordinate space; `contentsScale` is the number of pixels per point.
open class TextLayer: Layer {
  /// Creates a layer of zero size with no text.
  public override init() {
    super.init()
    needsDisplayOnBoundsChange = true
  }

  /// Creates the copy that `presentation()` returns.
  public required init(layer: Any) { super.init(layer: layer) }

  // MARK: - Overriding layer behaviour

  /// Updates the layer's contents, which are nil if the layer has neither text nor a delegate.
  open override func display() {
    if delegate == nil, plainString?.isEmpty ?? true, attributedString?.string.isEmpty ?? true {
      contents = nil
    } else {
      super.display()
    }
  }

  /// Draws the text.
  open override func draw(in context: DrawingContext) {
    let bounds = self.bounds
    var visible = context.boundingBoxOfClipPath
    if visible.isNull { return }
    visible = visible.offsetBy(dx: -bounds.minX, dy: -bounds.minY)
    drawnText.draw(
      in: context, at: bounds.origin, box(bounds.size), visible: visible,
      places: allowsFontSubpixelQuantization ? 4 : GlyphCache.places)
  }

  // MARK: - Measuring

  /// Returns the size that shows the whole text, in points, rounded up to whole pixels. If the text
  /// ``isWrapped`` and the bounds have a width, lines are as wide as the bounds; otherwise they
  /// have any length.
  ///
  /// - Complexity: O(length of the text).
  open override func preferredFrameSize() -> CGSize {
    sizeThatFits(width: isWrapped && bounds.width > 0 ? bounds.width : .infinity)
  }

  /// Returns the size that shows the whole text, in points, rounded up to whole pixels.
  ///
  /// - Parameter width: the maximum length of lines, at which they are broken if the text
  ///   ``isWrapped``. A longer word is broken within.
  /// - Precondition: `width` is more than 0; it may be infinite.
  /// - Complexity: O(length of the text).
  public final func sizeThatFits(width: CGFloat) -> CGSize {
    require(width > 0, "the width to fit text into must be greater than 0, not \(width)")
    let size = drawnText.metrics(
      in: TextBox(width: Double(width), height: .infinity, isWrapped: isWrapped && width.isFinite)
    ).size
    let scale = contentsScale > 0 ? contentsScale : 1
    // Ignores an excess over a whole pixel that is no more than a rounding error.
    func pixels(_ length: CGFloat) -> CGFloat { (length * scale - 1e-6).rounded(.up) / scale }
    return CGSize(width: pixels(size.width), height: pixels(size.height))
  }

  /// The measurements of the text laid out in the bounds, in points, including lines that do not
  /// fit. If the bounds have no width, no line is broken.
  ///
  /// - Complexity: O(length of the text).
  public final var textMetrics: TextMetrics {
    var box = box(bounds.size)
    box.height = .infinity
    if box.width <= 0 { box.width = .infinity }
    return drawnText.metrics(in: box)
  }

  final func box(_ size: CGSize) -> TextBox {
    TextBox(
      width: size.width, height: size.height, isWrapped: isWrapped, truncation: truncationMode,
      alignment: alignmentMode)
  }

  /// The text with the attributes that it is drawn with.
  final var drawnText: AttributedText {
    if let text = attributedString { return text }
    guard let string = plainString, !string.isEmpty, let color = foregroundColor else {
      return AttributedText()
    }
    return AttributedText(
      string, font: font, fontSize: fontSize, foregroundColor: color)
  }
}
