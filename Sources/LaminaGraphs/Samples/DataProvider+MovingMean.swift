import Lamina

extension DataProvider {
  /// Writes the mean magnitudes of windows that begin with columns; false if samples cannot be
  /// read.
  func writeMeans(
    _ columns: Range<Int64>, _ scale: ColumnScale, _ size: Int, lane: Int,
    minima: UnsafeMutableBufferPointer<Float>, maxima: UnsafeMutableBufferPointer<Float>
  ) -> Bool {
    require(size >= 1, "a moving mean needs a window of at least 1 sample, not \(size)")
    for (index, column) in columns.enumerated() {
      let first = scale.firstSample(of: column)
      minima[index] = Peaks.empty.minimum
      maxima[index] = Peaks.empty.maximum
      guard first >= 0, first < frameCount else { continue }
      let range = first..<first + min(Int64(size), frameCount - first)
      guard let mean = mean(of: range, lane: lane) else { return false }
      guard !mean.isNaN else { continue }
      minima[index] = -mean
      maxima[index] = mean
    }
    return true
  }

  /// The mean magnitude of some samples, NaN if none is finite; nil if they cannot be read.
  private func mean(of range: Range<Int64>, lane: Int) -> Float? {
    if let kept = pyramid.withSamples(range, lane: lane, Self.meanMagnitude) { return kept }
    return window?.withPyramid(covering: range) { near, first in
      near.withSamples(
        range.lowerBound - first..<range.upperBound - first, lane: lane, Self.meanMagnitude)
    } ?? nil
  }

  /// Added up in `Double`, so that no sum of samples is infinite.
  private static func meanMagnitude(_ samples: UnsafeBufferPointer<Float>) -> Float {
    var sums = (0.0, 0.0, 0.0, 0.0)
    var count = 0
    var index = 0
    func magnitude(_ offset: Int) -> Double {
      let value = samples[index + offset].magnitude
      // False for NaN as well.
      guard value < .infinity else { return 0 }
      count += 1
      return Double(value)
    }
    while index + 4 <= samples.count {
      sums.0 += magnitude(0)
      sums.1 += magnitude(1)
      sums.2 += magnitude(2)
      sums.3 += magnitude(3)
      index += 4
    }
    while index < samples.count {
      sums.0 += magnitude(0)
      index += 1
    }
    let sum = (sums.0 + sums.1) + (sums.2 + sums.3)
    return count == 0 ? .nan : Float(sum / Double(count))
  }
}
