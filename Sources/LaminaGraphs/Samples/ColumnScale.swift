import Lamina

/// A mapping from columns of pixels to the samples of a lane.
///
/// Columns are counted from the first sample, not from the edge of a view: column *k* contains the
/// samples from `firstSample(of: k)` up to, but not including, `firstSample(of: k + 1)`. Every
/// sample is in exactly one column, which depends on the scale alone. A picture that scrolls by *n*
/// columns therefore shows the same columns, shifted by *n*.
///
/// Borders are exact: ``samplesPerColumn`` is used as the binary fraction that it is, and the only
/// rounding is the final rounding down, however many samples there are.
public struct ColumnScale: Sendable, Hashable {
  /// The width of a column in samples. Less than 1 where a sample is several columns wide; a column
  /// may then contain no sample.
  public let samplesPerColumn: Double

  /// The significand, an integer below 2^53, and its shift to the left.
  private let significand: Int64
  private let shift: Int

  /// The limit of borders in both directions, which no number of samples reaches.
  private static let limit: Int64 = 1 << 62

  /// - Precondition: `samplesPerColumn` is finite and above 0.
  public init(samplesPerColumn: Double) {
    require(
      samplesPerColumn > 0 && samplesPerColumn.isFinite,
      "a column of \(samplesPerColumn) samples: it must be finite and above 0")
    self.samplesPerColumn = samplesPerColumn
    // Both conversions are exact: the significand of a Double has 53 bits.
    significand = Int64(samplesPerColumn.significand * 0x1p52)
    shift = Int(samplesPerColumn.exponent) - 52
  }

  /// Returns the first sample of a column: *column* × ``samplesPerColumn``, rounded down and
  /// clamped to -2^62...2^62.
  public func firstSample(of column: Int64) -> Int64 {
    let product = Int128(column) * Int128(significand)
    let border: Int128
    if shift <= 0 {
      border = product >> Int128(min(-shift, 127))
    } else if shift > 62 {
      border = product == 0 ? 0 : product < 0 ? .min : .max
    } else {
      border =
        product.multipliedReportingOverflow(by: 1 << Int128(shift)).overflow
        ? (product < 0 ? .min : .max) : product << Int128(shift)
    }
    return Int64(min(max(border, Int128(-Self.limit)), Int128(Self.limit)))
  }

  /// Returns the samples of a column.
  public func samples(in column: Int64) -> Range<Int64> {
    firstSample(of: column)..<firstSample(of: column + 1)
  }

  /// Returns the column that contains a sample, clamped to -2^62...2^62.
  public func column(of sample: Int64) -> Int64 {
    let estimate = Double(sample) / samplesPerColumn
    guard abs(estimate) < 0x1p62 else { return estimate < 0 ? -Self.limit : Self.limit }
    var column = Int64(estimate)
    while firstSample(of: column) > sample { column -= 1 }
    while firstSample(of: column + 1) <= sample { column += 1 }
    return column
  }

  /// Writes the borders of `first` and of the `count` - 1 columns after it, each clamped to
  /// `frames` and relative to its lower bound.
  func writeBorders(
    of first: Int64, count: Int, within frames: Range<Int64>,
    to borders: UnsafeMutablePointer<Int64>
  ) {
    guard count > 0 else { return }
    let (lowest, highest) = (frames.lowerBound, frames.upperBound)
    let ends = (firstSample(of: first), firstSample(of: first + Int64(count)))
    // With 64 fraction bits each border is one addition away from the one before it.
    guard shift >= -64, shift <= 0, ends.0 > -Self.limit, ends.1 < Self.limit else {
      for index in 0..<count {
        borders[index] = min(max(firstSample(of: first + Int64(index)), lowest), highest) - lowest
      }
      return
    }
    let step = Int128(significand) << Int128(64 + shift)
    var position = Int128(first) * step
    for index in 0..<count {
      borders[index] = min(max(Int64(truncatingIfNeeded: position >> 64), lowest), highest) - lowest
      position &+= step
    }
  }
}
