import CDeflate
import Lamina

/// Writes pictures in the PNG format: 8 bits a channel, RGB when every pixel is opaque, else
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
/// An encoder keeps the memory it worked in for the next picture, and copies of an encoder share
/// it. Without a compression that is little more than the file; with one, up to about twice the
/// size of the picture's pixels.
public struct PNGEncoder: PictureEncoder, Equatable {
  /// How hard to compress: nil is fastest, 0 stores, 12 is smallest.
  ///
  /// With nil, runs of equal pixels are all that is looked for. It takes about a third of the time
  /// of 2, for files of about the same size where a picture consists of plain areas, lines and
  /// gradients. A picture in which the same small shapes come again and again, text above all, is
  /// better compressed by 2 or more.
  ///
  /// Of the others 2 is the fastest for pictures of plain areas and lines, 1 for pictures full of
  /// noise. From 2 to 6 files become up to a tenth smaller, and take about a tenth longer.
  public let compression: Int?
  private let workspaces: PNGWorkspaces

  /// Creates an encoder.
  ///
  /// - Precondition: `compression` is nil, or from 0 to 12.
  public init(compression: Int? = nil) {
    Self.check(compression)
    self.compression = compression
    workspaces = PNGWorkspaces(compression: compression)
  }

  static func check(_ compression: Int?) {
    if let compression {
      require((0...12).contains(compression), "a PNG compression of \(compression): use 0 to 12")
    }
  }

  /// Without a compression nothing: the memory grows with the file. With one, the pixels, and as
  /// much for what they are compressed to.
  public func leastMemory(for bitmap: Bitmap) -> Int {
    compression == nil ? 0 : bitmap.width * bitmap.height * 6
  }

  /// The bitmap as a PNG file.
  ///
  /// - Complexity: O(*width* × *height*), in time and in memory.
  public func encode(_ bitmap: Bitmap) -> [UInt8] {
    workspaces.withWorkspace { workspace in
      bitmap.withPixels { first, stride in
        let rows = PNGRows(
          first: first, stride: stride, width: bitmap.width, height: bitmap.height,
          hasAlpha: !bitmap.hasOnlyOpaquePixels)
        let data = workspace.compress(rows)
        var writer = PNGChunkWriter(reserving: data.count + 100)
        writer.writeSignature()
        writer.writeHeader(width: rows.width, height: rows.height, hasAlpha: rows.hasAlpha)
        writer.writeData(data)
        writer.writeChunk("IEND", [])
        return writer.bytes
      }
    }
  }

  public static func == (left: PNGEncoder, right: PNGEncoder) -> Bool {
    left.compression == right.compression
  }
}

extension Bitmap {
  /// The bitmap as a PNG file; see ``PNGEncoder``.
  ///
  /// - Parameter compression: nil (fastest), or from 0 (stored) to 12 (smallest).
  public func pngData(compression: Int? = nil) -> [UInt8] {
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
    try file.write(encoder.encode(self, for: file.name))
    try file.finish()
  }
}
