import Lamina

extension Bitmap {
  /// Creates a bitmap from a picture file in any of the supported formats: PNG, JPEG, WebP, GIF, PBM,
  /// PGM, PPM or PAM. Of an animation it is the first frame; see ``AnimatedBitmap``.
  ///
  /// - Throws: ``PictureReadError``.
  public init(
    encoded bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    switch PictureFormat(bytes) {
    case .png: try self.init(png: bytes, budget: budget)
    case .jpeg: try self.init(jpeg: bytes, budget: budget)
    case .webp: try self.init(webp: bytes, budget: budget)
    case .gif: try self.init(gif: bytes, budget: budget)
    case .portable: try self.init(ppm: bytes, budget: budget)
    }
  }

  /// Creates a bitmap from the picture file at a path; see ``init(encoded:budget:)``.
  ///
  /// - Throws: ``PictureReadError``.
  public init(
    contentsOfFile path: String, budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    let bytes = try readFile(path, limit: budget.bytes)
    try self.init(encoded: bytes, budget: budget)
  }

  /// Reads the picture file at a path, off the caller's isolation; its content tells its format.
  ///
  ///     layer.contents = try await Bitmap.load(contentsOfFile: "cover.png")
  ///
  /// The work is done on a background thread. A cancelled task waits no longer, and what had begun
  /// ends with the file's bytes or with the picture, which is lost.
  ///
  /// - Throws: ``PictureReadError``, or `CancellationError`.
  /// - Complexity: O(size of the file + *width* × *height*).
  public static func load(
    contentsOfFile path: String, budget: PictureBudget = PictureBudget()
  ) async throws -> Bitmap {
    try await inBackground { isCancelled in
      let bytes = try readFile(path, limit: budget.bytes)
      if isCancelled() { throw CancellationError() }
      return try Bitmap(encoded: bytes, budget: budget)
    }
  }

  /// Decodes a picture in any of the supported formats, off the caller's isolation; see
  /// ``load(contentsOfFile:budget:)``.
  ///
  /// - Throws: ``PictureReadError``, or `CancellationError`.
  public static func load(
    encoded bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) async throws -> Bitmap {
    try await inBackground { _ in try Bitmap(encoded: bytes, budget: budget) }
  }
}
