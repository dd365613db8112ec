import Foundation
import Lamina

/// The samples of a waveform, with the data needed to show them at any zoom.
///
/// A provider is a value. Copies share memory, and a copy can be sent to another thread to make a
/// ``Summary`` there while the owner continues, or appends.
///
/// Samples are nominally from -1 to 1, but can have any value. NaN is a gap. An infinite sample is
/// drawn as far as there is room; it is not part of ``minimum`` and ``maximum``.
public struct DataProvider: Sendable {
  /// The combination of several channels into lanes.
  public enum ChannelMix: Sendable, Hashable {
    /// A lane for each channel.
    case separate
    /// A single lane with the mean of all channels. It is a gap where one of them is NaN.
    case mono
  }

  /// The number of samples per second.
  public let sampleRate: Double
  /// The number of channels of the sound.
  public let channelCount: Int
  /// The combination of the channels into lanes.
  public let mix: ChannelMix
  /// The peaks, and possibly the samples, of each lane.
  public private(set) var pyramid: PeaksPyramid
  /// A summary made earlier, which ``sample(at:lane:)`` consults first. Nil at first, and after
  /// samples were appended.
  public var summary: Summary?
  /// The window through which samples are read that the pyramid does not keep.
  let window: SampleWindow?

  // MARK: - Creating

  /// Creates a provider without samples, for a sound that is yet to be recorded.
  ///
  /// - Precondition: `sampleRate` is finite and above 0, `channelCount` is 1 or more.
  public init(sampleRate: Double = 44_100, channelCount: Int = 1, mix: ChannelMix = .separate) {
    require(channelCount >= 1, "a sound must have at least 1 channel, not \(channelCount)")
    self.init(
      pyramid: PeaksPyramid(laneCount: mix == .mono ? 1 : channelCount), window: nil,
      sampleRate: sampleRate, channelCount: channelCount, mix: mix)
  }

  /// Creates a provider for the samples of one channel. They are not copied.
  ///
  /// - Precondition: `sampleRate` is finite and above 0.
  /// - Complexity: O(number of samples).
  public init(samples: [Float], sampleRate: Double) {
    self.init(channels: [samples], sampleRate: sampleRate)
  }

  /// Creates a provider for the samples of several channels.
  ///
  /// - Precondition: there is at least one channel, all have the same length, and `sampleRate` is
  ///   finite and above 0.
  /// - Complexity: O(number of samples).
  public init(channels: [[Float]], sampleRate: Double, mix: ChannelMix = .separate) {
    require(!channels.isEmpty, "a sound must have at least 1 channel, not 0")
    for channel in channels {
      require(
        channel.count == channels[0].count,
        "channels must have equally many samples, not \(channels[0].count) and \(channel.count)")
    }
    let lanes = mix == .mono && channels.count > 1 ? [Self.mean(of: channels)] : channels
    self.init(
      pyramid: PeaksPyramid(lanes: lanes), window: nil, sampleRate: sampleRate,
      channelCount: channels.count, mix: mix)
  }

  /// Creates a provider for the samples of a pyramid, with one channel for each of its lanes.
  ///
  /// - Precondition: `sampleRate` is finite and above 0.
  public init(pyramid: PeaksPyramid, sampleRate: Double) {
    self.init(
      pyramid: pyramid, window: nil, sampleRate: sampleRate, channelCount: pyramid.laneCount,
      mix: .separate)
  }

  init(
    pyramid: PeaksPyramid, window: SampleWindow?, sampleRate: Double, channelCount: Int,
    mix: ChannelMix
  ) {
    require(
      sampleRate > 0 && sampleRate.isFinite,
      "a sample rate of \(sampleRate): it must be finite and above 0")
    self.pyramid = pyramid
    self.window = window
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.mix = mix
  }

