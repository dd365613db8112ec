import Lamina

extension AnimatedBitmap {
  /// Reads all frames of a GIF, WebP or PNG file; a picture of any other supported format, and a still
  /// one, is one frame of a tenth of a second.
  ///
  /// The budget's `pixels` limits those of all frames together, of which each counts as at least 256.
  ///
  /// - Throws: ``PictureReadError``.
  /// - Complexity: O(size of the file + *width* × *height* × number of frames).
  public init(
    encoded bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    switch PictureFormat(bytes) {
    case .gif: try self.init(gif: bytes, budget: budget)
    case .png: try self.init(png: bytes, budget: budget)
    case .webp: try self.init(webp: bytes, budget: budget)
    case .jpeg, .portable: self.init(still: try Bitmap(encoded: bytes, budget: budget))
    }
  }

  /// Reads all frames of the file at a path; see ``init(encoded:budget:)``.
  ///
  /// - Throws: ``PictureReadError``.
  public init(
    contentsOfFile path: String, budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    try self.init(encoded: readFile(path, limit: budget.bytes), budget: budget)
  }

  /// Reads all frames of the file at a path, off the caller's isolation; see
  /// `Bitmap.load(contentsOfFile:budget:)`.
  ///
  /// - Throws: ``PictureReadError``, or `CancellationError`.
  public static func load(
    contentsOfFile path: String, budget: PictureBudget = PictureBudget()
  ) async throws -> AnimatedBitmap {
    try await inBackground { isCancelled in
      let bytes = try readFile(path, limit: budget.bytes)
      if isCancelled() { throw CancellationError() }
      return try AnimatedBitmap(encoded: bytes, budget: budget)
    }
  }

  /// Creates an animation of one frame.
  init(still bitmap: Bitmap) {
    self.init([(bitmap, 0)], ticksPerSecond: 10, loopCount: 1)
  }
}
