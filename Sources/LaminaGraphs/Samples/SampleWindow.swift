import Foundation

/// A cache of the part of a long sound that was accessed last.
final class SampleWindow: Sendable {
  let source: any AudioSource
  private let mix: DataProvider.ChannelMix
  /// The maximum number of frames in the window.
  private let capacity: Int64
  private let state = WindowState()

  /// `@unchecked Sendable`: accessed only while the lock is held.
  private final class WindowState: @unchecked Sendable {
    let lock = NSLock()
    var first: Int64 = 0
    var pyramid: PeaksPyramid?
  }

  init(_ source: any AudioSource, mix: DataProvider.ChannelMix, capacity: Int64) {
    self.source = source
    self.mix = mix
    self.capacity = capacity
  }

  /// Calls `body` with a pyramid that contains all samples of a range, and with the index of its
  /// first one. Returns nil if the range is too long, or if it cannot be read.
  func withPyramid<Result>(
    covering range: Range<Int64>, reads: Bool = true,
    _ body: (PeaksPyramid, _ first: Int64) -> Result
  ) -> Result? {
    guard Int64(range.count) <= capacity else { return nil }
    if reads {
      state.lock.lock()
    } else if !state.lock.try() {
      // Another thread is reading, and the caller does not want to wait.
      return nil
    }
    defer { state.lock.unlock() }
    if let pyramid = state.pyramid, state.first <= range.lowerBound,
      range.upperBound <= state.first + pyramid.frameCount
    {
      return body(pyramid, state.first)
    }
    guard reads else { return nil }
    // With a margin on either side, since the next access is likely to be nearby.
    let margin = min(Int64(range.count) / 2 + 4096, (capacity - Int64(range.count)) / 2)
    let wide = (range.lowerBound - margin..<range.upperBound + margin)
      .clamped(to: 0..<source.frameCount)
    guard let pyramid = read(wide) else { return nil }
    state.pyramid = pyramid
    state.first = wide.lowerBound
    return body(pyramid, wide.lowerBound)
  }

  private func read(_ range: Range<Int64>) -> PeaksPyramid? {
    var pyramid = PeaksPyramid(
      laneCount: mix == .mono ? 1 : source.channelCount, frameCapacity: range.count)
    var reader = ChunkReader(source, mix: mix)
    while pyramid.frameCount < Int64(range.count) {
      let left = Int64(range.count) - pyramid.frameCount
      guard
        let count = try? reader.append(
          from: range.lowerBound + pyramid.frameCount, atMost: left, to: &pyramid),
        count > 0
      else { return nil }
    }
    return pyramid
  }
}
