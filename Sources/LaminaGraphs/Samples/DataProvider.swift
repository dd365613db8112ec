import Foundation
import Lamina

/// The samples that a waveform shows, with what is needed to show them at any zoom.
///
/// A provider is a value. Copies share memory, and a copy may go to another thread, to make a
/// ``Summary`` there while the owner goes on, or appends.
///
/// Samples are nominally from -1 to 1, but may be anything. NaN is a gap. An infinite sample is
/// drawn as far as there is room; it has no part in ``minimum`` and ``maximum``.
public struct DataProvider: Sendable {
  /// What becomes of several channels.
  public enum ChannelMix: Sendable, Hashable {
    /// Each is a lane of its own.
    case separate
    /// There is one lane, with the mean of all channels. It is a gap where one of them is NaN.
    case mono
  }

  /// Samples in a second.
  public let sampleRate: Double
  /// How many channels the sound has.
  public let channelCount: Int
  public let mix: ChannelMix
  /// What is known of each lane.
  public private(set) var pyramid: PeaksPyramid
  /// A summary that was made before; ``sample(at:lane:)`` looks there first. Nil at first, and
  /// after samples were appended.
  public var summary: Summary?
  /// Where samples are read that the pyramid does not keep.
  let window: SampleWindow?

  // MARK: - Creating

  /// Creates a provider without samples, for a sound that is still to come.
  ///
  /// - Precondition: `sampleRate` is finite and above 0, `channelCount` is 1 or more.
  public init(sampleRate: Double = 44_100, channelCount: Int = 1, mix: ChannelMix = .separate) {
    require(channelCount >= 1, "there is no sound with \(channelCount) channels")
    self.init(
      pyramid: PeaksPyramid(laneCount: mix == .mono ? 1 : channelCount), window: nil,
      sampleRate: sampleRate, channelCount: channelCount, mix: mix)
  }

  /// Creates a provider of the samples of one channel. They are not copied.
  ///
  /// - Precondition: `sampleRate` is finite and above 0.
  /// - Complexity: O(number of samples).
  public init(samples: [Float], sampleRate: Double) {
    self.init(channels: [samples], sampleRate: sampleRate)
  }

  /// Creates a provider of several channels.
  ///
  /// - Precondition: there is a channel, all have the same length, and `sampleRate` is finite and
  ///   above 0.
  /// - Complexity: O(number of samples).
  public init(channels: [[Float]], sampleRate: Double, mix: ChannelMix = .separate) {
    require(!channels.isEmpty, "there is no sound without a channel")
    for channel in channels {
      require(
        channel.count == channels[0].count,
        "channels of \(channels[0].count) and of \(channel.count) samples do not belong together")
    }
    let lanes = mix == .mono && channels.count > 1 ? [Self.mean(of: channels)] : channels
    self.init(
      pyramid: PeaksPyramid(lanes: lanes), window: nil, sampleRate: sampleRate,
      channelCount: channels.count, mix: mix)
  }

  /// Creates a provider of a pyramid's samples, a channel for each of its lanes.
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
      sampleRate > 0 && sampleRate.isFinite, "there cannot be \(sampleRate) samples in a second")
    self.pyramid = pyramid
    self.window = window
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.mix = mix
  }

  /// Appends samples, as they are recorded.
  ///
  /// - Precondition: there is an array for each channel, all have the same length, and the samples
  ///   before them are kept in memory.
  /// - Complexity: O(number of new samples), amortised.
  public mutating func append(channels: [[Float]]) {
    require(
      channels.count == channelCount, "\(channels.count) arrays are not \(channelCount) channels")
    require(pyramid.keepsSamples, "samples can be appended only to samples that are kept in memory")
    pyramid.append(lanes: mix == .mono && channelCount > 1 ? [Self.mean(of: channels)] : channels)
    summary = nil
  }

  /// Appends samples of one channel, as they are recorded.
  public mutating func append(_ samples: [Float]) { append(channels: [samples]) }

  /// The mean of the channels, added up in their order.
  private static func mean(of channels: [[Float]]) -> [Float] {
    for channel in channels {
      require(
        channel.count == channels[0].count,
        "channels of \(channels[0].count) and of \(channel.count) samples do not belong together")
    }
    var sum = channels[0]
    for channel in channels.dropFirst() {
      for index in sum.indices { sum[index] += channel[index] }
    }
    let count = Float(channels.count)
    for index in sum.indices { sum[index] /= count }
    return sum
  }

  // MARK: - The whole

  /// How many samples each lane has.
  public var frameCount: Int64 { pyramid.frameCount }

  /// How many rows of samples are shown.
  public var laneCount: Int { pyramid.laneCount }

  /// How long the sound is, in seconds.
  public var duration: TimeInterval { Double(frameCount) / sampleRate }

  /// The smallest sample of all lanes that is neither NaN nor infinite; 0 if there is none.
  public var minimum: Float { finitePeaks.isEmpty ? 0 : finitePeaks.minimum }

  /// The largest sample of all lanes that is neither NaN nor infinite; 0 if there is none.
  public var maximum: Float { finitePeaks.isEmpty ? 0 : finitePeaks.maximum }

  /// How far from 0 a finite sample of any lane gets: what a waveform is scaled to.
  public var largestMagnitude: Float { max(-minimum, maximum, 0) }

  private var finitePeaks: Peaks {
    var peaks = Peaks.nothing
    for lane in 0..<laneCount { peaks.formUnion(pyramid.finitePeaks(lane: lane)) }
    return peaks
  }

  // MARK: - Samples

  /// The sample that is heard at a time: of the column of ``summary`` in which it falls, if there
  /// is one, what is furthest from 0; otherwise the sample itself.
  ///
  /// - Parameter time: in seconds from the first sample.
  /// - Returns: nil before the first sample and after the last, for a gap, and for a sample that
  ///   cannot be read.
  public func sample(at time: TimeInterval, lane: Int = 0) -> Float? {
    let product = time * sampleRate
    // The time of a sample, as a Double, is often a little before that sample.
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

  /// A sample; nil if there is none of that index, or if it cannot be read.
  public func sample(index: Int64, lane: Int = 0) -> Float? {
    samples(index..<index + 1, lane: lane)?.first
  }

  /// Samples of a lane, clipped to those there are; nil if they cannot be read, as of a file of
  /// peaks, or if they are not in memory and more than 4 million in all lanes together.
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

  /// Writes the smallest and the largest sample of columns of pixels, for one lane; see
  /// ``PeaksPyramid/writeColumns(_:scale:lane:minima:maxima:)``.
  ///
  /// The samples of a long sound file are not kept. They are read again where columns are narrow
  /// and the file is near at hand, and kept for the next columns in the neighbourhood. Wider
  /// columns then begin and end with the pyramid's buckets, which are far narrower than they are.
  ///
  /// - Parameter readsSamples: false to read nothing, so that the call takes no longer than the
  ///   pyramid does. What a copy reads on another thread, all copies have.
  /// - Returns: whether the values are exactly those of the columns' samples.
  /// - Complexity: O(number of columns) and what reading takes.
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
      let range = (scale.border(of: columns.lowerBound)..<scale.border(of: columns.upperBound))
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

  /// A summary of some columns, in all lanes.
  ///
  /// - Complexity: O(number of columns), times the window of a moving mean, and what reading takes.
  public func summary(
    _ kind: Summary.Kind, columns: Range<Int64>, scale: ColumnScale
  ) -> Summary {
    var result = Summary()
    summarize(kind, columns: columns, scale: scale, into: &result)
    return result
  }

  /// Makes a summary of some columns in the memory of another one.
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
