import Foundation

/// One step of drawing a frame. A plan is a list of them, back to front, for one rectangle of
/// damage; nothing outside that rectangle is touched.
struct CompositeOperation {
  enum Kind: UInt8 {
    /// Replaces the box by one pixel value.
    case fill
    /// Blends one colour over the box.
    case blend
    /// Replaces the box by pixels of a bitmap.
    case copy
    /// Blends pixels of a bitmap over the box.
    case over
    /// Draws a detail.
    case detail
    /// Begins a transparent picture of the box; what follows is drawn into it.
    case beginGroup
    /// Blends that picture over what is behind the group.
    case endGroup
    /// Draws the picture of a rasterized layer.
    case picture
  }

  var kind: Kind
  /// The pixels it touches.
  var edges: PixelBox
  /// For a bitmap: where its first pixel lies.
  var originX: Int16 = 0
  var originY: Int16 = 0
  /// The pixel value of a fill or blend; an index into the plan's details, groups or
  /// pictures.
  var paint: UInt32 = 0
  /// The bitmap, kept alive by the display list.
  var source: Unmanaged<PixelStorage>?

  init(_ kind: Kind, _ edges: PixelBox, paint: UInt32 = 0) {
    self.kind = kind
    self.edges = edges
    self.paint = paint
  }

  init(_ kind: Kind, _ box: PixelRect, paint: UInt32 = 0) {
    self.init(kind, PixelEdges(box).narrowed, paint: paint)
  }

  @inline(__always)
  var box: PixelRect {
    get { edges.rect }
    set { edges = PixelEdges(newValue).narrowed }
  }
}

/// Everything that is to be done for one frame.
struct Plan {
  /// All pixels of the frame.
  var frame = PixelRect.empty
  /// The operations for each rectangle of the damage, as ranges of `operations`.
  var passes: [Pass] = []

  struct Pass {
    /// What is to be drawn.
    var rect: PixelRect
    /// What has to be drawn for that: more, where something blurs what is behind it.
    var drawn: PixelRect
    /// How many rows away what is behind something counts.
    var reach: Int
    var range: Range<Int>
  }

  var operations: ContiguousArray<CompositeOperation> = []
  var details: [ItemDetail] = []
  var groups: [DisplayGroup] = []
  /// Rasterized layers, and their pictures.
  var pictures: [(group: DisplayGroup, picture: RasterPicture)] = []

  mutating func removeAll() {
    passes.removeAll(keepingCapacity: true)
    operations.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
  }
}
