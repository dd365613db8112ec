import LaminaBase

/// A scale of categories, each with a band of equal width, as `scaleBand` of d3-scale.
package struct BandScale: Sendable, Equatable {
  package let categories: [String]
  /// The two ends, in points, the lower first.
  package let range: (Double, Double)
  /// The distance between the starts of two bands, in points.
  package let step: Double
  /// The width of a band, in points.
  package let bandwidth: Double
  private let first: Double
  private let indices: [String: Int]

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - paddingInner: the gap between bands, as a fraction of the step, from 0 to 1.
  ///   - paddingOuter: the gap before the first and after the last band, as a fraction of the step.
  ///   - align: the fraction of the rest of the space that is before the first band.
  /// - Complexity: O(categories).
  package init(
    categories: [String], range: (Double, Double), paddingInner: Double = 0,
    paddingOuter: Double = 0, align: Double = 0.5
  ) {
    require(
      (0...1).contains(paddingInner) && paddingOuter >= 0 && paddingOuter.isFinite,
      "the padding of bands must be from 0 to 1, not \(paddingInner) and \(paddingOuter)")
    self.categories = categories
    self.range = range
    let count = Double(categories.count)
    let length = range.1 - range.0
    step = length / max(1, count - paddingInner + paddingOuter * 2)
    bandwidth = step * (1 - paddingInner)
    first = range.0 + (length - step * (count - paddingInner)) * align
    indices = Dictionary(
      zip(categories, categories.indices), uniquingKeysWith: { first, _ in first })
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.categories == right.categories && left.range == right.range && left.step == right.step
      && left.bandwidth == right.bandwidth && left.first == right.first
  }

  /// Returns the start of the band of a category, in points; nil if it is not one of the scale's.
  package func position(of category: String) -> Double? {
    indices[category].map { first + step * Double($0) }
  }

  /// Returns the start of the band at an index, in points; nil if there is none.
  package func start(ofCategoryAt index: Int) -> Double? {
    categories.indices.contains(index) ? first + step * Double(index) : nil
  }
}
