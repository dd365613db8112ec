import Foundation

/// The committed state of one layer, in 64 bytes.
///
/// Most layers are *plain*: an axis-aligned box with a colour or a bitmap stretched over it. The
/// node describes such a layer completely; anything else about a layer is in its ``NodeDetail``.
struct RenderNode {
  /// The layer's box in its superlayer's coordinates, in points. Meaningless with a detail that has
  /// its own geometry.
  var minX = 0.0
  var minY = 0.0
  var maxX = 0.0
  var maxY = 0.0
  /// The contents. Kept alive by the chunk's `bitmaps`.
  var contents: Unmanaged<PixelStorage>?
  /// The background colour, premultiplied; 0 for none.
  var background: UInt32 = 0
  /// The coordinate space that contains the box; -1 for the root.
  var parentSpace: Int32 = -1
  /// The coordinate space of the layer's own sublayers; -1 if it has none.
  var space: Int32 = -1
  /// The index of the layer's detail in the chunk; -1 for a plain layer.
  var detail: Int32 = -1
  /// The index of the layer's bitmap in the chunk; -1 without contents.
  var bitmap: Int16 = -1
  /// The opacity in 255ths.
  var opacity: UInt8 = 255
  var flags: NodeFlags = []

  /// Sets the box to that of an untransformed layer.
  @inline(__always)
  mutating func setBox(bounds: CGRect, position: CGPoint, anchor: CGPoint) {
    let size = bounds.size.lanes
    let low = position.lanes - anchor.lanes * size
    let high = low + size
    (minX, minY, maxX, maxY) = (low.x, low.y, high.x, high.y)
  }

  /// Returns true if the box's edges, in `Double`, suffice to describe the position of a layer.
  @inline(__always)
  func isOrdinary(bounds: CGRect, position: CGPoint) -> Bool {
    let edge = SIMD2(minX, minY)
    let place = position.lanes
    let length = bounds.size.lanes
    let vast = SIMD2(repeating: LayerValues.vastLength)
    let isNear =
      (edge .< vast) .& (edge .> -vast) .& (place .< vast) .& (place .> -vast) .& (length .< vast)
    return all(isNear .& ((length .> LayerValues.tinyLength) .| (length .== 0)))
  }
}

extension CGPoint {
  fileprivate var lanes: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}

extension CGSize {
  fileprivate var lanes: SIMD2<Double> { SIMD2(Double(width), Double(height)) }
}

struct NodeFlags: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let hidden = NodeFlags(rawValue: 1 << 0)
  static let clips = NodeFlags(rawValue: 1 << 1)
  /// The opacity is multiplied into each descendant instead of being applied to a group.
  static let separateOpacity = NodeFlags(rawValue: 1 << 2)

  init(_ flags: LayerFlags) {
    self = []
    if flags.contains(.hidden) { insert(.hidden) }
    if flags.contains(.masksToBounds) { insert(.clips) }
    if flags.contains(.separateOpacity) { insert(.separateOpacity) }
  }
}

/// A run of nodes in drawing order. It is written only by the commit that created it, and never
/// after it has been published, so it can be shared.
final class NodeChunk: @unchecked Sendable {
  static let capacity = 512

  /// The slot of the rope's chunk that this is a version of.
  let slot: Int
  /// A number that identifies this version uniquely.
  let version: UInt64
  /// The version that this one was copied from; 0 if it was not.
  let baseVersion: UInt64
  let nodes: UnsafeMutablePointer<RenderNode>
  fileprivate(set) var count = 0
  /// The maximum number of nodes.
  let capacity: Int
  /// The bitmaps that keep the nodes' contents alive.
  @exclusivity(unchecked) var bitmaps: [Bitmap?] = []
  @exclusivity(unchecked) var freeBitmaps: [Int16] = []
  @exclusivity(unchecked) var details: [NodeDetail?] = []
  var freeDetails: [Int32] = []
  /// The nodes that differ from the base version; meaningless if ``isRenumbered``.
  private(set) var changes: [UInt16] = []
  /// True if nodes were inserted, removed or moved, so that ``changes`` does not apply.
  var isRenumbered: Bool
  /// The nodes whose appearance depends on the time.
  private(set) var animated: [UInt16] = []
  /// The nodes that differ from the base version or depend on the time, each once.
  var changedOrAnimated: [UInt16] {
    if changes.isEmpty || animated.isEmpty { return changes + animated }
    var isChanged = [Bool](repeating: false, count: count)
    for index in changes { isChanged[Int(index)] = true }
    return changes + animated.filter { !isChanged[Int($0)] }
  }
  /// The distinct spaces that contain nodes.
  private(set) var usedSpaces: [Int32] = []
  /// True if any node defines a space for its sublayers.
  private(set) var definesSpaces = false

  /// Creates an empty chunk.
  ///
  /// - Parameter capacity: the maximum number of nodes.
  init(slot: Int, version: UInt64, capacity: Int = NodeChunk.capacity) {
    self.slot = slot
    self.version = version
    baseVersion = 0
    isRenumbered = true
    self.capacity = capacity
    nodes = .allocate(capacity: capacity)
  }

