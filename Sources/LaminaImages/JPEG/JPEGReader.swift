import Lamina

#if JPEG
  import CTurboJPEG
#endif

extension Bitmap {
  /// Creates a bitmap from a JPEG file: baseline or progressive, grey, colours or inks (CMYK and
  /// YCCK), upright by the orientation that its Exif data give.
  ///
  /// libjpeg-turbo decodes the file, with its accurate transform and smooth chroma. Colours are taken as
  /// sRGB-encoded, and inks are multiplied: colour profiles are ignored. The file is read strictly:
  /// what libjpeg-turbo warns of is an error. Bytes after the end mark are ignored.
  ///
  /// Before memory is allocated, the budget is checked, and whether there are enough data for the
  /// size that the file claims.
  ///
  /// - Throws: ``PictureReadError``, among them ``PictureReadError/disabledTrait(_:)`` if the package's
  ///   trait `JPEG` is off, and ``PictureReadError/unsupported(_:offset:)`` for arithmetic, lossless
  ///   and hierarchical coding and for 12 bits per sample.
  /// - Complexity: O(size of the file + *width* × *height*) for each scan, of which there are at most
  ///   500.
  public init(
    jpeg bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    #if JPEG
      try budget.check(bytes: bytes.count)
      let header = try JPEGHeader(bytes, budget: budget)
      let (width, height) = (header.width, header.height)
      if header.orientation == .up {
        try self.init(width: width, height: height) { pixels throws(PictureReadError) in
          try header.decode(bytes, to: pixels)
        }
        return
      }
      let stored = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width * height)
      defer { stored.deallocate() }
      try header.decode(bytes, to: stored)
      let isSwapped = header.orientation.swapsSides
      self.init(width: isSwapped ? height : width, height: isSwapped ? width : height) { pixels in
        header.orientation.place(
          UnsafeBufferPointer(stored), width: width, height: height, in: pixels)
      }
    #else
      throw .disabledTrait("JPEG")
    #endif
  }
}

#if JPEG
  extension JPEGHeader {
    /// Decodes the stored picture, all pixels opaque.
    fileprivate func decode(
      _ bytes: [UInt8], to pixels: UnsafeMutableBufferPointer<UInt32>
    ) throws(PictureReadError) {
      guard let decoder = tjInitDecompress() else {
        throw .outOfMemory(byteCount: pixels.count * 4)
      }
      defer { tjDestroy(decoder) }
      // Whatever the decoder leaves out is black, not what was in the memory before.
      pixels.update(repeating: 0xFF00_0000)
      let hasInks = componentCount == 4
      let failed = bytes.withUnsafeBufferPointer {
        tjDecompress2(
          decoder, $0.baseAddress, UInt($0.count),
          UnsafeMutableRawPointer(pixels.baseAddress!).assumingMemoryBound(to: UInt8.self),
          Int32(width), 0, Int32(height), (hasInks ? TJPF_CMYK : Self.pixelFormat).rawValue,
          TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
      }
      guard failed == 0 else {
        let reason = String(cString: tjGetErrorStr2(decoder))
        if reason.contains("Premature end") { throw .truncated(offset: bytes.count) }
        throw .invalid(reason, offset: 0)
      }
      if hasInks { multiplyInks(pixels) }
    }

    private static var pixelFormat: TJPF { 1.littleEndian == 1 ? TJPF_BGRA : TJPF_ARGB }

    /// Turns inks, the bytes C, M, Y and K, into colours: what each ink and black let through together.
    private func multiplyInks(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
      let inverted: UInt32 = isAdobe ? 0 : 255
      for index in pixels.indices {
        let inks = pixels[index].bigEndian
        pixels[index] =
          0xFF00_0000
          | PixelBytes.premultiplied(
            red: inks >> 24 ^ inverted, green: inks >> 16 & 255 ^ inverted,
            blue: inks >> 8 & 255 ^ inverted, alpha: inks & 255 ^ inverted)
      }
    }
  }
#endif
