import Foundation
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("The bins of a histogram")
struct HistogramBinsTests {
  @Test("are between round numbers, or the multiples of a width")
  func edges() {
    #expect(HistogramBins.count(5).edges(of: [-3.2, 9.1]) == [-4, -2, 0, 2, 4, 6, 8, 10])
    #expect(HistogramBins.width(0.5).edges(of: [1, 2.2, .nan]) == [1, 1.5, 2, 2.5])
    #expect(HistogramBins.width(2).edges(of: [4]) == [4, 6])
    #expect(HistogramBins.width(2).edges(of: [5, 5]) == [4, 6])
    #expect(HistogramBins.sturges.edges(of: []).isEmpty)
    #expect(HistogramBins.sturges.edges(of: [.nan, .infinity]).isEmpty)
    #expect(HistogramBins.freedmanDiaconis.edges(of: [3, 3, 3]) == [2.5, 3.5])
    // A largest value at a round number has a bin of its own.
    #expect(HistogramBins.count(5).edges(of: [0, 10]) == [0, 2, 4, 6, 8, 10, 12])
  }

  @Test("hold all finite values, for any rule and any values")
  func properties() {
    var random = SeededGenerator(seed: 27)
    for index in 0..<70 {
      let size = pow(10, random.number(in: -100...100))
      var values = (0..<random.integer(in: 1...200)).map { _ in random.number(in: -1...1) * size }
      if index % 7 == 0 { values.append(values[0] * 1e9) }
      if index % 5 == 0 { values += [.nan, .infinity, -.infinity] }
      let rules: [HistogramBins] = [
        .sturges, .freedmanDiaconis, .count(random.integer(in: 1...100)), .count(.max),
        .width(size * pow(10, random.number(in: -9...3))),
      ]
      let finite = values.filter(\.isFinite)
      for rule in rules {
        let edges = rule.edges(of: values)
        #expect(edges.count >= 2 && edges.count <= HistogramBins.maximumCount + 1)
        #expect(zip(edges, edges.dropFirst()).allSatisfy(<))
        let counts = HistogramBins.counts(of: values, edges: edges)
        #expect(counts.count == edges.count - 1)
        #expect(counts.reduce(0, +) == finite.count, "\(rule) \(finite) \(edges)")
      }
    }
  }

  @Test("count a value at an edge in the bin that begins there, and one at the end in the last bin")
  func counts() {
    #expect(HistogramBins.counts(of: [0, 1, 1, 2, 3, 3.1, -1, .nan], edges: [0, 1, 3]) == [1, 4])
    #expect(HistogramBins.counts(of: [1], edges: []).isEmpty)
    #expect(HistogramBins.counts(of: [1], edges: [1]).isEmpty)
  }
}
