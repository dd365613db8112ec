import Foundation

/// Draws paths, lines and bitmaps into pixels.
///
/// Coordinates are points, with y growing downwards from the top left corner. They go through
/// the current transform, which begins as the scale the context was made with, and become
/// device pixels. Everything is blended over what is there (source-over on sRGB-encoded,
/// premultiplied 8-bit components, rounded as pixman rounds). Edges are antialiased by the
/// area they cover.
///
/// A context belongs to the isolation that made it; it is not `Sendable`.
public final class DrawingContext {
  struct State {
    var transform: Transform2D
    var clip: PixelRect
    /// The product of all clips that are not upright rectangles.
    var clipMask: Mask?
    var fillColor = Color.black
    var strokeColor = Color.black
    var strokeStyle = StrokeStyle()
    var alpha: Double = 1
  }

  var storage: PixelStorage
  var state: State
  private var savedStates: [State] = []
  private(set) lazy var rasterizer = PathRasterizer()
  private(set) lazy var graphRasterizer = GraphRasterizer()
  /// Whether a bitmap shares ``storage``, so that it must be copied before it is drawn into.
  private var isShared = false
  /// Whether anything was drawn that might have changed a pixel.
  private(set) var hasDrawn = false
  /// Whether every pixel is known to have alpha 255.
  private var isOpaque: Bool
  /// What was drawn and is still to be carried out; nil where it is carried out at once.
  private var commands: [DrawingCommand]?
  /// The path that is built step by step where a context is used as in Core Graphics, in the
  /// coordinates that ``currentPathTransform`` takes to device pixels.
  package var currentPath = Path()
  package var currentPathTransform = Transform2D.identity

  /// Creates a context with pixels of its own.
  ///
  /// - Parameters:
  ///   - width: in device pixels.
  ///   - height: in device pixels.
  ///   - scale: device pixels per point, finite and more than 0.
  ///   - background: the colour every pixel begins with.
  /// - Throws: ``BitmapError`` if a side is less than 1 or more than ``Bitmap/maximumSideLength``,
  ///   or there is no memory.
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
    state = State(
      transform: Transform2D(scaleX: scale, y: scale),
      clip: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Creates a context that draws into `storage`, and only inside `clip`.
  ///
  /// - Parameters:
  ///   - transform: from points to device pixels of `storage`.
  ///   - isOpaque: whether every pixel is known to have alpha 255.
  init(
    storage: PixelStorage, clip: PixelRect, transform: Transform2D = .identity,
    isOpaque: Bool = false
  ) {
    self.storage = storage
    self.isOpaque = isOpaque
    state = State(
      transform: transform,
      clip: clip.intersection(PixelRect(x: 0, y: 0, width: storage.width, height: storage.height)))
  }

  /// The width of the picture in device pixels.
  public var width: Int { storage.width }
  /// The height of the picture in device pixels.
  public var height: Int { storage.height }

  /// The picture as it is now. What is drawn later does not change it.
  ///
  /// - Complexity: O(1), plus one copy of the pixels if drawing goes on while the bitmap is still
  ///   there. Whether the bitmap is opaque is looked up in all pixels unless the background was
  ///   opaque and ``clear(_:)`` was not called.
  public func makeBitmap() -> Bitmap {
    carryOut()
    if !isShared {
      if isOpaque { storage.isOpaque = true } else { storage.detectOpacity() }
      isShared = true
    }
    return Bitmap(storage: storage)
  }

  /// The picture as it is now, to be a layer's contents.
  ///
  /// - Parameters:
  ///   - old: the contents that the drawing continues; nil if it began with nothing.
  ///   - part: what of it was drawn.
  func makeContents(continuing old: PixelStorage?, in part: PixelRect) -> Bitmap {
    // Whoever drew may have taken this very picture along.
    if isShared { return Bitmap(storage: storage) }
    storage.history =
      old.map { StoreHistory(continuing: $0.history, changing: part) } ?? .begin()
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

  /// To be called before pixels are written. Nothing the context draws but
  /// ``clear(_:)`` takes away opacity.
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

  /// Notes down from now on what is drawn, until somebody needs the pixels.
  func beginRecording() { commands = [] }

  /// Notes down something to be drawn with the present state.
  ///
  /// - Returns: false if it is to be drawn at once.
  func record(_ step: DrawingCommand.Step, keepingOpacity: Bool = true) -> Bool {
    guard commands != nil else { return false }
    if state.clip.isEmpty { return true }
    hasDrawn = true
    if !keepingOpacity { isOpaque = false }
    commands?.append(DrawingCommand(state: state, step: step))
    return true
  }

  /// Draws what was noted down, and all that follows at once.
  private func carryOut() {
    guard let commands else { return }
    self.commands = nil
    carryOut(commands)
  }
}

extension DrawingContext {
  /// Remembers transform, clip, colours, stroke style and alpha for ``restoreState()``.
  public func saveState() { savedStates.append(state) }

  /// Goes back to what the last ``saveState()`` remembered.
  ///
  /// - Precondition: there is one that was not restored yet.
  public func restoreState() {
    guard let last = savedStates.popLast() else {
      refuse("restoreState() without a saveState() before it")
    }
    state = last
  }

  /// From points to device pixels.
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

  /// Moves the origin by (`x`, `y`) points.
  public func translateBy(x: CGFloat, y: CGFloat) {
    concatenate(Transform2D(translationX: x, y: y))
  }

  /// Scales what is drawn from now on about the origin.
  public func scaleBy(x: CGFloat, y: CGFloat) {
    concatenate(Transform2D(scaleX: x, y: y))
  }

  /// Turns what is drawn from now on about the origin by `angle` radians, clockwise on the
  /// picture.
  public func rotate(by angle: CGFloat) {
    concatenate(Transform2D(rotation: angle))
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

  /// Width, caps, joins and dashes of strokes.
  public var strokeStyle: StrokeStyle {
    get { state.strokeStyle }
    set { state.strokeStyle = newValue }
  }

  /// The width of strokes in points; see ``StrokeStyle/width``.
  public var lineWidth: CGFloat {
    get { state.strokeStyle.width }
    set { strokeStyle.width = newValue }
  }

  /// How strokes end.
  public var lineCap: LineCap {
    get { state.strokeStyle.cap }
    set { state.strokeStyle.cap = newValue }
  }

  /// How the parts of a stroke meet.
  public var lineJoin: LineJoin {
    get { state.strokeStyle.join }
    set { state.strokeStyle.join = newValue }
  }

  /// The longest miter; see ``StrokeStyle/miterLimit``.
  public var miterLimit: CGFloat {
    get { state.strokeStyle.miterLimit }
    set { strokeStyle.miterLimit = newValue }
  }

  /// Multiplies the alpha of all that is drawn; taken as 0 below 0 and as 1 above 1.
  public var alpha: Double {
    get { state.alpha }
    set { state.alpha = newValue > 0 ? min(newValue, 1) : 0 }
  }
}
