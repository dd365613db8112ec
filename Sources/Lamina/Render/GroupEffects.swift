/// What is done to the picture of a group once all of it is drawn, before it meets what is behind:
/// its shadow, its filters, its mask, its blend mode.
struct GroupEffects: Sendable, Equatable {
  /// What is drawn, blurred, moved and of one colour, put behind it.
  var shadow: GroupShadow?
  /// What is done to both.
  var filters = PixelFilters()
  /// What is done to what is behind the group.
  var backdrop: Backdrop?
  /// Whether a mask is drawn, too, without which nothing is seen.
  var hasMask = false
  var blendMode: BlendMode?

  /// Whether pixels have an effect on others.
  var reaches: Bool { shadow != nil || filters.reach != (0, 0) }

  /// The pixels that the group's picture is needed for, so that a rectangle comes out right.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    let shadowed = filters.reached(from: rect)
    return shadow.map { shadowed.union($0.source(of: shadowed)) } ?? shadowed
  }

  /// The pixels that what is drawn in a rectangle may have an effect on.
  func pixelsTouched(by rect: PixelRect) -> PixelRect {
    filters.reached(from: shadow.map { rect.union($0.extent(of: rect)) } ?? rect)
  }
}

/// What is done to all pixels of a picture, one thing after the other.
struct PixelFilters: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case blur(PixelBlur)
    /// Where there is nothing, nothing comes.
    case colors(PixelMatrix)
  }

  let steps: [Step]
  /// How many pixels away others count.
  let reach: (x: Int, y: Int)

  init(_ steps: [Step] = []) {
    self.steps = steps
    reach = steps.reduce((0, 0)) { sum, step in
      if case .blur(let blur) = step { (sum.0 + blur.x.reach, sum.1 + blur.y.reach) } else { sum }
    }
  }

  var isEmpty: Bool { steps.isEmpty }

  /// A rectangle, and all that is in reach of it.
  func reached(from rect: PixelRect) -> PixelRect {
    rect.grown(byX: reach.x, y: reach.y).cutToPictures
  }

  static func == (left: PixelFilters, right: PixelFilters) -> Bool { left.steps == right.steps }
}

/// What a group does to what is behind it, in device pixels, before it is put there.
struct Backdrop: Sendable, Equatable {
  let filters: PixelFilters
  /// Where.
  let shape: ItemShape
  /// The pixels that the shape touches.
  let bounds: PixelRect

  /// How many pixels away what is behind counts.
  var reach: (x: Int, y: Int) { filters.reach }
}

/// The shadow of a group, in device pixels.
struct GroupShadow: Sendable, Equatable {
  /// Its colour, premultiplied.
  let pixel: UInt32
  let offsetX: Int
  let offsetY: Int
  let blur: PixelBlur

  /// Where the shadow of a rectangle lies.
  func extent(of rect: PixelRect) -> PixelRect {
    blur.grown(rect).moved(byX: offsetX, y: offsetY).cutToPictures
  }

  /// Where that lies whose shadow reaches a rectangle.
  func source(of rect: PixelRect) -> PixelRect {
    blur.grown(rect).moved(byX: -offsetX, y: -offsetY).cutToPictures
  }
}

extension PixelRect {
  /// The part that can be drawn: an operation's coordinates have 16 bits.
  var cutToPictures: PixelRect {
    intersection(.everything)
  }

  /// More than anything drawn.
  static let everything = PixelRect(
    minX: -32_768, minY: -32_768, maxX: 32_767, maxY: 32_767)
}
