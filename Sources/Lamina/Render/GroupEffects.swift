/// The effects applied to a group's complete picture before it is composited with what is behind
/// it: its shadow, filters, mask and blend mode.
struct GroupEffects: Sendable, Equatable {
  /// The shadow: the picture in one colour, blurred, moved and put behind it.
  var shadow: GroupShadow?
  /// The filters of the picture and its shadow.
  var filters = PixelFilters()
  /// The effect on what is behind the group.
  var backdrop: Backdrop?
  /// True if the group also has a mask, without which nothing is visible.
  var hasMask = false
  var blendMode: BlendMode?

  /// True if pixels affect other pixels.
  var reaches: Bool { shadow != nil || filters.reach != (0, 0) }

  /// Returns the pixels of the group's picture that contribute to a rectangle of the result.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    let shadowed = filters.reached(from: rect)
    return shadow.map { shadowed.union($0.source(of: shadowed)) } ?? shadowed
  }

  /// Returns the pixels that drawing in a rectangle may affect.
  func pixelsTouched(by rect: PixelRect) -> PixelRect {
    filters.reached(from: shadow.map { rect.union($0.extent(of: rect)) } ?? rect)
  }
}

/// A sequence of filters of all pixels of a picture.
struct PixelFilters: Sendable, Equatable {
  enum FilterStep: Sendable, Equatable {
    case blur(PixelBlur)
    /// A colour matrix. Transparent pixels stay transparent.
    case colors(PixelMatrix)
  }

  let steps: [FilterStep]
  /// The distance, in pixels, within which pixels affect each other.
  let reach: (x: Int, y: Int)

  init(_ steps: [FilterStep] = []) {
    self.steps = steps
    reach = steps.reduce((0, 0)) { sum, step in
      if case .blur(let blur) = step { (sum.0 + blur.x.reach, sum.1 + blur.y.reach) } else { sum }
    }
  }

  var isEmpty: Bool { steps.isEmpty }

  /// Returns a rectangle grown by the reach.
  func reached(from rect: PixelRect) -> PixelRect {
    rect.grown(byX: reach.x, y: reach.y).cutToPictures
  }

  static func == (left: PixelFilters, right: PixelFilters) -> Bool { left.steps == right.steps }
}

/// The filters that a group applies to what is behind it, in device pixels, before it is
/// composited.
struct Backdrop: Sendable, Equatable {
  let filters: PixelFilters
  /// The shape to which they apply.
  let shape: ItemShape
  /// The pixels that the shape touches.
  let bounds: PixelRect

  /// The distance, in pixels, within which pixels behind the group affect each other.
  var reach: (x: Int, y: Int) { filters.reach }
}

/// The shadow of a group, in device pixels.
struct GroupShadow: Sendable, Equatable {
  /// Its colour, premultiplied.
  let pixel: UInt32
  let offsetX: Int
  let offsetY: Int
  let blur: PixelBlur

  /// Returns the pixels that the shadow of a rectangle may touch.
  func extent(of rect: PixelRect) -> PixelRect {
    blur.grown(rect).moved(byX: offsetX, y: offsetY).cutToPictures
  }

  /// Returns the pixels whose shadow may reach a rectangle.
  func source(of rect: PixelRect) -> PixelRect {
    blur.grown(rect).moved(byX: -offsetX, y: -offsetY).cutToPictures
  }
}

extension PixelRect {
  /// The part that can be drawn: an operation's coordinates have 16 bits.
  var cutToPictures: PixelRect {
    intersection(.everything)
  }

  /// A rectangle that contains everything that can be drawn.
  static let everything = PixelRect(
    minX: -32_768, minY: -32_768, maxX: 32_767, maxY: 32_767)
}
