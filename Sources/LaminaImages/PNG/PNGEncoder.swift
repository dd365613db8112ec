import CDeflate
import Lamina

/// An encoder for the PNG format: 8 bits per channel, RGB if every pixel is opaque, otherwise RGBA.
///
/// The file contains the header, the ``texts``, the pixels and the end mark, and nothing else: no time
/// stamp, no program name. The same pixels, texts and ``compressionLevel`` produce the same bytes.
///
/// Colours in a PNG file are not premultiplied. They are divided by alpha and rounded to nearest;
/// multiplying them by alpha again restores exactly the bitmap's pixels. Where alpha is 0, the
/// colour is 0. The colours are sRGB-encoded, which is what a PNG file without a colour profile is
/// assumed to be.
///
/// Rows are filtered with PNG's *Up* filter (the difference from the row above), the fastest one
/// that suits pictures with straight edges.
///
/// An encoder keeps its working memory for the next picture, and copies of an encoder share it. If
/// ``compressionLevel`` is nil the memory is little more than the file; otherwise it is up to about
/// twice the size of the picture's pixels.
public struct PNGEncoder: MeasuredPictureEncoder, Equatable {
  /// The compression level: nil is the fastest, 0 stores without compression, 12 gives the smallest
  /// files.
  ///
  /// With nil, the encoder finds only runs of equal pixels. It takes about a third of the time of
  /// level 2, and produces files of about the same size for pictures that consist of flat areas,
  /// lines and gradients. A picture in which the same small shapes recur, above all text, is
  /// compressed better by level 2 or more.
  ///
  /// Among the other levels, 2 is the fastest for pictures of flat areas and lines, 1 for noisy
  /// pictures. From 2 to 6 files become up to a tenth smaller and take about a tenth longer.
  public let compressionLevel: Int?
  /// The texts of the file, before the pixels; none by default.
  public let texts: [PNGText]
  private let workspaces: PNGWorkspaces

  /// Creates an encoder.
  ///
  /// - Precondition: `compressionLevel` is nil, or from 0 to 12.
  public init(compressionLevel: Int? = nil) {
    self.init(compressionLevel: compressionLevel, texts: [])
  }

  /// Creates an encoder of files with texts, such as a description for people who cannot see the
  /// picture.
  ///
  /// - Precondition: `compressionLevel` is nil, or from 0 to 12.
  public init(compressionLevel: Int? = nil, texts: [PNGText]) {
    Self.check(compressionLevel)
    self.compressionLevel = compressionLevel
    self.texts = texts
    workspaces = PNGWorkspaces(compressionLevel: compressionLevel)
  }

  static func check(_ compressionLevel: Int?) {
    if let compressionLevel {
      require(
        (0...12).contains(compressionLevel), "a PNG compression of \(compressionLevel): use 0 to 12"
      )
    }
  }

  /// Returns 0 if ``compressionLevel`` is nil, as the memory then grows with the file. Otherwise it
  /// is the size of the pixels, and as much again for the compressed data.
  package func leastMemory(for bitmap: Bitmap) -> Int {
    compressionLevel == nil ? 0 : bitmap.width * bitmap.height * 6
  }

  /// Returns the bitmap as a PNG file.
  ///
  /// - Complexity: O(*width* × *height*), in time and in memory.
  public func encode(_ bitmap: Bitmap) -> [UInt8] {
    workspaces.withWorkspace { workspace in
      bitmap.withPixels { first, stride in
        var rows = PNGRows(
          first: first, stride: stride, width: bitmap.width, height: bitmap.height,
          hasAlpha: false)
        // Most frames are opaque, and compressing them tells.
        var data = workspace.compress(rows)
        if data == nil {
          rows.hasAlpha = true
          data = workspace.compress(rows)
        }
        guard let data else { refuse("a picture with alpha was not compressed") }
        var writer = PNGChunkWriter(reserving: data.count + 100)
        writer.writeSignature()
        writer.writeHeader(width: rows.width, height: rows.height, hasAlpha: rows.hasAlpha)
        for text in texts {
          let chunk = text.chunk
          writer.writeChunk(chunk.type, chunk.content)
        }
        writer.writeData(data)
        writer.writeChunk("IEND", [])
        return writer.bytes
      }
    }
  }

  public static func == (left: PNGEncoder, right: PNGEncoder) -> Bool {
    left.compressionLevel == right.compressionLevel && left.texts == right.texts
  }
}

extension Bitmap {
  /// Returns the bitmap as a PNG file; see ``PNGEncoder``.
  ///
  /// - Parameter compressionLevel: nil (fastest), or a level from 0 (stored) to 12 (smallest).
  public func pngData(compressionLevel: Int? = nil) -> [UInt8] {
    PNGEncoder(compressionLevel: compressionLevel).encode(self)
  }

  /// Writes the bitmap to a file whose extension, `.png` or `.ppm`, selects the format.
  ///
  /// See ``PNGEncoder``, `PPMEncoder` and, for the way the file is created, `OutputFile`.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - createsFolder: true to create missing folders in the path.
  /// - Throws: `OutputError.unknownExtension(path:supported:)` or
  ///   `OutputError.unsuitableFormat(path:reason:)` for any other extension, and
  ///   `OutputError.system(_:path:code:)` if the operating system reports an error.
  public func write(toFile path: String, createsFolder: Bool = false) throws(OutputError) {
    guard let encoder = try FrameFormat(path: path).encoder else {
      throw .unsuitableFormat(path: path, reason: "one picture is not a video")
    }
    let file = try OutputFile(.file(path: path), createsFolder: createsFolder)
    try file.write(encoder.encode(self, for: file.name))
    try file.finish()
  }
}
