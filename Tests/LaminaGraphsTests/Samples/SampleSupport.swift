import Foundation
import LaminaGraphs
import LaminaTestSupport

extension SeededGenerator {
  /// Samples from -1 to 1; one in `rarity` is NaN, infinite or a zero with a sign.
  mutating func samples(_ count: Int, rarity: Int = 300) -> [Float] {
    let odd: [Float] = [.nan, .infinity, -.infinity, 0, -0.0, .signalingNaN, 1e38]
    return (0..<count).map { _ in
      Int.random(in: 0..<rarity, using: &self) == 0
        ? odd.randomElement(using: &self)! : Float.random(in: -1...1, using: &self)
    }
  }

  /// A width of columns, each order of magnitude as likely as any other.
  mutating func scale(_ range: ClosedRange<Double>) -> ColumnScale {
    ColumnScale(
      samplesPerColumn: exp(
        Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &self)))
  }
}

/// The seed of the random samples: that of the environment, or else 1.
let sampleSeed: UInt64 = environmentNumber("LAMINA_SAMPLE_SEED") ?? 1

/// The peaks of samples, found by looking at all of them.
func scannedPeaks(_ samples: [Float], _ range: Range<Int64>) -> Peaks {
  let range = range.clamped(to: 0..<Int64(samples.count))
  var result = Peaks.empty
  for sample in samples[Int(range.lowerBound)..<Int(range.upperBound)] where !sample.isNaN {
    result.minimum = min(result.minimum, sample)
    result.maximum = max(result.maximum, sample)
  }
  return result
}

/// Returns the columns of the pyramid.
func columns(
  _ pyramid: PeaksPyramid, _ columns: Range<Int64>, _ scale: ColumnScale, lane: Int = 0
) -> [Peaks] {
  var minima = [Float](repeating: 77, count: columns.count)
  var maxima = [Float](repeating: 77, count: columns.count)
  minima.withUnsafeMutableBufferPointer { minima in
    maxima.withUnsafeMutableBufferPointer { maxima in
      pyramid.writeColumns(columns, scale: scale, lane: lane, minima: minima, maxima: maxima)
    }
  }
  return zip(minima, maxima).map { Peaks(minimum: $0, maximum: $1) }
}
