extension Bitmap {
  /// Creates a bitmap whose pixels are written by `fill`, in reading order, with no padding between
  /// rows.
  ///
  /// `fill` must write every pixel, premultiplied; they are uninitialized before.
  ///
  /// - Precondition: both sides are from 1 to ``maximumSideLength``.
  package init<Failure: Error>(
    width: Int, height: Int,
    fill: (_ pixels: UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Void
  ) throws(Failure) {
    let sides = 1...Self.maximumSideLength
    require(
      sides.contains(width) && sides.contains(height),
      "cannot make a bitmap of \(width) x \(height) pixels: each side must be from 1 to "
        + "\(Self.maximumSideLength)")
    let storage = PixelStorage(width: width, height: height, padded: false)
    try fill(UnsafeMutableBufferPointer(start: storage.pixels, count: width * height))
    storage.detectOpacity()
    self.init(storage: storage)
  }

  /// Calls `body` with a pointer to the pixels, without copying them.
  ///
  /// - Parameter body: takes the first pixel, and the number of pixels from one row to the next.
  package func withPixels<Result, Failure: Error>(
    _ body: (_ first: UnsafePointer<UInt32>, _ stride: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.read { () throws(Failure) in try body(storage.pixels, storage.stride) }
  }

  /// A Boolean value indicating whether every pixel has alpha 255, determined by reading the pixels
  /// if it is not known.
  ///
  /// - Complexity: O(*width* × *height*) at most.
  package var hasOnlyOpaquePixels: Bool { isOpaque || storage.hasOnlyOpaquePixels }

  /// Returns true if every pixel in a rectangle inside the bitmap has alpha 255.
  ///
  /// - Complexity: O(area of *rect*) at most.
  package func hasOnlyOpaquePixels(in rect: PixelRect) -> Bool {
    isOpaque || storage.isOpaque(in: rect)
  }
}
