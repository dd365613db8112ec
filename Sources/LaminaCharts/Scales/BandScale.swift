import LaminaBase

/// A scale of categories, each with a band of equal width, as `scaleBand` of d3-scale.
package struct BandScale: Sendable, Equatable {
  /// The categories in order, each once.
  package let categories: [String]
  /// The places of the two ends, in points: the first category is at the first.
  package private(set) var range: (Double, Double)
  /// The distance between the starts of two bands, in points.
  package let step: Double
  /// The width of a band, in points.
  package let bandwidth: Double
  /// The start of the band with the lowest place, in points.
  private var first: Double
  private let indices: [String: Int]

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - categories: names in order; one that comes again counts once.
  ///   - range: the two ends, in points, in any order.
  ///   - shown: the part of the scale between the two ends, in bands from the lower one; nil for all.
  ///   - paddingInner: the gap between bands, as a fraction of the step, from 0 to 1.
  ///   - paddingOuter: the gap before the first and after the last band, as a fraction of the step.
  ///   - align: the fraction of the rest of the space that is before the first band, from 0 to 1.
  ///   - isRounded: true for whole numbers of points.
  /// - Precondition: the range is finite, the shown part has a length, and the fractions are as
  ///   above.
  /// - Complexity: O(categories).
  package init(
    categories: [String], range: (Double, Double), shown: ClosedRange<Double>? = nil,
    paddingInner: Double = 0, paddingOuter: Double = 0, align: Double = 0.5, isRounded: Bool = false
  ) {
    require(
      (0...1).contains(paddingInner) && paddingOuter >= 0 && paddingOuter.isFinite,
      "the padding of bands must be from 0 to 1, not \(paddingInner) and \(paddingOuter)")
    require((0...1).contains(align), "the alignment of bands must be from 0 to 1, not \(align)")
    let length = abs(range.1 - range.0)
    require(
      length.isFinite, "the range of bands must be finite, not \(range.0) to \(range.1)")
    var indices: [String: Int] = [:]
    indices.reserveCapacity(categories.count)
    var unique: [String] = []
    unique.reserveCapacity(categories.count)
    for category in categories where indices.updateValue(unique.count, forKey: category) == nil {
      unique.append(category)
    }
    if unique.count < categories.count {
      for (index, category) in unique.enumerated() { indices[category] = index }
    }
    self.categories = unique
    self.range = range
    self.indices = indices
    let count = Double(unique.count)
    var step = length / max(1, count - paddingInner + paddingOuter * 2)
    if let shown { step = length / (shown.upperBound - shown.lowerBound) }
    if isRounded { step = step.rounded(.down) }
    var first = min(range.0, range.1) + (length - step * (count - paddingInner)) * align
    var bandwidth = step * (1 - paddingInner)
    if let shown {
      first = min(range.0, range.1) + step * (paddingInner / 2 - shown.lowerBound)
    }
    if isRounded {
      first = (first + 0.5).rounded(.down)
      bandwidth = (bandwidth + 0.5).rounded(.down)
    }
    (self.step, self.first, self.bandwidth) = (step, first, bandwidth)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.categories == right.categories && left.range == right.range && left.step == right.step
      && left.bandwidth == right.bandwidth && left.first == right.first
  }

  /// Returns the scale with its range moved by a distance in points.
  func shifted(by distance: Double) -> BandScale {
    var scale = self
    scale.range = (range.0 + distance, range.1 + distance)
    scale.first += distance
    return scale
  }

  /// Returns the lower end of the band of a category, in points; nil if it is not one of the
  /// scale's.
  package func position(of category: String) -> Double? {
    indices[category].flatMap { start(ofCategoryAt: $0) }
  }

  /// Returns the lower end of the band at an index of `categories`, in points; nil if there is
  /// none.
  package func start(ofCategoryAt index: Int) -> Double? {
    guard categories.indices.contains(index) else { return nil }
    let place = range.1 < range.0 ? categories.count - 1 - index : index
    return first + step * Double(place)
  }

  /// Returns the number of bands, with half of the gap on either side of each, from the lower end of
  /// the first one to a place in points.
  package func bands(at position: Double) -> Double {
    step > 0 ? (position - first) / step + (step - bandwidth) / step / 2 : 0
  }

  /// Returns the place at a number of bands, in points.
  package func position(ofBands count: Double) -> Double {
    first - (step - bandwidth) / 2 + count * step
  }

  /// Returns the index of the category at a place, in points, or of the nearest one; nil if there
  /// are none, and for NaN.
  package func index(at position: Double) -> Int? {
    if categories.isEmpty || position.isNaN { return nil }
    let index = Int(max(0, min(bands(at: position).rounded(.down), Double(categories.count - 1))))
    return range.1 < range.0 ? categories.count - 1 - index : index
  }
}
