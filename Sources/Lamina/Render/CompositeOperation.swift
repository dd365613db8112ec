import Foundation

/// One operation of drawing a frame. A plan has a list of them, back to front, for each rectangle
/// of damage; nothing outside that rectangle is changed.
struct CompositeOperation {
  enum OperationKind: UInt8 {
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
    /// Begins a transparent picture of the box, into which the following operations draw.
    case beginGroup
    /// Composites that picture with what is behind the group.
    case endGroup
    /// Draws the picture of a rasterized layer.
    case picture

    /// An estimate of what a pixel costs, of which one that is copied costs 1.
    var costOfPixel: Int {
      switch self {
      case .fill, .copy: 1
      case .blend, .over, .beginGroup, .endGroup: 2
      case .detail, .picture: 8
      }
    }
  }

  var kind: OperationKind
  /// The pixels that it touches.
  var edges: PixelBox
  /// The position of a bitmap's first pixel.
  var originX: Int16 = 0
  var originY: Int16 = 0
  /// The pixel value of a fill or blend; else an index into the plan's details, groups or pictures.
  var paint: UInt32 = 0
  /// The bitmap, kept alive by the display list.
  var source: Unmanaged<PixelStorage>?

  init(_ kind: OperationKind, _ edges: PixelBox, paint: UInt32 = 0) {
    self.kind = kind
    self.edges = edges
    self.paint = paint
  }

  init(_ kind: OperationKind, _ box: PixelRect, paint: UInt32 = 0) {
    self.init(kind, PixelBox(box), paint: paint)
  }

  var box: PixelRect {
    get { edges.rect }
    set { edges = PixelBox(newValue) }
  }
}

/// All operations of one frame.
struct Plan {
  /// The bounds of all relevant pixels.
  var frame = PixelRect.empty
  /// The passes: one for each rectangle of damage, with its operations as a range of `operations`.
  var passes: [Pass] = []

  struct Pass {
    /// The rectangle to draw.
    var rect: PixelRect
    /// The pixels to draw for that: more, if a group blurs what is behind it.
    var drawn: PixelRect
    /// The number of rows by which such blurs reach.
    var reach: Int
    var range: Range<Int>
  }

  struct GroupExtent {
    /// The pixels beyond which nothing inside the group is visible.
    var needed = PixelRect.everything
    /// The distance from which filters inside the group take pixels of what is behind them.
    var backdropReach = (x: 0, y: 0)
  }

  var operations: ContiguousArray<CompositeOperation> = []
  var details: [ItemDetail] = []
  var groups: [DisplayGroup] = []
  /// The part to draw of each of the groups.
  var extents: [GroupExtent] = []
  /// The rasterized layers and their pictures.
  var pictures: [(group: DisplayGroup, picture: RasterCacheEntry)] = []

  /// An estimate of what drawing costs: the pixels of all operations, each as often as its kind says.
  var cost: Int { passes.reduce(0) { $0 + cost(of: $1) } }

  func cost(of pass: Pass) -> Int {
    operations[pass.range].reduce(0) { sum, operation in
      sum + operation.kind.costOfPixel * operation.box.intersection(pass.drawn).area
    }
  }

  mutating func removeAll() {
    passes.removeAll(keepingCapacity: true)
    operations.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    extents.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
  }

  /// Adds the operation that begins a group.
  mutating func begin(_ group: DisplayGroup, _ box: PixelRect = .empty) {
    operations.append(
      CompositeOperation(.beginGroup, box, paint: UInt32(truncatingIfNeeded: groups.count)))
    groups.append(group)
    extents.append(GroupExtent())
  }
}
