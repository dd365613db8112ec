import Foundation
import Lamina
import LaminaViews

/// A landscape that is the same wherever and however finely it is looked at.
package struct Terrain: Sendable {
  /// The length of each side of the map, in points.
  package static let side = 1_048_576.0

  package init() {}

  /// A number from 0 to 1 for each point of a grid.
  private func noise(_ x: Int, _ y: Int, _ octave: Int) -> Double {
    var bits = UInt64(bitPattern: Int64(x &* 73_856_093 ^ y &* 19_349_663 ^ octave &* 83_492_791))
    bits = (bits ^ bits >> 33) &* 0xFF51_AFD7_ED55_8CCD
    bits = (bits ^ bits >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return Double((bits ^ bits >> 33) >> 11) / Double(1 << 53)
  }

  private func smoothNoise(_ x: Double, _ y: Double, _ octave: Int) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (x - left, y - top)
    let (a, b) = (u * u * (3 - 2 * u), v * v * (3 - 2 * v))
    let (i, j) = (Int(left), Int(top))
    let upper = noise(i, j, octave) * (1 - a) + noise(i + 1, j, octave) * a
    let lower = noise(i, j + 1, octave) * (1 - a) + noise(i + 1, j + 1, octave) * a
    return upper * (1 - b) + lower * b
  }

  /// The height at a point, about -1 to 1; below 0 is sea.
  ///
  /// - Parameter detail: the smallest length that matters, in points.
  func height(_ x: Double, _ y: Double, detail: Double) -> Double {
    var height = 0.0
    var (size, weight) = (Self.side / 5, 1.0)
    var octave = 0
    while size > detail, octave < 20 {
      height += weight * (smoothNoise(x / size, y / size, octave) - 0.5)
      size /= 2.03
      weight *= 0.53
      octave += 1
    }
    return height * 1.6
  }

  private static let colors: [(height: Double, color: SIMD3<Double>)] = [
    (-0.9, [0.05, 0.16, 0.33]), (-0.25, [0.10, 0.30, 0.52]), (-0.02, [0.30, 0.58, 0.71]),
    (0, [0.86, 0.80, 0.60]), (0.03, [0.50, 0.64, 0.34]), (0.25, [0.25, 0.46, 0.24]),
    (0.5, [0.52, 0.46, 0.34]), (0.68, [0.55, 0.51, 0.48]), (0.85, [0.97, 0.97, 0.99]),
  ]

  private func color(_ height: Double, _ light: Double) -> Color {
    let colors = Self.colors
    let index = max(1, colors.firstIndex { $0.height > height } ?? colors.count - 1)
    let (low, high) = (colors[index - 1], colors[index])
    let part = max(0, min(1, (height - low.height) / (high.height - low.height)))
    let color = (low.color + (high.color - low.color) * part) * light
    return Color(red: min(1, color.x), green: min(1, color.y), blue: min(1, color.z), alpha: 1)
  }

  /// Draws what a context is clipped to.
  package func draw(in context: DrawingContext) {
    let rect = context.boundingBoxOfClipPath
    let pixel = rect.width / Double(context.width)
    let (width, height) = (context.width, context.height)
    // One more on each side, for the light.
    var heights: [Double] = []
    heights.reserveCapacity((width + 2) * (height + 2))
    for y in -1...height {
      for x in -1...width {
        heights.append(
          self.height(
            rect.minX + (Double(x) + 0.5) * pixel, rect.minY + (Double(y) + 0.5) * pixel,
            detail: pixel))
      }
    }
    let picture = try? Bitmap(width: width, height: height) { x, y in
      let center = (y + 1) * (width + 2) + x + 1
      // The sun is in the north-west. Slopes are steeper the closer one looks.
      let slope =
        heights[center + 1] - heights[center - 1]
        + heights[center + width + 2] - heights[center - width - 2]
      let sharpness = 6 * (Self.side / 4_096 / pixel).squareRoot().squareRoot()
      let light = heights[center] < 0 ? 1 - slope : 1 - sharpness * slope
      return color(heights[center], max(0.45, min(1.5, light)))
    }
    if let picture { context.draw(picture, in: rect) }
  }
}

/// The whole map. It belongs into something that shows a part of it, at any scale.
package final class MapView: View {
  package init() {
    super.init(frame: CGRect(x: 0, y: 0, width: Terrain.side, height: Terrain.side))
  }

  package override class func makeLayer() -> Layer { makeMap() }

  /// A layer as large as the map. It asks for tiles where it is seen, each of which has half as many
  /// points on a side as one of the next level has.
  package static func makeMap() -> TiledLayer {
    let map = TiledLayer()
    map.bounds = CGRect(x: 0, y: 0, width: Terrain.side, height: Terrain.side)
    map.isOpaque = true
    map.levelsOfDetail = 14
    map.drawTile = { context in Terrain().draw(in: context) }
    return map
  }
}
