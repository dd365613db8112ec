/// The resolution of the colours of a video, beside that of its brightness.
@nonexhaustive
public enum ChromaSubsampling: String, Sendable, CaseIterable {
  /// One sample of chroma for two by two pixels (4:2:0), which every player of video shows.
  ///
  /// It is at the place of the left pixels, halfway between the rows, as MPEG-2 and H.264 have it by
  /// default. Of an odd size, the last column or row has samples of its own.
  case yuv420 = "420"
  /// One sample of chroma for each pixel (4:4:4), which keeps the edges of coloured lines and text
  /// sharp. Few browsers and phones play it.
  case yuv444 = "444"
}
