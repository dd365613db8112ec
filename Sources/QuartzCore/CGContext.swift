import Foundation
import Lamina

extension CGContext {
  /// Creates a context with its own pixels.
  ///
  /// y grows downwards from the top left corner, as in UIKit's image contexts and unlike in Core
  /// Graphics' own: omit code that first flips such a context.
  ///
  /// - Parameters:
  ///   - data: nil. Memory of your own is not supported: get the pixels from ``makeImage()``.
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: 0, or any number with room for four bytes per pixel.
  ///   - space: an RGB colour space.
  ///   - bitmapInfo: the position of alpha, premultiplied; `noneSkipFirst` and `noneSkipLast` start
  ///     black, the others transparent.
  /// - Returns: nil if a parameter has another value, or a side is less than 1 or more than
  ///   `Bitmap.maximumSideLength`.
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

  /// Returns an image of the drawing so far. Later drawing does not change it.
  public func makeImage() -> CGImage? { makeBitmap() }

  // MARK: - State

  /// Saves the transform, clip, colours, stroke style and alpha.
  public func saveGState() { saveState() }

  /// Restores the state that the last ``saveGState()`` saved.
  ///
  /// - Precondition: there is a saved state that was not restored yet.
  public func restoreGState() { restoreState() }

  /// The transform from points to device pixels.
  public var ctm: CGAffineTransform { transform }

  /// The transform from points to device pixels.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { transform }

  /// Converts a point to device pixels.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(transform) }

  /// Converts a size to device pixels.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(transform) }

  /// Converts a rectangle to device pixels and returns its bounding box.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(transform) }

  /// Converts a point in device pixels to points.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint {
    point.applying(transform.inverted())
  }

  /// Converts a size in device pixels to points.
  public func convertToUserSpace(_ size: CGSize) -> CGSize {
    size.applying(transform.inverted())
  }

  /// Converts a rectangle in device pixels to points and returns its bounding box.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect {
    rect.applying(transform.inverted())
  }

  /// Sets the fill colour.
  public func setFillColor(_ color: CGColor) { fillColor = color }

  /// Sets the fill colour.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    fillColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the fill colour to a shade of grey.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    fillColor = CGColor(gray: gray, alpha: alpha)
  }

  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) { strokeColor = color }

  /// Sets the stroke colour.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    strokeColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the stroke colour to a shade of grey.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    strokeColor = CGColor(gray: gray, alpha: alpha)
  }

  /// Sets the alpha that multiplies all drawing, clamped to 0...1.
  public func setAlpha(_ alpha: CGFloat) { self.alpha = alpha }

  /// Sets the width of strokes in points.
  ///
  /// - Precondition: finite, 0 or more.
  public func setLineWidth(_ width: CGFloat) { lineWidth = width }

  /// Sets the cap at the ends of strokes.
  public func setLineCap(_ cap: CGLineCap) { lineCap = cap }

  /// Sets the join between the segments of a stroke.
  public func setLineJoin(_ join: CGLineJoin) { lineJoin = join }

  /// Sets the limit of miter lengths, as a multiple of the line width.
  ///
  /// - Precondition: finite.
  public func setMiterLimit(_ limit: CGFloat) { miterLimit = limit }

  /// Sets the lengths of dashes and gaps, alternating, in points, and the offset into them at which
  /// strokes begin. An empty array gives a solid line.
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

  /// Strokes the outline of a rectangle with a given line width.
  ///
  /// - Precondition: the width is finite, 0 or more.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let style = strokeStyle
    lineWidth = width
    stroke(rect)
    strokeStyle = style
  }

  /// Strokes a line from each point with an even index to the next.
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

  /// Intersects the clip with the union of the rectangles.
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
