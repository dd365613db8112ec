import Foundation

// What graphs draw besides lines. A pixel depends only on the points whose lines touch its
// column, so a part of a graph has the bytes that it has in the whole.

extension DrawingContext {
  /// Gives all pixels inside the clip one colour, whatever was there: a translucent colour replaces
  /// them too. On antialiased edges of the clip, the old and the new pixels are mixed. ``alpha`` does
  /// not matter.
  public func clear(to color: Color) {
    if record(.clearTo(color), keepingOpacity: color.alpha >= 1) { return }
    let pixel = color.premultipliedPixel
    let clip = state.clip
    guard !clip.isEmpty else { return }
    prepareToDraw(keepingOpacity: pixel >> 24 == 255)
    let storage = storage
    guard let mask = state.clipMask else {
      for y in clip.minY..<clip.maxY {
        (storage.pixels + y * storage.stride + clip.minX)
          .update(repeating: pixel, count: clip.width)
      }
      return
    }
    for y in clip.minY..<clip.maxY {
      let row = storage.pixels + y * storage.stride
      for x in clip.minX..<clip.maxX {
        let amount = mask[x, y]
        row[x] = Pixel.multiply(pixel, amount) + Pixel.multiply(row[x], 255 - amount)
      }
    }
  }

  /// Fills the area between a line and the lower edge of the picture, with a vertical gradient: what
  /// is below a graph.
  ///
  ///     context.fillArea(below: points, topColor: .orange, bottomColor: .clear)
  ///     context.strokeLines(between: points)
  ///
  /// The gradient runs from the upper edge of the picture to its lower edge, whatever the transform and
  /// the clip are; colours are multiplied by ``alpha``, and their components interpolated linearly, one
  /// colour for each row of pixels. Coverage is measured on 16 lines in each row, exactly along these.
  /// A pixel depends only on the segments above and below which it lies, so that a graph to which points
  /// are added can be redrawn in part, with a clip, and looks as if drawn anew.
  ///
  /// - Parameters:
  ///   - points: the line, from left to right, in points. Where two follow each other at the same x, the
  ///     area has a step. Fewer than two fill nothing.
  ///   - topColor: the colour at the upper edge of the picture.
  ///   - bottomColor: the colour at the lower edge of the picture.
  /// - Precondition: the points are finite, and none is left of the one before it; the transform only
  ///   moves and scales, by factors above 0.
  /// - Complexity: O(*n* log *n* + *m*) in the points within the clip and the rows of pixels that their
  ///   segments cross.
  public func fillArea(below points: [CGPoint], topColor: Color, bottomColor: Color) {
    let transform = state.transform
    require(
      transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0,
      "a graph's area needs a transform that only moves and scales, by factors above 0")
    for (index, point) in points.enumerated() {
      Path.check(point)
      require(
        index == 0 || points[index - 1].x <= point.x,
        "a graph's area needs points from left to right, not \(point.x) after "
          + "\(points[max(0, index - 1)].x)")
    }
    let clip = state.clip
    guard points.count > 1, !clip.isEmpty else { return }
    if record(.fillArea(below: points, top: topColor, bottom: bottomColor)) { return }
    var places = points.map { FlattenedPath.map($0, transform) }
    let first = places.dropFirst().firstIndex { $0.x > Double(clip.minX) } ?? places.count
    let end = places.lastIndex { $0.x < Double(clip.maxX) } ?? 0
    guard first <= end + 1, first < places.count else { return }
    prepareToDraw()
    let last = min(end + 1, places.count - 1)
    places[first - 1] = PolylineArea.nearEnd(places[first - 1], of: places[first])
    places[last] = PolylineArea.nearEnd(places[last], of: places[last - 1])
    var area = PolylineArea(places[(first - 1)...last], clip: clip)
    for row in clip.minY..<clip.maxY {
      area.addSegments(in: row)
      let position = (Double(row) + 0.5) / Double(height)
      let pixel = color(topColor.interpolated(to: bottomColor, position))
      area.blend(
        pixel, into: storage.pixels + row * storage.stride, through: state.clipMask, row)
    }
  }
}

/// The part of each pixel that lies below a line, row by row from the top.
private struct PolylineArea {
  /// Lines along which a row of pixels is measured.
  static let samples = 16
  /// The largest distance from the left edge of the picture, in pixels.
  private static let reach = 0x1p24

  /// Returns the end of a segment, or the point where the segment leaves ``reach``.
  static func nearEnd(_ end: SIMD2<Double>, of other: SIMD2<Double>) -> SIMD2<Double> {
    guard abs(end.x) > reach, abs(other.x) <= reach else { return end }
    let x = end.x < 0 ? -reach : reach
    return SIMD2(x, other.y + (end.y - other.y) * ((x - other.x) / (end.x - other.x)))
  }

  /// The part of the line between two points.
  private struct Segment {
    let left: SIMD2<Double>
    let right: SIMD2<Double>
    /// The places of its ends in 1/256 pixel from the clip: the same part of a pixel, whichever it is
    /// in.
    let start: Int
    let end: Int
    /// The whole pixels by which ``left`` is right of the clip.
    private let pixel: Int
    /// The change of x for a pixel down.
    private let slope: Double

