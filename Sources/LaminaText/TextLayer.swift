import Foundation
import Lamina

/// A layer that draws text: what `CATextLayer` is in Core Animation.
///
///     let label = TextLayer()
///     label.string = "Level"
///     label.fontSize = 14
///     label.frame.size = label.preferredFrameSize()
///     label.contentsScale = 2
///
/// The first line is at the top of the bounds. Lines are not broken unless the text is
/// ``isWrapped``; what does not fit into the bounds is cut off there, or shortened as the
/// ``truncationMode`` says. A change of the text, or of the size of the bounds, draws the layer
/// again before the next commit is published; layers that do not change cost nothing.
///
/// ``fontSize`` and ``foregroundColor`` animate. Lengths are in points of the layer's coordinate
/// space; ``contentsScale`` says how many pixels one of them has.
open class TextLayer: Layer {
  /// The names of the properties that the drawing follows from.
  enum Key: String {
    case string, attributedString, font, fontSize, foregroundColor, wrapped, truncationMode
    case alignmentMode, allowsFontSubpixelQuantization
  }

  /// Creates a layer of zero size with no text.
  public override init() {
    super.init()
    needsDisplayOnBoundsChange = true
  }

  /// Creates the copy that ``presentation()`` hands out.
  public required init(layer: Any) { super.init(layer: layer) }

  // MARK: - What the engine asks

  /// Whether a change of the value under a key draws the text again: true for the properties of
  /// this class.
  open override class func needsDisplay(forKey key: String) -> Bool {
    Key(rawValue: key) != nil || super.needsDisplay(forKey: key)
  }

  /// What a property of a new layer holds.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch Key(rawValue: key) {
    case .font: Font.helvetica
    case .fontSize: CGFloat(36)
    case .foregroundColor: Color.white
    case .wrapped, .allowsFontSubpixelQuantization: false
    case .truncationMode: TextTruncationMode.none
    case .alignmentMode: TextAlignmentMode.natural
    case .string, .attributedString, nil: super.defaultValue(forKey: key)
    }
  }

  /// For ``fontSize`` and ``foregroundColor``, what becomes their implicit animation in
  /// ``action(forKey:)``.
  open override class func defaultAction(forKey key: String) -> (any Action)? {
    animatesImplicitly(key) ? ImplicitTextAction() : super.defaultAction(forKey: key)
  }

  /// The action for a change: of a live layer's ``fontSize`` or ``foregroundColor`` an animation
  /// from the old value, where nobody else has one.
  open override func action(forKey key: String) -> (any Action)? {
    let action = super.action(forKey: key)
    return action is ImplicitTextAction ? implicitAnimation(forKey: key) : action
  }

  /// Makes the layer's contents, which are none where there is nothing to read.
  open override func display() {
    if delegate == nil, string?.isEmpty ?? true {
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

  /// The size that shows the whole text, in points, rounded up to whole pixels: on lines as wide as
  /// the bounds where the text ``isWrapped`` and the bounds have a width, else on lines of any
  /// length.
  ///
  /// - Complexity: O(length of the text).
  open override func preferredFrameSize() -> CGSize {
    sizeThatFits(width: isWrapped && bounds.width > 0 ? bounds.width : .infinity)
  }

  /// The size that shows the whole text, in points, rounded up to whole pixels.
  ///
  /// - Parameter width: how long lines may be; they are broken there if the text ``isWrapped``. A
  ///   word that is longer is broken inside.
  /// - Precondition: more than 0; it may be infinite.
  /// - Complexity: O(length of the text).
  public final func sizeThatFits(width: CGFloat) -> CGSize {
    require(width > 0, "the width to fit a text into must be more than 0, not \(width)")
    let size = drawnText.metrics(
      in: TextBox(width: Double(width), height: .infinity, isWrapped: isWrapped && width.isFinite)
    ).size
    let scale = contentsScale > 0 ? contentsScale : 1
    // More than a rounding error past a whole pixel.
    func pixels(_ length: CGFloat) -> CGFloat { (length * scale - 1e-6).rounded(.up) / scale }
    return CGSize(width: pixels(size.width), height: pixels(size.height))
  }

  /// The lines of the text as the bounds have them, in points: also those that do not fit in. Bounds
  /// without a width break no lines.
  ///
  /// - Complexity: O(length of the text).
  public final var textMetrics: TextMetrics {
    var box = box(bounds.size)
    box.height = .infinity
    if box.width <= 0 { box.width = .infinity }
    return drawnText.metrics(in: box)
  }

  private func box(_ size: CGSize) -> TextBox {
    TextBox(
      width: size.width, height: size.height, isWrapped: isWrapped, truncation: truncationMode,
      alignment: alignmentMode)
  }

  /// The text with what it is drawn in.
  private var drawnText: AttributedText {
    if let text = attributedString { return text }
    guard let string = plainString, !string.isEmpty, let color = foregroundColor else {
      return AttributedText()
    }
    return AttributedText(
      string, font: font, fontSize: fontSize, foregroundColor: color)
  }
}
