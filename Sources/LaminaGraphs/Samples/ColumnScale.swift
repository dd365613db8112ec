import Lamina

/// Where columns of pixels begin in a row of samples.
///
/// Columns are counted from the first sample, not from the edge of a view: column *k* holds the
/// samples from `border(of: k)` up to, not including, `border(of: k + 1)`. Every sample is in
/// exactly one column, and which one depends on the scale alone. So a picture that scrolls by *n*
/// columns shows the same columns, *n* further on.
///
/// Borders are exact: ``samplesPerColumn`` is taken as the binary fraction that it is, and nothing
/// is rounded before the one rounding down, however many samples there are.
public struct ColumnScale: Sendable, Hashable {
  /// How many samples a column is wide. Less than 1 where a sample is several columns wide; a
  /// column may then hold no sample.
  public let samplesPerColumn: Double

  /// The significand, a whole number below 2^53, and by how much it is shifted to the left.
  private let significand: Int64
  private let shift: Int

  /// Borders are kept in this range, which no row of samples reaches.
  private static let limit: Int64 = 1 << 62

  /// - Precondition: `samplesPerColumn` is finite and above 0.
  public init(samplesPerColumn: Double) {
    require(
      samplesPerColumn > 0 && samplesPerColumn.isFinite,
      "a column cannot be \(samplesPerColumn) samples wide")
    self.samplesPerColumn = samplesPerColumn
    // Both conversions are exact: the significand of a Double has 53 bits.
    significand = Int64(samplesPerColumn.significand * 0x1p52)
    shift = Int(samplesPerColumn.exponent) - 52
  }

  /// The first sample of a column: *column* × ``samplesPerColumn``, rounded down; between -2^62
  /// and 2^62 in any case.
  public func border(of column: Int64) -> Int64 {
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

  /// The samples of a column.
  public func samples(in column: Int64) -> Range<Int64> {
    border(of: column)..<border(of: column + 1)
  }

  /// The column that holds a sample; between -2^62 and 2^62 in any case.
  public func column(of sample: Int64) -> Int64 {
    let estimate = Double(sample) / samplesPerColumn
    guard abs(estimate) < 0x1p62 else { return estimate < 0 ? -Self.limit : Self.limit }
    var column = Int64(estimate)
    while border(of: column) > sample { column -= 1 }
    while border(of: column + 1) <= sample { column += 1 }
    return column
  }

  /// Writes the borders of `first` and of the `count` - 1 columns after it, each moved into
  /// `frames` if it lies outside, and counted from the first of these.
  func writeBorders(
    of first: Int64, count: Int, within frames: Range<Int64>,
    to borders: UnsafeMutablePointer<Int64>
  ) {
    guard count > 0 else { return }
    let (lowest, highest) = (frames.lowerBound, frames.upperBound)
    let ends = (border(of: first), border(of: first + Int64(count)))
    // With 64 bits behind the point each border is one addition away from the one before it.
    guard shift >= -64, shift <= 0, ends.0 > -Self.limit, ends.1 < Self.limit else {
      for index in 0..<count {
        borders[index] = min(max(border(of: first + Int64(index)), lowest), highest) - lowest
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
