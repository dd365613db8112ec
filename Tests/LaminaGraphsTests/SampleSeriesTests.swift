import Foundation
import LaminaTestSupport
import Testing

@testable import LaminaGraphs

@Suite("A series of samples")
struct SampleSeriesTests {
  @Test("counts all samples and keeps the newest under their indices")
  func retention() {
    let series = SampleSeries(minimumRetainedCount: 5)
    for index in 0..<9 { series.append(Double(index) * 2) }
    #expect(series.retainedIndices == 0..<9)
    // Only the tenth makes twice as many as are to be kept.
    series.append(18)
    #expect(series.retainedIndices == 5..<10)
    #expect(series.totalSampleCount == 10)
    #expect(series[4] == nil)
    #expect(series[5] == 10)
    #expect(series[9] == 18)
    #expect(series[10] == nil)
    series.append(20)
    #expect(series.retainedIndices == 5..<11)
  }

  @Test("keeps what the widest of its views needs, and its padding, until there is twice that")
  func viewsRetain() {
    let series = SampleSeries()
    #expect(series.effectiveMinimumRetainedCount == 0)
    let narrow = GraphView(frame: CGRect(x: 0, y: 0, width: 10, height: 5), series: series)
    #expect(series.effectiveMinimumRetainedCount == 14)
    withExtendedLifetime(narrow) {
      let wide = GraphView(frame: CGRect(x: 0, y: 0, width: 100.5, height: 5), series: series)
      #expect(series.effectiveMinimumRetainedCount == 105)
      for index in 0..<209 { series.append(Double(index)) }
      #expect(series.retainedIndices == 0..<209)
      series.append(209)
      #expect(series.retainedIndices == 105..<210)
      withExtendedLifetime(wide) {}
    }
    #expect(series.effectiveMinimumRetainedCount == 14)
  }

  @Test("keeps samples for a view that has no width yet")
  func viewWithoutWidth() {
    let graph = GraphView()
    for index in 0..<20_000 { graph.series.append(Double(index % 20)) }
    #expect(graph.series.retainedIndices.count >= 8192)
    graph.frame = CGRect(x: 0, y: 0, width: 300, height: 20)
    graph.layoutIfNeeded()
    #expect(graph.requiredSampleCount == 304)
    #expect(graph.tileLayers.all.allSatisfy { $0.layer.contents != nil })
  }

  @Test("is the same whether samples are appended singly or together")
  func together() {
    let single = SampleSeries(minimumRetainedCount: 100)
    let together = SampleSeries(minimumRetainedCount: 100)
    let samples = (0..<10_007).map { Double($0 * $0 % 1009) }
    for sample in samples { single.append(sample) }
    together.append(contentsOf: samples)
    together.append(contentsOf: [])
    #expect(together.totalSampleCount == 10_007)
    #expect(together.retainedIndices == single.retainedIndices)
    for index in single.retainedIndices { #expect(together[index] == single[index]) }
  }

  @Test("has random samples from 0 to 120, the same for the same generator")
  @available(*, deprecated)
  func random() {
    @available(*, deprecated)
    func samples(seed: UInt64) -> [Double] {
      let graph = GraphView(series: SampleSeries(minimumRetainedCount: 1000))
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<1000 { graph.series.appendRandomSample(using: &generator) }
      return (0..<1000).compactMap { graph.series[$0] }
    }
    let first = samples(seed: 7)
    #expect(first.count == 1000)
    #expect(first.allSatisfy { (0...120).contains($0) })
    let mean = first.reduce(0, +) / 1000
    #expect(abs(mean - 60) < 4)
    #expect(samples(seed: 7) == first)
    #expect(samples(seed: 8) != first)
  }

  @Test("has the counts under their names of version 0.9")
  @available(*, deprecated)
  func deprecatedNames() {
    let series = SampleSeries(minimumRetainedCount: 5)
    #expect(series.retainedCount == 5)
    let graph = GraphView(frame: CGRect(x: 0, y: 0, width: 300, height: 5), series: series)
    #expect(series.retainedCount == 304)
    #expect(graph.maximumVisibleSampleCount == 304)
    #expect(Peaks.nothing == Peaks.empty && Peaks.nothing.isEmpty)
  }

  @Test("takes what its inlet was given, in order, and begins anew when it is emptied")
  func inlet() {
    let series = SampleSeries(minimumRetainedCount: 10)
    #expect(series.receive() == 0)
    series.inlet.append(3)
    series.inlet.append(contentsOf: [1, 4])
    #expect(series.totalSampleCount == 0)
    #expect(!series.inlet.isEmpty)
    #expect(series.receive() == 3)
    #expect(series.inlet.isEmpty)
    #expect((0..<4).map { series[$0] } == [3, 1, 4, nil])
    series.removeAll()
    #expect(series.totalSampleCount == 0)
    series.append(9)
    #expect(series[0] == 9)
  }
}
