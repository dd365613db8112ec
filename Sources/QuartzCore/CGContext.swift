import Foundation
import Lamina

extension CGContext {
  /// Creates a context with pixels of its own.
  ///
  /// y grows downwards from the top left corner, as in UIKit's image contexts and unlike Core
  /// Graphics' own: code that turns such a context over at first must leave that out.
  ///
  /// - Parameters:
  ///   - data: nil. Nil is returned for memory of yours: the pixels are in ``makeImage()``.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: 0, or anything that has room for four bytes a pixel.
  ///   - space: one of red, green and blue.
  ///   - bitmapInfo: where alpha stands, premultiplied; `noneSkipFirst` and `noneSkipLast`
  ///     begin black, the others transparent.
  /// - Returns: nil where a parameter is another, or a side is less than 1 or more than
  ///   ``Bitmap/maximumSideLength``.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard data == nil, bitsPerComponent == 8, space.model == .rgb,
      bytesPerRow == 0 || bytesPerRow / 4 >= width,
      let alpha = CGBitmapInfo(rawValue: bitmapInfo).alpha
    else { return nil }
    let background: CGColor
    switch alpha {
    case .noneSkipFirst, .noneSkipLast: background = .black
    case .premultipliedFirst, .premultipliedLast: background = .clear
    default: return nil
    }
    do {
      try self.init(width: width, height: height, background: background)
    } catch {
      return nil
    }
  }

  /// What was drawn so far. What is drawn later does not change it.
  public func makeImage() -> CGImage? { makeBitmap() }

  // MARK: - State

  /// Remembers transform, clip, colours, stroke style and alpha.
  public func saveGState() { saveState() }

  /// Goes back to what the last ``saveGState()`` remembered.
  ///
  /// - Precondition: there is one that was not restored yet.
  public func restoreGState() { restoreState() }

  /// From points to device pixels.
  public var ctm: CGAffineTransform { transform }

  /// From points to device pixels.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { transform }

  /// A point in device pixels.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(transform) }

  /// A size in device pixels.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(transform) }

  /// The upright rectangle around a rectangle in device pixels.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(transform) }

  /// A point of device pixels in points.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint {
    point.applying(transform.inverted())
  }

  /// A size of device pixels in points.
  public func convertToUserSpace(_ size: CGSize) -> CGSize {
    size.applying(transform.inverted())
  }

  /// The upright rectangle in points around a rectangle of device pixels.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect {
    rect.applying(transform.inverted())
  }

  /// Sets the colour of fills.
  public func setFillColor(_ color: CGColor) { fillColor = color }

  /// Sets the colour of fills.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    fillColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the colour of fills to a shade of grey.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    fillColor = CGColor(gray: gray, alpha: alpha)
  }

  /// Sets the colour of strokes.
  public func setStrokeColor(_ color: CGColor) { strokeColor = color }

  /// Sets the colour of strokes.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    strokeColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the colour of strokes to a shade of grey.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    strokeColor = CGColor(gray: gray, alpha: alpha)
  }

  /// Multiplies the alpha of all that is drawn; taken as 0 below 0 and as 1 above 1.
  public func setAlpha(_ alpha: CGFloat) { self.alpha = alpha }

  /// Sets the width of strokes in points.
  ///
  /// - Precondition: finite, 0 or more.
  public func setLineWidth(_ width: CGFloat) { lineWidth = width }

  /// Sets how strokes end.
  public func setLineCap(_ cap: CGLineCap) { lineCap = cap }

  /// Sets how the parts of a stroke meet.
  public func setLineJoin(_ join: CGLineJoin) { lineJoin = join }

  /// Sets the longest miter, as a multiple of the line width.
  ///
  /// - Precondition: finite.
  public func setMiterLimit(_ limit: CGFloat) { miterLimit = limit }

  /// Sets the lengths of dashes and gaps in turn, in points, and how far into them strokes
  /// begin. None is a solid line.
  ///
  /// - Precondition: finite; the lengths are 0 or more.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    strokeStyle.dashPattern = lengths
    strokeStyle.dashPhase = phase
  }

  // MARK: - Drawing

  /// Fills rectangles, one after the other.
  public func fill(_ rects: [CGRect]) {
    for rect in rects { fill(rect) }
  }

  /// Strokes the outline of a rectangle.
  public func stroke(_ rect: CGRect) { stroke(Path(rect: rect)) }

  /// Strokes the outline of a rectangle with lines of a width.
  ///
  /// - Precondition: the width is finite, 0 or more.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let style = strokeStyle
    lineWidth = width
    stroke(rect)
    strokeStyle = style
  }

  /// Strokes a line from each point of an even index to the next.
  public func strokeLineSegments(between points: [CGPoint]) {
    var path = Path()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      path.move(to: points[index])
      path.addLine(to: points[index + 1])
    }
    stroke(path)
  }

  /// Fills the ellipse that fits into a rectangle.
  public func fillEllipse(in rect: CGRect) { fill(Path(ellipseIn: rect)) }

  /// Strokes the ellipse that fits into a rectangle.
  public func strokeEllipse(in rect: CGRect) { stroke(Path(ellipseIn: rect)) }

  /// Draws only inside some of the rectangles from now on, and inside all earlier clips.
  public func clip(to rects: [CGRect]) {
    if rects.count == 1 {
      clip(to: rects[0])
      return
    }
    var path = Path()
    for rect in rects { path.addRect(rect) }
    clip(to: path)
  }
}