  /// Creates a copy of a chunk.
  ///
  /// - Parameter capacity: the maximum number of nodes.
  init(copying other: NodeChunk, version: UInt64, capacity: Int = NodeChunk.capacity) {
    slot = other.slot
    self.version = version
    baseVersion = other.version
    isRenumbered = false
    self.capacity = capacity
    nodes = .allocate(capacity: capacity)
    nodes.update(from: other.nodes, count: other.count)
    count = other.count
    bitmaps = other.bitmaps
    freeBitmaps = other.freeBitmaps
    details = other.details
    freeDetails = other.freeDetails
    animated = other.animated
    usedSpaces = other.usedSpaces
    definesSpaces = other.definesSpaces
  }

  deinit { nodes.deallocate() }

  /// Sets the list of nodes that were written since the base version.
  func setChanges(_ list: borrowing ScratchArray<UInt16>) {
    if list.count >= Self.capacity { isRenumbered = true }
    if !isRenumbered { changes = Array(UnsafeBufferPointer(start: list.base, count: list.count)) }
  }

  // MARK: - Moving nodes

  /// Opens a gap of `gap` undefined nodes before `index`.
  func openGap(at index: Int, gap: Int) {
    memmove(nodes + index + gap, nodes + index, (count - index) * MemoryLayout<RenderNode>.stride)
    count += gap
    isRenumbered = true
  }

  /// Removes the nodes from `index` on for which a condition holds, and releases their bitmaps and
  /// details.
  func removeNodes(from index: Int, where isRemoved: (Int) -> Bool) {
    var kept = index
    for position in index..<count {
      if isRemoved(position) {
        releaseBitmap(of: &nodes[position])
        releaseDetail(of: &nodes[position])
      } else {
        nodes[kept] = nodes[position]
        kept += 1
      }
    }
    count = kept
    isRenumbered = true
  }

  /// Appends the nodes of `other` from `index` on, with their bitmaps and details.
  func take(from other: NodeChunk, startingAt index: Int) {
    for position in index..<other.count {
      var node = other.nodes[position]
      if node.bitmap >= 0 { node.bitmap = keep(other.bitmaps[Int(node.bitmap)]!) }
      if node.detail >= 0 { node.detail = keep(other.details[Int(node.detail)]!) }
      nodes[count] = node
      count += 1
    }
    isRenumbered = true
  }

  func keep(_ bitmap: Bitmap) -> Int16 {
    if let free = freeBitmaps.popLast() {
      bitmaps[Int(free)] = bitmap
      return free
    }
    bitmaps.append(bitmap)
    return Int16(truncatingIfNeeded: bitmaps.count - 1)
  }

  func keep(_ detail: NodeDetail) -> Int32 {
    if let free = freeDetails.popLast() {
      details[Int(free)] = detail
      return free
    }
    details.append(detail)
    return Int32(truncatingIfNeeded: details.count - 1)
  }

  /// Releases a node's bitmap.
  func releaseBitmap(of node: inout RenderNode) {
    guard node.bitmap >= 0 else { return }
    bitmaps[Int(node.bitmap)] = nil
    freeBitmaps.append(node.bitmap)
    node.bitmap = -1
  }

  /// Releases a node's detail.
  func releaseDetail(of node: inout RenderNode) {
    guard node.detail >= 0 else { return }
    details[Int(node.detail)] = nil
    freeDetails.append(node.detail)
    node.detail = -1
  }

  /// Computes the summary of the chunk's nodes.
  func summarize() {
    animated.removeAll(keepingCapacity: true)
    usedSpaces.removeAll(keepingCapacity: true)
    definesSpaces = false
    var last: Int32 = -2
    var seen: Set<Int32> = []
    for index in 0..<count {
      let node = nodes[index]
      if node.parentSpace != last {
        last = node.parentSpace
        if seen.insert(last).inserted { usedSpaces.append(last) }
      }
      if node.space >= 0 { definesSpaces = true }
      if node.detail >= 0, details[Int(node.detail)]!.isAnimated {
        animated.append(UInt16(truncatingIfNeeded: index))
      }
    }
  }
}

extension LayerValues {
  /// Creates the values of a plain node, with its box as the geometry.
  init(node: RenderNode) {
    self.init()
    bounds.size = CGSize(width: node.maxX - node.minX, height: node.maxY - node.minY)
    position = CGPoint(x: node.minX, y: node.minY)
    anchorPoint = .zero
    backgroundPixel = node.background
    opacity = Float(node.opacity) / 255
    if node.flags.contains(.hidden) { flags.insert(.hidden) }
    if node.flags.contains(.clips) { flags.insert(.masksToBounds) }
    if node.flags.contains(.separateOpacity) { flags.insert(.separateOpacity) }
    contents = node.contents.map { Bitmap(storage: $0.takeUnretainedValue()) }
  }
}
