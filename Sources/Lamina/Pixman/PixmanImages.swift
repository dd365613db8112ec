import CPixman

/// pixman, for the length of one call: images are made around memory that somebody else owns,
/// used and released, and never leave the function.
enum Pixman {
  /// The oldest version that is accepted: the first without CVE-2022-44638.
  static let minimumVersion = (major: 0, minor: 42, patch: 2)

  /// The version of the library that is loaded, as `major * 10000 + minor * 100 + patch`.
  static var version: Int { Int(pixman_version()) }

  /// The same as text, such as "0.42.2".
  static var versionText: String { String(cString: pixman_version_string()) }

  static var isRecentEnough: Bool {
    version >= minimumVersion.major * 10_000 + minimumVersion.minor * 100 + minimumVersion.patch
  }

  /// Replaces `box` by one pixel value.
  static func fill(_ target: Surface, _ box: PixelRect, _ pixel: UInt32) {
    _ = pixman_fill(
      target.row(box.minY, box.minX), Int32(target.stride), 32, 0, 0, Int32(box.width),
      Int32(box.height), pixel)
  }

  /// Blends one colour over `box`.
  static func blend(_ target: Surface, _ box: PixelRect, _ pixel: UInt32) {
    withSolid(pixel) { color in
      composite(PIXMAN_OP_OVER, color, nil, target, box)
    }
  }

  /// Blends, or copies, `box` of a picture whose pixel (0, 0) lies at (`originX`, `originY`).
  static func draw(
    _ source: PixelStorage, originX: Int, originY: Int, alpha: UInt8, replacing: Bool,
    _ target: Surface, _ box: PixelRect
  ) {
    guard
      let image = pixman_image_create_bits_no_clear(
        source.isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, Int32(source.width),
        Int32(source.height), source.pixels, Int32(source.stride * 4))
    else { return }
    defer { pixman_image_unref(image) }
    let operation = replacing ? PIXMAN_OP_SRC : PIXMAN_OP_OVER
    let x = box.minX - originX
    let y = box.minY - originY
    if alpha == 255 {
      composite(operation, image, nil, target, box, x, y)
    } else {
      withSolid(UInt32(alpha) << 24) { mask in
        composite(operation, image, mask, target, box, x, y)
      }
    }
  }

  /// Blends the part `box` of one surface over another, times `alpha / 255`; or otherwise, by a
  /// mode.
  static func blend(
    _ source: Surface, alpha: UInt8, mode: BlendMode? = nil, _ target: Surface, _ box: PixelRect
  ) {
    let operation = mode?.operation ?? PIXMAN_OP_OVER
    withBits(source, box) { image in
      if alpha == 255 {
        composite(operation, image, nil, target, box)
      } else {
        withSolid(UInt32(alpha) << 24) { mask in
          composite(operation, image, mask, target, box)
        }
      }
    }
  }

  /// Blends one colour over `box`, times the coverage of each pixel, which is read from a place in
  /// the coverage on.
  static func blend(
    _ pixel: UInt32, coverage: UnsafePointer<UInt8>, coverageStride: Int, x: Int = 0,
    y: Int = 0, _ target: Surface, _ box: PixelRect
  ) {
    withCoverage(coverage, coverageStride, x + box.width, y + box.height) { mask in
      withSolid(pixel) { color in
        composite(PIXMAN_OP_OVER, color, mask, target, box, 0, 0, x, y)
      }
    }
  }

  // MARK: - Images

  private static func withSolid(_ pixel: UInt32, _ body: (OpaquePointer) -> Void) {
    func wide(_ shift: UInt32) -> UInt16 { UInt16(pixel >> shift & 255) * 257 }
    var color = pixman_color_t(red: wide(16), green: wide(8), blue: wide(0), alpha: wide(24))
    guard let image = pixman_image_create_solid_fill(&color) else { return }
    defer { pixman_image_unref(image) }
    body(image)
  }

  private static func withBits(
    _ surface: Surface, _ box: PixelRect, _ body: (OpaquePointer) -> Void
  ) {
    guard
      let image = pixman_image_create_bits_no_clear(
        PIXMAN_a8r8g8b8, Int32(box.width), Int32(box.height), surface.row(box.minY, box.minX),
        Int32(surface.stride * 4))
    else { return }
    defer { pixman_image_unref(image) }
    body(image)
  }

  /// `stride` bytes from row to row, a multiple of four.
  private static func withCoverage(
    _ bytes: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int,
    _ body: (OpaquePointer) -> Void
  ) {
    let words = UnsafeMutableRawPointer(mutating: bytes).assumingMemoryBound(to: UInt32.self)
    guard
      let image = pixman_image_create_bits_no_clear(
        PIXMAN_a8, Int32(width), Int32(height), words, Int32(stride))
    else { return }
    defer { pixman_image_unref(image) }
    body(image)
  }

  private static func composite(
    _ operation: pixman_op_t, _ source: OpaquePointer, _ mask: OpaquePointer?,
    _ target: Surface, _ box: PixelRect, _ sourceX: Int = 0, _ sourceY: Int = 0,
    _ maskX: Int = 0, _ maskY: Int = 0
  ) {
    withBits(target, box) { destination in
      pixman_image_composite32(
        operation, source, mask, destination, Int32(sourceX), Int32(sourceY), Int32(maskX),
        Int32(maskY), 0, 0,
        Int32(box.width), Int32(box.height))
    }
  }
}

extension BlendMode {
  fileprivate var operation: pixman_op_t {
    switch self {
    case .multiply: PIXMAN_OP_MULTIPLY
    case .screen: PIXMAN_OP_SCREEN
    case .overlay: PIXMAN_OP_OVERLAY
    case .darken: PIXMAN_OP_DARKEN
    case .lighten: PIXMAN_OP_LIGHTEN
    case .colorDodge: PIXMAN_OP_COLOR_DODGE
    case .colorBurn: PIXMAN_OP_COLOR_BURN
    case .hardLight: PIXMAN_OP_HARD_LIGHT
    case .softLight: PIXMAN_OP_SOFT_LIGHT
    case .difference: PIXMAN_OP_DIFFERENCE
    case .exclusion: PIXMAN_OP_EXCLUSION
    case .hue: PIXMAN_OP_HSL_HUE
    case .saturation: PIXMAN_OP_HSL_SATURATION
    case .color: PIXMAN_OP_HSL_COLOR
    case .luminosity: PIXMAN_OP_HSL_LUMINOSITY
    case .sourceAtop: PIXMAN_OP_ATOP
    case .destinationOver: PIXMAN_OP_OVER_REVERSE
    case .destinationOut: PIXMAN_OP_OUT_REVERSE
    case .xor: PIXMAN_OP_XOR
    case .plusLighter: PIXMAN_OP_ADD
    }
  }
}
