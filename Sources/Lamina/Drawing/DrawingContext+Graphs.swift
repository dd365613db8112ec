import Foundation

// What graphs draw besides lines. A pixel depends only on the points whose lines touch its
// column, so a part of a graph has the bytes that it has in the whole.

extension DrawingContext {
  /// Makes every pixel of the clip one colour, whatever was there.
  ///
  /// Clips that are not upright rectangles are left aside.
  package func clearClip(to color: Color) {
    if record(.clearClip(color), keepingOpacity: color.alpha >= 1) { return }
    let pixel = color.premultipliedPixel
    let clip = state.clip
    guard !clip.isEmpty else { return }
    prepareToDraw(keepingOpacity: pixel >> 24 == 255)
    let storage = storage
    for row in clip.minY..<clip.maxY {
      (storage.pixels + row * storage.stride + clip.minX)
        .update(repeating: pixel, count: clip.width)
    }
  }

  /// Fills the area from a line down to the lower edge, with a colour for each row.
  ///
  /// Coverage is measured on 16 lines in each row of pixels, exactly along these. Clips that are
  /// not upright rectangles are left aside.
  ///
  /// - Parameters:
  ///   - points: from left to right, finite. Fewer than two fill nothing.
  ///   - colors: premultiplied pixels, one for each row of the context.
  /// - Precondition: the transform only moves and scales, with factors above 0.
  package func fillBelow(_ points: [CGPoint], colors: [UInt32]) {
    let clip = state.clip
    let transform = state.transform
    require(colors.count == height, "a graph's area needs a colour for each row")
    require(
      transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0,
      "a graph's area needs a transform that only moves and scales, by factors above 0")
    guard points.count > 1, !clip.isEmpty else { return }
    if record(.fillBelow(points, colors: colors)) { return }
    let places = points.map { FlattenedPath.map($0, transform) }
    prepareToDraw()
    var area = PolylineArea(clip: clip)
    for row in clip.minY..<clip.maxY {
      for index in 1..<places.count { area.add(places[index - 1], places[index], row) }
      area.blend(colors[row], into: storage.pixels + row * storage.stride + clip.minX)
    }
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
  mutating func blend(_ pixel: UInt32, into pixels: UnsafeMutablePointer<UInt32>) {
    let whole = Int32(256 * Self.samples)
    for index in 0..<clip.width where cover[index] > 0 {
      let amount = UInt8((cover[index] * 255 + whole / 2) / whole)
      pixels[index] = Pixel.over(Pixel.multiply(pixel, amount), pixels[index])
      cover[index] = 0
    }
  }
}
