import Foundation

/// A context that draws paths, lines and bitmaps into pixels.
///
/// Coordinates are points, with y growing downwards from the top left corner. The current
/// transform, initially the scale the context was created with, maps them to device pixels. Drawing
/// is blended over the existing pixels (source-over on sRGB-encoded, premultiplied 8-bit
/// components, rounded as pixman rounds). Edges are antialiased by area coverage.
///
/// A context belongs to the isolation domain that created it; it is not `Sendable`.
public final class DrawingContext {
  package struct GraphicsState {
    package var transform: Transform2D
    package var clip: PixelRect
    /// The product of all clips that are not axis-aligned rectangles.
    var clipMask: Mask?
    var fillColor = Color.black
    var strokeColor = Color.black
    var strokeStyle = StrokeStyle()
    package var alpha: Double = 1
  }

  var storage: PixelStorage
  @exclusivity(unchecked) package var state: GraphicsState
  private var savedStates: [GraphicsState] = []
  private(set) lazy var rasterizer = PathRasterizer()
  private(set) lazy var graphRasterizer = MonotonePolylineRasterizer()
  /// True if a bitmap shares ``storage``, which must then be copied before it is drawn into.
  private var isShared = false
  /// True if anything was drawn that might have changed a pixel.
  @exclusivity(unchecked) package private(set) var hasDrawn = false
  /// True if every pixel is known to have alpha 255.
  private var isOpaque: Bool
  /// The recorded commands not yet carried out; nil when drawing immediately.
  private var commands: [DrawingCommand]?
  /// The current path of a context that is used as in Core Graphics, in the coordinates that
  /// ``currentPathTransform`` maps to device pixels.
  package var currentPath = Path()
  package var currentPathTransform = Transform2D.identity

