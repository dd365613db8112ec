/// A format of picture files, which their first bytes tell.
enum PictureFormat {
  case png
  case jpeg
  case webp
  case gif
  /// PBM, PGM, PPM or PAM, or no picture at all.
  case portable

  init(_ bytes: [UInt8]) {
    self =
      if bytes.starts(with: PNGChunk.signature) {
        .png
      } else if bytes.starts(with: JPEGHeader.signature) {
        .jpeg
      } else if WebPFile.isBeginning(of: bytes) {
        .webp
      } else if GIFFile.isBeginning(of: bytes) {
        .gif
      } else {
        .portable
      }
  }
}
