import CPixman
import Foundation
import Lamina

/// W7: a hundred translucent bitmaps of 256 x 256 pixels, all turned a little further each frame.
struct TurnedBitmaps {
  static let width = SpriteField.width
  static let height = SpriteField.height
  static let background = SpriteField.background
  static let side = 256
  static let count = 100

  private(set) var centers: [CGPoint] = []
  private(set) var pixels: [[UInt32]] = []

  init() {
    var random = Xorshift(state: 99)
    for _ in 0..<Self.count {
      let x = 200 + random.unit() * 1520
      centers.append(CGPoint(x: x, y: 200 + random.unit() * 680))
      let red = Int(random.next() & 255)
      let green = Int(random.next() & 255)
      let blue = Int(random.next() & 255)
      pixels.append(Self.checks(red: red, green: green, blue: blue))
    }
  }

  private static func checks(red: Int, green: Int, blue: Int) -> [UInt32] {
    (0..<side * side).map { index in
      let (x, y) = (index % side, index / side)
      let isEven = (x >> 4 ^ y >> 4) & 1 == 1
      return premultiplied(
        alpha: isEven ? 200 : 120, red: isEven ? red : 255 - red, green: green,
        blue: (blue + x) & 255)
    }
  }

  /// Radians, clockwise on the picture.
  static func angle(_ bitmap: Int, frame: Int) -> Double {
    (Double(bitmap) * 3.6 + Double(frame) + 0.5) * .pi / 180
  }
}

/// W7 as layers, with edges that are antialiased.
final class TurnedBitmapScene: BenchScene {
  private let layers: [Layer]

  init(threads: Int = 1) throws {
    let bitmaps = TurnedBitmaps()
    let side = TurnedBitmaps.side
    layers = try zip(bitmaps.centers, bitmaps.pixels).map { center, pixels in
      let layer = Layer()
      layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      layer.position = center
      layer.contents = try Bitmap(width: side, height: side, pixels: pixels)
      return layer
    }
    try super.init(
      width: TurnedBitmaps.width, height: TurnedBitmaps.height,
      background: TurnedBitmaps.background, threads: threads)
    root.sublayers = layers
  }

  override func change(frame: Int) {
    for (index, layer) in layers.enumerated() {
      let angle = TurnedBitmaps.angle(index, frame: frame)
      layer.transform = Transform3D(rotation: angle, x: 0, y: 0, z: 1)
    }
  }
}

/// W7 by pixman's bilinear filter: its edges are not antialiased, so that there is no picture to
/// compare.
final class TurnedBitmapLimit: Competitor {
  let peer = "limit: raw pixman bilinear"
  private let framebuffer = LimitFramebuffer(
    width: TurnedBitmaps.width, height: TurnedBitmaps.height)
  private let bitmaps = TurnedBitmaps()
  private let memory: [UnsafeMutablePointer<UInt32>]
  private let images: [OpaquePointer]

  init() {
    let side = TurnedBitmaps.side
    memory = bitmaps.pixels.map { pixels in
      let memory = allocatePixels(count: side * side)
      memory.update(from: pixels, count: side * side)
      return memory
    }
    images = memory.map { pixels in
      let image = makeImage(PIXMAN_a8r8g8b8, width: side, height: side, pixels: pixels)
      pixman_image_set_filter(image, PIXMAN_FILTER_BILINEAR, nil, 0)
      return image
    }
  }

  deinit {
    for image in images { pixman_image_unref(image) }
    for pixels in memory { free(pixels) }
  }

  func draw(frame: Int) {
    framebuffer.fill(
      x: 0, y: 0, width: TurnedBitmaps.width, height: TurnedBitmaps.height,
      TurnedBitmaps.background)
    let half = Double(TurnedBitmaps.side) / 2
    for (index, center) in bitmaps.centers.enumerated() {
      let angle = TurnedBitmaps.angle(index, frame: frame)
      let (sine, cosine) = (sin(angle), cos(angle))
      let reach = half * (abs(cosine) + abs(sine)) + 1
      let left = Int32((center.x - reach).rounded(.down))
      let top = Int32((center.y - reach).rounded(.down))
      // From pixels of the framebuffer to pixels of the bitmap.
      let (x, y) = (center.x, center.y)
      var toBitmap = pixman_f_transform(
        m: (
          (cosine, sine, half - cosine * x - sine * y),
          (-sine, cosine, half + sine * x - cosine * y), (0, 0, 1)
        ))
      var fixed = pixman_transform()
      pixman_transform_from_pixman_f_transform(&fixed, &toBitmap)
      pixman_image_set_transform(images[index], &fixed)
      pixman_image_composite32(
        PIXMAN_OP_OVER, images[index], nil, framebuffer.image, left, top, 0, 0, left, top,
        Int32((center.x + reach).rounded(.up)) - left, Int32((center.y + reach).rounded(.up)) - top)
    }
  }
}
