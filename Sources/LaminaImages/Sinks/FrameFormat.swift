import Lamina

/// A file format for frames.
@nonexhaustive
public enum FrameFormat: String, Sendable, CaseIterable {
  /// One PNG file, several, or a stream of them.
  case png
  /// One animated PNG, which stores the changes of each frame; see ``AnimatedPNGSink``.
  case apng
  /// One lossless WebP, a picture or, of several frames, an animation; see ``AnimatedWebPSink``.
  /// Several files or a stream of pictures are possible, too.
  case webp
  /// One binary PPM file, several, or a stream of them.
  case ppm
  /// One YUV4MPEG2 video stream.
  case y4m
  /// One film of the codec H.264 in a container that browsers and phones play; see ``FFmpegSink``.
  case mp4
  /// One film of the codec VP9; see ``FFmpegSink``.
  case webm
  /// One film of the codec H.264 in QuickTime's container; see ``FFmpegSink``.
  case mov
  /// One film of the codec H.264 in Matroska's container; see ``FFmpegSink``.
  case mkv

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
  public var isVideo: Bool { sink != nil }

  /// The encoder of single pictures in this format; nil if it is only for videos or animations.
  public var encoder: (any PictureEncoder)? { encoder(matte: .black) }

  /// Returns the encoder of single pictures; a format without alpha needs the colour of the matte.
  fileprivate func encoder(matte: Color) -> (any PictureEncoder)? {
    switch self {
    case .png: PNGEncoder()
    case .webp: WebPEncoder()
    case .ppm: PPMEncoder(matte: matte)
    case .apng, .y4m, .mp4, .webm, .mov, .mkv: nil
    }
  }

  /// The type that writes a video or an animation; nil if the format is only for pictures.
  package var sink: (any VideoSink.Type)? {
    switch self {
    case .apng: AnimatedPNGSink.self
    case .webp: AnimatedWebPSink.self
    case .y4m: Y4MSink.self
    case .mp4, .webm, .mov, .mkv: FFmpegSink.self
    case .png, .ppm: nil
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
/// | `video.apng`, `video.webp` | every frame, to one file that stores the changes of each |
/// | `video.mp4`, `.webm`, `.mov`, `.mkv` | every frame, to one film; see ``FFmpegSink`` |
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
  let isPattern = FileNamePattern.isPattern(name)
  if let sink = format.sink, !isPattern {
    let options = VideoOptions(
      format: format, frameRate: frameRate, loopCount: loopCount, chroma: chroma, matte: matte,
      createsFolder: createsFolder)
    return try sink.makeSink(to: destination, options: options)
  }
  guard let encoder = format.encoder(matte: matte) else {
    throw .unsuitableFormat(
      path: name, reason: "a video is one file, and this is a pattern for many")
  }
  if name == "-" { return try PictureStreamSink(to: destination, encoder: encoder) }
  if isPattern {
    return PictureSequenceSink(
      pattern: try FileNamePattern(name), encoder: encoder, firstNumber: firstNumber,
      createsFolder: createsFolder)
  }
  return LastPictureSink(to: destination, encoder: encoder, createsFolder: createsFolder)
}
