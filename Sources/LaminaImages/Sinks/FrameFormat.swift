import Lamina

/// A file format for frames.
@nonexhaustive
public enum FrameFormat: String, Sendable, CaseIterable {
  /// One PNG file, several, or a stream of them.
  case png
  /// One animated PNG, which stores the changes of each frame; see ``AnimatedPNGSink``.
  case apng
  /// One binary PPM file, several, or a stream of them.
  case ppm
  /// One YUV4MPEG2 video stream.
  case y4m

  /// Creates the format that a file's extension denotes, in upper or lower case.
  ///
  /// - Throws: `OutputError.unknownExtension(path:supported:)` if it denotes none.
  public init(path: String) throws(OutputError) {
    let lowercase = path.lowercased()
    for format in Self.allCases where lowercase.hasSuffix("." + format.rawValue) {
      self = format
      return
    }
    throw .unknownExtension(path: path, supported: Self.allCases.map { "." + $0.rawValue })
  }

  /// A Boolean value indicating whether all frames go into one file, as a video or an animation.
  public var isVideo: Bool { encoder == nil }

  /// The encoder of single pictures in this format; nil for a video or an animation.
  public var encoder: (any PictureEncoder)? {
    if case .pictures(let makeEncoder) = writer { makeEncoder(.black) } else { nil }
  }

  /// The type that writes a video or an animation; nil for pictures.
  package var sink: (any VideoSink.Type)? {
    if case .video(let sink) = writer { sink } else { nil }
  }

  /// The type that writes a format.
  fileprivate enum Writer {
    /// Makes the encoder of a picture; a format without alpha needs the colour of the matte.
    case pictures((_ matte: Color) -> any PictureEncoder)
    case video(any VideoSink.Type)
  }

  fileprivate var writer: Writer {
    switch self {
    case .png: .pictures { _ in PNGEncoder() }
    case .apng: .video(AnimatedPNGSink.self)
    case .ppm: .pictures { PPMEncoder(matte: $0) }
    case .y4m: .video(Y4MSink.self)
    }
  }
}

/// Creates the sink for an output name of a command line.
///
/// | Name | Output |
/// |---|---|
/// | `-` | every frame, in sequence, to standard output |
/// | with a number, `frames/g-%05d.png` | every frame, to a file of its own |
/// | `video.y4m` | every frame, to one file |
/// | `video.apng` | every frame, to one file that stores the changes of each |
/// | any other | the last frame, to one file |
///
/// - Parameters:
///   - name: a path, a pattern (see `FileNamePattern`) or `-`.
///   - format: the format; nil derives it from the name's extension.
///   - frameRate: the rate stored in a video. Pictures have none.
///   - loopCount: the number of times an animation is played; 0 repeats it forever.
///   - matte: the colour that translucent frames are composited over in formats without alpha.
///   - createsFolder: true to create missing folders in the path.
/// - Throws: `OutputError` if the name denotes no format, the format does not suit it, or a
///   stream's destination cannot be opened.
public func makeFrameSink(
  output name: String, format: FrameFormat? = nil, frameRate: FrameRate, loopCount: Int = 0,
  matte: Color = .black, createsFolder: Bool = false
) throws(OutputError) -> sending any FrameSink {
  try makeFrameSink(
    output: name, format: format, frameRate: frameRate, loopCount: loopCount, chroma: .yuv420,
    matte: matte, createsFolder: createsFolder)
}

/// Creates the sink for an output name of a command line, with a given resolution of the colours of
/// a Y4M video; other formats always have one sample for each pixel.
///
/// - Parameters:
///   - name: a path, a pattern (see `FileNamePattern`) or `-`; the table of
///     ``makeFrameSink(output:format:frameRate:loopCount:matte:createsFolder:)`` lists what is written.
///   - format: the format; nil derives it from the name's extension.
///   - frameRate: the rate stored in a video. Pictures have none.
///   - loopCount: the number of times an animation is played; 0 repeats it forever.
///   - chroma: the resolution of the colours of a Y4M video.
///   - matte: the colour that translucent frames are composited over in formats without alpha.
///   - createsFolder: true to create missing folders in the path.
/// - Throws: the errors of ``makeFrameSink(output:format:frameRate:loopCount:matte:createsFolder:)``.
public func makeFrameSink(
  output name: String, format: FrameFormat? = nil, frameRate: FrameRate, loopCount: Int = 0,
  chroma: ChromaSubsampling, matte: Color = .black, createsFolder: Bool = false
) throws(OutputError) -> sending any FrameSink {
  try makeFrameSink(
    output: name, format: format, firstNumber: 0, frameRate: frameRate, loopCount: loopCount,
    chroma: chroma, matte: matte, createsFolder: createsFolder)
}

/// Creates the sink for an output name, whose files are numbered from a given number on.
package func makeFrameSink(
  output name: String, format: FrameFormat?, firstNumber: Int, frameRate: FrameRate,
  loopCount: Int = 0, chroma: ChromaSubsampling = .yuv420, matte: Color = .black,
  createsFolder: Bool = false
) throws(OutputError) -> sending any FrameSink {
  if name == "-", format == nil {
    throw .unsuitableFormat(
      path: "standard output",
      reason: "its name does not determine a format; give one: "
        + FrameFormat.allCases.map(\.rawValue).joined(separator: ", "))
  }
  let format = if let format { format } else { try FrameFormat(path: name) }
  let destination = name == "-" ? OutputDestination.standardOutput : .file(path: name)
  if format.isVideo, FileNamePattern.isPattern(name) {
    throw .unsuitableFormat(
      path: name, reason: "a video is one file, and this is a pattern for many")
  }
  let encoder: any PictureEncoder
  switch format.writer {
  case .pictures(let makeEncoder): encoder = makeEncoder(matte)
  case .video(let sink):
    let options = VideoOptions(
      frameRate: frameRate, loopCount: loopCount, chroma: chroma, matte: matte,
      createsFolder: createsFolder)
    return try sink.makeSink(to: destination, options: options)
  }
  if name == "-" { return try PictureStreamSink(to: destination, encoder: encoder) }
  if FileNamePattern.isPattern(name) {
    return PictureSequenceSink(
      pattern: try FileNamePattern(name), encoder: encoder, firstNumber: firstNumber,
      createsFolder: createsFolder)
  }
  return LastPictureSink(to: destination, encoder: encoder, createsFolder: createsFolder)
}