  /// Creates a context with pixels of its own.
  ///
  /// - Parameters:
  ///   - width: the width in device pixels.
  ///   - height: the height in device pixels.
  ///   - scale: the number of device pixels per point, finite and greater than 0.
  ///   - background: the initial colour of every pixel.
  /// - Throws: ``BitmapError`` if a side is less than 1 or greater than
  ///   ``Bitmap/maximumSideLength``, or if memory cannot be allocated.
  public init(
    width: Int, height: Int, scale: CGFloat = 1, background: Color = .clear
  ) throws(BitmapError) {
    try Bitmap.check(width: width, height: height)
    require(
      scale.isFinite && scale > 0, "a context's scale must be finite and above 0, not \(scale)")
    storage = try Bitmap.storage(width: width, height: height)
    let pixel = background.premultipliedPixel
    storage.clear(to: pixel)
    isOpaque = pixel >> 24 == 255
    state = GraphicsState(
      transform: Transform2D(scaleX: scale, y: scale),
      clip: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Creates a context that draws into `storage`, and only inside `clip`.
  ///
  /// - Parameters:
  ///   - transform: the transform from points to device pixels of `storage`.
  ///   - isOpaque: whether every pixel is known to have alpha 255.
  package init(
    storage: PixelStorage, clip: PixelRect, transform: Transform2D = .identity,
    isOpaque: Bool = false
  ) {
    self.storage = storage
    self.isOpaque = isOpaque
    state = GraphicsState(
      transform: transform,
      clip: clip.intersection(PixelRect(x: 0, y: 0, width: storage.width, height: storage.height)))
  }

  /// The width of the picture in device pixels.
  public var width: Int { storage.width }
  /// The height of the picture in device pixels.
  public var height: Int { storage.height }

  /// Returns the current picture. Later drawing does not change it.
  ///
  /// - Complexity: O(1), plus one copy of the pixels if drawing continues while the bitmap still
  ///   exists. Every pixel is examined to find out whether the bitmap is opaque, unless the
  ///   background was opaque and ``clear(_:)`` was not called.
  public func makeBitmap() -> Bitmap {
    carryOut()
    if !isShared {
      if isOpaque { storage.isOpaque = true } else { storage.detectOpacity() }
      isShared = true
    }
    return Bitmap(storage: storage)
  }

  /// Returns the current picture for use as a layer's contents.
  ///
  /// - Parameters:
  ///   - old: the contents that the drawing continues; nil if it started from nothing.
  ///   - part: the part of the picture that was drawn.
  package func makeContents(continuing old: PixelStorage?, in part: PixelRect) -> Bitmap {
    // The drawing code may already have taken this very picture.
    if isShared { return Bitmap(storage: storage) }
    storage.history =
      old.map { BackingStoreHistory(continuing: $0.history, changing: part) } ?? .begin()
    isShared = true
    if let commands {
      self.commands = nil
      storage.isOpaque = isOpaque
      if !commands.isEmpty { storage.begin(commands) }
    } else if let old {
      storage.isOpaque = old.isOpaque && storage.isOpaque(in: part)
    } else if isOpaque {
      storage.isOpaque = true
    } else {
      storage.detectOpacity()
    }
    return Bitmap(storage: storage)
  }

  /// Prepares for writing to pixels; call it before every write. Of all drawing operations, only
  /// ``clear(_:)`` reduces opacity.
  func prepareToDraw(keepingOpacity: Bool = true) {
    carryOut()
    hasDrawn = true
    if !keepingOpacity { isOpaque = false }
    guard isShared else { return }
    storage.finishDrawing()
    isShared = false
    if isKnownUniquelyReferenced(&storage) {
      storage.reclaim()
      return
    }
    let copy = PixelStorage(width: width, height: height, padded: false)
    for y in 0..<height {
      (copy.pixels + y * copy.stride).update(
        from: storage.pixels + y * storage.stride, count: width)
    }
    storage = copy
  }

  /// Starts recording drawing commands, until the pixels are needed.
  package func beginRecording() { commands = [] }

  /// Records a drawing step with the current state.
  ///
  /// - Returns: false if the step must be drawn immediately.
  func record(_ step: DrawingCommand.RecordedStep, keepingOpacity: Bool = true) -> Bool {
    guard commands != nil else { return false }
    if state.clip.isEmpty { return true }
    hasDrawn = true
    if !keepingOpacity { isOpaque = false }
    commands?.append(DrawingCommand(state: state, step: step))
    return true
  }

  /// Replays the recorded commands and stops recording.
  private func carryOut() {
    guard let commands else { return }
    self.commands = nil
    carryOut(commands)
  }
}

extension DrawingContext {
  /// Saves the transform, clip, colours, stroke style and alpha for ``restoreState()``.
  public func saveState() { savedStates.append(state) }

  /// Restores the state saved by the last ``saveState()``.
  ///
  /// - Precondition: a saved state has not been restored yet.
  public func restoreState() {
    guard let last = savedStates.popLast() else {
      refuse("restoreState() without a matching saveState()")
    }
    state = last
  }

  /// The transform from points to device pixels.
  public package(set) var transform: Transform2D {
    get { state.transform }
    set { state.transform = newValue }
  }

  /// Applies `transform` before the current one.
  ///
  /// - Precondition: `transform` is finite.
  public func concatenate(_ transform: Transform2D) {
    require(transform.isFinite, "a drawing transform must be finite, not \(transform)")
    state.transform = transform.concatenating(state.transform)
  }

  /// Translates the origin by (`x`, `y`) points.
  public func translateBy(x: CGFloat, y: CGFloat) {
    concatenate(Transform2D(translationX: x, y: y))
  }

  /// Scales subsequent drawing about the origin.
  public func scaleBy(x: CGFloat, y: CGFloat) {
    concatenate(Transform2D(scaleX: x, y: y))
  }

  /// Rotates subsequent drawing about the origin by `angle` radians, clockwise in the picture.
  public func rotate(by angle: CGFloat) {
    concatenate(Transform2D(rotationAngle: angle))
  }

  /// The colour of fills.
  public var fillColor: Color {
    get { state.fillColor }
    set { state.fillColor = newValue }
  }

  /// The colour of strokes.
  public var strokeColor: Color {
    get { state.strokeColor }
    set { state.strokeColor = newValue }
  }

  /// The width, caps, joins and dashes of strokes.
  public var strokeStyle: StrokeStyle {
    get { state.strokeStyle }
    set { state.strokeStyle = newValue }
  }

  /// The width of strokes in points; see ``StrokeStyle/width``.
  public var lineWidth: CGFloat {
    get { state.strokeStyle.width }
    set { strokeStyle.width = newValue }
  }

  /// The shape of stroke ends.
  public var lineCap: LineCap {
    get { state.strokeStyle.cap }
    set { state.strokeStyle.cap = newValue }
  }

  /// The shape of the joins between segments of a stroke.
  public var lineJoin: LineJoin {
    get { state.strokeStyle.join }
    set { state.strokeStyle.join = newValue }
  }

  /// The miter limit of strokes; see ``StrokeStyle/miterLimit``.
  public var miterLimit: CGFloat {
    get { state.strokeStyle.miterLimit }
    set { strokeStyle.miterLimit = newValue }
  }

  /// The alpha that all drawing is multiplied by, clamped to 0...1.
  public var alpha: Double {
    get { state.alpha }
    set { state.alpha = newValue > 0 ? min(newValue, 1) : 0 }
  }
}