    init(_ left: SIMD2<Double>, _ right: SIMD2<Double>, in clip: PixelRect) {
      func place(_ x: Double) -> Int {
        let origin = x.rounded(.down)
        return Int(((x - origin) * 256).rounded()) + (Int(origin) - clip.minX) << 8
      }
      (self.left, self.right) = (left, right)
      (start, end) = (place(left.x), place(right.x))
      pixel = Int(left.x.rounded(.down)) - clip.minX
      slope = (right.x - left.x) / (right.y - left.y)
    }

    var top: Double { min(left.y, right.y) }
    var bottom: Double { max(left.y, right.y) }

    /// Returns the place at which the segment crosses a height, in 1/256 pixel from ``pixel``.
    private func crossing(at y: Double) -> Double {
      (left.x - left.x.rounded(.down) + (y - left.y) * slope) * 256
    }

    /// Returns the place at which the segment crosses a height, in 1/256 pixel from the clip.
    func place(at y: Double) -> Int { Int(crossing(at: y) + 0.5) + pixel << 8 }

    /// Returns the sum of the places at which the segment crosses the lines of a row.
    func sumOfPlaces(in row: Int) -> Int {
      // Adding and subtracting it rounds a number; the first one is moved by as little as makes halves
      // be rounded up.
      let rounder = SIMD4<Double>(repeating: 0x1.8p52)
      let first = crossing(at: Double(row) + 0.5 / Double(samples)) + 0x1p-30
      var offsets = SIMD4<Double>(0, 1, 2, 3)
      let step = slope * 256 / Double(samples)
      var sum = SIMD4<Double>.zero
      for _ in 0..<samples / 4 {
        sum += (first + offsets * step + rounder) - rounder
        offsets += 4
      }
      return Int(sum.sum()) + samples * pixel << 8
    }
  }

  private let clip: PixelRect
  /// The segments that begin below the last row, from top to bottom.
  private var coming: ArraySlice<Segment>
  /// The segments that begin in or above the last row, and end below its upper edge.
  private var active: [Segment] = []
  /// The coverage of each pixel of the last row, and of one more that is not drawn, in 1/256 pixel times
  /// samples: below segments that end above the row, and below others.
  private var whole: [Int32]
  private var partial: [Int32]

  init(_ places: ArraySlice<SIMD2<Double>>, clip: PixelRect) {
    self.clip = clip
    whole = [Int32](repeating: 0, count: clip.width + 1)
    partial = whole
    coming =
      zip(places, places.dropFirst()).map { Segment($0, $1, in: clip) }
      .filter { $0.start < $0.end }.sorted { $0.top < $1.top }[...]
  }

  /// Adds what is below the line in a row, which is below those before.
  mutating func addSegments(in row: Int) {
    while let next = coming.first, next.top < Double(row + 1) {
      active.append(next)
      coming.removeFirst()
    }
    var kept = 0
    for segment in active {
      if segment.bottom <= Double(row) {
        Self.add(segment.start, segment.end, weight: Self.samples, to: &whole)
      } else {
        active[kept] = segment
        kept += 1
        add(segment, row)
      }
    }
    active.removeLast(active.count - kept)
  }

  /// Adds what is below a segment that ends below the upper edge of a row.
  private mutating func add(_ segment: Segment, _ row: Int) {
    let isFalling = segment.left.y <= segment.right.y
    let pixel = segment.start >> 8
    if segment.top <= Double(row), segment.bottom >= Double(row + 1),
      pixel == (segment.end - 1) >> 8, 0..<clip.width ~= pixel
    {
      // A steep segment, as in dense graphs: it crosses all lines of the row in one pixel.
      let sum = segment.sumOfPlaces(in: row)
      let cover =
        isFalling ? sum - Self.samples * segment.start : Self.samples * segment.end - sum
      partial[pixel] += Int32(cover)
      return
    }
    for sample in 0..<Self.samples {
      let y = Double(row) + (Double(sample) + 0.5) / Double(Self.samples)
      guard segment.top <= y else { continue }
      var (start, end) = (segment.start, segment.end)
      if segment.bottom > y {
        let place = segment.place(at: y)
        if isFalling { end = min(end, place) } else { start = max(start, place) }
      }
      Self.add(start, end, weight: 1, to: &partial)
    }
  }

  private static func add(_ start: Int, _ end: Int, weight: Int, to cover: inout [Int32]) {
    let start = max(start, 0)
    let end = min(end, (cover.count - 1) << 8)
    if start >= end { return }
    let (first, last) = (start >> 8, end >> 8)
    if first == last {
      cover[first] += Int32((end - start) * weight)
      return
    }
    cover[first] += Int32((256 - start & 255) * weight)
    for pixel in first + 1..<last { cover[pixel] += Int32(256 * weight) }
    cover[last] += Int32((end & 255) * weight)
  }

  /// Draws the last row.
  mutating func blend(
    _ pixel: UInt32, into row: UnsafeMutablePointer<UInt32>, through mask: Mask?, _ y: Int
  ) {
    let full = Int32(256 * Self.samples)
    for index in 0..<clip.width where whole[index] + partial[index] > 0 {
      let x = clip.minX + index
      var amount = UInt8(((whole[index] + partial[index]) * 255 + full / 2) / full)
      if let mask { amount = Pixel.multiply(amount, mask[x, y]) }
      row[x] = Pixel.over(Pixel.multiply(pixel, amount), row[x])
      partial[index] = 0
    }
  }
}