  /// Appends samples, as they are recorded.
  ///
  /// - Precondition: there is one array for each channel, all have the same length, and the samples
  ///   before them are kept in memory.
  /// - Complexity: O(number of new samples), amortised.
  public mutating func append(channels: [[Float]]) {
    require(
      channels.count == channelCount,
      "expected \(channelCount) arrays, one per channel, not \(channels.count)")
    require(pyramid.keepsSamples, "cannot append samples: those before them are not kept in memory")
    pyramid.append(lanes: mix == .mono && channelCount > 1 ? [Self.mean(of: channels)] : channels)
    summary = nil
  }

  /// Appends samples of a single channel, as they are recorded.
  public mutating func append(_ samples: [Float]) { append(channels: [samples]) }

  /// Returns the mean of the channels, summed in their order.
  private static func mean(of channels: [[Float]]) -> [Float] {
    for channel in channels {
      require(
        channel.count == channels[0].count,
        "channels must have equally many samples, not \(channels[0].count) and \(channel.count)")
    }
    var sum = channels[0]
    for channel in channels.dropFirst() {
      for index in sum.indices { sum[index] += channel[index] }
    }
    let count = Float(channels.count)
    for index in sum.indices { sum[index] /= count }
    return sum
  }

  // MARK: - Properties of the sound

  /// The number of samples in each lane.
  public var frameCount: Int64 { pyramid.frameCount }

  /// The number of lanes.
  public var laneCount: Int { pyramid.laneCount }

  /// The duration of the sound, in seconds.
  public var duration: TimeInterval { Double(frameCount) / sampleRate }

  /// The smallest sample of all lanes that is neither NaN nor infinite; 0 if there is none.
  public var minimum: Float { finitePeaks.isEmpty ? 0 : finitePeaks.minimum }

  /// The largest sample of all lanes that is neither NaN nor infinite; 0 if there is none.
  public var maximum: Float { finitePeaks.isEmpty ? 0 : finitePeaks.maximum }

  /// The largest magnitude of the finite samples of all lanes, to which a waveform is scaled.
  public var largestMagnitude: Float { max(-minimum, maximum, 0) }

  private var finitePeaks: Peaks {
    var peaks = Peaks.empty
    for lane in 0..<laneCount { peaks.formUnion(pyramid.finitePeaks(lane: lane)) }
    return peaks
  }

  // MARK: - Samples

  /// Returns the sample that is heard at a time: if it falls into a column of ``summary``, the
  /// value of that column furthest from 0; otherwise the sample itself.
  ///
  /// - Parameters:
  ///   - time: the time in seconds from the first sample.
  ///   - lane: the lane of the sample.
  /// - Returns: the sample; nil before the first sample and after the last, for a gap, and for a
  ///   sample that cannot be read.
  public func sample(at time: TimeInterval, lane: Int = 0) -> Float? {
    let product = time * sampleRate
    // The time of a sample, as a Double, is often slightly before that sample.
    let nearest = product.rounded()
    let position = nearest / sampleRate == time ? nearest : product.rounded(.down)
    guard position >= 0, position < Double(frameCount) else { return nil }
    let index = Int64(position)
    if let summary {
      let column = summary.scale.column(of: index)
      if summary.columns.contains(column) {
        let peaks = summary[column, lane: lane]
        if peaks.isEmpty { return nil }
        return -peaks.minimum > peaks.maximum ? peaks.minimum : peaks.maximum
      }
    }
    let sample = self.sample(index: index, lane: lane)
    return sample?.isNaN == true ? nil : sample
  }

  /// Returns a sample; nil if the index is out of range, or if the sample cannot be read.
  public func sample(index: Int64, lane: Int = 0) -> Float? {
    samples(index..<index + 1, lane: lane)?.first
  }

  /// Returns the samples of a lane in a range, clamped to the existing ones; nil if they cannot be
  /// read, as in the case of a peaks file, or if they are not in memory and more than 4 million in
  /// all lanes together.
  ///
  /// - Complexity: O(length of the range).
  public func samples(_ range: Range<Int64>, lane: Int = 0) -> [Float]? {
    let range = range.clamped(to: 0..<frameCount)
    if let kept = pyramid.withSamples(range, lane: lane, { Array($0) }) { return kept }
    guard let window else { return nil }
    return window.withPyramid(covering: range) { near, first in
      near.withSamples(range.lowerBound - first..<range.upperBound - first, lane: lane) {
        Array($0)
      }
    } ?? nil
  }

