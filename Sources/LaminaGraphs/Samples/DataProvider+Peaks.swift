import Lamina

extension DataProvider {
  /// Creates a provider of the peaks in a file, which has no samples unless a source of them is
  /// given. A channel is a lane.
  ///
  /// Without a source the last point counts as a whole one, since the file does not say how many
  /// samples it is of; columns begin and end with points, and narrower ones show the point that
  /// they are in. With one, samples are read where somebody looks closely.
  ///
  /// - Throws: ``PeaksFileError/wrongSource(field:peaks:source:)`` if the source has another rate,
  ///   number of channels or length.
  /// - Complexity: O(number of points).
  public init(peaks: PeaksFile, source: (any AudioSource)? = nil) throws(PeaksFileError) {
    let size = Int64(peaks.samplesPerPixel)
    var frames = Int64(peaks.length) * size
    if let source {
      func check(_ field: String, _ peaks: Int64, _ source: Int64) throws(PeaksFileError) {
        guard peaks == source else {
          throw .wrongSource(field: field, peaks: peaks, source: source)
        }
      }
      guard source.sampleRate == Double(peaks.sampleRate) else {
        throw .wrongSource(
          field: "sample rate", peaks: Int64(peaks.sampleRate),
          source: Int64(max(min(source.sampleRate, 1e15), 0)))
      }
      try check("number of channels", Int64(peaks.channelCount), Int64(source.channelCount))
      let rest: Int64 = source.frameCount % size == 0 ? 0 : 1
      try check("number of points", Int64(peaks.length), source.frameCount / size + rest)
      frames = source.frameCount
    }
    let pyramid = PeaksPyramid(peaks, frameCount: frames)
    self.init(
      pyramid: pyramid,
      window: source.map {
        SampleWindow(
          $0, mix: .separate, capacity: Self.windowSamples / Int64(peaks.channelCount))
      },
      sampleRate: Double(peaks.sampleRate), channelCount: peaks.channelCount, mix: .separate)
  }
}

extension PeaksFile {
  /// The peaks of a provider's samples, a channel for each lane.
  ///
  /// Values are samples times 32,768, towards zero to a whole number, within what 16 bits hold; for
  /// 8 bits these are divided by 256, again towards zero. For sounds of 16 bits that is what
  /// audiowaveform gives, and for two channels that are mixed, too. A point of nothing but NaN is 0.
  ///
  /// A long sound whose samples are not in memory is read once more, unless `samplesPerPixel` is a
  /// multiple of its pyramid's buckets.
  ///
  /// - Parameters:
  ///   - provider: the samples, a channel for each lane.
  ///   - samplesPerPixel: how many samples make a point. There is one more for the rest.
  ///   - bits: 8 is what players in web pages expect.
  ///   - version: 1 or 2; nil is 1 for one channel, and 2 for several.
  ///   - amplitudeScale: what values are multiplied by; what is out of range then is brought into
  ///     it. Nil is 1.
  /// - Precondition: `samplesPerPixel` is 1 or more; `amplitudeScale` is finite and not negative.
  /// - Throws: ``PeaksFileError``, if there are more channels, points or samples in a second than a
  ///   file can have, and if samples cannot be read.
  public init(
    _ provider: DataProvider, samplesPerPixel: Int = 256, bits: Bits = .sixteen,
    version: Int? = nil, amplitudeScale: Double? = nil
  ) throws(PeaksFileError) {
    require(samplesPerPixel >= 1, "a point must have at least 1 sample, not \(samplesPerPixel)")
    let channels = provider.laneCount
    let rate = Int64(min(max(provider.sampleRate.rounded(), 0), 1e15))
    let version = version ?? (channels == 1 ? 1 : 2)
    try Self.check(
      version: Int64(version), sampleRate: rate, samplesPerPixel: Int64(samplesPerPixel),
      channels: Int64(channels))
    let size = Int64(samplesPerPixel)
    let points = provider.frameCount / size + (provider.frameCount % size == 0 ? 0 : 1)
    guard points <= Int64(UInt32.max) else { throw .invalid(field: "length", value: points) }
    var values = [Int16](repeating: 0, count: Int(points) * channels * 2)
    let scale = ColumnScale(samplesPerColumn: Double(samplesPerPixel))
    let portion = max(1, min(4096, DataProvider.windowSamples / Int64(2 * channels) / size))
    var low = [Float](repeating: 0, count: Int(portion))
    var high = low
    var first: Int64 = 0
    while first < points {
      let columns = first..<min(first + portion, points)
      for channel in 0..<channels {
        let isExact = low.withUnsafeMutableBufferPointer { low in
          high.withUnsafeMutableBufferPointer { high in
            provider.writeColumns(columns, scale: scale, lane: channel, minima: low, maxima: high)
          }
        }
        guard isExact else {
          throw .notKnown(
            samplesPerPixel: samplesPerPixel, bucket: provider.pyramid.samplesPerBucket)
        }
        for column in 0..<columns.count {
          let isGap = low[column] > high[column]
          let index = 2 * ((Int(first) + column) * channels + channel)
          values[index] = isGap ? 0 : Self.value(low[column], bits, amplitudeScale)
          values[index + 1] = isGap ? 0 : Self.value(high[column], bits, amplitudeScale)
        }
      }
      first = columns.upperBound
    }
    self.init(
      version: version, sampleRate: Int(rate), samplesPerPixel: samplesPerPixel,
      channelCount: channels, bits: bits, values: values)
  }

  private static func value(_ sample: Float, _ bits: Bits, _ scale: Double?) -> Int16 {
    var wide = Int16(max(-32_768, min(32_767, sample * 32_768)))
    if let scale { wide = Int16(max(-32_768, min(32_767, Double(wide) * scale))) }
    return bits == .eight ? wide / 256 : wide
  }
}
