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
  /// - Complexity: O(*rows* · *n*) in the rows of pixels and the points within the clip.
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
    let places = points.map { FlattenedPath.map($0, transform) }
    let first = places.dropFirst().firstIndex { $0.x > Double(clip.minX) } ?? places.count
    let end = places.lastIndex { $0.x < Double(clip.maxX) } ?? 0
    guard first <= end + 1, first < places.count else { return }
    let lines = first..<min(end + 2, places.count)
    prepareToDraw()
    var area = PolylineArea(clip: clip)
    for row in clip.minY..<clip.maxY {
      for index in lines { area.add(places[index - 1], places[index], row) }
      let position = (Double(row) + 0.5) / Double(height)
      let pixel = color(topColor.mixed(with: bottomColor, position))
      area.blend(
        pixel, into: storage.pixels + row * storage.stride, through: state.clipMask, row)
    }
  }
}

extension Color {
  /// Returns the colour at a position from this one, 0, to another, 1.
  fileprivate func mixed(with other: Color, _ position: Double) -> Color {
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * position }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}

/// The part of each pixel of a row that lies below a line.
private struct PolylineArea {
  /// Lines along which a row of pixels is measured.
  private static let samples = 16

  private let clip: PixelRect
  /// 1/256 pixel times samples, for each pixel, and for one more that is not drawn.
  private var cover: [Int32]

  init(clip: PixelRect) {
    self.clip = clip
    cover = [Int32](repeating: 0, count: clip.width + 1)
  }

  /// Adds what is below the line between two points.
  mutating func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ row: Int) {
    let (left, right) = (step(from.x), step(to.x))
    if max(from.y, to.y) <= Double(row) {
      add(left, right, weight: Int32(Self.samples))
    } else if min(from.y, to.y) < Double(row + 1) {
      let origin = from.x.rounded(.down)
      for sample in 0..<Self.samples {
        let y = Double(row) + (Double(sample) + 0.5) / Double(Self.samples)
        guard from.y <= y || to.y <= y else { continue }
        var (start, end) = (left, right)
        if from.y > y || to.y > y {
          let x = from.x - origin + (y - from.y) * ((to.x - from.x) / (to.y - from.y))
          let crossing = Int((x * 256).rounded()) + (Int(origin) - clip.minX) << 8
          if from.y <= y { end = min(end, crossing) } else { start = max(start, crossing) }
        }
        add(start, end, weight: 1)
      }
    }
  }

  /// A place in 1/256 pixel from the clip: the same part of a pixel, whichever it is in.
  private func step(_ x: Double) -> Int {
    let origin = x.rounded(.down)
    return Int(((x - origin) * 256).rounded()) + (Int(origin) - clip.minX) << 8
  }

  private mutating func add(_ start: Int, _ end: Int, weight: Int32) {
    let start = max(start, 0)
    let end = min(end, clip.width << 8)
    if start >= end { return }
    let (first, last) = (start >> 8, end >> 8)
    if first == last {
      cover[first] += Int32(end - start) * weight
      return
    }
    cover[first] += Int32(256 - start & 255) * weight
    for pixel in first + 1..<last { cover[pixel] += 256 * weight }
    cover[last] += Int32(end & 255) * weight
  }

  /// Draws the row, and forgets it.
  mutating func blend(
    _ pixel: UInt32, into row: UnsafeMutablePointer<UInt32>, through mask: Mask?, _ y: Int
  ) {
    let whole = Int32(256 * Self.samples)
    for index in 0..<clip.width where cover[index] > 0 {
      let x = clip.minX + index
      var amount = UInt8((cover[index] * 255 + whole / 2) / whole)
      if let mask { amount = Pixel.multiply(amount, mask[x, y]) }
      row[x] = Pixel.over(Pixel.multiply(pixel, amount), row[x])
      cover[index] = 0
    }
  }
}
