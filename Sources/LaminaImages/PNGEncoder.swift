import CDeflate
import Lamina

/// Writes pictures in the PNG format: 8 bits a channel, RGB when the bitmap is opaque, else
/// RGBA.
///
/// The file holds the header, the pixels and the end mark, and nothing else: no time stamp,
/// no name of a program. The same pixels and the same ``compression`` give the same bytes.
///
/// PNG's colours are not premultiplied. They are divided by alpha and rounded to the nearest;
/// multiplied by alpha again they give exactly the bitmap's pixels. Where alpha is 0, colour
/// is 0. The colours are sRGB-encoded, which is what a PNG file without a colour profile is
/// taken to be.
///
/// Rows are filtered with PNG's filter *Up* (the difference to the row above), the fastest
/// that suits pictures with straight edges.
///
/// An encoder keeps the memory it worked in, about twice the size of the picture's pixels, for
/// the next picture: fresh memory from the system costs a quarter of the time that a picture of
/// plain areas takes. Copies of an encoder share it.
public struct PNGEncoder: PictureEncoder, Equatable {
  /// How hard to compress: 0 stores, 12 is smallest.
  ///
  /// For pictures of plain areas and lines, 2 is the fastest: 1 takes twice as long. For
  /// pictures full of noise 1 is the fastest, by a sixth. From 2 to 6 files become up to a tenth
  /// smaller, and take about a tenth longer.
  public let compression: Int
  private let workspaces: PNGWorkspaces

  /// Creates an encoder.
  ///
  /// - Precondition: `compression` is from 0 to 12.
  public init(compression: Int = 2) {
    precondition(
      (0...12).contains(compression), "a PNG compression of \(compression): use 0 to 12")
    self.compression = compression
    workspaces = PNGWorkspaces(compression: compression)
  }

  /// The bitmap as a PNG file.
  ///
  /// - Complexity: O(*width* × *height*), in time and in memory.
  public func encode(_ bitmap: Bitmap) -> [UInt8] {
    workspaces.withWorkspace { Self.encode(bitmap, with: $0) }
  }

  private static func encode(_ bitmap: Bitmap, with workspace: PNGWorkspace) -> [UInt8] {
    let channels = bitmap.isOpaque ? 3 : 4
    let filtered = workspace.filtered.withRoom((1 + bitmap.width * channels) * bitmap.height)
    PNGFilter.up(bitmap, to: filtered)

    let bound = libdeflate_zlib_compress_bound(workspace.compressor, filtered.count)
    var writer = PNGChunkWriter(workspace.file.withRoom(PNGChunk.fileSize(data: bound)))
    writer.writeSignature()
    writer.writeHeader(
      width: bitmap.width, height: bitmap.height, colorType: bitmap.isOpaque ? 2 : 6)
    // Compressed where it will stay, for all but pictures of a gigabyte.
    let room = writer.room(forData: bound)
    let length = libdeflate_zlib_compress(
      workspace.compressor, filtered.baseAddress, filtered.count, room.baseAddress, room.count)
    precondition(length > 0, "a picture was compressed past the bound of its size")
    writer.writeData(length: length, bound: bound)
    writer.writeChunk("IEND", [])
    return Array(writer.written)
  }

  public static func == (left: PNGEncoder, right: PNGEncoder) -> Bool {
    left.compression == right.compression
  }
}

extension Bitmap {
  /// The bitmap as a PNG file; see ``PNGEncoder``.
  ///
  /// - Parameter compression: from 0 (stored) to 12 (smallest).
  public func pngData(compression: Int = 2) -> [UInt8] {
    PNGEncoder(compression: compression).encode(self)
  }

  /// Writes the bitmap to a file whose extension, `.png` or `.ppm`, says the format.
  ///
  /// See ``PNGEncoder``, ``PPMEncoder`` and, for how the file comes to be, ``OutputFile``.
  ///
  /// - Parameter createsFolder: whether missing folders on the way to the file are made.
  /// - Throws: ``OutputError/unknownExtension(path:supported:)`` or
  ///   ``OutputError/unsuitableFormat(path:reason:)`` for any other extension, and
  ///   ``OutputError/system(_:path:code:)`` if the operating system refuses.
  public func write(to path: String, createsFolder: Bool = false) throws(OutputError) {
    guard let encoder = try FrameFormat(path: path).encoder else {
      throw .unsuitableFormat(path: path, reason: "one picture is not a video")
    }
    let file = try OutputFile(.file(path: path), createsFolder: createsFolder)
    try file.write(encoder.encode(self))
    try file.finish()
  }
}
