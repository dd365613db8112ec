/// The points of columns by their x values: for searches where these do not rise.
///
/// Bins of equal width, from the least to the greatest x value, have about 32 points each.
struct PlotBins: Sendable {
  /// The number of bins.
  let count: Int
  private let low: Double
  /// Bins in a unit of x; 0 if all points are in the first.
  private let factor: Double
  /// The indices of the points that are no gaps, bin by bin, in each in rising order.
  private let indices: [UInt32]
  /// The ends of the bins in ``indices``.
  private let ends: [UInt32]

  /// The number of points up to which all of them are searched.
  static let fewPoints = 4000

  /// Sorts points into bins, which take about 4 bytes for each point; nil for few points, or more than
  /// 2^32.
  ///
  /// - Complexity: O(*n*).
  init?(_ columns: PlotColumns) {
    guard columns.count > Self.fewPoints, columns.count < UInt32.max,
      columns.x.low <= columns.x.high
    else { return nil }
    count = min(columns.count / 32, 1 << 20)
    low = columns.x.low
    let factor = Double(count) / (columns.x.high - low)
    self.factor = factor.isFinite ? factor : 0
    // Two passes: the numbers of points in each bin, and their indices.
    var places = [UInt32](repeating: 0, count: count + 1)
    let (number, first, scale) = (count, low, self.factor)
    places.withUnsafeMutableBufferPointer { places in
      columns.forEachFinite { _, x in places[Self.bin(of: x, number, first, scale) + 1] += 1 }
      for bin in 1...number { places[bin] += places[bin - 1] }
    }
    let total = Int(places[number])
    indices = places.withUnsafeMutableBufferPointer { places in
      [UInt32](unsafeUninitializedCapacity: total) { indices, initialized in
        columns.forEachFinite { index, x in
          let bin = Self.bin(of: x, number, first, scale)
          indices.baseAddress?.advanced(by: Int(places[bin])).initialize(to: UInt32(index))
          places[bin] += 1
        }
        initialized = total
      }
    }
    // Each place has moved to the end of its bin.
    ends = places
  }

  private static func bin(of x: Double, _ count: Int, _ low: Double, _ factor: Double) -> Int {
    let place = (x - low) * factor
    return place > 0 ? Int(min(place, Double(count - 1))) : 0
  }

  /// Returns the bin of an x value, or the nearest one.
  func bin(of x: Double) -> Int { Self.bin(of: x, count, low, factor) }

  /// Returns the lower end of a bin, or of one beyond, to a small part of a bin; nil if it has none.
  func start(of bin: Int) -> Double? { factor > 0 ? low + Double(bin) / factor : nil }

  /// Returns the indices of the points in a bin, in rising order.
  subscript(bin: Int) -> ArraySlice<UInt32> {
    indices[Int(bin > 0 ? ends[bin - 1] : 0)..<Int(ends[bin])]
  }
}

extension PlotColumns {
  /// Calls `body` with the index and the x value of every point that is no gap, in order.
  fileprivate func forEachFinite(_ body: (Int, Double) -> Void) {
    x.withReader { places in
      y.numbers.withNumbers { values in
        for index in values.indices where places[index].isFinite && values[index].isFinite {
          body(index, places[index])
        }
      }
    }
  }
}
