/// What is done to the picture of a group once all of it is drawn, before it meets what is behind.
struct GroupEffects: Sendable, Equatable {
  /// One thing after the other.
  enum Step: Sendable, Equatable {
    /// What is drawn so far, blurred, moved and of one colour, put behind it.
    case shadow(GroupShadow)
    case blur(PixelBlur)
    /// Where there is nothing, nothing comes.
    case colors(PixelMatrix)
  }

  var steps: [Step] = []
  /// What is done to what is behind the group.
  var backdrop: Backdrop?
  /// Whether a mask is drawn, too, without which nothing is seen.
  var hasMask = false
  var blendMode: BlendMode?

  /// Whether pixels have an effect on others.
  var reaches: Bool {
    steps.contains { if case .colors = $0 { false } else { true } }
  }

  /// The pixels that the group's picture is needed for, so that a rectangle comes out right.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    steps.reversed().reduce(rect) { rect, step in
      switch step {
      case .shadow(let shadow): rect.union(shadow.source(of: rect))
      case .blur(let blur): blur.grown(rect).cutToPictures
      case .colors: rect
      }
    }
  }

  /// The pixels that what is drawn in a rectangle may have an effect on.
  func pixelsTouched(by rect: PixelRect) -> PixelRect {
    steps.reduce(rect) { rect, step in
      switch step {
      case .shadow(let shadow): rect.union(shadow.extent(of: rect))
      case .blur(let blur): blur.grown(rect).cutToPictures
      case .colors: rect
      }
    }
  }
}

/// What a group does to what is behind it, in device pixels, before it is put there.
struct Backdrop: Sendable, Equatable {
  /// Blurs and colours alone.
  let steps: [GroupEffects.Step]
  /// Where.
  let shape: ItemShape
  /// The pixels that the shape touches.
  let bounds: PixelRect

  /// How many pixels away what is behind counts.
  var reach: (x: Int, y: Int) {
    steps.reduce((0, 0)) { sum, step in
      if case .blur(let blur) = step { (sum.0 + blur.x.reach, sum.1 + blur.y.reach) } else { sum }
    }
  }
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
