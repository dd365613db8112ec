import Lamina
import LaminaImages

/// A run that draws what earlier runs have left out of a range of numbered pictures.
struct Resumption {
  private let range: Range<Int>
  private let names: FrameNames
  private let encoder: any PictureEncoder
  private let source: String
  /// The frames that are there, with their checksums.
  let kept: [Int: FileChecksum]

  /// Reads the manifests of earlier runs, and the pictures that they list.
  ///
  /// - Parameter source: what determines the pixels of a frame besides its number; what another source
  ///   has drawn is drawn again.
  /// - Throws: `OutputError` if the output is not numbered pictures, and `PictureReadError` if what is
  ///   there cannot be read.
  init(of range: Range<Int>, _ output: Output, source: String) throws {
    names = try FrameNames(output.path)
    guard let kind = output.kind, let encoder = kind.encoder else {
      throw OutputError.unsuitableFormat(path: output.path, reason: "only pictures are resumed")
    }
    (self.range, self.encoder) = (range, encoder)
    self.source = "\(source), \(kind)".escaped
    kept = try ManifestSink.written(range, names, source: self.source)
  }

  /// Creates the sink for the other frames, in order.
  ///
  /// - Throws: `OutputError`.
  func makeSink() throws(OutputError) -> sending any FrameSink {
    try ManifestSink(range, names, encoder: encoder, source: source, kept: kept)
  }

  /// The numbers of frames that were drawn and kept, as a line for people.
  var summary: String { "frames: \(range.count - kept.count) drawn, \(kept.count) kept" }

  /// The checksum of the program that runs.
  static let program = (try? FileChecksum(ofFile: "/proc/self/exe"))?.text ?? "unknown"
}
