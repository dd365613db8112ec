import Foundation
import Lamina
import LaminaTestSupport
import LaminaTesting
import Testing

@testable import ExampleScenes

/// Each scene of the gallery in other places: what is expected is worked out from the scene's own
/// picture.
@Suite("Scenes of the gallery", .slow)
struct GalleryVariantTests {
  private static let scenes = Sheet.all.flatMap(\.scenes).map { "\($0.title): \($0.note)" }

  /// The frame, in points, and where a scene stands in it.
  private let frame = CGSize(width: 200, height: 140)
  private let place = CGRect(x: 11, y: 9, width: 176, height: 120)

  private func scene(_ name: String) throws -> GalleryScene {
    try #require(Sheet.all.flatMap(\.scenes).first { "\($0.title): \($0.note)" == name })
  }

  /// The picture of a scene in a layer that can be changed, and that cuts it off.
  private func picture(
    of name: String, in size: CGSize? = nil, scale: CGFloat = 1,
    _ prepare: (_ root: Layer, _ holder: Layer) -> Void = { _, _ in }
  ) throws -> Bitmap {
    let size = size ?? frame
    let renderer = try Renderer(size: size, scale: scale)
    let holder = Layer()
    holder.frame = place
    holder.masksToBounds = true
    holder.addSublayer(try scene(name).makeStage())
    renderer.layer.addSublayer(holder)
    prepare(renderer.layer, holder)
    renderer.finishTiles(at: 0)
    return try renderer.render(at: 0).bitmap
  }

  /// A picture whose pixels are asked for.
  private func bitmap(
    _ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32
  ) throws -> Bitmap {
    try Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).map { pixel($0 % width, $0 / width) })
  }

  /// Parts of pictures that are not exactly as expected.
  ///
  /// Areas and gradients are rounded to the nearest, the other way where a half is turned over; where
  /// many edges meet, areas are sampled along lines. A quarter of a turn leaves the whole pixels that
  /// upright layers and bitmaps are put on, and tiles overlap there.
  private struct Tolerances {
    var moved = PictureTolerance.exact
    var mirrored = PictureTolerance(channel: 1)
    var turned = PictureTolerance(channel: 3)
    var large = PictureTolerance(channel: 12, share: 0.03)

    init(_ name: String) {
      switch name {
      case "GradientLayer: conic, masked by a ring", "GradientLayer: axial, four colours":
        moved = PictureTolerance(channel: 1)
      case "compositingFilter: ten of twenty modes":
        moved = PictureTolerance(channel: 2)
        turned = PictureTolerance(channel: 3, share: 0.02)
      case "ShapeLayer: strokeEnd, lineDashPattern":
        mirrored = PictureTolerance(channel: 3)
        turned = PictureTolerance(channel: 4)
      case "contents: one bitmap, three layers", "masksToBounds: cuts at round corners",
        "contentsGravity: six of twelve", "sublayerTransform: one perspective for all",
        "TiledLayer: drawn tile by tile", "Everything together: turned, filtered, blended",
        "TransformLayer: sides that stand in space":
        turned = PictureTolerance(channel: 3, share: 0.02)
      // Letters are set finer at a larger scale.
      case "TextLayer: wrapped, in any script": large = PictureTolerance(channel: 64, share: 0.03)
      default: break
      }
    }
  }

  @Test("look the same turned over, turned, moved, cut, in groups and larger", arguments: scenes)
  func variants(name: String) throws {
    let tolerance = Tolerances(name)
    let plain = try picture(of: name)
    let (w, h) = (plain.width, plain.height)
    let (right, bottom) = (2 * Int(place.midX) - 1, 2 * Int(place.midY) - 1)
    func at(_ x: Int, _ y: Int) -> UInt32 { x < 0 || y < 0 || x >= w || y >= h ? 0 : plain[x, y] }

    expectPicture(
      try picture(of: name) { $1.setAffineTransform(Transform2D(scaleX: -1, y: 1)) },
      equals: try bitmap(w, h) { at(right - $0, $1) }, tolerance: tolerance.mirrored)
    expectPicture(
      try picture(of: name) { $1.setAffineTransform(Transform2D(scaleX: 1, y: -1)) },
      equals: try bitmap(w, h) { at($0, bottom - $1) }, tolerance: tolerance.mirrored)
    expectPicture(
      try picture(of: name, in: CGSize(width: frame.height, height: frame.width)) {
        $1.setAffineTransform(Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        $1.position = CGPoint(x: frame.height - place.midY, y: place.midX)
      },
      equals: try bitmap(h, w) { at($1, h - 1 - $0) }, tolerance: tolerance.turned)

    let moved = try bitmap(w, h) { at($0 - 7, $1 + 5) }
    expectPicture(
      try picture(of: name) {
        $1.position.x += 7
        $1.position.y -= 5
      }, equals: moved, tolerance: tolerance.moved)
    // What a background blur sees ends where a clip does.
    if name != "backgroundFilters: frosted glass" {
      let clip = CGRect(x: 40, y: 30, width: 90, height: 70)
      expectPicture(
        try picture(of: name) { root, holder in
          holder.position.x += 7
          holder.position.y -= 5
          wrap(holder, in: clip).masksToBounds = true
        },
        equals: try bitmap(w, h) {
          clip.contains(CGPoint(x: $0, y: $1)) ? moved[$0, $1] : 0
        }, tolerance: tolerance.moved)
    }

    expectPicture(
      try picture(of: name) { root, holder in wrap(holder, in: root.bounds) }, equals: plain)
    expectPicture(
      try picture(of: name) { root, holder in
        let group = wrap(holder, in: root.bounds)
        group.mask = Layer()
        group.mask?.frame = root.bounds
        group.mask?.backgroundColor = .black
      }, equals: plain)
    expectPicture(
      try picture(of: name) { $1.opacity = 0.5 },
      equals: try bitmap(w, h) { x, y in
        components(at(x, y)) { _, value in ((value * 128 + 128) * 257) >> 16 }
      })

    let large = try picture(of: name, scale: 2)
    expectPicture(
      try bitmap(w, h) { x, y in
        components(0) { shift, _ in
          [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(2) {
            $0 + (large[2 * x + $1.0, 2 * y + $1.1] >> shift & 255)
          } / 4
        }
      }, equals: plain, tolerance: tolerance.large)
  }

  /// Puts a layer that has coordinates of the frame into one that is plain and shows a part of it.
  @discardableResult
  private func wrap(_ layer: Layer, in rect: CGRect) -> Layer {
    let wrapper = Layer()
    wrapper.frame = rect
    wrapper.bounds.origin = rect.origin
    layer.superlayer?.addSublayer(wrapper)
    wrapper.addSublayer(layer)
    return wrapper
  }

  /// A pixel of which each component is worked out.
  private func components(
    _ pixel: UInt32, _ component: (_ shift: UInt32, _ value: UInt32) -> UInt32
  ) -> UInt32 {
    [0, 8, 16, 24].reduce(0) { $0 | component($1, pixel >> $1 & 255) << $1 }
  }
}