  // MARK: - Columns

  /// Writes the minimum and the maximum of the samples in columns of pixels, for one lane; see
  /// ``PeaksPyramid/writeColumns(_:scale:lane:minima:maxima:)``.
  ///
  /// The samples of a long sound are not kept in memory. They are read again from the source where
  /// the columns together span at most 4 million samples in all lanes, and cached for neighbouring
  /// columns. Where they span more, columns begin and end with the pyramid's buckets, which are far
  /// narrower than the columns.
  ///
  /// - Parameters:
  ///   - columns: the columns, counted from the one that contains the first sample.
  ///   - scale: the assignment of samples to columns.
  ///   - lane: the lane of the samples.
  ///   - minima: receives the smallest sample of each column.
  ///   - maxima: receives the largest sample of each column.
  ///   - readsSamples: false to read nothing, so that the call takes no longer than a lookup in the
  ///     pyramid. Samples that one copy reads on another thread are available to all copies.
  /// - Returns: true if the values are exactly those of the columns' samples.
  /// - Complexity: O(number of columns), plus the time for reading.
  @discardableResult
  public func writeColumns(
    _ columns: Range<Int64>, scale: ColumnScale, lane: Int = 0,
    minima: UnsafeMutableBufferPointer<Float>, maxima: UnsafeMutableBufferPointer<Float>,
    readsSamples: Bool = true
  ) -> Bool {
    // Columns of whole buckets need no samples.
    let isWhole =
      scale.samplesPerColumn.truncatingRemainder(dividingBy: Double(pyramid.samplesPerBucket)) == 0
    if let window, !isWhole, columns.count > 0 {
      let range =
        (scale.firstSample(of: columns.lowerBound)..<scale.firstSample(of: columns.upperBound))
        .clamped(to: 0..<frameCount)
      let isWritten: Void? = window.withPyramid(covering: range, reads: readsSamples) {
        $0.writeColumns(
          columns, scale: scale, lane: lane, firstFrame: $1, minima: minima, maxima: maxima)
      }
      if isWritten != nil { return true }
    }
    pyramid.writeColumns(columns, scale: scale, lane: lane, minima: minima, maxima: maxima)
    return pyramid.keepsSamples || isWhole
  }

  /// Returns a summary of a range of columns, in all lanes.
  ///
  /// - Complexity: O(number of columns), times the window of a moving mean, plus the time for
  ///   reading.
  public func summary(
    _ kind: Summary.Kind, columns: Range<Int64>, scale: ColumnScale
  ) -> Summary {
    var result = Summary()
    summarize(kind, columns: columns, scale: scale, into: &result)
    return result
  }

  /// Makes a summary of a range of columns, reusing the storage of another summary.
  public func summarize(
    _ kind: Summary.Kind, columns: Range<Int64>, scale: ColumnScale, into summary: inout Summary
  ) {
    summary.prepare(kind, columns, scale, lanes: laneCount)
    let count = columns.count
    summary.minima.withUnsafeMutableBufferPointer { minima in
      summary.maxima.withUnsafeMutableBufferPointer { maxima in
        for lane in 0..<laneCount {
          let range = lane * count..<(lane + 1) * count
          let low = UnsafeMutableBufferPointer(rebasing: minima[range])
          let high = UnsafeMutableBufferPointer(rebasing: maxima[range])
          if case .movingMean(let size) = kind,
            writeMeans(columns, scale, size, lane: lane, minima: low, maxima: high)
          {
            continue
          }
          summary.kind = .peaks
          let isExact = writeColumns(
            columns, scale: scale, lane: lane, minima: low, maxima: high)
          summary.isExact = summary.isExact && isExact
        }
      }
    }
  }
}
