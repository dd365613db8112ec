import Lamina

#if WebP
  import CWebP
#endif

extension Bitmap {
  /// Creates a bitmap from a WebP file, lossy or lossless; of an animation it is the first frame.
  ///
  /// libwebp decodes the file; colours are then premultiplied. Colours are taken as sRGB-encoded:
  /// colour profiles and other metadata are ignored, as are bytes after the picture.
  ///
  /// The budget is checked before memory is allocated. WebP stores pictures of one colour in a few
  /// bytes, so the size of a file says little about that of its picture.
  ///
  /// - Throws: ``PictureReadError``, among them ``PictureReadError/disabledTrait(_:)`` if the package's
  ///   trait `WebP` is off.
  /// - Complexity: O(size of the file + *width* × *height*).
  public init(
    webp bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    #if WebP
      let features = try WebPFile.features(bytes, budget: budget)
      if features.has_animation != 0 {
        self = try WebPFile.frames(bytes, budget: budget, limit: 1).frames[0].bitmap
        return
      }
      try self.init(
        width: Int(features.width), height: Int(features.height)
      ) { pixels throws(PictureReadError) in
        try WebPFile.decode(bytes, to: pixels, width: Int(features.width))
      }
    #else
      throw .disabledTrait("WebP")
    #endif
  }
}

/// The structure of WebP files.
enum WebPFile {
  /// Returns true if the bytes begin as a WebP file does.
  static func isBeginning(of bytes: [UInt8]) -> Bool {
    bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
  }
}

#if WebP
  extension WebPFile {
    /// Returns what the header says about the picture, whose size is within the budget.
    static func features(
      _ bytes: [UInt8], budget: PictureBudget
    ) throws(PictureReadError) -> WebPBitstreamFeatures {
      try budget.check(bytes: bytes.count)
      guard isBeginning(of: bytes) else { throw .unknownFormat }
      var features = WebPBitstreamFeatures()
      try check(WebPGetFeatures(bytes, bytes.count, &features), bytes)
      try budget.check(width: Int(features.width), height: Int(features.height))
      return features
    }

    static func decode(
      _ bytes: [UInt8], to pixels: UnsafeMutableBufferPointer<UInt32>, width: Int
    ) throws(PictureReadError) {
      var config = WebPDecoderConfig()
      require(WebPInitDecoderConfig(&config) != 0, "libwebp is older than its headers")
      config.output.colorspace = colors
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = UnsafeMutableRawPointer(pixels.baseAddress!)
        .assumingMemoryBound(to: UInt8.self)
      config.output.u.RGBA.stride = Int32(width * 4)
      config.output.u.RGBA.size = pixels.count * 4
      let status = WebPDecode(bytes, bytes.count, &config)
      WebPFreeDecBuffer(&config.output)
      try check(status, bytes)
      premultiply(pixels)
    }

    /// Returns the frames of an animation.
    ///
    /// - Parameter limit: the number of frames to decode; the budget counts the pixels of these.
    static func frames(
      _ bytes: [UInt8], budget: PictureBudget, limit: Int
    ) throws(PictureReadError) -> AnimatedBitmap {
      let result = bytes.withUnsafeBufferPointer { buffer in
        Result { () throws(PictureReadError) in
          try frames(
            WebPData(bytes: buffer.baseAddress, size: buffer.count), budget: budget, limit: limit)
        }
      }
      return try result.get()
    }

    private static func frames(
      _ file: WebPData, budget: PictureBudget, limit: Int
    ) throws(PictureReadError) -> AnimatedBitmap {
      var file = file
      // The budget is checked before the decoder, which allocates two pictures, is there.
      guard let demuxer = WebPDemux(&file) else {
        throw .invalid("the parts of the animation are damaged or missing", offset: 12)
      }
      let width = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))
      let height = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
      let count = min(limit, Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)))
      let loopCount = Int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))
      WebPDemuxDelete(demuxer)
      try budget.check(width: width, height: height, frames: count)

      var options = WebPAnimDecoderOptions()
      require(WebPAnimDecoderOptionsInit(&options) != 0, "libwebpdemux is older than its headers")
      options.color_mode = colors
      guard let decoder = WebPAnimDecoderNew(&file, &options) else {
        throw .invalid("the animation is damaged", offset: 12)
      }
      defer { WebPAnimDecoderDelete(decoder) }
      var frames: [(bitmap: Bitmap, ticks: Int)] = []
      var end = 0
      while frames.count < count {
        var canvas: UnsafeMutablePointer<UInt8>?
        var timestamp: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &canvas, &timestamp) != 0, let canvas else {
          throw .invalid("frame \(frames.count) of the animation is damaged", offset: 12)
        }
        let bitmap = Bitmap(width: width, height: height) { pixels in
          UnsafeMutableRawBufferPointer(pixels).copyMemory(
            from: UnsafeRawBufferPointer(start: canvas, count: pixels.count * 4))
          premultiply(pixels)
        }
        frames.append((bitmap, Int(timestamp) - end))
        end = Int(timestamp)
      }
      return AnimatedBitmap(frames, ticksPerSecond: 1000, loopCount: loopCount)
    }

    /// The order of bytes that makes a pixel `0xAARRGGBB`, not premultiplied.
    private static var colors: WEBP_CSP_MODE { 1.littleEndian == 1 ? MODE_BGRA : MODE_ARGB }

    private static func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
      for index in pixels.indices where pixels[index] < 0xFF00_0000 {
        let pixel = pixels[index]
        pixels[index] = PixelBytes.premultiplied(
          red: pixel >> 16 & 255, green: pixel >> 8 & 255, blue: pixel & 255, alpha: pixel >> 24)
      }
    }

    private static func check(
      _ status: VP8StatusCode, _ bytes: [UInt8]
    ) throws(PictureReadError) {
      switch status {
      case VP8_STATUS_OK: return
      case VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated(offset: bytes.count)
      case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(byteCount: bytes.count)
      case VP8_STATUS_UNSUPPORTED_FEATURE: throw .unsupported("WebP of this kind", offset: 12)
      default: throw .invalid("the compressed data are damaged", offset: 12)
      }
    }
  }
#endif

extension AnimatedBitmap {
  /// Reads all frames of a WebP file, drawn one over the other by libwebpdemux; a still picture is one
  /// frame.
  ///
  /// The budget, in which `pixels` counts those of all frames, is checked before memory is allocated.
  ///
  /// - Throws: ``PictureReadError``, as `Bitmap.init(webp:budget:)` does.
  /// - Complexity: O(size of the file + *width* × *height* × number of frames).
  public init(
    webp bytes: [UInt8], budget: PictureBudget = PictureBudget()
  ) throws(PictureReadError) {
    #if WebP
      if try WebPFile.features(bytes, budget: budget).has_animation != 0 {
        self = try WebPFile.frames(bytes, budget: budget, limit: .max)
      } else {
        self.init(still: try Bitmap(webp: bytes, budget: budget))
      }
    #else
      throw .disabledTrait("WebP")
    #endif
  }
}
